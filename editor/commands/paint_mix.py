"""Paint several terrains at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from editor.commands.patch import MapPatch

if TYPE_CHECKING:
    from editor.document.document import Document


class PaintMix(MapPatch):
    """Give each hex the terrain that was drawn for it."""

    def __init__(self, document: Document, terrain: Mapping[int, str], stroke: int = 0) -> None:
        super().__init__(document, "Paint a mix of terrains", terrain=terrain, stroke=stroke)
