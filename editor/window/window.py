"""The main window: the tabs, the map, and around it what the other rooms offer."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QEvent, QSize, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QMainWindow, QVBoxLayout, QWidget

from editor.canvas.view import MapView
from editor.controls.notice_bar import NoticeBar
from editor.controls.reload import Freshness
from editor.document.document import Document
from editor.look import style
from editor.look.icons import icon
from editor.menus.context import ContextMenu
from editor.panels.play_banner import PlayFrame
from editor.rules.room import RulesRoom
from editor.stage.keymap import lay_over
from editor.stage.submenus import STYLE_MENU, WORKSPACE_MENU
from editor.window.assembly import assemble
from editor.window.docks import Docks
from editor.window.field_keys import FieldKeys
from editor.window.focus import FocusActions
from editor.window.form_focus import FORMS, FormFocus
from editor.window.menu_bar import MenuBar
from editor.window.session import Session
from editor.window.status_bar import StatusLine
from editor.window.tab_strip import TabStrip
from editor.window.tool_bars import ToolBars
from editor.window.tour import Tour
from editor.window.welcome import Greeter, WelcomePage
from editor.window.workspaces import Workspaces
from editor.work.settings import settings, write_out


class Window(QMainWindow):
    """One window, the open documents in tabs."""

    def __init__(self, document: Document, *, blank: bool = False) -> None:
        super().__init__()
        self.remembers_tabs = True
        """Whether what is open now is what the next start opens."""
        self._aside = False
        """Whether the welcome page has the window."""
        self._titled: tuple[str, bool, str] | None = None
        """The title, mark and file that the desktop was told last."""
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(1000)
        self._soon.timeout.connect(self._remember_tabs)
        self.setObjectName("hexwright")
        style.dress(self)
        self.setWindowIcon(icon("app"))
        self.setAcceptDrops(True)
        self.setDockNestingEnabled(True)
        self.resize(QSize(1440, 900).boundedTo(self.screen().availableSize()))
        self.desk, self.menus = desk, menus = assemble(document, self, blank=blank)
        self.files, self.panes = menus.file, desk.panes
        self.session = Session(menus.file)
        bar = MenuBar(self, desk.actions)
        self.context = ContextMenu(desk)
        self.strip, self.notice = TabStrip(desk, menus.file), NoticeBar()
        self.freshness = Freshness(desk, menus.file.watch, self.notice)
        self.bars = ToolBars(self, desk, bar[STYLE_MENU])
        self.docks = Docks(self, desk)
        self.rules = RulesRoom(desk, menus.file)
        self.workspaces = Workspaces(self, desk, self.docks, self.rules.bring_up)
        self.bars.add_workspaces(self.workspaces.switches, bar[WORKSPACE_MENU])
        self.play = PlayFrame(desk, desk.panes)
        self.welcome = WelcomePage(desk, menus.file)
        self.setCentralWidget(_column(self.strip, self.notice, self.welcome, self.rules.view, self.play))
        self.status = StatusLine(self, desk, self.docks.problems)
        self.workspaces.shown.connect(self.status.let_go)
        self.field_keys = FieldKeys(desk.actions, self)
        self.form_focus = FormFocus(desk, [self.docks[key] for key in FORMS])
        self.focus = FocusActions(desk, self.docks.by_key, (self.bars.main, self.bars.tools))
        self.tour = Tour(self, desk, self.docks, self.bars, menus.file)
        self.greeter = Greeter(self.welcome, self._put_aside)
        self.tour.welcome(self.greeter)
        bar.add_menu("File", 1, menus.file.recent_menu)
        bar.add_menu("View", 10, self.docks.menu())
        bar.deal_letters()
        lay_over(desk.actions)
        desk.document_changed.connect(lambda _document: self._show_title())
        desk.document_changed.connect(lambda _document: self._show_middle())
        self.docks.problems.checked.connect(self.rules.show_findings)
        desk.state_changed.connect(self._show_title)
        for signal in (desk.tabs.opened, desk.tabs.closed, desk.tabs.fronted, desk.tabs.moved):
            signal.connect(lambda *_: self._soon.start())
        self._show_title()
        self._restore()
        self._show_middle()

    @property
    def canvas(self) -> MapView:
        """The view that is worked in."""
        return self.panes.active

    def _put_aside(self, aside: bool) -> None:
        """Show the welcome page alone in the window, or the map and all around it."""
        self.docks.put_aside(aside)
        self.strip.setVisible(not aside and len(self.desk.tabs) > 1)
        self._aside = aside
        self.status.put_aside(aside)
        self._show_middle()

    def _show_middle(self) -> None:
        """Show the map, or the rules desk in its place; neither beside the welcome page."""
        rules = self.rules.shown
        self.play.setHidden(self._aside or rules)
        self.rules.view.setHidden(self._aside or not rules)
        self.bars.show_for_map(not self._aside and not rules)

    def _show_title(self) -> None:
        document = self.desk.document
        shown = document.title, document.dirty, str(document.path) if document.path else ""
        if shown != self._titled:
            # Asked at every step of a stroke, and a title goes all the way to the desktop.
            self._titled = title, dirty, path = shown
            self.setWindowTitle(f"{title}[*] – Hexwright")
            self.setWindowModified(dirty)
            self.setWindowFilePath(path)
            self._soon.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.bars.fit(self.height())
        if self.height() < event.oldSize().height():
            self.docks.room.lowered()

    def changeEvent(self, event: QEvent) -> None:
        """The window becomes active: its files may have been changed by other programs meanwhile. Or it fills the
        screen, or does no longer."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isVisible():
            self.files.watch.look_soon()
        elif event.type() == QEvent.Type.WindowStateChange:
            self.workspaces.full_screen.setChecked(self.isFullScreen())

    # -- coming and going ---------------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        QTimer.singleShot(0, self, self._shown)

    def _shown(self) -> None:
        """The panels have their room, and the map what is left."""
        self.docks.shown()
        self.panes.settle_in()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls() and any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            # After the drop is over: a dialog in the middle of it would hold up the program it came from.
            QTimer.singleShot(0, self, lambda: self.files.open_paths(paths))

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.files.may_close():
            event.ignore()
            return
        store = settings()
        store.setValue("window/geometry", self.saveGeometry())
        self.workspaces.remember()
        self._soon.stop()
        self._remember_tabs()
        self.panes.remember()
        self.menus.close()
        self.rules.close()
        self.welcome.close_down()
        write_out()
        event.accept()

    def _remember_tabs(self) -> None:
        """Note what is open now, and not only at the end: the end may be a crash."""
        if self.remembers_tabs:
            self.session.remember_tabs()

    def _restore(self) -> None:
        geometry = settings().value("window/geometry")
        if isinstance(geometry, QByteArray):
            self.restoreGeometry(geometry)
        self.workspaces.begin()


def _column(*parts: QWidget) -> QWidget:
    """Parts below each other without room between them; the last three take what is left."""
    found = QWidget()
    column = QVBoxLayout(found)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    for part in parts:
        column.addWidget(part, 1 if part in parts[-3:] else 0)
    return found
