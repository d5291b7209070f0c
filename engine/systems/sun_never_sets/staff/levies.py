"""Whom the staff has political officers raise (25.3): who saves, or wins, more than the points and the replacement
factors that he costs."""

from __future__ import annotations

from typing import Final

from engine.mechanics.acts import unit_of
from engine.play import Action
from engine.systems.sun_never_sets import campaigns
from engine.systems.sun_never_sets.position.acts import helped_of
from engine.systems.sun_never_sets.staff.view import STRENGTH_POINT, View
from engine.systems.sun_never_sets.turn import raising

_COMES: Final = 0.5
"""How likely an enemy who can is to come for a place that only headquarters hold."""
_LOST: Final = 0.6
"""The share of what is at stake with a place that goes with it, for it may be won back."""


def paying(view: View, actions: list[Action]) -> Action | None:
    """The unit that pays best, by whom it is raised; None where none brings more than it costs."""
    best, most = None, 0.0
    for action in actions:
        if action.verb == raising.RAISE:
            promises = value(view, *helped_of(action)) - price(view, unit_of(action))
            if promises > most:
                best, most = action, promises
    return best


def price(view: View, unit: int) -> float:
    """What it costs to raise a unit, in points: a replacement factor would bring back a strength point."""
    cost = raising.price(view.field, unit)
    return cost.points + STRENGTH_POINT * cost.factors


def value(view: View, unit: int, officer: int) -> float:
    """What a unit brings that an officer raises, in points: how much less the enemies near by may cost who is there,
    how much more an attack out of the hex brings, how many eat of a train. Nothing where the unit would be eliminated
    at once, for British units stand there (abyssinia:6.1, afghan:6.1)."""
    field, h = view.field, view.state.where[officer]
    here, bit = view.mine[h], 1 << unit
    if bit & field.roster.supply:
        return view.hunger_of(here, h) - view.hunger_of(here | bit, h)
    tried = view.state.copy()
    field.put(tried, unit, h)
    if campaigns.of(field).strangers(field, tried) & bit:
        return 0.0
    saves = _losses(view, here, h) - _losses(view, here | bit, h)
    targets = [n for n in field.ground.open[h] if n in view.foes and n not in field.closed[view.side]]
    wins = max((view.attack(here | bit, n) - max(view.attack(here, n), 0.0) for n in targets), default=0.0)
    return max(saves, wins)


def _losses(view: View, force: int, h: int) -> float:
    """What the enemies near a hex may cost a force that stands there. Headquarters alone withstand nobody, and may
    leave, as they may not when they have raised somebody (25.31)."""
    if force & ~view.field.roster.headquarters:
        return view.danger(force, h)
    return _COMES * _LOST * view.stake(h) if view.comes(h) else 0.0
