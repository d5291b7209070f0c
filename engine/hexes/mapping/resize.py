"""Making a map larger or smaller: what it becomes, and what falls off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from engine.errors import HexwrightError
from engine.hexes.board.battlemap import BattleMap, Label
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec, Orientation


class Anchor(StrEnum):
    """Which part of a map stays where it is when the map's size changes."""

    NORTH_WEST = "nw"
    NORTH = "n"
    NORTH_EAST = "ne"
    WEST = "w"
    CENTRE = "c"
    EAST = "e"
    SOUTH_WEST = "sw"
    SOUTH = "s"
    SOUTH_EAST = "se"

    def added(self, old_columns: int, old_rows: int, columns: int, rows: int) -> tuple[int, int]:
        """How many columns come on the left and rows on top (fewer than none: go) for a new size."""
        wider, higher = columns - old_columns, rows - old_rows
        left = 0 if "w" in self else wider if "e" in self else wider // 2
        top = 0 if "n" in self else higher if "s" in self else higher // 2
        return left, top


@dataclass(frozen=True, slots=True)
class Fallen:
    """Something that a smaller map has no room for."""

    layer: str
    """``terrain``, ``elevation``, ``features``, ``hexsides``, ``paths``, ``names`` or ``regions``, as in a file."""
    what: str
    """The kind, level, place name or region."""
    at: str
    """The name of the hex or hexside on the old map."""

    def __str__(self) -> str:
        return f"{self.what} at {self.at}"


@dataclass(frozen=True, slots=True)
class Resized:
    """A map of another size, and what became of the old one."""

    map: BattleMap
    fallen: list[Fallen]
    moved: list[int]
    """For each hex of the old map its hex on the new one, or NOWHERE."""

    def renamed(self, old: BattleMap) -> dict[str, str]:
        """New names by old name, of the hexes that are still there under another name."""
        names = ((old.grid.name(h), self.map.grid.name(n)) for h, n in enumerate(self.moved) if n != NOWHERE)
        return {before: after for before, after in names if before != after}


def resized(
    battle_map: BattleMap, columns: int, rows: int, *, left: int = 0, top: int = 0, keep_numbers: bool = True
) -> Resized:
    """The map with another number of columns and rows. The old map is left as it was.

    ``left`` columns and ``top`` rows are added there, or taken away where negative; the rest of the
    difference is made on the right and at the bottom. ``Anchor.added`` works them out. The hexes lie to each
    other as before; with ``keep_numbers`` they keep their numbers, else the new first hex takes the number of
    the old first one. New hexes are of base terrain. Raises HexwrightError when the numbers would fall
    below 0 (below A for letters), or for a size that is none.
    """
    old = battle_map.grid
    grid = Grid(resized_spec(old.spec, columns, rows, left, top, keep_numbers))
    moved = [NOWHERE] * old.size
    terrain = [battle_map.palette.base_terrain] * grid.size
    elevation = [0] * grid.size
    for row in range(max(0, -top), min(old.rows, rows - top)):
        for column in range(max(0, -left), min(old.columns, columns - left)):
            h, n = row * old.columns + column, (row + top) * columns + column + left
            terrain[n], elevation[n] = battle_map.terrain[h], battle_map.elevation[h]
            if n in grid:
                moved[h] = n
    new = replace(
        battle_map,
        grid=grid,
        terrain=terrain,
        elevation=elevation,
        features={},
        hexsides={},
        paths={},
        labels=[],
        regions={},
        legend=dict(battle_map.legend),
    )
    fallen = list(_move_contents(battle_map, new, moved))
    _move_underlay(battle_map, new, moved)
    return Resized(new, fallen, moved)


