"""Copying parts of a map: a clip holds hexes with all that is in them and on their hexsides, and can be turned,
mirrored and pasted anywhere, on any map with a like palette."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import cos, pi, sin

from engine.boards.palette import Layer
from engine.errors import HexwrightError
from engine.hexes.board.battlemap import BattleMap, Label
from engine.hexes.board.grid import NOWHERE, Grid, Orientation
from engine.hexes.mapping.edit import Changes

Axial = tuple[int, int]
"""Axial steps (q, r) from the clip's anchor."""
Edge = tuple[Axial, Axial]
"""A hexside as the places of its two hexes, the lesser first; not both need be in the clip."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What is in one hex of a clip."""

    terrain: str
    elevation: int = 0
    features: tuple[str, ...] = ()
    labels: tuple[Label, ...] = ()
    """Place names; their ``at`` means nothing here."""
    regions: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Clip:
    """A part of a map, apart from any map."""

    orientation: Orientation
    cells: Mapping[Axial, Cell] = field(hash=False)
    hexsides: Mapping[Edge, Mapping[str, Axial | None]] = field(hash=False)
    """Kinds by hexside, with the place of the high hex of a directional kind."""
    paths: Mapping[Edge, frozenset[str]] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Pasted:
    """What pasting a clip would do."""

    changes: Changes
    left_out: int
    """How many hexes, hexsides and kinds of the clip have no place: beyond the map's edge, on void hexes, or of
    kinds that the map's palette does not know."""


def copied(battle_map: BattleMap, hexes: Iterable[int], anchor: int | None = None) -> Clip:
    """Copy hexes. The anchor, which a paste puts on the hex it is told, is the one nearest to their middle
    unless given. Raises HexwrightError when there is no hex to copy."""
    grid = battle_map.grid
    chosen = sorted({h for h in hexes if h in grid})
    if not chosen:
        raise HexwrightError("there is nothing to copy: no hex of the map is chosen")
    q, r = grid.axial(middle(grid, chosen) if anchor is None else anchor)
    at = {h: (grid.axial(h)[0] - q, grid.axial(h)[1] - r) for h in chosen}
    labels: dict[int, list[Label]] = {}
    for label in battle_map.labels:
        labels.setdefault(label.at, []).append(label)
    cells = {
        place: Cell(
            battle_map.terrain[h],
            battle_map.elevation[h],
            battle_map.features.get(h, ()),
            tuple(labels.get(h, ())),
            frozenset(key for key, region in battle_map.regions.items() if h in region.hexes),
        )
        for h, place in at.items()
    }
    hexsides: dict[Edge, dict[str, Axial | None]] = {}
    paths: dict[Edge, frozenset[str]] = {}
    for h, (cq, cr) in at.items():
        for d, (dq, dr) in enumerate(grid.axial_steps):
            side = grid.side(h, d)
            beyond = cq + dq, cr + dr
            edge = _edge((cq, cr), beyond)
            if side in battle_map.hexsides:
                hexsides[edge] = {
                    kind: None if high == NOWHERE else ((cq, cr) if high == h else beyond)
                    for kind, high in battle_map.hexsides[side].items()
                }
            if side in battle_map.paths:
                paths[edge] = battle_map.paths[side]
    return Clip(grid.spec.orientation, cells, hexsides, paths)


def rotated(clip: Clip, sixths: int) -> Clip:
    """The clip turned about its anchor by this many sixths of a full turn, clockwise."""
    turns = sixths % 6

    def label(old: Label) -> Label:
        angle = turns * pi / 3
        dx = old.dx * cos(angle) - old.dy * sin(angle)
        dy = old.dx * sin(angle) + old.dy * cos(angle)
        # Level text stays level; text laid along something turns with it, but never upside down.
        turned = (old.angle + 60 * turns + 90) % 180 - 90 if old.angle else 0.0
        return replace(old, dx=round(dx, 6), dy=round(dy, 6), angle=turned)

    return _mapped(clip, lambda at: rotated_place(at, turns), label) if turns else clip


