"""How the Fire & Movement staff sees a position: what steps and places are worth, what an attack may bring,
where the enemy can strike next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, KeysView, Sequence
from functools import cached_property, lru_cache
from itertools import islice
from typing import TypeAlias

from engine.mechanics.bits import bits
from engine.mechanics.hexes.outlook import Outlook, Prizes
from engine.systems.fire_and_movement import assault, retreat
from engine.systems.fire_and_movement.ground import LEG
from engine.systems.fire_and_movement.moving import MARCH, allowance, kind_of, toll
from engine.systems.fire_and_movement.rules import FmRules
from engine.systems.fire_and_movement.state import FmState

_GROUND = 0.4
"""Points that a retreat costs besides the place itself."""

_TOGETHER = 3
"""The most enemies that are feared at one hex at a time."""

_STRIP = 8
"""The number of columns of the map that are looked at together for the enemies near them."""

_Striker: TypeAlias = tuple[int, int, int, int, tuple[int, int, int]]
"""An enemy: strength, unit, row, column, and how many hexes away it could be next to somebody next turn, one past the
last that it can pay for. The second such number is for whom it can only come next to in our zones of control, where it
pays its toll as well, the third for whom it has to go through them to: there it stops, or pays again."""


@lru_cache(maxsize=8)
def prizes_of(rules: FmRules) -> Prizes:
    """The prizes of a battle, worked out once."""
    return Prizes(rules.field, rules.field.steps[LEG])


class View(Outlook[FmState]):
    """A position as one side sees it at a decision."""

    def __init__(self, rules: FmRules, state: FmState, side: int) -> None:
        self.rules = rules
        super().__init__(rules.field, state, side, prizes_of(rules))
        self.step = max(self.prizes.factor, 0.8)
        """Points that one step is worth."""
        self.zone = rules.field.zones.of(state, side)
        """Our zones of control."""
        self.marker = self._mean_marker(side)
        """The mean strength of a support fire marker of ours."""
        self._threats: dict[int, list[int]] = {}
        self._depths: dict[int, int] = {}
        self._by_strip: dict[int, list[_Striker]] = {}
        self._reached: dict[int, KeysView[int]] = {}
        self._shut: dict[int, bool] = {}

    def _mean_marker(self, side: int) -> float:
        pool = self.rules.field.support.pools[side]
        return sum(marker.strength for marker in pool) / len(pool) if pool else 0.0

    # -- worth ------------------------------------------------------------------------------------------------

    def step_worth(self, unit: int) -> float:
        """Points that the next step loss of a unit is worth: strong units are worth more, last steps a little more."""
        roster, steps = self.rules.field.roster, self.state.steps[unit]
        strength = roster.attack(unit, steps) + roster.defense(unit, steps)
        return self.step * (0.6 + 0.05 * strength) + (0.2 if steps == 1 else 0.0)

    def whole_worth(self, unit: int) -> float:
        """Points that a unit is worth as it stands."""
        return self.step_worth(unit) * self.state.steps[unit]

    def attack(self, unit: int) -> int:
        """A unit's attack strength."""
        return self.rules.field.roster.attack(unit, self.state.steps[unit])

    def foe_in(self, h: int) -> int:
        """The enemy unit in a hex."""
        return next(bits(self.state.stacks[h] & self.rules.field.roster.of_side[self.enemy]))

    def _yields(self, unit: int, length: int, stake: float, *, blocked: bool) -> float:
        """What a retreat costs its owner, who stands instead when that is cheaper."""
        if blocked:
            return min(self.whole_worth(unit), self.step_worth(unit))
        return min(self.step_worth(unit), _GROUND * length / 2 + stake)

    def prospect(self, column: int, attackers: Sequence[int], foe: int, target: int) -> float:
        """Points that an attack at a column may be expected to bring."""
        blocked = self.shut_in(foe)
        prize = self.prize(target)
        total = 0.0
        for result, chance in self.rules.field.crt.distribution(column).items():
            total += chance * self._result_worth(result, attackers, foe, prize, blocked)
        return total

    def shut_in(self, foe: int) -> bool:
        """Whether a unit has nowhere to retreat to; where it is, not who attacks it, decides that."""
        known = self._shut.get(foe)
        if known is None:
            known = self._shut[foe] = not retreat.can_retreat(self.rules.field, self.state, foe, 2)
        return known

    def _result_worth(self, result: str, attackers: Sequence[int], foe: int, prize: float, blocked: bool) -> float:
        cheapest = min((self.step_worth(u) for u in attackers), default=0.0)
        if result == "De":
            return self.whole_worth(foe) + 0.5 * prize
        if result in ("D2", "D3"):
            return self._yields(foe, int(result[1]), prize, blocked=blocked)
        if result == "Ex":
            return self.step_worth(foe) - cheapest
        if result == "(A)":
            return -cheapest
        if result == "Ae":
            return -sum(self.whole_worth(u) for u in attackers)
        if result in ("A1", "A2", "A3"):
            stake = max((self.stake(self.state.where[u]) for u in attackers if self.state.where[u] >= 0), default=0.0)
            return -min(cheapest, 0.3 + stake)
        return 0.0

    # -- threat -----------------------------------------------------------------------------------------------

    @cached_property
    def _strikers(self) -> list[_Striker]:
        """The enemies, the strongest first."""
        field, columns, found = self.rules.field, self.rules.field.grid.columns, []
        for unit in sorted(self.foes, key=self.attack, reverse=True):
            least, most = max(1, field.steps[kind_of(field, unit)].least), allowance(field, unit)
            extra = toll(field, unit, self.zone, fresh=True).extra
            stops = not field.roster.mobile >> unit & 1
            spans = (
                most // least + 1,
                max(1, (most - extra) // least + 1),
                2 if stops else max(2, (most - 2 * extra) // least + 1),
            )
            found.append((self.attack(unit), unit, *divmod(self.state.where[unit], columns), spans))
        return found

    def _strikers_by(self, strip: int) -> list[_Striker]:
        """Those near enough to some columns of the map to be next to a hex in them, the strongest first."""
        found = self._by_strip.get(strip)
        if found is None:
            first, last = strip * _STRIP, strip * _STRIP + _STRIP - 1
            found = [one for one in self._strikers if first - one[4][0] <= one[3] <= last + one[4][0]]
            self._by_strip[strip] = found
        return found

    def _depth(self, h: int) -> int:
        """How deep a hex lies in our zones of control: 1 in them, 2 where all is in them from which one comes to it."""
        found = self._depths.get(h)
        if found is None:
            zone, mine = self.zone, self.rules.field.held(self.state, self.side)
            found = zone[h] and 1 + all(zone[n] or n in mine for n in self.rules.field.ground.onto(h))
            self._depths[h] = found
        return found

    def _comes(self, unit: int, spans: Sequence[int], spots: Sequence[int]) -> bool:
        """Whether an enemy could be in one of some hexes next turn; where none is near enough it is not asked how."""
        reached = self._reached.get(unit)
        if reached is None:
            at, distance = self.state.where[unit], self.rules.field.distance
            if not any(distance(at, n) < spans[self._depth(n)] for n in spots):
                return False
            reached = self._reached[unit] = MARCH.reach_of(self.rules.field, self.state, unit).cost.keys()
        return not reached.isdisjoint(spots)

    def strikers(self, h: int) -> Iterator[int]:
        """The attack strengths of the enemies that could be next to a hex next turn, the strongest first.

        Where an enemy could go is worked out when it is asked for: the strongest few are all that most questions need.
        """
        row, column = divmod(h, self.rules.field.grid.columns)
        mine = self.rules.field.held(self.state, self.side)
        spots = [n for n in self.rules.field.ground.onto(h) if n not in mine]
        depth = min(map(self._depth, spots), default=0)
        for strength, unit, its_row, its_column, spans in self._strikers_by(column // _STRIP) if spots else ():
            span = spans[depth]
            near = -span <= its_row - row <= span and -span <= its_column - column <= span
            if near and self._comes(unit, spans, spots):
                yield strength

    def threat(self, h: int) -> list[int]:
        """The attack strengths of the strongest enemies that could be next to a hex next turn: of those that could
        attack it together."""
        found = self._threats.get(h)
        if found is None:
            found = self._threats[h] = list(islice(self.strikers(h), _TOGETHER))
        return found

    def danger(self, unit: int, h: int, friends: int) -> float:
        """Points that a unit may be expected to lose in ``h`` to the enemy's next attack."""
        strengths = self.threat(h)
        if not strengths:
            return 0.0
        room = max(1, min(_TOGETHER, len(self.rules.field.ground.open[h]) - friends))
        defense = self.rules.field.roster.defense(unit, self.state.steps[unit])
        if self.rules.field.ground.fort[h]:
            defense *= 2
        line = self.rules.field.ground.own_line(h)
        column = assault.column_of(self.rules.field, sum(strengths[:room]) - defense, line)
        worth = 0.0
        for result, chance in self.rules.field.crt.distribution(column).items():
            if result == "De":
                worth += chance * (self.whole_worth(unit) + self.stake(h))
            elif result in ("D2", "D3"):
                worth += chance * min(self.step_worth(unit), _GROUND + self.stake(h))
            elif result == "Ex":
                worth += chance * 0.3 * self.step_worth(unit)
        return worth

    # -- attacks ----------------------------------------------------------------------------------------------

    def line_against(self, target: int, spots: Iterable[int]) -> str:
        """The line of the results table that a defender enjoys against attackers in some hexes."""
        ground = self.rules.field.ground
        lines = ground.hex_lines(target)
        water = ground.water_line(target, list(spots))
        return ground.best_line(lines | {water} if water else lines)

    def assault_worth(self, target: int, places: dict[int, int], support: float) -> float:
        """What an attack by units from given hexes promises, with a number of points of support fire."""
        rules, foe = self.rules, self.foe_in(target)
        units = list(places)
        fire = support / 2 if rules.field.ground.fort[target] else support
        attack = sum(self.attack(u) for u in units) + int(fire)
        line = self.line_against(target, places.values())
        if rules.field.ground.beach[target] and all(rules.field.ground.sea[h] for h in places.values()):
            line = rules.field.ground.best_line({line, "beach_assault"})
        armoured = any(rules.field.roster.armoured >> u & 1 for u in units)
        shift = 1 if rules.field.armour_shift == self.side and not armoured else 0
        column = assault.column_of(rules.field, attack - assault.defense_at(rules.field, self.state, foe), line, shift)
        return self.prospect(column, units, foe, target)
