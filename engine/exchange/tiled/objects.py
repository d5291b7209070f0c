"""Objects of Tiled with what they take from elsewhere: from their template, and from the tile that they show."""

from __future__ import annotations

from math import cos, radians, sin
from pathlib import Path
from typing import Any, Final

from engine.errors import HexwrightError
from engine.exchange.tiled.matching import TileSets, number
from engine.exchange.tiled.opening import FLAGS, beside, opened, whole, whole_set

Data = dict[str, Any]
_ANCHORS: Final = {
    "topleft": (0.0, 0.0),
    "top": (0.5, 0.0),
    "topright": (1.0, 0.0),
    "left": (0.0, 0.5),
    "center": (0.5, 0.5),
    "right": (1.0, 0.5),
    "bottomleft": (0.0, 1.0),
    "bottom": (0.5, 1.0),
    "bottomright": (1.0, 1.0),
}
"""Where in a tile the place of its object is, by the alignment that its tile set names."""


class WholeObjects:
    """Completes the objects of a map."""

    def __init__(self, path: Path, sets: TileSets) -> None:
        self.path, self.sets = path, sets
        self.missing: dict[str, None] = {}
        """Templates that are missing, broken or outside the folder."""
        self._templates: dict[str, tuple[Data, TileSets]] = {}

    def whole(self, one: Data) -> Data:
        """An object with what its template has, the class of the tile that it shows, and under ``anchor`` where in
        the tile its place is."""
        sets = self.sets
        named = one.get("template")
        if isinstance(named, str):
            held, sets_there = self._template(named)
            sets = sets if "gid" in one else sets_there
            shown = [*_listed(held.get("properties")), *_listed(one.get("properties"))]
            own = {name: value for name, value in one.items() if value is not False and value != []}
            one = {**held, "x": 0, "y": 0, **own, "properties": shown}
        gid = whole(one.get("gid"))
        if gid < 0 and isinstance(one.get("gid"), int):
            # The flags of a tile are in the highest bits.
            gid = one["gid"] & ~FLAGS
        if gid <= 0:
            return one
        tile, tileset, _ = sets.tile(gid & ~FLAGS)
        kind = one.get("type") or one.get("class") or tile.get("type") or tile.get("class") or ""
        return {**one, "type": kind, "anchor": _ANCHORS.get(str(tileset.get("objectalignment")), (0.0, 1.0))}

    def _template(self, name: str) -> tuple[Data, TileSets]:
        if name not in self._templates:
            self._templates[name] = self._read(name)
        return self._templates[name]

    def _read(self, name: str) -> tuple[Data, TileSets]:
        file = beside(self.path, name)
        try:
            data = opened(file) if file is not None else {}
            tileset = data.get("tileset")
            sets = TileSets([whole_set(file, tileset, self.missing)] if file and isinstance(tileset, dict) else [])
        except HexwrightError:
            data = {}
        held = data.get("object")
        if not isinstance(held, dict):
            self.missing[name] = None
            return {}, TileSets([])
        return {key: value for key, value in held.items() if key not in ("id", "x", "y", "template")}, sets


def middle(one: Data) -> tuple[float, float]:
    """Where the middle of a rectangle, an ellipse, a text or a tile is, from the place of its object."""
    across, down = one.get("anchor", (0.0, 0.0))
    return (0.5 - across) * number(one.get("width")), (0.5 - down) * number(one.get("height"))


def turned(pairs: list[tuple[float, float]], degrees: float) -> list[tuple[float, float]]:
    """Points turned clockwise about the place of their object."""
    if not degrees:
        return pairs
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return [(x * c - y * s, x * s + y * c) for x, y in pairs]


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
