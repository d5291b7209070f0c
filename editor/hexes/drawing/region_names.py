"""The names of regions, which a map does not write itself."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from PySide6.QtCore import QRectF

from editor.canvas.drawing.lettering import SIZES
from editor.canvas.drawing.paper import SCALE
from editor.hexes.drawing.geometry import Geometry
from editor.hexes.drawing.place_names import label_rect
from engine.hexes.board.battlemap import BattleMap, Label, Region
from engine.hexes.board.grid import Grid
from engine.spelling import folded

SIZE: Final = "small"
"""How large the letters are (see ``SIZES``)."""
TRIED: Final = 12
"""Hexes of a region that its name is tried at."""

MANY: Final = 20_000
"""Hexes of a region that is too large to try more than its corner: it changes with each step of a stroke."""

Placed = tuple[Label, QRectF]
"""A name, and what it covers."""


class _Tries(NamedTuple):
    """The hexes that a region's name is tried at, and the name at the first of them, as far as it was tried: a name is
    slow to measure."""

    region: Region
    hexes: list[int]
    placed: list[Placed]


class RegionNames:
    """A name for each region, none for one that the map's own labels tell already.

    It stands at the upper left hex, or at another one where it would lie there on a label or on another region's name.
    """

    def __init__(self, board: BattleMap, geometry: Geometry) -> None:
        self._map = board
        self._geometry = geometry
        self._tries: dict[str, _Tries] = {}
        self._of: tuple[list[Region], list[Label]] = [], []
        """The regions and labels that names were placed for."""
        self._told: set[str] = set()
        """What the labels say ..."""
        self._covered: list[QRectF] = []
        """... and what each covers: a stroke of a region changes none of a thousand of them."""
        self._placed: dict[str, Placed] = {}

    def within(self, rect: QRectF, least: float, of: frozenset[str] | None) -> list[Label]:
        """The names of regions (those with the keys ``of``, or all) that may be seen in a rectangle; none when their
        letters are less than ``least`` circumradii high."""
        if SIZES[SIZE] < least:
            return []
        self._place()
        return [
            label
            for key, (label, covers) in self._placed.items()
            if (of is None or key in of) and covers.intersects(rect)
        ]

    def _place(self) -> None:
        """Place all names again where a region or a label has changed."""
        now = [*self._map.regions.values()], [*self._map.labels]
        same_labels = _same(now[1], self._of[1])
        if same_labels and _same(now[0], self._of[0]):
            return
        self._of = now
        if not same_labels:
            self._told = {folded(" ".join(label.text.split())) for label in now[1]}
            self._covered = [label_rect(label, self._geometry) for label in now[1]]
        told, taken = self._told, self._covered.copy()
        self._placed = {}
        for key, region in self._map.regions.items():
            if region.hexes and region.name and folded(region.name) not in told:
                found = self._free(region, taken)
                self._placed[key] = found
                taken.append(found[1])

    def _free(self, region: Region, taken: list[QRectF]) -> Placed:
        """The name at the first of its places where it lies on nothing; else at the first of all."""
        first: Placed | None = None
        for found in self._tried(region):
            if not any(found[1].intersects(other) for other in taken):
                return found
            first = first or found
        assert first is not None
        return first

    def _tried(self, region: Region) -> Iterator[Placed]:
        tries = self._tries.get(region.key)
        # Regions are replaced and never changed: as long as one is the same, so are the places of its name.
        if tries is None or tries.region is not region:
            tries = self._tries[region.key] = _Tries(region, places(self._map.grid, region.hexes), [])
        for number, h in enumerate(tries.hexes):
            if number == len(tries.placed):
                label = Label(region.name, h, size=SIZE, style="area", dy=-0.62)
                label = kept_on_map(label, self._geometry)
                tries.placed.append((label, label_rect(label, self._geometry)))
            yield tries.placed[number]


def _same(some: list[Region] | list[Label], others: list[Region] | list[Label]) -> bool:
    return len(some) == len(others) and all(one is other for one, other in zip(some, others, strict=True))


def places(grid: Grid, hexes: Collection[int]) -> list[int]:
    """Hexes of a region that its name may stand at, the best first: the uppermost of the leftmost ones, then some of
    all columns and rows."""
    columns = grid.columns
    first = min(h % columns for h in hexes)
    corner = min((h for h in hexes if h % columns == first), key=grid.lattice)
    return [corner, *sorted(hexes)[:: max(1, len(hexes) // (TRIED - 1))]] if len(hexes) <= MANY else [corner]


def kept_on_map(label: Label, geometry: Geometry) -> Label:
    """The label, moved sideways where it would run off the left or right edge of the map: pictures end there."""
    rect, width = label_rect(label, geometry), geometry.size[0]
    aside = max(0.0, -rect.left()) or min(0.0, width - rect.right())
    return replace(label, dx=label.dx + aside / SCALE)
