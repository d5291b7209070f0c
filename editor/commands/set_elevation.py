"""Raise, lower and set the ground."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from editor.commands.patch import MapPatch

if TYPE_CHECKING:
    from editor.document.document import Document

TOP = 35
"""The highest level a file can hold."""


class SetElevation(MapPatch):
    """Give hexes their level; levels beyond 0 and 35 are held there."""

    def __init__(self, document: Document, levels: Mapping[int, int], stroke: int = 0) -> None:
        held = {h: max(0, min(TOP, level)) for h, level in levels.items()}
        super().__init__(document, "Set elevation", elevation=held, stroke=stroke)
