"""Step losses and eliminations, and who chooses the units that take them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from engine.kit.play.frames import KitFrame
from engine.kit.play.state import KitState
from engine.mechanics.acts import unit_of
from engine.mechanics.bits import bits
from engine.mechanics.hexes import results
from engine.mechanics.hexes.results import alive, eliminate, reduce
from engine.play import Action, Step


def lose_step(field: Any, state: KitState, unit: int, rule: str, step: Step) -> None:
    """A unit loses a step; with its last one it is eliminated, and so is whom it carries."""
    if state.steps[unit] <= 1:
        drown(field, state, unit, rule, step)
    at = state.where[unit]
    reduce(field, state, unit, rule, step)
    field.changed(state)
    if field.leading.endangered:
        field.leading.endanger(state, unit, at, step)


def leave(field: Any, state: KitState, unit: int, rule: str, step: Step) -> None:
    """A unit is eliminated, and so is whom it carries."""
    if state.where[unit] < 0:
        return
    drown(field, state, unit, rule, step)
    eliminate(field, state, unit, rule, step)


def drown(field: Any, state: KitState, unit: int, rule: str, step: Step) -> None:
    """Those whom a unit carries die with it."""
    for carried in [u for u, carrier in state.carrier.items() if carrier == unit]:
        del state.carrier[carried]
        if state.where[carried] >= 0:
            eliminate(field, state, carried, rule, step)


class UnitChoice(KitFrame, results.Losing[Any, KitState]):
    """A side chooses one of some units."""

    side: int
    chooser: int
    units: int
    rule: str
    asks = "first choose the unit that loses a step: lose, and the unit"

    def decides(self) -> int:
        return self.chooser

    def ruled_by(self, field: Any) -> str:
        return self.cited(field, self.rule)


@dataclass(frozen=True)
class KitLosses(UnitChoice, results.LosingSteps[Any, KitState]):
    """Steps are lost, and ``chooser`` says which units lose them."""

    side: int
    chooser: int
    units: int
    count: int
    rule: str

    def lose(self, field: Any, state: KitState, unit: int, step: Step) -> None:
        lose_step(field, state, unit, self.rule, step)


def sum_of(fought_with: Sequence[tuple[int, str]], mask: int) -> str:
    """What the units of a mask fought with together, as text."""
    return str(sum((Fraction(value) for unit, value in fought_with if mask >> unit & 1), Fraction(0)))


@dataclass(frozen=True)
class Sacrifice(UnitChoice):
    """Whole units die that fought with at least as much as the other side did; where that cannot be, all do."""

    side: int
    chooser: int
    units: int
    needed: str
    """What is still to be met, as text."""
    fought_with: tuple[tuple[int, str], ...]
    rule: str

    def is_open(self, field: Any, state: KitState, options: list[Action]) -> bool:
        if len(options) < 2 or Fraction(self.needed) <= 0:
            return False
        return Fraction(sum_of(self.fought_with, alive(state, self.units))) > Fraction(self.needed)

    def prompt(self, field: Any, names: tuple[str, ...]) -> str:
        return f"Choose a unit that is eliminated (strength {self.needed} to lose)"

    def proceed(self, field: Any, state: KitState, step: Step) -> None:
        state.pop()
        if Fraction(self.needed) <= 0:
            return
        for u in bits(alive(state, self.units)):
            step.forced.append(Action("lose", (u,)))
            leave(field, state, u, self.rule, step)

    def perform(self, field: Any, state: KitState, action: Action, step: Step) -> None:
        unit = unit_of(action)
        left = Fraction(self.needed) - Fraction(sum_of(self.fought_with, 1 << unit))
        state.replace(replace(self, needed=str(max(left, Fraction(0)))))
        leave(field, state, unit, self.rule, step)
