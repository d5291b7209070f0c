"""What stands where on a scenario's counters: the places that call-outs of a player aid point at."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from engine.paper.markup import shown
from engine.paper.model import Callout, CounterFigure
from engine.play.system import System
from engine.scenario.elements import CounterElement
from engine.scenario.faces import entries, fits
from engine.scenario.model import Scenario, Unit
from engine.scenario.slots import SIDE, picture_of, slotted, stripe
from engine.scenario.words import fields_in, filled, full_steps, words_of

_CITED: Final = re.compile(r"\s*\([^()]*\d[^()]*\)|[;:].*")
"""The paragraph and the remarks behind the description of a value."""
FIGURES: Final = 3
"""Counters that are explained at most."""
USUAL_NAME: Final = (50, 11)
"""Where the usual counter has its name, its size, its symbol and its figures, in hundredths of its side ..."""
USUAL_SIZE: Final = (50, 24)
USUAL_SYMBOL: Final = (50, 48)
USUAL_FIGURES: Final = 82
USUAL_WORDS: Final = {
    "name": "Name",
    "type": "Type of unit",
    "size": "Size",
    "formation": "Formation",
    "parent": "Higher formation",
    "side": "Side",
    "entry": "Turn in which it enters",
    "combat": "Strength",
    "reach": "Movement",
}


def figures_of(scenario: Scenario, system: System) -> Iterator[CounterFigure]:
    """Counters with call-outs that show every value that counters of the scenario print, as few as can be."""
    wanted: dict[str, list[Callout]] = {}
    for unit in scenario.units.values():
        if unit.side in scenario.sides and len(wanted) < 400:
            wanted[unit.key] = callouts(scenario, system, unit)
    shown_texts: set[str] = set()
    for _ in range(FIGURES):
        best = max(wanted, key=lambda key: len({one.text for one in wanted[key]} - shown_texts), default="")
        new = {one.text for one in wanted[best]} - shown_texts if best else set()
        if not new:
            return
        shown_texts |= new
        unit = scenario.units[best]
        yield CounterFigure(best, shown(unit.called), tuple(wanted[best]))


def callouts(scenario: Scenario, system: System, unit: Unit) -> list[Callout]:
    """What the parts of a unit's front are."""
    words = words_of(unit, scenario.sides[unit.side], None, entries(scenario).get(unit.key, ""))
    words |= {"artwork": picture_of(scenario.counters, unit)}
    meant = meanings(system)
    design = scenario.counters
    if design.template is not None:
        side, elements = design.template.size, design.template.front
        listed: Iterable[CounterElement] = (one for one in elements if fits(one.when, unit, words, full_steps(unit)))
    elif design.front:
        side, listed = SIDE, slotted(design, "front", words)
    else:
        return [*_striped(scenario, unit), *_usual(unit, words, meant)]
    found = dict[str, Callout]()
    for element in listed:
        for one in _of_element(element, unit, words, meant, side):
            found.setdefault(one.text, one)
    return list(found.values())


def meanings(system: System) -> dict[str, str]:
    """What each value of a counter is, by the system's own descriptions."""
    found = dict(USUAL_WORDS)
    if system.counters is not None:
        for name, info in system.counters.model_fields.items():
            found[name] = _CITED.sub("", info.description or name.replace("_", " ").capitalize()).strip(" .")
    found.setdefault("movement", "Movement points")
    return found


def _of_element(
    element: CounterElement, unit: Unit, words: Mapping[str, str], meant: Mapping[str, str], side: float
) -> Iterator[Callout]:
    x, y = (element.x + element.width / 2) / side, (element.y + element.height / 2) / side
    half = element.width / side / 2
    if element.kind == "symbol" and element.form == "size":
        if unit.size:
            yield Callout(x, y, "Size", shown(unit.size.replace("_", " ")), min(half, 0.1))
    elif element.kind in ("symbol", "artwork"):
        yield Callout(x, y, "Type of unit", shown(unit.type.replace("_", " ")), half * 0.6)
    elif element.kind == "name":
        said = shown(filled(element.show or "{name}", words))
        yield Callout(x, y, "Name", said, min(half, _half(element, said, side)))
    elif element.kind == "band" and element.fill == "formation" and unit.formation:
        yield Callout(element.x / side + 0.06, y, "Colour of the formation")
    elif element.kind in ("value", "badge"):
        yield from _values(element, words, meant, side)


def _half(element: CounterElement, said: str, side: float) -> float:
    """Half of the width that some letters take, about."""
    letters = element.letters or element.height * 0.8
    return 0.24 * letters * len(said) / side


def _values(
    element: CounterElement, words: Mapping[str, str], meant: Mapping[str, str], side: float
) -> Iterator[Callout]:
    """A call-out for each value of a text, from its left to its right."""
    said = filled(element.show, words)
    names = [name for name in fields_in(element.show) if words.get(name)]
    if not said:
        return
    whole = min(element.width / side / 2, _half(element, said, side))
    middle = (element.x + element.width / 2) / side
    if element.kind == "value" and element.align == "left":
        middle = element.x / side + whole
    elif element.kind == "value" and element.align == "right":
        middle = (element.x + element.width) / side - whole
    for place, name in enumerate(names):
        x = middle - whole + 2 * whole * (place + 0.5) / len(names)
        half = element.width / side / 2 if element.kind == "badge" else whole / len(names)
        y = (element.y + element.height / 2) / side
        yield Callout(x, y, meant.get(name, name.replace("_", " ")), words[name], half)


def _striped(scenario: Scenario, unit: Unit) -> Iterator[Callout]:
    if unit.formation and scenario.counters.formations:
        for element in stripe(scenario.counters):
            x, y = element.x + element.width / 2, element.y + element.height / 2
            yield Callout(x / SIDE, y / SIDE, "Colour of the formation")


def _usual(unit: Unit, words: Mapping[str, str], meant: Mapping[str, str]) -> Iterator[Callout]:
    """The parts of a counter without a design of its own."""
    yield Callout(USUAL_NAME[0] / 100, USUAL_NAME[1] / 100, "Name", shown(unit.name), min(0.4, 0.03 * len(unit.name)))
    if unit.size:
        yield Callout(USUAL_SIZE[0] / 100, USUAL_SIZE[1] / 100, "Size", shown(unit.size.replace("_", " ")))
    yield Callout(USUAL_SYMBOL[0] / 100, USUAL_SYMBOL[1] / 100, "Type of unit", shown(unit.type.replace("_", " ")), 0.2)
    strong = [name for name in ("strength", "attack", "defense", "defence") if unit.values.get(name) is not None]
    weak = [name for name in ("range", "movement", "morale") if unit.values.get(name) not in (None, "", 0)]
    names = [*strong, *weak]
    for place, name in enumerate(names):
        x = 0.5 if len(names) == 1 else 0.16 + 0.68 * place / (len(names) - 1)
        yield Callout(x, USUAL_FIGURES / 100, meant.get(name, name.replace("_", " ").capitalize()), words.get(name, ""))
