"""What tools and controls work with: the open documents and their views, what is selected, the actions, the log."""
