"""Paints hex maps on any painter: ground, hexsides, paths, numbers, names of regions."""
