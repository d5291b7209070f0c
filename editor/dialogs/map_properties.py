"""The dialog for the map's name, scale and provenance."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from editor.dialogs.forms import FormDialog, form
from editor.plain import PlainLabel
from editor.work.habits import length_example
from engine.boards.board import Board


class MapPropertiesDialog(FormDialog):
    """Asks what the map is called, what a hex is across, and where the map comes from."""

    def __init__(self, board: Board, measures: str, parent: QWidget | None = None) -> None:
        super().__init__("Map properties", parent, accept_text="Apply")
        layout = form()
        self.name = QLineEdit(board.name)
        self.name.textChanged.connect(lambda _text: self.check())
        self.scale = QLineEdit(board.scale)
        self.scale.setPlaceholderText(f"such as {length_example()}")
        self.source = QPlainTextEdit(board.provenance)
        self.source.setTabChangesFocus(True)
        size = PlainLabel(measures)
        layout.addRow("&Name", self.name)
        layout.addRow("&Scale", self.scale)
        layout.addRow("&Provenance", self.source)
        layout.addRow("Grid", size)
        self.body.addLayout(layout)
        self.resize(520, 340)
        self.check()

    @property
    def map_name(self) -> str:
        """The name."""
        return self.name.text().strip()

    @property
    def map_scale(self) -> str:
        """What a hex is across."""
        return self.scale.text().strip()

    @property
    def provenance(self) -> str:
        """Where the map comes from."""
        return self.source.toPlainText().strip()

    def problem(self) -> str:
        """Why this cannot be applied."""
        return "" if self.map_name else "The map needs a name."
