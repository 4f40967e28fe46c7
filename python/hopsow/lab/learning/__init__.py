"""Learning from self-play: `values` for alpha-beta search, `policies` for tree search."""
