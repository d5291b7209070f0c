"""Somebody at the whole window, with a mouse and keys and nothing else: finds things by the words on the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from answering import while_open
from hand import LEFT, NONE, Hand
from PySide6.QtCore import QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDialog,
    QLabel,
    QMenu,
    QTableWidget,
    QTabWidget,
    QTreeWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot
from settling import settle

from editor.look.mnemonics import bare
from editor.window.window import Window

KEYS = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier
W = TypeVar("W", bound=QWidget)
D = TypeVar("D", bound=QDialog)


class User:
    """Works in a window. Widgets are found by label, accessible name or the words on them, and only where they show."""

    def __init__(self, qtbot: QtBot, window: Window) -> None:
        self.qtbot, self.window = qtbot, window
        self.hand = Hand(qtbot, window.desk)

    # -- finding ------------------------------------------------------------------------------------------------

    def find(self, kind: type[W], words: str, within: QWidget | None = None) -> W:
        """What shows these words, or has a label with them."""
        place = within or self.window
        for label in place.findChildren(QLabel):
            buddy = label.buddy()
            if isinstance(buddy, kind) and buddy.isVisible() and bare(label.text()) == words:
                return buddy
        for one in place.findChildren(kind):
            said = (one.accessibleName(), getattr(one, "text", str)() if isinstance(one, QAbstractButton) else "")
            if one.isVisible() and words in map(bare, said):
                return one
        raise AssertionError(f"nobody sees {words!r} here")

    # -- mouse and keys -----------------------------------------------------------------------------------------

    def click(self, widget: QWidget, at: QPoint | None = None) -> None:
        """Click in the middle of a widget, or at a place in it."""
        assert widget.isEnabled(), "it is grey"
        self.qtbot.mouseClick(widget, LEFT, NONE, at or widget.rect().center())

    def press(self, key: Qt.Key, modifier: Qt.KeyboardModifier = NONE) -> None:
        """Press a key, where the keyboard is."""
        where = QApplication.activePopupWidget() or QApplication.focusWidget() or self.window
        self.qtbot.keyClick(where, key, modifier)

    def type(self, text: str) -> None:
        """Type, where the keyboard is."""
        where = QApplication.focusWidget()
        assert where is not None
        self.qtbot.keyClicks(where, text)

    def paste(self, text: str) -> None:
        """Paste what was copied in another program."""
        QGuiApplication.clipboard().setText(text)
        self.press(KEYS.Key_V, CTRL)

    def push(self, words: str, within: QWidget | None = None) -> None:
        """Push a button."""
        self.click(self.find(QAbstractButton, words, within))

    def write(self, words: str, text: str, within: QWidget | None = None) -> None:
        """Put a text into a field, in the place of what it has."""
        field = self.find(QWidget, words, within)
        self.click(field, QPoint(6, 6))
        assert field.isAncestorOf(QApplication.focusWidget()) or field.hasFocus(), f"{words} does not take the keyboard"
        self.press(KEYS.Key_A, CTRL)
        if len(text) > 30:
            self.paste(text)
        else:
            self.type(text)
        self.press(KEYS.Key_Tab)

    def pick(self, words: str, item: str, within: QWidget | None = None) -> None:
        """Choose from a box."""
        box = self.find(QComboBox, words, within)
        self.click(box)
        self.qtbot.keyClick(box.view(), KEYS.Key_Home)
        for _ in range(next(n for n in range(box.count()) if box.itemText(n) == item)):
            self.qtbot.keyClick(box.view(), KEYS.Key_Down)
        self.qtbot.keyClick(box.view(), KEYS.Key_Return)
        # Without a screen nobody else gives the keyboard back.
        (within or self.window).window().activateWindow()
        settle()
        # The form may have been made again for the choice.
        chosen = self.find(QComboBox, words, within).currentText()
        assert chosen == item, f"{chosen} is chosen"

    def choose(self, *words: str) -> None:
        """Choose an entry of the menu bar."""
        bar = self.window.menuBar()
        entry = next(one for one in bar.actions() if bare(one.text()) == words[0])
        self.click(bar, bar.actionGeometry(entry).center())
        for name in words[1:]:
            self.entry(name)
        self.window.activateWindow()
        settle()

    def entry(self, name: str) -> None:
        """Choose an entry of the menu that is open, by keys."""
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        offered = {bare(one.text()).split("\t")[0]: one for one in menu.actions() if one.text()}
        assert name in offered, f"{name} is not among {', '.join(offered)}"
        found = offered[name]
        assert found.isEnabled(), f"{name} is grey"
        for _ in menu.actions():
            if menu.activeAction() is not found:
                self.qtbot.keyClick(menu, KEYS.Key_Down)
        assert menu.activeAction() is found
        self.qtbot.keyClick(menu, KEYS.Key_Return)

    def pull_down(self, button: QAbstractButton, *names: str) -> None:
        """Choose an entry of the menu that a button opens, or of a menu in it. The button waits for the menu."""
        timer, failed = QTimer(), []

        def look() -> None:
            menu = QApplication.activePopupWidget()
            if menu is not None:
                timer.stop()
                try:
                    for name in names:
                        self.entry(name)
                except AssertionError as error:
                    failed.append(error)
                    menu.close()

        timer.timeout.connect(look)
        timer.start(5)
        self.click(button)
        timer.stop()
        timer.timeout.disconnect(look)
        assert not failed, failed
        self.window.activateWindow()
        settle()

    def row(self, tree: QTreeWidget, start: str) -> None:
        """Click the row of a tree that begins with these words."""
        found = tree.findItems(start, Qt.MatchFlag.MatchStartsWith | Qt.MatchFlag.MatchRecursive)
        tree.scrollToItem(found[0])
        settle()
        place = tree.visualItemRect(found[0])
        self.click(tree.viewport(), place.center())
        settle()
        assert tree.currentItem() is found[0], f"{start} cannot be clicked"

    def cell(self, table: QAbstractItemView, row: int, column: int, text: str) -> None:
        """Write into a cell of a table."""
        index = table.model().index(row, column)
        table.scrollTo(index)
        place: QRect = table.visualRect(index)
        self.click(table.viewport(), place.center())
        self.press(KEYS.Key_F2)
        self.press(KEYS.Key_A, CTRL)
        self.type(text)
        self.press(KEYS.Key_Return)
        settle()
        if isinstance(table, QTableWidget):
            item = table.item(row, column)
            assert item is not None
            assert item.text() == text, (item.text(), text)

    def turn_page(self, tabs: QTabWidget, title: str) -> None:
        """Turn to another page of a dialog."""
        bar = tabs.tabBar()
        page = next(n for n in range(bar.count()) if bare(bar.tabText(n)) == title)
        self.click(bar, bar.tabRect(page).center())

    # -- dialogs ------------------------------------------------------------------------------------------------

    def answer(self, kind: type[D], ask: Callable[[], object], fill: Callable[[D], object], done: str) -> None:
        """Open a dialog, fill it in and push the button that takes it over."""

        def act(dialog: D) -> None:
            dialog.activateWindow()
            settle()
            fill(dialog)
            self.push(done, dialog)

        while_open(kind, act, ask)
        self.window.activateWindow()
        settle()
