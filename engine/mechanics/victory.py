"""Who wins: points for hexes held, for what the enemy lost, and for units eliminated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.mechanics.hexstate import ABSENT, DEAD, POOL, HexState
from engine.mechanics.roster import Roster
from engine.play import Outcome
from engine.scenario import Scenario

KINDS: Final = ("hold", "eliminated", "unit")
"""Kinds of scoring: hexes held; each enemy combat factor eliminated; one named unit eliminated."""


class Scorekeeper:
    """The victory conditions of a scenario. ``rule`` is the paragraph that leaves them to the battle."""

    def __init__(self, scenario: Scenario, roster: Roster[Any], rule: str) -> None:
        self.scenario, self.roster, self.rule = scenario, roster, rule
        self.objectives = self._objectives()
        """(line of the victory conditions, hex) for every hex that counts."""
        self.at: dict[int, list[int]] = {}
        for index, (_, h) in enumerate(self.objectives):
            self.at.setdefault(h, []).append(index)

    def _objectives(self) -> list[tuple[int, int]]:
        found = []
        board = self.scenario.map
        for index, line in enumerate(self.scenario.victory.scoring):
            if line.kind == "hold":
                found += [(index, board.grid.parse(name)) for name in line.hexes]
                region = board.regions.get(line.region)
                found += [(index, h) for h in sorted(region.hexes)] if region else []
        return found

    def holders(self) -> list[int]:
        """For each objective the side that holds it before anybody has entered it, or -1."""
        sides = self.roster.sides
        lines = self.scenario.victory.scoring
        return [sides.index(lines[line].initial) if lines[line].initial in sides else -1 for line, _ in self.objectives]

    def entered(self, state: HexState, side: int, h: int) -> None:
        """A unit of a side is in a hex: it holds what there is to hold."""
        for index in self.at.get(h, ()):
            state.holders[index] = side

    def eliminated(self, state: HexState, side: int) -> int:
        """The combat factors a side has lost; a reduced unit counts what it has lost so far."""
        roster = self.roster
        return sum(
            roster.worth(u, roster.steps[u]) - (roster.worth(u, state.steps[u]) if state.where[u] != DEAD else 0)
            for u in roster.side_units[side]
        )

    def score(self, state: HexState) -> list[float]:
        """The points of both sides."""
        victory, sides = self.scenario.victory, self.roster.sides
        points = [float(victory.handicap.get(key, 0)) for key in sides]
        for index, line in enumerate(victory.scoring):
            only = sides.index(line.side) if line.side in sides else None
            if line.kind == "hold":
                for (owner, _), holder in zip(self.objectives, state.holders, strict=True):
                    if owner == index and holder >= 0 and only in (None, holder):
                        points[holder] += line.points
            elif line.kind == "eliminated":
                for side in range(2):
                    if only in (None, side):
                        points[side] += line.points * self.eliminated(state, 1 - side)
            elif line.kind == "unit" and line.unit.lower() in self.roster.number:
                unit = self.roster.number[line.unit.lower()]
                if state.where[unit] == DEAD:
                    points[1 - self.roster.side[unit]] += line.points
        return points

    def over(self, state: HexState) -> bool:
        """Whether the game ends with this game turn: the last one, a side destroyed, or a lead great enough."""
        if state.turn >= self.scenario.turns.count:
            return True
        if any(self._destroyed(state, side) for side in range(2)):
            return True
        first, second = self.score(state)
        sudden = self.scenario.victory.sudden
        return bool(sudden) and abs(first - second) >= sudden

    def _destroyed(self, state: HexState, side: int) -> bool:
        """Whether a side had units and none of them is left; those out of the position do not count."""
        taking_part = [h for u in self.roster.side_units[side] if (h := state.where[u]) not in (ABSENT, POOL)]
        return bool(taking_part) and all(h == DEAD for h in taking_part)

    def outcome(self, state: HexState) -> Outcome:
        """Who has won, by how much, at which level."""
        return judged(self.scenario, self.score(state), self.rule)


def judged(scenario: Scenario, points: Sequence[float], rule: str) -> Outcome:
    """Who has won by these points of the sides, in order; by how much, at which level, under which paragraph."""
    victory, sides = scenario.victory, tuple(scenario.sides)
    totals = dict(zip(sides, points, strict=True))
    margin = abs(points[0] - points[1])
    names = scenario.sides
    tally = ", ".join(f"{names[key].name} {value:g}" for key, value in totals.items())
    if margin == 0:
        winner = victory.tie if victory.tie in sides else ""
        return Outcome(winner, f"a tie at {points[0]:g} points ({tally})", rule, "tie", totals)
    winner = sides[0] if points[0] > points[1] else sides[1]
    earned = [level for level in victory.levels if margin >= level.margin]
    level = max(earned, key=lambda item: item.margin).name if earned else ""
    reason = f"{names[winner].name} leads by {margin:g} points ({tally})"
    return Outcome(winner, reason, rule, level, totals)
