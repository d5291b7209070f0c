"""Each requirement of a unit, a hex and the moment, asked on a board that has something of all."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from engine.formats import load_example
from engine.formats.reading import parse_text
from engine.kit.bound.subject import KitSubject
from engine.kit.model.conditions import Condition
from engine.play import Game

ADAPTER: TypeAdapter[Any] = TypeAdapter(Condition)
EVERYBODY = "us-1 us-2 us-3 us-4 us-5 us-6 ac-1 ac-2"


@cache
def board() -> Game:
    spec = load_example(Path(__file__).parent / "plays" / "rich-board.yaml")
    return Game(spec.scenario, 1, start=spec.start)


def fitting(condition: str) -> str:
    """The units that fit a condition where they stand; the side that acts is the first."""
    source, findings = parse_text(f"when: {condition}\n")
    assert findings == []
    assert source.root is not None
    field, state = board().rules.field, board().state
    bound = field.binder.bind(ADAPTER.validate_python(source.root.data["when"]))
    units = range(len(field.roster.keys))
    return " ".join(field.roster.keys[u] for u in units if bound.ask(KitSubject(field, state, 0, u)))


@pytest.mark.parametrize(
    ("condition", "units"),
    [
        ("{type: foot}", "us-1 us-3 us-6 ac-1"),
        ("{type: foot chief}", "us-1 us-3 us-4 us-6 ac-1"),
        ('{type: ["!foot", "!horse"]}', "us-4 us-5"),
        ("{class: leg}", "us-1 us-3 us-6 ac-1"),
        ("{class: mounted}", "us-3"),
        ("{class: '!leg'}", "us-2 us-4 us-5 ac-2"),
        ("{flag: elite}", "us-2"),
        ("{flag: elite horsed}", "us-2 us-3"),
        ("{flag: '!elite'}", "us-1 us-3 us-4 us-5 us-6 ac-1 ac-2"),
        ("{size: brigade}", "us-2"),
        ("{formation: I Corps}", "us-1"),
        ("{formation: [1st Division]}", "us-1"),
        ("{formation: I Corps > 1st Division}", "us-1"),
        ("{side: own}", "us-1 us-2 us-3 us-4 us-5 us-6"),
        ("{side: enemy}", "ac-1 ac-2"),
        ("{side: ac}", "ac-1 ac-2"),
        ("{value: {strength: 6}}", "ac-1"),
        ("{value: {strength: {least: 5}}}", "ac-1"),
        ("{value: {morale: {most: 1}}, type: chief}", ""),
        ("{value: {morale: 2}}", "us-4"),
        ("{steps: reduced}", "us-3"),
        ("{steps: full, side: enemy}", "ac-1 ac-2"),
        ("{steps: 1}", "us-3"),
        ("{steps: {least: 2}, type: foot}", "us-1 us-6 ac-1"),
        ("{status: shaken}", "us-3"),
        ('{status: ["!shaken"], type: foot}', "us-1 us-6 ac-1"),
        ("{supplied: false}", "us-2"),
        ("{supplied: true, side: enemy}", "ac-1 ac-2"),
        ("{led: true}", "us-1 us-3"),
        ("{led_by: {morale: {least: 2}}}", "us-1 us-3"),
        ("{carried: true}", "us-6"),
        ("{carrying: true}", "us-5"),
        ("{facing: SE}", "us-1"),
        ("{did: moved}", "us-2"),
        ('{did: ["!moved"], type: horse}', "ac-2"),
        ("{terrain: woods}", "us-2 us-4"),
        ("{terrain: '!woods', type: horse}", "ac-2"),
        ("{feature: village}", "us-5 us-6"),
        ("{feature: smoke}", "us-2"),
        ("{path: road}", "us-1 us-3"),
        ("{path: road rail}", "us-1 us-3 ac-2"),
        ("{beside: river}", "us-1 us-3 us-4"),
        ("{beside: slope}", "ac-1"),
        ("{elevation: 1}", "us-1 us-3"),
        ("{elevation: {least: 2}}", "ac-1"),
        ("{region: heights}", "us-1 us-3 ac-1"),
        ("{place: camp}", "ac-2"),
        ("{place: '!camp', type: horse}", "us-2"),
        ("{map_edge: true}", "ac-2"),
        ("{map_edge: false, side: enemy}", "ac-1"),
        ("{map_edge: W}", "ac-2"),
        ("{map_edge: S E}", ""),
        ("{empty: false}", EVERYBODY),
        ("{zone: enemy}", ""),
        ("{zone: own, side: own}", "us-4"),
        ("{zone: none, type: horse}", "us-2 ac-2"),
        ("{marker: smoke}", "us-2"),
        ("{has: {type: foot, count: 2}}", "us-1 us-3"),
        ("{has: {type: wagon}}", "us-5 us-6"),
        ("{next_to: {type: chief}}", "us-1 us-3"),
        ("{next_to: {side: own, type: foot, count: 2}}", "us-4"),
        ("{within: {hexes: 3, side: enemy}, side: own}", "us-1 us-2 us-3"),
        ("{within: {hexes: 3, type: chief}, type: horse}", ""),
        ("{turn: 1 3}", ""),
        ("{turn: 2-3}", EVERYBODY),
        ("{night: true}", EVERYBODY),
        ("{mark: dawn}", EVERYBODY),
        ("{mark: '!dawn'}", ""),
        ("{phase: movement}", EVERYBODY),
        ("{phase: combat}", ""),
        ("{active: own}", "us-1 us-2 us-3 us-4 us-5 us-6"),
        ("{active: us}", EVERYBODY),
        ("{active: ac}", ""),
        ("{weather: mud}", EVERYBODY),
        ("{weather: '!mud'}", ""),
        ("{event: storm}", EVERYBODY),
        ("{option: {extra: full}}", EVERYBODY),
        ("{option: {extra: plain}}", ""),
        ("{setting: {attacker: ac}}", EVERYBODY),
        ("{setting: {attacker: enemy}}", EVERYBODY),
        ("{setting: {attacker: own}}", ""),
        ("{setting: {rain: now}}", EVERYBODY),
        ("{setting: {fog: false}}", EVERYBODY),
        ("{setting: {limit: 3}}", EVERYBODY),
        ("{holds: {place: camp, side: ac}}", EVERYBODY),
        ("{holds: {place: camp, side: enemy, count: 2}}", EVERYBODY),
        ("{holds: {place: camp, side: own}}", ""),
        ("{is: woody}", "us-2 us-4"),
        ("{is: quick}", "us-2 us-3 ac-2"),
        ("{any: [{type: chief}, {terrain: woods}]}", "us-2 us-4"),
        ("{not: {terrain: woods}, type: chief horse}", "ac-2"),
        ("[{type: horse}, {side: own}]", "us-2"),
        ("[]", EVERYBODY),
    ],
)
def test_requirement(condition: str, units: str) -> None:
    assert fitting(condition) == units
