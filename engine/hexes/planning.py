"""What a designer plans with: where a unit can be after some turns, and where a side can bring how much strength.

Later turns are planned for one unit alone, because the later places of the others are unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from heapq import nsmallest
from typing import Any, Final

from engine.errors import HexwrightError
from engine.hexes.board.battlemap import hexes_of
from engine.hexes.board.grid import NOWHERE
from engine.play import Game, Rules, Start
from engine.scenario import Scenario


class Lone:
    """Units of a scenario, each alone on the map: what only terrain and movement allow."""

    def __init__(self, rules: Rules[Any]) -> None:
        self.rules = rules
        self.grid = hexes_of(rules.scenario.map).grid
        self._kin = kinship(rules.scenario)
        self._found: dict[tuple[str, str, int], frozenset[str]] = {}
        self._by_turns: dict[tuple[str, frozenset[str], int], dict[str, int]] = {}

    def kin(self, unit: str) -> str:
        """The first unit of the scenario that moves as this one does: of the same side, type, size and values, in the
        same groups and reinforcements, and named by no special rule."""
        return self._kin.get(unit, unit)

    def reach(self, unit: str, hex: str, turn: int = 1) -> frozenset[str]:
        """The hexes that a unit can move to in one turn from a hex, or, with an empty hex, from off the map."""
        key = self.kin(unit), hex, 0 if hex else turn
        if key not in self._found:
            scenario = self.rules.scenario
            side, phase = scenario.units[unit].side, self.rules.moving_phase
            start = Start(turn, side, phase, {unit: hex} if hex else {}, only=True)
            try:
                state = Game(scenario, start=start, rules=self.rules).state
                self._found[key] = frozenset(self.rules.reach(state, unit).hexes)
            except HexwrightError:
                # The rules do not let it stand there, or come on there.
                self._found[key] = frozenset()
        return self._found[key]

    def by_turns(self, unit: str, first: Iterable[str], turns: int) -> dict[str, int]:
        """Each hex that a unit can be in when a turn ends, and the first such turn; ``first`` are those of turn 1."""
        key = unit, frozenset(first), turns
        if key not in self._by_turns:
            self._by_turns[key] = self._spread(unit, key[1], turns)
        return dict(self._by_turns[key])

    def _spread(self, unit: str, first: frozenset[str], turns: int) -> dict[str, int]:
        found = dict.fromkeys(sorted(first), 1)
        edge = list(found)
        for turn in range(2, turns + 1):
            new = sorted({goal for name in edge for goal in self.reach(unit, name)} - found.keys())
            found.update(dict.fromkeys(new, turn))
            edge = new
        return found

    def ahead(self, unit: str, first: Iterable[str], goal: str, turns: int) -> Iterator[frozenset[str]]:
        """The hexes that a unit can be in turn by turn on its way to a goal, each time from the nearest to it.

        Not every way: one round an obstacle is missed. Most often it leads there, in a few steps.
        """
        here, target = frozenset(first), self.grid.parse(goal)
        for turn in range(1, turns + 1):
            yield here
            if not here or turn == turns:
                return
            nearest = min(here, key=lambda name: (self.grid.distance(self.grid.parse(name), target), name))
            here = self.reach(unit, nearest)


def kinship(scenario: Scenario) -> dict[str, str]:
    """For each unit the first one that it moves like; see `Lone.kin`."""
    groups = [*(one.units for one in scenario.arrivals), *(one.units for one in scenario.deployments)]
    groups += [pool.units for pool in scenario.pools.values()]
    belongs: dict[str, tuple[int, ...]] = {}
    for number, keys in enumerate(groups):
        for key in keys:
            belongs[key] = (*belongs.get(key, ()), number)
    singled_out = set(_words((scenario.special, scenario.options, scenario.tables)))
    first: dict[Any, str] = {}
    found = {}
    for key, unit in scenario.units.items():
        alone = key if not singled_out.isdisjoint((key.casefold(), unit.name.casefold())) else ""
        kind = (
            unit.side,
            unit.type,
            unit.size,
            repr(sorted(unit.values.items())),
            belongs.get(key),
            alone,
        )
        found[key] = first.setdefault(kind, key)
    return found


def _words(data: Any) -> Iterator[str]:
    """Every text in data of a file, keys among them, in small letters."""
    if isinstance(data, Mapping):
        data = (*data.keys(), *data.values())
    if isinstance(data, str):
        yield data.casefold()
    elif isinstance(data, Iterable):
        for part in data:
            yield from _words(part)


_TRIED: Final = 4
"""The number of units nearest to a goal that are sent straight ahead before every way of every unit is worked out."""


class Company:
    """Units of which each is alone on the map: the hexes that any of them can be in when the last turn ends.

    What one question found out answers the ones after it: every unit's ways are worked out once at most.
    """

    def __init__(self, lone: Lone, starts: Iterable[tuple[str, str, int]], turns: int) -> None:
        """``starts`` are (unit, hex, first turn), with an empty hex for who comes from off the map."""
        self._lone, self._turns = lone, turns
        some = sorted({(lone.kin(key), at, first) for key, at, first in starts})
        self._near = [(lone.grid.parse(at) if at else None, one) for one in some for at in one[1:2]]
        self._left: dict[str, list[tuple[str, int]]] = {}
        """By kin the places and first turns whose ways are not worked out yet."""
        for key, at, first in some:
            self._left.setdefault(key, []).append((at, first))
        self._found = {at for _, at, _ in some if at}

    def gets_to(self, goal: str) -> bool:
        """Whether any of them can be in a hex by the end of the last turn."""
        return goal in self._found or self._straight(goal) or self._all_ways(goal)

    def _straight(self, goal: str) -> bool:
        if not self._left:
            return False
        lone, target = self._lone, self._lone.grid.parse(goal)
        away = lone.grid.distance
        for _, (key, at, first) in nsmallest(
            _TRIED, self._near, key=lambda one: 0 if one[0] is None else away(one[0], target)
        ):
            for here in lone.ahead(key, lone.reach(key, at, first), goal, self._turns - first + 1):
                self._found |= here
            if goal in self._found:
                return True
        return False

    def _all_ways(self, goal: str) -> bool:
        while self._left and goal not in self._found:
            self._found |= self._flood(*self._left.popitem())
        return goal in self._found

    def _flood(self, kin: str, starts: Iterable[tuple[str, int]]) -> set[str]:
        """Where units of one kind that begin in several places can be: from each hex only the earliest goes on."""
        begin: dict[int, set[str]] = {}
        for at, first in starts:
            begin.setdefault(first, set()).update(self._lone.reach(kin, at, first))
        found, edge = set[str](), set[str]()
        for turn in range(1, self._turns + 1):
            new = begin.get(turn, set()).union(*(self._lone.reach(kin, name) for name in edge))
            edge = new - found
            found |= edge
        return found


def reach_by_turns(game: Game, unit: str, turns: int, state: Any = None) -> dict[str, int]:
    """Each hex that a unit can be in within a number of turns from a position, and the first turn in which it can.

    This turn it goes as the position lets it; in the turns to come it is alone on the map. Raises HexwrightError when
    there is no such unit, or the rules do not tell of reach.
    """
    rules = game.rules
    first = rules.reach(game.state if state is None else state, unit).hexes
    return Lone(rules).by_turns(unit, first, turns)


def threat(game: Game, side: str, state: Any = None) -> dict[str, float]:
    """For each hex the strength that a side can bring against it in one turn: at most one unit in each hex around.

    Its units go as the position lets them, and attack from the hexes next to it. Raises HexwrightError when the rules
    do not tell of reach.
    """
    rules, grid = game.rules, hexes_of(game.scenario.map).grid
    state = game.state if state is None else state
    coming: dict[int, list[tuple[float, set[int]]]] = {}
    for unit, how in rules.units(state).items():
        power = strength(how)
        if game.scenario.units[unit].side != side or not how.get("at") or not power:
            continue
        there = {grid.parse(str(how["at"])), *(grid.parse(name) for name in rules.reach(state, unit).hexes)}
        beside: dict[int, set[int]] = {}
        for h in there:
            for n in grid.ring1[h]:
                if n != NOWHERE:
                    beside.setdefault(n, set()).add(h)
        for target, places in beside.items():
            coming.setdefault(target, []).append((power, places))
    return {grid.name(target): _together(units) for target, units in sorted(coming.items())}


def strength(unit: Mapping[str, Any]) -> float:
    """What a unit attacks with, by what the rules tell of it; 0 where they tell nothing, or it is dead."""
    value = unit.get("attack", unit.get("strength", 0))
    return float(value) if isinstance(value, int | float) and not unit.get("dead") else 0.0


def _together(units: list[tuple[float, set[int]]]) -> float:
    """The most strength that can stand around a hex: the strongest units first, each in a place of its own."""
    taken: dict[int, int] = {}
    ranked = sorted(units, key=lambda one: -one[0])

    def placed(number: int, tried: set[int]) -> bool:
        for place in sorted(ranked[number][1] - tried):
            tried.add(place)
            if place not in taken or placed(taken[place], tried):
                taken[place] = number
                return True
        return False

    return sum(power for number, (power, _) in enumerate(ranked) if placed(number, set()))
