"""What works behind the window: work off the main thread, and what is remembered between sessions."""
