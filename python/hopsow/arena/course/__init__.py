"""A program before its course: checks of its format, an exam, a mark with its reasons."""
