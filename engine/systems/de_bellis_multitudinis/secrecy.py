"""What each side may see: the enemy's ambushes and flank marches are hidden until they show themselves (7.1, 8, 9.1).

Whoever is neither on the table for all to see nor lost is unseen: in ambush, on a flank march or left off the table.
The enemy is not told which. Troops on the table are what they are (fair-play 6.4).
"""

from __future__ import annotations

from random import Random
from typing import Any, Final

from engine.play import Action
from engine.systems.de_bellis_multitudinis import ambush, deploying
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.setting_up import TableSetUp
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag
from engine.tables.places import PACE, WIDTH, BasePlace, corners, distance
from engine.tables.touching import bases_overlap

_TRIES: Final = 12
"""Places at which an ambush is tried."""
_AWAY: Final = 300 * PACE
"""Grains that a dealt ambush keeps from troops who would see it."""
SECRET: Final = ("ambush", "flank")
"""Actions that only their own side may see."""


def has_secrets(field: DbmField) -> bool:
    """Whether anything can be hidden in a scenario: ambushes, flank marches, or troops that the players set up."""
    placed = field.scenario.setup
    return bool(field.special.ambush or field.special.flank) or any(key not in placed for key in field.roster.keys)


def unseen(field: DbmField, state: DbmState, side: int) -> list[int]:
    """The elements of the other side of which a side does not know where they are."""
    return [unit for unit in field.units if field.side(unit) != side and _is_unseen(field, state, unit)]


def _is_unseen(field: DbmField, state: DbmState, unit: int) -> bool:
    if state.has(unit, Flag.LOST):
        return False
    if state.at[unit] is not None:
        return state.has(unit, Flag.HIDDEN)
    announced = state.arrived >> field.roster.command[unit] & 1 and state.has(unit, Flag.FLANKING)
    return not announced and not deploying.begins_aboard(field, unit)


def view(field: DbmField, state: DbmState, side: str) -> dict[str, Any]:
    """The state as a side may see it."""
    player = field.roster.player(side)
    data = state.to_json()
    for unit in unseen(field, state, player):
        data["at"][unit] = data["flags"][unit] = None
        data["marches"][unit] = 0
    data["edges"] = [
        [command, edge]
        for command, edge in data["edges"]
        if field.commands[command].side == player or state.arrived >> command & 1
    ]
    return data


def redeal(field: DbmField, state: DbmState, side: str, random: Random) -> DbmState:
    """A copy in which the troops that a side does not see are where they may be, for all it knows."""
    player = field.roster.player(side)
    twin = state.copy()
    away = unseen(field, state, player)
    for unit in away:
        twin.put(unit, None)
        twin.flags[unit] = 0
        twin.marches[unit] = 0
    twin.edges = {
        command: edge
        for command, edge in state.edges.items()
        if field.commands[command].side == player or state.arrived >> command & 1
    }
    if not any(isinstance(frame, TableSetUp) for frame in state.stack):
        for number in field.roster.commands_of(1 - player):
            _deal(field, twin, number, [unit for unit in away if field.roster.command[unit] == number], random)
    return twin


def _deal(field: DbmField, state: DbmState, command: int, units: list[int], random: Random) -> None:
    """Deal the unseen troops of a command: on a flank march where all of it is unseen, in ambush, or left off."""
    seen = any(state.at[unit] is not None or state.has(unit, Flag.LOST) for unit in field.commands[command].units)
    side = field.commands[command].side
    marching = not seen and bool(units) and random.random() < 0.5
    if marching and command not in state.edges:
        state.edges = {**state.edges, command: deploying.flank_edge(field, side, random.randrange(2))}
    for unit in units:
        state.flags[unit] = int(Flag.SET_UP | Flag.FLANKING)
        where = None if marching else _hiding_place(field, state, unit, random)
        if where is not None:
            state.flags[unit] = int(Flag.SET_UP | Flag.HIDDEN)
            state.put(unit, where)


def _hiding_place(field: DbmField, state: DbmState, unit: int, random: Random) -> BasePlace | None:
    """A place where an element may be in ambush, for all that the enemy knows; None where none was found."""
    areas = [area for area in field.table.areas.values() if area.kind in ambush.HIDING]
    if not areas or field.roster.forms[unit].baggage:
        return None
    side, depth = field.side(unit), field.depth(state, unit)
    enemy = deploying.zone(field, 1 - side)
    for _ in range(_TRIES):
        area = random.choice(areas)
        xs, ys = [x for x, _ in area.edge], [y for _, y in area.edge]
        x, y = random.randint(min(xs), max(xs)), random.randint(min(ys), max(ys))
        where = BasePlace(x * PACE, y * PACE, deploying.facing(field, side))
        shape = corners(where, depth)
        outside = not any(enemy.left < cx < enemy.right and enemy.top < cy < enemy.bottom for cx, cy in shape)
        hidden = deploying.whole(field).holds(shape) and ambush.is_within(field, shape, field.form(state, unit))
        if outside and hidden and _is_free(field, state, unit, where):
            return where
    return None


def _is_free(field: DbmField, state: DbmState, unit: int, where: BasePlace) -> bool:
    """Whether nobody stands in a place, and no enemy near enough to see it."""
    side, depth = field.side(unit), field.depth(state, unit)
    for other, at in field.on_table(state):
        enemy = field.side(other) != side
        if distance(at.point, where.point) < (_AWAY if enemy else 4 * WIDTH) and (
            enemy or bases_overlap(where, depth, at, field.depth(state, other))
        ):
            return False
    return True


def visible_text(text: str, action: Action, actor: str, side: str) -> str:
    """The text of an action as a side may know it: of an ambush or a flank march of the enemy its verb alone."""
    return action.verb if action.verb in SECRET and actor != side else text
