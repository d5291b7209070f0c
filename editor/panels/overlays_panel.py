"""The switches of the overlays, with a key to their colours."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QColor, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QCheckBox, QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from editor.controls.forecasts import TURNS
from editor.controls.overlays import FIELD, REACH, SIGHT, STOPS
from editor.controls.reach_previews import TINTS
from editor.controls.supply_lines import DEPOT, FED, HUNGRY
from editor.desk.desk import Desk
from editor.dialogs.forms import swatch
from editor.look.scrolled import Scrolled
from editor.plain import PlainLabel, as_written
from engine.play.display import Grade

KEYS = (
    "overlay.reach",
    "overlay.turns",
    "overlay.zoc-first",
    "overlay.zoc-second",
    "overlay.threat-first",
    "overlay.threat-second",
    "overlay.supply-first",
    "overlay.supply-second",
    "overlay.in-reach",
    "overlay.sight",
    "overlay.field",
    "overlay.losses",
    "overlay.problems",
    "overlay.set-up",
    "overlay.objectives",
    "overlay.arrivals",
)

TICK: Final = 26
"""Pixels of the box to tick before a text."""


class OverlayBox(QCheckBox):
    """The tick of an action."""

    def __init__(self, action: QAction, parent: QWidget) -> None:
        super().__init__(parent)
        self._action = action
        self._name = self._keys = ""
        # Sides may have long names: they do not make the window wider, and the tip has them whole.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._follow()
        # A method of its own rather than a function: the connection ends with the box.
        action.changed.connect(self._follow)
        self.toggled.connect(action.setChecked)

    def _follow(self) -> None:
        action = self._action
        shortcut = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        self._name = action.text().replace("&", "")
        self._keys = f"  ({shortcut})" if shortcut else ""
        self.setToolTip(as_written(self._name + self._keys))
        self._fit()
        self.setChecked(action.isChecked())
        self.setEnabled(action.isEnabled())
        self.setVisible(action.isVisible())

    def _fit(self) -> None:
        """Leave out the keys where there is no room for them, and shorten a name that is too long itself."""
        room, metrics = self.width() - TICK, self.fontMetrics()
        whole = self._name + self._keys
        fits = not self.isVisible() or metrics.horizontalAdvance(whole) <= room
        text = whole if fits else metrics.elidedText(self._name, Qt.TextElideMode.ElideRight, room)
        if text != self.text():
            self.setText(text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width has room for another text."""
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        """What is not seen is not fitted."""
        super().showEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Letters of another size, or of another style, take more room or less."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()


class OverlaysPanel(QWidget):
    """Ticks for every overlay, the same switches as in the View menu."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.boxes: dict[str, QCheckBox] = {}
        self._graded: dict[Grade, tuple[PlainLabel, PlainLabel]] = {}
        """The rows of the key to the tints of an answer."""
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(10, 10, 10, 10)
        for key in KEYS:
            action = desk.actions.find(key)
            if action is not None:
                layout.addWidget(self._box(key, action, body))
        layout.addSpacing(8)
        layout.addLayout(self._legend())
        self._in_reach = desk.controls.in_reach
        self._in_reach.action.changed.connect(self._show_graded)
        self._show_graded()
        layout.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(Scrolled(body))

    def _box(self, key: str, action: QAction, body: QWidget) -> QCheckBox:
        self.boxes[key] = box = OverlayBox(action, body)
        return box

    def _legend(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setColumnStretch(1, 1)
        rows = (
            (REACH, "can be reached, with movement points"),
            (STOPS, "can be reached, and the move ends there"),
            *((colour, f"in reach in turn {turn} from now") for turn, colour in TURNS.items()),
            (FED, "supplied by the line to a source"),
            (DEPOT, "not supplied by itself; the line to a supply unit"),
            (HUNGRY, "without supply; point at a hex to read why"),
            *((colour, grade) for grade, colour in TINTS.items()),
            (SIGHT["visible"], "seen"),
            (SIGHT["attenuated"], "seen, fire attenuated"),
            (SIGHT["blocked"], "not seen; point at a hex to read why"),
            (FIELD["fire"][1], "guns there fire with full strength; dashed: with less"),
        )
        for row, (colour, text) in enumerate(rows):
            solid = QColor(colour)
            solid.setAlpha(255)
            chip = PlainLabel()
            chip.setPixmap(swatch(solid.name()).pixmap(16, 16))
            label = PlainLabel(text)
            label.setWordWrap(True)
            grid.addWidget(chip, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(label, row, 1)
            if isinstance(text, Grade):
                self._graded[text] = chip, label
        return grid

    def _show_graded(self) -> None:
        """Say what the tints of the rules' own question mean; nothing where they have none."""
        overlay = self._in_reach.overlay()
        for grade, (chip, label) in self._graded.items():
            text = overlay.legend.get(grade, "") if overlay is not None else ""
            label.setText(text)
            chip.setVisible(bool(text))
            label.setVisible(bool(text))
