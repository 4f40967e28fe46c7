"""Programs nobody trusts: everything they start, what that uses, and where they run."""
