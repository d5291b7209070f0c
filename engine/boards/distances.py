"""Units of length that maps are scaled in."""

from __future__ import annotations

from typing import Final

METRES: Final = {
    "m": 1.0,
    "metres": 1.0,
    "meters": 1.0,
    "km": 1000.0,
    "kilometres": 1000.0,
    "kilometers": 1000.0,
    "yards": 0.9144,
    "mile": 1609.344,
    "miles": 1609.344,
    "nautical miles": 1852.0,
    "versts": 1066.8,
}
"""Metres of the units that scales are given in."""
