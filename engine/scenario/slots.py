"""The eight places of texts around a symbol, as elements: how designs without a template are laid out.

A counter is 100 wide here; a template made of such a design has its size in millimetres.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from engine.scenario.counters import CounterDesign, CounterText
from engine.scenario.elements import CounterElement, CounterTemplate, UnitCondition
from engine.scenario.model import Scenario, Unit
from engine.scenario.words import filled, words_of

SIDE: Final = 100.0
"""The side of a counter, in its own units."""
HEIGHTS: Final = {
    "top": 14.0,
    "upper-left": 14.0,
    "upper-right": 14.0,
    "left": 20.0,
    "right": 20.0,
    "bottom": 28.0,
    "lower-left": 28.0,
    "lower-right": 28.0,
}
"""How high letters are where a design does not say."""
UPPER: Final = ("top", "upper-left", "upper-right")
LOWER: Final = ("bottom", "lower-left", "lower-right")
EDGE: Final = 4.0
STRIPE: Final = 9.0
"""How wide a formation's stripe is."""
ARTWORK: Final = "{artwork}"
"""Prints the path of a unit's picture, for conditions."""


@dataclass(frozen=True, slots=True)
class _Room:
    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top


def picture_of(design: CounterDesign, unit: Unit) -> str:
    """The path of a unit's picture: its own, else that of its type; empty for none."""
    return design.artwork.get(unit.key) or design.artwork.get(unit.type) or ""


def slotted(
    design: CounterDesign, face: str, words: Mapping[str, str], *, named: bool = True
) -> tuple[CounterElement, ...]:
    """The elements of a unit's front or back by the eight places; ``words`` are those of the unit, with ``artwork``.

    Without ``named`` names are left out, and what is beside them takes their room.
    """
    texts = (design.back or design.front) if face == "back" else design.front
    shown = [text for text in texts if (named or "{name}" not in text.show) and filled(text.show, words)]
    elements = [*stripe(design), *((slash(),) if face == "back" else ())]
    room = _inside(design)
    heights = {text.at: text.height or HEIGHTS[text.at] for text in shown}
    upper = max((heights[at] for at in UPPER if at in heights), default=0.0)
    lower = max((heights[at] for at in LOWER if at in heights), default=0.0)
    left, right = room.left, room.right
    if "left" in heights:
        left = room.left + room.width * 0.24
    if "right" in heights:
        right = room.right - room.width * 0.24
    middle = _Room(left, room.top + upper, right, room.bottom - lower)
    places = {text.at for text in shown}
    elements += [_text(text, heights[text.at], room, middle, upper, lower, places) for text in shown]
    return (*elements, *_middle(design, middle, words))


def stripe(design: CounterDesign) -> tuple[CounterElement, ...]:
    """The band of the formation along an edge."""
    bands = {
        "top": (0.0, 0.0, SIDE, STRIPE),
        "bottom": (0.0, SIDE - STRIPE, SIDE, STRIPE),
        "left": (0.0, 0.0, STRIPE, SIDE),
        "right": (SIDE - STRIPE, 0.0, STRIPE, SIDE),
    }
    box = bands.get(design.stripe)
    return (CounterElement("band", *box),) if box is not None else ()


def slash() -> CounterElement:
    """The band from corner to corner that marks the reduced side."""
    return CounterElement("shape", 0, 0, SIDE, SIDE, form="slash")


def _inside(design: CounterDesign) -> _Room:
    """What a stripe leaves of a counter."""
    edges = dict.fromkeys(("left", "top", "right", "bottom"), EDGE)
    if design.stripe and any(look.stripe for look in design.formations):
        edges[design.stripe] = STRIPE + 2
    return _Room(edges["left"], edges["top"], SIDE - edges["right"], SIDE - edges["bottom"])


