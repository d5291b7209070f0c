"""Put another map in the place of the open one, and carry the scenario over to it, in one step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from editor.commands.base import AlsoScenario
from editor.document.change import Change
from editor.document.other_scenarios import Carriage, Companions
from engine.board.battlemap import BattleMap

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
        self._carriage = Carriage(others or Companions())

    def is_empty(self) -> bool:
        return self.old == self.new and self.old.grid.spec == self.new.grid.spec and not self.new_fields

    def validate(self) -> None:
        if self.new_fields:
            self.document.require_scenario()

    def apply(self) -> Change:
        self._carriage.do(self.document)
        return self._write(self.new, self.new_fields)

    def revert(self) -> Change:
        self._carriage.take_back(self.document)
        return self._write(self.old, self.old_fields)

    def _write(self, battle_map: BattleMap, fields: Mapping[str, Any]) -> Change:
        # The scenario's own fields first, so that nobody sees old names on the new map.
        if fields:
            self.document.replace_scenario(fields)
        self.document.replace_map(battle_map)
        return Change("all")
