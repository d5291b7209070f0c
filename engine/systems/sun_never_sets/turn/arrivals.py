"""Chapter 13: the reinforcement segment: scheduled arrivals, supply units, replacements, the Native table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits
from engine.mechanics.deeds import Deed, Offers, of_side
from engine.mechanics.hexes.deploying import sorts
from engine.mechanics.hexes.hexstate import ABSENT, DEAD, POOL, WAITING
from engine.mechanics.hexes.verbs import HEX, UNIT, Verb
from engine.mechanics.procedure import END, Breach
from engine.play import Action, Decision, Step
from engine.systems.sun_never_sets import campaigns
from engine.systems.sun_never_sets.base.event_tables import rule_of
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.frames import Segment, halted
from engine.systems.sun_never_sets.base.state import REMOVED, WITHDRAWN, SnsState
from engine.systems.sun_never_sets.battle import intelligence
from engine.systems.sun_never_sets.position import natives
from engine.systems.sun_never_sets.position.siting import Siting, open_hexes, place, site_breaches, trains_off_map
from engine.systems.sun_never_sets.turn import raising

REINFORCEMENT: Final = "reinforcement"
_FACTORS: Final = {
    "mounted_infantry": "cavalry",
    "camel_corps": "cavalry",
    "machine_gun": "artillery",
    "rocket": "artillery",
    "pioneer": "engineer",
}
"""Unit types whose replacement factors are those of another one (13.21)."""
_ENDS: Final = 0.2
"""The share of random choices that end the segment where it may end."""


def begin(field: SnsField, state: SnsState, side: int) -> None:
    """No unit has come yet this turn."""
    state.landed &= ~field.roster.of_side[side]
    state.extras = replace(state.extras, relieved=frozenset(), raised=0)
    state.push(ReinforcementSegment(side))


def due(field: SnsField, state: SnsState, side: int) -> list[int]:
    """The scheduled reinforcements of this turn that are still to be placed (13.11)."""
    return [u for u in field.arriving[side] if state.where[u] == WAITING and field.arrival_turn[u] == state.turn]


def supply_units(field: SnsField, state: SnsState, side: int) -> list[int]:
    """The supply units that a side may still take this turn, those used up among them (12.64, 13.6)."""
    allowed = field.special.supply_units.get(field.sides[side], 0)
    return trains_off_map(field, state, side) if state.brought[side] < allowed else []


def factor_of(field: SnsField, unit: int) -> int:
    """The number of the replacement factors that a unit is paid with; -1 where there are none (13.21)."""
    roster = field.roster
    key = (roster.side[unit], roster.nation[unit], _FACTORS.get(roster.type[unit], roster.type[unit]))
    return field.factor_keys.index(key) if key in field.factor_keys else -1


def factors_for(field: SnsField, state: SnsState, unit: int) -> int:
    """The replacement factors there are for a unit, those of any kind among them."""
    own = factor_of(field, unit)
    free = state.factors[-1] if field.roster.side[unit] == field.empire else 0
    return free + (state.factors[own] if own >= 0 else 0)


def lost(field: SnsField, state: SnsState, side: int) -> list[int]:
    """The units of a side that may be replaced: eliminated ones with a strength, never headquarters (13.34) nor
    friendly Natives, who are raised again (25.32)."""
    mask = field.roster.combat & field.roster.of_side[side] & ~field.roster.friendly
    return [u for u in bits(mask) if state.where[u] in (DEAD, REMOVED)]


def replaceable(field: SnsField, state: SnsState, side: int) -> list[int]:
    """The units that a side can replace now (13.2)."""
    if side != field.empire or field.effect(state, "no_replacements"):
        return []
    strength = field.roster.strength
    return [u for u in lost(field, state, side) if strength[u] <= factors_for(field, state, u)]


@dataclass(frozen=True)
class ReinforcementSegment(Segment):
    """The reinforcement segment: first what comes by itself, then what its side places (13.0)."""

    side: int
    stage: int = 0
    """0 before the Native table and contingency reinforcements, 1 after them."""
    phase = REINFORCEMENT
    asks = "this is the reinforcement segment: place a unit that arrives, replace a lost one, or end it"

    def ending(self, field: SnsField, state: SnsState) -> Offers:
        """The end of the segment, where it may end."""
        if not [*self.unfinished(field, state)]:
            yield ()

    def arrivals(self, field: SnsField, state: SnsState) -> Offers:
        """Who may be placed, one of each sort; supply units where there is a hex for them."""
        found = sorts(field, state, self._placeable(field, state)) if self.stage else []
        if self.stage and open_hexes(field, state, self.side):
            found = sorted([*found, *sorts(field, state, supply_units(field, state, self.side))])
        return ((u, NOWHERE) for u in found)

    def recruits(self, field: SnsField, state: SnsState) -> Offers:
        """Who may be raised, and by whom."""
        return iter(raising.offers(field, state, self.side) if self.stage else ())

    def returns(self, field: SnsField, state: SnsState) -> Offers:
        """Who may be replaced, one of each sort."""
        if self.stage and open_hexes(field, state, self.side):
            yield from ((u, NOWHERE) for u in sorts(field, state, replaceable(field, state, self.side)))

    def decision(self, field: SnsField, state: SnsState) -> Decision | None:
        if all(action == END for action in self.actions(field, state)):
            return None
        prompt = "Place reinforcements and supply units, replace lost units, or end the segment"
        return Decision(field.sides[self.side], REINFORCEMENT, "sns2:13.0", prompt)

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        if self.stage == 0:
            state.replace(replace(self, stage=1))
            if self.side == field.native:
                natives.roll(field, state, step)
            for unit, area in campaigns.of(field).arriving(field, state, self.side, step):
                state.push(Siting(self.side, unit, area))
            return
        # Who cannot appear on his turn is lost (13.32).
        for unit in due(field, state, self.side):
            field.put(state, unit, ABSENT)
            step.say("lost", field.cite("13.32"), unit=field.roster.keys[unit])
        state.pop()

    def sample(self, field: SnsField, state: SnsState, random: Random) -> Action:
        listed = list(self.actions(field, state))
        return END if END in listed and random.random() < _ENDS else random.choice(listed)

    def _placeable(self, field: SnsField, state: SnsState) -> list[int]:
        """The scheduled reinforcements that there is a hex for (13.32)."""
        return [u for u in due(field, state, self.side) if open_hexes(field, state, self.side, unit=u)]

    def unfinished(self, field: SnsField, state: SnsState) -> Iterator[Breach]:
        waiting = self._placeable(field, state)
        if waiting:
            name = field.roster.names[waiting[0]]
            yield "13.32", f"scheduled reinforcements appear on their turn: {name} is still to be placed"

    def bars_place(self, field: SnsField, state: SnsState, unit: int, h: int) -> Iterator[Breach]:
        """Every paragraph that placing a unit breaks, in a hex or before one is named."""
        yield from self._place_faults(field, state, unit)
        yield from self._bars_site(field, state, unit, h)

    def bars_replace(self, field: SnsField, state: SnsState, unit: int, h: int) -> Iterator[Breach]:
        """Every paragraph that replacing a unit breaks, in a hex or before one is named."""
        yield from self._replace_faults(field, state, unit)
        yield from self._bars_site(field, state, unit, h)

    def _bars_site(self, field: SnsField, state: SnsState, unit: int, h: int) -> Iterator[Breach]:
        if h >= 0:
            yield from site_breaches(field, state, self.side, h, open_hexes(field, state, self.side, unit=unit), unit)

    def _place_faults(self, field: SnsField, state: SnsState, unit: int) -> Iterator[Breach]:
        name = field.roster.names[unit]
        if unit in due(field, state, self.side) or unit in supply_units(field, state, self.side):
            return
        if 1 << unit & field.roster.supply & field.roster.of_side[self.side] and state.where[unit] < 0:
            allowed = field.special.supply_units.get(field.sides[self.side], 0)
            why = f"no more supply units arrive this turn: the limit is {allowed} per turn"
            yield "12.64", why
            yield from ((rule, why) for rule in campaigns.of(field).area_rules(supply=True)[:1])
        else:
            yield "13.11", f"{name} is not a reinforcement of this turn"
            if unit in field.arrival_turn and campaigns.of(field).scheduled_rule != "13.11":
                yield campaigns.of(field).scheduled_rule, f"{name} arrives on another turn"
            if state.where[unit] == POOL and self.side == field.empire:
                drawn = campaigns.of(field).friendly_rule if 1 << unit & field.roster.friendly else ""
                rule = drawn or campaigns.of(field).arriving_rule
                yield rule, f"{name} arrives when the campaign's rules say so"

    def _replace_faults(self, field: SnsField, state: SnsState, unit: int) -> Iterator[Breach]:
        roster = field.roster
        name = roster.names[unit]
        if self.side == field.empire and field.effect(state, "no_replacements"):
            for rule in (rule_of(field.event_table, field.roles[self.side], "no_replacements"), "4.1"):
                yield rule, "an event keeps replacements back this turn"
        if 1 << unit & roster.headquarters and roster.side[unit] == self.side:
            yield "13.34", f"{name} is a headquarters, which is never replaced"
        elif 1 << unit & roster.civilians and roster.side[unit] == self.side:
            yield "13.34", f"{name} are civilians, which are never replaced"
        elif state.where[unit] == WITHDRAWN:
            yield "13.42", f"{name} has left the map by order, and does not return"
        elif 1 << unit & roster.elephants and roster.side[unit] == self.side:
            yield "13.2", f"{name} have no strength and cannot take replacement factors"
            yield campaigns.of(field).elephants_rule, f"{name} are elephants, which are never replaced"
        elif unit not in lost(field, state, self.side):
            yield "13.2", f"{name} is not a lost {field.side_name(self.side)} unit"
        elif roster.strength[unit] > (left := factors_for(field, state, unit)):
            why = f"{name} takes {roster.strength[unit]} replacement factors; {left} are left for it"
            yield "13.21", why
            if rule := campaigns.of(field).factors_rule:
                yield rule, why

    def arrive(self, field: SnsField, state: SnsState, step: Step, unit: int, h: int) -> None:
        """A unit arrives; a supply unit that is no scheduled one counts against those of the turn (13.6)."""
        if 1 << unit & field.roster.supply and unit not in due(field, state, self.side):
            state.brought[self.side] += 1
        self._put(field, state, step, unit, h)

    def come_back(self, field: SnsField, state: SnsState, step: Step, unit: int, h: int) -> None:
        """A lost unit comes back, and is paid for (13.2)."""
        self._pay(field, state, unit, step)
        self._put(field, state, step, unit, h)

    def _put(self, field: SnsField, state: SnsState, step: Step, unit: int, h: int) -> None:
        if h >= 0:
            place(field, state, unit, h, step)
        else:
            state.push(Siting(self.side, unit))

    def _pay(self, field: SnsField, state: SnsState, unit: int, step: Step) -> None:
        """The factors of a replaced unit: of its own kind first, then those of any kind."""
        price, own = field.roster.strength[unit], factor_of(field, unit)
        taken = min(price, state.factors[own]) if own >= 0 else 0
        if taken:
            state.factors[own] -= taken
        state.factors[-1] -= price - taken
        step.say("replaced", field.cite("13.21"), unit=field.roster.keys[unit], factors=price)

    deeds = (
        Deed("end", halted, offers=ending),
        Deed("place", arrive, bars_place, arrivals),
        Deed(raising.RAISE, of_side(raising.levy), of_side(raising.breaches), recruits),
        Deed("replace", come_back, bars_replace, returns),
        *intelligence.ASIDE,
    )


VERBS: Final[tuple[Verb[SnsField, SnsState], ...]] = (
    Verb("place", UNIT, HEX.behind("at").optional(NOWHERE)),
    Verb("replace", UNIT, HEX.behind("at").optional(NOWHERE)),
    *natives.VERBS,
    *raising.VERBS,
)
