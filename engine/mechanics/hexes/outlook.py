"""What the staffs of hex games share: what places are worth, how far they are, and how the game stands."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Generic, TypeVar

from engine.hexes.board.grid import NOWHERE, Grid
from engine.mechanics.hexes.hexfield import HexField
from engine.mechanics.hexes.hexstate import HexState
from engine.mechanics.hexes.movement import Steps, costs_from

S = TypeVar("S", bound=HexState)


def fading(half_points: int) -> float:
    """How much an objective still draws from a distance in half movement points: a tenth less every four."""
    return float(0.9 ** (half_points / 4))


@dataclass(slots=True)
class Posts:
    """The hexes that a plan gives to units, and why."""

    place: dict[int, int]
    why: dict[int, str] = field(default_factory=dict)
    attacked: set[int] = field(default_factory=set)
    """The hexes that units are sent against."""
    taken: set[int] = field(init=False)
    """The hexes that units have been given so far."""

    def __post_init__(self) -> None:
        self.taken = set(self.place.values())

    def put(self, unit: int, h: int, why: str = "") -> None:
        """Give a unit that has no hex yet its hex, and say why."""
        self.place[unit] = h
        self.taken.add(h)
        if why:
            self.why[unit] = why


FAR: Final = 255
"""Stands for this number of hexes and more, and for hexes that are not reached at all."""


class Depths:
    """Hexes from the nearest of some to every other: rings around them, as far out as they are asked about."""

    def __init__(self, grid: Grid, hexes: Collection[int]) -> None:
        self._ring1 = grid.ring1
        self._found = bytearray((FAR,)) * grid.size
        self._rim, self._far = list(hexes), 0
        for h in self._rim:
            self._found[h] = 0

    def __getitem__(self, h: int) -> int:
        """Hexes to a hex; FAR where it is farther, or cannot be reached."""
        found = self._found
        while found[h] == FAR and self._rim and self._far < FAR - 1:
            self.widen()
        return found[h]

    def widen(self) -> None:
        """Go one ring further out."""
        found, ring1 = self._found, self._ring1
        self._far += 1
        near = set[int]().union(*[ring1[at] for at in self._rim])
        near.discard(NOWHERE)
        # What has been reached has its distance already.
        self._rim = [n for n in near if found[n] == FAR]
        for n in self._rim:
            found[n] = self._far

    def within(self, most: int) -> bytes:
        """The distance to every hex within a number of hexes; FAR to all others."""
        while self._rim and self._far < most:
            self.widen()
        return bytes(self._found)


class Distances(dict[int, bytes]):
    """By hex, the hexes from it to every other, as far as there are at most ``most``; FAR to all others.

    They are the same around every hex of a column or row of the same parity, so that they are cut from a pattern; but
    on a map with void hexes the way leads around those.
    """

    def __init__(self, grid: Grid, most: int) -> None:
        super().__init__()
        self._grid, self._most = grid, most
        self._blank = bytes((FAR,)) * grid.columns
        self._strips = [[self._strip(parity, step) for step in range(-most, most + 1)] for parity in range(2)]

    def _strip(self, parity: int, rows: int) -> bytes:
        """Distances to the hexes this many rows further down, from as many columns before to as many behind as the map
        has."""
        found, most = bytearray(2 * self._blank), self._most
        for columns in range(-min(most, self._grid.columns), min(most + 1, self._grid.columns)):
            if self._grid.flat:
                q, r = columns, rows - ((parity + columns) >> 1)
            else:
                q, r = columns - ((parity + rows) >> 1), rows
            found[self._grid.columns + columns] = min(max(abs(q), abs(r), abs(q + r)), FAR)
        return bytes(value if value <= most else FAR for value in found)

    def __missing__(self, h: int) -> bytes:
        row = self[h] = self._row(h)
        return row

    def _row(self, h: int) -> bytes:
        grid, most = self._grid, self._most
        if grid.void:
            return Depths(grid, (h,)).within(most)
        at, column = divmod(h, grid.columns)
        first, last = max(0, at - most), min(grid.rows, at + most + 1)
        left = grid.columns - column
        strips = self._strips[grid.parity(h)][first - at + most : last - at + most]
        near = [strip[left : left + grid.columns] for strip in strips]
        return b"".join([self._blank * first, *near, self._blank * (grid.rows - last)])


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
        self.holder = {h: holder for (h, _), holder in zip(field.scores.stakes, state.holders, strict=True)}
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
        """Points for entering a hex: an objective that the enemy or no side holds."""
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
