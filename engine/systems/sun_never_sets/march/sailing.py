"""Chapters 27 and 28: boats and fleets sail, take units aboard and land them (switches ``rivers`` and ``fleets``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits, mask_of
from engine.mechanics.deeds import Deed, Offers, changed, each
from engine.mechanics.hexes.deploying import sorts
from engine.mechanics.hexes.results import alive
from engine.mechanics.hexes.verbs import UNIT, UNITS, Verb
from engine.mechanics.procedure import Breach
from engine.play import Action, Decision, Step
from engine.play.parts import Parts, Word, WordKind
from engine.play.words import listed
from engine.plural import counted
from engine.systems.sun_never_sets import campaigns
from engine.systems.sun_never_sets.base import cargo
from engine.systems.sun_never_sets.base.event_tables import rule_of
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.frames import HALTING, MovingForce, Ready, SnsDoing, tell_owner
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.battle.beaten_boats import Chase, FallingBack
from engine.systems.sun_never_sets.battle.rounds import SOME
from engine.systems.sun_never_sets.march import interruptions
from engine.systems.sun_never_sets.march.assembling import Assembling, Throw, leader_faults
from engine.systems.sun_never_sets.march.marching import MOVEMENT, missing, withdraw
from engine.systems.sun_never_sets.position import afloat, fates, points
from engine.systems.sun_never_sets.position.afloat import Berth
from engine.systems.sun_never_sets.position.berths import (
    BANK,
    STEER,
    WATER,
    berth_breaches,
    berth_of,
    bring_to,
    hexside_of,
    moored,
    written,
)
from engine.systems.sun_never_sets.position.reaching import factor_of
from engine.systems.sun_never_sets.position.rewording import where_they_lie

SAIL, EMBARK, LAND = "sail", "embark", "land"
_LISTED: Final = 1200
"""Goals of a voyage that are listed; where there are more, they are spread evenly."""
_GOES: Final = 0.75
"""The share of random choices on the way that go on."""


def played(field: SnsField) -> bool:
    """Whether anything sails in this scenario."""
    return bool(field.roster.afloat) and (field.on("rivers") or field.on("fleets"))


# -- in the movement segment ----------------------------------------------------------------------------------------


def crews(field: SnsField, state: SnsState, side: int, allowed: int) -> dict[int, list[int]]:
    """The boats and fleets of a side that may still sail in this segment, by hex: boats together, fleets apart."""
    mask = field.roster.afloat & field.roster.of_side[side] & allowed & ~state.moved
    found: dict[int, list[int]] = {}
    for u in bits(mask):
        if state.where[u] >= 0 and afloat.playing(field, u):
            found.setdefault(state.where[u], []).append(u)
    return found


def mates(field: SnsField, units: list[int], one: int) -> list[int]:
    """Those of some boats and fleets that may sail with one: boats with boats, fleets with fleets (28.0)."""
    fleets = field.roster.fleets
    return [u for u in units if bool(1 << u & fleets) == bool(1 << one & fleets)]


def voyages(segment: Ready, field: SnsField, state: SnsState) -> Offers:
    """Who may sail between marches: each boat, those that carry somebody together, all of a hex."""
    if not played(field):
        return
    for units in crews(field, state, segment.side, segment.allowed).values():
        convoys = {cargo.convoy(state, 1 << u) for u in units}
        singles = [u for u in units if 1 << u in convoys]
        yield from (((u,), NOWHERE, NOWHERE, NOWHERE) for u in sorts(field, state, singles))
        several = {tuple(bits(mask)) for mask in convoys if mask.bit_count() > 1}
        for one in (units[0], units[-1]):
            together = mates(field, units, one)
            if len(together) > 1:
                several.add(tuple(together))
        yield from ((some, NOWHERE, NOWHERE, NOWHERE) for some in sorted(several))


def boarding(segment: Ready, field: SnsField, state: SnsState) -> Offers:
    """Who may go aboard of which boats."""
    side, allowed = segment.side, segment.allowed
    for h, boats in crews(field, state, side, allowed).items() if played(field) else ():
        here = field.units_at(state, h, side)
        may = [u for u in bits(here) if not [*boarder_breaches(field, state, side, allowed, u)]]
        for unit in sorts(field, state, may):
            single = [u for u in sorts(field, state, boats) if afloat.fits(field, state, unit, 1 << u)]
            yield from ((unit, (u,)) for u in single)
            together = mates(field, boats, boats[0])
            if not single and len(together) > 1 and afloat.fits(field, state, unit, mask_of(together)):
                yield unit, tuple(together)


def ashore(segment: Ready, field: SnsField, state: SnsState) -> Offers:
    """Who may land between marches."""
    own = field.roster.of_side[segment.side] if played(field) else 0
    return each(landings(field, state, state.extras.aboard & own))


def landings(field: SnsField, state: SnsState, aboard: int) -> list[int]:
    """Who of some units aboard may land, one of each sort in each hex."""
    by_hex: dict[int, list[int]] = {}
    for u in bits(aboard):
        if not [*landing_breaches(field, state, u)]:
            by_hex.setdefault(state.where[u], []).append(u)
    return [u for units in by_hex.values() for u in sorts(field, state, units)]


def boarder_breaches(field: SnsField, state: SnsState, side: int, allowed: int, unit: int) -> Iterator[Breach]:
    """Why a unit goes aboard of nothing in this segment."""
    roster, name, bit = field.roster, field.roster.names[unit], 1 << unit
    if not bit & roster.of_side[side] or state.where[unit] < 0 or bit & roster.afloat:
        yield "27.47", f"{name} is not a land unit of {field.side_name(side)} on the map"
    elif state.extras.aboard & bit:
        yield "27.47", f"{name} is already aboard"
    elif (state.moved | state.dropped | state.landed) & bit or not allowed & bit:
        yield (
            "27.47",
            f"{name} has moved or cannot move: a unit that embarks must begin its move in the hex of the boat",
        )
    elif factor_of(field, state, unit, "river") <= 0:
        yield "6.6", f"{name} has no movement"


def embark_breaches(
    segment: Ready, field: SnsField, state: SnsState, unit: int, boats: tuple[int, ...]
) -> Iterator[Breach]:
    """Every paragraph that an embarkation breaks."""
    side = segment.side
    yield from boarder_breaches(field, state, side, segment.allowed, unit)
    roster, name = field.roster, field.roster.names[unit]
    for boat in boats:
        bit, called = 1 << boat, roster.names[boat]
        if not bit & roster.afloat & roster.of_side[side] or state.where[boat] < 0:
            yield "27.4", f"{called} is not a {field.side_name(side)} boat or fleet on the map"
            if bit & roster.elephants:
                yield (
                    campaigns.of(field).elephants_rule,
                    f"{called} carry the units that march with them: march with both",
                )
            return
        yield from _unplayed(field, boat)
        if state.moved & bit:
            yield from (
                (rule, f"{called} has already sailed and cannot take units aboard") for rule in ("27.471", "27.47")
            )
        if state.where[boat] != state.where[unit]:
            yield "27.47", f"{name} is not in the hex of {called}"
    if len(mates(field, list(boats), boats[0])) < len(boats):
        yield "28.0", "boats and fleets do not carry a unit together"
    elif not afloat.fits(field, state, unit, mask_of(boats)):
        yield "27.41", f"{name} takes up {counted(afloat.weight(field, unit), 'factor')}, and there is no room for them"
        if roster.type[unit] in field.tables.carriage.weight:
            yield "27.42", f"{name} takes up {field.tables.carriage.weight[roster.type[unit]]} times its factors"
        elif roster.type[unit] in field.tables.carriage.counts:
            yield "27.43", f"{name} counts as {counted(afloat.weight(field, unit), 'factor')}"


def landing_breaches(field: SnsField, state: SnsState, unit: int) -> Iterator[Breach]:
    """Why a unit does not land."""
    name, h = field.roster.names[unit], state.where[unit]
    if not state.extras.aboard >> unit & 1:
        yield "27.48", f"{name} is not aboard"
    elif field.ground.closed[h]:
        yield "6.34", f"no land unit can be in {field.place(h)}"
    elif field.units_at(state, h, 1 - field.roster.side[unit]):
        yield "27.481", f"the enemy is in {field.place(h)}"


def _unplayed(field: SnsField, unit: int) -> Iterator[Breach]:
    if not afloat.playing(field, unit):
        rule = "28.0" if 1 << unit & field.roster.fleets else "27.0"
        yield rule, f"{field.roster.names[unit]} is not played in this scenario"


def ashore_breaches(segment: Ready, field: SnsField, state: SnsState, unit: int) -> Iterator[Breach]:
    """Every paragraph that a landing between marches breaks."""
    if field.roster.side[unit] != segment.side:
        yield "27.48", f"{field.roster.names[unit]} is not a {field.side_name(segment.side)} unit"
    yield from landing_breaches(field, state, unit)


def sail_breaches(
    segment: Ready, field: SnsField, state: SnsState, units: tuple[int, ...], water: int, bank: int, leader: int
) -> Iterator[Breach]:
    """Every paragraph that boats or fleets break that set out."""
    side, allowed = segment.side, segment.allowed
    roster, names = field.roster, field.roster.names
    for u in units:
        bit = 1 << u
        if not bit & roster.afloat & roster.of_side[side] or state.where[u] < 0:
            yield "27.1", f"{names[u]} is not a {field.side_name(side)} boat or fleet on the map"
            return
        yield from _unplayed(field, u)
        if state.moved & bit:
            yield "6.2", f"{names[u]} has sailed in this segment"
        elif not allowed & bit:
            yield "4.1", f"{names[u]} cannot sail: palace infighting"
            rule = rule_of(field.event_table, field.roles[side], "infighting")
            yield rule, "only units that began with the commander in chief move"
    if len({state.where[u] for u in units}) > 1:
        yield "6.2", "boats that sail together begin in one hex"
        return
    if len(mates(field, list(units), units[0])) < len(units):
        yield "28.0", "boats and fleets sail apart"
        return
    left = next(bits(cargo.convoy(state, mask_of(units)) & ~mask_of(units)), NOWHERE)
    if left != NOWHERE:
        yield "27.46", f"{names[left]} carries a unit together with them: they sail together"
    if leader >= 0:
        yield from leader_faults(field, state, side, state.where[units[0]], leader, mask_of(units))
    if water != NOWHERE:
        yield from berth_breaches(field, state, side, mask_of(units), water, bank)


def embark(segment: Ready, field: SnsField, state: SnsState, step: Step, unit: int, boats: tuple[int, ...]) -> None:
    """A unit goes aboard of boats that carry it together (27.47)."""
    cargo.load(state, unit, mask_of(boats))
    state.moved |= 1 << unit
    told = {"unit": field.roster.keys[unit], "boats": field.keys_of(mask_of(boats))}
    tell_owner(field, step, segment.side, "embarks", "27.47", at=field.grid.name(state.where[unit]), **told)


def set_out(
    segment: Ready,
    field: SnsField,
    state: SnsState,
    step: Step,
    units: tuple[int, ...],
    water: int,
    bank: int,
    leader: int,
) -> None:
    """Boats or fleets prepare to sail; the movement segment is on top (27.3)."""
    h = state.where[units[0]]
    others = mates(field, crews(field, state, segment.side, segment.allowed)[h], units[0])
    frame = CastingOff(segment.side, h, mask_of(others), mask_of(units), leader, (water, bank))
    state.push(frame)
    if water != NOWHERE or leader >= 0 or not frame.asks_more(field, state):
        frame.throw(field, state, step)


def come_ashore(segment: Ready, field: SnsField, state: SnsState, step: Step, unit: int) -> None:
    """A unit lands between marches."""
    land(field, state, unit, step)


SAILING: Final = Deed(SAIL, set_out, sail_breaches, voyages)
LOADING: Final = (Deed(EMBARK, embark, embark_breaches, boarding), Deed(LAND, come_ashore, ashore_breaches, ashore))
"""What boats and fleets do in a movement segment, each as often as there is somebody for it."""


def land(field: SnsField, state: SnsState, unit: int, step: Step) -> None:
    """A unit leaves its boat; it moves no more in this segment (27.48). By an option it may be ambushed (21.1)."""
    cargo.unload(state, unit)
    state.moved |= 1 << unit
    side, h = field.roster.side[unit], state.where[unit]
    told = {"unit": field.roster.keys[unit], "at": field.grid.name(h)}
    tell_owner(field, step, side, "lands", "27.48", **told)
    if field.options["landing_ambush"] == "all":
        state.push(Ashore(side, 1 << unit))
        interruptions.enter(field, state, side, h, 1 << unit)


@dataclass(frozen=True)
class Ashore(MovingForce):
    """A unit has come ashore from a boat: the enemy may ambush it before anything else moves (21.1)."""

    means = "river"
    rule = "27.48"

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        state.pop()


# -- the voyage -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CastingOff(Assembling):
    """Boats or fleets of a hex are chosen, and who leads them; then they roll on the march table (27.3)."""

    goal: Berth = (NOWHERE, NOWHERE)
    """Where they go if the die lets them, as the action has it."""
    rule = "27.3"
    asks = "a voyage is being prepared: first add boats, choose a leader, or roll the die"

    def asks_more(self, field: SnsField, state: SnsState) -> bool:
        return bool(self.open & ~self.units) or super().asks_more(field, state)

    def add(self, field: SnsField, state: SnsState, step: Step, unit: int) -> None:
        state.replace(replace(self, units=cargo.convoy(state, self.units | 1 << unit)))

    deeds = changed(Assembling.deeds, Deed("with", add, Assembling.bars_adding, Assembling.additions))

    def decision(self, field: SnsField, state: SnsState) -> Decision:
        place = field.grid.name(self.at)
        prompt = f"Add boats to the fleet that sails from {field.place(self.at)}, choose a leader, and roll"
        return Decision(field.sides[self.side], MOVEMENT, field.cite("27.3"), prompt, (), (place,))

    def rolled(self, field: SnsField, state: SnsState, throw: Throw, step: Step) -> None:
        """They sail on anything but a hold, and attrition passes them by (27.31, 27.18)."""
        told = {**throw.event_data(field, self.side, self.at), "attrition": False}
        rule = field.cite("28.1" if self.units & field.roster.fleets else "27.31")
        step.say("casts_off", rule, units=field.keys_of(self.units), **told)
        if field.tables.march.times[throw.row.march]:
            frame = Sailing(self.side, self.units)
            state.push(frame)
            if self.goal[0] != NOWHERE:
                frame.steer(field, state, step, *self.goal)


@dataclass(frozen=True)
class Sailing(SnsDoing):
    """Boats or fleets on their way: they go as far as they like, land units and go on (27.1, 27.48)."""

    side: int
    units: int
    fresh: bool = True
    """Whether they have not sailed yet, or somebody has landed since."""
    rule = "27.1"
    asks = "boats are sailing: first sail on, land units, or halt"
    exhaustive = False

    def waiting(self, verb: str) -> Iterator[Breach]:
        """Why a verb has to wait for the voyage."""
        yield from super().waiting(verb)
        if verb in ("march", SAIL, EMBARK):
            yield "6.2", "forces move one after another: halt first"
        if verb == interruptions.STORM:
            yield "27.56", "boats and fleets do not attack from the march"

    def carried(self, state: SnsState) -> int:
        """The units that they carry."""
        return mask_of(unit for unit, carriers in state.extras.loads if carriers & self.units)

    def goals(self, field: SnsField, state: SnsState) -> list[Berth]:
        """Where they may go."""
        found = afloat.open_berths(field, state, self.side, self.units)
        return [berth for berth in found if not afloat.stays(field, state, self.units, berth)]

    def leaves(self, field: SnsField, state: SnsState) -> bool:
        """Whether they may leave the map here: under orders to evacuate, from its edge (13.41)."""
        at = state.where[next(bits(self.units))]
        edge = any(n == NOWHERE for n in field.grid.ring1[at])
        return self.side == field.empire and edge and field.effect(state, "evacuate") is not None

    def decision(self, field: SnsField, state: SnsState) -> Decision | None:
        landing = bool(landings(field, state, self.carried(state)))
        if not landing and not (self.fresh and self.goals(field, state)) and not self.leaves(field, state):
            return None
        h = state.where[next(bits(self.units))]
        does = ["sail on"] if self.fresh and self.goals(field, state) else []
        does += ["land units"] if landing else []
        does += ["leave the map"] if self.leaves(field, state) else []
        who = listed(field.roster.names[unit] for unit in bits(self.units))
        prompt = f"{who} in {field.place(h)}: {', '.join(does)}, or halt"
        rule = field.cite("28.1" if self.units & field.roster.fleets else "27.1")
        return Decision(field.sides[self.side], MOVEMENT, rule, prompt, (), (field.grid.name(h),))

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        step.forced.append(Action("halt"))
        state.pop()

    def landable(self, field: SnsField, state: SnsState) -> Offers:
        """Who of those that they carry may land."""
        return each(sorted(landings(field, state, self.carried(state))))

    def courses(self, field: SnsField, state: SnsState) -> Offers:
        """Where they may go."""
        goals = self.goals(field, state) if self.fresh else []
        thin = -(-len(goals) // _LISTED) or 1
        return iter(sorted(written(field, self.units, berth) for berth in goals[::thin]))

    def leavers(self, field: SnsField, state: SnsState) -> Offers:
        """All of them, where they may leave the map."""
        return each([()] if self.leaves(field, state) else [])

    def sample(self, field: SnsField, state: SnsState, random: Random) -> Action:
        listed = list(self.actions(field, state))
        steers = [action for action in listed if action.verb == STEER]
        return random.choice(steers if steers and random.random() < _GOES else listed)

    def bars_course(self, field: SnsField, state: SnsState, water: int, bank: int) -> Iterator[Breach]:
        """Why they do not go somewhere."""
        return berth_breaches(field, state, self.side, self.units, water, bank)

    def bars_landing(self, field: SnsField, state: SnsState, unit: int) -> Iterator[Breach]:
        """Why a unit does not land."""
        if not self.carried(state) >> unit & 1 and state.extras.aboard >> unit & 1:
            yield "27.48", f"{field.roster.names[unit]} is aboard another boat"
        yield from landing_breaches(field, state, unit)

    def bars_leaving(self, field: SnsField, state: SnsState, units: tuple[int, ...]) -> Iterator[Breach]:
        """Why they do not leave the map."""
        mask = self.units | self.carried(state)
        yield from missing(field, mask, units)
        if units and mask_of(units) != mask and not [*missing(field, mask, units)]:
            yield "13.41", "boats that sail together must leave together, with the units aboard"
        if not self.leaves(field, state):
            yield "13.41", "only British boats ordered to evacuate can leave, at the map edge"

    def put_ashore(self, field: SnsField, state: SnsState, step: Step, unit: int) -> None:
        """A unit lands, and they may go on."""
        state.replace(replace(self, fresh=True))
        land(field, state, unit, step)

    def leave(self, field: SnsField, state: SnsState, step: Step, units: tuple[int, ...]) -> None:
        """They leave the map with all whom they carry."""
        mask = self.units | self.carried(state)
        state.pop()
        withdraw(field, state, self.side, mask, step)

    def steer(self, field: SnsField, state: SnsState, step: Step, water: int, bank: int) -> None:
        """They go somewhere; this frame is on top."""
        fates.forget(state, self.carried(state))
        bring_to(field, state, self.side, self.units, berth_of(water, bank), "27.1", step)
        state.replace(replace(self, fresh=False))
        points.reached(field, state, step)

    deeds = (
        HALTING,
        Deed(LAND, put_ashore, bars_landing, landable),
        Deed(STEER, steer, bars_course, courses),
        Deed("withdraw", leave, bars_leaving, leavers),
    )


# -- actions --------------------------------------------------------------------------------------------------------


def _sail(field: SnsField, state: SnsState, args: tuple[object, ...]) -> Action:
    units, water, bank, leader = args
    assert isinstance(units, tuple)
    assert isinstance(water, int)
    assert isinstance(bank, int)
    water, bank = hexside_of(field, state, units, water, bank)
    return Action(SAIL, (units, water, moored(field, state, units, water, bank), leader))


def _steer(field: SnsField, state: SnsState, args: tuple[object, ...]) -> Action:
    water, bank = args
    assert isinstance(water, int)
    assert isinstance(bank, int)
    units = state.top.units if isinstance(state.top, Sailing | FallingBack | Chase) else 0
    boats = tuple(bits(alive(state, units)))
    water, bank = hexside_of(field, state, boats, water, bank)
    return Action(STEER, (water, moored(field, state, boats, water, bank)))


class Voyage(Verb[SnsField, SnsState]):
    """``sail br-boat S0303/S0403 bank S0303``: a hexside is no place, its bank is."""

    def words(self, field: SnsField, args: tuple[object, ...]) -> Parts:
        """An action of this verb in words."""
        parts = super().words(field, args)
        return Parts(parts.verb, tuple(Word(WordKind.WORD, t) if "/" in t else Word(k, t) for k, t in parts.words))


class _Sail(Voyage):
    """``sail br-boat from S0303 to S0403``: where the boats lie need not be said."""

    def read(self, field: SnsField, state: SnsState, words: Sequence[str]) -> Action:
        return super().read(field, state, where_they_lie(field, state, list(words)))


VERBS: Final[tuple[Verb[SnsField, SnsState], ...]] = (
    _Sail(SAIL, SOME, WATER.optional(NOWHERE), BANK, UNIT.behind("by").optional(NOWHERE), made=_sail),
    Voyage(STEER, WATER, BANK, made=_steer),
    Verb(EMBARK, UNIT, UNITS.behind("on")),
    Verb(LAND, UNIT),
)
