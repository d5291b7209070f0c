"""Joining two maps at an edge into one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from engine.boards.palette import Kind, Layer, Palette
from engine.errors import HexwrightError
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE, Grid
from engine.hexes.mapping.resize import Fallen, resized


class Edge(StrEnum):
    """The edge of the first map that the second one is laid against."""

    NORTH = "n"
    EAST = "e"
    SOUTH = "s"
    WEST = "w"


Instead = Mapping[tuple[Layer, str], str]
"""For kinds of the second map that the first one's palette lacks: what to paint in their place; empty for nothing."""

_LOOKS: Final = ("name", "directional", "treat_as")


@dataclass(frozen=True, slots=True)
class Differences:
    """How the palettes of two maps differ in kinds that the second map uses."""

    missing: list[Kind] = field(default_factory=list)
    """Kinds of the second map that the first one's palette does not have."""
    unlike: list[tuple[Kind, Kind]] = field(default_factory=list)
    """Kinds of one key that mean different things: of the first palette, of the second."""


@dataclass(frozen=True, slots=True)
class Joined:
    """Two maps as one, and what became of both."""

    map: BattleMap
    first: list[int]
    """For each hex of the first map its hex on the joined one."""
    second: list[int]
    """For each hex of the second map its hex, or NOWHERE where the first map lies over it."""
    at: tuple[int, int]
    """Column and row index of the second map's first hex on the joined map."""
    fallen: list[Fallen]
    """What of the second map is not on the joined one, by its names there."""


def used_kinds(battle_map: BattleMap) -> dict[Layer, set[str]]:
    """The kinds that a map is painted with, by layer."""
    return {
        Layer.TERRAIN: {battle_map.terrain[h] for h in battle_map.grid.hexes},
        Layer.FEATURE: {kind for kinds in battle_map.features.values() for kind in kinds},
        Layer.HEXSIDE: {kind for kinds in battle_map.hexsides.values() for kind in kinds},
        Layer.PATH: {kind for kinds in battle_map.paths.values() for kind in kinds},
    }


def differences(first: Palette, second: BattleMap) -> Differences:
    """What stands between a palette and a map that is painted with another one."""
    found = Differences()
    for layer, keys in used_kinds(second).items():
        for key in sorted(keys):
            here, there = first.get(layer, key), second.palette.get(layer, key)
            if here is None:
                found.missing.append(there or Kind(key, layer, key, "#ff00ff"))
            elif there is not None and any(getattr(here, name) != getattr(there, name) for name in _LOOKS):
                found.unlike.append((here, there))
    return found


def fits(first: Grid, second: Grid, edge: Edge, offset: int, overlap: int) -> str:
    """Why the hexes of two grids would not meet; an empty text when they do."""
    if first.flat != second.flat:
        return "one map has flat-topped hexes, the other pointy-topped ones"
    if overlap < 0 or overlap >= _across(second, edge) or overlap >= _across(first, edge):
        return "the maps would lie on each other altogether"
    columns, rows = _place(first, second, edge, offset, overlap)
    apart = (-offset >= _along(second, edge)) or (offset >= _along(first, edge))
    if apart:
        return "the maps would not touch: the offset is too large"
    step = columns if first.flat else rows
    if (step + first.parity(0) + second.parity(0)) % 2:
        line = "columns" if first.flat else "rows"
        sideways = (edge in (Edge.NORTH, Edge.SOUTH)) == first.flat
        way = "change the offset by one" if sideways else "change the overlap by one"
        return f"the staggered {line} of the two maps do not meet like this; {way}"
    return ""


def _along(grid: Grid, edge: Edge) -> int:
    return grid.columns if edge in (Edge.NORTH, Edge.SOUTH) else grid.rows


def _across(grid: Grid, edge: Edge) -> int:
    return grid.rows if edge in (Edge.NORTH, Edge.SOUTH) else grid.columns


