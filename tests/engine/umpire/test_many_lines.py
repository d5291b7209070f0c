"""Thousands of lines of points over the same hexes: work grows as the lines do, which is counted and not timed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from engine import formats
from engine.hexes.checks import reach_checks
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


def test_each_hex_is_looked_for_once_for_a_side(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, str]] = []
    real = reach_checks._gets_there

    def gets_there(subject: Any, game: Any, lone: Any, side: str, goal: str) -> bool:
        asked.append((side, goal))
        return real(subject, game, lone, side, goal)

    monkeypatch.setattr(reach_checks, "_gets_there", gets_there)
    check_scenario(scored(30))
    assert asked
    assert len(asked) == len(set(asked))
