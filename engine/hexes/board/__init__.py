"""Where things are: hex grids, numbers, hexsides, palettes, battle maps, geometry and lines of sight."""
