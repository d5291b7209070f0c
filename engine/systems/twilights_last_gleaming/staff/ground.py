"""What never changes for the TLG2 staff in a battle: what factors are worth, what each column does, lines of fire."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from math import inf
from typing import Final, NamedTuple, TypeAlias, TypeVar

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits
from engine.mechanics.hexes.movement import Costs, reach
from engine.mechanics.hexes.outlook import Depths, Distances, Prizes
from engine.mechanics.odds import clamp, ladder_step, ratio
from engine.systems.twilights_last_gleaming import battle, fire
from engine.systems.twilights_last_gleaming.aftermath import agenda
from engine.systems.twilights_last_gleaming.rules import TlgRules
from engine.systems.twilights_last_gleaming.state import TlgState

_LIFE: Final = 0.6
"""Points that a unit is worth besides its factors: its zone of control, its place in the line."""

GROUND: Final = 0.4
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


Line: TypeAlias = tuple[int, ...]
"""A line of fire: the hexes where units attenuate it, or THIN. There are very many, so that they are kept small."""

THIN: Final = (NOWHERE,)
"""A line that the ground attenuates, whoever stands there."""


K = TypeVar("K")
V = TypeVar("V")


class Remembered(dict[K, V]):
    """Remembered by question, each worked out when it is first asked for."""

    def __init__(self, answer: Callable[[K], V]) -> None:
        super().__init__()
        self._answer = answer

    def __missing__(self, question: K) -> V:
        found = self[question] = self._answer(question)
        return found


Defence: TypeAlias = tuple[float, int, tuple[int, ...], tuple[int, ...]]
"""What an attack brings depends on: the prize, those who cannot go back (a mask), the defenders, their steps."""
Attackers: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], tuple[float, ...]]
"""What it costs depends on: the attackers next to it, their steps, what each gives up if driven back."""
Meeting: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""What its odds depend on: the target hexes, the attackers next to them, and what `StaffGround.odds` asks of both."""

Points: TypeAlias = "array[float]"
"""Points by column, `_UNKNOWN` where they have not been asked about: there are many of these, and the garbage
collector need not look at arrays."""

_UNKNOWN: Final = inf
"""More points than there are."""

_KEPT: Final = 50_000
"""The most answers of a kind that are remembered before they are forgotten: some 40 MB."""


class Stakes:
    """What an attack may bring at each column and what it costs, whatever guns do for it."""

    __slots__ = ("_attackers", "_defence", "_gains", "_ground", "_pains")

    def __init__(self, ground: StaffGround, defence: Defence, attackers: Attackers | None) -> None:
        self._ground, self._defence, self._attackers = ground, defence, attackers
        self._gains = ground.gains(defence)
        self._pains = ground.pains(attackers) if attackers else None

    def at(self, column: int) -> float:
        """Points that may be expected at a column."""
        gain = self._gains[column]
        if gain == _UNKNOWN:
            gain = self._gains[column] = self._ground.gained(self._ground.defender[column], self._defence)
        if self._pains is None or self._attackers is None:
            return gain
        pain = self._pains[column]
        if pain == _UNKNOWN:
            pain = self._pains[column] = self._ground.suffered(self._ground.attacker[column], self._attackers)
        return gain - pain


