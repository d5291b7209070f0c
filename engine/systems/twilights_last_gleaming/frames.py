"""What every procedure of this system is, and what an action would break besides coming at the wrong time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from engine.mechanics.procedure import Breach, Procedure
from engine.play import Action
from engine.systems.twilights_last_gleaming import battle
from engine.systems.twilights_last_gleaming.entering import MARCH
from engine.systems.twilights_last_gleaming.field import TlgField
from engine.systems.twilights_last_gleaming.state import TlgState


class TlgFrame(Procedure[TlgField, TlgState]):
    """A procedure of this system."""

    system: ClassVar[str] = "tlg2"
    side: int

    def elsewhere(self, field: TlgField, state: TlgState, action: Action) -> Iterator[Breach]:
        """The paragraphs that an action of a side would break in its own phase (4, 5, 6)."""
        verb, args = action
        if verb == "move":
            yield from MARCH.breaches(field, state, args[0], args[1:], self.side)
        elif verb == "enter":
            yield from MARCH.entry_breaches(field, state, args[0], args[1:], self.side)
        elif verb == "attack":
            yield from battle.breaches(field, state, self.side, args[0], args[1], args[2], whole=bool(args[1]))
