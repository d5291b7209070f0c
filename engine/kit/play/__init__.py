"""Play by a rules file: the sequence, movement, zones, and all that is not combat."""
