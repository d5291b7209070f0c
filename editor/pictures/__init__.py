"""Pictures from outside, scans above all: opened with suspicion, read a strip at a time, kept as pyramids of tiles."""
