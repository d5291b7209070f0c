"""The selected places on the canvas."""

from __future__ import annotations

from PySide6.QtCore import QObject

from editor.stage.stage import Stage


class SelectionControl(QObject):
    """Marks the places that are selected."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._stage = stage
        stage.selection.selection_changed.connect(self._show)
        stage.document_changed.connect(lambda _document: self._show())
        self._show()

    def _show(self) -> None:
        self._stage.canvas.map_scene.show_selected(self._stage.selection.spots)
