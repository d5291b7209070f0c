"""The arguments of actions by name, for all that reads actions: frames, prospects, computer players.

An action is a verb with plain data. The functions here name the arguments of verbs that several systems have. A
system has its own module ``acts`` for the verbs that only it has. Only these modules, and those that read and write the
text of actions, take arguments by their position.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.play import Action


class PlaceAct(NamedTuple):
    """``retreat``, ``displace``, ``advance``, ``replace``: a unit goes to a hex."""

    unit: int
    hex: int


class WalkAct(NamedTuple):
    """``move``, ``enter`` and other actions that name a unit and then the hexes of its path, in order."""

    unit: int
    path: tuple[int, ...]


class EntryAct(NamedTuple):
    """``enter``: a unit comes onto the map by an entry hex, and follows a path from there."""

    unit: int
    entry: int
    path: tuple[int, ...]


class AttackAct(NamedTuple):
    """``attack``: units attack targets on a column of the results table; NOWHERE for the column of the odds."""

    targets: tuple[int, ...]
    units: tuple[int, ...]
    column: int


def place_of(action: Action) -> PlaceAct:
    """The unit and the hex that it goes to."""
    return PlaceAct(*action.args)


def walk_of(action: Action) -> WalkAct:
    """The unit that an action names first, and the path behind it."""
    return WalkAct(action.args[0], action.args[1:])


def entry_of(action: Action) -> EntryAct:
    """The unit that enters, by which hex and path."""
    return EntryAct(action.args[0], action.args[1], action.args[2:])


def attack_of(action: Action) -> AttackAct:
    """The attack that an action declares."""
    return AttackAct(*action.args)


def unit_of(action: Action) -> int:
    """The unit that an action names first."""
    unit: int = action.args[0]
    return unit


def units_of(action: Action) -> tuple[int, ...]:
    """The units that an action names first."""
    units: tuple[int, ...] = action.args[0]
    return units


def added_by(action: Action) -> int:
    """The unit or the hex that an action adds to an attack: ``with``, ``also``."""
    added: int = action.args[0]
    return added


def column_of(action: Action, default: int) -> int:
    """The column that an action to fight names; ``default`` if it names none."""
    column: int = action.args[0] if action.args else default
    return column


def hex_of(action: Action) -> int:
    """The hex that an action names first."""
    h: int = action.args[0]
    return h


def path_of(action: Action) -> tuple[int, ...]:
    """The hexes of an action that names nothing else, in order."""
    return action.args


def end_of(action: Action) -> int:
    """The hex that an action names last."""
    h: int = action.args[-1]
    return h


def ends_in_a_hex(action: Action) -> bool:
    """Whether what an action names last is a hex."""
    return isinstance(action.args[-1], int)


def phase_of(action: Action) -> str:
    """The phase that ``end`` names; empty if it names none."""
    phase: str = action.args[0] if action.args else ""
    return phase


def names_something(action: Action) -> bool:
    """Whether an action has any arguments."""
    return bool(action.args)


def names_a_place(action: Action) -> bool:
    """Whether an action names a hex after its unit."""
    return len(action.args) > 1
