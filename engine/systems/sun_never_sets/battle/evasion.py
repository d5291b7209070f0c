"""Chapter 22: the defender of an attack in the battle segment retreats before the battle (switch ``evasion``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits, mask_of
from engine.mechanics.deeds import Deed, Offers
from engine.mechanics.hexes.results import alive
from engine.mechanics.hexes.verbs import UNITS, Verb
from engine.mechanics.procedure import Breach
from engine.play import Action, Decision, Step
from engine.systems.sun_never_sets.base.counters import RIDERS
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.frames import SnsDoing, SnsFrame, halted
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.battle.aftermath import Pursuit
from engine.systems.sun_never_sets.battle.retreating import Retreating, loosen, ways_back
from engine.systems.sun_never_sets.position import fates
from engine.systems.sun_never_sets.position.fight import Fighting, fighting

EVADE, STAND = "evade", "stand"
_COVER: Final = frozenset({"mountain", "jungle"})


def riding(field: SnsField, state: SnsState, mask: int) -> int:
    """The strength of the good-order cavalry, mounted infantry and camel corps of a force, in the Legion's edition of
    its horse artillery as well (22.2)."""
    counted = field.roster.of_type(*RIDERS)
    if field.edition.horse_artillery_evades:
        counted |= field.roster.horse_artillery
    return field.strength(state, field.good(state, mask & counted))


@dataclass(frozen=True)
class Evading(SnsDoing):
    """An attack was declared: the defender may evade with all, some or none of his units; the battle lies below it
    (22.1)."""

    side: int
    rule = "22.1"
    asks = "the defender must first choose to evade or stand"

    def able(self, field: SnsField, state: SnsState) -> int:
        """The units that may evade: in good order, and able to move (22.3)."""
        battle = fighting(state)
        force = alive(state, battle.forces[self.side]) & ~field.roster.afloat
        return field.good(state, mask_of(u for u in bits(force) if field.roster.movement[u] > 0))

    def bars(self, field: SnsField, state: SnsState) -> Iterator[Breach]:
        """Why the force may not evade at all."""
        battle, roster = fighting(state), field.roster
        own, other = (riding(field, state, battle.forces[side]) for side in (self.side, 1 - self.side))
        cover = self.side == field.native and field.ground.terrain[battle.target] in _COVER
        if not cover and (not own or own < other):
            yield "22.2", f"{own} strength points of cavalry in good order cannot evade {other}"
        if not self.able(field, state) & ~roster.headquarters:
            yield "22.3", "no unit in good order except headquarters could evade"
        if field.ground.fortress[battle.target]:
            yield "8.85", "units that defend in a fortress do not retreat"
        elif not ways_back(field, state, self.side, battle.target, self.able(field, state)):
            yield "8.81", "there is no way to retreat"

    def decision(self, field: SnsField, state: SnsState) -> Decision | None:
        if [*self.bars(field, state)]:
            return None
        target = fighting(state).target
        prompt = f"Evade the attack on {field.place(target)} with all or some of your units, or stand"
        return Decision(field.sides[self.side], "evasion", field.cite("22.1"), prompt, (), (field.grid.name(target),))

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        state.pop()

    def parties(self, field: SnsField, state: SnsState) -> Offers:
        """Who may evade: all, or one unit of each sort."""
        yield ((),)
        able = self.able(field, state) & ~field.roster.headquarters
        if able.bit_count() > 1:
            yield from (((u,),) for u in field.gunnery.sorts(state, bits(able)))

    def bars_evading(self, field: SnsField, state: SnsState, units: tuple[int, ...]) -> Iterator[Breach]:
        """Every paragraph that evading breaks."""
        yield from self.bars(field, state)
        able, names = self.able(field, state), field.roster.names
        for u in units:
            if not able >> u & 1:
                yield "22.3", f"{names[u]} is not a unit in good order that defends and can move"
        if units and not mask_of(units) & ~field.roster.headquarters:
            yield "22.3", "headquarters evade only with other units"

    def evade(self, field: SnsField, state: SnsState, step: Step, units: tuple[int, ...]) -> None:
        """Units retreat before the battle."""
        state.pop()
        gone = mask_of(units) if units else self.able(field, state)
        battle = state.top
        assert isinstance(battle, Fighting)
        name = field.grid.name(battle.target)
        step.say(EVADE_EVENT, field.cite("22.1"), side=field.sides[self.side], units=field.keys_of(gone), at=name)
        loosen(field, state, gone)
        forces = tuple(force & ~gone for force in battle.forces)
        if forces[self.side] & ~field.roster.headquarters:
            changed: Any = {"forces": forces, "good": tuple(good & ~gone for good in battle.good)}
            state.replace(replace(battle, **changed))
        else:
            state.replace(Evaded(battle.side, battle.origin, battle.target, gone))
        state.push(Retreating(self.side, gone, battle.target))

    deeds = (Deed(EVADE, evade, bars_evading, parties), Deed(STAND, halted))


EVADE_EVENT: Final = "evasion"


@dataclass(frozen=True)
class Evaded(SnsFrame):
    """Nobody is left to fight: once the retreat is over the attacker may advance (22.1)."""

    side: int
    """The attacker."""
    origin: int
    target: int
    gone: int
    rule = "22.1"

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        state.pop()
        fates.lone_headquarters(field, state, self.target, 1 - self.side, "10.54", step)
        refuge = next((state.where[u] for u in bits(alive(state, self.gone))), NOWHERE)
        if self.target not in state.stacks and self.target not in field.closed[self.side] and not state.ended:
            units = field.units_at(state, self.origin, self.side)
            state.push(Pursuit(self.side, self.origin, self.target, refuge, units))


class Evade(Verb[SnsField, SnsState]):
    """``evade``, ``evade all``, ``evade with na-c1``."""

    def read(self, field: SnsField, state: SnsState, words: Sequence[str]) -> Action:
        """The action of the words behind the verb; raises ActionError."""
        return super().read(field, state, [word for word in words if word.lower() != "all"])


VERBS: Final[tuple[Verb[SnsField, SnsState], ...]] = (
    Evade(EVADE, UNITS.behind("with").optional()),
    Verb(STAND),
)