def _text(
    text: CounterText, height: float, room: _Room, middle: _Room, upper: float, lower: float, places: set[str]
) -> CounterElement:
    """A text in its place: texts side by side share the width."""
    align = "centre"
    if text.at in ("left", "right"):
        wide = room.width * 0.24 - 2
        box = (room.left if text.at == "left" else room.right - wide, middle.top, wide, middle.height)
    else:
        row = UPPER if text.at in UPPER else LOWER
        high = upper if row is UPPER else lower
        order = [at for at in (row[1], row[0], row[2]) if at in places]
        share = room.width / len(order)
        box = (room.left + share * order.index(text.at), room.top if row is UPPER else room.bottom - high, share, high)
        align = {row[0]: "centre", row[1]: "left", row[2]: "right"}[text.at]
    kind = "name" if "{name}" in text.show else "value"
    return CounterElement(kind, *box, show=text.show, letters=height, lines=2, bold=text.bold, align=align)


def _middle(design: CounterDesign, middle: _Room, words: Mapping[str, str]) -> list[CounterElement]:
    """The size mark, and the symbol or picture as large as there is room for it."""
    drawn = bool(words.get("artwork"))
    if middle.height < 8 or (design.symbols == "none" and not drawn):
        return []
    found, mark = [], 0.0
    if words.get("size") and not drawn:
        mark = min(9.0, middle.height * 0.2)
        found.append(CounterElement("symbol", middle.left, middle.top + 0.5, middle.width, mark, form="size"))
    left, top = middle.left + 2, middle.top + mark + 2
    wide, high = middle.right - 2 - left, middle.bottom - 2 - top
    if drawn:
        form = design.symbols if design.symbols != "none" else ""
        return [*found, CounterElement("artwork", left, top, wide, high, form=form)]
    fitting = min(wide, high * 1.5)
    box = (left + (wide - fitting) / 2, top + (high - fitting / 1.5) / 2, fitting, fitting / 1.5)
    return [*found, CounterElement("symbol", *box, form=design.symbols)]


def converted(scenario: Scenario) -> CounterTemplate:
    """The template that looks as a scenario's design by the eight places does, on each of its units.

    Where a unit lacks a text the others move up: each way that happens among the units becomes elements of its own,
    with conditions.
    """
    design = scenario.counters
    faces = {}
    for face in ("front", "back"):
        texts = (design.back or design.front) if face == "back" else design.front
        patterns = [*dict.fromkeys(text.show for text in texts), "{size}", ARTWORK]
        layouts: dict[tuple[str, ...], tuple[CounterElement, ...]] = {}
        for words in _all_words(scenario, face):
            has = tuple(one for one in patterns if filled(one, words))
            if has not in layouts:
                layouts[has] = slotted(design, face, words)
        faces[face] = tuple(_merged(patterns, layouts))
    made = CounterTemplate(size=SIDE, front=faces["front"], back=faces["back"])
    return made.sized(design.size)


def _all_words(scenario: Scenario, face: str) -> Iterable[dict[str, str]]:
    for unit in scenario.units.values():
        side = scenario.sides.get(unit.side)
        if side is not None:
            words = words_of(unit, side, 1 if face == "back" else None)
            yield words | {"artwork": picture_of(scenario.counters, unit)}


def _merged(patterns: list[str], layouts: Mapping[tuple[str, ...], tuple[CounterElement, ...]]) -> list[CounterElement]:
    """The elements of all layouts; those that all have need no condition."""
    shared = [one for one in next(iter(layouts.values()), ()) if all(one in others for others in layouts.values())]
    # What tells the layouts apart; what every unit has, or none, need not be asked.
    asked = [one for one in patterns if 0 < sum(one in has for has in layouts) < len(layouts)]
    found = [one for one in shared if one.kind in ("band", "shape")]
    for has, elements in layouts.items():
        when = UnitCondition(
            has=tuple(one for one in asked if one in has), lacks=tuple(one for one in asked if one not in has)
        )
        found += [replace(one, when=when) for one in elements if one not in shared]
    return found + [one for one in shared if one.kind not in ("band", "shape")]
