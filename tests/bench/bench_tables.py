"""What a large table costs: reading its file, checking it, finding the ground under bases."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin
from random import Random

from harness import Took, bench, typical

from engine.formats import dump_map, load_palette, load_text
from engine.tables.ground import TableGround
from engine.tables.places import PACE, corners, place
from engine.tables.table import HillPart, Table, TableArea, TableLine, TableWall
from engine.umpire.checks import check_loaded

SIDE = 12_000
AREAS = 2000
LINES = 100
POINTS = 100_000


def _area(number: int, random: Random) -> TableArea:
    """An area of 8 to 16 points around a place; every seventh is a hill with a part."""
    x, y, count = random.randint(200, SIDE - 200), random.randint(200, SIDE - 200), random.randint(8, 16)
    around = ((2 * pi * step / count, random.randint(60, 150)) for step in range(count))
    outline = tuple((x + round(far * cos(turn)), y + round(far * sin(turn))) for turn, far in around)
    key, smooth = f"a-{number}", number % 2 == 0
    if number % 7:
        return TableArea(key, random.choice(["wood", "marsh", "fields", "town"]), outline, smooth)
    part = HillPart("steep", "wooded", ((x - 20, y - 20), (x + 20, y - 20), (x, y + 20)))
    return TableArea(key, "hill", outline, smooth, slope="gentle", crest=((x, y),), parts=(part,))


@cache
def large() -> Table:
    """The largest table there is, with 2,000 areas, 100 roads and 100 fortifications; the same every time."""
    random, table = Random(1), Table(load_palette("table"), "Large", size=(SIDE, SIDE))
    table.areas = {area.key: area for area in (_area(number, random) for number in range(AREAS))}
    for number in range(LINES):
        x, y = random.randint(100, SIDE - 400), random.randint(100, SIDE - 400)
        road = tuple((step * 1000, random.randint(0, SIDE)) for step in range(12))
        edges = ((x, y), (x + 200, y)), ((x, y - 40), (x + 200, y - 40))
        table.lines[f"r-{number}"] = TableLine(f"r-{number}", "road", road, smooth=True)
        table.lines[f"w-{number}"] = TableWall(f"w-{number}", "pf", *edges, gates=((x + 100, y),))
    return table


@bench("read and check a table of 12,000 x 12,000 paces with 2,000 areas", 2, "s")
def whole() -> Took:
    """From the text of the file to the findings."""
    text = dump_map(large())
    return typical(lambda: check_loaded(load_text(text, "large.yaml")), rounds=3)


@bench("refuse an outline of 100,000 points", 2, "s")
def endless() -> Took:
    """From the text of the file to the finding."""
    points = " ".join(f"{number % 1000},{number // 1000}" for number in range(POINTS))
    text = f'format: hexwright-map 1\ntable: {{}}\nareas:\n- {{key: a, kind: wood, outline: "{points}"}}\n'
    return typical(lambda: load_text(text, "endless.yaml"), rounds=3)


@bench("the ground under each of 1,000 bases on that table", 1, "s")
def under() -> Took:
    """The table's ground is worked out before."""
    ground, random = TableGround(large()), Random(2)
    places = [
        place(random.randint(100, SIDE - 100), random.randint(100, SIDE - 100), random.randint(0, 359))
        for _ in range(1000)
    ]
    bases = [corners(where, 40 * PACE) for where in places]

    def find() -> None:
        for base in bases:
            ground.under(base)

    return typical(find, rounds=3)
