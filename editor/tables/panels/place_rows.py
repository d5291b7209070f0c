"""Where a base begins: its place in paces and its facing, each in a row of its own."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QFormLayout

from editor.dialogs.unit_parts import PlaceRows
from editor.look.numbers import PointsBox

STEP = 15.0
"""Degrees that a click on an arrow turns a base by."""


class TablePlaceRows(PlaceRows):
    """A place on a table as ``x,y``, and a facing. What is typed as ``x,y/facing`` goes into both."""

    def _add(self, layout: QFormLayout) -> None:
        self.line.setPlaceholderText("not on the table")
        self.line.setToolTip("The middle of its front edge, in paces from the upper left corner: x,y; empty for none")
        self.facing = PointsBox()
        self.facing.setDecimals(1)
        self.facing.setRange(0, 359.9)
        self.facing.setSingleStep(STEP)
        self.facing.setWrapping(True)
        self.facing.setSuffix("°")
        self.facing.setKeyboardTracking(False)
        self.facing.setToolTip("Where it faces, in degrees clockwise: 0 is the upper edge, 90 the right one")
        self.facing.valueChanged.connect(self._turned)
        layout.addRow("&Place", self.line)
        layout.addRow("&Facing", self.facing)

    def show_place(self, name: str) -> None:
        at, _, facing = name.partition("/")
        super().show_place(at)
        self.facing.setEnabled(bool(name))
        with QSignalBlocker(self.facing):
            self.facing.setValue(float(facing or 0))

    def _named(self, text: str) -> str:
        plain = bool(text) and "/" not in text and "facing" not in text.lower()
        return f"{text}/{self.facing.value():g}" if plain else text

    def _turned(self, _degrees: float) -> None:
        """Turn the base where it stands, which is about the middle of its front edge."""
        self.put(self._named(self.line.text().strip()))
