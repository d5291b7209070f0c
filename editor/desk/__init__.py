"""What panels and menus are given: the stage with its controls and tools."""
