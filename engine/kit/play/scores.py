"""The score of a game by a rules file: lines of the scenario, and points that effects gave."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from engine.mechanics.hexes.victory import Scorekeeper
from engine.play.score_sheet import ScoreLine, ScoreSheet


class KitScores(Scorekeeper):
    """The victory conditions of a scenario, with the points of effects, and who holds the places of settings."""

    def watch(self, hexes: Iterable[int]) -> None:
        """Keep who entered some hexes last, beside those of the lines."""
        known = {h for h, _ in self.stakes}
        for h in hexes:
            if h not in known:
                self.at.setdefault(h, []).append(len(self.stakes))
                self.stakes = (*self.stakes, (h, -1))
                self.begun = (*self.begun, -1)

    hooks: Any = None
    """The hooks of the file that give points; set by the rules."""

    def score(self, state: Any) -> list[float]:
        sums = [points + float(given) for points, given in zip(super().score(state), state.points, strict=True)]
        if self.hooks is None:
            return sums
        given = [self.hooks.points(state, side) for side in self.roster.sides]
        return [points + float(sum(one for one, _ in more)) for points, more in zip(sums, given, strict=True)]

    def tally(self, state: Any) -> ScoreSheet:
        sheet = super().tally(state)
        lines = list(sheet.lines)
        if any(state.points):
            lines.append(
                ScoreLine("Points of the game", dict(zip(self.roster.sides, map(float, state.points), strict=True)))
            )
        for side in self.roster.sides if self.hooks is not None else ():
            lines += [ScoreLine(why, {side: float(one)}) for one, why in self.hooks.points(state, side)]
        return replace(sheet, lines=tuple(lines))
