"""One value of a scenario, tried with several settings: a strength, a turn of arrival, a handicap, an option.

A value is named by its place in the file: ``units.us-9.strength``, ``reinforcements.0.turn`` (or, for a group with a
name, ``reinforcements.Cavalry.turn``), ``victory.handicap.us``, ``victory.scoring.1.points``, ``victory.sudden``,
``turns.count``, ``options.NAME``; a value of a rules file with ``rules.`` before its place there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from engine.errors import HexwrightError, NameNotKnown
from engine.findings import Severity
from engine.formats.reading import resolve
from engine.kit.varied import numbers_in, value_at
from engine.play import registry
from engine.scenario import Arrival, Scenario, Victory
from engine.scenario.model import Value
from engine.scenario.system_name import SystemName, changes_of
from engine.umpire.checks import check_scenario

MOST: Final = 50
"""Settings that may be tried at once."""
RULES: Final = "rules."
"""What a place in the rules file begins with."""
FORM: Final = "a sweep is written PLACE=VALUES, as in units.us-9.strength=3..8 or reinforcements.0.turn=2,4,6"
_RANGE: Final = re.compile(r"(-?\d+)\.\.(-?\d+)")


@dataclass(frozen=True, slots=True)
class Lever:
    """A value that can be set."""

    path: str
    title: str
    """In the words of a person: ``strength of 9th Infantry``."""
    value: Value
    """What it is in the scenario as it stands."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A scenario with the value set."""

    value: Value
    scenario: Scenario


def parse(text: str, scenario: Scenario) -> tuple[Lever, list[Tried]]:
    """The lever of a text such as ``units.us-9.strength=3..8`` and the scenario with each of its values.

    Raises HexwrightError when there is no such value, or a setting of it is something that the rules cannot play.
    """
    path, equals, values = text.partition("=")
    if not equals:
        raise HexwrightError(f"{FORM}, not {text!r}")
    lever = find(scenario, path.strip())
    return lever, settings(scenario, lever, values_of(values))


def values_of(text: str) -> list[Value]:
    """The values of ``3..8`` or ``2, 4, 6``. Raises HexwrightError."""
    found = _RANGE.fullmatch(text.strip())
    if found:
        first, last = int(found[1]), int(found[2])
        step = 1 if last >= first else -1
        values: list[Value] = list(range(first, last + step, step)[: MOST + 1])
    else:
        values = [resolve(word.strip()) for word in text.split(",") if word.strip()]
    values = list(dict.fromkeys(values))
    if not values:
        raise HexwrightError(f"{FORM}; there are no values in {text!r}")
    if len(values) > MOST:
        raise HexwrightError(f"at most {MOST} values can be tried at once")
    return values


def settings(scenario: Scenario, lever: Lever, values: Iterable[Value]) -> list[Tried]:
    """The scenario with each value. Raises HexwrightError for one that the umpire finds an error in."""
    known = {(found.code, found.message) for found in check_scenario(scenario)}
    made = []
    for value in values:
        try:
            changed = _with_value(scenario, lever.path, value)
        except NameNotKnown as error:
            raise HexwrightError(f"{lever.title} cannot be {value}: {error}") from None
        for found in check_scenario(changed):
            if found.severity is Severity.ERROR and (found.code, found.message) not in known:
                raise HexwrightError(f"{lever.title} cannot be {value}: {found.message} [{found.code}]")
        made.append(Tried(value, changed))
    return made


def find(scenario: Scenario, path: str) -> Lever:
    """The value at a place. Raises HexwrightError, with what there is, when nothing stands there that can be set."""
    if path.startswith(RULES):
        return _of_rules(scenario, path)
    for lever in levers(scenario):
        if lever.path == path:
            return lever
    words = path.split(".")
    if len(words) == 3 and words[0] == "reinforcements":
        for number, arrival in enumerate(scenario.arrivals):
            if arrival.name.lower() == words[1].lower():
                return find(scenario, f"reinforcements.{number}.{words[2]}")
    near = [lever.path for lever in levers(scenario) if lever.path.startswith(words[0] + ".")]
    there = near or sorted({lever.path.partition(".")[0] for lever in levers(scenario)})
    some = ", ".join(there[:8]) + (" ..." if len(there) > 8 else "")
    raise HexwrightError(f"there is no value {path!r} to set; there are {some}")


