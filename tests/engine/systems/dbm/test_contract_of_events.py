"""Every event has the fields that are promised to whoever reads it, each of its kind: units as one text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from engine.formats import load_example
from engine.play import Event
from engine.scenario import Scenario
from engine.umpire.examples import run_example

EXAMPLES = Path(__file__).parents[3] / "examples" / "dbm"
_PLACE = re.compile(r"-?\d+,-?\d+/\d{1,3}(\.\d)?")
_PARAGRAPH = re.compile(r"dbm:(fair-play:)?\d+\.\d+")

Fits = Callable[[Scenario, Any], bool]


def units(scenario: Scenario, value: Any) -> bool:
    """Elements as one text, with spaces."""
    return isinstance(value, str) and bool(value) and all(key in scenario.units for key in value.split())


def unit(scenario: Scenario, value: Any) -> bool:
    return value in scenario.units


def unit_or_none(scenario: Scenario, value: Any) -> bool:
    return value == "" or units(scenario, value)


def side(scenario: Scenario, value: Any) -> bool:
    return value in scenario.sides


def command(scenario: Scenario, value: Any) -> bool:
    return value in scenario.sides or value in scenario.special.get("commands", {})


def place(scenario: Scenario, value: Any) -> bool:
    return isinstance(value, str) and _PLACE.fullmatch(value) is not None


def whole(scenario: Scenario, value: Any) -> bool:
    return type(value) is int


def number(scenario: Scenario, value: Any) -> bool:
    return type(value) in (int, float)


def text(scenario: Scenario, value: Any) -> bool:
    return isinstance(value, str)


def flag(scenario: Scenario, value: Any) -> bool:
    return isinstance(value, bool)


def pair(scenario: Scenario, value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(type(one) is int for one in value)


def by_side(scenario: Scenario, value: Any) -> bool:
    return isinstance(value, dict) and value.keys() == scenario.sides.keys()


_MOVED: Mapping[str, Fits] = {"length": whole, "from": place, "to": place}
_CHANGED: Mapping[str, Fits] = {"side": side, "units": units, "cost": whole}

FIELDS: Mapping[str, Mapping[str, Fits]] = {
    "turn": {"turn": whole},
    "phase": {"side": side, "phase": text, "turn": whole},
    "pips": {"side": side, "command": command, "die": whole, "points": whole},
    "deploy": {"side": side, "units": units, "at": place},
    "spent": {"side": side, "command": command, "cost": whole, "left": whole},
    "move": {**_CHANGED, "kind": text, **_MOVED},
    "discovered": {"side": side, "units": units, "by": unit_or_none},
    "arrival": {"side": side, "units": units, "edge": text},
    "misplaced": {"side": side, "units": units},
    "halt": _CHANGED,
    "dismount": {**_CHANGED, "holders": flag},
    "mount": {**_CHANGED, "holders": flag},
    "holders": {"unit": unit, "gone": flag},
    "advance": {"unit": unit, "aim": unit, "length": whole},
    "turned": {"unit": unit, "to": place},
    "flight": {"unit": unit, **_MOVED, "turns": whole},
    "shot": {"units": units, "target": unit, "dice": pair, "totals": pair, "edge": text},
    "combat": {"attackers": units, "defenders": units, "dice": pair, "totals": pair},
    "recoil": {"unit": unit, "length": whole},
    "pushed": {"unit": unit, "length": whole},
    "destroyed": {"unit": unit, "by": unit_or_none},
    "pursuit": {"units": units, "length": whole},
    "demoralised": {"command": command, "equivalents": number},
    "lost": {"side": side, "equivalents": number},
    "end": {"winner": text, "reason": text, "level": text, "score": by_side},
}
"""Kind of event to what each of its fields has to be."""

SHOWN = (
    "15.5-contact-ends-the-move",
    "8.1-left-off-the-table",
    "17.1-arc-and-range",
    "17.1-helpers",
    "fair-play-7.2-left-where-it-is",
    "10.1-cost-of-generals",
    "18.1-a-column-taken-in-the-flank",
    "20.1-a-better-rank-behind",
    "3.1-dismount-cost",
    "3.1-mounting-again",
    "3.3-held-horses-shield-nobody",
)
"""Examples of play in which every kind happens at least once."""


def wrong(scenario: Scenario, event: Event) -> list[str]:
    """The fields of an event that are not as promised."""
    found = [] if _PARAGRAPH.fullmatch(event.rule) else [f"{event.kind} rule {event.rule!r}"]
    for name, fits in FIELDS.get(event.kind, {}).items():
        if not fits(scenario, event.data.get(name)):
            found.append(f"{event.kind} {name} {event.data.get(name)!r}")
    # Other fields that name elements have the same form.
    if "units" in event.data and not units(scenario, event.data["units"]):
        found.append(f"{event.kind} units {event.data['units']!r}")
    return found


def test_every_event_has_the_fields_that_are_promised() -> None:
    happened = set()
    for name in SHOWN:
        result = run_example(load_example(EXAMPLES / f"{name}.yaml"))
        assert result.events
        for event in result.events:
            assert not wrong(result.spec.scenario, event)
            happened.add(event.kind)
    assert set(FIELDS) == happened & set(FIELDS)
