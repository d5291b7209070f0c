"""The models of a rules file: every block of the format, with short forms made whole."""
