"""What the staff knows of a game by a rules file, whatever the position: how far it is, what ground does in combat."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any, Final

from engine.kit.attack import KitAttack
from engine.kit.bound.subject import KitSubject
from engine.kit.combat.kinds import BoundKind
from engine.kit.combat.legality import crosses
from engine.kit.combat.shifts import COLUMNS, DIE
from engine.kit.play.state import KitState
from engine.mechanics.bits import bits
from engine.mechanics.hexes.distances import costs_to
from engine.play import Game

_FAR: Final = 10**6
_STAKE: Final = 0.5
"""Where losses give no points: the share of all points for places that the strength of an army is taken to be worth."""


def position(game: Game) -> KitState:
    """Returns the state of a game by a rules file."""
    state = game.state
    assert isinstance(state, KitState)
    return state


class KitView:
    """A game as one side sees it, as far as it never changes; what has been worked out is kept."""

    def __init__(self, rules: Any, side: int) -> None:
        self.rules, self.field, self.side = rules, rules.field, side
        self.roster = self.field.roster
        self.turns = int(rules.scenario.turns.count)
        self.kinds: tuple[BoundKind, ...] = self.field.combat.kinds
        self.fights = tuple(kind for kind in self.kinds if kind.reach.is_adjacent)
        """The kinds of combat between neighbours."""
        self.shots = tuple(kind for kind in self.kinds if not kind.reach.is_adjacent)
        """The kinds of combat over a distance."""
        self.owes = any(kind.must_attackers or kind.must_defenders for kind in self.fights)
        """Whether those who stand next to the enemy have to fight."""
        self._ways: dict[tuple[str, int], list[int]] = {}
        self._strikes: dict[tuple[str, int, int], frozenset[int]] = {}
        self._covers: dict[tuple[int, Any, Any], int] = {}
        self._doors: dict[tuple[int, int], tuple[int, ...]] = {}
        self._crossed: dict[tuple[int, int, int], int] = {}
        scoring = rules.scenario.victory.scoring
        lost = [self._loss_points(scoring, player) for player in range(2)]
        self.counted = tuple(bool(points) for points in lost)
        """For each side whether its losses give the enemy points."""
        self.price = tuple(points or self._unpaid(scoring, player) for player, points in enumerate(lost))
        """For each side what a factor of its strength is worth in points."""

    def _loss_points(self, scoring: Any, player: int) -> float:
        enemy = self.roster.sides[1 - player]
        return sum(float(line.points) for line in scoring if line.kind == "eliminated" and line.side in ("", enemy))

    def _unpaid(self, scoring: Any, player: int) -> float:
        """What a factor is taken to be worth where no line of the victory conditions counts losses."""
        stakes = sum(float(line.points) for line, _ in self.field.scores.objectives) or float(len(self.roster.units))
        strength = sum(float(self.roster.worths[u][-1]) for u in self.roster.side_units[player])
        return _STAKE * stakes / max(strength, 1.0)

    # -- ways -------------------------------------------------------------------------------------------------

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

    def strikes(self, unit: int, at: int, pace: int) -> frozenset[int]:
        """The hexes that a unit could attack next turn with a number of points to spend, whoever stands in its way."""
        key = (self.roster.units[unit].type, at, pace)
        found = self._strikes.get(key)
        if found is None:
            near = self.field.ground.near
            found = self._strikes[key] = frozenset().union(*[near[h] for h in self._reached(unit, at, pace)])
        return found

    def _reached(self, unit: int, at: int, pace: int) -> set[int]:
        steps = self.field.costs.steps(self.field.blank_state, unit)
        best, queue = {at: 0}, [(0, at)]
        while queue:
            cost, h = heappop(queue)
            if cost > best[h]:
                continue
            for n, step in steps[h]:
                total = cost + step
                if total <= pace and total < best.get(n, _FAR):
                    best[n] = total
                    heappush(queue, (total, n))
        # One hex can be entered by most rules whatever it costs.
        return {*best, *(n for n, _ in steps[at])} if pace else {at}

    # -- ground in combat -------------------------------------------------------------------------------------

    def cover(self, state: KitState, kind: BoundKind, h: int, attacker: int, defender: int) -> int:
        """The columns, and points on the die, that the ground of a hex gives whoever attacks it; less than 0 where it
        shelters."""
        ground = self.field.ground
        key = (kind.number, ground.terrain[h], ground.features.get(h))
        found = self._covers.get(key)
        if found is None:
            side = int(self.roster.side[attacker])
            attack = KitAttack(kind.name, side, (h,), (attacker,), (), (defender,))
            lines = kind.shifts.lines(KitSubject(self.field, state, side, attack=attack), COLUMNS, DIE)
            found = self._covers[key] = int(sum(line.amount for line in lines))
        return found

    def doors(self, state: KitState, kind: BoundKind, h: int, attacker: int) -> tuple[int, ...]:
        """The hexes from which a hex can be attacked, as far as hexsides let the attack through."""
        key = (kind.number, h)
        found = self._doors.get(key)
        if found is None:
            side = int(self.roster.side[attacker])
            found = self._doors[key] = tuple(
                n
                for n in self.field.ground.near[h]
                if crosses(self.field, state, kind, KitSubject(self.field, state, side, attacker, h, n))
            )
        return found

    def crossed(self, kind: BoundKind, h: int, target: int) -> int | None:
        """The columns that the hexside between two hexes gives an attack; None where that is not known yet."""
        return self._crossed.get((kind.number, h, target))

    def cross(self, state: KitState, kind: BoundKind, unit: int, target: int) -> int:
        """The same, found out for a unit that stands next to its target."""
        foes = state.stacks.get(target, 0) & self.roster.of_side[1 - self.roster.side[unit]]
        defender = next(bits(foes), unit)
        side, h = int(self.roster.side[unit]), state.where[unit]
        attack = KitAttack(kind.name, side, (target,), (unit,), (), (defender,))
        lines = kind.shifts.lines(KitSubject(self.field, state, side, attack=attack), COLUMNS, DIE)
        found = int(sum(line.amount for line in lines)) - self.cover(state, kind, target, unit, defender)
        self._crossed[kind.number, h, target] = found
        return found
