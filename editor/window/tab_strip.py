"""The strip of tabs above the map: one for each open document, none while there is only one."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QPoint, QSignalBlocker, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication, QIcon, QMouseEvent
from PySide6.QtWidgets import QMenu, QTabBar

from editor.desk.desk import Desk
from editor.dialogs.asking import pop_up
from editor.look.icons import icon
from editor.menus.file import FileActions
from editor.plain import as_written
from editor.stage.tabs import Tab

WIDEST: Final = 260
"""Pixels that a tab's name may take."""


class Face(NamedTuple):
    """What a tab shows of its document."""

    name: str
    holds: str
    """``map``, ``scenario`` or ``rules``."""
    path: Path | None
    dirty: bool


class TabStrip(QTabBar):
    """Shows the desk's tabs and lets the mouse choose, move and close them."""

    def __init__(self, desk: Desk, files: FileActions) -> None:
        super().__init__()
        self.setObjectName("tabs")
        self.desk, self._files = desk, files
        self.setAutoHide(True)
        self.setDocumentMode(True)
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setMovable(True)
        self.setTabsClosable(True)
        self.setUsesScrollButtons(True)
        self.setElideMode(Qt.TextElideMode.ElideMiddle)
        # The keyboard goes from tab to tab with Ctrl+Tab, and stays on the map.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName("Open documents")
        self._pressed = -1
        self._faces: dict[int, Face] = {}
        tabs = desk.tabs
        tabs.opened.connect(self._opened)
        tabs.closed.connect(lambda _tab: self._fill())
        tabs.fronted.connect(lambda tab: self._fronted())
        self.currentChanged.connect(self._chosen)
        self.tabMoved.connect(tabs.move)
        self.tabCloseRequested.connect(lambda index: files.close_tabs([tabs[index]]))
        for tab in tabs:
            self._follow(tab)
        self._fill()

    # -- showing ------------------------------------------------------------------------------------------------

    def _opened(self, tab: Tab) -> None:
        self._follow(tab)
        self._fill()

    def _follow(self, tab: Tab) -> None:
        tab.document.state_changed.connect(self.refresh)

    def _fill(self) -> None:
        """As many tabs as there are documents, in their order."""
        with QSignalBlocker(self):
            while self.count() > len(self.desk.tabs):
                self.removeTab(self.count() - 1)
            while self.count() < len(self.desk.tabs):
                self.addTab("")
        self._faces.clear()
        self.refresh()
        self._fronted()

    def refresh(self) -> None:
        """Name, mark, icon and path of every tab."""
        alike = Counter(map(_kind_and_title, self.desk.tabs))
        for index, tab in enumerate(self.desk.tabs):
            if index >= self.count():
                return
            document = tab.document
            name = document.title
            if alike[_kind_and_title(tab)] > 1 and document.path is not None:
                name = f"{name} – {document.path.parent.name}/{document.path.name}"
            shown = Face(name, document.holds, document.path, document.dirty)
            # This is asked at every step of a stroke, and the bar lays itself out again for every text it is given.
            if self._faces.get(index) != shown:
                self._faces[index] = shown
                self._show_face(index, shown)

    def _show_face(self, index: int, face: Face) -> None:
        text = self.fontMetrics().elidedText(face.name, Qt.TextElideMode.ElideMiddle, WIDEST).replace("&", "&&")
        self.setTabText(index, f"{text} *" if face.dirty else text)
        for side in QTabBar.ButtonPosition:
            close = self.tabButton(index, side)
            if close is not None:
                close.setAccessibleName(f"Close {face.name}")
        self.setTabIcon(index, _symbol(face.holds))
        where = str(face.path) if face.path is not None else f"{face.name}, never saved to a file"
        self.setTabToolTip(index, as_written(where + (" (has unsaved changes)" if face.dirty else "")))

    def _fronted(self) -> None:
        with QSignalBlocker(self):
            self.setCurrentIndex(self.desk.tabs.index(self.desk.tabs.front))

    def changeEvent(self, event: QEvent) -> None:
        """Icons go with the desktop, light or dark; names are cut to the letters."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._faces.clear()
            self.refresh()

    # -- the mouse ----------------------------------------------------------------------------------------------

    def _chosen(self, index: int) -> None:
        if 0 <= index < len(self.desk.tabs):
            self.desk.tabs.show(self.desk.tabs[index])

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Note the tab that the middle button goes down on: it is closed if the button comes up there too."""
        if event.button() == Qt.MouseButton.MiddleButton:
            self._pressed = self.tabAt(event.position().toPoint())
        elif event.button() != Qt.MouseButton.RightButton:
            super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """The middle button closes the tab it went down on; the right one opens its menu."""
        index = self.tabAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.MiddleButton:
            if index >= 0 and index == self._pressed:
                self._files.close_tabs([self.desk.tabs[index]])
            self._pressed = -1
        elif event.button() == Qt.MouseButton.RightButton:
            if index >= 0:
                pop_up(self.menu(self.desk.tabs[index]), event.globalPosition().toPoint() + QPoint(1, 1))
        else:
            super().mouseReleaseEvent(event)

    def menu(self, tab: Tab) -> QMenu:
        """What can be done with a tab."""
        menu = QMenu(self)
        path = tab.document.path
        menu.addAction("&Close", lambda: self._files.close_tabs([tab]))
        others = menu.addAction("Close &others", lambda: self._files.close_others(tab))
        others.setEnabled(len(self.desk.tabs) > 1)
        menu.addSeparator()
        copy = menu.addAction("Copy &path", lambda: QGuiApplication.clipboard().setText(str(path)))
        show = menu.addAction(
            "&Show in folder", lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent if path else "")))
        )
        for action in (copy, show):
            action.setEnabled(path is not None)
        return menu


def _kind_and_title(tab: Tab) -> tuple[str, str]:
    """What a tab shows: the icon of its kind of document, and the name."""
    return tab.document.holds, tab.document.title


def _symbol(holds: str) -> QIcon:
    """What says on a tab which kind of document it is."""
    if holds == "map":
        return icon("tab_map")
    return icon("tab_rules") if holds == "rules" else icon("tab_scenario")
