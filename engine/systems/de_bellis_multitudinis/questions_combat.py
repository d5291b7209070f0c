"""Questions about heights, sight, weather, shooting and combat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.errors import ActionError
from engine.systems.de_bellis_multitudinis import factors, going, height, outcome, shooting, sight, support, weather
from engine.systems.de_bellis_multitudinis.contact import contacts, touched_by
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.state import DbmState
from engine.tables.places import PACE, parse_point
from engine.tables.touching import gap

_CORNERS: Final = ("fl", "fr", "rr", "rl")


def _unit(field: DbmField, state: DbmState, word: str) -> int:
    """An element on the table."""
    unit = field.roster.find(word)
    if state.at[unit] is None:
        raise ActionError(f"{field.name(unit)} is not on the table")
    return unit


def _units(field: DbmField, state: DbmState, words: Sequence[str], number: int) -> list[int]:
    if len(words) != number:
        raise ActionError(f"this question needs {number} element{'s' if number > 1 else ''}, not {len(words)}")
    return [_unit(field, state, word) for word in words]


def ask_height(field: DbmField, state: DbmState, words: Sequence[str]) -> str:
    """Whether an element is higher or lower than another, or level with it (5.5)."""
    one, other = _units(field, state, words, 2)
    return height.compared(field, state, one, other)


def ask_gap(field: DbmField, state: DbmState, words: Sequence[str]) -> int:
    """The shortest line between two bases, in paces (16.1)."""
    one, other = _units(field, state, words, 2)
    first, second = state.at[one], state.at[other]
    assert first is not None
    assert second is not None
    return gap(first, field.depth(state, one), second, field.depth(state, other))


def ask_going(field: DbmField, state: DbmState, words: Sequence[str]) -> str | dict[str, str]:
    """The going under an element or at a point; by halves under a double base (4.2, 5.4)."""
    if len(words) == 1 and "," in words[0]:
        point = parse_point(words[0])
        return going.of_patch(field, field.ground.at(point.x / PACE, point.y / PACE))
    (unit,) = _units(field, state, words, 1)
    front, rear = going.halves(field, state, unit)
    return {"front": front, "rear": rear} if field.form(state, unit).double else front


def ask_sees(field: DbmField, state: DbmState, words: Sequence[str]) -> bool:
    """Whether an element sees another one (17.4)."""
    one, other = _units(field, state, words, 2)
    return sight.sees(field, state, one, other)


def ask_wind(field: DbmField, state: DbmState, words: Sequence[str]) -> dict[str, Any]:
    """The angle of an element to where the weather goes, in degrees, and what comes of it (6.1)."""
    (unit,) = _units(field, state, words, 1)
    return {
        "angle": weather.angle(state, unit) / 10,
        "downwind": weather.is_downwind(state, unit),
        "disadvantaged": weather.is_disadvantaged(state, unit),
    }


def ask_targets(field: DbmField, state: DbmState, words: Sequence[str]) -> list[str]:
    """The eligible targets of an element, the one that has to be shot at first; from an edge where one is named
    (17.2, 17.6)."""
    edge = words[1].lower() if len(words) == 2 else shooting.FRONT
    (unit,) = _units(field, state, words[:1], 1)
    mover = (state.bound + 1) % 2
    if edge not in shooting.edges_of(field, state, unit) or shooting.has_run(field, state, unit, mover):
        return []
    return [field.roster.keys[one.unit] for one in shooting.targets(field, state, unit, edge)]


def ask_lines(field: DbmField, state: DbmState, words: Sequence[str]) -> bool:
    """Whether the lines from an element's left front corner to one corner of another, and from its right front corner
    to a different one, do not cross (17.1)."""
    if len(words) != 4 or any(word.lower() not in _CORNERS for word in words[2:]):
        raise ActionError(f"this question needs two elements and two corners of {', '.join(_CORNERS)}")
    one, other = _units(field, state, words[:2], 2)
    first, second = (_CORNERS.index(word.lower()) for word in words[2:])
    corners = field.corners(state, other)
    left, right = field.corners(state, one)[:2]
    return first != second and not shooting.crosses(left, corners[first], right, corners[second])


def ask_factors(field: DbmField, state: DbmState, words: Sequence[str]) -> dict[str, Any]:
    """The factors of an element against another, before dice and grades: of close combat, or of shooting where they do
    not touch and it can shoot (19)."""
    one, other = _units(field, state, words, 2)
    found = of_both(field, state, one, other)
    return {"basic": found.basic, "support": found.support, "tactical": found.tactical, "parts": dict(found.parts)}


def of_both(field: DbmField, state: DbmState, one: int, other: int) -> factors.CombatFactors:
    """The factors of an element against another: of close combat where they touch, else of a shot at the other where
    it is a target."""
    touch = any(
        other in (contact.unit, contact.enemy)
        for contact in (*contacts(field, state, one), *touched_by(field, state, one))
    )
    if not touch:
        for edge in shooting.edges_of(field, state, one):
            if any(aimed.unit == other for aimed in shooting.targets(field, state, one, edge)):
                return factors.shooting(field, state, one, other, edge)
    return factors.close(field, state, one, other)


def ask_support(field: DbmField, state: DbmState, words: Sequence[str]) -> int:
    """What rear support adds to an element against another, against the enemy at its front where none is named, or
    against those against whom it adds most where there is none (4.2, 20.1)."""
    if len(words) == 1:
        (unit,) = _units(field, state, words, 1)
        return support.unnamed(field, state, unit)
    one, other = _units(field, state, words, 2)
    return support.support(field, state, one, other).total


def ask_mitigation(field: DbmField, state: DbmState, words: Sequence[str]) -> int:
    """1 where a rank behind cancels what an inferior element loses, else 0, whoever the enemy is (20.1)."""
    one, *_ = _units(field, state, words, 1 if len(words) == 1 else 2)
    return support.mitigation(field, state, one)


def ask_compare(field: DbmField, state: DbmState, words: Sequence[str]) -> dict[str, str]:
    """What two totals are to each other (21.1)."""
    try:
        first, second = (int(word) for word in words)
    except ValueError as error:
        raise ActionError("this question needs two whole numbers") from error
    return dict(zip(("first", "second"), outcome.compare(first, second), strict=True))


QUESTIONS: Final[Mapping[str, Callable[[DbmField, DbmState, Sequence[str]], Any]]] = {
    "height": ask_height,
    "gap": ask_gap,
    "distance": ask_gap,
    "going": ask_going,
    "sees": ask_sees,
    "wind": ask_wind,
    "targets": ask_targets,
    "lines": ask_lines,
    "factors": ask_factors,
    "support": ask_support,
    "mitigation": ask_mitigation,
    "compare": ask_compare,
}
"""Question to what answers it."""
