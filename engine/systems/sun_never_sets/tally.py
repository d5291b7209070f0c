"""The score as it stands (chapter 16): what was gained so far, and what would be counted if the game ended now."""

from __future__ import annotations

from engine.play.score_sheet import ScoreLine, ScoreSheet
from engine.scenario.victory_words import line_text
from engine.systems.sun_never_sets import points
from engine.systems.sun_never_sets.field import SnsField
from engine.systems.sun_never_sets.state import SnsState

SO_FAR = "Points gained so far"


def tally(field: SnsField, state: SnsState) -> ScoreSheet:
    """The points so far, each line of the victory conditions as it would be counted now, and the level of victory."""
    sides = field.sides
    twin = state.copy()
    if not state.ended:
        for side, number, _why in points.final(field, state):
            twin.points[side] += number
    now = points.outcome(field, twin)
    so_far = dict(zip(sides, map(float, state.points), strict=True))
    return ScoreSheet(
        points=so_far,
        lines=(ScoreLine(SO_FAR, so_far), *_lines(field, state)),
        wins=(),
        standing=now.reason,
        leader=now.winner,
        level=now.level,
        final=dict(zip(sides, map(float, twin.points), strict=True)),
    )


def _lines(field: SnsField, state: SnsState) -> list[ScoreLine]:
    """What is counted at the end, and what may be gained once, with what each side has of it now."""
    found = []
    for index, line in enumerate(field.scenario.victory.scoring):
        about = line_text(field.scenario, line)
        if line.kind == points.REACHED:
            given = line.points if state.awarded >> index & 1 else 0
            found.append(ScoreLine(about, {line.side: given} if given else {}))
        elif not state.ended:
            found.append(ScoreLine(about, _held(field, state, index), counted=False))
    changed = _changed_by_orders(field, state)
    if changed is not None and not state.ended:
        found.append(changed)
    return found


def _held(field: SnsField, state: SnsState, index: int) -> dict[str, float]:
    """The points of a line for the hexes that each side occupies."""
    line, gained = field.scenario.victory.scoring[index], dict[str, float]()
    for h in points.hexes(field, line):
        holder = points.controller(field, state, h)
        key = field.sides[holder] if holder >= 0 else ""
        if key and line.side in ("", key):
            gained[key] = gained.get(key, 0) + line.points
    return gained


def _changed_by_orders(field: SnsField, state: SnsState) -> ScoreLine | None:
    """What Onward adds to British points for places, or Evacuate takes from them (event 11-16)."""
    empire = field.sides[field.empire]
    plain = sum(
        _held(field, state, index).get(empire, 0)
        for index, line in enumerate(field.scenario.victory.scoring)
        if line.kind == points.OCCUPIED
    )
    counted = sum(number for side, number, _why in points.final(field, state) if side == field.empire)
    key = next((key for key in ("onward", "evacuate") if field.effect(state, key)), "")
    if not key or counted == plain:
        return None
    return ScoreLine(f"Orders from the Colonial Office: {key.capitalize()}", {empire: counted - plain}, counted=False)
