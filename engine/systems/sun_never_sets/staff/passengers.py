"""Land units that the staff carries aboard of boats and fleets (27.4, 28.0): who goes aboard, where they are landed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits, mask_of
from engine.play import Action
from engine.systems.sun_never_sets.march import sailing
from engine.systems.sun_never_sets.march.movement import MovementSegment
from engine.systems.sun_never_sets.position import afloat
from engine.systems.sun_never_sets.position.berths import written
from engine.systems.sun_never_sets.position.reaching import slowest
from engine.systems.sun_never_sets.staff import carriage, flotilla
from engine.systems.sun_never_sets.staff.carriage import Journey
from engine.systems.sun_never_sets.staff.marches import USUAL, MarchPlans
from engine.systems.sun_never_sets.staff.view import View

_MOST: Final = 0.5
"""The share of the strength that would march together that has to find room: boats do not tear a force apart."""


@dataclass(frozen=True, slots=True)
class Shipment:
    """Boats, or fleets, of a hex with the units that they are to carry, and where to."""

    boats: int
    units: int
    journey: Journey
    turn: int
    """The game turn in which it is to be made."""


def planned(view: View, plans: MarchPlans, segment: MovementSegment) -> Shipment | None:
    """The voyage with passengers that promises most beyond a march; None where none pays."""
    if not sailing.played(view.field):
        return None
    return max(_voyages(view, plans, segment), key=lambda one: (one.journey.promises, -one.units), default=None)


def _voyages(view: View, plans: MarchPlans, segment: MovementSegment) -> Iterator[Shipment]:
    field, state = view.field, view.state
    ready = segment.ready(field, state, "river")
    for h, party in _crews(view, segment):
        free = plans.free(h, ready & view.mine[h])
        trains = free & field.roster.supply
        for choice in dict.fromkeys((free, trains)):
            going = mask_of(stowed(view, party, choice))
            journey = _journey(view, plans, h, party, going, choice) if going else None
            if journey is not None:
                yield Shipment(party, going, journey, state.turn)


def _crews(view: View, segment: MovementSegment) -> Iterator[tuple[int, int]]:
    """The boats, and the fleets, of each hex that may still sail, and that have no unit aboard."""
    taken = mask_of(u for _, by in view.state.extras.loads for u in bits(by))
    for h, units in sailing.crews(view.field, view.state, view.side, segment.allowed).items():
        for party in sorted({mask_of(sailing.mates(view.field, units, u)) for u in units}):
            if not party & taken:
                yield h, party


def stowed(view: View, party: int, units: int) -> dict[int, int]:
    """Which of some units find room beside who is aboard, and the boats of each: the strongest first, each on one boat
    if one has room for it, else on all together (27.46). Headquarters go if no other unit must stay."""
    field, headquarters = view.field, view.field.roster.headquarters
    aboard = dict(view.state.extras.loads)
    found: dict[int, int] = {}
    for u in sorted(bits(units & ~headquarters), key=lambda u: (-field.roster.strength[u], u)):
        several = [1 << boat for boat in bits(party)] + [party]
        boats = next((some for some in several if afloat.holds(field, {**aboard, **found, u: some})), 0)
        if boats:
            found[u] = boats
    if not units & ~headquarters & ~mask_of(found):
        found.update(dict.fromkeys(bits(units & headquarters), party & -party))
    return found


def _journey(view: View, plans: MarchPlans, h: int, party: int, going: int, together: int) -> Journey | None:
    """The voyage of some boats with passengers that promises most, of those that bring them nearer to a goal than a
    march usually does; None where a march of all who are ``together`` does as much, or where too few find room."""
    field = view.field
    reached = {end for _, end in afloat.open_berths(field, view.state, view.side, party) if end != h}
    ends = {end for end in reached if not field.ground.closed[end]}
    if not going & field.roster.combat:
        return carriage.following(view, plans, h, going, ends)
    if field.strength(view.state, going) < _MOST * field.strength(view.state, together):
        return None
    usual = int(slowest(field, view.state, going) * USUAL)
    left = {goal: view.distance(goal, h) - usual for goal, _ in plans.pulls(h, going)}
    sooner = {end for end in ends if any(view.distance(goal, end) < far for goal, far in left.items())}
    return carriage.best(view, plans, h, going, sooner, together)


def next_step(view: View, segment: MovementSegment, voyage: Shipment | None) -> Action | None:
    """How a voyage goes on, if somebody is aboard or should be: the next unit that embarks, then the boats sail. Who is
    aboard without a voyage lands, be it that his boats have made theirs or could not: aboard nobody fights, and who is
    there is lost with his boat (27.45, 27.545). None when nobody waits for anything."""
    field, state = view.field, view.state
    own = state.extras.aboard & field.roster.of_side[view.side]
    if voyage is None or voyage.turn != state.turn or voyage.boats & (state.moved | ~segment.allowed):
        landings = sailing.landings(field, state, own) if segment.stage < 2 else []
        return Action(sailing.LAND, (min(landings),)) if landings else None
    waiting = voyage.units & segment.ready(field, state, "river")
    for unit, boats in stowed(view, voyage.boats, waiting).items():
        return Action(sailing.EMBARK, (unit, tuple(bits(boats))))
    return _sailed(view, voyage) if own & voyage.units else None


def _sailed(view: View, voyage: Shipment) -> Action:
    """The boats of a voyage sail to its end, to the hexside there from which they can do most."""
    berths = afloat.open_berths(view.field, view.state, view.side, voyage.boats)
    there = [berth for berth in berths if berth[1] == voyage.journey.end]
    berth = max(there, key=lambda one: (flotilla.value(view, voyage.boats, one), one))
    return Action(sailing.SAIL, (tuple(bits(voyage.boats)), *written(view.field, voyage.boats, berth), NOWHERE))
