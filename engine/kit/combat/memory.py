"""What a combat in progress remembers, for those who lose, go back and go forward in it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from engine.kit.attack import KitAttack, Number
from engine.kit.combat.kinds import BoundKind
from engine.kit.play.frames import KitFrame
from engine.kit.play.state import KitState
from engine.mechanics.bits import bits

LOWERED: Final = 1000
"""A column that an attack is fought at lies in an action with the number of its kind, this many apart."""


@dataclass(frozen=True)
class Conflict(KitFrame):
    """A combat in progress. Units are masks."""

    kind: int
    phase: int
    side: int
    """The side that attacks."""
    targets: tuple[int, ...]
    attackers: int
    """Those whom results of the attacker mean."""
    defenders: int
    code: str
    die: int
    held: tuple[int, ...]
    """Hexes that held a unit when an attack on several hexes began."""
    lists: tuple[int, ...]
    """The effects still to come, by the numbers of their lists."""
    fought_with: tuple[tuple[int, str], ...] = ()
    """What each unit fought with before changes, as text."""
    strength: tuple[str, str] = ("0", "0")
    """The strengths of both sides, as text."""
    paths: tuple[tuple[int, ...], ...] = ()
    """The ways on which defenders went back, each from the hex that was left."""
    went: bool = False
    """Whether a defender went back, or died because he could not, or not so far."""
    stood: bool = False
    """Whether the defender lost steps to stand."""
    hooked: bool = False
    """Whether the hook behind results has been asked."""
    rule = "attack"


def number_of(text: str) -> Number:
    """The number of a text that a state keeps."""
    return int(text) if text.isdecimal() else Fraction(text)


def conflict_in(state: KitState) -> Conflict | None:
    """The combat in progress; None outside of any."""
    for frame in reversed(state.stack):
        if isinstance(frame, Conflict):
            return frame
    return None


def amend(state: KitState, **changes: Any) -> None:
    """Note something in the combat in progress."""
    for at in reversed(range(len(state.stack))):
        frame = state.stack[at]
        if isinstance(frame, Conflict):
            state.stack[at] = frame.with_changes(**changes)
            return


def kind_in(field: Any, state: KitState) -> BoundKind | None:
    """The kind of the combat in progress."""
    found = conflict_in(state)
    return None if found is None else field.combat.kinds[found.kind]


def attack_in(field: Any, state: KitState) -> KitAttack | None:
    """The combat in progress as conditions ask about it."""
    found = conflict_in(state)
    if found is None:
        return None
    return KitAttack(
        field.combat.kinds[found.kind].name,
        found.side,
        found.targets,
        tuple(bits(found.attackers)),
        (),
        tuple(bits(found.defenders)),
        (number_of(found.strength[0]), number_of(found.strength[1])),
        found.code,
        found.die,
    )
