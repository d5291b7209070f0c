"""Move hexes with all that is in them, and let the scenario's units and places go along, in one step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from editor.commands.base import AlsoScenario
from editor.commands.write_changes import WriteChanges
from editor.document.change import Change
from engine.board.edit import Changes

if TYPE_CHECKING:
    from editor.document.document import Document


class MoveHexes(AlsoScenario, WriteChanges):
    """Writes the map as it is after the move, and the fields of the scenario that name hexes."""

    def __init__(
        self, document: Document, text: str, changes: Changes, fields: Mapping[str, Any], stroke: int = 0
    ) -> None:
        """``fields``: of the scenario, as `engine.scenario.carry.Carried` gives them; none to leave it alone."""
        super().__init__(document, text, changes, stroke)
        self.keep_fields(fields)

    def is_empty(self) -> bool:
        return super().is_empty() and not self.new_fields

    def layers(self) -> frozenset[str]:
        return super().layers() | ({"units"} if "setup" in self.new_fields else set())

    def apply(self) -> Change:
        if self.new_fields:
            self.document.replace_scenario(self.new_fields)
        return super().apply()

    def revert(self) -> Change:
        if self.new_fields:
            self.document.replace_scenario(self.old_fields)
        return super().revert()
