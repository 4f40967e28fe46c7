"""`python -m hopsow` is the command line."""

from hopsow.cli import main

raise SystemExit(main())
