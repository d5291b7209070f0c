"""What edits a board: parts cut out, moved, turned, joined, resized; routes and rivers; hexes by rule."""
