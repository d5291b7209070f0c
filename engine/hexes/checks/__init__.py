"""Checks of the umpire for hex maps; importing the package registers them."""

from engine.hexes.checks import ground_checks, map_checks, reach_checks

__all__ = ["ground_checks", "map_checks", "reach_checks"]
