"""Checks of the umpire that know hex maps alone."""
