"""Hidden set-up: in which hexes a side puts the units of a hidden group is its secret until all groups are set up."""

from __future__ import annotations

from random import Random
from typing import Any, Final, TypeVar

from engine.mechanics.acts import unit_of
from engine.mechanics.hexes.deploying import SetUp
from engine.mechanics.hexes.groups import Group
from engine.mechanics.hexes.hexfield import HexField
from engine.mechanics.hexes.hexstate import WAITING, HexState
from engine.play import Action

H = TypeVar("H", bound=HexState)

_TRIES: Final = 8


def veil(field: HexField[Any, Any], state: HexState, player: int, data: dict[str, Any]) -> None:
    """Take out of a state's JSON where the units of the enemy's hidden groups stand, and what they hold there."""
    for unit in _unseen(field, state, player):
        data["where"][unit] = None
    if _set_up(state) is not None:
        for index in _objectives(field, player):
            data["holders"][index] = None


def dealt(field: HexField[Any, Any], state: H, player: int, random: Random) -> H:
    """A copy in which what the enemy has set up of hidden groups stands in other hexes of their areas.

    If chance finds none with the same choices for every side, the copy is the position itself.
    """
    frame, units = _set_up(state), _unseen(field, state, player)
    if frame is None or not units:
        return state.copy()
    top = state.stack[-1].decision(field, state)
    for _ in range(_TRIES):
        twin = state.copy()
        if _deal(field, twin, frame, player, units, random) and twin.stack[-1].decision(field, twin) == top:
            return twin
    return state.copy()


def visible_text(field: HexField[Any, Any], action: Action, actor: int) -> str:
    """What the enemy is told of an action that sets up a unit of a hidden group; empty where that is no secret."""
    if action.verb not in ("deploy", "at") or not _groups(field, 1 - actor):
        return ""
    return "at" if action.verb == "at" else f"deploy {field.roster.keys[unit_of(action)]}"


def _set_up(state: HexState) -> SetUp[Any, Any] | None:
    return next((frame for frame in state.stack if isinstance(frame, SetUp) and frame.reveals), None)


def _groups(field: HexField[Any, Any], player: int) -> list[Group]:
    """The hidden groups of the enemy."""
    return [group for group in field.groups if group.hidden and group.side != player]


def _unseen(field: HexField[Any, Any], state: HexState, player: int) -> list[int]:
    """The enemy units that a player may not see: those of hidden groups that are set up, while the set-up goes on."""
    if _set_up(state) is None:
        return []
    return sorted({u for group in _groups(field, player) for u in group.units if state.where[u] >= 0})


def _objectives(field: HexField[Any, Any], player: int) -> list[int]:
    """The objectives in the areas of the enemy's hidden groups: who holds one would tell where he is."""
    hexes = {h for group in _groups(field, player) for h in group.area}
    return sorted(index for h in hexes for index in field.scores.at.get(h, ()))


def _deal(
    field: HexField[Any, Any], twin: HexState, frame: SetUp[Any, Any], player: int, units: list[int], random: Random
) -> bool:
    """Take the units back and set them up again; whether each found a place."""
    holders = list(twin.holders)
    for index in _objectives(field, player):
        holders[index] = field.scores.begun[index]
    twin.holders = tuple(holders)
    for unit in units:
        field.put(twin, unit, WAITING)
    for unit in random.sample(units, len(units)):
        own = [group for group in _groups(field, player) if unit in group.units]
        hexes = sorted({h for group in own for h in frame.room(field, twin, group, unit)})
        if not hexes:
            return False
        field.put(twin, unit, random.choice(hexes))
    return True
