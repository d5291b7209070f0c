"""A small battle under the rules of a file as they are now: where a unit can go, what it sees, how it fights."""
