"""Paragraphs 5.31, 6.2 to 6.4 and 6.22: a force on the march, and what it loses on the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from random import Random
from typing import Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.acts import end_of, unit_of
from engine.mechanics.bits import bits, mask_of
from engine.mechanics.deeds import Deed, Offers, each, of_side
from engine.mechanics.hexes.deploying import sorts
from engine.mechanics.hexes.results import ResultChoice
from engine.mechanics.hexes.verbs import UNIT, UNITS, WAY, Verb
from engine.mechanics.hexes.ways import going, plain
from engine.mechanics.procedure import Breach
from engine.play import Action, Decision, Filled, Step
from engine.systems.sun_never_sets import campaigns
from engine.systems.sun_never_sets.base import passage, sieges
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.frames import HALTING, MovingForce, SnsFrame, tell_owner
from engine.systems.sun_never_sets.base.ground import HALF
from engine.systems.sun_never_sets.base.state import WITHDRAWN, SnsState
from engine.systems.sun_never_sets.battle import intelligence
from engine.systems.sun_never_sets.march import interruptions, negotiating
from engine.systems.sun_never_sets.position import elephants, fates, points
from engine.systems.sun_never_sets.position.reaching import can_step, factor_of, price_of, reach, slowest, way_breaches

MOVEMENT: Final = "movement"
_LISTED: Final = 300
"""Goals of a march that are listed; where there are more, they are spread evenly over the reach."""
_FAR: Final = 400
"""Half points that are enough for any hex of a map to which a refusal should name a way."""
_GOES: Final = 0.75
"""The share of random choices on the march that go on."""


@dataclass(frozen=True)
class Attrition(SnsFrame, ResultChoice[SnsField, SnsState]):
    """A force loses a unit on the march, moved or not; a supply unit will do (6.22, 12.65)."""

    side: int
    units: int
    rule = "6.22"
    verbs = ("lose",)
    decision_kind = "attrition"
    asks = "the force must first lose a unit: choose it"

    def options(self, field: SnsField, state: SnsState) -> list[Action]:
        spared = field.roster.of_type(*field.tables.attrition.spared)
        alive = [u for u in bits(self.units & ~spared) if state.where[u] >= 0]
        return [Action("lose", (u,)) for u in sorts(field, state, alive)]

    def prompt(self, field: SnsField, names: tuple[str, ...]) -> str:
        return "A unit of the force is lost on the march: choose it"

    def asked(self, field: SnsField, options: list[Action]) -> tuple[str, ...]:
        return ()

    def faults(self, field: SnsField, state: SnsState, action: Action) -> Iterator[Breach]:
        unit = unit_of(action)
        if not self.units >> unit & 1 or state.where[unit] < 0:
            yield "6.22", f"{field.roster.names[unit]} is not in the force"
        elif field.roster.units[unit].type in field.tables.attrition.spared:
            yield "6.0", f"{field.roster.names[unit]} is spared attrition"
            yield "6.22", f"{field.roster.names[unit]} is not a unit that a force can lose to attrition"

    def perform(self, field: SnsField, state: SnsState, action: Action, step: Step) -> None:
        state.pop()
        unit = unit_of(action)
        if 1 << unit & field.roster.supply:
            fates.spend(field, state, unit, "6.22", step)
        else:
            fates.eliminate(field, state, unit, "6.22", step)


@dataclass(frozen=True)
class OnMarch(MovingForce):
    """A force on the march: it goes on hex by hex, drops units, and halts (6.2, 5.31)."""

    times: int
    """How many times its movement factor it may go."""
    spent: int
    """Half points spent."""
    start: int
    rule = "6.2"
    asks = "a force is on the march: first continue, drop units, or halt"
    exhaustive = False

    def budget(self, field: SnsField, state: SnsState) -> int:
        """The half points that it may spend in all: those of its slowest unit (6.21)."""
        return slowest(field, state, self.force(state)) * self.times * HALF

    def leaves(self, field: SnsField, state: SnsState, units: int) -> bool:
        """Whether units of it may leave the map here: British, under orders to evacuate, on a line of communication,
        with a point left (13.4, 13.41)."""
        price = int(field.tables.movement_extras.leave_map * HALF)
        has = slowest(field, state, units) * self.times * HALF
        return may_withdraw(field, state, self.side, self.at(state)) and self.spent + price <= has

    def targets(self, field: SnsField, state: SnsState) -> list[int]:
        """The hexes that it may attack from the march (20.1)."""
        if not field.on("march_attack"):
            return []
        return [h for h in field.grid.ring1[self.at(state)] if h >= 0 and not [*self._bars_storm(field, state, h)]]

    def storms(self, field: SnsField, state: SnsState) -> Offers:
        """An attack on each of them."""
        return each(sorted(self.targets(field, state)))

    def _bars_storm(self, field: SnsField, state: SnsState, h: int) -> Iterator[Breach]:
        left = self.budget(field, state) - self.spent
        yield from interruptions.storm_breaches(field, state, self.side, self.at(state), h, self.force(state), left)

    def decision(self, field: SnsField, state: SnsState) -> Decision | None:
        at = self.at(state)
        if at < 0:
            return None
        mask, budget = self.force(state), self.budget(field, state)
        goes_on = can_step(field, state, self.side, mask, at, budget, self.spent) or bool(self.targets(field, state))
        goes_on = goes_on or any(self.scoutings(field, state))
        goes_on = goes_on or any(self.parleys(field, state))
        may_leave = any(self.leavers(field, state))
        if not goes_on and not may_leave and not self._held_back(field, state):
            return None
        place = field.grid.name(at)
        left = (budget - self.spent) / HALF
        prompt = f"Force in {field.place(at)} ({left:g} MP): continue, drop units, or halt"
        return Decision(field.sides[self.side], MOVEMENT, "sns2:6.2", prompt, (), (place,))

    def _held_back(self, field: SnsField, state: SnsState) -> bool:
        """Whether the force could go on without its slowest units, which it may drop where it is (5.31)."""
        mask, at = self.force(state), self.at(state)
        fastest = max(factor_of(field, state, u) for u in bits(mask)) * self.times * HALF
        return can_step(field, state, self.side, mask, at, fastest, self.spent)

    def leavers(self, field: SnsField, state: SnsState) -> Offers:
        """Who may leave the map here: the whole force, as ``()``, and each unit of it by itself (13.41)."""
        if may_withdraw(field, state, self.side, self.at(state)):
            if self.leaves(field, state, self.force(state)):
                yield ((),)
            yield from (((u,),) for (u,) in self.droppable(field, state) if self.leaves(field, state, 1 << u))

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        step.forced.append(Action("halt"))
        state.pop()

    def droppable(self, field: SnsField, state: SnsState) -> Offers:
        """The units that it may leave behind (5.31)."""
        mask = self.force(state)
        if mask.bit_count() > 1:
            alone = self._alone(field, state)
            units = sorts(field, state, bits(mask))
            yield from each(u for u in units if not elephants.needed(field, mask, u, self.spent, alone))

    def ways(self, field: SnsField, state: SnsState) -> Offers:
        """Ways to the hexes next to it, and to others."""
        mask, at = self.force(state), self.at(state)
        found = reach(field, state, self.side, mask, at, self.budget(field, state), self.spent)
        goals = sorted(found.destinations())
        thin = -(-len(goals) // _LISTED) or 1
        near = [h for h in field.ground.open[at] if h in found.cost]
        return iter(sorted(found.path(h) for h in {*goals[::thin], *near}))

    def parleys(self, field: SnsField, state: SnsState) -> Offers:
        """The negotiations that its officers may begin."""
        return iter(sorted(negotiating.offers(field, state, self.side, self.force(state))))

    def scoutings(self, field: SnsField, state: SnsState) -> Offers:
        """The reconnaissances that it may make."""
        return intelligence.scoutings(field, state, self.side, self.at(state), self.force(state))

    def sample(self, field: SnsField, state: SnsState, random: Random) -> Action:
        mask, at = self.force(state), self.at(state)
        found = reach(field, state, self.side, mask, at, self.budget(field, state), self.spent)
        goals = sorted(found.destinations())
        if goals and random.random() < _GOES:
            return Action("go", found.path(random.choice(goals)))
        rest = [action for action in self.actions(field, state) if action.verb != "go"]
        return random.choice(rest)

    def faults(self, field: SnsField, state: SnsState, action: Action) -> Iterator[Breach]:
        yield from super().faults(field, state, action)
        if isinstance(action, Filled):
            yield "6.2", f"the force moves hex by hex, and no path leads to {field.place(end_of(action))}"

    def bars_way(self, field: SnsField, state: SnsState, *way: int) -> Iterator[Breach]:
        """Every paragraph that going on breaks."""
        budget = self.budget(field, state)
        return way_breaches(field, state, self.side, self.force(state), self.at(state), way, budget, self.spent)

    def bars_drop(self, field: SnsField, state: SnsState, unit: int) -> Iterator[Breach]:
        """Every paragraph that leaving a unit behind breaks."""
        mask = self.force(state)
        if not mask >> unit & 1:
            rule = "5.32" if field.roster.side[unit] == self.side else "5.31"
            yield rule, f"{field.roster.names[unit]} is not in the force"
        elif mask.bit_count() == 1:
            yield "5.31", "the last unit of a force halts"
        else:
            yield from self._carrying(field, state, unit)

    def bars_scouting(self, field: SnsField, state: SnsState, h: int, units: tuple[int, ...]) -> Iterator[Breach]:
        """Every paragraph that a reconnaissance breaks."""
        return intelligence.scout_breaches(field, state, self.side, self.at(state), self.force(state), h, units)

    def _carrying(self, field: SnsField, state: SnsState, unit: int, others: int = 0) -> Iterator[Breach]:
        """Why a unit that others need does not part from them (abyssinia:6.4, afghan:6.6); ``others`` go with it."""
        left = self.force(state) & ~others | 1 << unit
        if elephants.needed(field, left, unit, self.spent, self._alone(field, state)):
            name = field.roster.names[unit]
            yield campaigns.of(field).elephants_rule, f"{name} carries a unit and stops with it: drop that unit"

    def _bars_leaving(self, field: SnsField, state: SnsState, units: tuple[int, ...]) -> Iterator[Breach]:
        mask = self.force(state)
        yield from missing(field, mask, units)
        going = mask_of(units) & mask or mask
        if sieges.shut_in(field, state, self.side, self.at(state), going):
            yield "18.21", f"{field.place(self.at(state))} is besieged; units leave it by water alone"
        if not may_withdraw(field, state, self.side, self.at(state)):
            yield "13.4", "only British units ordered to evacuate can leave, from a line of communication"
        elif not self.leaves(field, state, going):
            yield "13.41", "leaving the map costs a movement point, but none is left"
        elif going != mask:
            for unit in bits(going):
                yield from self._carrying(field, state, unit, going)

    def drop(self, field: SnsField, state: SnsState, step: Step, unit: int) -> None:
        """A unit stays behind, and who cannot go on without it (5.31)."""
        allowed = self._alone(field, state)[unit]
        self._drop(field, state, elephants.parted(field, self.force(state), unit, self.spent, allowed), step)

    def withdraw(self, field: SnsField, state: SnsState, step: Step, units: tuple[int, ...]) -> None:
        """Units leave the map, and who cannot go on without them (13.41)."""
        going, alone = mask_of(units) or self.force(state), self._alone(field, state)
        for unit in bits(going):
            going |= mask_of(elephants.parted(field, self.force(state), unit, self.spent, alone[unit]))
        depart(field, state, self, going, step)

    def parley(self, field: SnsField, state: SnsState, step: Step, h: int, hq: int) -> None:
        """An officer negotiates; an insult ends the march of the force that he is with (25.21)."""
        force = self.force(state)
        if negotiating.parley(field, state, self.side, step, h, hq, force) == "insult" and force >> hq & 1:
            state.pop()

    def storm(self, field: SnsField, state: SnsState, step: Step, h: int) -> None:
        """It attacks from the march (20.1)."""
        state.replace(replace(self, spent=self.spent + interruptions.storm_price(field)))
        interruptions.storm(field, state, self.side, self.at(state), h, self.force(state), step)

    def _alone(self, field: SnsField, state: SnsState) -> dict[int, int]:
        """The half points that each unit of the force has by itself, without elephants."""
        return {u: factor_of(field, state, u) * self.times * HALF for u in bits(self.force(state))}

    def _drop(self, field: SnsField, state: SnsState, units: list[int], step: Step) -> None:
        """Units stay behind, loose (5.31)."""
        state.replace(replace(self, units=self.units & ~mask_of(units)))
        for unit in units:
            state.dropped |= 1 << unit
            state.column[unit] = 0
            keys = {"unit": field.roster.keys[unit], "at": field.grid.name(state.where[unit])}
            tell_owner(field, step, self.side, "dropped", "5.31", **keys)

    def go(self, field: SnsField, state: SnsState, step: Step, *way: int) -> None:
        """It goes on, up to the first hex in which the enemy may ambush it (6.2)."""
        mask, at, name = self.force(state), self.at(state), field.grid.name
        way = interruptions.until_ambush(field, state, self.side, mask, way)
        spent = price_of(field, state, self.side, mask, at, way, self.spent)
        fates.forget(state, mask)
        passes = passage.safe(field, state, self.side, mask)
        for h in way:
            if not passes:
                fates.lone_headquarters(field, state, h, 1 - self.side, "10.54", step)
            for unit in bits(mask):
                field.put(state, unit, h)
        cost = (spent - self.spent) / HALF
        state.replace(replace(self, spent=spent))
        where = {"from": name(at), "to": name(way[-1])}
        step.say(
            "moves", field.cite("6.2"), side=field.sides[self.side], **where, way=[name(h) for h in way], cost=cost
        )
        if field.units_at(state, way[-1], 1 - self.side):
            for unit in bits(mask):
                fates.eliminate(field, state, unit, "25.24", step)
            return
        points.reached(field, state, step)
        if not state.ended:
            interruptions.enter(field, state, self.side, way[-1], mask)

    deeds = (
        Deed("drop", drop, bars_drop, droppable),
        Deed("go", go, bars_way, ways),
        HALTING,
        Deed(negotiating.PARLEY, parley, of_side(negotiating.breaches), parleys),
        Deed(intelligence.SCOUT, of_side(intelligence.scout), bars_scouting, scoutings),
        Deed(interruptions.STORM, storm, _bars_storm, storms),
        Deed("withdraw", withdraw, _bars_leaving, leavers),
    )


def may_withdraw(field: SnsField, state: SnsState, side: int, at: int) -> bool:
    """Whether a force of a side may leave the map from a hex: British, under orders to evacuate, on a line of
    communication (13.4), and not by land out of a siege (18.21)."""
    lines = field.communication[side]
    return (
        side == field.empire
        and field.effect(state, "evacuate") is not None
        and (at in lines or (field.ground.coastal[at] and bool(lines)))
        and not sieges.shut_in(field, state, side, at, field.units_at(state, at, side))
    )


def missing(field: SnsField, force: int, units: tuple[int, ...]) -> Iterator[Breach]:
    """Units that are told to leave the map with a force that they are not in (13.41)."""
    for unit in units:
        if not force >> unit & 1:
            yield "13.41", f"{field.roster.names[unit]} is not in the force"


def depart(field: SnsField, state: SnsState, force: MovingForce, going: int, step: Step) -> None:
    """Units of the force on top leave the map; those that are left to it go on (13.41)."""
    rest = force.force(state) & ~going
    if rest:
        state.replace(replace(force, units=rest))
    else:
        state.pop()
    withdraw(field, state, force.side, going, step)


def withdraw(field: SnsField, state: SnsState, side: int, mask: int, step: Step) -> None:
    """Units of a hex leave the map by order, and bring a point each (13.41, event 11-12)."""
    at = field.grid.name(state.where[next(bits(mask))])
    for unit in bits(mask):
        field.put(state, unit, WITHDRAWN)
    fates.forget(state, mask)
    step.say("withdrawn", field.cite("13.41"), units=field.keys_of(mask), at=at)
    field.ledger.gain(state, side, mask.bit_count(), field.cite("event1:british:11-12"), "units withdrawn", step)


def _whole(field: SnsField, state: SnsState, way: tuple[int, ...]) -> Action:
    """The way of a force with what it leaves out filled in, hex by hex the cheapest."""
    frame = state.top
    if not isinstance(frame, OnMarch) or NOWHERE in way or not way:
        return Action("go", way)
    at, spent, mask = frame.at(state), frame.spent, frame.force(state)
    way = way[1:] if len(way) > 1 and way[0] == at else way
    budget = frame.budget(field, state)
    start, legs, legal = at, list[tuple[int, ...]](), True
    for goal in way:
        leg = plain([goal])[0]
        if at != goal and not field.grid.adjacent(at, goal):
            found = reach(field, state, frame.side, mask, at, budget, spent)
            if goal in found.cost:
                leg, spent = found.path(goal), found.cost[goal]
            else:
                leg, legal = _over_open_ground(field, state, frame, at, goal), False
        elif not [*way_breaches(field, state, frame.side, mask, at, (goal,), budget, spent)]:
            spent = price_of(field, state, frame.side, mask, at, (goal,), spent)
        legs.append(leg)
        at = goal
    return Action("go", (*chain.from_iterable(legs),)) if legal else going("go", field.grid, start, tuple(legs))


def _over_open_ground(field: SnsField, state: SnsState, frame: OnMarch, at: int, goal: int) -> tuple[int, ...]:
    """A way to a hex that the force cannot reach, for the refusal to say why: the cheapest, whatever it costs, or else
    the shortest over ground that is open at all, enemies or not; the hex itself where there is none."""
    spent = frame.spent
    found = reach(field, state, frame.side, frame.force(state), at, spent + _FAR, spent)
    if goal in found.cost:
        return found.path(goal)
    came, edge = {at: at}, [at]
    while edge and goal not in came:
        edge = [n for h in edge for n in field.ground.open[h] if n not in came and came.setdefault(n, h) == h]
    back = [goal]
    while goal in came and came[back[-1]] != at:
        back.append(came[back[-1]])
    return tuple(reversed(back))


VERBS: Final[tuple[Verb[SnsField, SnsState], ...]] = (
    Verb("go", WAY, made=_whole),
    Verb("drop", UNIT),
    Verb("halt"),
    Verb("withdraw", UNITS.optional()),
    *interruptions.VERBS,
)
