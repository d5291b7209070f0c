"""Chapter 13: reinforcements, replacements, the Native table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.mechanics.verbs import Verb
from engine.play import Step
from engine.systems.sun_never_sets.field import SnsField
from engine.systems.sun_never_sets.frames import Segment
from engine.systems.sun_never_sets.state import SnsState

VERBS: Final[tuple[Verb[SnsField, SnsState], ...]] = ()


def begin(field: SnsField, state: SnsState, side: int) -> None:
    """Begin the segment of a side."""
    state.push(ReinforcementSegment(side))


@dataclass(frozen=True)
class ReinforcementSegment(Segment):
    """The segment in progress."""

    side: int
    phase = "reinforcement"

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        state.pop()
