"""The arguments of the verbs that only the kit has, by name. `engine.mechanics.acts` has the others."""

from __future__ import annotations

from typing import NamedTuple

from engine.play import Action


class CarryAct(NamedTuple):
    """``load``: a unit and its carrier. ``unload``: a unit and the hex where it gets off."""

    unit: int
    other: int


def carry_of(action: Action) -> CarryAct:
    """The unit that gets on or off, and where."""
    return CarryAct(*action.args)


def thing_of(action: Action) -> int:
    """The number of the unit or group that ``activate`` names."""
    thing: int = action.args[0]
    return thing


def facing_of(action: Action) -> int:
    """The facing that ``face`` gives a unit."""
    facing: int = action.args[1]
    return facing
