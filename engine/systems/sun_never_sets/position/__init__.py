"""What is true of a position: supply, railways, boats, works, points, and the start of a campaign."""
