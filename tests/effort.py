"""Laws over arbitrary bytes are cheap to try: thousands of cases, a million in long runs."""

import os

from hypothesis import settings

many = settings(max_examples=1_000_000 if os.environ.get("HOPSOW_LONG") else 3_000)
