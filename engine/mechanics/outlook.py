"""What the staffs of hex games share: what places are worth, how far they are, and how the game stands."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Any, Generic, TypeVar

from engine.board.grid import NOWHERE, Grid
from engine.mechanics.hexfield import HexField
from engine.mechanics.hexstate import HexState
from engine.mechanics.movement import Steps, costs_from

S = TypeVar("S", bound=HexState)


def fading(half_points: int) -> float:
    """How much an objective still draws from so many half movement points away: a tenth less every four."""
    return float(0.9 ** (half_points / 4))


def rings(grid: Grid, hexes: Collection[int], most: int) -> bytes:
    """Hexes from the nearest of some to every other, up to ``most``, ring by ring: faster than one by one."""
    found = bytearray(b"\xff" * grid.size)
    far = 0
    for h in hexes:
        found[h] = far
    rim = list(hexes)
    while rim and far < most:
        far += 1
        # What has been reached has its distance already, hexes off the map are NOWHERE.
        rim = list({n for at in rim for n in grid.ring1[at] if n != NOWHERE and found[n] == 255})
        for n in rim:
            found[n] = far
    return bytes(found)


def depths(grid: Grid, hexes: Collection[int]) -> bytes:
    """Hexes from the nearest of some to every hex; 255 stands for that and more, and for everything if none."""
    return rings(grid, hexes, 254)


class Prizes:
    """What never changes in a battle: the price of a loss, and how far every hex is from every objective."""

    def __init__(self, field: HexField[Any, Any], steps: Steps) -> None:
        self.goals: dict[int, float] = {}
        """Objective hexes and their points."""
        lines = field.scenario.victory.scoring
        for line, h in field.scores.objectives:
            self.goals[h] = self.goals.get(h, 0.0) + line.points
        for way_out in field.scores.exits:
            for h, points in way_out.items():
                self.goals[h] = max(self.goals.get(h, 0.0), points)
        price = sum(line.points for line in lines if line.kind == "eliminated")
        roster = field.roster
        whole = sum(roster.worth(u, roster.steps[u]) for u in range(len(roster.units))) or 1
        self.factor = price or max(0.5, sum(self.goals.values()) / whole)
        """Points that one combat factor, or whatever the system counts, is worth."""
        self.distance: Mapping[int, Mapping[int, int]] = {h: costs_from([h], steps) for h in self.goals}
        """For each objective the half movement points to it."""
        self.pulls = {h: {n: fading(cost) for n, cost in self.distance[h].items()} for h in self.goals}


class Outlook(Generic[S]):
    """A position as one side sees it at a decision."""

    def __init__(self, field: HexField[Any, Any], state: S, side: int, prizes: Prizes) -> None:
        self.state, self.side = state, side
        self.enemy = 1 - side
        self.prizes = prizes
        self.holder = {h: holder for (_, h), holder in zip(field.scores.objectives, state.holders, strict=True)}
        self.turns_left = max(field.scenario.turns.count - state.turn, 0)
        self._field = field

    @cached_property
    def mine(self) -> list[int]:
        """The units of the side on the map."""
        where = self.state.where
        return [u for u in self._field.roster.side_units[self.side] if where[u] >= 0]

    @cached_property
    def foes(self) -> list[int]:
        """The enemy's units on the map."""
        where = self.state.where
        return [u for u in self._field.roster.side_units[self.enemy] if where[u] >= 0]

    @cached_property
    def foe_hexes(self) -> list[int]:
        """The hexes where they are, in order."""
        return sorted(self.foe_set)

    @cached_property
    def foe_set(self) -> frozenset[int]:
        """The same as a set."""
        where = self.state.where
        return frozenset(where[u] for u in self.foes)

    @cached_property
    def lead(self) -> float:
        """Points ahead; a tie counts for whoever it is given to."""
        points = self._field.scores.score(self.state)
        tie = self._field.scenario.victory.tie
        edge = 0.5 if tie == self._field.roster.sides[self.side] else -0.5 if tie else 0.0
        return points[self.side] - points[self.enemy] + edge

    def prize(self, h: int) -> float:
        """Points for entering a hex: an objective that the enemy holds, or nobody."""
        points = self.prizes.goals.get(h, 0.0)
        if not points or self.holder.get(h) == self.side:
            return 0.0
        return points * (2.0 if self.holder.get(h) == self.enemy else 1.0)

    def stake(self, h: int) -> float:
        """Points to lose with a hex that is ours."""
        return 2.0 * self.prizes.goals.get(h, 0.0) if self.holder.get(h) == self.side else 0.0

    def pull(self, h: int, *, theirs: float = 1.6) -> float:
        """How much the objectives draw a unit in a hex; those of the enemy ``theirs`` times as much."""
        total = 0.0
        for goal, points in self.prizes.goals.items():
            weight = 1.0 if self.holder.get(goal) == self.side else theirs
            total += points * weight * self.prizes.pulls[goal].get(h, 0.0)
        return total

    def goal_of(self, h: int) -> int | None:
        """The objective that draws a unit most from a hex."""
        goals = self.prizes.goals
        return max(goals, key=lambda goal: goals[goal] * self.prizes.pulls[goal].get(h, 0.0), default=None)