class StaffGround(Prizes):
    """Prizes, what each column of the combat results table does, and where a unit could strike from a hex."""

    def __init__(self, rules: TlgRules) -> None:
        kind = "infantry" if ("infantry", True) in rules.field.steps else next(iter(rules.field.steps))[0]
        super().__init__(rules.field, rules.field.steps[kind, True])
        self.rules = rules
        self.first = ladder_step(rules.field.crt.columns[0]) or 0
        columns = range(len(rules.field.crt.columns))
        self.attacker = [self._merged(column, "A") for column in columns]
        """For each column what the attackers suffer, and how likely."""
        self.defender = [self._merged(column, "D") for column in columns]
        self._steps = rules.field.steps[kind, True]
        self._strikes: dict[tuple[int, str, int], frozenset[int]] = {}
        self.lines: Mapping[int, Mapping[int, Line | None]] = Remembered(self._lines_to)
        """The lines of fire to a hex by the hex they come from, None where the ground blocks it."""
        self.columns: Mapping[tuple[int, int, int], int] = Remembered(self._column)
        """The column of an attack by its strength, that of the defenders, and the shifts."""
        self.side_shifts: Mapping[tuple[int, int], int] = Remembered(self._side_shift)
        """The columns that a defender gets from the hexside of an attacker, by both their hexes."""
        self.distances = Distances(rules.field.grid, max(rules.field.roster.range, default=0))
        """Hexes from a hex to those within range of any gun; 255 to all others."""
        self._marches: dict[frozenset[int], Costs] = {}
        self._gains: dict[Defence, Points] = {}
        self._pains: dict[Attackers, Points] = {}
        self._odds: dict[Meeting, tuple[int, int, int]] = {}

    def _merged(self, column: int, side: str) -> list[Share]:
        chances: dict[Share, float] = {}
        for result, chance in self.rules.field.crt.distribution(column).items():
            share = share_of(result, side)
            chances[share] = chances.get(share, 0.0) + chance
        return [share._replace(chance=chance) for share, chance in chances.items() if any(share[1:])]

    def strikes(self, h: int, kind: str, budget: int) -> frozenset[int]:
        """Hexes that a unit could be next to after a move of a number of half points over a map without units."""
        key = (h, kind, budget)
        found = self._strikes.get(key)
        if found is None:
            control = self.rules.field.ground.control
            reached = reach(h, self.rules.field.steps[kind, True], budget).cost
            found = frozenset().union(*[control[at] for at in reached])
            self._strikes[key] = found
        return found

    def _column(self, odds: tuple[int, int, int]) -> int:
        """The rules cut odds off at the ends of the table before their shifts, or only after them."""
        attack, defence, shift = odds
        found = ratio(max(attack, 1), max(defence, 1))
        if self.rules.field.options["odds_limit"] == "before_shifts":
            found = clamp(found, self.rules.field.crt.columns) + self.first
        return min(max(found + shift - self.first, 0), len(self.rules.field.crt.columns) - 1)

    def gains(self, key: Defence) -> Points:
        """Points that an attack brings through what its defenders suffer; remembered by all that it depends on.

        The same attack comes up in many plans and positions: those who stand elsewhere do not change it.
        """
        found = self._gains.get(key)
        if found is None:
            if len(self._gains) >= _KEPT:
                self._gains.clear()
            found = self._gains[key] = array("d", [_UNKNOWN] * len(self.defender))
        return found

    def gained(self, shares: Iterable[Share], key: Defence) -> float:
        """The same at a column where the defenders suffer so, worked out."""
        prize, doomed, units, counts = key
        steps, whole, back = sum(counts), 0.0, GROUND
        for u, count in zip(units, counts, strict=True):
            worth = self.whole_worth(u, count)
            whole += worth
            if doomed >> u & 1:
                back += worth
        total = 0.0
        for chance, lost, retreat, dead in shares:
            if dead or lost >= steps:
                total += chance * (whole + prize)
            else:
                gain = self.losses(units, counts, lost) if lost else 0.0
                # What was lost before the retreat cannot be lost again by it.
                total += chance * (min(whole, gain + back) + prize if retreat else gain)
        return total

    def pains(self, key: Attackers) -> Points:
        """Points that an attack costs those next to its targets; remembered as `gains` are."""
        found = self._pains.get(key)
        if found is None:
            if len(self._pains) >= _KEPT:
                self._pains.clear()
            found = self._pains[key] = array("d", [_UNKNOWN] * len(self.attacker))
        return found

    def suffered(self, shares: Iterable[Share], key: Attackers) -> float:
        """The same at a column where the attackers suffer so, worked out."""
        units, counts, given_up = key
        heavy = self.rules.field.roster.heavy
        worths = [self.whole_worth(u, count) for u, count in zip(units, counts, strict=True)]
        batteries = sum(worth for u, worth in zip(units, worths, strict=True) if heavy >> u & 1)
        total = 0.0
        for chance, lost, retreat, dead in shares:
            if dead:
                total += chance * sum(worths)
                continue
            total += chance * (self.losses(units, counts, lost) if lost else 0.0)
            if retreat:
                total += chance * (GROUND + batteries + max(given_up))
        return total

    def step_worth(self, unit: int, steps: int) -> float:
        """Points that the next step loss of a unit is worth, by the steps that it has."""
        factor = self.rules.field.roster.factor
        lost = factor(unit, steps) - factor(unit, steps - 1)
        return self.factor * lost + (_LIFE if steps == 1 else 0.0)

    def whole_worth(self, unit: int, steps: int) -> float:
        """Points that a unit is worth, by its steps."""
        return self.factor * self.rules.field.roster.factor(unit, steps) + _LIFE

    def losses(self, units: Sequence[int], counts: Sequence[int], lost: int) -> float:
        """What a number of steps costs the owner, who chooses the cheapest ones."""
        if lost == 1:
            return min(map(self.step_worth, units, counts), default=0.0)
        worths: list[float] = []
        for u, steps in zip(units, counts, strict=True):
            first = self.step_worth(u, steps)
            worths.append(first)
            if steps > 1:
                worths.append(self.whole_worth(u, steps) - first)
        return sum(sorted(worths)[:lost])

    def odds(
        self, state: TlgState, targets: tuple[int, ...], near: tuple[int, ...], guns: tuple[int, ...]
    ) -> tuple[int, int, int]:
        """Attack, defence and shifts of an attack by those next to it, as `battle.odds` has them, without what ``guns``
        add: remembered by where everybody in it stands and how many steps they have.

        Who bombards changes nothing but the strength; without anybody next to the targets one of them is asked.
        """
        where, steps, stacks, field = state.where, state.steps, state.stacks, self.rules.field
        held = [stacks.get(h, 0) for h in targets]
        about = [
            *held,
            *[steps[u] for mask in held for u in bits(mask)],
            *[x for u in near for x in (where[u], steps[u])],
        ]
        if field.options["enfilade_gaps"] == "empty":
            about += [n in stacks for h in targets for n in field.grid.ring1[h]]
        key = (targets, near, tuple(about))
        found = self._odds.get(key)
        if found is None:
            if len(self._odds) >= _KEPT:
                self._odds.clear()
            odds = battle.odds(field, state, targets, near or guns[:1])
            attack = sum(odds.strengths[u] for u in near)
            found = self._odds[key] = attack, odds.defence, sum(shift.columns for shift in odds.shifts)
        return found

    def depths(self, hexes: Collection[int]) -> Depths:
        """Hexes from the nearest of some to every hex; 255 stands for that and more, and for everything if none."""
        return Depths(self.rules.field.grid, hexes)

    def marches(self, goals: frozenset[int]) -> Costs:
        """Half movement points of infantry from each hex to the nearest of some, over a map without units; remembered
        for those asked about last."""
        found = self._marches.get(goals)
        if found is None:
            self._marches.clear()
            found = self._marches[goals] = Costs(goals, self._steps)
        return found

    def _side_shift(self, hexes: tuple[int, int]) -> int:
        return sum(size for _, size in self.rules.field.ground.hexside_shifts(*hexes))

    def _lines_to(self, target: int) -> Mapping[int, Line | None]:
        return Remembered(lambda at: self._line(at, target))

    def _line(self, a: int, b: int) -> Line | None:
        field = self.rules.field
        trace = field.lines.trace(a, b)
        seen = fire.along(field, (), trace)
        if seen == fire.BLOCKED:
            return None
        if seen == fire.ATTENUATED:
            return THIN
        return (*trace.hexes, *{h for _, left, right in trace.along for h in (left, right)})


@lru_cache(maxsize=2)
def ground_of(rules: TlgRules) -> StaffGround:
    """The ground of a battle, worked out once. Of few battles: each keeps all that has been asked about its lines."""
    return StaffGround(rules)
