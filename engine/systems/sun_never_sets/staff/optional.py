"""The decisions of the optional chapters (17 to 34)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.acts import hex_of, units_of
from engine.play import Action
from engine.systems.sun_never_sets.battle import retreating
from engine.systems.sun_never_sets.battle.intelligence import Screening
from engine.systems.sun_never_sets.position.acts import helped_of, leader_of
from engine.systems.sun_never_sets.staff import scouting, surprise
from engine.systems.sun_never_sets.staff.view import View

_SPARE: Final = 2
"""Supply units on the map of which one may be spent in a battle."""


def supplied(view: View, actions: list[Action]) -> Action:
    """A supply unit is spent while others are left."""
    own = view.field.roster.supply & view.field.roster.of_side[view.side]
    there = [u for u in range(len(view.state.where)) if own >> u & 1 and view.state.where[u] >= 0]
    spends = [action for action in actions if action.verb == "spend"]
    return spends[0] if spends and len(there) > _SPARE else Action("pass")


def conduct(view: View, actions: list[Action]) -> Action:
    """Fair play wherever it can be tried, by who is best at it; no atrocities."""
    fair = [action for action in actions if action.verb == "fair play"]
    return max(fair, key=lambda one: view.field.strategic(view.state, leader_of(one)), default=Action("done"))


def rout(view: View, actions: list[Action]) -> Action:
    """Help for the most useful unit, then away from enemy zones."""
    field, state = view.field, view.state

    def rank(action: Action) -> tuple[float, float]:
        if action.verb == "check":
            unit, leader = helped_of(action)
            return view.worth(unit), field.tactical(state, leader) if leader != NOWHERE else 0
        if action.verb == "retreat":
            return -retreating.zone_strength(field, state, view.enemy, hex_of(action)), 0
        return 0, 0

    return max(actions, key=rank)


def screen(view: View, actions: list[Action]) -> Action:
    """With all that can, where that is enough."""
    top = view.state.top
    assert isinstance(top, Screening)
    whole = max((action for action in actions if action.verb == "screen"), key=lambda one: len(units_of(one)))
    enough = view.field.gunnery.points(units_of(whole)) >= top.against
    return whole if enough else Action("pass")


Answer = Callable[[View, list[Action]], Action]
ANSWERS: Final[Mapping[str, Answer]] = {
    "supplied": supplied,
    "conduct": conduct,
    "rout": rout,
    "ambush": surprise.ambush,
    "screen": screen,
    "evasion": surprise.evasion,
    "spy": scouting.examined,
}
"""The answer to each kind of decision."""
