"""What never changes in a campaign: the places that count, what they bring, and how far everything is from them."""

from __future__ import annotations

from functools import lru_cache

from engine.mechanics.hexes.distances import costs_to
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.position import points

_FAR = 10**6


class Country:
    """Goals by hex, with what each side gains there, and the half movement points to them for both roles."""

    def __init__(self, field: SnsField) -> None:
        self.field = field
        self.gains: dict[int, list[float]] = {}
        """For each hex that counts the points of either side for holding it."""
        self.first: dict[int, list[float]] = {}
        """For each hex the points of either side for being there for the first time, by line."""
        self.lines: dict[int, int] = {}
        """The victory line of each hex that counts once."""
        for index, line in enumerate(field.scenario.victory.scoring):
            for h in points.hexes(field, line):
                into = self.first if line.kind == points.REACHED else self.gains
                found = into.setdefault(h, [0.0, 0.0])
                for side, key in enumerate(field.sides):
                    if line.side in ("", key):
                        found[side] += line.points
                if into is self.first:
                    self.lines[h] = index
        self.goals = sorted({*self.gains, *self.first})
        self.ports = field.places.get("ports", ()) if field.hostages >= 0 else ()
        """Where hostages are out of the enemy's reach (abyssinia:6.5)."""
        self.rescue = float(field.ransom) if field.hostages >= 0 else 0.0
        """The points for bringing them there."""
        self.distances = lru_cache(maxsize=200)(self._distances)
        self._back = [self._steps_into(side) for side in range(2)]

    def _steps_into(self, side: int) -> list[list[tuple[int, int]]]:
        """For each hex where a side can come from, and the half movement points of that step."""
        steps = self.field.ground.steps(self.field.roles[side])
        back: list[list[tuple[int, int]]] = [[] for _ in steps]
        for h, row in enumerate(steps):
            for n, cost, _ in row:
                back[n].append((h, cost))
        return back

    def _distances(self, goal: int, side: int) -> list[int]:
        """The half movement points from every hex to a goal, for a side."""
        return costs_to(goal, self._back[side], _FAR)
