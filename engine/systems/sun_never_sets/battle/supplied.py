"""Chapter 32: supply units spent in a battle, so that units fire better in a round (switch ``supplied_combat``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from engine.mechanics.bits import bits
from engine.mechanics.deeds import Deed, Offers, each
from engine.mechanics.hexes.deploying import sorts
from engine.mechanics.hexes.verbs import UNIT, Verb
from engine.mechanics.procedure import Breach
from engine.play import Decision, Step
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.frames import SnsDoing, SnsFrame, halted
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.base.tables import Round
from engine.systems.sun_never_sets.base.volleys import ROUNDS, Modifier
from engine.systems.sun_never_sets.position import fates, fight
from engine.systems.sun_never_sets.position.fight import fighting

SPEND: Final = "spend"


@dataclass(frozen=True)
class Supplied(SnsFrame):
    """A round of a battle in which supply units may be spent; it lies below the volleys (32.1)."""

    left: tuple[int, int] = (0, 0)
    """For each side how many units may still fire better."""
    rule = "32.1"

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        state.pop()


def open_round(field: SnsField, state: SnsState) -> None:
    """A round begins: before its volleys."""
    if field.on("supplied_combat"):
        state.push(Supplied())


def ask(field: SnsField, state: SnsState, name: Round, first: int) -> None:
    """Both sides are asked, who fires first before the other; nothing is spent for a melee (32.2)."""
    if field.on("supplied_combat") and field.tables.fire_modifiers.supplied[name]:
        state.push(Spending(1 - first, ROUNDS.index(name)))
        state.push(Spending(first, ROUNDS.index(name)))


def _place(state: SnsState) -> int:
    """Where in the stack the round of supplied combat lies; -1 without one."""
    return next((n for n in reversed(range(len(state.stack))) if isinstance(state.stack[n], Supplied)), -1)


def left(state: SnsState, side: int) -> int:
    """How many units of a side may still fire better in this round."""
    at = _place(state)
    frame = state.stack[at] if at >= 0 else None
    return frame.left[side] if isinstance(frame, Supplied) else 0


def _set(state: SnsState, side: int, number: int) -> None:
    at = _place(state)
    frame = state.stack[at] if at >= 0 else None
    if isinstance(frame, Supplied):
        state.stack[at] = replace(frame, left=(number, frame.left[1]) if side == 0 else (frame.left[0], number))


def modifiers(field: SnsField, state: SnsState, side: int, name: Round, number: int) -> list[Modifier]:
    """What spent supply units add to a volley of a number of units, if they reach for all of them (32.1)."""
    if field.on("supplied_combat") and number <= left(state, side):
        return [Modifier(field.tables.fire_modifiers.supplied[name], "supplied combat", "32.1")]
    return []


def helped(state: SnsState, side: int, units: tuple[int, ...], strength: Mapping[int, int]) -> tuple[int, ...]:
    """The units of a volley that fire first: all, or where spent supply units reach for some of them alone, that many
    of the strongest; the others fire in another volley (32.1)."""
    there = left(state, side)
    if not 0 < there < len(units):
        return units
    return tuple(sorted(sorted(units, key=lambda u: (-strength[u], u))[:there]))


def used(state: SnsState, side: int, number: int) -> None:
    """The number of units of a side that have fired."""
    there = left(state, side)
    if number <= there:
        _set(state, side, there - number)


@dataclass(frozen=True)
class Spending(SnsDoing):
    """The start of a round: whether a side spends supply units for its fire (32.1)."""

    side: int
    number: int
    """Which of the rounds it is."""
    rule = "32.1"
    asks = "first choose a supply unit to spend for this round, or pass"

    def firing(self, field: SnsField, state: SnsState) -> int:
        """How many units of the side fire in this round."""
        force = fighting(state).left(field, state, self.side)
        return sum(map(len, field.gunnery.classes(state, ROUNDS[self.number], force).values()))

    def stores(self, field: SnsField, state: SnsState) -> list[int]:
        """The supply units in the hex of those who fire, while some of these are not provided for."""
        if self.firing(field, state) <= left(state, self.side):
            return []
        at = fighting(state).at(self.side)
        return list(bits(field.units_at(state, at, self.side) & field.roster.supply))

    def decision(self, field: SnsField, state: SnsState) -> Decision | None:
        if not self.stores(field, state):
            return None
        prompt = f"Spend a supply unit, so that twelve units fire better in the {ROUNDS[self.number]} round, or pass"
        return Decision(field.sides[self.side], "supplied", field.cite("32.1"), prompt)

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        state.pop()

    def _stores(self, field: SnsField, state: SnsState) -> Offers:
        return each(sorts(field, state, self.stores(field, state)))

    def _bars(self, field: SnsField, state: SnsState, unit: int) -> Iterator[Breach]:
        if unit not in self.stores(field, state):
            yield "32.1", f"{field.roster.names[unit]} is not a supply unit in the hex of units that fire"

    def _spend(self, field: SnsField, state: SnsState, step: Step, unit: int) -> None:
        fight.discharge(state, unit)
        fates.spend(field, state, unit, "32.1", step)
        _set(state, self.side, left(state, self.side) + field.tables.fire_modifiers.supplied["units"])

    deeds = (Deed("pass", halted), Deed(SPEND, _spend, _bars, _stores))


VERBS: Final[tuple[Verb[SnsField, SnsState], ...]] = (Verb(SPEND, UNIT),)
