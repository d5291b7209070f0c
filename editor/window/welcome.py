"""The welcome page: samples, new maps, recent files and where to begin, shown while no file is open."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QImage, QKeySequence, QPixmap, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QCommandLinkButton,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from editor.desk.desk import Desk
from editor.dialogs import system_info
from editor.look.icons import icon
from editor.menus.file import FileActions
from editor.menus.templates import TEMPLATES, action_key
from editor.output.thumbnail import Thumbnail, thumbnail
from editor.plain import PlainLabel, as_written
from editor.work import settings
from editor.work.background import Worker
from engine import data
from engine.errors import HexwrightError
from engine.plural import counted

PICTURE: Final = QSize(216, 136)
"""Pixels of a sample's picture, at the interface's own size."""
CARD: Final = QSize(244, 190)
"""Pixels of a sample with its picture and two lines."""
FIRST: Final = ("first_steps", "fm_first_steps", "sns_first_steps", "teaching_table", "lundys_lane")
"""Samples to begin with, a small one of each rules system before all; the others follow by name."""
MOST_RECENT: Final = 6
"""Recent files that are shown."""
PATH: Final = Qt.ItemDataRole.UserRole


class Beginning(NamedTuple):
    """One of the ways to begin: what it is called, what comes of it, and the action that does it."""

    text: str
    about: str
    action: str
    icon: str


STARTS: Final = (
    Beginning("New map…", "Choose a grid and paint", "file.new-map", "new"),
    Beginning("New table…", "Ground without hexes, for battles of bases", "file.new-tables", "new"),
    *(Beginning(each.title, each.about, action_key(each), "tab_scenario") for each in TEMPLATES),
    Beginning("Open…", "A map or a scenario from a file", "file.open", "open"),
    Beginning("Ten-minute tour", "What is where, step by step, on a sample", "help.tour", "fit"),
    Beginning("Your first scenario", "From an empty map to a battle that you play", "help.tutorial", "tab_map"),
    Beginning("User guide", "All features, page by page", "help.guide", "label"),
)


class WelcomePage(QWidget):
    """Takes the place of the map until something is opened. ``left`` says that the map is wanted again, ``shown`` that
    the page has come."""

    left = Signal()
    shown = Signal()

    def __init__(self, desk: Desk, files: FileActions) -> None:
        super().__init__()
        self.desk, self._files = desk, files
        self.setObjectName("welcome")
        self.setAutoFillBackground(True)
        self._drawn: dict[Path, Thumbnail] = {}
        self._worker = Worker("samples", self)
        self.samples, self.recent = _cards(), _lines()
        self.no_recent = PlainLabel("Files that you open are listed here.")
        self.no_recent.setForegroundRole(self.no_recent.palette().ColorRole.PlaceholderText)
        self.starts = [self._start(start) for start in STARTS]
        self.empty = QCommandLinkButton("Empty map", "Draw on the empty map of 30 x 20 hexes")
        self.empty.setIcon(icon("brush"))
        self.empty.clicked.connect(self.left)
        for cards in (self.samples, self.recent):
            cards.itemClicked.connect(self._open)
            cards.itemActivated.connect(self._open)
        self._lay_out()
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self.left)

    def _lay_out(self) -> None:
        side = QVBoxLayout()
        side.setSpacing(2)
        side.addWidget(_title("Hexwright", 2.2))
        side.addWidget(_quiet("Draw a map, raise two armies, and see how the battle goes."))
        side.addSpacing(10)
        side.addWidget(_title("Begin", 1.25))
        side.addWidget(self.starts[0])
        side.addWidget(self.empty)
        for button in self.starts[1:]:
            side.addWidget(button)
        side.addSpacing(10)
        side.addWidget(_title("Recent files", 1.25))
        side.addWidget(self.recent)
        side.addWidget(self.no_recent)
        side.addStretch(1)
        main = QVBoxLayout()
        main.setSpacing(4)
        main.addWidget(_title("Samples", 1.25))
        main.addWidget(_quiet("Ready to be played and changed. Save a changed one under another name."))
        main.addWidget(self.samples, 1)
        both = QHBoxLayout(self)
        both.setContentsMargins(28, 22, 20, 16)
        both.setSpacing(24)
        both.addLayout(side, 2)
        both.addLayout(main, 5)

    def _start(self, start: Beginning) -> QCommandLinkButton:
        button = QCommandLinkButton(start.text, start.about)
        button.setObjectName(start.action)
        button.setIcon(icon(start.icon))
        button.clicked.connect(lambda: self._begin(start))
        return button

    def _begin(self, start: Beginning) -> None:
        self.desk.actions.get(start.action).trigger()

    # -- coming and going ---------------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        """Recent files are those of this moment; pictures that are missing are drawn."""
        super().showEvent(event)
        if not self.samples.count():
            self._fill_samples()
        self._fill_recent()
        self._draw_missing()

    def changeEvent(self, event: QEvent) -> None:
        """Icons go with the desktop, light or dark."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            for button, start in zip(self.starts, STARTS, strict=True):
                button.setIcon(icon(start.icon))
            self.empty.setIcon(icon("brush"))

    def take_focus(self) -> None:
        """Have the keyboard at the first sample: arrow keys go on, Enter opens."""
        self.samples.setCurrentRow(max(0, self.samples.currentRow()))
        self.samples.setFocus(Qt.FocusReason.OtherFocusReason)

    def close_down(self) -> None:
        """The window closes: draw no more."""
        self._worker.close()

    # -- files --------------------------------------------------------------------------------------------------

    def _fill_samples(self) -> None:
        scenarios = sorted(data.scenarios().glob("*.yaml"), key=lambda path: (_rank(path), path.stem))
        played = {path.stem for path in scenarios}
        # Maps of which there is no scenario come last.
        for path in (*scenarios, *(one for one in sorted(data.maps().glob("*.yaml")) if one.stem not in played)):
            name, system = _head(path)
            item = QListWidgetItem(f"{name}\n{_rules(system)}", self.samples)
            item.setData(PATH, path)
            item.setIcon(_icon(QImage()))
            item.setSizeHint(CARD)

    def _draw_missing(self) -> None:
        ratio = self.devicePixelRatioF()
        for row in range(self.samples.count()):
            item = self.samples.item(row)
            path: Path = item.data(PATH)
            if path not in self._drawn and not self._worker.busy:
                self._worker.start(
                    partial(thumbnail, path, PICTURE * ratio), partial(self._show, item), partial(self._fail, item)
                )
                return

    def _show(self, item: QListWidgetItem, found: Thumbnail) -> None:
        path: Path = item.data(PATH)
        self._drawn[path] = found
        found.image.setDevicePixelRatio(self.devicePixelRatioF())
        item.setIcon(_icon(found.image))
        if found.system:
            item.setText(f"{found.name}\n{_rules(found.system)} · {counted(found.turns, 'turn')}")
            item.setToolTip(
                f"<p>{escape(found.about)}</p><p>{counted(found.units, 'unit')}, {counted(found.turns, 'turn')}</p>"
            )
        if self.isVisible():
            # One after another, and only while the page is visible.
            self._draw_missing()

    def _fail(self, item: QListWidgetItem, error: Exception) -> None:
        """A sample that cannot be read stays without a picture, and says why when it is opened."""
        if not isinstance(error, HexwrightError):
            raise error
        path: Path = item.data(PATH)
        self._drawn[path] = Thumbnail(QImage(), path.stem)
        if self.isVisible():
            self._draw_missing()

    @property
    def busy(self) -> bool:
        """Whether pictures are still to be drawn."""
        return self._worker.busy

    def _fill_recent(self) -> None:
        self.recent.clear()
        for path in settings.recent_files()[:MOST_RECENT]:
            item = QListWidgetItem(f"{path.stem.replace('_', ' ')}   {path.parent.name}/{path.name}", self.recent)
            item.setToolTip(as_written(str(path)))
            item.setData(PATH, path)
        count = self.recent.count()
        self.recent.setVisible(count > 0)
        self.no_recent.setVisible(not count)
        self.recent.setFixedHeight(count * max(1, self.recent.sizeHintForRow(0)) + 4)

    def _open(self, item: QListWidgetItem) -> None:
        # It may be the one in front already: then nothing else tells that the map is wanted.
        if self.isVisible() and self._files.open_path(item.data(PATH)):
            self.left.emit()


