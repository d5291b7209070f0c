"""How the views of a document stood when it was left."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt

from editor.canvas.zoom_view import Stand


@dataclass(frozen=True, slots=True)
class ViewPlaces:
    """How the views stood when their document was left."""

    stands: tuple[Stand, ...]
    active: int
    orientation: Qt.Orientation
    sizes: tuple[int, ...]
    revisions: tuple[int, int]
    """The state of the document then."""
