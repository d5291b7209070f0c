"""Empty hexes that were taken up with Cut, to be set down elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from editor.commands.write_changes import WriteChanges
from editor.document.change import Change
from engine.mapping.edit import Changes

if TYPE_CHECKING:
    from editor.document.clipboard import Cut
    from editor.document.document import Document


class CutHexes(WriteChanges):
    """Writes the emptied hexes. What the scenario says of them stays until they are set down: nothing of it is lost
    when that never happens."""

    def __init__(self, document: Document, text: str, changes: Changes, cut: Cut) -> None:
        super().__init__(document, text, changes)
        self.cut = cut

    def is_empty(self) -> bool:
        # Bare ground may still have units on it, or be an objective, here or in another scenario.
        return False

    def apply(self) -> Change:
        self.cut.made = True
        return super().apply()

    def revert(self) -> Change:
        self.cut.made = False
        return super().revert()
