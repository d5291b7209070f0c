"""The rules kit: a rules system from one file."""
