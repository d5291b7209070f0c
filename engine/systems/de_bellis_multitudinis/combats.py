"""The close combats of a bound, one by one in the order that the mover chooses (18)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.mechanics.acts import unit_of
from engine.mechanics.procedure import END, Breach
from engine.play import Action, Decision, Step
from engine.systems.de_bellis_multitudinis.factors import close
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.frames import DbmFrame, ending
from engine.systems.de_bellis_multitudinis.opposing import pairs
from engine.systems.de_bellis_multitudinis.outcome import Fate, compare, fate, with_grades
from engine.systems.de_bellis_multitudinis.outcome_frames import Pursuing, suffer
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag

RULE = "18.1"


@dataclass(frozen=True)
class Combats(DbmFrame):
    """The close combats of a bound (18)."""

    def _open(self, field: DbmField, state: DbmState) -> list[tuple[int, int]]:
        """Who has still to fight whom, the mover's element first."""
        found = [pair if not self.side else pair[::-1] for pair in pairs(field, state)]
        return sorted(pair for pair in found if not any(state.has(unit, Flag.FOUGHT) for unit in pair))

    def decision(self, field: DbmField, state: DbmState) -> Decision | None:
        found = self._open(field, state)
        if len(found) < 2:
            return None
        units = tuple(unit for unit, _ in found)
        return self.asks(field, "combat", RULE, f"Choose the next combat ({len(found)} to fight)", units)

    def actions(self, field: DbmField, state: DbmState) -> Iterator[Action]:
        for unit, _ in self._open(field, state):
            yield Action("fight", (unit,))

    def breaches(self, field: DbmField, state: DbmState, action: Action) -> Iterator[Breach]:
        if action.verb == END.verb:
            yield from ending(action, "combat", RULE)
            yield RULE, "first fight all combats of this bound"
        elif action.verb != "fight":
            yield RULE, "first choose the next combat"
        elif not any(unit_of(action) in pair for pair in self._open(field, state)):
            unit = unit_of(action)
            fought = state.has(unit, Flag.FOUGHT)
            reason = "has fought in this bound" if fought else "has no legal contact with an enemy that it could fight"
            yield RULE, f"{field.name(unit)} {reason}"

    def perform(self, field: DbmField, state: DbmState, action: Action, step: Step) -> None:
        unit = unit_of(action)
        fight(field, state, next(pair for pair in self._open(field, state) if unit in pair), step)

    def proceed(self, field: DbmField, state: DbmState, step: Step) -> None:
        found = self._open(field, state)
        if not found:
            state.pop()
            return
        only = Action("fight", (found[0][0],))
        self.perform(field, state, step.choose(only, lambda wish: self.verdict(field, state, wish)), step)


def fight(field: DbmField, state: DbmState, units: tuple[int, int], step: Step) -> None:
    """Throw for a combat, the mover's element first, and let the outcomes follow (18.1, 21.1)."""
    mover = field.side(units[0])
    factors = close(field, state, *units), close(field, state, *units[::-1])
    dice = step.roll(state), step.roll(state)
    thrown = factors[0].total + dice[0], factors[1].total + dice[1]
    totals = with_grades(field, state, units, thrown, mover)
    step.say(
        "combat",
        field.cite("21.1"),
        attackers=field.listed(units[:1]),
        defenders=field.listed(units[1:]),
        dice=list(dice),
        totals=list(totals),
    )
    results = compare(*totals)
    fates = (
        fate(field, state, units[0], units[1], results[0]),
        fate(field, state, units[1], units[0], results[1]),
    )
    for unit in units:
        state.mark(unit, Flag.FOUGHT)
    _follow(field, state, units, fates, step)


def _follow(field: DbmField, state: DbmState, units: tuple[int, int], fates: tuple[Fate, Fate], step: Step) -> None:
    """Let both bear what becomes of them; who has won and not suffered may pursue."""
    for own, other in ((0, 1), (1, 0)):
        if fates[own] is Fate.NONE and fates[other] >= Fate.RECOILS:
            state.push(Pursuing(field.side(units[own]), units[own]))
    for own, other in ((0, 1), (1, 0)):
        if state.at[units[own]] is not None:
            suffer(field, state, units[own], units[other], fates[own], step)
