"""The ground on top: at points, under bases, on their way; hills and their crests; water."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from table_samples import PALETTE, sample, square

from engine.tables.ground import GroundPatch, TableGround
from engine.tables.places import PACE, TablePoint, corners, place
from engine.tables.table import Table, TableArea, TableLine, encloses

PLAIN = GroundPatch("", "plain", "", "")
HILL = GroundPatch("hill-1", "hill", "gentle", "bare")
STEEP = GroundPatch("hill-1", "hill", "steep", "wooded")
WOOD = GroundPatch("wood-1", "wood", "", "")


def base(x: float, y: float, facing: float = 0, depth: int = 40) -> list[TablePoint]:
    return list(corners(place(x, y, facing), depth * PACE))


def test_the_topmost_area_counts_at_a_point() -> None:
    ground = TableGround(sample())
    assert ground.at(50, 50) == PLAIN
    assert ground.at(150, 150) == HILL
    assert ground.at(350, 150) == STEEP
    assert ground.at(250, 250) == WOOD
    # A part ends where its hill ends.
    assert ground.at(450, 150) == PLAIN


@pytest.mark.parametrize(
    ("where", "patches"),
    [
        (base(60, 60), (PLAIN,)),
        (base(250, 220), (WOOD,)),
        (base(250, 180), (WOOD, HILL)),
        (base(300, 150), (STEEP, HILL)),
        # Rear edges on the hill's edge, half a pace over it, and more.
        (base(250, 60), (PLAIN,)),
        (base(250, 60.4), (PLAIN,)),
        (base(250, 61), (HILL, PLAIN)),
        (base(60.4, 200), (PLAIN,)),
        (base(60.7, 200), (HILL, PLAIN)),
    ],
)
def test_a_base_touches_what_it_lies_over_by_more_than_half_a_pace(
    where: list[TablePoint], patches: tuple[GroundPatch, ...]
) -> None:
    assert TableGround(sample()).under(where) == patches


def test_what_is_crossed_lies_between_the_first_and_the_last_place() -> None:
    ground = TableGround(sample())
    assert ground.crossed(base(250, 340), base(250, 150)) == (WOOD, HILL)
    assert ground.crossed(base(500, 100), base(900, 100, 90)) == (PLAIN,)


def test_roads_and_rivers_are_found_at_their_width() -> None:
    ground = TableGround(sample())
    assert ground.courses_under(base(800, 600)) == ("road-1", "river-1")
    assert ground.courses_under(base(400, 549.7)) == ()
    assert ground.courses_under(base(400, 551)) == ("road-1",)
    assert ground.courses_under(base(400, 610.4)) == ()


def test_lines_have_polygons_as_areas_have() -> None:
    ground = TableGround(sample())
    assert ground.polygon("road-1").bounds == (0, 590, 1200, 610)
    assert ground.polygon("wall-1").area == 4000
    assert ground.polygon("wood-1").area == 10_000
    with pytest.raises(KeyError):
        ground.polygon("nothing")


def test_water_and_impassable_ground_are_what_can_be_seen_of_them() -> None:
    table = sample()
    table.areas["beach"] = TableArea("beach", "beach", square(1000, 100, 100))
    ground = TableGround(table)
    assert ground.water.area == 200 * 200 - 100 * 100
    assert ground.impassable.is_empty
    table.areas["sea-2"] = TableArea("sea-2", "waterway", square(1100, 100, 200))
    assert TableGround(table).water.area == 200 * 200 - 100 * 100 + 200 * 200 - 100 * 100


def test_a_hill_is_found_under_what_lies_on_it() -> None:
    ground = TableGround(sample())
    assert ground.hill_at(250, 250) == "hill-1"
    assert ground.hill_at(450, 150) == ""


def test_a_crest_is_a_line_a_point_or_the_middle() -> None:
    table = Table(PALETTE, size=(1200, 800))
    for key, crest in (("line", ((100, 200), (300, 200))), ("point", ((150, 150),)), ("none", ())):
        table.areas[key] = TableArea(key, "hill", square(100, 100, 200), crest=crest)
    ground = TableGround(table)
    assert ground.crest_distance("line", 250, 260) == 60
    assert ground.crest_distance("point", 180, 190) == 50
    assert ground.crest_distance("none", 200, 230) == 30


def test_outlines_that_enclose_nothing_are_no_ground() -> None:
    table = Table(PALETTE, size=(1200, 800))
    table.areas["line"] = TableArea("line", "wood", ((100, 100), (200, 100), (300, 100)))
    table.areas["none"] = TableArea("none", "wood", ())
    table.areas["crossed"] = TableArea("crossed", "wood", ((400, 100), (500, 200), (500, 100), (400, 200)))
    table.lines["dot"] = TableLine("dot", "road", ((5, 5), (5, 5)))
    ground = TableGround(table)
    assert ground.at(150, 100) == PLAIN
    assert ground.under(base(150, 90)) == (PLAIN,)
    assert ground.at(420, 150).area == ground.at(480, 150).area == "crossed"
    assert ground.at(450, 110) == PLAIN
    assert ground.courses_under(base(5, 5)) == ()


coordinates = st.integers(0, 400)
squares = st.lists(st.tuples(coordinates, coordinates, st.integers(1, 200)), max_size=8)


@given(squares, coordinates, coordinates)
def test_the_last_area_that_encloses_a_point_is_the_one_there(
    places: list[tuple[int, int, int]], x: int, y: int
) -> None:
    table = Table(PALETTE, size=(1200, 800))
    for number, (left, top, size) in enumerate(places):
        table.areas[f"a-{number}"] = TableArea(f"a-{number}", "wood", square(left, top, size))
    inside = [key for key, area in table.areas.items() if encloses(area.edge, x + 0.5, y + 0.5)]
    assert TableGround(table).at(x + 0.5, y + 0.5).area == (inside[-1] if inside else "")


@given(squares, coordinates, coordinates, st.integers(0, 359))
def test_what_is_at_a_point_of_a_base_is_under_it(places: list[tuple[int, int, int]], x: int, y: int, f: int) -> None:
    table = Table(PALETTE, size=(1200, 800))
    for number, (left, top, size) in enumerate(places):
        table.areas[f"a-{number}"] = TableArea(f"a-{number}", "wood", square(left, top, size))
    ground = TableGround(table)
    where = place(x, y, f)
    seen = ground.under(corners(where, 40 * PACE))
    assert len(set(seen)) == len(seen) > 0
    inner = where.at(-20 * PACE, 0)
    here = ground.at(inner.x / PACE + 0.3, inner.y / PACE + 0.3)
    assert here in seen
