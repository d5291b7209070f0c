"""A position as one side of a game by a rules file sees it: what units and places are worth, and what threatens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final

from engine.hexes.board.grid import NOWHERE
from engine.kit.bound.subject import KitSubject
from engine.kit.combat.kinds import BoundKind
from engine.kit.combat.legality import in_reach
from engine.kit.play.state import KitState
from engine.kit.play.turning import turn_frame
from engine.kit.staff.hopes import Hopes
from engine.kit.staff.view import KitView
from engine.mechanics.bits import bits

_LIFE: Final = 0.6
"""What a unit is worth besides its factors, in prices of a factor: its zone of control, its place in the line."""
_HELPER: Final = 1.5
"""What a unit without strength of its own is worth, a leader above all, in prices of a factor."""
_NEVER: Final = 0.1
"""How much a unit counts at a place that it cannot reach before the game ends."""
_FADE: Final = 0.81
"""How much of a place still draws a unit that is one turn away."""
_KEPT: Final = 4.0
"""The turns to come with which a place that counts at the end counts half as much."""
_ROOM: Final = 4
"""More hexes than this are not taken to be attacked from."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A place that gives points."""

    hex: int
    swing: float
    """Points between holding it ourselves and leaving it to the enemy."""
    now: float
    """How much of them it counts to hold it in this turn: less, the more turns there are to lose it again."""
    holder: int
    """The side that holds it; NOWHERE for no side."""


