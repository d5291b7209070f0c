"""Changes of single things on a table, as commands: other points, another place, another order, away with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from editor.dialogs.forms import is_key
from editor.tables.commands.edit_table import EditTable
from editor.tables.things import LABELS, LINES, REGIONS, Thing, area_of, line_of, points_of, said_of
from engine.errors import HexwrightError
from engine.tables.smooth import Outline, Point
from engine.tables.table import Table, TableArea, TableLine, TableWall

V = TypeVar("V")


def with_points(table: Table, thing: Thing, points: Outline, stroke: int = 0, text: str = "") -> EditTable:
    """Give a thing other points; the outside of a fortification follows its inside."""
    named = text or f"Reshape {said_of(table, thing)}"
    area, line = area_of(table, thing), line_of(table, thing)
    if area is not None:
        return put_area(table, replace(area, outline=points), named, stroke)
    if isinstance(line, TableLine):
        return put_line(table, replace(line, line=points), named, stroke)
    if isinstance(line, TableWall):
        return put_line(table, replace(line, inside=points, outside=_follow(line, points)), named, stroke)
    region = table.regions[thing.key]
    return EditTable(named, regions={**table.regions, thing.key: replace(region, outline=points)}, stroke=stroke)


def _follow(wall: TableWall, inside: Outline) -> Outline:
    """The outside of a fortification whose inside is changed: points that are moved take theirs along."""
    if len(inside) == len(wall.inside) == len(wall.outside):
        steps = [(now[0] - old[0], now[1] - old[1]) for now, old in zip(inside, wall.inside, strict=True)]
        return tuple((x + dx, y + dy) for (x, y), (dx, dy) in zip(wall.outside, steps, strict=True))
    dx = wall.outside[0][0] - wall.inside[0][0]
    dy = wall.outside[0][1] - wall.inside[0][1]
    return tuple((x + dx, y + dy) for x, y in inside)


def with_point(table: Table, thing: Thing, at: int, point: Point, stroke: int = 0) -> EditTable:
    """Add a point to a thing, before the one of this number."""
    points = points_of(table, thing)
    return with_points(
        table, thing, (*points[:at], point, *points[at:]), stroke, f"Add point to {said_of(table, thing)}"
    )


def without_point(table: Table, thing: Thing, at: int, stroke: int = 0) -> EditTable:
    """Take a point of a thing away."""
    points = points_of(table, thing)
    text = f"Remove point of {said_of(table, thing)}"
    return with_points(table, thing, (*points[:at], *points[at + 1 :]), stroke, text)


def moved(table: Table, thing: Thing, dx: int, dy: int, stroke: int = 0) -> EditTable:
    """Move a thing by this many paces."""

    def all_of(points: Outline) -> Outline:
        return tuple((x + dx, y + dy) for x, y in points)

    text = f"Move {said_of(table, thing)}"
    area, line = area_of(table, thing), line_of(table, thing)
    if thing.layer == LABELS:
        labels = list(table.labels)
        label = labels[int(thing.key)]
        labels[int(thing.key)] = replace(label, at=(label.at[0] + dx, label.at[1] + dy))
        return EditTable(text, labels=labels, stroke=stroke)
    if area is not None:
        parts = tuple(replace(part, outline=all_of(part.outline)) for part in area.parts)
        there = replace(area, outline=all_of(area.outline), crest=all_of(area.crest), parts=parts)
        return put_area(table, there, text, stroke)
    if isinstance(line, TableLine):
        return put_line(table, replace(line, line=all_of(line.line)), text, stroke)
    if isinstance(line, TableWall):
        wall = replace(line, inside=all_of(line.inside), outside=all_of(line.outside), gates=all_of(line.gates))
        return put_line(table, wall, text, stroke)
    region = table.regions[thing.key]
    regions = {**table.regions, thing.key: replace(region, outline=all_of(region.outline))}
    return EditTable(text, regions=regions, stroke=stroke)


def put_area(table: Table, area: TableArea, text: str, stroke: int = 0) -> EditTable:
    """Put an area in the place of the one with its key."""
    return EditTable(text, areas={**table.areas, area.key: area}, stroke=stroke)


def put_line(table: Table, line: TableLine | TableWall, text: str, stroke: int = 0) -> EditTable:
    """Put a line in the place of the one with its key."""
    return EditTable(text, lines={**table.lines, line.key: line}, stroke=stroke)


def rekeyed(table: Table, thing: Thing, key: str) -> EditTable:
    """Give an area or a line another key; what names it by its key follows: a town on a hill, a fortification around
    an area. Raises HexwrightError where the key is taken or cannot be one."""
    if not is_key(key) or key in table.areas or key in table.lines:
        raise HexwrightError(f"{key!r} cannot be its key: keys are free, of letters, digits, - and _")
    old, text = thing.key, f"Rename {thing.key}"
    lines = {
        key if k == old and thing.layer == LINES else k: _naming(line, thing, key) for k, line in table.lines.items()
    }
    if thing.layer == LINES:
        return EditTable(text, lines=lines)
    areas = {key if k == old else k: _naming_area(area, old, key) for k, area in table.areas.items()}
    return EditTable(text, areas=areas, lines=lines)


def _naming(line: TableLine | TableWall, thing: Thing, key: str) -> TableLine | TableWall:
    if thing.layer == LINES:
        return replace(line, key=key) if line.key == thing.key else line
    return replace(line, encloses=key) if isinstance(line, TableWall) and line.encloses == thing.key else line


def _naming_area(area: TableArea, old: str, key: str) -> TableArea:
    joined = key if area.joined == old else area.joined
    return replace(area, key=key if area.key == old else area.key, joined=joined)


def removed(table: Table, thing: Thing) -> EditTable:
    """Take a thing off the table."""
    text = f"Delete {said_of(table, thing)}"
    if thing.layer == LABELS:
        return EditTable(text, labels=[label for n, label in enumerate(table.labels) if str(n) != thing.key])
    if thing.layer == REGIONS:
        return EditTable(text, regions=_without(table.regions, thing.key))
    if area_of(table, thing) is not None:
        return EditTable(text, areas=_without(table.areas, thing.key))
    return EditTable(text, lines=_without(table.lines, thing.key))


def _without(held: Mapping[str, V], key: str) -> dict[str, V]:
    return {other: item for other, item in held.items() if other != key}


def raised(table: Table, thing: Thing, by: int) -> EditTable | None:
    """Lay an area or a line over the next one (``by`` 1), or under it (-1); None where it is at that end already."""
    held: Mapping[str, TableArea | TableLine | TableWall] = (
        table.areas if area_of(table, thing) is not None else table.lines
    )
    keys = list(held)
    if thing.key not in keys:
        return None
    at = keys.index(thing.key) + by
    if not 0 <= at < len(keys):
        return None
    keys.remove(thing.key)
    keys.insert(at, thing.key)
    text = f"{'Raise' if by > 0 else 'Lower'} {said_of(table, thing)}"
    if area_of(table, thing) is not None:
        return EditTable(text, areas={key: table.areas[key] for key in keys})
    return EditTable(text, lines={key: table.lines[key] for key in keys})
