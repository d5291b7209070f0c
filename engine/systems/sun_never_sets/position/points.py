"""Chapters 14 and 16: control of hexes, points gained and lost, and the points of the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from engine.mechanics.bits import bits
from engine.mechanics.hexes.hexstate import HexState
from engine.play import Outcome, Step
from engine.play.score_sheet import ScoreLine, ScoreSheet
from engine.plural import counted
from engine.scenario import Scoring
from engine.systems.sun_never_sets import campaigns
from engine.systems.sun_never_sets.base.counters import FRIENDLY
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.special import Losses
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.position import supply

VETERAN: Final = "V"
OCCUPIED, REACHED, SUPPLIED, HELD = "occupied", "reached", "supplied", "held"
COMMANDER, POLITICAL = "commander", "political"
KINDS = (OCCUPIED, REACHED, SUPPLIED, HELD, COMMANDER, POLITICAL)
"""Lines of the victory conditions: hexes that a side occupies at the end; hexes that it occupies for the first time;
hexes that it could supply at the end, whichever side is there or nobody; hexes all of which it occupies at the end; its
commander in chief, or a political officer, in one of the hexes then."""
AT_THE_END: Final = (OCCUPIED, SUPPLIED, HELD, COMMANDER, POLITICAL)
_PLACES: Final = (OCCUPIED, HELD)
"""Lines for places that are held at the end, which Onward doubles and Evacuate halves (event 11-16)."""


def loss(field: SnsField, state: SnsState, unit: int, step: Step, times: int = 1) -> None:
    """A unit was eliminated in battle: its enemy gains points at that instant (16.2)."""
    roster, enemy = field.roster, 1 - field.roster.side[unit]
    worth = field.losses[enemy]
    if not 1 << unit & roster.headquarters:
        number, why = _worth(field, worth, unit), "a unit eliminated in battle"
    else:
        value = worth.leader * (roster.tactical[unit] + roster.strategic[unit])
        chief = worth.commander if 1 << unit & roster.commanders else 0
        number, why = value or chief or worth.headquarters, "a headquarters eliminated in battle"
    field.ledger.gain(state, enemy, number * times, field.cite("16.2"), why, step)


def _worth(field: SnsField, worth: Losses, unit: int) -> int:
    """The points for a unit that is no headquarters: friendly Natives and veterans may have figures of their own
    (abyssinia:5.2, afghan:5.1, 5.2)."""
    if worth.friendly and field.roster.nation[unit] == FRIENDLY:
        return worth.friendly
    return worth.veteran if worth.veteran and field.gunnery.morale[unit] == VETERAN else worth.unit


def fleet_shaken(field: SnsField, state: SnsState, unit: int, step: Step, times: int = 1) -> None:
    """A demoralized fleet was demoralized again: from 1880 on its enemy gains what a unit brings (28.32)."""
    enemy = 1 - field.roster.side[unit]
    if field.late:
        why = "a fleet demoralized again"
        field.ledger.gain(state, enemy, field.losses[enemy].unit * times, field.cite("28.32"), why, step)


def controller(field: SnsField, state: HexState, h: int) -> int:
    """The side that controls a hex: the one whose units stand there, boats and fleets among them, or -1 (14.1, 14.12,
    14.2)."""
    mask = state.stacks.get(h, 0)
    return next((side for side in range(2) if mask & field.roster.of_side[side]), -1)


def holder_of(field: SnsField, state: SnsState, h: int) -> int:
    """The side that a place brings its points to: who controls it, or by a paragraph of the campaign who has committed
    an atrocity there; -1 for none (asante:5.1, 5.2)."""
    if not campaigns.of(field).by_atrocity(field):
        return controller(field, state, h)
    if h not in state.atrocities:
        return -1
    return field.native if h in state.extras.ravaged else field.empire


def reached(field: SnsField, state: SnsState, step: Step) -> None:
    """Points for hexes that a side occupies for the first time, and what the campaign's paragraphs say of who is where
    (16.2.1)."""
    campaigns.of(field).occupied(field, state, step)
    for index, line in enumerate(field.scenario.victory.scoring):
        side = _side(field, line)
        if line.kind != REACHED or side < 0 or state.awarded >> index & 1:
            continue
        if any(holder_of(field, state, h) == side for h in hexes(field, line, state)):
            why = line.name or "a place occupied for the first time"
            field.ledger.gain(state, side, int(line.points), field.cite("16.2"), why, step, index)


def hexes(field: SnsField, line: Scoring, state: SnsState | None = None) -> tuple[int, ...]:
    """The hexes of a line of the victory conditions as it is written; in a game as a paragraph of the campaign swaps
    them (abyssinia:6.61)."""
    written = field.hexes_of((*line.hexes, line.region) if line.region else line.hexes)
    if state is None:
        return written
    counted = campaigns.of(field).counts_as
    return tuple(counted(field, state, h) for h in written)


def _side(field: SnsField, line: Scoring) -> int:
    return field.sides.index(line.side) if line.side in field.sides else -1


def final(field: SnsField, state: SnsState) -> list[tuple[int, int, str]]:
    """What is gained at the end: (side, points, why) for each line with hexes that a side occupies then (16.2.1).

    Onward doubles what the British gain for places, Evacuate halves their sum, rounded down (event 11-16).
    """
    found: list[tuple[int, int, str]] = []
    places = 0.0
    for line in field.scenario.victory.scoring:
        for holder, name in _gains(field, state, line):
            if holder == field.empire and line.kind in _PLACES:
                places += line.points
            else:
                found.append((holder, int(line.points), name))
    for line in field.scenario.victory.scoring:
        for side, number in enumerate(_for_supply(field, state, line)):
            if number:
                found.append((side, int(number), f"supply of {_what(field, line, state)}"))
    if places:
        found.append((field.empire, int(places * _times(field, state)), "places occupied at the end"))
    fair = fairly_held(field, state)
    if fair:
        found.append((field.empire, fair, "fair play"))
    return found


def _gains(field: SnsField, state: SnsState, line: Scoring) -> Iterator[tuple[int, str]]:
    """Who would gain the points of a line if the game ended now, once for each time, and for what."""
    side, places = _side(field, line), hexes(field, line, state)
    if line.kind == OCCUPIED:
        for h in places:
            holder = holder_of(field, state, h)
            if holder >= 0 and side in (-1, holder):
                yield holder, line.name or field.place(h)
    elif line.kind == HELD:
        holders = {controller(field, state, h) for h in places}
        if holders == {side}:
            yield side, line.name
    elif line.kind in (COMMANDER, POLITICAL) and side >= 0:
        roster = field.roster
        wanted = roster.commanders if line.kind == COMMANDER else roster.political
        if any(state.where[u] in places for u in bits(wanted & roster.of_side[side])):
            yield side, line.name


def in_supply(field: SnsField, state: SnsState, h: int, side: int) -> bool:
    """Whether a side could supply a hex without supply units: a line of supply leads from there to a fortress of the
    side, and no enemy stands in the hex or has it in his zone of control where no friend stands (12.2, 12.24)."""
    return not supply.cut_by(field, state, h, side) and supply.automatic(field, state, h, side) is not None


def _for_supply(field: SnsField, state: SnsState, line: Scoring) -> list[float]:
    """What a line gives both sides for the hexes that they could supply now."""
    given, own = [0.0, 0.0], _side(field, line)
    for side in range(2) if line.kind == SUPPLIED else ():
        if own in (-1, side):
            given[side] = line.points * sum(in_supply(field, state, h, side) for h in hexes(field, line, state))
    return given


def _what(field: SnsField, line: Scoring, state: SnsState) -> str:
    """The name of a line, or its hexes."""
    return line.name or ", ".join(field.place(h) for h in hexes(field, line, state))


def fairly_held(field: SnsField, state: SnsState) -> int:
    """The points for the hexes with a fair play marker that the British control (23.41)."""
    return sum(controller(field, state, h) == field.empire for h in state.extras.fair_play)


def _settled(state: SnsState, side: int, number: int) -> Iterator[tuple[int, int]]:
    """What a side gains; or loses, as far as it has points: what is missing the enemy gains (16.2)."""
    if number >= 0:
        yield side, number
        return
    taken = min(-number, state.points[side])
    if taken:
        yield side, -taken
    if taken < -number:
        yield 1 - side, -number - taken


def end(field: SnsField, state: SnsState, rule: str, step: Step) -> None:
    """The game is over: the points of the end are counted, and the level of victory (16.1)."""
    for index, line in enumerate(field.scenario.victory.scoring):
        if line.kind in AT_THE_END:
            state.awarded |= 1 << index
    if state.extras.fair_play:
        state.awarded |= 1 << len(field.scenario.victory.scoring)
    for whose, points, why in final(field, state) if not state.ended else ():
        for side, number in _settled(state, whose, points):
            state.points[side] += number
            data = {"side": field.sides[side], "gained": number, "points": state.points[side], "why": why}
            step.say("points", field.cite("16.2"), **data)
    state.ended = True
    found = replace(outcome(field, state), rule=field.cite(rule))
    step.say("end", field.cite(rule), **found.to_json())


def outcome(field: SnsField, state: SnsState) -> Outcome:
    """Who has won, at which level; while Evacuate is in force the British win no more than a local victory, whatever
    their lead, one of 75 among them (16.1, 16.3, event 11-12)."""
    margin = abs(state.points[0] - state.points[1])
    lead = field.scenario.victory.sudden
    found = field.ledger.outcome(state, field.cite("16.3") if lead and margin >= lead else "")
    levels = sorted(field.scenario.victory.levels, key=lambda level: level.margin)
    if levels and margin < levels[0].margin:
        reason = f"{found.reason}, too small to win" if margin else found.reason
        return Outcome("", reason, found.rule, "draw", found.score)
    return found


def tally(field: SnsField, state: SnsState) -> ScoreSheet:
    """The score if the game ended now, line by line: what was gained so far, and what places would bring (16.2)."""
    lines, sums = [], [0.0, 0.0]
    for about, given, gained in _lines(field, state):
        lines.append(ScoreLine(about, dict(zip(field.sides, given, strict=True)), gained))
        sums = [a + b for a, b in zip(sums, given, strict=True)]
    totals = [float(number) for number in state.points]
    if not state.ended:
        for side, number, _ in final(field, state):
            totals[side] += number
    rest = [total - counted for total, counted in zip(totals, sums, strict=True)]
    lines.insert(
        0, ScoreLine("Losses in battle, events and other gains so far", dict(zip(field.sides, rest, strict=True)))
    )
    twin = state.copy()
    twin.points = [int(number) for number in totals]
    now = outcome(field, twin)
    return ScoreSheet(dict(zip(field.sides, totals, strict=True)), tuple(lines), (), now.reason, now.winner, now.level)


def _lines(field: SnsField, state: SnsState) -> Iterator[tuple[str, list[float], bool]]:
    """The lines of the victory conditions in words, with what each gives either side, and whether that was gained
    already."""
    sides, places = field.scenario.sides, 0.0
    for index, line in enumerate(field.scenario.victory.scoring):
        given, side = [0.0, 0.0], _side(field, line)
        who = sides[line.side].name if side >= 0 else "whichever side is there"
        what = _what(field, line, state)
        number = counted(line.points, "point")
        if line.kind == REACHED:
            if side >= 0 and state.awarded >> index & 1:
                given[side] = line.points
            yield f"{number} to {who}, once: {what}", given, True
        elif line.kind == SUPPLIED:
            if not state.ended or state.awarded >> index & 1:
                given = _for_supply(field, state, line)
            who = sides[line.side].name if side >= 0 else "the side that can supply it"
            yield f"{number} for each to {who}, supplied at the end: {what}", given, state.ended
        elif line.kind in AT_THE_END:
            counts = not state.ended or bool(state.awarded >> index & 1)
            for holder, _ in _gains(field, state, line) if counts else ():
                given[holder] += line.points
            places += given[field.empire] if line.kind in _PLACES else 0.0
            each = " for each" if line.kind == OCCUPIED else ""
            yield f"{number}{each} to {who}, at the end: {what}", given, state.ended
    fair = not state.ended or state.awarded >> len(field.scenario.victory.scoring) & 1
    if state.extras.fair_play and fair:
        given, who = [0.0, 0.0], field.side_name(field.empire)
        given[field.empire] = float(fairly_held(field, state))
        yield f"1 point for each to {who}, at the end: places of fair play", given, state.ended
    times = _times(field, state)
    if times != 1 and places:
        more = [0.0, 0.0]
        more[field.empire] = float(int(places * times)) - places
        yield f"Places of {field.side_name(field.empire)} count {times:g} times", more, state.ended


def _times(field: SnsField, state: SnsState) -> float:
    """How many times British points for places count: Onward doubles, Evacuate halves them (event 11-16)."""
    return 2.0 if field.effect(state, "onward") else 0.5 if field.effect(state, "evacuate") else 1.0
