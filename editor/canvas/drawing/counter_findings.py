"""What is wrong with how counters look: letters too small to be read in print, texts near the cut, things beyond the
edge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from editor.canvas.drawing.elements import lettered, written
from editor.canvas.drawing.faces import CounterLook, dress_of
from engine.scenario import Scenario, Unit
from engine.scenario.elements import FACES, CounterElement, CounterTemplate
from engine.scenario.faces import fits
from engine.scenario.words import full_steps

LEAST: Final = 1.6
"""Millimetres that letters are high at least, so that they can be read in print: type of 4 1/2 points."""


SAFE: Final = 0.8
"""Millimetres from the cut to every text, at least: a cut is not always where it is meant to be."""


@dataclass(frozen=True, slots=True)
class SmallText:
    """A text on a counter that is set smaller than it can be read."""

    unit: Unit
    face: str
    number: int
    """Of the element on its face."""
    height: float
    """Of the letters, in millimetres."""
    text: str


@dataclass(frozen=True, slots=True)
class NearText:
    """A text on a counter that is so near the cut that it may be cut off."""

    unit: Unit
    face: str
    number: int
    """Of the element on its face."""
    gap: float
    """To the nearest cut, in millimetres; below 0 for a text that goes beyond it."""
    text: str


def faces_of(template: CounterTemplate, unit: Unit) -> tuple[str, str]:
    """The face and the back that a unit's counter has."""
    return ("front", "cover" if full_steps(unit) <= 1 else "back" if template.back else "front")


def shown_elements(
    template: CounterTemplate, look: CounterLook, scenario: Scenario, unit: Unit
) -> Iterator[tuple[str, int, CounterElement, dict[str, str]]]:
    """The elements that a unit's counter shows, front and back: face, number, element, the words it is filled with."""
    steps = full_steps(unit)
    for face in dict.fromkeys(faces_of(template, unit)):
        dress = dress_of(look, unit, scenario.sides[unit.side], steps=1 if face == "back" else None)
        for number, element in enumerate(template.face(face)):
            if fits(element.when, unit, dress.words, steps):
                yield face, number, element, dict(dress.words)


def small_texts(scenario: Scenario, look: CounterLook, least: float = LEAST) -> Iterator[SmallText]:
    """The texts of a scenario's counters whose letters are set lower than ``least`` millimetres."""
    for unit, face, number, element, words in _texts(scenario, look):
        height, said = lettered(element, words)
        if said and height < least - 1e-6:
            yield SmallText(unit, face, number, height, said)


def near_texts(scenario: Scenario, look: CounterLook, least: float = SAFE) -> Iterator[NearText]:
    """The texts of a scenario's counters with letters less than ``least`` millimetres from the cut."""
    template = look.design.template
    for unit, face, number, element, words in _texts(scenario, look):
        room = written(element, words)
        if template is None or room.isEmpty():
            continue
        gap = min(room.left(), room.top(), template.size - room.right(), template.size - room.bottom())
        if gap < least - 1e-6:
            yield NearText(unit, face, number, gap, lettered(element, words)[1])


def _texts(scenario: Scenario, look: CounterLook) -> Iterator[tuple[Unit, str, int, CounterElement, dict[str, str]]]:
    """The elements that the counters of a scenario show, with the unit of each."""
    template = look.design.template
    if template is None:
        return
    for unit in scenario.units.values():
        if unit.side in scenario.sides:
            for shown in shown_elements(template, look, scenario, unit):
                yield (unit, *shown)


def beyond(template: CounterTemplate) -> Iterator[tuple[str, int, CounterElement]]:
    """The elements that lie beyond the edge of the counter, with their face and number."""
    for face in FACES:
        for number, one in enumerate(template.face(face)):
            if one.x < -0.01 or one.y < -0.01 or max(one.x + one.width, one.y + one.height) > template.size + 0.01:
                yield face, number, one
