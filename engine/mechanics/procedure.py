"""Procedures: frames that say every paragraph an action would break; and what all systems call alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.mechanics.acts import phase_of
from engine.play import LEGAL, Action, Filled, Frame, Illegal, Verdict
from engine.play.frame import F, S

END: Final = Action("end")
"""Ends the phase, or the segment, in progress."""
SET_UP: Final = "set-up"
"""The kind of decision of a set-up, and the name of the time before the first turn."""
ARRIVAL: Final = "arrival"
"""The kind of decision about reinforcements that are put straight into hexes."""
NOT_ASKED: Final = "not now: make the current decision first"
"""What is said to an action that nothing asks for."""

Breach = tuple[str, str]
"""(number of the paragraph, reason)."""


def ending(action: Action, phase: str, rule: str) -> Iterator[Breach]:
    """What is wrong with ending a phase in progress: another one was named. ``rule`` gives each phase its time."""
    named = phase_of(action)
    if named:
        yield rule, f"this is the {phase} phase, not the {named} phase"


@dataclass(frozen=True)
class Procedure(Frame[F, S]):
    """A frame whose verdict is the list of breaches it finds."""

    def verdict(self, field: F, state: S, action: Action) -> Verdict:
        """Legal when no paragraph is broken; else the first breach with what was filled in, and all the others."""
        found = list(self.breaches(field, state, action))
        if not found:
            return LEGAL
        (rule, reason), *also = ((self.cited(field, rule), reason) for rule, reason in found)
        if isinstance(action, Filled):
            reason += f" ({action.note})"
        return Illegal(rule, reason, tuple(also))

    def breaches(self, field: F, state: S, action: Action) -> Iterator[Breach]:
        """Every paragraph that an action breaks here, those about the time of it first."""
        raise NotImplementedError

    def cite(self, rule: str) -> str:
        """A paragraph with its system: ``6.12`` is ``tlg2:6.12``."""
        return f"{self.system}:{rule}"

    def cited(self, field: F, rule: str) -> str:
        """A paragraph that an action breaks, with its system; a system with editions asks the field for it."""
        return self.cite(rule)


class Asking(Procedure[F, S]):
    """A procedure that wants one of a few verbs; whatever else comes has to wait, and is told what else it breaks."""

    rule: str
    """The paragraph of the procedure."""
    verbs: tuple[str, ...] = ()
    """What it wants."""
    asks: str = ""
    """What is said to anything else."""

    def breaches(self, field: F, state: S, action: Action) -> Iterator[Breach]:
        if self.wants(action):
            yield from self.faults(field, state, action)
        else:
            yield from self.waiting(action.verb)
            yield from self.elsewhere(field, state, action)

    def wants(self, action: Action) -> bool:
        """Whether an action is one of those that this procedure decides about."""
        return action.verb in self.verbs

    def waiting(self, verb: str) -> Iterator[Breach]:
        """Why a verb has to wait for this procedure."""
        yield self.rule, self.asks

    def faults(self, field: F, state: S, action: Action) -> Iterator[Breach]:
        """Every paragraph that an action breaks that is wanted here."""
        return iter(())

    def elsewhere(self, field: F, state: S, action: Action) -> Iterator[Breach]:
        """What an action would break besides coming at the wrong time."""
        return iter(())
