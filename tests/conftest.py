"""What all tests share: how many cases the laws are held over."""

import os

from hypothesis import settings

settings.register_profile("default", deadline=None, max_examples=300, print_blob=True)
settings.register_profile("long", settings.get_profile("default"), max_examples=30_000)
settings.load_profile("long" if os.environ.get("HOPSOW_LONG") else "default")
