"""Boats and fleets of the staff (chapters 27 and 28): where they sail, by what they can fire on from there."""

from __future__ import annotations

from typing import Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits, mask_of
from engine.mechanics.hexes.results import alive
from engine.play import Action
from engine.systems.sun_never_sets.base import cargo
from engine.systems.sun_never_sets.battle.beaten_boats import Chase, FallingBack
from engine.systems.sun_never_sets.march import sailing
from engine.systems.sun_never_sets.march.movement import MovementSegment
from engine.systems.sun_never_sets.position import afloat
from engine.systems.sun_never_sets.position.acts import berth_in
from engine.systems.sun_never_sets.position.afloat import Berth
from engine.systems.sun_never_sets.position.berths import STEER, berth_of, written
from engine.systems.sun_never_sets.staff.view import View, fading

_PAYS: Final = 0.2
"""Points that a voyage has to promise, for boats that stay may keep a line open."""
_WITH: Final = 0.03
"""What each strength point of friends brings that boats lie with: they fight together, and are covered."""
_BURDEN: Final = 8
"""Strength points of friends beyond which more are no reason to lie with them."""


def voyage(view: View, segment: MovementSegment) -> Action | None:
    """The voyage that promises most, for boats or fleets of a hex together; None where none pays.

    It is asked for when the marches are over: boats go where the forces have gone.
    """
    if not sailing.played(view.field):
        return None
    found = []
    for h, units in sailing.crews(view.field, view.state, view.side, segment.allowed).items():
        parties = {cargo.convoy(view.state, mask_of(sailing.mates(view.field, units, u))) for u in units}
        for party in sorted(parties):
            berth, promise = _best(view, h, party)
            if promise >= _PAYS:
                found.append((promise, party, berth))
    if not found:
        return None
    _, party, berth = max(found)
    return Action(sailing.SAIL, (tuple(bits(party)), *written(view.field, party, berth), NOWHERE))


def _best(view: View, h: int, party: int) -> tuple[Berth, float]:
    """The best place for boats, or for fleets, and how much better it is than where they lie."""
    field, state = view.field, view.state
    here = lies_at(view, party)
    stays = value(view, party, here)
    best, most = here, stays
    for berth in afloat.open_berths(field, state, view.side, party):
        if not afloat.stays(field, state, party, berth):
            found = value(view, party, berth)
            if found > most:
                best, most = berth, found
    return best, most - stays


def lies_at(view: View, party: int) -> Berth:
    """Where boats or fleets lie now."""
    u = next(bits(party))
    h = view.state.where[u]
    return (afloat.lies(view.field, view.state, u), h) if party & view.field.roster.boats else (h, h)


def targets(view: View, party: int, berth: Berth) -> list[int]:
    """The enemy hexes on which boats, or fleets, would bear at a berth (27.51, 28.2)."""
    field = view.field
    side, h = berth
    near = (n for n in field.grid.ring1[h] if n in view.foes and n not in field.closed[view.side])
    if party & field.roster.fleets:
        return [n for n in near if field.ground.coastal[n] or view.foes[n] & field.roster.afloat]
    return [n for n in near if field.waters.bears(side, n) or view.foes[n] & field.roster.afloat]


def value(view: View, party: int, berth: Berth, *, fires: bool = True) -> float:
    """What it is worth for boats or fleets to lie at a berth: the battle that they add most to, if they may still fire
    in this turn, friends whom they lie with, enemies near by, less what they may lose there."""
    h = berth[1]
    friends = view.mine.get(h, 0) & ~party
    land = friends & ~view.field.roster.supply & ~view.field.roster.afloat & ~view.state.extras.aboard
    bears = targets(view, party, berth) if fires else []
    found = max((_strike(view, party, land, n, h) for n in bears), default=0.0)
    found += _WITH * min(view.field.strength(view.state, land), _BURDEN)
    far = min((view.field.distance(h, e) for e in view.foes), default=0)
    found += 0.5 * fading(4 * far) if fires else 0.0
    return found - (view.danger(party | friends, h) - (view.danger(friends, h) if friends else 0.0))


def _strike(view: View, party: int, land: int, n: int, h: int) -> float:
    """What boats or fleets add to an attack on a hex: by themselves first, or in one battle with who stands there."""
    there = land if n in view.field.ground.open[h] else 0
    alone = max(view.attack(there, n), 0.0) if there else 0.0
    return max(view.attack(party, n), view.attack(party | there, n) - alone if there else 0.0, 0.0)


def on_the_way(view: View, frame: sailing.Sailing) -> Action:
    """Boats that have arrived land all units that may land, then halt."""
    landings = sailing.landings(view.field, view.state, frame.carried(view.state))
    return Action(sailing.LAND, (min(landings),)) if landings else Action("halt")


def steered(view: View, frame: FallingBack | Chase, actions: list[Action]) -> Action:
    """Where boats or fleets go after a battle, in which they have fired: where they lose least, or nowhere."""
    party = alive(view.state, frame.units)

    def kept(action: Action) -> float:
        berth = berth_of(*berth_in(action)) if action.verb == STEER else lies_at(view, party)
        return value(view, party, berth, fires=False)

    return max(actions, key=lambda action: (kept(action), action.verb != STEER))
