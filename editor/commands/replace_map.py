"""Put another map in the place of the open one, and carry the scenario over to it, in one step."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from editor.commands.base import AlsoScenario
from editor.document.change import Change
from editor.document.companions import Companions
from engine.board.battlemap import BattleMap
from engine.scenario.model import Scenario

if TYPE_CHECKING:
    from editor.document.document import Document


class ReplaceMap(AlsoScenario):
    """Another grid, other numbers or another palette: the map as a whole changes.

    ``fields`` are the fields of the scenario that change with it; ``others`` are scenarios of other files that are
    carried over too, and written when the map is saved. Both maps are kept; they may share what is the
    same in both, because the steps before and after this one are undone and done in order.
    """

    def __init__(
        self,
        document: Document,
        text: str,
        new: BattleMap,
        fields: Mapping[str, Any] | None = None,
        others: Companions | None = None,
    ) -> None:
        super().__init__(document, text)
        self.old, self.new = document.battle_map, new
        self.keep_fields(fields or {})
        self.others = others or Companions()
        self._pending: dict[Path, Scenario] = {}

    def is_empty(self) -> bool:
        return self.old == self.new and self.old.grid.spec == self.new.grid.spec and not self.new_fields

    def validate(self) -> None:
        if self.new_fields:
            self.document.require_scenario()

    def apply(self) -> Change:
        self._pending = dict(self.document.pending)
        self.document.pending.update({path: what.scenario for path, what in self.others.after.items()})
        return self._write(self.new, self.new_fields)

    def revert(self) -> Change:
        for path, what in self.others.after.items():
            self._take_back(path, what.scenario)
        return self._write(self.old, self.old_fields)

    def _take_back(self, path: Path, after: Scenario) -> None:
        """A file that was not written yet stays as it is; one that was is to be written as it was before."""
        pending = self.document.pending
        if pending.get(path) is not after:
            pending[path] = self.others.before[path]
        elif path in self._pending:
            pending[path] = self._pending[path]
        else:
            del pending[path]

    def _write(self, battle_map: BattleMap, fields: Mapping[str, Any]) -> Change:
        # The scenario's own fields first, so that nobody sees old names on the new map.
        if fields:
            self.document.replace_scenario(fields)
        self.document.replace_map(battle_map)
        return Change("all")
