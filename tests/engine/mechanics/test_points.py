"""Victory points that are gained and lost as the game goes on."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hex_field import field as board

from engine.mechanics.hexes.points import PointLedger
from engine.play import Step
from engine.play.dice import Dice
from engine.scenario import Level, Scenario, Side, Victory

RULE, LEVELS, INSTANT = "toy:16.2", "toy:16.1", "toy:16.3"


@dataclass
class Position:
    points: list[int] = field(default_factory=lambda: [0, 0])
    awarded: int = 0
    ended: bool = False


def ledger(**victory: object) -> PointLedger:
    levels = (Level("local", 11), Level("decisive", 31))
    made = Scenario(
        "field",
        "Field",
        "toy",
        board(),
        sides={"a": Side("a", "Empire"), "b": Side("b", "Natives")},
        victory=Victory(levels=levels, **victory),
    )
    return PointLedger(made, LEVELS, INSTANT)


def told(step: Step) -> list[tuple[str, int, int]]:
    return [(e.data["side"], e.data["gained"], e.data["points"]) for e in step.events if e.kind == "points"]


def test_points_are_gained_at_the_instant_and_told() -> None:
    state, step = Position(), Step(Dice())
    ledger().gain(state, 1, 5, RULE, "a fortress taken", step)
    assert state.points == [0, 5]
    assert step.events[0].rule == RULE
    assert told(step) == [("b", 5, 5)]
    assert step.events[0].data["why"] == "a fortress taken"


def test_what_counts_once_counts_once() -> None:
    state, step = Position(), Step(Dice())
    for _ in range(2):
        ledger().gain(state, 0, 5, RULE, "the capital", step, once=3)
    ledger().gain(state, 0, 5, RULE, "another", step, once=2)
    assert state.points == [10, 0]
    assert state.awarded == 0b1100


@pytest.mark.parametrize(("had", "after"), [(10, [4, 0]), (6, [0, 0]), (4, [0, 2]), (0, [0, 6])])
def test_who_has_too_few_to_lose_gives_the_enemy_the_rest(had: int, after: list[int]) -> None:
    state, step = Position([had, 0]), Step(Dice())
    ledger().lose(state, 0, 6, RULE, "an atrocity", step)
    assert state.points == after


def test_who_has_as_many_as_he_loses_gives_the_enemy_nothing_and_nothing_is_told_of_that() -> None:
    state, step = Position([6, 0]), Step(Dice())
    ledger().lose(state, 0, 6, RULE, "an atrocity", step)
    assert told(step) == [("a", -6, 0)]


@pytest.mark.parametrize(("points", "ends"), [(74, False), (75, True), (80, True)])
def test_a_great_lead_ends_the_game_at_that_instant(points: int, ends: bool) -> None:
    state, step = Position(), Step(Dice())
    ledger(sudden=75).gain(state, 0, points, RULE, "all of it", step)
    assert state.ended is ends
    assert [e.rule for e in step.events if e.kind == "end"] == ([INSTANT] if ends else [])


def test_a_lead_by_the_enemys_losses_ends_it_too_and_nothing_is_gained_after_that() -> None:
    state, step = Position([10, 80]), Step(Dice())
    ledger(sudden=75).lose(state, 0, 20, RULE, "a rout", step)
    assert state.ended
    assert state.points == [0, 80]


@pytest.mark.parametrize(
    ("points", "winner", "level"), [([10, 0], "a", ""), ([0, 11], "b", "local"), ([40, 9], "a", "decisive")]
)
def test_levels_by_margin(points: list[int], winner: str, level: str) -> None:
    outcome = ledger().outcome(Position(points))
    assert (outcome.winner, outcome.level, outcome.rule) == (winner, level, LEVELS)


def test_handicaps_are_points_to_begin_with() -> None:
    assert ledger(handicap={"b": 3}).opening() == [0, 3]


@pytest.mark.parametrize(
    ("had", "lost", "found"),
    [
        (0, 6, [("b", 6, 6)]),
        (4, 6, [("a", -4, 0), ("b", 2, 2)]),
        (6, 6, [("a", -6, 0)]),
        (7, 6, [("a", -6, 1)]),
        (7, 0, []),
    ],
)
def test_only_points_that_change_hands_are_told(had: int, lost: int, found: list[tuple[str, int, int]]) -> None:
    state, step = Position([had, 0]), Step(Dice())
    ledger().lose(state, 0, lost, RULE, "a fortress lost", step)
    assert told(step) == found


@pytest.mark.parametrize("once", [0, 1, 5])
def test_whatever_its_number_it_counts_a_single_time(once: int) -> None:
    state, step = Position(), Step(Dice())
    for _ in range(3):
        ledger().gain(state, 1, 2, RULE, "a town", step, once=once)
        ledger().gain(state, 0, 1, RULE, "a loss", step)
    assert state.points == [3, 2]
    assert state.awarded == 1 << once
