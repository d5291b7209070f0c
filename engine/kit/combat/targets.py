"""What an attack is made on: hexes, or units by name where a hex is not attacked as a whole."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.hexes.board.grid import NOWHERE
from engine.kit.bound.subject import KitSubject
from engine.kit.combat.kinds import BoundKind
from engine.mechanics.bits import bits, mask_of

_FIRST = -2
"""Numbers of units as targets lie below this one, those of hexes above."""


def unit_target(unit: int) -> int:
    """The number that stands for a unit among the targets of an attack."""
    return _FIRST - unit


def unit_named(target: int) -> int:
    """The unit that a target names; NOWHERE for a hex."""
    return _FIRST - target if target <= _FIRST else NOWHERE


def hex_of(state: Any, target: int) -> int:
    """The hex of a target."""
    unit = unit_named(target)
    return target if unit == NOWHERE else int(state.where[unit])


def hexes_of(state: Any, targets: Iterable[int]) -> tuple[int, ...]:
    """The hexes of some targets, each once."""
    return tuple(sorted({target if target > _FIRST else hex_of(state, target) for target in targets}))


def may_be_attacked(field: Any, state: Any, kind: BoundKind, side: int, mask: int) -> int:
    """Those of a mask that are enemies, and targets of a kind of combat."""
    foes: int = mask & field.roster.of_side[1 - side]
    if kind.targets.always and not state.carrier:
        return foes
    subject = KitSubject(field, state, side)
    return mask_of(u for u in bits(foes) if u not in state.carrier and kind.targets.ask(subject.about(u)))


def defenders_of(field: Any, state: Any, kind: BoundKind, side: int, targets: Iterable[int]) -> tuple[int, ...]:
    """The units that defend: those named, or those in the hexes attacked that may be attacked so."""
    there = 0
    for target in targets:
        unit = unit_named(target)
        there |= state.stacks.get(target, 0) if unit == NOWHERE else 1 << unit
    return tuple(bits(may_be_attacked(field, state, kind, side, there)))
