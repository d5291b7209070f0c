"""Who wins: points for hexes held, units that left the map, losses, units eliminated; and ways to win outright."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import Any, Final

from engine.hexes.board.battlemap import hexes_of
from engine.mechanics.hexes.hexstate import ABSENT, DEAD, POOL, HexState, exit_of
from engine.mechanics.roster import Roster
from engine.play import Outcome
from engine.play.score_sheet import ScoreLine, ScoreSheet, ScoreWin
from engine.plural import counted
from engine.scenario import Scenario, Scoring, VictoryCondition, Win
from engine.scenario.victory_words import line_text, win_text

_HELD: Final = 3.0
"""What a hex that a way to win asks for is worth to players that go by points."""

Objective = tuple[Scoring, int]
"""A line of the victory conditions, and a hex of it."""


class Scorekeeper:
    """The victory conditions of a scenario. ``rule`` is the paragraph that leaves them to the battle."""

    def __init__(self, scenario: Scenario, roster: Roster[Any], rule: str) -> None:
        self.scenario, self.roster, self.rule = scenario, roster, rule
        self._places = self._bound_places()
        self.objectives: tuple[Objective, ...] = tuple(self._objectives())
        """Every hex that counts for who holds it, with its line; a way to win that asks for hexes has one too."""
        sides = roster.sides
        begun = [sides.index(line.initial) if line.initial in sides else -1 for line, _ in self.objectives]
        stakes = [(h, holder) for (_, h), holder in zip(self.objectives, begun, strict=True)]
        self.stakes = tuple(dict.fromkeys(stakes))
        """Each hex that counts, with the side that holds it before anybody has entered it, or -1: once, however many
        lines it counts in, but for those that begin with another holder."""
        self.at: dict[int, list[int]] = {}
        for index, (h, _) in enumerate(self.stakes):
            self.at.setdefault(h, []).append(index)
        self.begun = tuple(holder for _, holder in self.stakes)
        lines = scenario.victory.scoring
        held = accumulate((len(self._hexes(line)) if line.kind == "hold" else 0 for line in lines), initial=0)
        number = {stake: index for index, stake in enumerate(self.stakes)}
        self._staked = tuple(tuple(map(number.__getitem__, stakes[first:last])) for first, last in pairwise(held))
        """For each line its hexes, as they are numbered among the stakes."""
        self.by_turn = tuple(index for index, line in enumerate(lines) if line.kind == "hold" and line.turns)
        """The lines that give points at the end of turns."""
        self.exits = tuple(self._exits(side) for side in range(len(roster.sides)))
        """For each side the hexes from which its units may leave the map, with what a combat factor scores there."""

    # -- what is bound once -----------------------------------------------------------------------------------

    def _bound_places(self) -> dict[Scoring | VictoryCondition, tuple[int, ...]]:
        """The hexes of every line and condition that names a place."""
        board, victory = hexes_of(self.scenario.map), self.scenario.victory
        found: dict[Scoring | VictoryCondition, tuple[int, ...]] = {}
        parts: list[Scoring | VictoryCondition] = [*victory.scoring, *(part for _, part in self._conditions())]
        known: dict[str, int] = {}
        for part in parts:
            if part.kind in ("hold", "exit"):
                region = board.regions.get(part.region)
                known |= {name: board.grid.parse(name) for name in part.hexes if name not in known}
                hexes = [known[name] for name in part.hexes] + (sorted(region.hexes) if region else [])
                found[part] = tuple(hexes)
        return found

    def _conditions(self) -> Iterator[tuple[str, VictoryCondition]]:
        """Every condition there is, of ways to win and of reinforcements, with its side."""
        for win in self.scenario.victory.wins:
            yield from ((win.side, part) for part in win.condition.parts())
        for group in self.scenario.arrivals:
            if group.when is not None:
                yield from ((group.side, part) for part in group.when.parts())

    def _hexes(self, part: Scoring | VictoryCondition) -> tuple[int, ...]:
        return self._places.get(part, ())

    def _objectives(self) -> Iterator[Objective]:
        victory = self.scenario.victory
        begun: dict[int, str] = {}
        for line in victory.scoring:
            if line.kind == "hold":
                for h in self._hexes(line):
                    begun.setdefault(h, line.initial)
                    yield line, h
        for side, part in self._conditions():
            if part.kind == "hold":
                for h in self._hexes(part):
                    # No side holds it at first, unless a line of points names one.
                    yield Scoring("hold", _HELD, side, initial=begun.get(h, "")), h

    def _exits(self, side: int) -> dict[int, float]:
        victory, key = self.scenario.victory, self.roster.sides[side]
        found: dict[int, float] = {}
        for line in victory.scoring:
            if line.kind == "exit" and line.side in ("", key):
                for h in self._hexes(line):
                    found[h] = found.get(h, 0.0) + line.points
        for win in victory.wins:
            for part in win.condition.parts() if win.side == key else ():
                if part.kind == "exit":
                    for h in self._hexes(part):
                        found.setdefault(h, _HELD)
        return found

    def nothing_kept(self) -> list[list[float]]:
        """What the lines that are counted by turns have given before the first turn."""
        return [[0.0, 0.0] for _ in self.by_turn]

    # -- what happens -----------------------------------------------------------------------------------------

    def entered(self, state: HexState, side: int, h: int) -> None:
        """A unit of a side is in a hex: it holds what there is to hold."""
        here = self.at.get(h, ())
        if any(state.holders[index] != side for index in here):
            holders = list(state.holders)
            for index in here:
                holders[index] = side
            state.holders = tuple(holders)

    def turn_ends(self, state: HexState) -> None:
        """A game turn is over: what is counted by turns is given."""
        for kept, index in zip(state.kept, self.by_turn, strict=True):
            if state.turn in self.scenario.victory.scoring[index].turns:
                for side, points in enumerate(self._for_holding(state, index)):
                    kept[side] += points

    # -- points -----------------------------------------------------------------------------------------------

    def eliminated(self, state: HexState, side: int) -> int:
        """The combat factors a side has lost; a reduced unit counts what it has lost so far."""
        roster = self.roster
        return sum(
            roster.worth(u, roster.steps[u]) - (roster.worth(u, state.steps[u]) if state.where[u] != DEAD else 0)
            for u in roster.side_units[side]
        )

    def exited(self, state: HexState, side: int, hexes: Sequence[int] = ()) -> int:
        """The combat factors of a side that have left the map, from these hexes or from any."""
        roster = self.roster
        gone = ((u, exit_of(state.where[u])) for u in roster.side_units[side])
        return sum(roster.worth(u, state.steps[u]) for u, h in gone if h >= 0 and (not hexes or h in hexes))

    def _for_holding(self, state: HexState, index: int) -> list[float]:
        """What a line, by its place among the lines, gives for who holds its hexes now."""
        line = self.scenario.victory.scoring[index]
        holders = [*map(state.holders.__getitem__, self._staked[index])]
        return [
            line.points * holders.count(side) if line.side in ("", key) else 0.0
            for side, key in enumerate(self.roster.sides)
        ]

    def gives(self, state: HexState, index: int) -> list[float]:
        """The points that a line of the victory conditions gives both sides, as it stands."""
        line, sides = self.scenario.victory.scoring[index], self.roster.sides
        if index in self.by_turn:
            return state.kept[self.by_turn.index(index)]
        if line.kind == "hold":
            return self._for_holding(state, index)
        points = [0.0, 0.0]
        for side in range(2) if line.kind in ("exit", "eliminated") else ():
            if line.side in ("", sides[side]):
                hexes = self._hexes(line)
                out = self.exited(state, side, hexes) if hexes else 0
                points[side] = line.points * (self.eliminated(state, 1 - side) if line.kind == "eliminated" else out)
        unit = self.roster.number.get(line.unit.lower()) if line.kind == "unit" else None
        if unit is not None and state.where[unit] == DEAD:
            points[1 - self.roster.side[unit]] = line.points
        return points

    def score(self, state: HexState) -> list[float]:
        """The points of both sides."""
        victory, sides = self.scenario.victory, self.roster.sides
        points = [float(victory.handicap.get(key, 0)) for key in sides]
        for index in range(len(victory.scoring)):
            for side, gained in enumerate(self.gives(state, index)):
                points[side] += gained
        return points

    # -- ways to win ------------------------------------------------------------------------------------------

    def holds(self, state: HexState, side: int, condition: VictoryCondition) -> bool:
        """Whether a condition is so for a side."""
        count, kind = condition.count, condition.kind
        if kind in ("all", "any", "none"):
            found = [self.holds(state, side, part) for part in condition.of]
            return bool(found) and (all(found) if kind == "all" else any(found) == (kind == "any"))
        if kind == "hold":
            hexes = self._hexes(condition)
            held = sum(self.holder(state, h) == side for h in hexes)
            return bool(hexes) and held >= (count or len(hexes))
        if kind == "exit":
            hexes = self._hexes(condition)
            return self.exited(state, side, hexes) >= max(count, 1)
        if kind == "eliminated":
            return self.eliminated(state, 1 - side) >= count
        if kind == "unit":
            unit = self.roster.number.get(condition.unit.lower())
            return unit is not None and state.where[unit] == DEAD
        if kind == "lead":
            points = self.score(state)
            return points[side] - points[1 - side] >= count
        return kind == "turn" and state.turn >= count

    def holder(self, state: HexState, h: int) -> int:
        """The side that holds an objective; -1 for no side, and for a hex that is none."""
        return next((state.holders[index] for index in self.at.get(h, ())), -1)

    def won(self, state: HexState, *, at_once: bool) -> Win | None:
        """The first way to win that is so; with ``at_once`` of those alone that end the game."""
        sides = self.roster.sides
        ways = (win for win in self.scenario.victory.wins if win.side in sides and (win.at_once or not at_once))
        return next((win for win in ways if self.holds(state, sides.index(win.side), win.condition)), None)

    # -- the end ----------------------------------------------------------------------------------------------

    def over(self, state: HexState) -> bool:
        """Whether the game ends with this game turn: the last one, a side destroyed, a lead great enough, or a way to
        win at once that is so."""
        if state.turn >= self.scenario.turns.count:
            return True
        if any(self._destroyed(state, side) for side in range(2)):
            return True
        first, second = self.score(state)
        sudden = self.scenario.victory.sudden
        return (bool(sudden) and abs(first - second) >= sudden) or self.won(state, at_once=True) is not None

    def _destroyed(self, state: HexState, side: int) -> bool:
        """Whether a side had units and none of them is left; those out of the position do not count."""
        taking_part = [h for u in self.roster.side_units[side] if (h := state.where[u]) not in (ABSENT, POOL)]
        return bool(taking_part) and all(h == DEAD for h in taking_part)

    def outcome(self, state: HexState) -> Outcome:
        """Who has won, by how much, at which level: by a way to win that is so, else by points."""
        points = judged(self.scenario, self.score(state), self.rule)
        win = self.won(state, at_once=False)
        if win is None:
            return points
        name = self.scenario.sides[win.side].name
        return replace(points, winner=win.side, reason=f"{name}: {win.name or 'victory outright'}", level=win.level)

    def tally(self, state: HexState) -> ScoreSheet:
        """The score as it stands."""
        scenario, sides = self.scenario, self.roster.sides
        now = self.outcome(state)
        lines = [
            ScoreLine(line_text(scenario, line), dict(zip(sides, self.gives(state, index), strict=True)))
            for index, line in enumerate(scenario.victory.scoring)
        ]
        wins = [
            ScoreWin(
                win.side,
                f"{win.name}: {win_text(scenario, win)}" if win.name else win_text(scenario, win),
                self.holds(state, sides.index(win.side), win.condition),
                win.at_once,
            )
            for win in scenario.victory.wins
            if win.side in sides
        ]
        points = dict(zip(sides, self.score(state), strict=True))
        return ScoreSheet(points, tuple(lines), tuple(wins), now.reason, now.winner, now.level)


def judged(scenario: Scenario, points: Sequence[float], rule: str) -> Outcome:
    """Who has won by these points of the sides, in order; by how much, at which level, under which paragraph."""
    victory, sides = scenario.victory, tuple(scenario.sides)
    totals = dict(zip(sides, points, strict=True))
    margin = abs(points[0] - points[1])
    names = scenario.sides
    tally = ", ".join(f"{names[key].name} {value:g}" for key, value in totals.items())
    if margin == 0:
        winner = victory.tie if victory.tie in sides else ""
        return Outcome(winner, f"a tie at {counted(points[0], 'point')} ({tally})", rule, "tie", totals)
    winner = sides[0] if points[0] > points[1] else sides[1]
    earned = [level for level in victory.levels if margin >= level.margin]
    level = max(earned, key=lambda item: item.margin).name if earned else ""
    reason = f"a lead of {counted(margin, 'point')} ({tally})"
    return Outcome(winner, reason, rule, level, totals)
