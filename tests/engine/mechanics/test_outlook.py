"""How far hexes are from each other, by what is remembered and by going there step by step."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
import tlg2_field
from hex_field import field

from engine.hexes.board.grid import NOWHERE, Grid, GridSpec, Orientation, Parity
from engine.mechanics.hexes.outlook import FAR, Depths, Distances
from engine.scenario import Scoring, Victory
from engine.systems.twilights_last_gleaming.staff.view import View

SHAPES = list(product(Orientation, Parity, (0, 1), ((), ((3, 2), (3, 3), (4, 3)))))


def plain(grid: Grid, sources: list[int], most: int) -> list[int]:
    """Distances step by step."""
    found = [FAR] * grid.size
    rim = set(sources)
    for far in range(most + 1):
        for h in rim:
            found[h] = far
        rim = {n for h in rim for n in grid.ring1[h] if n != NOWHERE and found[n] == FAR}
    return found


@pytest.mark.parametrize(("orientation", "shifted", "first", "void"), SHAPES)
def test_distances_are_those_of_going_there(
    orientation: Orientation, shifted: Parity, first: int, void: tuple[tuple[int, int], ...]
) -> None:
    spec = GridSpec(
        9, 7, orientation=orientation, shifted=shifted, first_column=first, first_row=first, void=frozenset(void)
    )
    grid = Grid(spec)
    for most in (0, 1, 3, 30):
        distances = Distances(grid, most)
        for h in grid.hexes:
            assert list(distances[h]) == plain(grid, [h], most)


@pytest.mark.parametrize("sources", [[], [0], [5, 40, 62]])
def test_rings_go_as_far_out_as_they_are_asked_about(sources: list[int]) -> None:
    grid = Grid(GridSpec(9, 7))
    expected = plain(grid, sources, 254)
    for asked in (list(grid.hexes), list(grid.hexes)[::-1]):
        depths = Depths(grid, sources)
        assert [depths[h] for h in asked] == [expected[h] for h in asked]
    near = Depths(grid, sources)
    assert [near[h] for h in sources] == [0] * len(sources)
    assert list(near.within(2)) == plain(grid, sources, 2)


LINES = (
    Scoring("hold", 3, hexes=("X0505",), initial="ac"),
    Scoring("hold", 1, "us", ("X0505",), initial="ac"),
    Scoring("hold", 2, hexes=("X0606",)),
    Scoring("hold", 4, hexes=("X0101",)),
    Scoring("exit", 5, "us", ("X0303",)),
    Scoring("exit", 2, "ac", ("X0505",)),
)
UNITS = {"us-1 infantry 4/2": "X0101", "us-2 infantry 3": "", "ac-1 infantry 3": "X1010"}


def seen(side: int = 0, *, turn: int = 2, **victory: Any) -> View:
    """What a side sees: X0505 is theirs, X0101 ours, X0606 nobody's, and by X0303 we may leave."""
    game = tlg2_field.game(field(), UNITS, victory=Victory(**{"scoring": LINES, **victory}), turn=turn)
    rules: Any = game.rules
    state: Any = game.state
    return View(rules, state, side)


def hexes(*names: str) -> list[int]:
    return [field().grid.parse(name) for name in names]


def test_what_objectives_are_worth_to_either_side() -> None:
    goals = hexes("X0505", "X0606", "X0101", "X0303")
    elsewhere = hexes("X0707")[0]
    ours, theirs = seen(0), seen(1)
    assert ours.prizes.goals == dict(zip(goals, (4, 2, 4, 5), strict=True))
    assert [ours.prize(h) for h in (*goals, elsewhere)] == [8, 2, 0, 5, 0]
    assert [theirs.prize(h) for h in (*goals, elsewhere)] == [0, 2, 8, 5, 0]
    assert [ours.stake(h) for h in (*goals, elsewhere)] == [0, 0, 8, 0, 0]
    assert [theirs.stake(h) for h in (*goals, elsewhere)] == [8, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("tie", "leads"),
    # Four for X0101 against three for X0505: what only we would score there is nobody's.
    [("", (1, -1)), ("us", (1.5, -1.5)), ("ac", (0.5, -0.5))],
)
def test_a_lead_counts_a_tie_for_whoever_has_it(tie: str, leads: tuple[float, float]) -> None:
    assert (seen(0, tie=tie).lead, seen(1, tie=tie).lead) == leads


@pytest.mark.parametrize(
    ("lines", "factor"),
    [
        ((Scoring("eliminated", 0.25),), 0.25),
        ((Scoring("eliminated", 0.25), Scoring("eliminated", 2, "us"), *LINES), 2.25),
        (LINES, 1.5),
        ((Scoring("hold", 40, hexes=("X0505",)),), 4),
        ((Scoring("hold", 4, hexes=("X0505",)),), 0.5),
        ((), 0.5),
    ],
)
def test_what_a_combat_factor_is_worth(lines: tuple[Scoring, ...], factor: float) -> None:
    """The price of a loss, or all objectives over all ten factors, a half at the least."""
    assert seen(scoring=lines).prizes.factor == factor


def test_what_draws_a_unit_and_which_objective_most() -> None:
    view = seen()
    first, second, mine, out = hexes("X0505", "X0606", "X0101", "X0303")
    pulls = view.prizes.pulls
    for name in ("X0404", "X0606", "X0102", "X1212"):
        (h,) = hexes(name)
        drawn = {goal: view.prizes.goals[goal] * pulls[goal][h] for goal in (first, second, mine, out)}
        weight = {first: 1.6, second: 1.6, mine: 1.0, out: 1.6}
        assert view.pull(h) == pytest.approx(sum(weight[goal] * drawn[goal] for goal in drawn))
        plain = {**weight, first: 1.0, second: 1.0, out: 1.0}
        assert view.pull(h, theirs=1.0) == pytest.approx(sum(plain[goal] * drawn[goal] for goal in drawn))
        assert view.goal_of(h) == max(drawn, key=lambda goal: drawn[goal])
    two = seen(scoring=(Scoring("hold", 4, hexes=("X0101",)), Scoring("hold", 3, hexes=("X1212",))))
    assert [two.goal_of(h) for h in hexes("X0102", "X1211")] == hexes("X0101", "X1212")
    assert seen(scoring=()).goal_of(first) is None
    assert seen(scoring=()).pull(first) == 0


def test_turns_that_are_left_and_who_is_there() -> None:
    assert [seen(turn=turn).turns_left for turn in (1, 4, 5, 6)] == [4, 1, 0, 0]
    view = seen(1)
    assert (view.mine, view.foes, view.foe_hexes) == ([2], [0], hexes("X0101"))
    assert view.foe_set == frozenset(hexes("X0101"))
