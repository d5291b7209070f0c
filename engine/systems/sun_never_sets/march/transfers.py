"""Chapter 29: the British carry land units from coast to coast (switch ``transfer``)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits, mask_of
from engine.mechanics.deeds import Deed, Offers, changed, each
from engine.mechanics.hexes.deploying import sorts
from engine.mechanics.hexes.verbs import HEX, UNIT, Verb
from engine.mechanics.procedure import Breach
from engine.play import Decision, Step
from engine.plural import counted
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.frames import HALTING, MovingForce, Ready
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.battle.retreating import carry, loosen
from engine.systems.sun_never_sets.battle.rounds import SOME
from engine.systems.sun_never_sets.march import interruptions
from engine.systems.sun_never_sets.march.assembling import Assembling, Throw, leader_faults
from engine.systems.sun_never_sets.march.marching import MOVEMENT
from engine.systems.sun_never_sets.position import afloat, fates, points
from engine.systems.sun_never_sets.position.reaching import factor_of
from engine.systems.sun_never_sets.position.rewording import Reworded, without_their_hex

TRANSFER: Final = "transfer"


def weight(field: SnsField, mask: int) -> int:
    """The factors that units take up of naval transfer: their strength, four for supply units, civilians and railroad
    engineers, none for headquarters (29.3)."""
    counts, roster = field.tables.carriage.counts, field.roster
    return sum(counts.get(roster.type[u], roster.strength[u]) for u in bits(mask))


def room(field: SnsField, state: SnsState) -> int:
    """The factors that may still go in this turn (29.3)."""
    return field.tables.carriage.transfer - state.extras.shipped


def may_go(field: SnsField, state: SnsState, side: int, allowed: int) -> int:
    """The units that may go by naval transfer: British land units ashore on the coast that have not moved (29.1)."""
    if not field.on(TRANSFER) or side != field.empire:
        return 0
    gone = state.moved | state.dropped | state.landed
    fresh = afloat.ashore(field, state, field.roster.of_side[side] & allowed & ~gone)
    return mask_of(
        u
        for u in bits(fresh)
        if state.where[u] >= 0 and field.ground.coastal[state.where[u]] and factor_of(field, state, u, "sea") > 0
    )


def spent(field: SnsField, state: SnsState, unit: int) -> bool:
    """Whether a unit may have been carried by sea in this segment: it has moved, and is on the coast (29.1)."""
    on_coast = state.where[unit] >= 0 and field.ground.coastal[state.where[unit]]
    return bool(state.extras.shipped and state.moved >> unit & 1 and on_coast)


def harbours(field: SnsField, state: SnsState, side: int, origin: int) -> list[int]:
    """Where units from a hex may be carried: other coastal hexes without an enemy (29.1)."""
    enemy = field.roster.of_side[1 - side]
    return [
        h
        for h in range(field.ground.size)
        if field.ground.coastal[h]
        and h != origin
        and not state.stacks.get(h, 0) & enemy
        and h not in field.closed[side]
    ]


def offers(segment: Ready, field: SnsField, state: SnsState) -> Offers:
    """The units that may begin a transfer, one of each sort in each hex."""
    by_hex: dict[int, list[int]] = {}
    for u in bits(may_go(field, state, segment.side, segment.allowed)):
        if weight(field, 1 << u) <= room(field, state):
            by_hex.setdefault(state.where[u], []).append(u)
    for units in by_hex.values():
        yield from (((u,), NOWHERE, NOWHERE) for u in sorts(field, state, units))


def breaches(
    segment: Ready, field: SnsField, state: SnsState, units: tuple[int, ...], goal: int, leader: int
) -> Iterator[Breach]:
    """Every paragraph that a transfer breaks."""
    side = segment.side
    if not field.on(TRANSFER):
        yield "29.0", "naval transfer is not played in this scenario"
        return
    if side != field.empire:
        yield "29.0", f"only the {field.side_name(field.empire)} can carry units by sea"
    names, able = field.roster.names, may_go(field, state, side, segment.allowed)
    for u in units:
        h = state.where[u]
        if h >= 0 and not field.ground.coastal[h]:
            yield "29.1", f"{names[u]} is not on the coast"
        elif not able >> u & 1:
            if not field.roster.movement[u]:
                yield "6.6", f"{names[u]} has no movement"
            yield "29.1", f"{names[u]} cannot be carried: a transfer is the whole movement of a land unit ashore"
    if len({state.where[u] for u in units}) > 1:
        yield "29.1", "units that go by sea together must begin in one hex"
        return
    yield from _weight_breaches(field, state, mask_of(units))
    origin = state.where[units[0]]
    if leader >= 0 and origin >= 0:
        yield from leader_faults(field, state, side, origin, leader, mask_of(units))
    if goal != NOWHERE and origin >= 0:
        yield from goal_breaches(field, state, side, origin, goal)


def _weight_breaches(field: SnsField, state: SnsState, mask: int) -> Iterator[Breach]:
    taken, left = weight(field, mask), room(field, state)
    if taken > left:
        yield "29.3", f"they take up {counted(taken, 'factor')} of naval transfer; {left} are left in this turn"


def goal_breaches(field: SnsField, state: SnsState, side: int, origin: int, goal: int) -> Iterator[Breach]:
    """Why no unit is carried to a hex."""
    if goal in harbours(field, state, side, origin):
        return
    name = field.place(goal)
    if goal < 0 or not field.ground.coastal[goal]:
        yield "29.1", f"{name} is not on the coast"
    elif field.units_at(state, goal, 1 - side):
        yield from ((rule, f"the enemy is in {name}") for rule in ("29.1", "5.12"))
    else:
        yield "29.1", f"no unit can be carried from {field.place(origin)} to {name}"


def begin(
    segment: Ready, field: SnsField, state: SnsState, step: Step, units: tuple[int, ...], goal: int, leader: int
) -> None:
    """A transfer begins; the movement segment is on top."""
    side, h = segment.side, state.where[units[0]]
    able = may_go(field, state, side, segment.allowed) & field.units_at(state, h, side)
    frame = Embarking(side, h, able, mask_of(units), leader, goal)
    state.push(frame)
    if goal != NOWHERE or leader >= 0 or not frame.asks_more(field, state):
        frame.throw(field, state, step)


TRANSFERRING: Final = Deed(TRANSFER, begin, breaches, offers)


@dataclass(frozen=True)
class Embarking(Assembling):
    """Units on the coast that are to go by sea are put together; then they roll (29.1)."""

    goal: int = NOWHERE
    """Where they go if the die lets them."""
    rule = "29.1"
    asks = "a transfer by sea is being prepared: first add units, choose a leader, or roll the die"

    def addable(self, field: SnsField, state: SnsState) -> list[int]:
        """The units that there is room for beside the others."""
        left = room(field, state) - weight(field, self.units)
        return [u for u in bits(self.open & ~self.units) if weight(field, 1 << u) <= left]

    def asks_more(self, field: SnsField, state: SnsState) -> bool:
        return bool(self.addable(field, state)) or super().asks_more(field, state)

    def decision(self, field: SnsField, state: SnsState) -> Decision:
        prompt = f"Add units to the force that goes by sea from {field.place(self.at)}, choose a leader, and roll"
        place = field.grid.name(self.at)
        return Decision(field.sides[self.side], MOVEMENT, field.cite("29.1"), prompt, (), (place,))

    def additions(self, field: SnsField, state: SnsState) -> Offers:
        return each(sorts(field, state, self.addable(field, state)))

    def bars_adding(self, field: SnsField, state: SnsState, unit: int) -> Iterator[Breach]:
        yield from super().bars_adding(field, state, unit)
        yield from _weight_breaches(field, state, self.units | 1 << unit)

    deeds = changed(Assembling.deeds, Deed("with", Assembling.add, bars_adding, additions))

    def rolled(self, field: SnsField, state: SnsState, throw: Throw, step: Step) -> None:
        """They go on anything but a hold, and attrition passes them by (29.1, 29.2)."""
        step.say("march", field.cite("29.1"), **{**throw.event_data(field, self.side, self.at), "attrition": False})
        if field.tables.march.times[throw.row.march]:
            frame = AtSea(self.side, self.units, self.at)
            state.push(frame)
            if self.goal != NOWHERE:
                frame.go_ashore(field, state, step, self.goal)


@dataclass(frozen=True)
class AtSea(MovingForce):
    """Units that go by sea: their owner says where they land, for nobody ends his turn at sea (29.1, 29.2). Who lands
    in a zone of control may be ambushed there (21.1)."""

    origin: int
    landed: bool = False
    means = "sea"
    rule = "29.1"
    asks = "units are moving by sea: choose the hex where they land, or let them stay"

    def decision(self, field: SnsField, state: SnsState) -> Decision | None:
        if self.landed or not harbours(field, state, self.side, self.origin):
            return None
        prompt = f"The units from {field.place(self.origin)} land on any coast without an enemy, or stay"
        hexes = tuple(field.grid.name(h) for h in harbours(field, state, self.side, self.origin))
        return Decision(field.sides[self.side], MOVEMENT, field.cite("29.1"), prompt, (), hexes)

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        state.pop()

    def landings(self, field: SnsField, state: SnsState) -> Offers:
        """The hexes where they may land."""
        return each(harbours(field, state, self.side, self.origin))

    def bars(self, field: SnsField, state: SnsState, h: int) -> Iterator[Breach]:
        """Why they do not land in a hex."""
        return goal_breaches(field, state, self.side, self.origin, h)

    def go_ashore(self, field: SnsField, state: SnsState, step: Step, h: int) -> None:
        """They land, in enemy zones too (29.4); this frame is on top."""
        state.replace(replace(self, landed=True))
        loosen(field, state, self.units)
        fates.forget(state, self.units)
        carry(field, state, self.units, h)
        state.extras = replace(state.extras, shipped=state.extras.shipped + weight(field, self.units))
        where = {"from": field.grid.name(self.origin), "to": field.grid.name(h)}
        step.say("transfers", field.cite("29.1"), side=field.sides[self.side], **where)
        points.reached(field, state, step)
        if not state.ended and field.options["landing_ambush"] != "none":
            interruptions.enter(field, state, self.side, h, self.units)

    deeds = (Deed("at", go_ashore, bars, landings), HALTING)


VERBS: Final[tuple[Verb[SnsField, SnsState], ...]] = (
    Reworded(
        TRANSFER,
        SOME,
        HEX.behind("to").optional(NOWHERE),
        UNIT.behind("by").optional(NOWHERE),
        reworded=without_their_hex,
    ),
)