class KitOutlook:
    """What one side makes of a position. It may be asked about the same units in other places."""

    def __init__(self, view: KitView, state: KitState) -> None:
        self.view, self.field, self.state = view, view.field, state
        self.side, self.enemy = view.side, 1 - view.side
        self.left = max(0, view.turns - state.turn)
        """Game turns after the one in progress."""
        active = turn_frame(state)[0]
        self.reply = self.left > 0 or active != self.side or (self.side == 0 and self.field.activating is None)
        """Whether the enemy still has a turn to come, or is in his."""
        self._attacks: dict[tuple[int, int], float] = {}
        self._strengths: dict[int, float] = {}
        self._worths: dict[int, float] = {}
        self._paces: dict[int, float] = {}
        self._dangers: dict[tuple[int, int, int, int], float] = {}
        self._blows: dict[tuple[int, int, int], tuple[float, float]] = {}
        self._fires: dict[int, float] = {}
        self.hopes = Hopes(self)

    # -- units ------------------------------------------------------------------------------------------------

    def on_map(self, side: int) -> list[int]:
        """The units of a side on the map."""
        where = self.state.where
        return [u for u in self.view.roster.side_units[side] if where[u] >= 0]

    def attack(self, kind: BoundKind, unit: int) -> float:
        """What a unit brings to an attack of a kind; 0 where it never makes one."""
        key = (kind.number, unit)
        found = self._attacks.get(key)
        if found is None:
            found = self._attacks[key] = self._attack(kind, unit)
        return found

    def _attack(self, kind: BoundKind, unit: int) -> float:
        field, state = self.field, self.state
        subject = KitSubject(field, state, self.view.roster.side[unit], unit)
        if field.cannot(state, unit, kind.name):
            return 0.0
        if kind.who.always or kind.who.ask(subject):
            return self.hopes.hits(kind, subject) if kind.buckets is not None else float(kind.attack(subject))
        support = kind.support
        return float(support.strength(subject)) if support is not None and support.who.ask(subject) else 0.0

    def defence(self, unit: int) -> float:
        """The most that a unit brings to its defence."""
        return self.power(unit)[1]

    def strength(self, unit: int) -> float:
        """The most that a unit brings to any combat."""
        return max(self.power(unit))

    def power(self, unit: int) -> tuple[float, float]:
        """The most that a unit brings to an attack, and to its defence."""
        found = self._powers.get(unit)
        if found is None:
            subject = KitSubject(self.field, self.state, 1 - self.view.roster.side[unit], unit)
            defends = max((self._defends(kind, subject) for kind in self.view.kinds), default=0.0)
            attacks = max((self.attack(kind, unit) for kind in self.view.kinds), default=0.0)
            found = self._powers[unit] = attacks, defends
        return found

    @cached_property
    def _powers(self) -> dict[int, tuple[float, float]]:
        return {}

    def _defends(self, kind: BoundKind, subject: KitSubject) -> float:
        if kind.buckets is not None:
            return self.hopes.hits(kind, subject)
        return float(kind.defence(subject))

    def step(self, unit: int) -> float:
        """What the next step that a unit loses is worth to its side."""
        steps = self.state.steps[unit]
        if steps <= 1:
            return self.worth(unit)
        worths = self.view.roster.worths[unit]
        return self._price(unit) * (float(worths[steps] - worths[steps - 1]) + self._work(unit) / steps)

    def worth(self, unit: int) -> float:
        """What a unit is worth to its side."""
        found = self._worths.get(unit)
        if found is None:
            factors = float(self.view.roster.worth(unit, self.state.steps[unit]))
            besides = (_LIFE if self.strength(unit) else _HELPER) * min(1.0, 0.2 + 0.3 * self.left)
            found = self._worths[unit] = self._price(unit) * (factors + besides + self._work(unit))
        return found

    def _work(self, unit: int) -> float:
        """What a unit can still do beyond the factors that its loss counts, a battery above all, in factors."""
        share = min(1.0, 0.25 * self.left)
        factors = float(self.view.roster.worth(unit, self.state.steps[unit]))
        return share * max(0.0, self.strength(unit) * self._use - factors) if share else 0.0

    @cached_property
    def _use(self) -> float:
        """The factors that one point of strength counts on average, of all units on the map."""
        units = [*self.on_map(0), *self.on_map(1)]
        factors = sum(float(self.view.roster.worth(u, self.state.steps[u])) for u in units)
        return factors / max(sum(map(self.strength, units)), 1.0)

    def _price(self, unit: int) -> float:
        price: float = self.view.price[self.view.roster.side[unit]]
        return price

    def pace(self, unit: int) -> float:
        """What a unit may spend in a turn, in parts of a movement point."""
        found = self._paces.get(unit)
        if found is None:
            found = self._paces[unit] = self.view.pace(self.state, unit)
        return found

    # -- places -----------------------------------------------------------------------------------------------

    @cached_property
    def goals(self) -> dict[int, Goal]:
        """The places that still give points, by hex."""
        found: dict[int, float] = {}
        later: dict[int, float] = {}
        scores = self.field.scores
        for line, h in scores.objectives:
            times = sum(turn >= self.state.turn for turn in line.turns) if line.turns else 1
            if times:
                points = float(line.points) * times * (2.0 if line.side == "" else 1.0)
                found[h] = found.get(h, 0.0) + points
                if not line.turns:
                    later[h] = later.get(h, 0.0) + points * self.left / (self.left + _KEPT)
        doors = scores.exits[self.side] if scores.exits else {}
        for h, points in doors.items():
            mean = sum(map(self.strength, self.on_map(self.side))) / max(len(self.on_map(self.side)), 1)
            found[h] = found.get(h, 0.0) + 2.0 * float(points) * mean
        holders = {h: NOWHERE if h in doors else self.field.holder_of(self.state, h) for h in found}
        return {h: Goal(h, swing, swing - later.get(h, 0.0), holders[h]) for h, swing in sorted(found.items())}

    def prize(self, h: int) -> float:
        """The points that entering a hex brings."""
        goal = self.goals.get(h)
        return 0.0 if goal is None or goal.holder == self.side else goal.now

    def stake(self, h: int) -> float:
        """The points that go with a hex of ours."""
        goal = self.goals.get(h)
        return goal.now if goal is not None and goal.holder == self.side else 0.0

    def pull(self, unit: int, h: int) -> float:
        """How much places draw a unit in a hex: those of the enemy twice as much, those out of its time hardly."""
        pace, time, found = self.pace(unit), self.left + 1.0, 0.0
        for goal in self.goals.values():
            turns = self.view.turns_to(unit, h, goal.hex, pace)
            weight = goal.swing * (0.5 if goal.holder == self.side else 1.0)
            found += weight * _FADE**turns * (1.0 if turns <= time else _NEVER)
        return found

    # -- dangers ----------------------------------------------------------------------------------------------

    @cached_property
    def foes(self) -> dict[int, int]:
        """The hexes of the enemy, each with the mask of its units."""
        mask, found = self.view.roster.of_side[self.enemy], dict[int, int]()
        for h, there in self.state.stacks.items():
            if there & mask:
                found[h] = there & mask
        return found

    def foes_near(self, h: int) -> tuple[int, ...]:
        """The hexes of the enemy next to a hex."""
        foes = self.foes
        return tuple(n for n in self.field.ground.near[h] if n in foes)

    @cached_property
    def threats(self) -> dict[int, list[float]]:
        """For each hex the strengths of the enemies that could attack it next turn, the strongest first."""
        found: dict[int, list[float]] = {}
        if not self.reply or not self.view.fights:
            return found
        units = [(max(self.attack(kind, u) for kind in self.view.fights), u) for u in self.on_map(self.enemy)]
        for strength, u in sorted(units, reverse=True):
            if strength:
                pace = 0 if self.field.cannot(self.state, u, "move") else int(self.pace(u))
                for h in self.view.strikes(u, self.state.where[u], pace):
                    found.setdefault(h, []).append(strength)
        return found

    def danger(self, unit: int, h: int, with_it: Sequence[int] = (), beside: int = 0) -> float:
        """The points that a unit may expect to lose in a hex to the enemy's next attack.

        ``with_it`` are friends in the hex, ``beside`` the number of adjacent hexes with friends: nobody attacks from
        those.
        """
        helped = round(2 * sum(map(self.defence, with_it)))
        key = (unit, h, helped, beside)
        found = self._dangers.get(key)
        if found is None:
            found = self._dangers[key] = self._danger(unit, h, helped / 2, beside)
        return found

    def _danger(self, unit: int, h: int, helped: float, beside: int) -> float:
        strengths = self.threats.get(h)
        fire = self.fire_on(unit, h)
        if not strengths:
            return fire
        kind = self.view.fights[0]
        attacker = next(u for u in self.view.roster.side_units[self.enemy])
        doors = self.view.doors(self.state, kind, h, attacker)
        room = max(1, min(_ROOM, len(doors) - beside))
        attack = sum(strengths[: room * self._stack])
        defence = self.defence(unit) + helped
        shift = self.view.cover(self.state, kind, h, attacker, unit)
        cost, driven = self._blow(unit, kind, attack, defence, shift)
        goal = self.goals.get(h)
        return fire + cost + (driven * goal.now * 0.5 if goal is not None else 0.0)

    @cached_property
    def _stack(self) -> int:
        limit = self.field.stacking.plain
        return 1 if limit == 1 else 2

    def _blow(self, unit: int, kind: BoundKind, attack: float, defence: float, shift: int) -> tuple[float, float]:
        """What an attack costs a unit, and the chance that it loses its hex."""
        column = self.hopes.column(kind, attack, defence, shift)
        key = (unit, kind.number, column)
        found = self._blows.get(key)
        if found is None:
            found = self._blows[key] = self.hopes.blow(kind, column, unit, attack, defence)
        return found

    @cached_property
    def _batteries(self) -> list[tuple[BoundKind, int]]:
        """The enemies that attack over a distance, each with how."""
        if not self.reply:
            return []
        foes = self.on_map(self.enemy)
        return [(kind, u) for kind in self.view.shots for u in foes if self.attack(kind, u)]

    def shooters(self, h: int) -> list[tuple[BoundKind, int]]:
        """The enemies that reach a hex from where they stand, each with how."""
        field, state = self.field, self.state
        return [(kind, u) for kind, u in self._batteries if in_reach(field, state, kind, kind.reach, u, h)]

    def fire_on(self, unit: int, h: int) -> float:
        """What the enemy's fire from where he stands may cost a unit in a hex."""
        fire = self._fires.get(h)
        if fire is None:
            fire = self._fires[h] = sum(self.attack(kind, u) for kind, u in self.shooters(h))
        if not fire:
            return 0.0
        kind, gun = self._batteries[0]
        shift = self.view.cover(self.state, kind, h, gun, unit)
        return self._blow(unit, kind, fire, self.defence(unit), shift)[0]

    # -- how it stands ----------------------------------------------------------------------------------------

    def lead(self) -> float:
        """The points by which this side leads."""
        points = self.field.scores.score(self.state)
        return float(points[self.side] - points[self.enemy])

    @property
    def edge(self) -> float:
        """What counts besides the points: whom a tie is given to."""
        tie = self.view.rules.scenario.victory.tie
        return 0.0 if not tie else 0.5 if tie == self.view.roster.sides[self.side] else -0.5

    def exact(self, strength: float) -> Fraction:
        """A strength as tables are asked about it."""
        return Fraction(round(2 * strength), 2)

    def friends(self, state: KitState, h: int, unit: int = NOWHERE) -> list[int]:
        """The units of this side in a hex of some position, but for one."""
        mask = state.stacks.get(h, 0) & self.view.roster.of_side[self.side]
        return [u for u in bits(mask) if u != unit] if mask else []
