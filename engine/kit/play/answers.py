"""What a designer asks at the table, of a game by a rules file."""

from __future__ import annotations

from typing import Any

from engine.errors import HexwrightError
from engine.kit.play.state import KitState
from engine.mechanics.hexes import knowledge
from engine.play.answer_records import PlainReach, SightAnswer, ZoneAnswer


def reach_answer(field: Any, state: KitState, unit: str) -> PlainReach:
    """Where a unit could move, or enter, in the phase in which units move."""
    u = field.roster.find(unit)
    march = field.marches[field.moving_phase]
    return PlainReach(
        unit=field.roster.keys[u],
        allowance=march.budget(field, state, u) / field.parts,
        rule=field.cite(field.cites("movement")[0]),
        hexes=knowledge.reach(field, march, state, u),
    )


def zone_answer(field: Any, state: KitState, side: str) -> ZoneAnswer:
    """The zone of control of a side, by the units that exert it."""
    return knowledge.zoc(field, state, side, field.cites("zones")[0])


def sight_answer(field: Any, state: KitState, a: str, b: str) -> SightAnswer:
    """The line of sight between two hexes. Raises HexwrightError where the file has no block of sight."""
    if field.model.sight is None:
        raise HexwrightError(f"the rules of {field.system} have no lines of sight")
    first, second = field.grid.parse(a), field.grid.parse(b)
    found: SightAnswer = field.sight.answer(state, first, second)
    return found
