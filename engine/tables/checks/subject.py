"""What checks of tables look at: facts about the table that several of them share.

Shapely is imported in the checks that need it: that takes longer than all checks of a hex map take.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engine.boards.board import Board
from engine.findings import Severity
from engine.tables.smooth import Point
from engine.tables.table import table_of
from engine.umpire.checks.registry import Found, Scope, check
from engine.umpire.checks.subject import Path, Subject


class TableSubject(Subject):
    """A table, with or without a scenario played on it."""

    def __init__(self, board: Board, *args: Any, **options: Any) -> None:
        """As a `Subject`; raises HexwrightError for a map of another kind."""
        super().__init__(board, *args, **options)
        self.table = table_of(board)
        self._at = {key: n for n, key in enumerate(self.table.areas)}
        self._on = {key: n for n, key in enumerate(self.table.lines)}

    def place_names(self) -> list[tuple[str, str]]:
        """The names of places, each with its point."""
        return [(label.text, shown(label.at)) for label in self.table.labels]

    def area_path(self, key: str, *path: str | int) -> Path:
        """The data path of an area, or of a part of it."""
        return ("areas", self._at[key], *path)

    def line_path(self, key: str, *path: str | int) -> Path:
        """The data path of a road, river or fortification, or of a part of it."""
        return ("lines", self._on[key], *path)

    def area_name(self, key: str) -> str:
        """What a sentence calls an area: its kind and its key."""
        return self._called(key, self.table.areas[key].kind)

    def line_name(self, key: str) -> str:
        """What a sentence calls a road, river or fortification: its kind and its key."""
        return self._called(key, self.table.lines[key].kind)

    def _called(self, key: str, kind: str) -> str:
        kinds = self.table.palette
        known = kinds.areas.get(kind) or kinds.lines.get(kind)
        return f"{known.name.lower() if known is not None else kind} {key}"


def shown(point: Point | tuple[float, float]) -> str:
    """A point as sentences have it."""
    return f"{point[0]:.0f},{point[1]:.0f}"


def table_check(
    code: str,
    severity: Severity,
    title: str,
    scope: Scope = Scope.MAP,
    *,
    needs: str = "",
    bars_play: bool = False,
) -> Callable[[Callable[[TableSubject], Iterator[Found]]], Callable[[TableSubject], Iterator[Found]]]:
    """Register a check of tables alone; see `engine.umpire.checks.registry.check`."""
    return check(code, severity, title, scope, needs=needs, bars_play=bars_play, of=TableSubject)
