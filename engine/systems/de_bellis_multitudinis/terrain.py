"""Chapter 5: terrain: classes of hills, what a list has to allow, feature equivalents, and where pieces may lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import dist
from typing import Final, NamedTuple

import shapely

from engine.plural import in_series
from engine.systems.de_bellis_multitudinis.armies import army_of
from engine.systems.de_bellis_multitudinis.army_lists import ArmyList
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.going import of_patch, worst
from engine.tables.ground import GroundPatch, polygon_of
from engine.tables.table import HILL, TOWN, WATERWAY, TableArea, TableLine, TableWall

GENTLE: Final = "H(G)"
STEEP: Final = "H(S)"
"""The two classes of hills (5.4)."""
CODES: Final[Mapping[str, str]] = {
    "wood": "Wd",
    "orchard": "O",
    "vineyard": "V",
    "marsh": "M",
    "dunes": "D",
    "gully": "G",
    "town": "BUA",
    "waterway": "WW",
    "river": "Rv",
    "road": "Rd",
    "brush": "RGo",
    "rocky": "RGo",
    "boggy": "RGo",
    "fields": "F",
    "enclosed": "E",
    "beach": "B",
    "pf": "PF",
    "tf": "TF",
}
"""How army lists call each kind of feature."""
COVER_CODES: Final[Mapping[str, str]] = {
    "brushy": "RGo",
    "rocky": "RGo",
    "boggy": "RGo",
    "wooded": "Wd",
    "orchard": "O",
    "vine": "V",
}
"""What a list needs besides H(S) for each cover of a hill; nothing for terraces (5.4)."""
ROAD_AND_HILLS: Final = "road and hills"
"""The invader's option of a road and two or three hills that are steep all over (5.4)."""
HILLS_OF_OPTION: Final = (2, 3)
WIDEST_OPEN: Final = 750
"""Paces across beyond which a town on a hill has permanent fortifications round it (5.6)."""
_NEAR: Final = 1.0
"""Paces within which areas touch."""
_ON: Final = 0.9
"""The part of the smaller of a town and its hill that lies on the other: as much as can be, outlines being what they
are (5.6)."""
_PROMONTORY: Final = 0.25
"""The part of a hill in the water that makes it a promontory (5.8)."""


class TerrainFault(NamedTuple):
    """What is wrong with the terrain of a battle."""

    rule: str
    reason: str
    keys: tuple[str, ...]


# -- what a piece is ----------------------------------------------------------------------------------------------


def slopes(area: TableArea) -> list[tuple[str, str]]:
    """Slope and cover of a hill and of each of its parts."""
    own = (area.slope or "gentle", area.cover or "bare")
    return [own, *((part.slope, part.cover) for part in area.parts)]


def hill_class(area: TableArea) -> str:
    """The class of a hill: H(G) where all of it is gentle and bare, else H(S) (5.4)."""
    return GENTLE if set(slopes(area)) == {("gentle", "bare")} else STEEP


def class_of(piece: TableArea | TableLine | TableWall) -> str:
    """How an army list calls a piece of terrain; a town with a hill is a town (5.6)."""
    if piece.kind == HILL and isinstance(piece, TableArea):
        return hill_class(piece)
    return CODES.get(piece.kind, piece.kind)


def needs(piece: TableArea | TableLine | TableWall) -> list[str]:
    """What a defender's list has to allow for a piece: of a hill its class, and what covers it (5.4)."""
    found = [class_of(piece)]
    if piece.kind == HILL and isinstance(piece, TableArea):
        found += [COVER_CODES[cover] for _, cover in slopes(piece) if cover in COVER_CODES]
    return list(dict.fromkeys(found))


def going_of(field: DbmField, piece: TableArea | TableLine | TableWall) -> str:
    """The worst going of a piece, for troops on land."""
    if piece.kind == HILL and isinstance(piece, TableArea):
        return worst(of_patch(field, GroundPatch(piece.key, HILL, slope, cover)) for slope, cover in slopes(piece))
    return field.tables.going.rows.get(piece.kind, "good")


