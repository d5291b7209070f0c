"""The Army panel of tables: the army of a side, the commands, the terrain and the weather, a page each."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget

from editor.desk.desk import Desk
from editor.document.document import Document
from editor.tables.panels.army import ArmyPage
from editor.tables.panels.commands_page import CommandsPage
from editor.tables.panels.ground_page import TerrainPage, WeatherPage
from editor.tables.panels.sheet import SheetPage
from engine.tables.table import Table


class ArmyPanel(QWidget):
    """The sheets of a battle on a table; only the page that is looked at is worked out."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.setAccessibleName("Army")
        self.pages: dict[str, SheetPage] = {
            "Army": ArmyPage(desk),
            "Commands": CommandsPage(desk),
            "Terrain": TerrainPage(desk),
            "Weather": WeatherPage(desk),
        }
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        for title, page in self.pages.items():
            self.tabs.addTab(page, title)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.tabs)
        self._fresh: QWidget | None = None
        """The page that shows how things stand now."""
        self.tabs.currentChanged.connect(lambda _index: self.refresh())
        desk.controls.overlays.oracle.outdated.connect(self.refresh)
        desk.document_changed.connect(self._follow)

    def showEvent(self, event: QShowEvent) -> None:
        """It is looked at now."""
        super().showEvent(event)
        if self._fresh is not self.tabs.currentWidget():
            self.refresh()

    def changeEvent(self, event: QEvent) -> None:
        """On a dark desktop what is wrong has another red."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.refresh()

    def _follow(self, document: Document) -> None:
        if not isinstance(document.board, Table):
            for page in self.pages.values():
                page.clear()
        self.refresh()

    def refresh(self) -> None:
        """Show how things stand on the page in front."""
        page = self.tabs.currentWidget()
        shown = self.isVisible() and isinstance(page, SheetPage)
        self._fresh = page if shown else None
        if shown and isinstance(page, SheetPage):
            page.refresh()
