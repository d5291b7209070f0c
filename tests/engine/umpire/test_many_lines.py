"""Thousands of lines of points over the same hexes: work grows as the lines do, which is counted and not timed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from tools.battles import battle

from engine import formats
from engine.hexes import planning
from engine.play import Game
from engine.scenario import Scenario, Scoring
from engine.umpire.checks import check_scenario


def scored(count: int) -> Scenario:
    """First Steps with so many lines, each of the same 40 hexes."""
    scenario = formats.load_scenario("first_steps")
    names = tuple(scenario.map.grid.name(h) for h in scenario.map.grid.hexes[:40])
    sides = tuple(scenario.sides)
    lines = tuple(Scoring("hold", 1, sides[n % 2], hexes=names, name=f"Line {n}") for n in range(count))
    return scenario.with_(victory=replace(scenario.victory, scoring=lines))


def calls(work: Callable[[], Any]) -> int:
    """How many functions are called."""
    count = 0

    def seen(_frame: object, event: str, _arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(seen)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def scoring(game: Game) -> Callable[[], Any]:
    """Work out the score."""
    rules: Any = game.rules
    return partial(rules.field.scores.score, game.state)


def test_the_score_grows_as_its_lines_do() -> None:
    few, many = Game(scored(20)), Game(scored(200))
    assert calls(scoring(many)) < 11 * calls(scoring(few))


def test_a_line_of_many_hexes_costs_no_call_for_each() -> None:
    whole = scored(20)
    short = [replace(line, hexes=line.hexes[:4]) for line in whole.victory.scoring]
    few, many = Game(whole.with_(victory=replace(whole.victory, scoring=tuple(short)))), Game(whole)
    assert calls(scoring(many)) == calls(scoring(few))


def alone(monkeypatch: pytest.MonkeyPatch) -> list[Game]:
    """The positions with a unit alone that are set up from now on."""
    made: list[Game] = []

    def counted(*args: Any, **options: Any) -> Game:
        made.append(Game(*args, **options))
        return made[-1]

    monkeypatch.setattr(planning, "Game", counted)
    return made


def starts(monkeypatch: pytest.MonkeyPatch, scenario: Scenario) -> int:
    """How many positions with a unit alone are set up while a scenario is checked."""
    made = alone(monkeypatch)
    check_scenario(scenario)
    return len(made)


def test_more_lines_over_the_same_hexes_ask_for_no_more_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    assert starts(monkeypatch, scored(300)) == starts(monkeypatch, scored(3)) > 0


def test_lines_over_every_hex_ask_each_kind_of_unit_once_from_each(monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = scored(3)
    every = tuple(map(scenario.map.grid.name, scenario.map.grid.hexes))
    lines = tuple(replace(line, hexes=every) for line in scenario.victory.scoring)
    kinds = set(planning.kinship(scenario).values())
    found = starts(monkeypatch, scenario.with_(victory=replace(scenario.victory, scoring=lines)))
    assert 0 < found <= len(kinds) * (len(every) + 2) + len(scenario.units)


def positions_to_nowhere(monkeypatch: pytest.MonkeyPatch, units: int) -> int:
    """How many positions with a unit alone are set up till so many like each other have not got to a lake in time."""
    scenario = scored(1)
    board = deepcopy(scenario.map)
    board.terrain[board.grid.parse("F1410")] = "river"
    key = next(iter(scenario.setup))
    more = {f"more-{n}": replace(scenario.units[key], key=f"more-{n}", name=f"More {n}") for n in range(units)}
    lone = planning.Lone(Game(scenario.with_(map=board, units={**scenario.units, **more})).rules)
    first = sorted(lone.reach("more-0", scenario.setup[key]))
    company = planning.Company(lone, [(one, at, 1) for one, at in zip(more, first, strict=False)], 9)
    made = alone(monkeypatch)
    assert not company.gets_to("F1410")
    return len(made)


def test_units_of_a_kind_share_their_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    assert positions_to_nowhere(monkeypatch, 10) < 2 * positions_to_nowhere(monkeypatch, 1)


def test_ten_times_the_units_check_in_ten_times_the_calls() -> None:
    few, many = battle(10), battle(100)
    check_scenario(few)
    assert calls(lambda: check_scenario(many)) <= 11 * calls(lambda: check_scenario(few))


def test_a_line_more_over_the_same_hexes_makes_a_state_no_longer() -> None:
    few, many = Game(scored(20)), Game(scored(200))
    state: Any = many.state
    assert len(state.to_json()["holders"]) == len(few.state.to_json()["holders"]) == 40
    assert state.copy().holders is state.holders


def test_a_hex_of_many_lines_changes_hands_in_all_of_them() -> None:
    game = Game(scored(20))
    state: Any = game.state
    rules: Any = game.rules
    scores = rules.field.scores
    h = game.scenario.map.grid.hexes[0]
    begun = scores.score(state)
    scores.entered(state, 0, h)
    assert scores.score(state) == [begun[0] + 10, begun[1]]
    scores.entered(state, 1, h)
    assert scores.score(state) == [begun[0], begun[1] + 10]