def flipped(clip: Clip, *, top_to_bottom: bool = False) -> Clip:
    """The clip mirrored at its anchor, left to right or top to bottom."""

    def label(old: Label) -> Label:
        dx, dy = (old.dx, -old.dy) if top_to_bottom else (-old.dx, old.dy)
        return replace(old, dx=dx + 0.0, dy=dy + 0.0, angle=-old.angle + 0.0)

    return _mapped(clip, lambda at: flipped_place(at, clip.orientation, top_to_bottom), label)


def rotated_place(at: Axial, sixths: int) -> Axial:
    """Where a place comes to lie when it is turned about the anchor, clockwise."""
    q, r = at
    for _ in range(sixths % 6):
        q, r = -r, q + r
    return q, r


def flipped_place(at: Axial, orientation: Orientation, top_to_bottom: bool) -> Axial:
    """Where a place comes to lie when it is mirrored at the anchor."""
    (q, r), flat = at, orientation is Orientation.FLAT
    if top_to_bottom:
        return (q, -q - r) if flat else (q + r, -r)
    return (-q, q + r) if flat else (-q - r, r)


def pasted(battle_map: BattleMap, clip: Clip, anchor: int, *, regions: bool = False) -> Pasted:
    """What to write so that a clip lies on the map with its anchor on the hex ``anchor``.

    Hexes are replaced with all that is in them, and so are the hexsides between two hexes of the clip; what the
    clip has on its outer hexsides is added to what lies there. With ``regions`` the hexes join the regions that
    they were in, where the map has them.
    """
    return _Paste(battle_map, clip, anchor).run(regions)


