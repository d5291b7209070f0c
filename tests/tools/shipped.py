"""What ships, by the kind of map: many tests are about maps of hexes alone."""

from __future__ import annotations

from pathlib import Path

from engine import data
from engine.play.registry import ELSEWHERE


def hex_maps() -> list[Path]:
    """The maps of hexes that ship, in order."""
    return sorted(path for path in data.maps().glob("*.yaml") if "\ngrid:" in path.read_text(encoding="utf-8"))


def hex_scenarios() -> list[Path]:
    """The scenarios on hexes that ship, in order."""
    return sorted(path for path in data.scenarios().glob("*.yaml") if _system(path) not in ELSEWHERE)


def _system(path: Path) -> str:
    lines = path.read_text(encoding="utf-8").splitlines()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("system:")), "")
