"""Tools that paint and measure hexes and hexsides."""
