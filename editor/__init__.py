"""Hexwright's editor: the window, and the command line beside it."""
