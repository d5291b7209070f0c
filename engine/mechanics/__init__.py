"""What several rules systems share: units in hexes, movement, zones of control, odds, result tables."""
