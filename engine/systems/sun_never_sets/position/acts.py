"""What actions are about: the arguments of their verbs by name, for all that reads actions without carrying them out.

Frames get them from the table of deeds, which gives each function the arguments of its verb.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.play import Action


class HexAttackAct(NamedTuple):
    """``attack``: some units of one hex attack another hex."""

    target: int
    origin: int
    units: tuple[int, ...] = ()


class FireAct(NamedTuple):
    """``fire``: a class of units fires, with the headquarters that helps; NOWHERE for none."""

    code: int
    units: tuple[int, ...]
    leader: int


class HelpedAct(NamedTuple):
    """``rally`` and ``check``: a unit rolls a die, with the headquarters that helps; NOWHERE for none."""

    unit: int
    leader: int


class MarchAct(NamedTuple):
    """``march``: a column, or some units of a hex, with a headquarters; NOWHERE and empty for none."""

    force: int
    units: tuple[int, ...]
    leader: int


class ScoutAct(NamedTuple):
    """``scout``: units reconnoitre a hex."""

    hex: int
    units: tuple[int, ...]


def attack_of(action: Action) -> HexAttackAct:
    """Who attacks what. An attack that an event allows names no units: all of the hex attack."""
    target, origin, *units = action.args
    return HexAttackAct(target, origin, *units)


def fire_of(action: Action) -> FireAct:
    """Who fires."""
    return FireAct(*action.args)


def helped_of(action: Action) -> HelpedAct:
    """Who rolls, and who helps."""
    return HelpedAct(*action.args)


def march_of(action: Action) -> MarchAct:
    """Which force marches, and who leads it."""
    return MarchAct(*action.args)


def scout_of(action: Action) -> ScoutAct:
    """Who looks at which hex."""
    return ScoutAct(*action.args)


def leader_of(action: Action) -> int:
    """The headquarters that an action names last; NOWHERE for none: ``led``, ``forage``, ``fair play``."""
    leader: int = action.args[-1]
    return leader


def berth_in(action: Action) -> tuple[int, int]:
    """The water and the bank of the berth that ``steer`` names; see `berths.berth_of`."""
    water, bank = action.args
    return water, bank


def names_a_goal(action: Action) -> bool:
    """Whether an advance names the hex where it ends, beside the units."""
    return len(action.args) == 2
