"""Put another map in the place of the open one, and carry the scenario over to it, in one step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from editor.commands.base import SCENARIO, Command
from editor.document.change import Change
from engine.board.battlemap import BattleMap

if TYPE_CHECKING:
    from editor.document.document import Document


class ReplaceMap(Command):
    """Another grid, other numbers or another palette: the map as a whole changes.

    ``fields`` are the fields of the scenario that change with it. Both maps are kept; they may share what is the
    same in both, because the steps before and after this one are undone and done in order.
    """

    def __init__(
        self, document: Document, text: str, new: BattleMap, fields: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(document, text)
        self.old, self.new = document.battle_map, new
        scenario = document.scenario
        wanted = dict(fields or {}) if scenario is not None else {}
        self.new_fields = {name: value for name, value in wanted.items() if getattr(scenario, name) != value}
        self.old_fields = {name: getattr(scenario, name) for name in self.new_fields}
        self._scenario_before = 0

    def is_empty(self) -> bool:
        return self.old == self.new and self.old.grid.spec == self.new.grid.spec and not self.new_fields

    def validate(self) -> None:
        if self.new_fields:
            self.document.require_scenario()

    def redo(self) -> None:
        self._scenario_before = self.document.revision(SCENARIO)
        super().redo()
        if self.new_fields:
            self.document.note(SCENARIO, self.serial, Change("scenario", keys=frozenset(self.new_fields)))

    def undo(self) -> None:
        super().undo()
        if self.new_fields:
            self.document.note(SCENARIO, self._scenario_before, Change("scenario", keys=frozenset(self.new_fields)))

    def apply(self) -> Change:
        return self._write(self.new, self.new_fields)

    def revert(self) -> Change:
        return self._write(self.old, self.old_fields)

    def _write(self, battle_map: BattleMap, fields: Mapping[str, Any]) -> Change:
        # The scenario's own fields first, so that nobody sees old names on the new map.
        if fields:
            self.document.replace_scenario(fields)
        self.document.replace_map(battle_map)
        return Change("all")