def _place(first: Grid, second: Grid, edge: Edge, offset: int, overlap: int) -> tuple[int, int]:
    """Column and row of the second grid's first place, counted on the first grid."""
    if edge is Edge.EAST:
        return first.columns - overlap, offset
    if edge is Edge.WEST:
        return overlap - second.columns, offset
    if edge is Edge.SOUTH:
        return offset, first.rows - overlap
    return offset, overlap - second.rows


def joined(
    first: BattleMap,
    second: BattleMap,
    edge: Edge,
    *,
    offset: int = 0,
    overlap: int = 0,
    keep_numbers: bool = True,
    instead: Instead | None = None,
) -> Joined:
    """The second map laid against an edge of the first. Both are left as they were.

    ``offset`` moves the second map along the edge, down or to the right; ``overlap`` is how many columns (rows) of
    the two lie on each other, where the first map's hexes stay. Places that neither map covers are void. With
    ``keep_numbers`` the first map's hexes keep their numbers, and the second's go on counting from there.
    Raises HexwrightError when the hexes do not meet, or kinds are missing that ``instead`` says nothing of.
    """
    instead = instead or {}
    trouble = fits(first.grid, second.grid, edge, offset, overlap)
    lacking = [kind for kind in differences(first.palette, second).missing if (kind.layer, kind.key) not in instead]
    if lacking:
        trouble = trouble or "the palette has no " + ", ".join(kind.name for kind in lacking)
    if trouble:
        raise HexwrightError(trouble)
    columns, rows = _place(first.grid, second.grid, edge, offset, overlap)
    left, top = max(0, -columns), max(0, -rows)
    wide = max(first.grid.columns, columns + second.grid.columns) + left
    high = max(first.grid.rows, rows + second.grid.rows) + top
    frame = resized(first, wide, high, left=left, top=top, keep_numbers=keep_numbers)
    at = columns + left, rows + top
    return _Join(frame.map, frame.moved, second, at, instead).run()


