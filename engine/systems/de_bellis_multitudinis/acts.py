"""The arguments of the verbs that only this system has, by name. `engine.mechanics.acts` has the others."""

from __future__ import annotations

from typing import NamedTuple

from engine.play import Action
from engine.systems.de_bellis_multitudinis.notation import NOTHING, PHASES, Part
from engine.tables.places import BasePlace


class MoveAct(NamedTuple):
    """``move``, ``march``, ``column``: elements move by parts, one after the other."""

    units: tuple[int, ...]
    parts: tuple[Part, ...]


class PutAct(NamedTuple):
    """``deploy``, ``ambush``, ``arrive``: elements are put onto the table as a block, ``wide`` of them side by side."""

    units: tuple[int, ...]
    at: BasePlace
    wide: int


class HaltAct(NamedTuple):
    """``halt``: elements stop and take a facing, in tenths of a degree; -1 to keep theirs."""

    units: tuple[int, ...]
    facing: int


class ExpandAct(NamedTuple):
    """``expand``: a column becomes a line of ``wide`` elements to its left (0) or right (1)."""

    units: tuple[int, ...]
    way: int
    wide: int


class DismountAct(NamedTuple):
    """``dismount``: elements dismount. ``holders`` is 1 to put their horse holders down; ``shape`` and ``half`` say how
    double bases dismount, each -1 if not given."""

    units: tuple[int, ...]
    holders: int
    shape: int
    half: int


class MountAct(NamedTuple):
    """``mount``: elements mount, double bases at their front (0) or rear (1) half; -1 if not given."""

    units: tuple[int, ...]
    half: int = NOTHING


class ShotAct(NamedTuple):
    """``shoot``: an element shoots at an edge of another; -1 for the edge that it faces. ``holders`` is 1 for the horse
    holders of the target, else 0."""

    unit: int
    target: int
    holders: int
    edge: int
    helpers: tuple[int, ...]


class AimAct(NamedTuple):
    """``aim``: the target of an element that advances by itself."""

    unit: int
    target: int


class FleeAct(NamedTuple):
    """``flee``: an element flees to its left (0) or right (1)."""

    unit: int
    way: int


class AssignAct(NamedTuple):
    """``assign``: a die of initiative goes to a command."""

    die: int
    command: int


class FlankAct(NamedTuple):
    """``flank``: a command waits beyond the left (0) or right (1) edge of the table."""

    command: int
    way: int


def move_of(action: Action) -> MoveAct:
    """The elements that move, and how."""
    return MoveAct(*action.args)


def put_of(action: Action) -> PutAct:
    """The elements that are put down, and where."""
    units, where, wide = action.args
    return PutAct(units, BasePlace(*where), wide)


def halt_of(action: Action) -> HaltAct:
    """The elements that halt, and their facing."""
    return HaltAct(*action.args)


def expand_of(action: Action) -> ExpandAct:
    """The elements that expand, to which side, and how far."""
    return ExpandAct(*action.args)


def dismount_of(action: Action) -> DismountAct:
    """The elements that dismount, and how."""
    return DismountAct(*action.args)


def mount_of(action: Action) -> MountAct:
    """The elements that mount, and where."""
    return MountAct(*action.args)


def shot_of(action: Action) -> ShotAct:
    """Who shoots at what."""
    return ShotAct(*action.args)


def aim_of(action: Action) -> AimAct:
    """Who advances at what."""
    return AimAct(*action.args)


def flee_of(action: Action) -> FleeAct:
    """Who flees which way."""
    return FleeAct(*action.args)


def assign_of(action: Action) -> AssignAct:
    """Which die goes to which command."""
    return AssignAct(*action.args)


def flank_of(action: Action) -> FlankAct:
    """Which command waits beyond which edge."""
    return FlankAct(*action.args)


def parts_of(action: Action) -> tuple[Part, ...]:
    """The parts by which a move goes on: ``go``."""
    parts: tuple[Part, ...] = action.args[0]
    return parts


def phase_of(action: Action) -> str:
    """The phase that ``end`` names; empty if it names none."""
    return PHASES[action.args[0]] if action.args else ""
