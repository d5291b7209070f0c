"""How the TLG2 staff sees a position: what factors and places are worth, what an attack is likely to bring,
where the enemy can strike next."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from typing import Final, NamedTuple

from engine.mechanics.bits import bits
from engine.mechanics.movement import costs_from, reach
from engine.mechanics.odds import clamp, ladder_step, ratio
from engine.mechanics.outlook import Outlook, Prizes, depths, rings
from engine.systems.twilights_last_gleaming import fire, moving
from engine.systems.twilights_last_gleaming.aftermath import agenda, retreat_options
from engine.systems.twilights_last_gleaming.rules import TlgRules
from engine.systems.twilights_last_gleaming.sequence import PlayerTurn
from engine.systems.twilights_last_gleaming.state import TlgState

_LIFE: Final = 0.6
"""Points that a unit is worth besides its factors: its zone of control, its place in the line."""

_GROUND: Final = 0.4
"""Points that going back one hex costs besides the place itself."""


class Share(NamedTuple):
    """What a side suffers from one line of a column: its chance, the steps it loses, whether it goes back or dies."""

    chance: float
    steps: int
    back: bool
    dead: bool


@cache
def share_of(result: str, side: str) -> Share:
    """What a result code means for attackers ("A") or defenders ("D"), as if it were certain."""
    mine = [(what, count) for who, what, count in agenda(result) if who == side]
    kinds = {what for what, _ in mine}
    steps = sum(count for what, count in mine if what == "lose")
    return Share(1.0, steps, "retreat" in kinds, "eliminate" in kinds)


class Line(NamedTuple):
    """A line of fire: whether the ground attenuates it, and the hexes where units would."""

    thin: bool
    hexes: frozenset[int]


class _Lines(dict[int, "Line | None"]):
    """The lines of fire to one hex, each worked out when it is first asked for."""

    def __init__(self, found: Callable[[int], Line | None]) -> None:
        super().__init__()
        self._found = found

    def __missing__(self, at: int) -> Line | None:
        line = self[at] = self._found(at)
        return line


class StaffGround(Prizes):
    """Prizes, what each column of the combat results table does, and where a unit could strike from a hex."""

    def __init__(self, rules: TlgRules) -> None:
        kind = "infantry" if ("infantry", True) in rules.field.steps else next(iter(rules.field.steps))[0]
        super().__init__(rules.field, rules.field.steps[kind, True])
        self.rules = rules
        self._bare = rules.blank()
        self.first = ladder_step(rules.field.crt.columns[0]) or 0
        columns = range(len(rules.field.crt.columns))
        self.attacker = [self._merged(column, "A") for column in columns]
        """For each column what the attackers suffer, and how likely."""
        self.defender = [self._merged(column, "D") for column in columns]
        self._steps = rules.field.steps[kind, True]
        self._strikes: dict[tuple[int, str, int], frozenset[int]] = {}
        self._lines: dict[int, _Lines] = {}
        self._columns: dict[tuple[int, int], int] = {}
        self._rows: dict[int, bytes] = {}
        self._range = max(rules.field.roster.range, default=0)

    def _merged(self, column: int, side: str) -> list[Share]:
        chances: dict[Share, float] = {}
        for result, chance in self.rules.field.crt.distribution(column).items():
            share = share_of(result, side)
            chances[share] = chances.get(share, 0.0) + chance
        return [share._replace(chance=chance) for share, chance in chances.items() if any(share[1:])]

    def strikes(self, h: int, kind: str, budget: int) -> frozenset[int]:
        """Hexes that a unit could be next to after a move of so many half points over a map without units."""
        key = (h, kind, budget)
        found = self._strikes.get(key)
        if found is None:
            control = self.rules.field.ground.control
            reached = reach(h, self.rules.field.steps[kind, True], budget).cost
            found = frozenset(n for at in reached for n in control[at])
            self._strikes[key] = found
        return found

    def ratio(self, attack: int, defence: int) -> int:
        """The step of the endless ladder for two strengths, cut off at the ends of the table where the rules do so."""
        key = (attack, defence)
        found = self._columns.get(key)
        if found is None:
            found = ratio(max(attack, 1), max(defence, 1))
            if self.rules.field.options["odds_limit"] == "before_shifts":
                found = clamp(found, self.rules.field.crt.columns) + self.first
            self._columns[key] = found
        return found

    def distances(self, h: int) -> bytes:
        """Hexes from a hex to those within range of any gun; 255 to all others."""
        row = self._rows.get(h)
        if row is None:
            row = self._rows[h] = rings(self.rules.field.grid, (h,), self._range)
        return row

    def depths(self, hexes: Collection[int]) -> bytes:
        """Hexes from the nearest of some to every hex; 255 stands for that and more, and for everything if none."""
        return depths(self.rules.field.grid, hexes)

    def marches(self, goals: Iterable[int]) -> dict[int, int]:
        """Half movement points of infantry from each hex to the nearest of some, over a map without units."""
        return costs_from(goals, self._steps)

    def lines_to(self, target: int) -> Mapping[int, Line | None]:
        """The lines of fire to a hex by the hex they come from, None where the ground blocks it."""
        found = self._lines.get(target)
        if found is None:
            found = self._lines[target] = _Lines(lambda at: self._line(at, target))
        return found

    def line(self, a: int, b: int) -> Line | None:
        """The line of fire between two hexes, None when the ground blocks it."""
        return self.lines_to(b)[a]

    def _line(self, a: int, b: int) -> Line | None:
        rules = self.rules
        seen = fire.is_open(rules.field, self._bare, a, b)
        if seen == fire.BLOCKED:
            return None
        trace = rules.field.lines.trace(a, b)
        beside = {h for _, left, right in trace.along for h in (left, right)}
        return Line(seen == fire.ATTENUATED, frozenset(trace.hexes) | beside)


@lru_cache(maxsize=8)
def ground_of(rules: TlgRules) -> StaffGround:
    """The ground of a battle, worked out once."""
    return StaffGround(rules)


class View(Outlook[TlgState]):
    """A position as one side sees it at a decision."""

    def __init__(self, rules: TlgRules, state: TlgState, side: int) -> None:
        self.rules = rules
        self.ground = ground_of(rules)
        super().__init__(rules.field, state, side, self.ground)
        self.foe_zone = rules.field.zones.of(state, self.enemy)
        self._by_column: dict[int, list[tuple[int, frozenset[int]]]] = {}
        self._threats: dict[int, list[int]] = {}
        self._dangers: dict[tuple[int, int, int], float] = {}
        self._last = len(rules.field.crt.columns) - 1
        self._wholes: dict[int, float] = {}
        self._blows: dict[tuple[int, int], tuple[float, float]] = {}

    @property
    def reply(self) -> bool:
        """Whether the enemy still has a combat phase to come after the player turn in progress."""
        active = next((frame.side for frame in self.state.stack if isinstance(frame, PlayerTurn)), self.side)
        return self.turns_left > 0 or active == 0 == self.side

    # -- worth ------------------------------------------------------------------------------------------------

    def step_worth(self, unit: int) -> float:
        """Points that the next step loss of a unit is worth."""
        roster, steps = self.rules.field.roster, self.state.steps[unit]
        lost = roster.factor(unit, steps) - roster.factor(unit, steps - 1)
        return self.ground.factor * lost + (_LIFE if steps == 1 else 0.0)

    def whole_worth(self, unit: int) -> float:
        """Points that a unit is worth as it stands."""
        known = self._wholes.get(unit)
        if known is None:
            known = self.ground.factor * self.rules.field.roster.factor(unit, self.state.steps[unit]) + _LIFE
            self._wholes[unit] = known
        return known

    def losses(self, units: Collection[int], count: int) -> float:
        """What ``count`` steps cost the owner who chooses the cheapest ones."""
        if count == 1:
            return min(map(self.step_worth, units), default=0.0)
        worths: list[float] = []
        for u in units:
            first = self.step_worth(u)
            worths.append(first)
            if self.state.steps[u] > 1:
                worths.append(self.whole_worth(u) - first)
        return sum(sorted(worths)[:count])

    def defenders(self, h: int) -> list[int]:
        """The units in a hex."""
        return list(bits(self.state.stacks.get(h, 0)))

    def defence(self, h: int) -> int:
        """The strength a hex is defended with."""
        return sum(self.rules.field.roster.defence(u, self.state.steps[u]) for u in bits(self.state.stacks.get(h, 0)))

    def strength(self, unit: int) -> int:
        """The strength a unit attacks with from next to the enemy."""
        return self.rules.field.roster.factor(unit, self.state.steps[unit])

    def fire(self, gun: int, at: int, target: int, *units: Collection[int]) -> int:
        """The strength a gun would bombard a hex with from another; 0 when it cannot.

        ``units``: occupied hexes. Large ones are better given as several sets than put together each time.
        """
        roster = self.rules.field.roster
        distance = self.ground.distances(target)[at]
        if not 1 < distance <= roster.range[gun] or self.foe_zone[at]:
            return 0
        line = self.ground.line(at, target)
        if line is None:
            return 0
        if line.thin or 2 * distance > roster.range[gun] or not all(map(line.hexes.isdisjoint, units)):
            return 1
        return roster.factor(gun, self.state.steps[gun])

    def fire_from(self, gun: int, hexes: Iterable[int], target: int, units: Collection[int]) -> list[tuple[int, int]]:
        """Those of some hexes from where a gun could bombard another, each with its strength; see `fire`."""
        row, lines, zone = self.ground.distances(target), self.ground.lines_to(target), self.foe_zone
        reach, full = self.rules.field.roster.range[gun], self.strength(gun)
        found = []
        for h in hexes:
            distance = row[h]
            if 1 < distance <= reach and not zone[h] and (line := lines[h]) is not None:
                weak = line.thin or 2 * distance > reach or not line.hexes.isdisjoint(units)
                if strength := 1 if weak else full:
                    found.append((h, strength))
        return found

    def column(self, attack: int, defence: int, shift: int) -> int:
        """The column of an attack."""
        return min(max(self.ground.ratio(attack, defence) + shift - self.ground.first, 0), self._last)

    def prospect(
        self, column: int, near: Collection[int], targets: Collection[int], closed: Collection[int] = ()
    ) -> float:
        """Points that an attack may be expected to bring; ``near`` may suffer, bombarding guns do not.

        ``closed``: hexes that the attackers will stand in, closed to a retreat besides those occupied now.
        """
        total = self._gained(self.ground.defender[column], near, targets, closed)
        return total - self._suffered(self.ground.attacker[column], near) if near else total

    def luck(self, column: int, die: int, near: Collection[int], targets: Collection[int]) -> float:
        """Points that a die result brings to an attack beyond what was to be expected."""
        result = self.rules.field.crt.result(column, die)
        found = self._gained([share_of(result, "D")], near, targets, ())
        found -= self._suffered([share_of(result, "A")], near) if near else 0.0
        return found - self.prospect(column, near, targets)

    def _gained(
        self, shares: Iterable[Share], near: Collection[int], targets: Collection[int], closed: Collection[int]
    ) -> float:
        defenders = [u for h in targets for u in self.defenders(h)]
        prize = sum(map(self.prize, targets)) if near else 0.0
        steps = sum(self.state.steps[u] for u in defenders)
        whole = sum(map(self.whole_worth, defenders))
        back = self._driven_back(defenders, closed)
        total = 0.0
        for chance, lost, retreat, dead in shares:
            if dead or lost >= steps:
                total += chance * (whole + prize)
            else:
                gain = self.losses(defenders, lost) if lost else 0.0
                # What was lost before the retreat cannot be lost again by it.
                total += chance * (min(whole, gain + back) + prize if retreat else gain)
        return total

    def _suffered(self, shares: Iterable[Share], near: Collection[int]) -> float:
        heavy = self.rules.field.roster.heavy
        batteries = sum(self.whole_worth(u) for u in near if heavy >> u & 1)
        total = 0.0
        for chance, lost, retreat, dead in shares:
            if dead:
                total += chance * sum(map(self.whole_worth, near))
                continue
            total += chance * (self.losses(near, lost) if lost else 0.0)
            if retreat:
                total += chance * (_GROUND + batteries + max(map(self._abandons, near)))
        return total

    def _abandons(self, unit: int) -> float:
        """What goes with the ground when a unit is driven from where it stands."""
        at = self.state.where[unit]
        return 0.5 * self.stake(at) if at >= 0 else 0.0

    def _driven_back(self, defenders: Sequence[int], closed: Collection[int]) -> float:
        """A retreat kills a heavy battery, and anybody who has nowhere to go and nobody to displace."""
        gained = _GROUND
        stacks, passable = self.state.stacks, self.rules.field.ground.passable
        for u in defenders:
            shut = all(n in stacks or n in closed for n in passable[self.state.where[u]])
            lost = shut and not retreat_options(self.rules.field, self.state, u, tuple(closed))
            if lost or self.rules.field.roster.heavy >> u & 1:
                gained += self.whole_worth(u)
        return gained

    # -- threat -----------------------------------------------------------------------------------------------

    @cached_property
    def _strikers(self) -> list[tuple[int, int, int, int, int]]:
        """The enemies that could attack next turn, the strongest first: strength, unit, column of the map, how many
        columns away they could attack, half movement points."""
        if not self.reply:
            return []
        field, state, found = self.rules.field, self.state, []
        for u in sorted(self.foes, key=self.strength, reverse=True):
            budget = moving.allowance(field, state, u)
            # One hex is always allowed, and those next to the last one can be attacked.
            span = max(1, budget // max(1, field.steps[field.roster.kind[u], True].least)) + 1
            found.append((self.strength(u), u, state.where[u] % field.grid.columns, span, budget))
        return found

    def _strikers_by(self, column: int) -> list[tuple[int, frozenset[int]]]:
        """The enemies near enough to attack in a column of the map next turn, the strongest first: their strength,
        and the hexes they could attack."""
        known = self._by_column.get(column)
        if known is None:
            where, kind, strikes = self.state.where, self.rules.field.roster.kind, self.ground.strikes
            known = self._by_column[column] = [
                (strength, strikes(where[u], kind[u], budget))
                for strength, u, at, span, budget in self._strikers
                if -span <= at - column <= span
            ]
        return known

    def threat(self, h: int) -> list[int]:
        """The strengths of the enemies that could attack a hex next turn, the strongest first."""
        found = self._threats.get(h)
        if found is None:
            near = self._strikers_by(h % self.rules.field.grid.columns)
            found = self._threats[h] = [strength for strength, hexes in near if h in hexes]
        return found

    def danger(self, unit: int, h: int, friends: int) -> float:
        """Points that a unit may be expected to lose in ``h`` to the enemy's next attack.

        ``friends`` is the number of own units next to it: they take away hexes to attack from.
        """
        key = (unit, h, friends)
        known = self._dangers.get(key)
        if known is None:
            known = self._dangers[key] = self._danger(unit, h, friends)
        return known

    def _danger(self, unit: int, h: int, friends: int) -> float:
        strengths = self.threat(h)
        if not strengths:
            return self._shelled(unit, h)
        ground = self.rules.field.ground
        room = max(1, min(4, len(ground.passable[h]) - friends))
        attack = sum(strengths[:room])
        defence = self.rules.field.roster.defence(unit, self.state.steps[unit])
        shift = -ground.hex_shift[h] + (1 if room > 2 and friends == 0 else 0)
        cost, driven = self._blow(unit, self.column(attack, defence, shift))
        return cost + driven * 2.0 * self.ground.goals.get(h, 0.0)

    @cached_property
    def _batteries(self) -> list[tuple[int, int, bytes]]:
        """The enemy's guns that fire once more: strength, range, hexes to everywhere."""
        roster, state = self.rules.field.roster, self.state
        guns = [u for u in self.foes if roster.gun[u]] if self.reply else []
        return [(self.strength(u), roster.range[u], self.ground.distances(state.where[u])) for u in guns]

    def _shelled(self, unit: int, h: int) -> float:
        """What enemy guns may do from where they are to a unit that nobody else can reach."""
        near = [(strength, reach, row[h]) for strength, reach, row in self._batteries if row[h] <= reach]
        if not near:
            return 0.0
        fire = sum(strength if 2 * far <= reach else 1 for strength, reach, far in near)
        defence = self.rules.field.roster.defence(unit, self.state.steps[unit])
        column = self.column(fire, defence, -self.rules.field.ground.hex_shift[h])
        return self._blow(unit, column)[0]

    def _blow(self, unit: int, column: int) -> tuple[float, float]:
        """What an attack at a column costs a unit, and the chance that it loses its hex."""
        known = self._blows.get((unit, column))
        if known is not None:
            return known
        whole = self.whole_worth(unit)
        # A heavy battery dies where others go back.
        back = whole if self.rules.field.roster.heavy >> unit & 1 else _GROUND
        cost = driven = 0.0
        for chance, lost, retreat, dead in self.ground.defender[column]:
            if dead or lost >= self.state.steps[unit]:
                cost += chance * whole
                driven += chance
            else:
                step = self.step_worth(unit) if lost else 0.0
                cost += chance * (min(whole, step + back) if retreat else step)
                driven += chance * retreat
        self._blows[unit, column] = cost, driven
        return cost, driven
