"""What a legal move comes to before anybody makes it: its hexes, its movement points, where it ends."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.kit.play.entering import KitEntering
from engine.kit.play.phases import KitPhase, way_of
from engine.kit.play.state import KitState
from engine.kit.play.turns import is_turn
from engine.mechanics.acts import path_of, unit_of, walk_of
from engine.play import Action, Judgement


def measured(field: Any, state: KitState, judged: Judgement, action: Action) -> Judgement:
    """A legal move with what it comes to as it is meant: reactions on the way, and enemies that its side does not know
    of, are not foreseen. Other actions are not measured."""
    frame = state.top
    if isinstance(frame, KitEntering) and action.verb in ("go", "move"):
        way = path_of(action) if action.verb == "go" else walk_of(action).path
        at = state.where[frame.unit]
        going = field.marches[frame.phase].going(field, state, frame.unit, at, frame.spent, fresh=False)
        return _along(field, state, judged, frame.phase, frame.unit, going, way)
    if not isinstance(frame, KitPhase) or action.verb not in ("move", "face", "enter"):
        return judged
    march, unit, way = field.marches[frame.phase], unit_of(action), way_of(action)
    if action.verb != "enter":
        return _along(field, state, judged, frame.phase, unit, march.setting_out(field, state, unit), way)
    price = march.entry_price(field, state, unit, way[0])
    going = march.going(field, state, unit, way[0], price, fresh=False)
    onward = march.cost_of(field, state, unit, going, way[1:]) if way[1:] else 0
    return _with_measures(field, judged, unit, way, price + onward, way[0])


def _along(
    field: Any, state: KitState, judged: Judgement, phase: int, unit: int, going: Any, way: tuple[int, ...]
) -> Judgement:
    cost = min(field.marches[phase].cost_of(field, state, unit, going, way), going.budget - going.spent)
    return _with_measures(field, judged, unit, way, cost, going.start)


def _with_measures(field: Any, judged: Judgement, unit: int, way: tuple[int, ...], cost: int, start: int) -> Judgement:
    hexes = [h for h in way if not is_turn(h)]
    ends = {field.roster.keys[unit]: field.grid.name(hexes[-1] if hexes else start)}
    return replace(judged, length=len(hexes), cost=cost / field.parts, ends=ends)
