"""Commands that change hexes and hexsides."""
