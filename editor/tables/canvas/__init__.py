"""What shows tables on the screen."""