def partner(field: DbmField, piece: TableArea) -> TableArea | None:
    """The hill of a town, or the town on a hill (5.6); None for none."""
    areas = field.table.areas
    if piece.joined:
        return areas.get(piece.joined)
    return next((other for other in areas.values() if other.joined == piece.key), None)


def piece_of(field: DbmField, key: str) -> TableArea | TableLine | TableWall | None:
    """The area or line with a key; None for none."""
    return field.table.areas.get(key) or field.table.lines.get(key)


def equivalents(field: DbmField, piece: TableArea | TableLine | TableWall) -> float:
    """The feature equivalents of a piece: its own or the usual ones; a town and its hill together are their sum (5.6),
    and what a defender has to place is half of that, not rounded (5.3)."""
    total = _usual(field, piece)
    other = partner(field, piece) if isinstance(piece, TableArea) else None
    if other is not None:
        total += _usual(field, other)
    return total / 2 if _is_halved(field, piece) else total


def _usual(field: DbmField, piece: TableArea | TableLine | TableWall) -> float:
    table = field.tables.equivalents
    return piece.fe if piece.fe is not None else table.rows.get(piece.kind, table.other)


def _is_halved(field: DbmField, piece: TableArea | TableLine | TableWall) -> bool:
    """Whether a piece counts half: it is compulsory and the defender's. The town that a compulsory waterway wants is
    not compulsory (5.7), unless the list has it so."""
    if not piece.compulsory or piece.placed != "defender":
        return False
    if piece.kind != TOWN or not _has_compulsory_waterway(field):
        return True
    army = army_of(field, 1 - field.invader)
    return army is not None and CODES[TOWN] in due(army, field.special.terrain.chosen)


def _has_compulsory_waterway(field: DbmField) -> bool:
    areas = field.table.areas.values()
    return any(area.kind == WATERWAY and area.compulsory and area.placed == "defender" for area in areas)


def due(army: ArmyList, chosen: int) -> list[str]:
    """What an army has to place when it defends: what its list says, and the option that was chosen, from 1 (25.5)."""
    options = army.terrain.options
    return [*army.terrain.compulsory, *(options[chosen - 1] if 0 < chosen <= len(options) else ())]


def allowed(army: ArmyList) -> set[str]:
    """All that a list allows its army to place: what is compulsory is allowed even where the rules would want other
    pieces with it (5.2)."""
    terrain = army.terrain
    return {*terrain.compulsory, *terrain.optional, *(code for option in terrain.options for code in option)}


# -- what is wrong ------------------------------------------------------------------------------------------------


def faults(field: DbmField) -> Iterator[TerrainFault]:
    """Everything that is wrong with the terrain of a battle."""
    yield from _road_faults(field)
    yield from _needs_faults(field)
    yield from _option_faults(field)
    for town in field.table.areas.values():
        hill = partner(field, town) if town.kind == TOWN else None
        if hill is not None:
            yield from _town_faults(field, town, hill)
    yield from _beach_faults(field)


def _road_faults(field: DbmField) -> Iterator[TerrainFault]:
    """A road that the invader placed stays in the centre sectors (5.1)."""
    low, high = field.table.thirds
    for key, line in field.table.courses.items():
        outside = any(not low <= x <= high for x, _ in line.course)
        if line.kind == "road" and line.placed == "invader" and outside:
            yield TerrainFault("5.1", f"the invader's road {key} leaves the centre sectors", (key,))


def _needs_faults(field: DbmField) -> Iterator[TerrainFault]:
    """The defender places what his list allows (5.4); only where he has a list."""
    army = army_of(field, 1 - field.invader)
    if army is None:
        return
    have = allowed(army)
    pieces: list[TableArea | TableLine] = [*field.table.areas.values(), *field.table.courses.values()]
    for piece in pieces:
        if piece.placed != "defender" or (piece.compulsory and class_of(piece) in have):
            continue
        missing = [code for code in needs(piece) if code not in have]
        if missing:
            said = f"{piece.key} needs {in_series(missing)}, which the list of {army.name} does not allow"
            yield TerrainFault("5.4", said, (piece.key,))


