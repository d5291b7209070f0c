"""The maps that players make of their set-up: the deployment map of what all may see (fair-play 6.2), and the map of
ambushes and flank marches, which is shown at the end (fair-play 6.3)."""

from __future__ import annotations

from typing import Any

from engine.play import Step
from engine.systems.de_bellis_multitudinis import deploying
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag
from engine.tables.places import BasePlace, spell


def deployment_map(field: DbmField, state: DbmState, side: int) -> dict[str, Any]:
    """Where the troops of a side stand that all may see, by command from left to right (fair-play 6.1, 6.2)."""
    found: dict[str, dict[str, str]] = {}
    for number in _from_left(field, state, side):
        command = field.commands[number]
        places = {
            field.roster.keys[unit]: spell(at)
            for unit in command.units
            if (at := state.at[unit]) is not None and not state.has(unit, Flag.HIDDEN)
        }
        if places:
            found[command.key] = places
    return found


def _from_left(field: DbmField, state: DbmState, side: int) -> list[int]:
    """The commands of a side by the left ends of their lines."""

    def left(number: int) -> int:
        places = [at for unit in field.commands[number].units if (at := state.at[unit]) is not None]
        return min((deploying.measure(field, side, at.point)[0] for at in places), default=0)

    return sorted(field.roster.commands_of(side), key=left)


def ambush_map(field: DbmField, state: DbmState, side: int) -> dict[str, Any]:
    """What a side has hidden: each ambusher with its place, its facing, its command and whether it is mounted (7.1),
    and each command on a flank march with its table edge (fair-play 6.3)."""
    ambushers = {
        field.roster.keys[unit]: _entry(field, state, unit, at)
        for unit, at in field.on_table(state, side)
        if state.has(unit, Flag.HIDDEN)
    }
    marching = {
        field.commands[number].key: edge
        for number, edge in sorted(state.edges.items())
        if field.commands[number].side == side and not state.landed >> number & 1
    }
    return {"ambush": ambushers, "flank": marching}


def _entry(field: DbmField, state: DbmState, unit: int, at: BasePlace) -> dict[str, Any]:
    form = field.form(state, unit)
    return {"at": spell(at), "command": field.command(unit).key, "mounted": form.mounted or form.riding}


def exchange(field: DbmField, state: DbmState, step: Step) -> None:
    """Both sides show their deployment maps once all is set up; what is hidden each notes for itself."""
    for side, key in enumerate(field.roster.sides):
        step.say("deployed", field.cite("fair-play:6.2"), side=key, places=deployment_map(field, state, side))
        hidden = ambush_map(field, state, side)
        if hidden["ambush"] or hidden["flank"]:
            step.tell((key,), "ambush map", field.cite("fair-play:6.3"), side=key, **hidden)


def show(field: DbmField, state: DbmState, step: Step) -> None:
    """Both sides show at the end of the battle what was never discovered."""
    for side, key in enumerate(field.roster.sides):
        hidden = ambush_map(field, state, side)
        if hidden["ambush"] or hidden["flank"]:
            step.say("ambush map", field.cite("fair-play:6.3"), side=key, **hidden)
