"""Victory points that are gained and lost as the game goes on, and are kept in the state."""

from __future__ import annotations

from typing import Protocol

from engine.mechanics.hexes.victory import judged
from engine.play import Outcome, Step
from engine.scenario import Scenario


class Awarded(Protocol):
    """What a state keeps of points."""

    points: list[int]
    """The points of both sides, never below 0."""
    awarded: int
    """What counts once and has been counted, as bits."""
    ended: bool


class PointLedger:
    """Gains and losses of victory points. ``rule`` is the paragraph on levels of victory, ``instant`` the one that
    ends the game at a great lead (`Victory.sudden`), at that very moment.
    """

    def __init__(self, scenario: Scenario, rule: str, instant: str) -> None:
        self.scenario = scenario
        self.sides = tuple(scenario.sides)
        self.rule, self.instant = rule, instant

    def opening(self) -> list[int]:
        """The points that both sides begin with: their handicaps."""
        return [int(self.scenario.victory.handicap.get(side, 0)) for side in self.sides]

    def gain(self, state: Awarded, side: int, number: int, rule: str, why: str, step: Step, once: int = -1) -> None:
        """A side gains points; ``once`` is the number of what counts a single time, -1 for what counts each time."""
        if number <= 0 or (once >= 0 and state.awarded >> once & 1):
            return
        if once >= 0:
            state.awarded |= 1 << once
        state.points[side] += number
        step.say("points", rule, side=self.sides[side], gained=number, points=state.points[side], why=why)
        self._end_at_great_lead(state, step)

    def lose(self, state: Awarded, side: int, number: int, rule: str, why: str, step: Step) -> None:
        """A side loses points, as far as it has any; the enemy gains the rest."""
        taken = min(number, state.points[side])
        if taken > 0:
            state.points[side] -= taken
            step.say("points", rule, side=self.sides[side], gained=-taken, points=state.points[side], why=why)
            self._end_at_great_lead(state, step)
        if not state.ended:
            self.gain(state, 1 - side, number - taken, rule, why, step)

    def _end_at_great_lead(self, state: Awarded, step: Step) -> None:
        lead = self.scenario.victory.sudden
        if lead and not state.ended and abs(state.points[0] - state.points[1]) >= lead:
            state.ended = True
            step.say("end", self.instant, **self.outcome(state, self.instant).to_json())

    def outcome(self, state: Awarded, rule: str = "") -> Outcome:
        """Who has won by the points so far, at which level."""
        return judged(self.scenario, state.points, rule or self.rule)
