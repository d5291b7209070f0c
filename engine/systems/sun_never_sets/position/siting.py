"""Paragraphs 13.3 and 13.53: where units that come into play are placed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits
from engine.mechanics.deeds import Deed, Offers, each, unlisted
from engine.mechanics.hexes.hexstate import DEAD, POOL, WAITING
from engine.mechanics.procedure import Breach
from engine.play import Action, Decision, Step
from engine.systems.sun_never_sets import campaigns
from engine.systems.sun_never_sets.base import sieges
from engine.systems.sun_never_sets.base.counters import GOOD
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.frames import SnsDoing, tell_owner
from engine.systems.sun_never_sets.base.state import SPENT, SnsState
from engine.systems.sun_never_sets.campaigns.closed_hexes import closed_to
from engine.systems.sun_never_sets.position import afloat


def open_hexes(
    field: SnsField, state: SnsState, side: int, area: tuple[int, ...] = (), unit: int = NOWHERE, placed: int = 0
) -> list[int]:
    """The hexes where a side may place a unit now, or units in general: of ``area``, else of its lines of
    communication, or where the campaign lets Native units appear, or where the scenario says that it arrives; never
    with an enemy (13.34, 13.53), and no Natives where an atrocity was committed or fair play practised (23.3, 23.41);
    one unit a turn in a besieged fortress (18.6); boats and fleets where they can lie (27.1, 28.1)."""
    enemy = field.roster.of_side[1 - side]
    if area:
        hexes = list(area)
    elif _by_entry(field, state, side, unit):
        hexes = list(field.entries[unit])
    elif side == field.native:
        hexes = campaigns.of(field).native_area(field, state, unit, placed)
    else:
        hexes = campaigns.of(field).empire_area(field, state, unit)
    closed = field.ground.closed
    barred = field.closed[side]
    if side == field.native:
        barred |= state.atrocities | state.extras.fair_play
    return sorted(
        {
            h
            for h in hexes
            if not closed[h]
            and h not in barred
            and not state.stacks.get(h, 0) & enemy
            and not sieges.relieved(field, state, h, side)
            and not (unit != NOWHERE and field.kept_out.get(h, 0) >> unit & 1)
            and (unit == NOWHERE or afloat.may_lie(field, unit, h))
        }
    )


def _by_entry(field: SnsField, state: SnsState, side: int, unit: int) -> bool:
    """Whether a unit is a scheduled reinforcement whose hexes the scenario alone names: it is of no campaign, and its
    side has no lines of communication (13.31, 13.51)."""
    waits = unit in field.entries and state.where[unit] == WAITING
    return waits and not field.special.campaign and not field.communication[side]


def trains_off_map(field: SnsField, state: SnsState, side: int) -> list[int]:
    """The supply units of a side that may come: those in a pool, and those used up (12.64, 13.51)."""
    mask = field.roster.supply & field.roster.of_side[side]
    return [u for u in bits(mask) if state.where[u] in (SPENT, POOL)]


@dataclass(frozen=True)
class Siting(SnsDoing):
    """A unit has come into play: its owner says in which hex it is placed (13.3, 13.53)."""

    side: int
    unit: int
    area: tuple[int, ...] = ()
    """Where it may be placed, when an event says so; empty for what the chapter says."""
    asks = "a unit has arrived: choose its hex"

    rule = "13.3"

    def hexes(self, field: SnsField, state: SnsState) -> list[int]:
        """Where it may be placed now."""
        return open_hexes(field, state, self.side, self.area, self.unit)

    def decision(self, field: SnsField, state: SnsState) -> Decision | None:
        hexes = self.hexes(field, state)
        if len(hexes) < 2:
            return None
        rule = "13.53" if self.side == field.native else "13.3"
        return Decision(
            field.sides[self.side], "reinforcement", field.cite(rule), f"Place {field.roster.names[self.unit]}"
        )

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        hexes = self.hexes(field, state)
        if hexes:
            step.forced += [Action("place", (self.unit, hexes[0])), Action("at", (hexes[0],))]
            self.put(field, state, step, hexes[0])
        else:
            state.pop()

    def listed(self, field: SnsField, state: SnsState) -> list[int]:
        """The hexes that are listed."""
        return self.hexes(field, state)

    def _offered(self, field: SnsField, state: SnsState) -> Offers:
        return each(self.listed(field, state))

    def sample(self, field: SnsField, state: SnsState, random: Random) -> Action:
        return Action("at", (random.choice(self.hexes(field, state)),))

    def _bars(self, field: SnsField, state: SnsState, h: int) -> Iterator[Breach]:
        yield from self.barred(field, state, h)
        if self.area and self.side == field.empire and h not in self.hexes(field, state):
            rule = campaigns.of(field).arriving_rule
            yield rule, f"{field.roster.names[self.unit]} is placed elsewhere"

    def _bars_place(self, field: SnsField, state: SnsState, unit: int, h: int) -> Iterator[Breach]:
        if unit not in self.together(state):
            yield "13.3", f"{field.roster.names[self.unit]} has arrived: place it first"
        yield from self._bars(field, state, h)

    def barred(self, field: SnsField, state: SnsState, h: int) -> Iterator[Breach]:
        """Why the unit is not placed in a hex."""
        return site_breaches(field, state, self.side, h, self.hexes(field, state), self.unit)

    def together(self, state: SnsState) -> dict[int, int]:
        """The units that have come together with this one, itself among them: each with its frame's place in the
        stack."""
        frames = enumerate(state.stack)
        return {one.unit: at for at, one in frames if isinstance(one, Siting) and one.area == self.area}

    def put(self, field: SnsField, state: SnsState, step: Step, h: int) -> None:
        """The unit is placed, and this frame, which is on top, is done."""
        state.pop()
        place(field, state, self.unit, h, step)

    def _place(self, field: SnsField, state: SnsState, step: Step, unit: int, h: int) -> None:
        """One of those that have come together is placed first; this one comes in its turn."""
        other = replace(self, unit=unit)
        state.stack[self.together(state)[unit]] = self
        state.replace(other)
        other.put(field, state, step, h)

    deeds = (Deed("at", put, _bars, _offered), Deed("place", _place, _bars_place, unlisted))


def site_breaches(
    field: SnsField, state: SnsState, side: int, h: int, may: list[int], unit: int = NOWHERE
) -> Iterator[Breach]:
    """Why a unit of a side is not placed in a hex; ``may`` are the hexes open to it."""
    if h not in may:
        name = field.place(h)
        if h >= 0 and state.stacks.get(h, 0) & field.roster.of_side[1 - side]:
            yield ("13.53" if side == field.native else "13.34"), f"the enemy is in {name}"
        elif h >= 0 and sieges.relieved(field, state, h, side):
            yield "18.6", f"a unit has entered {name}, which is besieged, this turn"
        elif side == field.native and h in state.atrocities:
            why = f"no Native unit comes to {name}, where an atrocity was committed"
            yield from ((rule, why) for rule in ("23.3", "13.53"))
        elif side == field.native and h in state.extras.fair_play:
            why = f"no Native unit comes to {name}, which fair play has won over"
            yield from ((rule, why) for rule in ("23.41", "13.53"))
        else:
            campaign = campaigns.of(field)
            rule = campaign.native_rule if side == field.native else campaign.empire_rule
            why = f"no {field.side_name(side)} unit is placed in {name}"
            yield rule, why
            yield from closed_to(field, side, 1 << unit if unit >= 0 else 0, h)
            if side == field.empire and unit >= 0:
                supply = 1 << unit & field.roster.supply
                yield from ((one, why) for one in campaign.area_rules(bool(supply)) if one != rule)
                if unit in field.arrival_turn:
                    yield campaign.scheduled_rule, why


def place(field: SnsField, state: SnsState, unit: int, h: int, step: Step) -> None:
    """A unit comes onto the map, in good order; it is no movement (13.36). On an open coast, or over the edge, it does
    not march this turn (asante:4.6, persia:4.6, afghan:4.23)."""
    side = field.roster.side[unit]
    if state.where[unit] in (DEAD, POOL) or state.steps[unit] == 0:
        state.steps[unit] = GOOD
    if side == field.empire and campaigns.of(field).lands(field, state, h):
        state.landed |= 1 << unit
    field.put(state, unit, h)
    sieges.relieve(field, state, h, side)
    key = {"unit": field.roster.keys[unit], "at": field.grid.name(h)}
    tell_owner(field, step, side, "placed", "13.53" if side == field.native else "13.3", **key)
