"""Drawing maps and counters, for screen and print alike."""
