"""Questions about armies: ``civil war``, ``list SIDE``, ``allied SIDE ALLY LINE [CHOSEN]``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.errors import ActionError
from engine.systems.de_bellis_multitudinis import armies
from engine.systems.de_bellis_multitudinis.allies import in_civil_war
from engine.systems.de_bellis_multitudinis.army_lists import ArmyList
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.state import DbmState

_ANY: Final = 999
"""Elements of a line of which nobody has said how many are chosen: an upgrade is limited by its own number alone."""


def ask_civil_war(field: DbmField, state: DbmState, words: Sequence[str]) -> bool:
    """Whether the battle is a civil war (11.1)."""
    return in_civil_war(field)


def ask_list(field: DbmField, state: DbmState, words: Sequence[str]) -> dict[str, Any]:
    """The points, equivalents and elements of an army, and the paragraphs that it breaks against its list."""
    if len(words) != 1:
        raise ActionError("ask for the list of one side: list SIDE")
    side = field.roster.player(words[0])
    units = field.roster.side_units[side]
    broken = dict.fromkeys(rule for rule, _ in armies.problems(field, side))
    return {
        "points": armies.side_points(field, side),
        "equivalents": sum(field.roster.equivalents[unit][0] for unit in units) / 2,
        "elements": armies.elements_of(field, units),
        "problems": [field.cite(rule) for rule in broken],
    }


def ask_allied(field: DbmField, state: DbmState, words: Sequence[str]) -> dict[str, int]:
    """How many elements of a line an allied contingent may have (25.1 to 25.4)."""
    if len(words) not in (3, 4):
        raise ActionError("name a side, an ally and a line: allied SIDE ALLY LINE, and how many are chosen")
    side = field.roster.player(words[0])
    army = armies.army_of(field, side)
    ally = army.allies.get(words[1]) if army is not None else None
    if army is None or ally is None:
        raise ActionError(f"{field.roster.side_names[side]} has no allies {words[1]!r} in its army list")
    chosen = _chosen(words) if len(words) == 4 else _number(field, side, army, words)
    return armies.allied(army, ally, words[2], chosen)._asdict()


def _chosen(words: Sequence[str]) -> int:
    if not words[3].isdecimal():
        raise ActionError(f"how many are chosen is a whole number, not {words[3]!r}")
    return int(words[3])


def _number(field: DbmField, side: int, army: ArmyList, words: Sequence[str]) -> int:
    """The elements of the line, or those that an upgrade is of, that the army has."""
    lines = armies.lines_of(army, army.allies[words[1]])
    line = lines.get(words[2])
    key = line.of if line is not None and line.of else words[2]
    number = armies.taken(lines, armies.counts(field, side), f"{words[1]}.", key)
    up_to = line is not None and line.upgrade.startswith("0-")
    return number or (_ANY if up_to else 0)


QUESTIONS: Final[Mapping[str, Callable[[DbmField, DbmState, Sequence[str]], Any]]] = {
    "civil war": ask_civil_war,
    "list": ask_list,
    "allied": ask_allied,
}
"""Question to what answers it."""
