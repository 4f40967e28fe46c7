"""Where tasks are played."""
