"""What commands change: the models of a document, as far as commands know of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Protocol

from editor.commands.change import Change
from engine.boards.board import Board
from engine.hexes.board.battlemap import BattleMap
from engine.scenario.model import Scenario

MAP: Final = "map"
SCENARIO: Final = "scenario"
"""The two files that a command may make dirty."""


class Models(Protocol):
    """A map, the scenario on it, and scenarios of other files on the same map."""

    pending: dict[Path, Scenario]
    """Scenarios of other files as they are to be written when the map is saved."""
    unasked: set[Path]
    """Those of them that the user has not agreed to yet."""
    carried: set[Path]
    """Other files that were written with the map since it was opened."""

    @property
    def board(self) -> Board:
        """The map, of whatever kind; the scenario's too."""

    @property
    def battle_map(self) -> BattleMap:
        """The map as one of hexes; raises HexwrightError where it is none."""

    @property
    def scenario(self) -> Scenario | None:
        """The scenario, or None for a map alone."""

    def require_scenario(self) -> Scenario:
        """The scenario; raises HexwrightError when there is none."""

    def replace_scenario(self, fields: Mapping[str, Any]) -> None:
        """Replace fields of the scenario."""

    def set_scenario(self, scenario: Scenario | None) -> None:
        """Give the map another scenario, or none."""

    def replace_map(self, board: Board) -> None:
        """Put another map in the place of this one."""

    def revision(self, target: str) -> int:
        """A number that names the present state of ``map`` or ``scenario``."""

    def note(self, target: str, revision: int, change: Change) -> None:
        """The target is in this state now: notify everything that shows it."""
