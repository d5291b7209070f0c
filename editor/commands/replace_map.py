"""Put another map in the place of the open one, and carry the scenario over to it, in one step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from editor.commands.base import AlsoScenario
from editor.commands.change import Change
from editor.hexes.commands.take_along import OtherScenarios, TakenAlong
from engine.boards.board import Board
from engine.boards.kinds import layout


class ReplaceMap(AlsoScenario):
    """Another grid, other numbers or another palette: the map as a whole changes.

    ``fields`` are the fields of the scenario that change with it; ``others`` are scenarios of other files that are
    carried over too, and written when the map is saved. Both maps are kept; they may share what is the
    same in both, because the steps before and after this one are undone and done in order.
    """

    def __init__(
        self,
        text: str,
        new: Board,
        fields: Mapping[str, Any] | None = None,
        others: OtherScenarios | None = None,
    ) -> None:
        super().__init__(text)
        self.new = new
        self._fields = fields or {}
        self._taken = TakenAlong(others or OtherScenarios())

    def prepare(self) -> None:
        self.old = self.models.board
        self.keep_fields(self._fields)

    def is_empty(self) -> bool:
        return self.old == self.new and layout(self.old) == layout(self.new) and not self.new_fields

    def validate(self) -> None:
        if self.new_fields:
            self.models.require_scenario()

    def apply(self) -> Change:
        self._taken.along(self.models)
        return self._write(self.new, self.new_fields)

    def revert(self) -> Change:
        self._taken.back(self.models)
        return self._write(self.old, self.old_fields)

    def _write(self, board: Board, fields: Mapping[str, Any]) -> Change:
        # The scenario's own fields first, so that no listener sees old names on the new map.
        if fields:
            self.models.replace_scenario(fields)
        self.models.replace_map(board)
        return Change("all")