class _Join:
    """One join being worked out: the first map lies in its new frame, the second one is laid on."""

    def __init__(
        self, frame: BattleMap, first: list[int], second: BattleMap, at: tuple[int, int], instead: Instead
    ) -> None:
        self.map = frame
        self.first = first
        self.second = second
        self.at = at
        self.instead = instead
        taken = {n for n in first if n != NOWHERE}
        self.places = [self._place(h) for h in range(second.grid.size)]
        self.moved = [n if h in second.grid and n not in taken else NOWHERE for h, n in enumerate(self.places)]
        covered = taken | {n for n in self.moved if n != NOWHERE}
        void = frozenset(
            (h % frame.grid.columns, h // frame.grid.columns) for h in range(frame.grid.size) if h not in covered
        )
        self.map.grid = Grid(replace(frame.grid.spec, void=void))

    def _place(self, h: int) -> int:
        column, row = self.second.grid.offset(h)
        return (row + self.at[1]) * self.map.grid.columns + column + self.at[0]

    def run(self) -> Joined:
        fallen = [*self._hexes(), *self._sides(), *self._names()]
        self._regions()
        self._furniture()
        return Joined(self.map, self.first, self.moved, self.at, fallen)

    def _kind(self, layer: Layer, key: str) -> str:
        """What a kind of the second map is on the joined one; empty for nothing."""
        if self.map.palette.get(layer, key) is not None:
            return key
        return self.instead.get((layer, key), "")

    def _hexes(self) -> Iterator[Fallen]:
        old, grid = self.second, self.second.grid
        base = old.palette.base_terrain
        for h in grid.hexes:
            n = self.moved[h]
            if n != NOWHERE:
                self.map.terrain[n] = self._kind(Layer.TERRAIN, old.terrain[h]) or self.map.palette.base_terrain
                self.map.elevation[n] = old.elevation[h]
            elif old.terrain[h] not in (base, self.map.terrain[self.places[h]]):
                yield Fallen("terrain", old.terrain[h], grid.name(h))
            if n == NOWHERE and old.elevation[h] not in (0, self.map.elevation[self.places[h]]):
                yield Fallen("elevation", f"level {old.elevation[h]}", grid.name(h))
        for h, features in sorted(old.features.items()):
            n = self.moved[h]
            kept = {self._kind(Layer.FEATURE, kind) for kind in features} - {""}
            if n != NOWHERE and kept:
                self.map.features[n] = tuple(sorted(kept))
            there = self.map.features.get(self.places[h], ())
            gone = [kind for kind in features if n == NOWHERE and kind not in there]
            gone += [kind for kind in features if n != NOWHERE and not self._kind(Layer.FEATURE, kind)]
            yield from (Fallen("features", kind, grid.name(h)) for kind in gone)

    def _sides(self) -> Iterator[Fallen]:
        """Hexsides and paths: what the first map has on a shared hexside stays, the second's is added."""
        old, grid = self.second, self.second.grid
        for side, kinds in sorted(old.hexsides.items()):
            there = self._side(side)
            for key, high in kinds.items():
                kind = self._kind(Layer.HEXSIDE, key)
                here = self.map.hexsides.get(there, {})
                if kind in here and kind:
                    continue
                top = NOWHERE if high == NOWHERE else self.places[high]
                if not kind or there == NOWHERE:
                    yield Fallen("hexsides", key, grid.side_name(side))
                    continue
                directional = self.map.palette.hexsides[kind].directional
                if directional and top == NOWHERE:
                    top = next(n for n in self.map.grid.side_hexes(there) if n != NOWHERE)
                self.map.hexsides[there] = {**here, kind: top if directional else NOWHERE}
        for side, paths in sorted(old.paths.items()):
            there = self._side(side)
            kept = frozenset(self._kind(Layer.PATH, key) for key in paths) - {""}
            if there != NOWHERE and kept:
                self.map.paths[there] = self.map.paths.get(there, frozenset()) | kept
            gone = [key for key in sorted(paths) if there == NOWHERE or not self._kind(Layer.PATH, key)]
            yield from (Fallen("paths", key, grid.side_name(side)) for key in gone)

    def _side(self, side: int) -> int:
        """The hexside on the joined map; NOWHERE where the first map's own hexes lie on both sides of it."""
        grid = self.second.grid
        for h in grid.side_hexes(side):
            if h != NOWHERE and self.moved[h] != NOWHERE:
                return self.map.grid.side(self.moved[h], next(d for d in range(6) if grid.side(h, d) == side))
        return NOWHERE

    def _names(self) -> Iterator[Fallen]:
        there = {(label.text, label.at) for label in self.map.labels}
        for label in self.second.labels:
            n = self.places[label.at]
            if (label.text, n) in there:
                continue
            if self.moved[label.at] == NOWHERE:
                yield Fallen("names", label.text, self.second.grid.name(label.at))
            else:
                self.map.labels.append(replace(label, at=n))

    def _regions(self) -> None:
        """Regions of one key and name become one; one of the same key and another name gets a key of its own."""
        for key, region in self.second.regions.items():
            hexes = frozenset(self.moved[h] for h in region.hexes) - {NOWHERE}
            mine = self.map.regions.get(key)
            if mine is not None and mine.name == region.name:
                self.map.regions[key] = replace(mine, hexes=mine.hexes | hexes)
                continue
            free, number = key, 2
            while free in self.map.regions:
                free, number = f"{key}-{number}", number + 1
            self.map.regions[free] = replace(region, key=free, hexes=hexes)

    def _furniture(self) -> None:
        """What stands beside the second map stands beside its part of the joined one."""
        joined, own = self.map.grid, self.second.grid
        (x, y), (nx, ny) = own.paper(own.lattice_of(0, 0)), joined.paper(joined.lattice_of(*self.at))
        beside = tuple(item.moved(nx - x, ny - y) for item in self.second.look.furniture)
        look = self.map.look
        known = {layer.name for layer in look.layers}
        layers = tuple(layer for layer in self.second.look.layers if layer.name not in known)
        self.map.look = replace(look, furniture=look.furniture + beside, layers=look.layers + layers)