def _move_underlay(old: BattleMap, new: BattleMap, moved: list[int]) -> None:
    """The picture stays under the hexes that stay, furniture where it stood from them, and hexes where they lie on the
    globe."""
    stays = next((h for h in old.grid.hexes if moved[h] != NOWHERE), NOWHERE)
    if stays == NOWHERE:
        return
    (x, y), (nx, ny) = old.grid.centre(stays), new.grid.centre(moved[stays])
    underlays = tuple(picture.moved(nx - x, ny - y) for picture in old.look.underlays)
    furniture = tuple(item.moved(nx - x, ny - y) for item in old.look.furniture)
    geo = old.look.geo and old.look.geo.moved(nx - x, ny - y)
    coast = old.look.coast and old.look.coast.moved(nx - x, ny - y)
    new.look = replace(old.look, underlays=underlays, furniture=furniture, geo=geo, coast=coast)


def resized_spec(spec: GridSpec, columns: int, rows: int, left: int, top: int, keep_numbers: bool) -> GridSpec:
    """The grid of another size on which hexes lie to each other as they did; see `resized`."""
    void = frozenset((column + left, row + top) for column, row in spec.void)
    phase = (spec.phase + (left if spec.orientation is Orientation.FLAT else top)) & 1
    made = replace(spec, columns=columns, rows=rows, void=void).with_phase(phase)
    if not keep_numbers:
        # The same columns (or rows) stay shifted, but their numbers may now be odd where they were even.
        return made
    (now, line), (before, above) = made.numbers(left, top), spec.numbers(0, 0)
    first_column, first_row = made.first_column + before - now, made.first_row + above - line
    if first_column < 0 or first_row < 0:
        raise HexwrightError("there are no hex numbers below 0 for the new hexes: let the map be renumbered")
    return replace(made, first_column=first_column, first_row=first_row).with_phase(phase)


def _move_contents(old: BattleMap, new: BattleMap, moved: list[int]) -> Iterator[Fallen]:
    """Carry over all but terrain and elevation; yields what falls off, hexes first."""
    grid, base = old.grid, old.palette.base_terrain
    for h in grid.hexes:
        if moved[h] == NOWHERE:
            if old.terrain[h] != base:
                yield Fallen("terrain", old.terrain[h], grid.name(h))
            if old.elevation[h]:
                yield Fallen("elevation", f"level {old.elevation[h]}", grid.name(h))
    for h, features in sorted(old.features.items()):
        if moved[h] == NOWHERE:
            yield from (Fallen("features", feature, grid.name(h)) for feature in features)
        else:
            new.features[moved[h]] = features
    yield from _move_sides(old, new, moved)
    for label in old.labels:
        if moved[label.at] == NOWHERE:
            yield Fallen("names", label.text, grid.name(label.at))
        else:
            new.labels.append(_at(label, moved[label.at]))
    for key, region in old.regions.items():
        left = frozenset(moved[h] for h in region.hexes) - {NOWHERE}
        yield from (
            Fallen("regions", region.name or key, grid.name(h)) for h in sorted(region.hexes) if moved[h] == NOWHERE
        )
        if left or not region.hexes:
            new.regions[key] = replace(region, hexes=left)


def _move_sides(old: BattleMap, new: BattleMap, moved: list[int]) -> Iterator[Fallen]:
    """Carry over what lies on hexsides and crosses them, where at least one hex of the side stays."""
    grid = old.grid
    for side, kinds in sorted(old.hexsides.items()):
        there = _moved_side(grid, new.grid, moved, side)
        for kind, high in kinds.items():
            if there == NOWHERE or (high != NOWHERE and moved[high] == NOWHERE):
                yield Fallen("hexsides", kind, grid.side_name(side))
            else:
                new.hexsides.setdefault(there, {})[kind] = NOWHERE if high == NOWHERE else moved[high]
    for side, paths in sorted(old.paths.items()):
        there = _moved_side(grid, new.grid, moved, side)
        if there == NOWHERE:
            yield from (Fallen("paths", path, grid.side_name(side)) for path in sorted(paths))
        else:
            new.paths[there] = paths


def _moved_side(old: Grid, new: Grid, moved: list[int], side: int) -> int:
    for h in old.side_hexes(side):
        if h != NOWHERE and moved[h] != NOWHERE:
            return new.side(moved[h], next(d for d in range(6) if old.side(h, d) == side))
    return NOWHERE


def _at(label: Label, h: int) -> Label:
    return replace(label, at=h)
