"""Hex numbers in every scheme: they lead back to the hex, and mistakes in them are said kindly."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import HexwrightError, NameNotKnown
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec, Orientation, Parity
from engine.hexes.board.numbering import Columns, Numbering, Order

separators = st.text("-._:xA ", max_size=3).filter(lambda text: not any(c.isspace() for c in text))
numberings = st.builds(
    Numbering,
    order=st.sampled_from(Order),
    columns=st.sampled_from(Columns),
    digits=st.integers(0, 4),
    prefix=st.text("LlCA1x-", max_size=3),
    separator=separators,
)
specs = st.builds(
    GridSpec,
    columns=st.integers(1, 130),
    rows=st.integers(1, 130),
    orientation=st.sampled_from(Orientation),
    shifted=st.sampled_from(Parity),
    first_column=st.integers(1, 1200),
    first_row=st.integers(0, 1200),
    numbering=numberings,
)


@given(specs, st.data())
def test_every_name_of_every_scheme_leads_back(spec: GridSpec, data: st.DataObject) -> None:
    grid = Grid(spec)
    h = data.draw(st.integers(0, grid.size - 1))
    name = grid.name(h)
    assert grid.parse(name) == h
    assert grid.parse(name.lower()) == grid.parse(name.upper()) == h
    assert grid.parse(f"  {name} ") == h


@given(specs)
def test_no_two_hexes_share_a_name(spec: GridSpec) -> None:
    grid = Grid(spec)
    assert len({grid.name(h) for h in range(grid.size)}) == grid.size


@given(specs, st.text(max_size=50))
def test_any_text_is_a_hex_or_nowhere(spec: GridSpec, text: str) -> None:
    grid = Grid(spec)
    h = grid.find(text)
    assert h == NOWHERE or h in grid
    if h == NOWHERE:
        with pytest.raises(NameNotKnown):
            grid.parse(text)


@pytest.mark.parametrize(
    ("numbering", "column", "row", "name"),
    [
        (Numbering(), 23, 6, "2306"),
        (Numbering(prefix="L"), 23, 6, "L2306"),
        (Numbering(order=Order.ROW_COLUMN), 23, 6, "0623"),
        (Numbering(digits=3), 23, 6, "023006"),
        (Numbering(separator="."), 23, 106, "23.106"),
        (Numbering(digits=0, separator="-"), 3, 6, "3-6"),
        (Numbering(columns=Columns.LETTERS, digits=0), 1, 1, "A1"),
        (Numbering(columns=Columns.LETTERS, digits=0), 26, 10, "Z10"),
        (Numbering(columns=Columns.LETTERS, digits=0), 27, 10, "AA10"),
        (Numbering(columns=Columns.LETTERS, digits=0), 52, 10, "AZ10"),
        (Numbering(columns=Columns.LETTERS), 53, 1, "BA01"),
        (Numbering(columns=Columns.LETTERS), 702, 1, "ZZ01"),
        (Numbering(columns=Columns.LETTERS), 703, 1, "AAA01"),
        (Numbering(columns=Columns.DOUBLED), 27, 1, "AA01"),
        (Numbering(columns=Columns.DOUBLED), 28, 1, "BB01"),
        (Numbering(columns=Columns.DOUBLED), 53, 1, "AAA01"),
        (Numbering(columns=Columns.LETTERS, order=Order.ROW_COLUMN), 3, 100, "100C"),
    ],
)
def test_how_schemes_look(numbering: Numbering, column: int, row: int, name: str) -> None:
    assert numbering.format(column, row) == name
    assert numbering.parse(name) == (column, row)


def test_a_missing_prefix_is_forgiven() -> None:
    grid = Grid(GridSpec(30, 24, numbering=Numbering(prefix="L")))
    assert grid.parse("2306") == grid.parse("L2306") == grid.parse("l2306")


def test_superfluous_noughts_are_not_forgiven() -> None:
    """``23006`` is a slip of the pen, not hex 2306."""
    grid = Grid(GridSpec(30, 24))
    assert grid.find("23006") == NOWHERE
    assert grid.find("2306") != NOWHERE


def test_foreign_digits_are_no_numbers() -> None:
    assert Grid(GridSpec(30, 24)).find("٢٣٠٦") == NOWHERE


def test_maps_too_wide_for_their_digits_get_more() -> None:
    wide = Grid(GridSpec(120, 20))
    assert wide.name(0) == "001001"
    assert wide.name(wide.at(119, 19)) == "120020"
    assert wide.spec.numbering.digits == 2, "the scheme that was asked for stays as it was"
    high = Grid(GridSpec(20, 120))
    assert high.name(high.at(9, 110)) == "10111", "the second number may grow: it cannot be misread"
    assert high.parse("10111") == high.at(9, 110)


def test_as_many_digits_as_it_takes() -> None:
    assert Grid(GridSpec(9, 9, numbering=Numbering(digits=0))).name(0) == "11"
    assert Grid(GridSpec(9, 100, numbering=Numbering(digits=0))).name(0) == "001001"


def test_one_slip_is_mended() -> None:
    grid = Grid(GridSpec(30, 24, numbering=Numbering(prefix="L")))
    with pytest.raises(NameNotKnown, match=r"no hex 'L3206' on this map; did you mean L2306\?"):
        grid.parse("L3206")
    with pytest.raises(NameNotKnown, match=r"did you mean L2306\?"):
        grid.parse("L23066")
    with pytest.raises(NameNotKnown, match=r"its hexes are named L0101 to L3024"):
        grid.parse("Queenston")


def test_endless_names_are_cut_short_and_cost_nothing() -> None:
    grid = Grid(GridSpec(30, 24))
    with pytest.raises(NameNotKnown) as caught:
        grid.parse("9" * 1_000_000)
    assert len(str(caught.value)) < 200


def test_nowhere_has_no_name() -> None:
    assert Grid(GridSpec(3, 3)).name(NOWHERE) == "?"


def test_big_maps_name_their_hexes_as_small_ones_do() -> None:
    big = Grid(GridSpec(300, 300, numbering=Numbering(digits=3)))
    small = Grid(GridSpec(30, 30, numbering=Numbering(digits=3)))
    for h in range(small.size):
        column, row = small.offset(h)
        assert big.name(big.at(column, row)) == small.name(h)


@pytest.mark.parametrize(
    ("numbering", "said"),
    [
        (Numbering(prefix="L "), "spaces"),
        (Numbering(prefix="a/b"), "'/'"),
        (Numbering(separator=">"), "'>'"),
        (Numbering(separator="0"), "digits"),
        (Numbering(prefix="LongPrefix"), "at most 8"),
        (Numbering(digits=-1), "0 to 9 digits"),
        (Numbering(digits=4000), "0 to 9 digits"),
    ],
)
def test_schemes_that_could_not_be_read_back_are_refused(numbering: Numbering, said: str) -> None:
    with pytest.raises(HexwrightError, match=said):
        Grid(GridSpec(3, 3, numbering=numbering))


def test_lettered_columns_begin_at_a() -> None:
    with pytest.raises(HexwrightError, match="start at 1"):
        Grid(GridSpec(3, 3, first_column=0, numbering=Numbering(columns=Columns.LETTERS)))
