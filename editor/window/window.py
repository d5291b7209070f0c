"""The main window: it only assembles what the other rooms offer."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QByteArray, QEvent, QSize, Qt, QTimer, QUrl
from PySide6.QtGui import QCloseEvent, QDesktopServices, QDragEnterEvent, QDropEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QDockWidget,
    QLabel,
    QMainWindow,
    QMenu,
    QMessageBox,
    QToolBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor.canvas.aim import Aim
from editor.canvas.fittings import fit_out
from editor.canvas.panes import Panes
from editor.canvas.view import MapView
from editor.commandline.version import version
from editor.controls.context_menu import ContextMenu
from editor.controls.reload import Freshness
from editor.desk.actions import MENUS, Entry
from editor.desk.workbench import Workbench
from editor.document.document import Document
from editor.look.icons import icon
from editor.look.mnemonics import deal_menu
from editor.menus.edit import EditActions
from editor.menus.file import FileActions
from editor.menus.find import DeskActions
from editor.menus.map import MapActions
from editor.menus.print import PrintActions
from editor.menus.style import STYLE_MENU, LookActions
from editor.menus.tabs import TabActions
from editor.menus.view import ViewActions
from editor.panels import PANELS, PanelSpec
from editor.panels.steady_label import SteadyLabel
from editor.panels.tab_sweeper import TabSweeper
from editor.tools.manager import ToolManager
from editor.window.focus import FocusActions
from editor.window.notice_bar import NoticeBar
from editor.window.session import Session
from editor.window.tab_strip import TabStrip
from editor.work.settings import settings
from engine import data

AREAS: Final = {
    "left": Qt.DockWidgetArea.LeftDockWidgetArea,
    "right": Qt.DockWidgetArea.RightDockWidgetArea,
    "bottom": Qt.DockWidgetArea.BottomDockWidgetArea,
}
MNEMONICS: Final = {"Select": "Se&lect"}
"""Titles of menus whose first letter another one answers to."""
TALL: Final = 850
"""From this height on, in pixels, the window has room for all tools at their full size."""
WIDE: Final = 1200
"""From this width on, in pixels, the panels at the sides have the width they like."""
LAYOUT: Final = 1
"""Raised when the docks change so much that a remembered arrangement no longer fits."""


class Window(QMainWindow):
    """One window, the open documents in tabs."""

    def __init__(self, document: Document, *, blank: bool = False) -> None:
        super().__init__()
        self.remembers_tabs = True
        """Whether what is open now is what the next start opens."""
        self._titled: tuple[str, bool, str] | None = None
        """The title, mark and file that the desktop was told last."""
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(1000)
        self._soon.timeout.connect(self._remember_tabs)
        self.setObjectName("hexwright")
        self.setWindowIcon(icon("app"))
        self.setAcceptDrops(True)
        self.setDockNestingEnabled(True)
        self.resize(QSize(1440, 900).boundedTo(self.screen().availableSize()))
        self.workbench = workbench = Workbench(document, blank=blank)
        workbench.window = self
        bar = self.menuBar()
        self._menus = {name: QMenu(MNEMONICS.get(name, f"&{name}"), self) for name in MENUS}
        for top in self._menus.values():
            bar.addMenu(top)
        self._groups: dict[tuple[str, int], object] = {}
        workbench.actions.added.connect(self._place)
        self.panes = workbench.panes = Panes(workbench)
        workbench.tools = ToolManager(workbench)
        self.panes.target = workbench.tools
        self.files = FileActions(workbench)
        self.session = Session(self.files)
        self._add_centre()
        self.prints = PrintActions(workbench)
        self.edits = EditActions(workbench)
        self.views = ViewActions(workbench)
        self.looks = LookActions(workbench)
        self.maps = MapActions(workbench)
        self.fittings = fit_out(workbench)
        ContextMenu(workbench, self.fittings.units)
        self.docks: dict[str, QDockWidget] = {}
        self._add_toolbars()
        self._add_docks()
        TabSweeper(self)
        self._add_status_bar()
        self.tab_actions = TabActions(workbench, self.files)
        self.focus = FocusActions(workbench)
        self._add_menus()
        self.desk = DeskActions(workbench)
        for action in self.menuBar().actions():
            menu = action.menu()
            if isinstance(menu, QMenu):
                deal_menu(menu)
        workbench.document_changed.connect(self._on_document)
        workbench.state_changed.connect(self._show_title)
        workbench.selection.selection_changed.connect(self._show_selection)
        for signal in (workbench.tabs.opened, workbench.tabs.closed, workbench.tabs.fronted, workbench.tabs.moved):
            signal.connect(lambda *_: self._soon.start())
        self._on_document(document)
        self._restore()

    # -- assembling ---------------------------------------------------------------------------------------------

    def _place(self, entry: Entry) -> None:
        """Put an action into its menu, after the others of its group."""
        self.addAction(entry.action)
        menu = self._menus.get(entry.menu) or self._submenu(entry.menu)
        if menu is None:
            return
        entries = [other for other in self.workbench.actions.entries if other.menu == entry.menu and other is not entry]
        later = next((other.action for other in entries if other.group > entry.group), None)
        first_of_group = not any(other.group == entry.group for other in entries)
        if later is None:
            if first_of_group and entries:
                menu.addSeparator()
            menu.addAction(entry.action)
            return
        # The line before the later group stays with that group.
        actions = menu.actions()
        at = actions.index(later)
        line = actions[at - 1] if at and actions[at - 1].isSeparator() else None
        if first_of_group:
            menu.insertAction(later, entry.action)
            menu.insertSeparator(later)
        else:
            menu.insertAction(line or later, entry.action)

    def _submenu(self, name: str) -> QMenu | None:
        """A menu within a menu, such as ``View/Map style``, made when its first entry comes."""
        parent, bar, title = name.partition("/")
        if not bar or parent not in self._menus:
            return None
        self._menus[parent].addSeparator()
        found = self._menus[name] = QMenu(title, self)
        self._menus[parent].addMenu(found)
        return found

    def _add_centre(self) -> None:
        """The tabs, what there is to say of the document in front, and the map."""
        self.strip, self.notice = TabStrip(self.workbench, self.files), NoticeBar()
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.strip)
        column.addWidget(self.notice)
        column.addWidget(self.panes, 1)
        self.setCentralWidget(centre)
        self.freshness = Freshness(self.workbench, self.files.watch, self.notice)

    def _add_menus(self) -> None:
        add = self.workbench.actions.add
        add("file.quit", "&Quit", self.close, menu="File", group=9, shortcut=QKeySequence.StandardKey.Quit)
        add("help.guide", "&User guide", self._open_guide, menu="Help", shortcut="F1")
        add("help.keys", "&Keyboard and mouse", self._show_keys, menu="Help")
        add("help.about", "&About Hexwright", self._about, menu="Help", group=1)
        self._menus["File"].insertMenu(self.workbench.actions.get("file.save"), self.files.recent_menu)
        self._menus["File"].insertSeparator(self.workbench.actions.get("file.save"))
        panels = QMenu("&Panels", self)
        for dock in self.docks.values():
            panels.addAction(dock.toggleViewAction())
        panels.addSeparator()
        panels.addAction(
            add(
                "view.reset-panels",
                "&Reset arrangement",
                self._reset_docks,
                tip="Put all panels back where they were the first time",
            )
        )
        self._menus["View"].addSeparator()
        self._menus["View"].addMenu(panels)

    def _add_toolbars(self) -> None:
        get = self.workbench.actions.get
        main = QToolBar("Main tool bar", self)
        main.setObjectName("main")
        main.setMovable(False)
        main.setIconSize(QSize(22, 22))
        for group in (
            ("file.new-map", "file.open", "file.save"),
            ("edit.undo", "edit.redo"),
            ("view.zoom-out", "view.zoom-in", "view.fit"),
            ("view.grid", "view.numbers"),
        ):
            if main.actions():
                main.addSeparator()
            for key in group:
                main.addAction(get(key))
        main.addWidget(self._style_button())
        self.addToolBar(Qt.ToolBarArea.TopToolBarArea, main)
        tools = QToolBar("Tools", self)
        tools.setObjectName("tools")
        tools.setMovable(False)
        tools.setIconSize(QSize(24, 24))
        group_now = 0
        for spec in self.workbench.tools.specs:
            if spec.group != group_now:
                tools.addSeparator()
                group_now = spec.group
            tools.addAction(get(f"tool.{spec.key}"))
        self.addToolBar(Qt.ToolBarArea.LeftToolBarArea, tools)

    def _style_button(self) -> QToolButton:
        """The map styles and what goes with them, at hand in the tool bar."""
        button = QToolButton()
        button.setIcon(icon("style"))
        button.setText("Map style")
        button.setToolTip("Map style, hill shading, tints, contours")
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setMenu(self._menus[STYLE_MENU])
        return button

    def _add_docks(self) -> None:
        last: dict[str, QDockWidget] = {}
        for spec in PANELS:
            dock = self._dock(spec)
            before = last.get(spec.area)
            if before is not None and spec.tabbed:
                self.tabifyDockWidget(before, dock)
            elif before is not None:
                self.addDockWidget(AREAS[spec.area], dock, Qt.Orientation.Vertical)
            else:
                self.addDockWidget(AREAS[spec.area], dock)
            last[spec.area] = dock
            dock.setVisible(spec.visible)
            self.docks[spec.key] = dock
        self.setCorner(Qt.Corner.BottomLeftCorner, AREAS["left"])
        self.setCorner(Qt.Corner.BottomRightCorner, AREAS["right"])
        self._raise_first()
        self._share_room()
        self._default_state = self.saveState(LAYOUT)

    def _share_room(self) -> None:
        """The map gets most of the window."""
        across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        sides = [264, 340] if self.width() >= WIDE else [225, 280]
        self.resizeDocks([self.docks["palette"], self.docks["battle"]], sides, across)
        self.resizeDocks([self.docks["problems"]], [170], down)
        self.resizeDocks([self.docks["palette"], self.docks["minimap"]], [600, 190], down)
        self.resizeDocks([self.docks["battle"], self.docks["inspector"]], [500, 320], down)

    def _raise_first(self) -> None:
        """Of docks behind each other the first one shows."""
        for place, spec in enumerate(PANELS):
            follows = PANELS[place - 1] if place else None
            if follows is None or follows.area != spec.area or not spec.tabbed:
                self.docks[spec.key].raise_()

    def _dock(self, spec: PanelSpec) -> QDockWidget:
        dock = QDockWidget(spec.title, self)
        dock.setObjectName(spec.key)
        dock.setWidget(spec.factory(self.workbench))
        return dock

    def _reset_docks(self) -> None:
        self.restoreState(self._default_state, LAYOUT)
        self._share_room()

    def _add_status_bar(self) -> None:
        self.place_label = SteadyLabel()
        self.zoom_label = SteadyLabel()
        self.zoom_label.setMinimumWidth(64)
        self.zoom_label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        # A label, not a message: it comes back when the tip of a menu entry has been shown over it.
        self.message_label = QLabel()
        bar = self.statusBar()
        bar.setSizeGripEnabled(False)
        bar.addWidget(self.message_label, 1)
        bar.addPermanentWidget(self.place_label)
        bar.addPermanentWidget(self.zoom_label)
        self.workbench.status_changed.connect(self.message_label.setText)
        self.panes.aim_changed.connect(self._show_place)
        self.panes.view_changed.connect(self._show_zoom)
        self._show_zoom()

    # -- what it shows ------------------------------------------------------------------------------------------

    @property
    def canvas(self) -> MapView:
        """The view that is worked in."""
        return self.panes.active

    def _on_document(self, _document: Document) -> None:
        self.place_label.clear()
        self.message_label.clear()
        self._show_title()
        self._show_selection()

    def _show_title(self) -> None:
        document = self.workbench.document
        shown = document.title, document.dirty, str(document.path) if document.path else ""
        if shown != self._titled:
            # Asked at every step of a stroke, and a title goes all the way to the desktop.
            self._titled = title, dirty, path = shown
            self.setWindowTitle(f"{title}[*] – Hexwright")
            self.setWindowModified(dirty)
            self.setWindowFilePath(path)
            self._soon.start()

    def _show_selection(self) -> None:
        self.canvas.map_scene.selection.show_marks(hexes=self.workbench.selection.hexes)

    def _show_place(self, aim: Aim) -> None:
        place = describe_place(self.workbench.document, aim.hex)
        self.place_label.setText(self.canvas.keys.told(place, aim))

    def _show_zoom(self) -> None:
        self.zoom_label.setText(f"{self.canvas.zoom * 100:.0f} %")

    # -- help ---------------------------------------------------------------------------------------------------

    def _open_guide(self) -> None:
        for guide in (data.root() / "docs" / "guide" / "index.md", data.root() / "README.md"):
            if guide.is_file():
                QDesktopServices.openUrl(QUrl.fromLocalFile(str(guide)))
                return
        self.workbench.status("The guide is on the project's page")

    def _show_keys(self) -> None:
        rows = "".join(f"<tr><td><b>{keys}</b></td><td>&nbsp;&nbsp;{what}</td></tr>" for keys, what in KEYS)
        QMessageBox.information(self, "Keyboard and mouse", f"<table cellspacing=4>{rows}</table>")

    def _about(self) -> None:
        QMessageBox.about(
            self,
            "About Hexwright",
            f"<h3>Hexwright {version()}</h3><p>A workshop for board wargames: paint maps, build scenarios, "
            "and let the umpire check and play them.</p><p>Free software under the MIT licence.</p>",
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """All tools are to be seen in a low window too."""
        super().resizeEvent(event)
        bar = self.findChild(QToolBar, "tools")
        if bar is not None:
            side = 24 if self.height() >= TALL else 16
            if bar.iconSize().width() != side:
                bar.setIconSize(QSize(side, side))

    def changeEvent(self, event: QEvent) -> None:
        """Who comes back to the window may have been busy with its files elsewhere."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isVisible():
            self.files.watch.look_soon()

    # -- coming and going ---------------------------------------------------------------------------------------

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
        store.setValue("window/state", self.saveState(LAYOUT))
        self._soon.stop()
        self._remember_tabs()
        self.files.close()
        self.prints.stop()
        event.accept()

    def _remember_tabs(self) -> None:
        """Note what is open now, and not only at the end: the end may be a crash."""
        if self.remembers_tabs:
            self.session.remember_tabs()

    def _restore(self) -> None:
        store = settings()
        geometry, state = store.value("window/geometry"), store.value("window/state")
        if isinstance(geometry, QByteArray):
            self.restoreGeometry(geometry)
        if isinstance(state, QByteArray):
            self.restoreState(state, LAYOUT)


