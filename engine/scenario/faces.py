"""What is printed on a unit's counter: the words of a design filled with the unit's values, and its colours."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from engine.scenario import formations
from engine.scenario.counters import CounterDesign, CounterText
from engine.scenario.model import Side, Unit

WORDS: Final = ("name", "type", "size", "key", "formation", "parent", "side")
"""What may stand in braces for every unit; ``formation`` is the smallest it belongs to, ``parent`` the one above."""
_FIELD: Final = re.compile(r"\{([A-Za-z0-9_-]+)\}")
_LOOSE: Final = " -·/,;:|"


@dataclass(frozen=True, slots=True)
class Colours:
    """The colours of a counter; ``stripe`` is empty where it has none."""

    ground: str
    ink: str
    stripe: str = ""


def colours(design: CounterDesign, unit: Unit, side: Side) -> Colours:
    """A counter's colours: those of its side, over them those of its formations, the largest first."""
    ground, ink, stripe = side.colour, side.ink, ""
    own = formations.parts(unit.formation)
    looks = {formations.parts(look.formation): look for look in design.formations}
    for depth in range(1, len(own) + 1):
        # The whole path, or the formation's name alone: 3rd Division, whatever corps it belongs to.
        look = looks.get(own[:depth]) or looks.get(own[depth - 1 : depth])
        if look is not None:
            ground, ink, stripe = look.colour or ground, look.ink or ink, look.stripe or stripe
    return Colours(ground, ink, stripe if design.stripe else "")


def fields_in(pattern: str) -> list[str]:
    """The names in braces in a pattern."""
    return _FIELD.findall(pattern)


def printed(text: CounterText, unit: Unit, side: Side) -> str:
    """What a text says on a unit's counter; empty where the unit has none of its values. Marks that stood between a
    value and one that is missing go."""
    words = _words(unit, side)
    names = fields_in(text.show)
    given = {name: words.get(name, "") for name in names}
    if names and not any(given.values()):
        return ""
    made = _FIELD.sub(lambda found: given[found[1]], text.show)
    if all(given.values()):
        return made
    for mark in "-·/":
        made = re.sub(rf"\{mark}+", mark, made)
    return made.strip(_LOOSE)


def _words(unit: Unit, side: Side) -> dict[str, str]:
    own = formations.parts(unit.formation)
    words = {key: _short(value) for key, value in unit.values.items()}
    return words | {
        "name": unit.name,
        "type": unit.type,
        "size": unit.size,
        "key": unit.key,
        "formation": own[-1] if own else "",
        "parent": own[-2] if len(own) > 1 else "",
        "side": side.name,
    }


def _short(value: object) -> str:
    if value is None or value is False:
        return ""
    if value is True:
        return "•"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
