"""The tour: a card goes from part to part of the window and says what is there. It blocks nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QPen, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMainWindow, QPushButton, QVBoxLayout, QWidget

from editor.desk.desk import Desk
from editor.menus.file import FileActions
from editor.panels.in_dock import bring_up
from editor.plain import Html, PlainLabel, RichLabel
from editor.stage.actions import Actions
from editor.stage.keymap import keys_now, keys_of
from editor.window.docks import Docks
from editor.window.tool_bars import ToolBars
from editor.window.tour_stops import MAP, MENUS, SAMPLE, SPACES, STOPS, TOOLS
from editor.window.welcome import Greeter
from engine import data

WIDE: Final = 330
"""Pixels of the card's text."""
GAP: Final = 10
"""Pixels between the card and what it tells of."""
LINE: Final = 3
"""Pixels of the line around it."""


class Spotlight(QWidget):
    """A line around a part of the window; the mouse goes through it."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        # Light within dark, so that it shows on any map.
        for colour, width in ((QColor(0, 0, 0, 90), LINE + 2), (self.palette().highlight().color(), LINE)):
            painter.setPen(QPen(colour, width))
            painter.drawRoundedRect(self.rect().adjusted(LINE, LINE, -LINE, -LINE), 6, 6)


class TourCard(QFrame):
    """What is said at a stop, with the ways on."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("card")
        self.setAccessibleName("Tour")
        self.setAutoFillBackground(True)
        self.title, self.text, self.count = PlainLabel(), RichLabel(), PlainLabel()
        font = self.title.font()
        font.setBold(True)
        font.setPointSizeF(font.pointSizeF() * 1.15)
        self.title.setFont(font)
        self.text.setWordWrap(True)
        self.text.setFixedWidth(WIDE)
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.count.setForegroundRole(self.palette().ColorRole.PlaceholderText)
        self.back, self.next, self.leave = QPushButton("Back"), QPushButton("Next"), QPushButton("Leave")
        self.back.setToolTip("Previous stop (Left arrow)")
        self.next.setToolTip("Next stop (Right arrow, or Enter)")
        self.leave.setToolTip("Leave the tour (Esc); Help > Ten-minute tour begins it again")
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.count)
        row = QHBoxLayout()
        row.addWidget(self.leave)
        row.addStretch(1)
        row.addWidget(self.back)
        row.addWidget(self.next)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 10, 14, 10)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addWidget(self.text)
        layout.addLayout(row)
        self.hide()

    def sizeHint(self) -> QSize:
        """As high as the text is at its width."""
        layout = self.layout()
        hint = super().sizeHint()
        return hint if layout is None else QSize(hint.width(), layout.totalHeightForWidth(hint.width()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter does what the button in hand does, and goes on where none is."""
        if event.key() in (Qt.Key.Key_Return.value, Qt.Key.Key_Enter.value):
            button = self.focusWidget()
            (button if isinstance(button, QPushButton) else self.next).click()
        else:
            super().keyPressEvent(event)


class Tour(QObject):
    """Leads from stop to stop, on a sample that it opens in a tab of its own."""

    def __init__(self, window: QMainWindow, desk: Desk, docks: Docks, bars: ToolBars, files: FileActions) -> None:
        super().__init__(window)
        self._window, self._desk, self._docks, self._files = window, desk, docks, files
        self.parts: Mapping[str, QWidget] = {
            MAP: desk.panes,
            MENUS: window.menuBar(),
            TOOLS: bars.tools,
            SPACES: bars.main,
        }
        self.at = -1
        """The number of the stop; -1 while there is no tour."""
        self._greeter: Greeter | None = None
        self._watched: QWidget | None = None
        self.light, self.card = Spotlight(window), TourCard(window)
        self.card.next.clicked.connect(lambda: self.go(self.at + 1))
        self.card.back.clicked.connect(lambda: self.go(self.at - 1))
        self.card.leave.clicked.connect(self.leave)
        self.card.text.linkActivated.connect(lambda _name: desk.actions.get("help.tutorial").trigger())
        for key, button in (("Right", self.card.next), ("Left", self.card.back), ("Esc", self.card.leave)):
            shortcut = QShortcut(QKeySequence(key), self.card)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(button.click)
        desk.actions.add(
            "help.tour",
            "&Ten-minute tour",
            self.start,
            menu="Help",
            tip="What is where, step by step, on a sample",
        )

    def start(self) -> None:
        """Open the sample and begin; a tour that goes on gets the keyboard back."""
        if self.at >= 0:
            self._show()
            return
        if self._files.open_path(data.scenarios() / f"{SAMPLE}.yaml"):
            if self._greeter is not None:
                self._greeter.leave()
            self._window.installEventFilter(self)
            self.go(0)

    def welcome(self, greeter: Greeter) -> None:
        """The welcome page makes room when the tour begins, and ends it when it comes again."""
        self._greeter = greeter
        greeter.page.shown.connect(self.leave)

    def go(self, number: int) -> None:
        """Go to a stop; beyond the last one the tour is over."""
        if number >= len(STOPS):
            self.leave()
        elif number >= 0:
            self.at = number
            self._show()

    def leave(self) -> None:
        """End the tour."""
        if self.at < 0:
            return
        self.at = -1
        self._window.removeEventFilter(self)
        self._watch(None)
        had_keyboard = self.card.isAncestorOf(self._window.focusWidget() or self._window)
        self.light.hide()
        self.card.hide()
        if had_keyboard:
            self._desk.canvas.setFocus()

    def _show(self) -> None:
        stop, last = STOPS[self.at], len(STOPS) - 1
        self.card.title.setText(stop.title)
        self.card.text.setHtml(_with_keys(stop.text, self._desk.actions))
        self.card.count.setText(f"{self.at + 1} of {len(STOPS)}")
        self.card.back.setEnabled(self.at > 0)
        self.card.next.setText("Done" if self.at == last else "Next")
        if stop.part not in self.parts:
            bring_up(self._docks[stop.part].widget())
        self._watch(self.part)
        self.light.show()
        self.card.show()
        self.place()
        self.card.next.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def part(self) -> QWidget:
        """What the stop tells of."""
        key = STOPS[self.at].part
        return self.parts[key] if key in self.parts else self._docks[key]

    def _watch(self, part: QWidget | None) -> None:
        if self._watched is not None:
            self._watched.removeEventFilter(self)
        self._watched = part
        if part is not None:
            part.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The card stays with its part."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show) and self.at >= 0:
            self.place()
        return False

    def place(self) -> None:
        """Put the line around the part, and the card beside it."""
        part, room = self.part, self._window.rect()
        # A panel that was torn off is a window of its own: then the card stands in the middle.
        torn = part.window() is not self._window
        shown = QRect(part.mapTo(self._window, QPoint()), part.size()) if not torn else QRect()
        self.light.setVisible(not torn)
        self.light.setGeometry(shown.adjusted(-LINE, -LINE, LINE, LINE))
        self.card.adjustSize()
        self.card.move(beside(shown, self.card.size(), room))
        self.light.raise_()
        self.card.raise_()


def beside(part: QRect, card: QSize, room: QRect) -> QPoint:
    """Where a card stands in a window so that it leaves a part free: beside, below or above it; where there is no room,
    in the lower right corner of the part."""
    wide, high = card.width(), card.height()
    along = max(room.top() + GAP, min(part.top(), room.bottom() - high - GAP))
    across = max(room.left() + GAP, min(part.left(), room.right() - wide - GAP))
    places = (
        QPoint(part.right() + GAP, along),
        QPoint(part.left() - GAP - wide, along),
        QPoint(across, part.bottom() + GAP),
        QPoint(across, part.top() - GAP - high),
    )
    for place in places:
        if room.contains(QRect(place, card)) and not part.isEmpty():
            return place
    if part.isEmpty():
        return room.center() - QPoint(wide // 2, high // 2)
    return QPoint(part.right() - wide - 2 * GAP, part.bottom() - high - 2 * GAP)


def _with_keys(text: Html, actions: Actions) -> Html:
    """A text with the keys that actions have now in the place of their names in braces."""

    def keys(found: re.Match[str]) -> Html:
        entry = next(one for one in actions.entries if one.key == found[1])
        first = (keys_of(keys_now(entry)) or [entry.action.text().replace("&", "")])[0]
        return f"<b>{escape(first)}</b>"

    return re.sub(r"\{([a-z.-]+)\}", keys, text)