class _Paste:
    """One paste being worked out."""

    def __init__(self, battle_map: BattleMap, clip: Clip, anchor: int) -> None:
        self.map = battle_map
        self.grid = battle_map.grid
        self.clip = clip
        self.q, self.r = self.grid.axial(anchor)
        self.changes = Changes()
        self.left_out = 0

    def run(self, regions: bool) -> Pasted:
        placed = {at: self._hex(at) for at in self.clip.cells}
        self.left_out += sum(h == NOWHERE for h in placed.values())
        placed = {at: h for at, h in placed.items() if h != NOWHERE}
        for at, h in placed.items():
            self._cell(h, self.clip.cells[at])
        self._labels(placed)
        for edge in self._edges(placed):
            self._side(edge)
        if regions:
            self._regions(placed)
        return Pasted(self.changes, self.left_out)

    def _hex(self, at: Axial) -> int:
        return self.grid.from_axial(self.q + at[0], self.r + at[1])

    def _known(self, layer: Layer, kinds: Iterable[str]) -> list[str]:
        """The kinds that the map's palette knows."""
        all_kinds = list(kinds)
        known = [kind for kind in all_kinds if self.map.palette.get(layer, kind) is not None]
        self.left_out += len(all_kinds) - len(known)
        return known

    def _cell(self, h: int, cell: Cell) -> None:
        if self._known(Layer.TERRAIN, [cell.terrain]):
            self.changes.terrain[h] = cell.terrain
        self.changes.elevation[h] = cell.elevation
        self.changes.features[h] = tuple(self._known(Layer.FEATURE, cell.features))

    def _labels(self, placed: Mapping[Axial, int]) -> None:
        covered = set(placed.values())
        kept = [label for label in self.map.labels if label.at not in covered]
        new = [replace(label, at=h) for at, h in placed.items() for label in self.clip.cells[at].labels]
        if new or len(kept) < len(self.map.labels):
            self.changes.labels = kept + new

    def _edges(self, placed: Mapping[Axial, int]) -> list[Edge]:
        """The hexsides to write: those with something on them, and those between two hexes of the clip."""
        edges = {*self.clip.hexsides, *self.clip.paths}
        for q, r in placed:
            for dq, dr in self.grid.axial_steps:
                if (q + dq, r + dr) in placed:
                    edges.add(_edge((q, r), (q + dq, r + dr)))
        return sorted(edges)

    def _side(self, edge: Edge) -> None:
        first, second = (self._hex(at) for at in edge)
        kinds, crossing = self.clip.hexsides.get(edge, {}), self.clip.paths.get(edge, frozenset())
        # The hex of the clip must be there: what lies on its outer hexsides came along with it.
        if not any(at in self.clip.cells and h != NOWHERE for at, h in zip(edge, (first, second), strict=True)):
            self.left_out += len(kinds) + len(crossing)
            return
        side = self._side_id(edge, first, second)
        inner = all(at in self.clip.cells for at in edge)
        old_kinds = {} if inner else self.map.hexsides.get(side, {})
        old_crossing = frozenset() if inner else self.map.paths.get(side, frozenset())
        new_kinds = dict(old_kinds)
        for kind in self._known(Layer.HEXSIDE, kinds):
            high = kinds[kind]
            there = NOWHERE if high is None else self._hex(high)
            if high is not None and there == NOWHERE:
                self.left_out += 1
            else:
                new_kinds[kind] = there
        new_crossing = old_crossing | frozenset(self._known(Layer.PATH, sorted(crossing)))
        if new_kinds != self.map.hexsides.get(side, {}):
            self.changes.hexsides[side] = dict(sorted(new_kinds.items()))
        if new_crossing != self.map.paths.get(side, frozenset()):
            self.changes.paths[side] = new_crossing

    def _side_id(self, edge: Edge, first: int, second: int) -> int:
        (aq, ar), (bq, br) = edge
        here, step = (first, (bq - aq, br - ar)) if first != NOWHERE else (second, (aq - bq, ar - br))
        return self.grid.side(here, self.grid.axial_steps.index(step))

    def _regions(self, placed: Mapping[Axial, int]) -> None:
        joined: dict[str, set[int]] = {}
        for at, h in placed.items():
            for key in self.clip.cells[at].regions & self.map.regions.keys():
                joined.setdefault(key, set()).add(h)
        if joined:
            self.changes.regions = {
                key: replace(region, hexes=region.hexes | joined.get(key, set()))
                for key, region in self.map.regions.items()
            }


def _mapped(clip: Clip, place: Callable[[Axial], Axial], label: Callable[[Label], Label]) -> Clip:
    """The clip with every place and place name carried over."""

    def edge(old: Edge) -> Edge:
        return _edge(place(old[0]), place(old[1]))

    return Clip(
        clip.orientation,
        {place(at): replace(cell, labels=tuple(label(old) for old in cell.labels)) for at, cell in clip.cells.items()},
        {
            edge(old): {kind: None if high is None else place(high) for kind, high in kinds.items()}
            for old, kinds in clip.hexsides.items()
        },
        {edge(old): kinds for old, kinds in clip.paths.items()},
    )


def _edge(a: Axial, b: Axial) -> Edge:
    return (a, b) if a < b else (b, a)


def covered(grid: Grid, clip: Clip, anchor: int) -> list[int]:
    """The hexes of a map that a clip covers when its anchor lies on the hex ``anchor``."""
    q, r = grid.axial(anchor)
    return [h for dq, dr in clip.cells if (h := grid.from_axial(q + dq, r + dr)) != NOWHERE]


def middle(grid: Grid, hexes: Sequence[int]) -> int:
    """The one of some hexes that lies nearest to their middle."""
    points = [grid.lattice(h) for h in hexes]
    x, y = (sum(axis) / len(points) for axis in zip(*points, strict=True))
    weight = (1, 3) if grid.flat else (3, 1)
    off = [weight[0] * (px - x) ** 2 + weight[1] * (py - y) ** 2 for px, py in points]
    return hexes[off.index(min(off))]
