"""The words that a counter can print: the values of its unit, its names, and the usual figures of its rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.scenario import formations
from engine.scenario.model import Side, Unit

WORDS: Final = ("name", "type", "size", "key", "formation", "parent", "side", "combat", "reach", "entry")
"""What may stand in braces for every unit; ``formation`` is the smallest it belongs to, ``parent`` the one above,
``combat`` and ``reach`` the figures that are usual, ``entry`` the turn in which it enters."""
_FIELD: Final = re.compile(r"\{([A-Za-z0-9_-]+)\}")
_LOOSE: Final = " -·/,;:|"


@dataclass(frozen=True, slots=True)
class Factors:
    """What a counter prints in its lower corners, and whether its reduced side is up."""

    left: str
    right: str
    reduced: bool
    two_sided: bool


def full_steps(unit: Unit) -> int:
    """How many strength steps a unit has: as its counter says, else two with a reduced side, one without."""
    stated = unit.values.get("steps")
    if isinstance(stated, int) and not isinstance(stated, bool):
        return stated
    return 2 if _combat(unit, "reduced", "reduced_") else 1


def factors(unit: Unit, steps: int | None = None) -> Factors:
    """The factors of a unit with this many steps left (None: all of them)."""
    whole = full_steps(unit)
    weak = _combat(unit, "reduced", "reduced_")
    reduced = steps is not None and 0 < steps < whole
    left = weak if reduced and weak else _combat(unit, "strength", "")
    reach = [unit.values.get(key) for key in ("range", "movement", "morale")]
    right = "·".join(_figure(value) for value in reach if value not in (None, "", 0))
    return Factors(left, right, reduced, whole > 1)


def _combat(unit: Unit, single: str, prefix: str) -> str:
    """One combat factor, or attack and defence with a dash between; empty when the counter has neither."""
    values = unit.values
    if values.get(single) is not None:
        return _figure(values[single])
    attack = values.get(f"{prefix}attack")
    defence = values.get(f"{prefix}defence", values.get(f"{prefix}defense"))
    return "-".join(_figure(value) for value in (attack, defence) if value is not None)


def fields_in(pattern: str) -> list[str]:
    """The names in braces in a pattern."""
    return _FIELD.findall(pattern)


def filled(pattern: str, words: Mapping[str, str]) -> str:
    """A pattern with its words; empty where it asks for values and the unit has none of them. Marks between a value
    and one that is missing go."""
    names = fields_in(pattern)
    given = {name: words.get(name, "") for name in names}
    if names and not any(given.values()):
        return ""
    made = _FIELD.sub(lambda found: given[found[1]], pattern)
    if all(given.values()):
        return made
    for mark in "-·/":
        made = re.sub(rf"\{mark}+", mark, made)
    return made.strip(_LOOSE)


def words_of(unit: Unit, side: Side, steps: int | None = None, entry: str = "") -> dict[str, str]:
    """Every word of a unit with this many steps left (None: all); ``entry`` is the turn in which it enters."""
    own = formations.parts(unit.formation)
    shown = factors(unit, steps)
    usual = {"combat": shown.left, "reach": shown.right}
    return (
        usual
        | {key: _short(value) for key, value in unit.values.items()}
        | {"command": _spoken(unit.values.get("command"))}
        | {
            "name": unit.name,
            "type": unit.type,
            "size": unit.size,
            "key": unit.key,
            "formation": own[-1] if own else "",
            "parent": own[-2] if len(own) > 1 else "",
            "side": side.name,
            "entry": entry,
        }
    )


def _spoken(value: object) -> str:
    """The key of a command as people write a name; any other value as it is printed elsewhere."""
    if isinstance(value, str):
        return value[:1].upper() + value[1:].replace("_", " ")
    return _short(value)


def _figure(value: object) -> str:
    """A value among figures, where yes and no are written out."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _short(value: object) -> str:
    if value is None or value is False:
        return ""
    return "•" if value is True else _figure(value)
