"""Shipped campaigns in a segment of a side, and what happened in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from engine.formats import load_scenario
from engine.play import Game, Illegal, Start
from engine.scenario import Scenario
from engine.systems.sun_never_sets.rules import SnsRules


@cache
def shipped(name: str) -> Scenario:
    return load_scenario(name)


@cache
def rules_of(name: str) -> SnsRules:
    return SnsRules(shipped(name))


def begun(
    name: str,
    places: Mapping[str, Any],
    phase: str,
    *,
    side: str = "british",
    dice: Iterable[int] = (),
    turn: int = 1,
    only: bool = True,
    **values: Any,
) -> Game:
    """A campaign in a segment of a side, only these units on the map."""
    start = Start(turn, side, phase, dict(places), only=only, set=values)
    return Game(shipped(name), 1, dice=dice, start=start, rules=rules_of(name))


def kinds(game: Game, kind: str) -> list[dict[str, Any]]:
    """What the events of a kind tell."""
    return [event.data for event in game.events if event.kind == kind]


def refused(game: Game, action: str) -> tuple[str, ...]:
    """The paragraphs that an action would break."""
    verdict = game.verdict(action)
    return verdict.rules if isinstance(verdict, Illegal) else ()


def where(game: Game, unit: str) -> Any:
    return game.rules.units(game.state)[unit]["at"]
