"""The sequence of play: turns, arrivals, logistics, events."""
