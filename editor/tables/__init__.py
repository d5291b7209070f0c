"""What only maps without hexes need in the editor."""
