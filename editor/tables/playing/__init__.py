"""Play on tables: groups that are moved by hand, ghosts, and what the rules say of a move before it is made."""