def _of_rules(scenario: Scenario, path: str) -> Lever:
    """A value of the rules file. Raises HexwrightError where there is none."""
    data = registry.system(scenario.system).data
    if not data:
        raise HexwrightError(f"the rules of this scenario are no file, so {path!r} cannot be tried")
    value = value_at(data, tuple(path.removeprefix(RULES).split(".")))
    return Lever(path, _title(path.removeprefix(RULES).split(".")), "not said" if value is None else value)


def _title(place: Iterable[str]) -> str:
    return f"rule {' '.join(place).replace('_', ' ')}"


def rule_levers(scenario: Scenario) -> list[Lever]:
    """The numbers and switches of the scenario's rules file, in its order; none where the rules are no file."""
    try:
        data = registry.system(scenario.system).data
    except HexwrightError:
        return []
    return [Lever(RULES + ".".join(place), _title(place), value) for place, value in numbers_in(data)]


def levers(scenario: Scenario) -> list[Lever]:
    """Everything that can be set, in the order of the file."""
    found = [Lever("turns.count", "number of turns", scenario.turns.count)]
    for key, unit in scenario.units.items():
        for name, value in unit.values.items():
            if isinstance(value, int | float) and not isinstance(value, bool):
                found.append(Lever(f"units.{key}.{name}", f"{name.replace('_', ' ')} of {unit.name} ({key})", value))
    for number, arrival in enumerate(scenario.arrivals):
        title = f"turn on which {_called(arrival, scenario)} arrives"
        found.append(Lever(f"reinforcements.{number}.turn", title, arrival.turn))
    victory = scenario.victory
    for number, line in enumerate(victory.scoring):
        what = line.name or " ".join((line.kind, *line.hexes[:3], line.unit)).strip()
        found.append(Lever(f"victory.scoring.{number}.points", f"points for {what}", line.points))
    for key, side in scenario.sides.items():
        title = f"points that {side.name} begins with"
        found.append(Lever(f"victory.handicap.{key}", title, victory.handicap.get(key, 0)))
    found.append(Lever("victory.sudden", "lead that ends the game at once", victory.sudden))
    found += [Lever(f"options.{name}", f"option {name}", value) for name, value in scenario.options.items()]
    return found


def _called(arrival: Arrival, scenario: Scenario) -> str:
    first = scenario.units.get(arrival.units[0]) if arrival.units else None
    return arrival.name or (first.name if first else "a group")


def _with_value(scenario: Scenario, path: str, value: Value) -> Scenario:
    """The scenario with another value at a place that `levers` has."""
    if path.startswith(RULES):
        file, more = registry.rules_file(scenario.system), ((path.removeprefix(RULES), value),)
        tried = SystemName(scenario.system, file, (*changes_of(scenario.system), *more))
        registry.system(tried)  # raises what is wrong with such rules
        return scenario.with_(system=tried)
    what, *words = path.split(".")
    if what == "options":
        return scenario.with_(options={**scenario.options, ".".join(words): value})
    if what == "units":
        key, name = ".".join(words[:-1]), words[-1]
        unit = scenario.units[key]
        changed = replace(unit, values={**unit.values, name: value})
        return scenario.with_(units={**scenario.units, key: changed})
    if what == "victory" and isinstance(value, int | float) and not isinstance(value, bool):
        return scenario.with_(victory=_with_points(scenario.victory, words, value))
    if not isinstance(value, int) or isinstance(value, bool):
        raise HexwrightError(f"{path} is a whole number, not {value!r}")
    if what == "turns":
        return scenario.with_(turns=replace(scenario.turns, count=value))
    number = int(words[0])
    arrivals = tuple(replace(one, turn=value) if i == number else one for i, one in enumerate(scenario.arrivals))
    return scenario.with_(arrivals=arrivals)


def _with_points(victory: Victory, words: list[str], value: float) -> Victory:
    if words[0] == "sudden":
        return replace(victory, sudden=value)
    if words[0] == "handicap":
        return replace(victory, handicap={**victory.handicap, words[1]: value})
    number = int(words[1])
    scoring = tuple(replace(line, points=value) if i == number else line for i, line in enumerate(victory.scoring))
    return replace(victory, scoring=scoring)
