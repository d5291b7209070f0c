"""What is printed on a unit's counter: the words of a design filled with the unit's values, and its colours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.scenario import formations
from engine.scenario.counters import CounterDesign, CounterText
from engine.scenario.elements import UnitCondition
from engine.scenario.model import WITHDRAW, Scenario, Side, Unit
from engine.scenario.words import filled, full_steps, words_of


@dataclass(frozen=True, slots=True)
class Colours:
    """The colours of a counter; ``stripe`` is empty where it has none."""

    ground: str
    ink: str
    stripe: str = ""
    afar: str = ""
    """The ground where it is seen too small for its design: a colour that all counters have would hide the side."""


_kept: tuple[CounterDesign | None, dict[int, tuple[Unit, Side, Colours]]] = (None, {})
"""The colours that the design asked about last gives to units: whole armies are asked for, at every frame."""


def colours(design: CounterDesign, unit: Unit, side: Side) -> Colours:
    """A counter's colours: those of its side, over them those of its rules and of its formations, the largest first."""
    global _kept
    if _kept[0] is not design:
        _kept = (design, {})
    known = _kept[1].get(id(unit))
    if known is not None and known[0] is unit and known[1] is side:
        return known[2]
    made = _colours(design, unit, side)
    _kept[1][id(unit)] = (unit, side, made)
    return made


def _colours(design: CounterDesign, unit: Unit, side: Side) -> Colours:
    ground, ink, stripe, afar = side.colour, side.ink, "", side.colour
    rules = (*(design.template.rules if design.template is not None else ()), *design.rules)
    if rules:
        known, steps = words_of(unit, side), full_steps(unit)
        for rule in rules:
            if fits(rule.when, unit, known, steps):
                ground, ink, stripe = rule.ground or ground, rule.ink or ink, rule.stripe or stripe
                afar = (rule.ground or afar) if rule.when != UnitCondition() else afar
    own = formations.parts(unit.formation)
    looks = {formations.parts(look.formation): look for look in design.formations}
    for depth in range(1, len(own) + 1):
        # The whole path, or the formation's name alone: 3rd Division, whatever corps it belongs to.
        look = looks.get(own[:depth]) or looks.get(own[depth - 1 : depth])
        if look is not None:
            ground, ink, stripe = look.colour or ground, look.ink or ink, look.stripe or stripe
            afar = look.colour or afar
    return Colours(ground, ink, stripe if design.stripe or design.template is not None else "", afar)


def fits(when: UnitCondition, unit: Unit, words: Mapping[str, str], steps: int) -> bool:
    """Whether a condition applies to a unit with a number of steps and with these words to print."""
    if when.sides and unit.side not in when.sides:
        return False
    if when.types and unit.type not in when.types:
        return False
    if when.sizes and unit.size not in when.sizes:
        return False
    if when.steps and (when.steps == "one") != (steps <= 1):
        return False
    if when.formations and not any(_within(unit, name) for name in when.formations):
        return False
    if any(words.get(key, "") not in allowed for key, allowed in when.values):
        return False
    return all(filled(one, words) for one in when.has) and not any(filled(one, words) for one in when.lacks)


def _within(unit: Unit, formation: str) -> bool:
    wanted, own = formations.parts(formation), formations.parts(unit.formation)
    return bool(wanted) and (own[: len(wanted)] == wanted or (len(wanted) == 1 and wanted[0] in own))


def printed(text: CounterText, unit: Unit, side: Side) -> str:
    """What a text says on a unit's counter; empty where the unit has none of its values. Marks that stood between a
    value and one that is missing go."""
    return filled(text.show, words_of(unit, side))


def entries(scenario: Scenario) -> dict[str, str]:
    """The turn in which each unit enters that arrives later."""
    found: dict[str, str] = {}
    for arrival in scenario.arrivals:
        if arrival.how != WITHDRAW:
            found |= dict.fromkeys(arrival.units, str(arrival.turn))
    return found
