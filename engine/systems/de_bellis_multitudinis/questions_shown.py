"""Questions whose answers are drawn: the zone before an element, where it may shoot, how commands stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.errors import ActionError
from engine.systems.de_bellis_multitudinis import breaking, shooting
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag
from engine.tables.places import PACE, BasePlace, TablePoint, paces
from engine.tables.touching import zone


def ask_zone(field: DbmField, state: DbmState, words: Sequence[str]) -> list[list[int]]:
    """The corners of the zone before an element, in paces, from its front left one clockwise; none for those without a
    zone, and for those that are not on the table (13.1)."""
    if len(words) != 1:
        raise ActionError("this is asked about one element")
    unit = field.roster.find(words[0])
    where = state.at[unit]
    return [] if where is None or field.form(state, unit).baggage else _points(zone(where))


def ask_arc(field: DbmField, state: DbmState, words: Sequence[str]) -> dict[str, Any]:
    """How far an element shoots from an edge, and the corners of the strip that its shots reach, in paces (17.1);
    a range of 0 and no corners where it does not shoot from there."""
    if len(words) not in (1, 2):
        raise ActionError("ask for the arc of one element: arc UNIT, and an edge")
    unit = field.roster.find(words[0])
    edge = words[1].lower() if len(words) == 2 else shooting.FRONT
    far = shooting.range_of(field, state, unit) if state.at[unit] is not None else 0
    if not far or edge not in shooting.edges_of(field, state, unit):
        return {"range": 0, "outline": []}
    shot = shooting.edge_of(field, state, unit, edge)
    middle = BasePlace((shot.left.x + shot.right.x) // 2, (shot.left.y + shot.right.y) // 2, shot.facing)
    aside = shot.measured(shot.right)[1] + field.tables.shooting.aside * PACE
    corners = [middle.at(ahead, right) for ahead, right in ((far * PACE, -aside), (far * PACE, aside))]
    return {"range": far, "outline": _points((*corners, middle.at(0, aside), middle.at(0, -aside)))}


def _points(corners: Sequence[TablePoint]) -> list[list[int]]:
    return [[paces(corner.x), paces(corner.y)] for corner in corners]


def ask_commands(field: DbmField, state: DbmState, words: Sequence[str]) -> list[dict[str, Any]]:
    """How each command stands: its die and points of initiative, elements, and the equivalents that it has lost, has
    in all, and is demoralised by losing (10.1, 24.1)."""
    return [_command(field, state, number) for number in range(len(field.commands))]


def _command(field: DbmField, state: DbmState, number: int) -> dict[str, Any]:
    command, total = field.commands[number], breaking.total_of(field, number)
    return {
        "command": command.key,
        "name": command.name,
        "side": field.roster.sides[command.side],
        "die": state.dice[number],
        "pips": state.pips[number],
        "elements": sum(1 for unit in command.units if not state.flags[unit] & Flag.LOST),
        "of": len(command.units),
        "lost": breaking.lost_of(field, state, number) / 2,
        "total": total / 2,
        "breaks": -(-total // field.tables.breaking.command) / 2,
        "demoralised": bool(state.demoralised >> number & 1),
    }


def ask_armies(field: DbmField, state: DbmState, words: Sequence[str]) -> list[dict[str, Any]]:
    """The equivalents that each army has lost, with those left in demoralised commands, those that it had, and those
    by whose loss it is beaten (24.1)."""
    found = []
    for side, key in enumerate(field.roster.sides):
        total = breaking.army_total(field, side)
        beaten = -(-total // field.tables.breaking.army) / 2
        found.append(
            {"side": key, "lost": breaking.army_lost(field, state, side) / 2, "total": total / 2, "breaks": beaten}
        )
    return found


QUESTIONS: Final[Mapping[str, Callable[[DbmField, DbmState, Sequence[str]], Any]]] = {
    "zone": ask_zone,
    "arc": ask_arc,
    "commands": ask_commands,
    "armies": ask_armies,
}
"""Question to what answers it."""
