"""What map editing works out before anything is written: changes as plain data, floods, slopes, bridges.

Nothing here writes to a map but ``Changes.write``, which the editor's commands call.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from engine.errors import HexwrightError
from engine.hexes.board.battlemap import BattleMap, Label, Region
from engine.hexes.board.grid import NOWHERE

_Content = TypeVar("_Content", tuple[str, ...], dict[str, int], frozenset[str])


@dataclass(slots=True)
class Changes:
    """What to write to a map. Hexes and hexsides that are not named stay as they are."""

    terrain: dict[int, str] = field(default_factory=dict)
    elevation: dict[int, int] = field(default_factory=dict)
    features: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """Empty for a hex that is to have none."""
    hexsides: dict[int, dict[str, int]] = field(default_factory=dict)
    """All kinds of a hexside; empty for one that is to have none."""
    paths: dict[int, frozenset[str]] = field(default_factory=dict)
    """All kinds that cross a hexside; empty for one that none is to cross."""
    labels: list[Label] | None = None
    """All place names of the map; None where they stay as they are."""
    regions: dict[str, Region] | None = None
    """All regions of the map; None where they stay as they are."""

    def __bool__(self) -> bool:
        """Whether anything is to be written, be it what is there already."""
        layers = (self.terrain, self.elevation, self.features, self.hexsides, self.paths)
        return any(layers) or self.labels is not None or self.regions is not None

    @property
    def hexes(self) -> set[int]:
        """The hexes whose contents are written."""
        return {*self.terrain, *self.elevation, *self.features}

    @property
    def sides(self) -> set[int]:
        """The hexsides that are written."""
        return {*self.hexsides, *self.paths}

    def then(self, later: Changes) -> Changes:
        """These changes with later ones written over them."""
        return Changes(
            {**self.terrain, **later.terrain},
            {**self.elevation, **later.elevation},
            {**self.features, **later.features},
            {**self.hexsides, **later.hexsides},
            {**self.paths, **later.paths},
            self.labels if later.labels is None else later.labels,
            self.regions if later.regions is None else later.regions,
        )

    def write(self, battle_map: BattleMap) -> Changes:
        """Write to a map; returns the changes that take it back."""
        undo = Changes(
            {h: battle_map.terrain[h] for h in self.terrain},
            {h: battle_map.elevation[h] for h in self.elevation},
            {h: battle_map.features.get(h, ()) for h in self.features},
            {side: dict(battle_map.hexsides.get(side, {})) for side in self.hexsides},
            {side: battle_map.paths.get(side, frozenset()) for side in self.paths},
            None if self.labels is None else list(battle_map.labels),
            None if self.regions is None else dict(battle_map.regions),
        )
        for h, key in self.terrain.items():
            battle_map.terrain[h] = key
        for h, level in self.elevation.items():
            battle_map.elevation[h] = level
        for h, features in self.features.items():
            _set(battle_map.features, h, features)
        for side, kinds in self.hexsides.items():
            _set(battle_map.hexsides, side, dict(kinds))
        for side, crossing in self.paths.items():
            _set(battle_map.paths, side, crossing)
        if self.labels is not None:
            battle_map.labels = list(self.labels)
        if self.regions is not None:
            battle_map.regions = dict(self.regions)
        return undo


def _set(layer: dict[int, _Content], key: int, value: _Content) -> None:
    """Layers leave out what is empty."""
    if value:
        layer[key] = value
    else:
        layer.pop(key, None)


def same_terrain_area(battle_map: BattleMap, h: int) -> set[int]:
    """The hexes of one terrain that hang together with ``h``, itself included: what a fill would fill."""
    grid = battle_map.grid
    if h not in grid:
        return set()
    # One byte a place, with a frame of noughts around the map, so that a neighbour is a fixed distance on
    # and needs no check. Places are cleared as they are reached.
    stride, columns, wanted = grid.stride, grid.columns, battle_map.terrain[h]
    open_places = bytearray(stride * (grid.rows + 2))
    for row in range(grid.rows):
        first, frame = row * columns, (row + 1) * stride + 1
        open_places[frame : frame + columns] = bytes(
            [terrain == wanted for terrain in battle_map.terrain[first : first + columns]]
        )
    for void in grid.void:
        open_places[(void // columns + 1) * stride + void % columns + 1] = 0
    steps = [tuple(dr * stride + dc for dc, dr in moves) for moves in grid.moves]
    # The parity of a place, by its column in the frame (flat) or by its row (pointy).
    turn = grid.parity(0) ^ 1
    start = (h // columns + 1) * stride + h % columns + 1
    open_places[start] = 0
    reached = [start]
    for place in reached:
        line = place % stride if grid.flat else place // stride
        for step in steps[(line ^ turn) & 1]:
            if open_places[place + step]:
                open_places[place + step] = 0
                reached.append(place + step)
    return {(place // stride - 1) * columns + place % stride - 1 for place in reached}


def cleared(battle_map: BattleMap, hexes: Iterable[int], *, outer: bool = False) -> Changes:
    """The changes that leave hexes as on a new map: base terrain, low, without features, place names or
    anything on the hexsides between two of them. Their outer hexsides belong to others too, and stay unless
    ``outer`` takes them along."""
    grid, chosen = battle_map.grid, {h for h in hexes if h in battle_map.grid}
    changes = Changes(
        dict.fromkeys(sorted(chosen), battle_map.palette.base_terrain),
        dict.fromkeys(sorted(chosen), 0),
        {h: () for h in sorted(chosen) if h in battle_map.features},
    )
    for h in sorted(chosen):
        for side in (grid.side(h, d) for d in range(6) if outer or grid.neighbour(h, d) in chosen):
            if side in battle_map.hexsides:
                changes.hexsides[side] = {}
            if side in battle_map.paths:
                changes.paths[side] = frozenset()
    if any(label.at in chosen for label in battle_map.labels):
        changes.labels = [label for label in battle_map.labels if label.at not in chosen]
    return changes


def slopes_from_elevation(
    battle_map: BattleMap, kinds: Mapping[int, str], hexes: Collection[int] | None = None
) -> Changes:
    """Slopes where the ground rises: ``kinds`` gives the least step in levels of each kind of hexside, such
    as ``{1: "slope", 3: "cliff"}``.

    Hexsides of these kinds that do not match the elevation are removed. With ``hexes`` only the
    hexsides between two of them are looked at. Raises HexwrightError for a kind that has no high side.
    """
    directional = battle_map.palette.hexsides
    for kind in kinds.values():
        if kind not in directional or not directional[kind].directional:
            raise HexwrightError(f"{kind!r} is not a kind of hexside with a high side in this palette")
    grid, elevation = battle_map.grid, battle_map.elevation
    steps = sorted(kinds, reverse=True)
    chosen = grid.hexes if hexes is None else sorted(h for h in set(hexes) if h in grid)
    within = None if hexes is None else set(chosen)
    changes = Changes()
    for h in chosen:
        for d in range(3):
            n = grid.neighbour(h, d)
            if n == NOWHERE or (within is not None and n not in within):
                continue
            side, rise = grid.side(h, d), elevation[n] - elevation[h]
            step = next((step for step in steps if 0 < step <= abs(rise)), 0)
            old = battle_map.hexsides.get(side, {})
            new = {kind: high for kind, high in old.items() if kind not in kinds.values()}
            if step:
                new[kinds[step]] = n if rise > 0 else h
            if new != old:
                changes.hexsides[side] = dict(sorted(new.items()))
    return changes


def crossings(
    battle_map: BattleMap,
    over: Mapping[str, str],
    water: Collection[str] = ("creek", "river"),
    without: Collection[int] = (),
) -> Changes:
    """Bridges and fords where paths cross water: ``over`` gives the kind of crossing of each kind of path,
    such as ``{"road": "bridge", "trail": "ford"}``; the first that crosses a hexside decides.

    Hexsides that have a crossing already keep it; those in ``without`` get none. Raises HexwrightError for a
    crossing that the palette does not know.
    """
    for kind in over.values():
        if kind not in battle_map.palette.hexsides:
            raise HexwrightError(f"{kind!r} is not a kind of hexside in this palette")
    changes = Changes()
    for side, paths in sorted(battle_map.paths.items()):
        kinds = battle_map.hexsides.get(side, {})
        crossing = next((over[path] for path in over if path in paths), "")
        if (
            crossing
            and side not in without
            and any(kind in kinds for kind in water)
            and not any(kind in kinds for kind in over.values())
        ):
            changes.hexsides[side] = dict(sorted({**kinds, crossing: NOWHERE}.items()))
    return changes
