"""What a rules file says, bound once to a scenario: masks of units, masks of hexes, and closures for the rest."""
