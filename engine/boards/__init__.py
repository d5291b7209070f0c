"""What every kind of map has: the `Board` protocol, the rows of the kinds, palettes, furniture, underlays, looks."""
