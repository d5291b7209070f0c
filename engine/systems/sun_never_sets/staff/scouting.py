"""How the staff learns of the enemy and comes past him: spies and reconnaissance (19.0), negotiations (25.2)."""

from __future__ import annotations

from typing import Final

from engine.mechanics.acts import hex_of, names_something
from engine.play import Action
from engine.systems.sun_never_sets.answers import secrecy
from engine.systems.sun_never_sets.battle import intelligence
from engine.systems.sun_never_sets.battle.intelligence import SCOUT, SPY, Betrayed
from engine.systems.sun_never_sets.march.movement import MovementSegment
from engine.systems.sun_never_sets.march.negotiating import PARLEY
from engine.systems.sun_never_sets.position.acts import scout_of
from engine.systems.sun_never_sets.staff.view import View

_SPIES: Final = 2
"""The least value of a spy: whoever has less is caught more often, or as often, as he sees anything (19.31)."""
_NEAR: Final = 5
"""Hexes within which an enemy of ours is worth a spy."""
_FORCE: Final = 4
"""The strength points of a force that wants to know who is near it."""


def _unseen(view: View) -> dict[int, int]:
    """The enemy hexes with units that we may not know, each with how far off our nearest force is."""
    field, state = view.field, view.state
    hides = secrecy.hidden(field, state, view.side)
    forces = [h for h, mask in view.mine.items() if field.strength(state, mask) >= _FORCE]
    hexes = [h for h, mask in view.foes.items() if mask & hides]
    return {h: min((field.distance(h, at) for at in forces), default=len(state.where)) for h in hexes}


def _of_most_interest(view: View, hexes: dict[int, int]) -> int:
    """The hex of some of which we want to know most: near a force of ours, and what counts first."""
    return min(hexes, key=lambda h: (hexes[h], -view.gain(h), h))


def spy(view: View, segment: MovementSegment) -> Action | None:
    """Strategic intelligence before the marches, by who is best at it, on the enemy nearest to a force of ours; None
    where nobody is worth it."""
    field, state = view.field, view.state
    if not field.on("intelligence") or segment.stage:
        return None
    able = {hq: intelligence.spying_value(field, state, hq) for hq in intelligence.spies(field, state, view.side)}
    able = {hq: value for hq, value in able.items() if value >= _SPIES}
    near = {h: far for h, far in _unseen(view).items() if far <= _NEAR} if able else {}
    if not near:
        return None
    return Action(SPY, (max(able, key=lambda hq: (able[hq], -hq)), _of_most_interest(view, near)))


def scout(view: View, actions: list[Action]) -> Action | None:
    """A reconnaissance on the march with all who can, which costs nothing; None where nobody is unseen (19.21)."""
    unseen = _unseen(view)
    offered = [action for action in actions if action.verb == SCOUT and hex_of(action) in unseen]
    return max(offered, key=lambda one: (len(scout_of(one).units), -hex_of(one))) if offered else None


def parley(actions: list[Action]) -> Action | None:
    """A negotiation by who is with a force that goes no farther: an insult costs it nothing then, and safe conduct
    brings it past the enemy (25.23, 25.24)."""
    return next((action for action in actions if action.verb == PARLEY), None)


def examined(view: View, actions: list[Action]) -> Action:
    """The enemy hex that is spied on, or examined after the enemy's spy was caught (19.31)."""
    unseen = _unseen(view)
    offered = {hex_of(one): unseen[hex_of(one)] for one in actions if names_something(one) and hex_of(one) in unseen}
    if offered:
        return Action("at", (_of_most_interest(view, offered),))
    return Action("pass") if isinstance(view.state.top, Betrayed) else actions[0]
