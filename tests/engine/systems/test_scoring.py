"""Every kind of scoring that a system offers is counted by it."""

from __future__ import annotations

import fm_field
import pytest
import tlg2_field
from hex_field import field

from engine.play import Game, Start, registry
from engine.play.registry import SYSTEMS, whole
from engine.scenario import Level, Scoring, Turns, Victory

LINES = {
    "hold": (Scoring("hold", 3, hexes=("X0606",), initial="{first}"), (3, 0)),
    "eliminated": (Scoring("eliminated", 1), (0, 1)),
    "unit": (Scoring("unit", 5, unit="{first}-1"), (0, 5)),
    "exit": (Scoring("exit", 7, hexes=("X0103",)), (7, 0)),
}
"""For each kind a line, and the points of both sides when ``first``'s one-point unit 1 has been eliminated, and its
one-point unit 2 has left the map where that scores."""
COUNTED = [name for name in SYSTEMS if name in ("fm", "tlg2")]
"""The systems that count points from the position; campaigns keep them as they are gained (test_sns_points.py)."""


def battle(system: str, line: Scoring) -> Game:
    first, second = ("us", "ac") if system == "tlg2" else ("cw", "ge")
    module, factors = (tlg2_field, "1") if system == "tlg2" else (fm_field, "1-1-4")
    units = [f"{first}-1 infantry {factors}", f"{first}-2 infantry {factors}", f"{second}-1 infantry {factors}"]
    named = Scoring(
        line.kind,
        line.points,
        hexes=line.hexes,
        unit=line.unit.format(first=first),
        initial=line.initial.format(first=first),
    )
    setup = {f"{first}-1": "X0101", f"{first}-2": "X0103", f"{second}-1": "X1212"}
    scenario = module.scenario(field(), units, setup, victory=Victory((named,)))
    game = Game(scenario, start=Start(units={f"{first}-1": {"dead": True}}))
    if line.kind == "exit":
        game.apply(f"exit {first}-2")
    return game


@pytest.mark.parametrize("system", COUNTED)
def test_every_kind_that_is_offered_has_a_line_here(system: str) -> None:
    assert set(registry.system(system).scoring) == set(LINES)


def test_every_system_is_looked_at_somewhere() -> None:
    assert set(whole()) == {*COUNTED, "sns2", *registry.ELSEWHERE}
    told = {"occupied", "reached", "supplied", "held", "commander", "political"}
    assert set(registry.system("sns2").scoring) == told, "test_sns_points.py has a test for each"


@pytest.mark.parametrize("system", COUNTED)
@pytest.mark.parametrize("kind", LINES)
def test_a_line_of_every_kind_is_counted(system: str, kind: str) -> None:
    line, points = LINES[kind]
    assert tuple(battle(system, line).rules.status(battle(system, line).state)["score"].values()) == points


@pytest.mark.parametrize(("margin", "level"), [(4, "none"), (5, "narrow"), (9, "narrow"), (10, "clear"), (11, "clear")])
def test_a_level_is_earned_by_its_margin_exactly(margin: int, level: str) -> None:
    """The level with the greatest margin that the lead reaches; a lead that reaches none has no level."""
    lines = (Scoring("hold", margin, hexes=("X0606",), initial="us"),)
    levels = (Level("clear", 10), Level("narrow", 5))
    units = ["us-1 infantry 1", "ac-1 infantry 1"]
    setup = {"us-1": "X0101", "ac-1": "X1212"}
    won = Victory(lines, levels=levels)
    game = Game(tlg2_field.scenario(field(), units, setup, victory=won, turns=Turns(1)))
    while game.decision is not None:
        game.apply("end phase")
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.level or "none") == ("us", level)
