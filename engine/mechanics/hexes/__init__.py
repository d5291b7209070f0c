"""What rules systems of units in hexes share: fields, movement, zones of control, attacks, set-ups."""
