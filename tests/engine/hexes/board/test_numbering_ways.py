"""Numbers that slant or descend, and letters for rows: every hex keeps a name of its own that reads back."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from engine.errors import HexwrightError
from engine.formats import load_palette
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec, Orientation, Parity
from engine.hexes.board.numbering import Columns, Descending, Numbering, Slant
from engine.hexes.mapping.renumber import renumbered
from engine.hexes.mapping.resize import resized

WAYS = list(product(Orientation, Parity, Slant, Descending))


def grid(way: tuple[Orientation, Parity, Slant, Descending], columns: int = 6, rows: int = 5, **named: object) -> Grid:
    orientation, shifted, slant, descending = way
    numbering = Numbering(slant=slant, descending=descending, **named)  # type: ignore[arg-type]
    return Grid(GridSpec(columns, rows, orientation, shifted, 3, 4, numbering))


@pytest.mark.parametrize("way", WAYS)
def test_every_hex_has_a_name_of_its_own_that_reads_back(way: tuple[Orientation, Parity, Slant, Descending]) -> None:
    made = grid(way)
    names = [made.name(h) for h in made.hexes]
    assert len(set(names)) == made.size
    assert [made.find(name) for name in names] == list(made.hexes)
    numbers = [made.spec.numbers(*made.offset(h)) for h in made.hexes]
    assert (min(column for column, _ in numbers), min(row for _, row in numbers)) == (3, 4)
    assert (max(column for column, _ in numbers), max(row for _, row in numbers)) == made.spec.last
    assert made.find("9999") == NOWHERE


@pytest.mark.parametrize("way", WAYS)
def test_lines_of_one_number_run_as_they_slant(way: tuple[Orientation, Parity, Slant, Descending]) -> None:
    made, flat, slant = grid(way), way[0] is Orientation.FLAT, way[2]
    # Flat: N NE SE S SW NW; pointy: NE E SE SW W NW. Along a line that slants the other number goes on by one.
    direction = {Slant.DOWN: 2, Slant.UP: 1 if flat else 3}.get(slant)
    for h in made.hexes:
        column, row = made.spec.numbers(*made.offset(h))
        if direction is not None and (n := made.ring1[h][direction]) != NOWHERE:
            other_column, other_row = made.spec.numbers(*made.offset(n))
            assert (row if flat else column) == (other_row if flat else other_column)
            assert abs(column - other_column if flat else row - other_row) == 1
        # Straight down (flat) or to the right (pointy) the number of the line goes on by one, or back.
        step = made.at(made.offset(h)[0] + (not flat), made.offset(h)[1] + flat)
        if step != NOWHERE:
            beside = made.spec.numbers(*made.offset(step))
            back = way[3] in (Descending.ROWS if flat else Descending.COLUMNS, Descending.BOTH)
            assert (beside[1] - row if flat else beside[0] - column) == (-1 if back else 1)


@pytest.mark.parametrize("way", WAYS)
def test_hexes_that_are_shifted_have_odd_or_even_numbers(way: tuple[Orientation, Parity, Slant, Descending]) -> None:
    made, flat = grid(way), way[0] is Orientation.FLAT
    for h in made.hexes:
        number = made.spec.numbers(*made.offset(h))[0 if flat else 1]
        if flat or way[2] is Slant.NONE:
            assert made.parity(h) == (number % 2 == (1 if way[1] is Parity.ODD else 0))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("left", "top"), [(1, 0), (0, 1), (2, 3), (-1, -1)])
def test_a_map_that_grows_keeps_its_numbers_and_its_shape(
    way: tuple[Orientation, Parity, Slant, Descending], left: int, top: int
) -> None:
    old = BattleMap(Grid(replace(grid(way).spec, first_column=20, first_row=20)), load_palette("standard"))
    for keep in (True, False):
        made = resized(old, 9 + left, 8 + top, left=left, top=top, keep_numbers=keep)
        for h, n in enumerate(made.moved):
            if n != NOWHERE:
                assert old.grid.parity(h) == made.map.grid.parity(n)
                assert not keep or old.grid.name(h) == made.map.grid.name(n)


@pytest.mark.parametrize("way", WAYS)
def test_a_map_that_is_renumbered_keeps_its_shape(way: tuple[Orientation, Parity, Slant, Descending]) -> None:
    old = BattleMap(Grid(GridSpec(6, 5, way[0])), load_palette("standard"))
    made = renumbered(old, Numbering(slant=way[2], descending=way[3]), 7, 2, old.look.numbers)
    assert [made.grid.parity(h) for h in made.grid.hexes] == [old.grid.parity(h) for h in old.grid.hexes]
    assert [made.grid.centre(h) for h in made.grid.hexes] == [old.grid.centre(h) for h in old.grid.hexes]


@pytest.mark.parametrize("rows", [Columns.LETTERS, Columns.DOUBLED])
def test_rows_may_be_letters(rows: Columns) -> None:
    made = Grid(GridSpec(30, 40, numbering=Numbering(rows=rows, digits=0)))
    assert made.name(0) == "1A"
    assert made.name(made.at(11, 27)) == ("12AB" if rows is Columns.LETTERS else "12BB")
    assert all(made.find(made.name(h)) == h for h in made.hexes)
    assert made.find("1ab" if rows is Columns.LETTERS else "1bb") != NOWHERE


def test_letters_in_both_parts_need_a_separator() -> None:
    with pytest.raises(HexwrightError, match="separator"):
        Numbering(columns=Columns.LETTERS, rows=Columns.LETTERS).check()
    made = Grid(GridSpec(30, 30, numbering=Numbering(columns=Columns.LETTERS, rows=Columns.LETTERS, separator="-")))
    assert made.name(0) == "A-A"
    assert all(made.find(made.name(h)) == h for h in made.hexes)
    with pytest.raises(HexwrightError, match="lettered rows"):
        GridSpec(2, 2, first_row=0, numbering=Numbering(rows=Columns.LETTERS)).check()
