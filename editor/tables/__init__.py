"""Tables without hexes in the editor."""
