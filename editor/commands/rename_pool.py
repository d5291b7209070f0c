"""Give a pool of the scenario another name; all that names it follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from editor.commands.base import AlsoScenario, Command
from editor.commands.change import Change
from editor.commands.edit_scenario import EditScenario
from engine.boards.board import Board
from engine.boards.furniture import Furniture
from engine.scenario.model import Scenario
from engine.scenario.revising import pool_renamed

TEXT = "Rename pool"


def rename_pool(scenario: Scenario, board: Board, old: str, new: str) -> Command:
    """The step that gives a pool another key, in the scenario and in the boxes of the map. The boxes keep the old key
    too: another scenario on the map may have a pool of that key."""
    fields = {name: getattr(pool_renamed(scenario, old, new), name) for name in ("pools", "deployments", "arrivals")}
    boxes = board.look.furniture
    wanted = tuple(
        replace(box, pools=(*box.pools, new)) if old in box.pools and new not in box.pools else box for box in boxes
    )
    return EditScenario(TEXT, **fields) if wanted == boxes else _WithBoxes(wanted, fields)


class _WithBoxes(AlsoScenario):
    """The same where the map has boxes of that pool."""

    def __init__(self, boxes: tuple[Furniture, ...], fields: Mapping[str, Any]) -> None:
        super().__init__(TEXT)
        self._boxes, self._fields = boxes, fields

    def prepare(self) -> None:
        self._boxes_before = self.models.board.look.furniture
        self.keep_fields(self._fields)

    def layers(self) -> frozenset[str]:
        return frozenset({"furniture"})

    def apply(self) -> Change:
        return self._write(self._boxes, self.new_fields)

    def revert(self) -> Change:
        return self._write(self._boxes_before, self.old_fields)

    def _write(self, boxes: tuple[Furniture, ...], fields: Mapping[str, Any]) -> Change:
        board = self.models.board
        self.models.replace_scenario(fields)
        board.look = replace(board.look, furniture=boxes)
        return Change("furniture")
