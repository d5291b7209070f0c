"""For each check of tables one that raises it, with the data path of what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.formats import load_palette
from engine.tables.smooth import Outline
from engine.tables.table import HillPart, Table, TableArea, TableLine, TableRegion, TableWall
from engine.umpire.checks.subject import Path


def box(x: int, y: int, width: int, height: int) -> Outline:
    """The outline of a rectangle, from its upper left corner on."""
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


HILL = TableArea("hill-1", "hill", box(300, 300, 400, 300))
TOWN = TableArea("town", "town", box(1000, 1000, 300, 300))
WALL = TableWall(
    "wall-1", "pf", ((1000, 1000), (1300, 1000)), ((1000, 960), (1300, 960)), chain="town", encloses="town"
)


def good_table() -> Table:
    """A table with some of everything, and nothing wrong."""
    return with_parts(
        replace(HILL, crest=((400, 400), (500, 450)), parts=(HillPart("steep", "wooded", box(600, 300, 100, 300)),)),
        TableArea("wood-1", "wood", box(1500, 300, 400, 400), smooth=True),
        replace(TOWN, joined="hill-1"),
        TableLine("road-1", "road", ((0, 1200), (3600, 1300))),
        replace(WALL, gates=((1150, 1000), (1150, 961))),
    )


def with_parts(*parts: TableArea | TableLine | TableWall) -> Table:
    """A table with these areas and lines."""
    table = Table(load_palette("table"), "Table")
    for part in parts:
        if isinstance(part, TableArea):
            table.areas[part.key] = part
        else:
            table.lines[part.key] = part
    return table


def with_region(outline: Outline) -> Table:
    table = good_table()
    table.regions["camp"] = TableRegion("camp", "The camp", outline)
    return table


BAD_TABLES: dict[str, tuple[Callable[[], Table], Path]] = {
    "MAP201": (lambda: with_region(((100, 100), (200, 200))), ("regions", "camp", "outline")),
    "MAP202": (
        lambda: with_parts(TableArea("wood-1", "wood", ((100, 100), (500, 500), (500, 100), (100, 500)))),
        ("areas", 0, "outline"),
    ),
    "MAP203": (
        lambda: with_parts(HILL, TableArea("wood-1", "wood", ((3500, 100), (3700, 100), (3700, 300)))),
        ("areas", 1, "outline"),
    ),
    "MAP204": (
        lambda: with_parts(replace(HILL, parts=(HillPart("steep", "bare", box(600, 300, 200, 100)),))),
        ("areas", 0, "parts", 0, "outline"),
    ),
    "MAP205": (lambda: with_parts(replace(HILL, crest=((400, 400), (800, 400)))), ("areas", 0, "crest")),
    "MAP206": (lambda: with_parts(HILL, replace(TOWN, joined="hill-2")), ("areas", 1, "with")),
    "MAP207": (lambda: with_parts(replace(TOWN, slope="steep")), ("areas", 0, "kind")),
    "MAP208": (
        lambda: with_parts(TableArea("wood-1", "wood", box(1100, 1100, 50, 50)), TOWN),
        ("areas", 0, "outline"),
    ),
    "MAP211": (lambda: with_parts(TableLine("road-1", "road", ((100, 100), (100, 100)))), ("lines", 0, "line")),
    "MAP212": (
        lambda: with_parts(TOWN, replace(WALL, outside=((1000, 960), (1300, 900)))),
        ("lines", 0, "outside"),
    ),
    "MAP213": (lambda: with_parts(TOWN, replace(WALL, gates=((1150, 1000), (1150, 900)))), ("lines", 0, "gates")),
    "MAP214": (lambda: with_parts(TOWN, replace(WALL, encloses="twon")), ("lines", 0, "encloses")),
    "MAP216": (lambda: with_parts(TableLine("river-1", "river", ((100, 100), (900, 900)))), ("lines", 0, "line")),
}
