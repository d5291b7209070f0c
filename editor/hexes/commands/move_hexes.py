"""Move hexes with all that is in them, and let the scenario's units and places go along, in one step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from editor.commands.base import AlsoScenario
from editor.commands.change import Change
from editor.hexes.commands.cut_hexes import Cut
from editor.hexes.commands.take_along import OtherScenarios, TakenAlong
from editor.hexes.commands.write_changes import WriteChanges
from engine.hexes.mapping.edit import Changes


class MoveHexes(AlsoScenario, WriteChanges):
    """Writes the map as it is after the move, and the fields of the scenario that name hexes."""

    def __init__(
        self,
        text: str,
        changes: Changes,
        fields: Mapping[str, Any],
        stroke: int = 0,
        cut: Cut | None = None,
        others: OtherScenarios | None = None,
    ) -> None:
        """``fields``: of the scenario, as `engine.scenario.carrying.Carried` gives them; none to leave it alone.
        ``cut``: where the hexes were cut before, and are set down now. ``others``: scenarios of other files that go
        along."""
        super().__init__(text, changes, stroke)
        self._fields = fields
        self.cut = cut
        self._taken = TakenAlong(others or OtherScenarios())

    def prepare(self) -> None:
        super().prepare()
        self.keep_fields(self._fields)

    def is_empty(self) -> bool:
        return super().is_empty() and not self.new_fields and not self._taken.others.after

    def layers(self) -> frozenset[str]:
        return super().layers() | ({"units"} if "setup" in self.new_fields else set())

    def apply(self) -> Change:
        self._taken.along(self.models)
        return self._write_both(self.new_fields, done=True)

    def revert(self) -> Change:
        self._taken.back(self.models)
        return self._write_both(self.old_fields, done=False)

    def _write_both(self, fields: Mapping[str, Any], *, done: bool) -> Change:
        if self.cut is not None:
            self.cut.set_down = done
        if fields:
            self.models.replace_scenario(fields)
        return super().apply() if done else super().revert()
