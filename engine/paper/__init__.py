"""Rules on paper: what a rulebook, player aids and set-up cards say, as typed parts that any page can be made of."""
