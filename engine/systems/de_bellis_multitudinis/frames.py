"""What every procedure of this system is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.mechanics import procedure
from engine.mechanics.procedure import Breach, Procedure
from engine.play import Action, Decision
from engine.systems.de_bellis_multitudinis.acts import phase_of
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.state import DbmState


@dataclass(frozen=True)
class DbmFrame(Procedure[DbmField, DbmState]):
    """A procedure of this system, of a side by its number."""

    system: ClassVar[str] = "dbm"
    side: int = 0

    def asks(self, field: DbmField, kind: str, rule: str, prompt: str, units: tuple[int, ...] = ()) -> Decision:
        """A decision of the frame's side."""
        return Decision(field.roster.sides[self.side], kind, field.cite(rule), prompt, tuple(field.keys(units)))


def ending(action: Action, phase: str, rule: str) -> Iterator[Breach]:
    """What is wrong with ending a phase in progress. Actions give phases by number, messages by name."""
    named = phase_of(action)
    return procedure.ending(Action(action.verb, (named,) if named else ()), phase, rule)
