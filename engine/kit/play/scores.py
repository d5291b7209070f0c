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

    def score(self, state: Any) -> list[float]:
        return [points + float(given) for points, given in zip(super().score(state), state.points, strict=True)]

    def tally(self, state: Any) -> ScoreSheet:
        sheet = super().tally(state)
        if not any(state.points):
            return sheet
        given = dict(zip(self.roster.sides, map(float, state.points), strict=True))
        return replace(sheet, lines=(*sheet.lines, ScoreLine("Points of the game", given)))
