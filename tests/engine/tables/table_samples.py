"""Tables for tests."""

from __future__ import annotations

from engine.boards.palette import TABLE_LAYERS, Kind, Palette
from engine.tables.smooth import Outline
from engine.tables.table import HillPart, Table, TableArea, TableLabel, TableLine, TableRegion, TableWall

PALETTE = Palette(
    "bare", "Bare", {layer: {"plain": Kind("plain", layer, "Plain", "#ffffff")} for layer in TABLE_LAYERS}
)
"""A palette that tables can be made with where no kind is looked up."""


def square(x: int, y: int, size: int) -> Outline:
    """The outline of a square, from its upper left corner on."""
    return ((x, y), (x + size, y), (x + size, y + size), (x, y + size))


def sample() -> Table:
    """A table with a hill, whose steep part is wooded, a wood that lies over the hill, and a waterway; a road and a
    river, and a wall with a gate."""
    table = Table(PALETTE, "Sample", size=(1200, 800))
    for area in (
        TableArea("hill-1", "hill", square(100, 100, 300), parts=(HillPart("steep", "wooded", square(300, 100, 200)),)),
        TableArea("wood-1", "wood", square(200, 200, 100)),
        TableArea("sea", "waterway", square(1000, 0, 200)),
    ):
        table.areas[area.key] = area
    for line in (
        TableLine("road-1", "road", ((0, 600), (1200, 600)), width=20),
        TableLine("river-1", "river", ((800, 0), (800, 800))),
        TableWall("wall-1", "pf", ((500, 500), (600, 500)), ((500, 460), (600, 460)), gates=((550, 500),)),
    ):
        table.lines[line.key] = line
    table.labels.append(TableLabel("Zama", (500, 480)))
    table.regions["camp"] = TableRegion("camp", "The camp", square(600, 500, 100))
    return table
