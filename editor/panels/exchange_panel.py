"""The Exchange panel: what goes to other programs and comes from them, packs, and the scan below the grid."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QSize
from PySide6.QtGui import QAction, QShowEvent
from PySide6.QtWidgets import QGroupBox, QToolButton, QVBoxLayout, QWidget

from editor.desk.desk import Desk
from editor.dialogs.forms import note
from editor.look.scrolled import Scrolled
from editor.panels.buttons import PanelButton
from editor.panels.flow import FlowLayout
from editor.plain import as_written
from editor.work.remembered import EXPORTS, remembered
from engine.errors import HexwrightError
from engine.exchange.packs import installed
from engine.exchange.rows import format_named
from engine.plural import counted

PARTS: Final = (
    ("bring", "Bring in", ("file.import", "file.open")),
    ("scan", "A scan below the grid", ("panel.underlay", "panel.tracing")),
    ("give", "Give away", ("file.export-to", "file.export-again", "file.export", "file.print-sheets")),
    ("packs", "Packs", ("help.packs",)),
)
"""The parts of the panel: key, title, and the actions that have a button."""
ABOUT: Final = {
    "bring": "Files of VASSAL, Tiled, Worldographer, GeoJSON, height grids and others.",
    "scan": "",
    "give": "",
    "packs": "",
}


class ExchangePanel(QWidget):
    """Shows what was exported last, the scan and the packs, and has a button for each way in and out."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.notes = {key: note(ABOUT[key]) for key, _title, _actions in PARTS}
        self.buttons: dict[str, QToolButton] = {}
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(8, 6, 8, 6)
        for key, title, actions in PARTS:
            column.addWidget(self._part(key, title, actions))
        column.addStretch(1)
        area = Scrolled(body)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)
        for signal in (desk.document_changed, desk.state_changed, desk.log.added, desk.controls.underlay.changed):
            signal.connect(lambda *_: self._follow())
        self.refresh()

    def _part(self, key: str, title: str, actions: tuple[str, ...]) -> QGroupBox:
        box = QGroupBox(title)
        column = QVBoxLayout(box)
        column.setContentsMargins(8, 4, 8, 6)
        column.addWidget(self.notes[key])
        row = QWidget()
        flow = FlowLayout(row, 4)
        for name in actions:
            action = self.desk.actions.find(name)
            if action is not None:
                self.buttons[name] = _button(action, row)
                flow.addWidget(self.buttons[name])
        column.addWidget(row)
        return box

    def minimumSizeHint(self) -> QSize:
        """Low: what has no room is scrolled."""
        return QSize(super().minimumSizeHint().width(), 110)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def _follow(self) -> None:
        """Something has changed: the texts are read again only if they are visible."""
        if self.isVisible():
            self.refresh()

    def refresh(self) -> None:
        """Show the last export, the scan and the packs as they are now."""
        texts = {"scan": self._scan(), "give": self._last_export(), "packs": _packs()}
        for key, text in texts.items():
            self.notes[key].setText(text)

    def _scan(self) -> str:
        underlay = self.desk.controls.underlay.underlay
        if underlay is None:
            return "Choose a picture, fit the grid to it by three clicks, then trace it."
        return f"{Path(underlay.image).name} is below the map. Fit its grid in Underlay, then use Tracing."

    def _last_export(self) -> str:
        last = remembered(EXPORTS, self.desk.document.path)
        try:
            title = format_named(str(last.get("format", ""))).title
        except HexwrightError:
            return "Pictures, printed sheets, and files for VASSAL, Tiled, Worldographer and others."
        return f"Last export: {Path(str(last.get('out', ''))).name} ({title})."


def _packs() -> str:
    names = [one.name for one in installed()]
    if not names:
        return "No packs are installed. A pack contains maps, scenarios and rules by other people."
    return f"{counted(len(names), 'pack')} installed: {', '.join(names)}."


def _button(action: QAction, row: QWidget) -> QToolButton:
    """A button for an action, which is shown and grey as its menu entry is."""
    button = PanelButton()
    button.setParent(row)

    def follow() -> None:
        button.setText(action.text().replace("&", "").removeprefix("Go to: "))
        button.setToolTip(as_written(action.statusTip() or action.text()))
        button.setEnabled(action.isEnabled())
        button.setVisible(action.isVisible())

    button.clicked.connect(action.trigger)
    action.changed.connect(follow)
    follow()
    return button
