"""Movement of columns: by land, rail, river and sea, and what interrupts it."""
