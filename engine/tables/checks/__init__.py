"""Checks of the umpire for tables; importing the package registers them."""

from engine.tables.checks import area_checks, wall_checks

__all__ = ["area_checks", "wall_checks"]
