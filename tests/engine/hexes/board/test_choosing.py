"""Hexes by rule: every condition, reading and writing of rules, and errors that name what cannot be read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import HexwrightError
from engine.formats import load_palette
from engine.hexes.board.battlemap import BattleMap, Label, Region
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec
from engine.hexes.mapping.choosing import Condition, choose, parse, unknown, wording


@pytest.fixture
def board() -> BattleMap:
    """Columns 01 to 03 are sea; a town at 0505 and 0905, a road from 0505 to 0605, a river, a hill, a region."""
    made = BattleMap(Grid(GridSpec(10, 9)), load_palette("standard"))
    grid = made.grid
    for h in grid.hexes:
        if h % 10 < 3:
            made.terrain[h] = "water"
    for name in ("0505", "0905"):
        made.features[grid.parse(name)] = ("town",)
    made.paths[grid.parse_side("0505/0605")] = frozenset({"road"})
    made.hexsides[grid.parse_side("0707/0807")] = {"river": NOWHERE}
    made.elevation[grid.parse("0602")] = 2
    made.elevation[grid.parse("0603")] = 4
    made.labels = [Label("Ford", grid.parse("0807"))]
    made.regions["west"] = Region("west", "West", frozenset({grid.parse("0404"), grid.parse("0505")}))
    return made


def names(board: BattleMap, text: str) -> list[str]:
    """The chosen hexes by name."""
    return sorted(board.grid.name(h) for h in choose(board, parse(text)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("feature town", ["0505", "0905"]),
        ("feature town; coast within 3", ["0505"]),
        ("feature town; not coast within 3", ["0905"]),
        ("path road", ["0505", "0605"]),
        ("hexside river", ["0707", "0807"]),
        ("elevation 2..4", ["0602", "0603"]),
        ("elevation 3..", ["0603"]),
        ("elevation 2", ["0602"]),
        ("named", ["0807"]),
        ("region west; not feature town", ["0404"]),
        ("feature town|village; path road; region west", ["0505"]),
        ("feature city", []),
        ("edge; coast", ["0401", "0409"]),
    ],
)
def test_conditions(board: BattleMap, text: str, expected: list[str]) -> None:
    assert names(board, text) == expected


def test_within_is_the_distance_of_the_grid(board: BattleMap) -> None:
    middle = board.grid.parse("0505")
    board.features = {middle: ("town",)}
    for reach in range(8):
        near = choose(board, parse(f"feature town within {reach}"))
        assert near == {h for h in board.grid.hexes if board.grid.distance(middle, h) <= reach}


def test_the_coast_is_land_beside_water(board: BattleMap) -> None:
    coast = choose(board, parse("coast"))
    assert {h % 10 for h in coast} == {3}
    assert len(coast) == 9
    assert choose(board, parse("not terrain water; edge; coast within 1")) >= {
        board.grid.parse("0401"),
        board.grid.parse("0501"),
    }


def test_void_hexes_are_never_chosen() -> None:
    grid = Grid(GridSpec(4, 4, void=frozenset({(0, 0), (2, 2)})))
    made = BattleMap(grid, load_palette("standard"))
    assert choose(made, parse("elevation 0")) == set(grid.hexes)
    assert choose(made, parse("not elevation 5")) == set(grid.hexes)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "needs a condition"),
        (" ; ", "needs a condition"),
        ("terain clear", "did you mean terrain"),
        ("within 3", "not a condition"),
        ("terrain", "needs its keys"),
        ("terrain clear woods", "needs its keys"),
        ("coast 4", "nothing is expected"),
        ("coast within many", "number of hexes"),
        ("coast within -1", "number of hexes"),
        ("elevation", "a level or a range"),
        ("elevation high", "a level or a range"),
        ("elevation ..", "a level or a range"),
        ("feature town; not", "not a condition"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, word: str) -> None:
    with pytest.raises(HexwrightError, match=word):
        parse(text)


def test_unknown_keys_are_listed(board: BattleMap) -> None:
    assert unknown(board, parse("terrain clear|lava; region west|east; coast")) == ["terrain lava", "region east"]


keys = st.lists(st.sampled_from(["clear", "town", "a-b", "x_1"]), min_size=1, max_size=3, unique=True).map(tuple)
levels = st.integers(-99, 99)
conditions = st.one_of(
    st.builds(
        Condition,
        st.sampled_from(["terrain", "feature", "hexside", "path", "region"]),
        keys,
        within=st.integers(0, 99),
        unless=st.booleans(),
    ),
    st.builds(Condition, st.sampled_from(["coast", "named", "edge"]), within=st.integers(0, 99), unless=st.booleans()),
    st.builds(lambda a, b, n: Condition("elevation", (), min(a, b), max(a, b), n), levels, levels, st.integers(0, 9)),
)


@given(st.lists(conditions, min_size=1, max_size=4))
def test_rules_are_read_back_as_written(rule: list[Condition]) -> None:
    assert list(parse(wording(rule))) == rule


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        rule = parse(text)
    except HexwrightError:
        return
    assert parse(wording(rule)) == rule
