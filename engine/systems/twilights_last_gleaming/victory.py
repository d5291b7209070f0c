"""How a battle is won: points for hexes held and factors eliminated (2.8 leaves this to each battle)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.mechanics.hexstate import DEAD
from engine.play import Outcome

if TYPE_CHECKING:
    from engine.systems.twilights_last_gleaming.rules import TlgRules
    from engine.systems.twilights_last_gleaming.state import TlgState

KINDS = ("hold", "eliminated", "unit")
"""Kinds of scoring: hexes held; each enemy combat factor eliminated; one named unit eliminated."""


def eliminated(rules: TlgRules, state: TlgState, side: int) -> int:
    """The combat factors a side has lost; a reduced unit counts what it has lost so far."""
    force = rules.force
    return sum(
        force.full[u] - (force.factor(u, state.steps[u]) if state.where[u] != DEAD else 0)
        for u in rules.side_units[side]
    )


def score(rules: TlgRules, state: TlgState) -> list[float]:
    """The points of both sides."""
    victory = rules.scenario.victory
    sides = rules.force.sides
    points = [float(victory.handicap.get(key, 0)) for key in sides]
    for index, line in enumerate(victory.scoring):
        only = sides.index(line.side) if line.side in sides else None
        if line.kind == "hold":
            for (owner, _), holder in zip(rules.objectives, state.holders, strict=True):
                if owner == index and holder >= 0 and only in (None, holder):
                    points[holder] += line.points
        elif line.kind == "eliminated":
            for side in range(2):
                if only in (None, side):
                    points[side] += line.points * eliminated(rules, state, 1 - side)
        elif line.kind == "unit" and line.unit.lower() in rules.force.number:
            unit = rules.force.number[line.unit.lower()]
            if state.where[unit] == DEAD:
                points[1 - rules.force.side[unit]] += line.points
    return points


def over(rules: TlgRules, state: TlgState) -> bool:
    """Whether the game ends with this game turn: the last one, a side destroyed, or a lead great enough."""
    if state.turn >= rules.scenario.turns.count:
        return True
    if any(all(state.where[u] == DEAD for u in units) for units in rules.side_units):
        return True
    first, second = score(rules, state)
    sudden = rules.scenario.victory.sudden
    return bool(sudden) and abs(first - second) >= sudden


def outcome(rules: TlgRules, state: TlgState) -> Outcome:
    """Who has won, by how much, at which level."""
    victory = rules.scenario.victory
    sides = rules.force.sides
    points = score(rules, state)
    totals = dict(zip(sides, points, strict=True))
    margin = abs(points[0] - points[1])
    names = rules.scenario.sides
    tally = ", ".join(f"{names[key].name} {value:g}" for key, value in totals.items())
    if margin == 0:
        winner = victory.tie if victory.tie in sides else ""
        return Outcome(winner, f"a tie at {points[0]:g} points ({tally})", "tlg2:2.8", "tie", totals)
    winner = sides[0] if points[0] > points[1] else sides[1]
    earned = [level for level in victory.levels if margin >= level.margin]
    level = max(earned, key=lambda item: item.margin).name if earned else ""
    return Outcome(winner, f"{names[winner].name} leads by {margin:g} points ({tally})", "tlg2:2.8", level, totals)
