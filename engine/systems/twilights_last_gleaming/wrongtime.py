"""What an action would break besides coming at the wrong time: asked by every procedure that waits for another."""

from __future__ import annotations

from collections.abc import Iterator

from engine.mechanics.procedure import Breach
from engine.play import Action
from engine.systems.twilights_last_gleaming import battle, entering, moving
from engine.systems.twilights_last_gleaming.field import TlgField
from engine.systems.twilights_last_gleaming.state import TlgState


def elsewhere(field: TlgField, state: TlgState, action: Action, side: int) -> Iterator[Breach]:
    """The paragraphs that an action of a side would break in its own phase (4, 5, 6)."""
    verb, args = action
    if verb == "move":
        yield from moving.breaches(field, state, args[0], args[1:], side)
    elif verb == "enter":
        yield from entering.breaches(field, state, args[0], args[1:], side)
    elif verb == "attack":
        yield from battle.breaches(field, state, side, args[0], args[1], args[2], whole=bool(args[1]))
