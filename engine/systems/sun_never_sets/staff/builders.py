"""The railroad engineers of the staff: they go to the railhead and stay there, so that they lay the line on (30.2)."""

from __future__ import annotations

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.acts import hex_of
from engine.mechanics.bits import bits
from engine.play import Action
from engine.systems.sun_never_sets.march import rail_movement
from engine.systems.sun_never_sets.march.movement import MovementSegment
from engine.systems.sun_never_sets.march.rail_movement import OnRail
from engine.systems.sun_never_sets.position.siting import Siting
from engine.systems.sun_never_sets.staff.view import View
from engine.systems.sun_never_sets.turn.deploying import Placing


def wanted(view: View) -> list[int]:
    """Where railroad engineers are wanted: at the railheads, or where one comes with them (afghan:6.8), and where a
    line is cut, with no enemy there."""
    field, state = view.field, view.state
    heads = state.extras.railheads or field.hexes_of(tuple(field.special.railhead_with_engineer))
    return sorted(h for h in {*heads, *state.extras.cuts} if h not in view.foes)


def sent(view: View, segment: MovementSegment) -> tuple[Action, int] | None:
    """The order for a railroad engineer who is not where he is wanted, with the hex to which he goes: by rail if he
    can; None if no unit has to go."""
    field, state = view.field, view.state
    crew = field.roster.railwaymen & field.roster.of_side[view.side]
    if not field.on("railroads") or view.side != field.empire or not crew:
        return None
    places = wanted(view)
    for u in bits(crew & segment.ready(field, state)):
        h = state.where[u]
        if not places or h in places or state.column[u]:
            continue
        goal = min(places, key=lambda n: (view.distance(n, h), n))
        by_rail = rail_movement.entrained(field, state, view.side, 1 << u) and _end(view, h, u) != h
        if by_rail:
            return Action(rail_movement.RAIL, (h, (u,), NOWHERE, NOWHERE)), goal
        return Action("march", (h, (u,), NOWHERE)), goal
    return None


def _end(view: View, h: int, unit: int) -> int:
    """The hex of a line nearest to where a railroad engineer is wanted; his own if there is none nearer."""
    places, lines = wanted(view), rail_movement.lines_from(view.field, view.state, h, 1 << unit)
    return min({h, *lines}, key=lambda n: (min((view.distance(goal, n) for goal in places), default=0), n != h, n))


def on_rail(view: View, frame: OnRail) -> Action:
    """Where railroad engineers go by rail."""
    at = frame.at(view.state)
    end = _end(view, at, next(bits(frame.force(view.state))))
    return Action("go", (end,)) if end != at else Action("halt")


def sites(view: View, actions: list[Action]) -> list[Action]:
    """Of the hexes where a unit may be placed those for it: for a railroad engineer where he is wanted, if he may be
    placed there, for others all."""
    top = view.state.top
    unit = top.unit if isinstance(top, Placing | Siting) else NOWHERE
    if unit == NOWHERE or not stays(view) >> unit & 1:
        return actions
    places = wanted(view)
    return [action for action in actions if hex_of(action) in places] or actions


def stays(view: View) -> int:
    """The railroad engineers, who march with no force and in no column where railways are played."""
    return view.field.roster.railwaymen if view.field.on("railroads") else 0
