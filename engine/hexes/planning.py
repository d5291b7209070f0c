"""What a designer plans with: where a unit can be in so many turns, and where a side can bring so much strength.

Turns to come are played by one unit alone: where everybody will be then, nobody knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.errors import HexwrightError
from engine.hexes.board.battlemap import hexes_of
from engine.hexes.board.grid import NOWHERE
from engine.play import Game, Rules, Start


class Lone:
    """Units of a scenario, each alone on the map: what only terrain and movement allow."""

    def __init__(self, rules: Rules[Any]) -> None:
        self.rules = rules
        self.grid = hexes_of(rules.scenario.map).grid
        self._found: dict[tuple[str, str, int], frozenset[str]] = {}
        self._by_turns: dict[tuple[str, frozenset[str], int], dict[str, int]] = {}

    def reach(self, unit: str, hex: str, turn: int = 1) -> frozenset[str]:
        """The hexes that a unit can move to in one turn from a hex, or, with an empty hex, from off the map."""
        key = unit, hex, 0 if hex else turn
        if key not in self._found:
            scenario = self.rules.scenario
            side, phase = scenario.units[unit].side, self.rules.moving_phase
            start = Start(turn, side, phase, {unit: hex} if hex else {}, only=True)
            try:
                state = Game(scenario, start=start, rules=self.rules).state
                self._found[key] = frozenset(self.rules.reach(state, unit)["hexes"])
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

    def turns_to(self, unit: str, first: Iterable[str], goal: str, turns: int) -> int | None:
        """How many turns a unit needs to a hex, at the most ``turns``; None when it cannot be there in time.

        Straight ahead is tried before every way: most often that is enough.
        """
        ahead, target = set(first), self.grid.parse(goal)
        for turn in range(1, turns + 1):
            if goal in ahead:
                return turn
            if not ahead or turn == turns:
                break
            nearest = min(ahead, key=lambda name: (self.grid.distance(self.grid.parse(name), target), name))
            ahead = set(self.reach(unit, nearest))
        return self.by_turns(unit, first, turns).get(goal)


def reach_by_turns(game: Game, unit: str, turns: int, state: Any = None) -> dict[str, int]:
    """Each hex that a unit can be in within so many turns from a position, and the first turn in which it can.

    This turn it goes as the position lets it; in the turns to come it is alone on the map. Raises HexwrightError when
    there is no such unit, or the rules do not tell of reach.
    """
    rules = game.rules
    first = rules.reach(game.state if state is None else state, unit)["hexes"]
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
        there = {grid.parse(str(how["at"])), *(grid.parse(name) for name in rules.reach(state, unit)["hexes"])}
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
