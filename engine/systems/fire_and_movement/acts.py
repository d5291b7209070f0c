"""The arguments of the verbs that only this system has, by name. `engine.mechanics.acts` has the others."""

from __future__ import annotations

from typing import NamedTuple

from engine.play import Action


class BombardAct(NamedTuple):
    """``bombard``: a ``number`` of support markers fires at a hex. ``values`` are chosen from the hand, if any."""

    hex: int
    number: int
    values: tuple[int, ...]


class AssaultAct(NamedTuple):
    """``attack``: units attack a hex. No units begin an attack that is put together step by step."""

    target: int
    units: tuple[int, ...]


def bombard_of(action: Action) -> BombardAct:
    """The bombardment that an action declares."""
    return BombardAct(action.args[0], action.args[1], action.args[2:])


def assault_of(action: Action) -> AssaultAct:
    """The attack that an action declares."""
    return AssaultAct(*action.args)


def support_of(action: Action) -> int | None:
    """The strength of the support marker that ``support`` names; None if it names none."""
    return action.args[0] if action.args else None


def deed_of(action: Action) -> str:
    """The verb that an action names against several hexes at once."""
    verb: str = action.args[0]
    return verb