class Greeter:
    """Shows the welcome page in the place of the map, with the panels put away, and takes it away again."""

    def __init__(self, page: WelcomePage, put_away: Callable[[bool], None]) -> None:
        """``put_away`` hides what stands around the map, or brings it back."""
        self.page, self._put_away = page, put_away
        self.at_the_start = False
        """Whether the page comes by itself when nothing is open; the program has it so, from its start."""
        desk = page.desk
        page.hide()
        page.left.connect(self.leave)
        desk.changed.connect(lambda _change: self.leave())
        desk.document_changed.connect(lambda _document: self._another())
        desk.actions.add(
            "help.welcome",
            "&Welcome page",
            self.greet,
            menu="Help",
            tip="Samples, new maps, recent files, and where to begin",
        )

    @property
    def greets(self) -> bool:
        """Whether the page is shown."""
        return not self.page.isHidden()

    def greet(self) -> None:
        """Show the page."""
        if not self.greets:
            self._put_away(True)
            self.page.show()
            self.page.shown.emit()
        self.page.take_focus()

    def greet_if_empty(self) -> None:
        """Show the page from now on whenever nothing is open."""
        self.at_the_start = True
        self._another()

    def leave(self) -> None:
        """Show the map again."""
        if self.greets:
            self.page.hide()
            self._put_away(False)
            self.page.desk.canvas.setFocus()

    def _another(self) -> None:
        if not self.page.desk.tabs.front.untouched:
            self.leave()
        elif self.at_the_start:
            self.greet()