def _option_faults(field: DbmField) -> Iterator[TerrainFault]:
    """An invader who chose a road and hills places two or three of these, steep all over (5.4)."""
    if field.special.terrain.option.strip().casefold() != ROAD_AND_HILLS:
        return
    hills = [area for area in field.table.areas.values() if area.kind == HILL and area.placed == "invader"]
    least, most = HILLS_OF_OPTION
    if not least <= len(hills) <= most:
        said = f"the invader chose a road and {least} or {most} hills, and placed {len(hills)} hills"
        yield TerrainFault("5.4", said, tuple(hill.key for hill in hills))
    for hill in hills:
        if any(slope != "steep" for slope, _ in slopes(hill)):
            said = f"the invader's hill {hill.key} is not steep all over"
            yield TerrainFault("5.4", said, (hill.key,))


def _town_faults(field: DbmField, town: TableArea, hill: TableArea) -> Iterator[TerrainFault]:
    """A town with a hill: on one another, in one sector, walled if it is large, at the water if the pair is (5.6)."""
    keys = (town.key, hill.key)
    table = field.table
    if hill.compulsory and not town.compulsory:
        yield TerrainFault("5.6", f"{hill.key} with its town {town.key} cannot be a compulsory hill", keys)
    across = max(dist(first, second) for first in town.edge for second in town.edge)
    walled = any(wall.kind == "pf" and wall.encloses == town.key for wall in table.walls.values())
    if across > WIDEST_OPEN and not walled:
        said = f"{town.key} is {across:.0f} paces across; beyond {WIDEST_OPEN} it needs permanent fortifications"
        yield TerrainFault("5.6", said, keys)
    if len(sectors(field, town) | sectors(field, hill)) > 1:
        yield TerrainFault("5.6", f"{town.key} and its hill {hill.key} are not in one sector", keys)
    one, two = polygon_of(town.edge), polygon_of(hill.edge)
    if one.intersection(two).area < _ON * min(one.area, two.area):
        yield TerrainFault("5.6", f"{town.key} and its hill {hill.key} do not overlap as far as they can", keys)
    waters = [area for area in table.areas.values() if area.kind == WATERWAY]
    for water in waters:
        shape = polygon_of(water.edge)
        if two.distance(shape) <= _NEAR < one.distance(shape):
            said = f"{hill.key} touches the waterway {water.key}, and its town {town.key} does not"
            yield TerrainFault("5.6", said, (*keys, water.key))


def sectors(field: DbmField, area: TableArea) -> set[int]:
    """The sectors that an area reaches into by more than a pace."""
    inner = polygon_of(area.edge).buffer(-_NEAR)
    table = field.table
    width, height = table.size[0] / 3, table.size[1] / 2
    found = set()
    for row in range(2):
        for column in range(3):
            box = shapely.box(column * width, row * height, (column + 1) * width, (row + 1) * height)
            if inner.intersects(box):
                found.add(3 * row + column + 1)
    return found


def _beach_faults(field: DbmField) -> Iterator[TerrainFault]:
    """A hill leaves the beach along a waterway free, unless it is a promontory (5.8)."""
    areas = field.table.areas.values()
    for hill in (area for area in areas if area.kind == HILL):
        shape = polygon_of(hill.edge)
        for water in (area for area in areas if area.kind == WATERWAY):
            edge = polygon_of(water.edge)
            if shape.distance(edge) > _NEAR or shape.intersection(edge).area >= _PROMONTORY * shape.area:
                continue
            said = f"{hill.key} covers the beach of the waterway {water.key}; leave good going between them"
            yield TerrainFault("5.8", said, (hill.key, water.key))
