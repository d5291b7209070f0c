"""What is done in a phase: one activity for each word of its ``do``."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, ClassVar

from engine.kit.play.state import KitState
from engine.mechanics.procedure import Breach
from engine.play import Action, Step


class Activity:
    """Something that is done in a phase. ``phase`` is the number of the phase in the file."""

    verbs: ClassVar[tuple[str, ...]] = ()
    """The actions of it."""
    prompt: ClassVar[str] = ""
    """What players are asked to do: ``move units``."""

    def begin(self, field: Any, state: KitState, side: int, phase: int) -> None:
        """Make the state ready for a phase of a side."""

    def wants(self, field: Any, action: Action) -> bool:
        """Whether an action belongs to it."""
        return action.verb in self.verbs

    def actions(self, field: Any, state: KitState, side: int, phase: int) -> Iterator[Action]:
        """The legal actions."""
        return iter(())

    def idle(self, field: Any, state: KitState, side: int, phase: int) -> bool:
        """Whether there is nothing to do."""
        return next(self.actions(field, state, side, phase), None) is None

    def sample(self, field: Any, state: KitState, side: int, phase: int, random: Random) -> Action | None:
        """A random legal action; None where there is none."""
        found = list(self.actions(field, state, side, phase))
        return random.choice(found) if found else None

    def faults(self, field: Any, state: KitState, side: int, phase: int, action: Action) -> Iterator[Breach]:
        """Every paragraph that an action breaks."""
        return iter(())

    def perform(self, field: Any, state: KitState, side: int, phase: int, action: Action, step: Step) -> None:
        """Carry out a legal action."""
        raise NotImplementedError

    def unfinished(self, field: Any, state: KitState, side: int, phase: int) -> Iterator[Breach]:
        """Why the phase may not end yet."""
        return iter(())

    def place_of(self, field: Any, verb: str) -> str:
        """The paragraph that gives an action its time; empty for a verb that is not its own."""
        return ""
