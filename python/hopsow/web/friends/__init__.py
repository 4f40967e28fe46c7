"""Games between two people."""
