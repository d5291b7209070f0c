"""Who is dead and who is not in play are one to every question but that of replacements, and so are the numbers that
units have: in two small countries full of everything, in each segment of either side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from sns_field import breaches, state_of

from engine.errors import HexwrightError
from engine.formats import load_scenario
from engine.mechanics.hexes.hexstate import DEAD
from engine.play import Game, Start
from engine.scenario import Scenario
from engine.systems.sun_never_sets.base.options import SWITCHES
from engine.systems.sun_never_sets.rules import SnsRules

DATA: Final = Path(__file__).resolve().parents[3] / "data"
SEGMENTS: Final = ("reinforcement", "movement", "battle", "logistics", "rally")
ORDERS: Final = {
    "reinforcement": ("place {u}", "raise {u} by br-envoy", "raise br-3 by {u}"),
    "movement": (
        *("march {at} with {u}", "march {at} by {u}", "sail {u}", "embark {u} on br-boat", "embark br-1 on {u}"),
        *("land {u}", "rail {at} with {u}", "transfer {u}", "organise {at} as c9 with {u}", "spy {u} on {foe}"),
        *("parley {foe} by {u}", "lay {u} S0503"),
    ),
    "battle": ("attack {foe} from {at} with {u}", "sap {foe} by {u}"),
    "logistics": ("issue {u} to {at}", "forage {at} by {u}"),
    "rally": ("rally {u}", "rally br-2 by {u}", "rally na-2 by {u}"),
}
"""What may be asked in a segment of each unit."""
GONE: Final = {
    "corner": "br-envoy br-2 br-eng br-rail br-train1 br-boat na-king na-2 na-junk na-train1 na-horse",
    "shore": "br-second br-envoy br-eng br-elephants br-boat br-train na-chief na-2 na-guns na-boat na-train na-eng",
}
"""Who is gone, of every kind some."""
SHAKEN: Final = ("br-2", "na-2", "br-3", "na-3")
PLACES: Final = {"corner": ("S0101", "S0301", "S0404"), "shore": ("S0703", "S0604", "S0404")}
"""Hexes of either side, and one that lies between them."""


@cache
def scenario_of(name: str, turned: bool) -> Scenario:
    made = load_scenario(DATA / f"{name}.yaml")
    return made.with_(units=dict(reversed(made.units.items()))) if turned else made


@cache
def rules_of(name: str, turned: bool) -> SnsRules:
    return SnsRules(scenario_of(name, turned), dict.fromkeys(SWITCHES, True))


def position(name: str, side: str, segment: str, *, turned: bool = False, dead: bool = False) -> Game:
    """A segment of a side without those who are gone: never there, or dead."""
    rules, gone = rules_of(name, turned), GONE[name].split()
    setup: Mapping[str, Any] = rules.scenario.setup
    places = {
        key: {"at": at, "steps": 1} if key in SHAKEN and segment == "rally" else at
        for key, at in setup.items()
        if key not in gone
    }
    game = Game(rules.scenario, 3, start=Start(3, side, segment, places, only=True), rules=rules)
    if dead:
        for key in gone:
            rules.field.put(state_of(game), rules.field.roster.find(key), DEAD)
    return game


def answers(game: Game, name: str, segment: str) -> Iterator[tuple[str, object]]:
    """What is refused of each unit, and why."""
    *homes, foe = PLACES[name]
    for form in ORDERS[segment]:
        for key in sorted(game.scenario.units):
            at = game.rules.units(game.state)[key]["at"] or homes[0]
            text = form.format(u=key, at=at, foe=foe)
            try:
                yield text, breaches(game, text)
            except HexwrightError as error:
                yield text, str(error)


def verbs(game: Game) -> Counter[str]:
    """How many actions of each verb are legal, but for those that bring the dead back."""
    return Counter(text.split()[0] for text in game.legal_actions().texts() if text.split()[0] != "replace")


def told(game: Game, side: str) -> object:
    """Zones and supply of a side, and who has which points."""
    rules, state = game.rules, game.state
    zones = {h: sorted(units) for h, units in rules.zoc(state, side).hexes.items()}
    return zones, rules.supply(state, side), rules.objectives(state), rules.status(state)["score"]


CASES: Final = [(name, side, segment) for name in GONE for side in ("british", "native") for segment in SEGMENTS]


@pytest.mark.parametrize("case", CASES, ids="-".join)
def test_the_dead_and_the_absent_are_answered_for_alike(case: tuple[str, str, str]) -> None:
    name, side, segment = case
    absent, dead, turned = (
        position(name, side, segment),
        position(name, side, segment, dead=True),
        position(name, side, segment, turned=True),
    )
    assert (absent.decision is None) == (turned.decision is None)
    if absent.decision is None:
        return
    before = dict(answers(absent, name, segment))
    assert dict(answers(turned, name, segment)) == before
    assert verbs(turned) == verbs(absent)
    assert told(dead, side) == told(turned, side) == told(absent, side)
    if segment != "reinforcement":
        # Who is dead may come back.
        assert dict(answers(dead, name, segment)) == before
        assert verbs(dead) == verbs(absent)
