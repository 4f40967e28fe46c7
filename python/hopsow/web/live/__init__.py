"""A tournament to watch."""
