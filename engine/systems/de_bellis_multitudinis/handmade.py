"""Checks actions that a program makes without text, and names the argument that is wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.errors import ActionError
from engine.formats.hints import shown_value
from engine.play import Action
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.notation import (
    EDGES,
    MOST_PARTS,
    NOTHING,
    PHASES,
    STRAIGHT,
    TURNING,
    TURNS,
    PartKind,
)
from engine.tables.places import PACE
from engine.tables.sines import CIRCLE

Check = Callable[[DbmField, Any], str]
"""What a value should be instead; empty where it is right."""

_FURTHEST: Final = 100_000 * PACE
"""Grains beyond which no place is written."""
_WHOLE: Final = 10**9
"""More than any number in an action."""


def check(field: DbmField, action: Action) -> None:
    """Raise ActionError for an action that no text gives: an unknown verb, or arguments of a wrong number or kind."""
    verb, args = action
    shapes = _SHAPES.get(verb) if isinstance(verb, str) else None
    if shapes is None:
        raise ActionError(f"{shown_value(verb)} is not an action here")
    if not isinstance(args, tuple):
        raise ActionError(f"the arguments of {verb} are a tuple, not {shown_value(args)}")
    needed = len(shapes) - (verb in _LAST_IS_OPTIONAL)
    for number, (value, shape) in enumerate(zip(args, shapes, strict=False), 1):
        wanted = shape(field, value)
        if wanted:
            raise ActionError(f"{verb}, argument {number}: {shown_value(value)} is not {wanted}")
    if len(args) < needed:
        raise ActionError(f"{verb}, argument {len(args) + 1}: it is missing")
    if len(args) > len(shapes):
        raise ActionError(f"{verb}, argument {len(shapes) + 1}: there are too many")


def _is_number(value: object, least: int = 0, most: int = _WHOLE) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _number(least: int, most: int, wanted: str) -> Check:
    return lambda field, value: "" if _is_number(value, least, most) else wanted


def _unit(field: DbmField, value: object) -> str:
    return "" if _is_number(value, 0, len(field.roster.units) - 1) else "the number of an element"


def _command(field: DbmField, value: object) -> str:
    return "" if _is_number(value, 0, len(field.commands) - 1) else "the number of a command"


def _some(field: DbmField, value: object) -> str:
    right = isinstance(value, tuple) and not any(_unit(field, one) for one in value) and len({*value}) == len(value)
    return "" if right else "a tuple of elements, each once"


def _units(field: DbmField, value: object) -> str:
    return _some(field, value) if value != () else "a tuple of at least one element"


def _place(field: DbmField, value: object) -> str:
    return "" if isinstance(value, tuple) and len(value) == 3 and _is_place(value) else "a place with its facing"


def _is_place(value: tuple[Any, ...]) -> bool:
    across = all(_is_number(one, -_FURTHEST, _FURTHEST) for one in value[:2])
    return across and _is_number(value[2], 0, CIRCLE - 1)


def _parts(field: DbmField, value: object) -> str:
    if not isinstance(value, tuple) or not 0 < len(value) <= MOST_PARTS:
        return f"a tuple of 1 to {MOST_PARTS} parts of a move"
    wrong = next((number for number, part in enumerate(value, 1) if not _is_part(part)), 0)
    return f"a move: part {wrong} is not a part of a move" if wrong else ""


def _is_part(part: object) -> bool:
    if not isinstance(part, tuple) or not part or not _is_number(part[0], 0, max(PartKind)):
        return False
    kind, rest = PartKind(part[0]), part[1:]
    if kind in STRAIGHT.values():
        return len(rest) == 1 and _is_number(rest[0])
    if kind in TURNING.values():
        return len(rest) == 1 and _is_number(rest[0], 1, CIRCLE // 2)
    if kind in TURNS.values() or kind is PartKind.DISMOUNT:
        return not rest
    points = rest[3:]
    placed = len(rest) >= 3 and _is_place(rest[:3]) and not len(points) % 2 and len(points) <= 2 * MOST_PARTS
    return placed and all(_is_number(one, -_FURTHEST, _FURTHEST) for one in points)


_LEFT_OR_RIGHT: Final = _number(0, 1, "0 for left or 1 for right")
_OR_NOTHING: Final = _number(NOTHING, 1, "-1, 0 or 1")
_PLACED: Final = (_units, _place, _number(1, _WHOLE, "how many stand side by side"))
_MOVED: Final = (_units, _parts)

_SHAPES: Final[dict[str, tuple[Check, ...]]] = {
    **dict.fromkeys(("deploy", "ambush", "arrive"), _PLACED),
    **dict.fromkeys(("move", "march", "column"), _MOVED),
    **dict.fromkeys(("hold", "fight", "pursue", "stay"), (_unit,)),
    **dict.fromkeys(("press", "leave", "replace"), (_units,)),
    **dict.fromkeys(("done", "stop"), ()),
    "go": (_parts,),
    "flank": (_command, _LEFT_OR_RIGHT),
    "assign": (_number(0, _WHOLE, "a die"), _command),
    "expand": (_units, _LEFT_OR_RIGHT, _number(0, _WHOLE, "how many elements")),
    "halt": (_units, _number(NOTHING, CIRCLE - 1, "a facing in tenths of a degree, or -1")),
    "dismount": (_units, _OR_NOTHING, _OR_NOTHING, _OR_NOTHING),
    "mount": (_units, _number(0, 1, "0 for front or 1 for rear")),
    "shoot": (
        _unit,
        _unit,
        _number(0, 1, "1 for horse holders, or 0"),
        _number(NOTHING, len(EDGES) - 2, "the number of an edge, or -1"),
        _some,
    ),
    "aim": (_unit, _unit),
    "flee": (_unit, _LEFT_OR_RIGHT),
    "end": (_number(0, len(PHASES) - 1, "the number of a phase"),),
}
"""What the arguments of each verb are, in their order."""
_LAST_IS_OPTIONAL: Final = frozenset({"mount", "end"})
