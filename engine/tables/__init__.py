"""What is true of the open table: places without hexes, how bases move, touch and face each other."""