def describe_place(document: Document, h: int) -> str:
    """A hex in words for the status bar: number, name, terrain, elevation, features, roads.

    Nothing for a hex that is not on the map: near a change of tabs the pointer may still be over the map before.
    """
    board = document.battle_map
    if h not in board.grid:
        return ""
    palette = board.palette
    kind = palette.terrain.get(board.terrain[h])
    parts = [board.grid.name(h), kind.name if kind else board.terrain[h]]
    if board.elevation[h]:
        parts.append(f"level {board.elevation[h]}")
    for key in board.features.get(h, ()):
        feature = palette.features.get(key)
        parts.append(feature.name if feature else key)
    parts += [path.name for key, path in palette.paths.items() if board.on_path(h, key)]
    name = board.place_name(h)
    if name:
        parts.insert(1, name)
    return " · ".join(parts)


KEYS: Final = (
    ("Wheel", "zoom to the pointer"),
    ("Space-drag, middle button", "move the map"),
    ("Ctrl+0", "show the whole map"),
    ("Ctrl+Tab, Ctrl+Shift+Tab", "next and previous tab; Ctrl+W closes one"),
    ("Ctrl+D, Ctrl+Shift+D", "split side by side, top and bottom; Ctrl+Alt+D closes the split"),
    ("Ctrl+Alt+G, Ctrl+Alt+Z", "two views scroll together, zoom together"),
    ("1 to 0", "choose a kind of the palette"),
    ("[ and ]", "smaller and larger brush"),
    ("Ctrl-click", "pick what lies there"),
    ("Shift-click", "with the brush: a straight line from the last hex"),
    ("Ctrl+C, Ctrl+X, Ctrl+V", "copy, cut and paste the selected hexes with all that is in them"),
    ("R, Shift+R, Shift+H, Shift+V", "while pasting: turn and flip"),
    ("Drag the selection", "move it; with Ctrl (or Alt, where the desktop leaves it), copy it"),
    ("Shift- or Ctrl-click a unit", "select several; drag one of them to move all"),
    ("Alt-drag with Roads", "lay the road by the cheapest ground"),
    ("Arrow keys, Enter", "by keyboard: go from hex to hex, click"),
    ("Shift+arrows, or Insert", "draw on the way; Insert holds the button until it is pressed again"),
    (". and ,", "the next hexside, vertex or name of the hex"),
    ("Ctrl+arrows", "move the map"),
    ("Shift+F10, menu key, right click", "the menu of the hex"),
    ("F6, Alt+1 to Alt+9, Alt+0", "to the next part of the window, to a panel, to the map"),
    ("Esc", "break off a stroke"),
    ("Ctrl+Z, Ctrl+Shift+Z", "undo and redo, a stroke a step"),
)
