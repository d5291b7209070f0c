"""The table as a map: places and their spelling, regions, sectors, copies."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from table_samples import PALETTE, sample, square

from engine.boards.board import Board
from engine.boards.look import MapLook
from engine.errors import HexwrightError, NameNotKnown
from engine.tables.places import PACE, place
from engine.tables.table import Table, encloses, smallest, table_of


def test_a_table_is_a_map() -> None:
    table = sample()
    assert isinstance(table, Board)
    assert table_of(table) is table
    assert table.extent == (1200.0, 800.0)
    with pytest.raises(HexwrightError, match="a table without hexes"):
        table_of(object())


def test_places_are_found_in_three_spellings() -> None:
    table = sample()
    assert table.find("900,700/90") == place(900, 700, 90)
    assert table.find("900, 700 facing 12.5") == place(900, 700, 12.5)
    assert table.find("900,700") == place(900, 700, 0)
    assert table.spell(table.parse("900,700 facing 12.5")) == "900,700/12.5"
    assert table.find("1200,800/0") is not None


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("1201,700/0", "there is no place '1201,700/0' on this table; the table goes from 0,0 to 1200,800"),
        ("900,700/360", "; the facing 360 of '900,700/360' is not from 0 to 359.9"),
        ("900,700/12.34", "'900,700/12.34' on this table; write x,y/facing in paces and degrees, such as 900,2000/0"),
        ("L2306", "'L2306' on this table; write x,y/facing in paces and degrees, such as 900,2000/0"),
    ],
)
def test_what_is_no_place_gets_a_hint(text: str, hint: str) -> None:
    table = sample()
    assert table.find(text) is None
    with pytest.raises(NameNotKnown) as refused:
        table.parse(text)
    assert hint in str(refused.value)


def test_places_are_the_same_to_one_pace_and_a_tenth_of_a_degree() -> None:
    table = sample()
    assert table.same("900,700/0", "901,699 facing 359.9")
    assert not table.same("900,700/0", "902,700/0")
    assert not table.same("900,700/0", "900,700/0.2")
    assert not table.same("900,700/0", "nowhere")
    assert table.distance(place(0, 0, 0), place(30, 40, 90)) == 50


def test_a_place_is_said_with_the_name_that_is_there() -> None:
    table = sample()
    assert table.spoken(place(510, 490, 90)) == "Zama (510,490/90)"
    assert table.spoken(place(560, 480, 90)) == "560,480/90"


def test_a_region_holds_the_places_inside_it() -> None:
    table = sample()
    camp = table.area("camp")
    assert place(650, 550, 45) in camp
    assert place(700, 600, 0) in camp
    assert place(599, 550, 45) not in camp
    assert "650,550/45" not in camp
    assert len(camp) == 4
    assert place(600, 500, 0) in list(camp)
    assert list(table.area("650,550/45")) == [place(650, 550, 45)]
    assert list(table.area("nowhere")) == []


def test_sectors_are_thirds_and_halves() -> None:
    table = sample()
    assert table.thirds == (400, 800)
    spots = [(0, 0), (399, 399), (400, 0), (799, 0), (800, 0), (1200, 0), (0, 400), (600, 400), (1200, 800)]
    assert [table.sector(spot) for spot in spots] == [1, 1, 2, 2, 3, 3, 4, 5, 6]


def test_a_copy_has_containers_of_its_own() -> None:
    table = sample()
    copy = table.copy()
    assert copy == table
    copy.areas.pop("wood-1")
    copy.lines.clear()
    copy.labels.clear()
    copy.regions.clear()
    assert table == sample()


def test_a_bare_table_has_nothing_that_is_only_drawn_or_read() -> None:
    table = sample()
    table.look = MapLook(seed=7)
    table.provenance = "by hand"
    bare = table.bare()
    assert (bare.look, bare.labels, bare.provenance) == (MapLook(), [], "")
    assert bare.regions["camp"].colour == ""
    assert bare.areas == table.areas
    assert bare == sample().bare()


def test_walls_and_courses_are_told_apart() -> None:
    table = sample()
    assert list(table.walls) == ["wall-1"]
    assert list(table.courses) == ["road-1", "river-1"]
    assert [table.width_of(line) for line in table.courses.values()] == [20, 40]


def test_the_smallest_table_is_as_small_as_tables_may_be() -> None:
    assert smallest(PALETTE).size == (600, 600)


@given(st.integers(-10, 210), st.integers(-10, 210))
def test_an_outline_encloses_what_is_inside_it_and_its_edge(x: int, y: int) -> None:
    assert encloses(square(0, 0, 200), x, y) == (0 <= x <= 200 and 0 <= y <= 200)
    corner = ((0, 0), (200, 0), (200, 100), (100, 100), (100, 200), (0, 200))
    assert encloses(corner, x, y) == (0 <= x <= 200 and 0 <= y <= 200 and (x <= 100 or y <= 100))


def test_places_of_a_list_are_bounded() -> None:
    table = sample()
    assert table.places == 10_001
    assert Table(PALETTE).find(f"{PACE * 99},0/0") is None
