"""What the staff makes of a game by a rules file: what units and hexes are worth, and how far it is to them."""

from __future__ import annotations

from typing import Any, Final

from engine.kit.bound.subject import KitSubject
from engine.kit.combat.kinds import BoundKind
from engine.kit.play.state import KitState
from engine.mechanics.bits import bits
from engine.mechanics.hexes.distances import costs_to
from engine.play import Game

_STRENGTH: Final = 0.25
"""What a factor of strength is worth beside the points that its loss gives."""
_OURS: Final = 0.75
"""What a place that we hold is worth, in shares of one to be taken."""
_FAR: Final = 10**6


def position(game: Game) -> KitState:
    """Returns the state of a game by a rules file."""
    state = game.state
    assert isinstance(state, KitState)
    return state


class KitView:
    """A game seen by one side. What the map gives is worked out once, what the position gives by `look`."""

    def __init__(self, rules: Any, side: int) -> None:
        self.rules, self.field, self.side = rules, rules.field, side
        self.roster = self.field.roster
        self.kinds: tuple[BoundKind, ...] = self.field.combat.kinds
        self._ways: dict[tuple[str, int], list[int]] = {}
        self.goals: list[tuple[int, float]] = []
        """Hexes with what it is worth to come there or to stay there."""
        scoring = rules.scenario.victory.scoring
        self.losses = [self._loss_points(scoring, player) for player in range(2)]
        """For each side the points that a factor of its strength gives the enemy when it is eliminated."""

    def _loss_points(self, scoring: Any, player: int) -> float:
        enemy = self.roster.sides[1 - player]
        return sum(float(line.points) for line in scoring if line.kind == "eliminated" and line.side in ("", enemy))

    # -- units ------------------------------------------------------------------------------------------------

    def step_worth(self, state: KitState, unit: int) -> float:
        """What a step of a unit is worth to its side."""
        steps = state.steps[unit]
        if not steps:
            return 0.0
        points: float = self.losses[self.roster.side[unit]] * float(self.roster.worths[unit][steps]) / steps
        return points + _STRENGTH * self.strength(state, unit) / steps

    def worth(self, state: KitState, unit: int) -> float:
        """What a unit is worth to its side."""
        return self.step_worth(state, unit) * state.steps[unit]

    def strength(self, state: KitState, unit: int) -> float:
        """The most that a unit brings to an attack of any kind."""
        return max((self.attack(state, kind, unit) for kind in self.kinds), default=0.0)

    def attack(self, state: KitState, kind: BoundKind, unit: int) -> float:
        """What a unit brings to an attack of a kind; 0 where it never makes one."""
        subject = KitSubject(self.field, state, self.roster.side[unit], unit)
        if self.field.cannot(state, unit, kind.name) or not kind.who.ask(subject):
            return 0.0
        return float(kind.attack(subject))

    def defence(self, state: KitState, unit: int) -> float:
        """The most that a unit brings to its defence."""
        subject = KitSubject(self.field, state, 1 - self.roster.side[unit], unit)
        return max((float(kind.defence(subject)) for kind in self.kinds), default=0.0)

    def on_map(self, state: KitState, side: int) -> list[int]:
        """The units of a side on the map."""
        return [u for u in self.roster.side_units[side] if state.where[u] >= 0]

    # -- places -----------------------------------------------------------------------------------------------

    def look(self, state: KitState) -> None:
        """Take note of what each place is worth as things stand."""
        found: dict[int, float] = {}
        for line, h in self.field.scores.objectives:
            if line.side in ("", self.roster.sides[self.side]) or line.kind == "hold":
                ours = self.field.holder_of(state, h) == self.side
                found[h] = found.get(h, 0.0) + float(line.points) * (_OURS if ours else 1.0)
        for h, points in self.field.scores.exits[self.side].items() if self.field.scores.exits else ():
            found[h] = found.get(h, 0.0) + 4 * float(points)
        if not found:
            found = {state.where[u]: 2 + self.worth(state, u) for u in self.on_map(state, 1 - self.side)}
        self.goals = sorted(found.items())

    def turns_to(self, unit: int, h: int, goal: int, pace: float) -> float:
        """The turns that a unit needs from a hex to a goal, over the ground alone."""
        return float(self._costs(unit, goal)[h]) / max(pace, 1.0)

    def _costs(self, unit: int, goal: int) -> list[int]:
        """What the way from each hex to a goal costs a unit over the ground."""
        key = (self.roster.units[unit].type, goal)
        if key not in self._ways:
            self._ways[key] = self._spread(unit, goal)
        return self._ways[key]

    def _spread(self, unit: int, goal: int) -> list[int]:
        size = self.field.grid.size
        into: list[list[tuple[int, int]]] = [[] for _ in range(size)]
        steps = self.field.costs.steps(self.field.blank_state, unit)
        for h in range(size):
            for n, cost in steps[h]:
                into[n].append((h, cost))
        return costs_to(goal, into, _FAR)

    def pace(self, state: KitState, unit: int) -> float:
        """What a unit may spend in a turn, in parts of a movement point."""
        return float(self.field.allowance(state, unit) * self.field.parts)

    # -- dangers ----------------------------------------------------------------------------------------------

    def threats(self, state: KitState) -> list[tuple[int, float, float]]:
        """The enemies on the map: hex, strength, and how far off they may strike."""
        found = []
        for u in self.on_map(state, 1 - self.side):
            strength = self.strength(state, u)
            if strength:
                found.append((state.where[u], strength, float(self.field.allowance(state, u)) + 1))
        return found

    def stack(self, state: KitState, h: int, side: int) -> list[int]:
        """The units of a side in a hex."""
        return list(bits(state.stacks.get(h, 0) & self.roster.of_side[side]))