def _rank(path: Path) -> int:
    return FIRST.index(path.stem) if path.stem in FIRST else len(FIRST)


def _head(path: Path) -> tuple[str, str]:
    """Name and rules system of a scenario, without reading all of it."""
    with path.open(encoding="utf-8", errors="replace") as file:
        text = file.read(2000)
    found = dict(re.findall(r"^(name|system): *(.+?) *$", text, re.MULTILINE))
    return found.get("name", path.stem).strip("\"'"), found.get("system", "")


def _rules(system: str) -> str:
    """The rules system of a sample in short."""
    return _short(system_info.title(system)) if system else "Map without a scenario"


def _short(title: str) -> str:
    """The title of a rules system without what follows its name."""
    return re.split(r"[:(,]", title)[0].strip()


def _icon(image: QImage) -> QIcon:
    """A sample's picture; a quiet field as long as there is none."""
    if image.isNull():
        pixmap = QPixmap(PICTURE)
        pixmap.fill(QColor(128, 134, 140, 60))
        return QIcon(pixmap)
    found = QIcon(QPixmap.fromImage(image))
    # The picture of a chosen sample keeps its colours.
    found.addPixmap(QPixmap.fromImage(image), QIcon.Mode.Selected)
    return found


def _cards() -> QListWidget:
    found = QListWidget()
    found.setViewMode(QListWidget.ViewMode.IconMode)
    found.setMovement(QListWidget.Movement.Static)
    found.setResizeMode(QListWidget.ResizeMode.Adjust)
    found.setIconSize(PICTURE)
    found.setGridSize(CARD)
    found.setWordWrap(True)
    found.setUniformItemSizes(True)
    found.setFrameShape(QListWidget.Shape.NoFrame)
    found.viewport().setAutoFillBackground(False)
    found.setAccessibleName("Samples")
    found.setObjectName("cards")
    return found


def _lines() -> QListWidget:
    found = QListWidget()
    found.setFrameShape(QListWidget.Shape.NoFrame)
    found.viewport().setAutoFillBackground(False)
    found.setTextElideMode(Qt.TextElideMode.ElideMiddle)
    found.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    found.setAccessibleName("Recent files")
    found.setObjectName("cards")
    return found


def _title(text: str, size: float) -> QLabel:
    label = PlainLabel(text)
    label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
    font = label.font()
    font.setPointSizeF(font.pointSizeF() * size)
    font.setBold(True)
    label.setFont(font)
    return label


def _quiet(text: str) -> QLabel:
    label = PlainLabel(text)
    label.setWordWrap(True)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Maximum)
    label.setForegroundRole(label.palette().ColorRole.PlaceholderText)
    return label
