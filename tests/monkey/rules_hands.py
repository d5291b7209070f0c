"""Hands at the rules desk: they type nonsense, pick choices, add and remove, paste tables, undo, and never stop."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, Final

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLineEdit,
    QListWidget,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QToolButton,
    QWidget,
)
from shiboken6 import isValid

from editor.document.rules_document import RulesDocument
from editor.rules.pages import FILE
from editor.rules.rules_view import RulesView
from editor.rules.widgets.table_grid import TableGrid

NONSENSE: Final = (
    *(
        "",
        " ",
        "0",
        "-3",
        "1/",
        "1/0",
        "1/2",
        "99999999999999",
        "2d6",
        "2d",
        "d66",
        "1-3 5",
        "3-1",
        "strength",
        "woods",
    ),
    *(
        "!foot",
        "!",
        "a b",
        "{",
        "}",
        "[1, 2",
        "x: y",
        "- x",
        "'",
        '"',
        "#",
        "&a",
        "*a",
        "!!int x",
        "---",
        "null",
        "true",
    ),
    *("%", "|", ">", "?", "@", "`", "else", "A very long name that no column has any room for", "1:2", ".5", "1e3"),
)
"""What is typed into a field."""
PASTED: Final = (
    "\t1:2\t1:1\n1-3\tAR\tDR\n4-6\tDR\t-\n",
    "1;2;3\n4;5;6\n",
    "x\n",
    "",
    '"a\tb\n',
    "a\tb\tc\td\n" * 3,
    "1d6\t-\n1\t\n",
    "\ufeff1,2\r\n3,4\r\n",
)
"""What is pasted into a table."""


class RulesHands:
    """Works the pages of a rules file at random. Each way tells first what it is going to do.

    ``fault`` hears of whatever must not be: a form that leaves the file unreadable, an example that fails, an undo
    that does not lead back to the text that was there first.
    """

    def __init__(
        self,
        view: RulesView,
        rng: Random,
        tell: Callable[[str], None],
        fault: Callable[[str], None],
        settle: Callable[[], None] | None = None,
    ) -> None:
        """``settle`` does what is due at once, where no event loop runs between two steps."""
        self.view, self.rng, self.tell, self.fault = view, rng, tell, fault
        self.settle = settle if settle is not None else settled
        self._ways: dict[Callable[[], None], int] = {
            self.turn: 2,
            self.unfold: 5,
            self.type: 8,
            self.choose: 6,
            self.press: 8,
            self.grid: 3,
            self.text: 1,
            self.undo: 2,
        }

    @property
    def document(self) -> RulesDocument:
        """The rules file in front."""
        assert self.view.document is not None
        return self.view.document

    def step(self) -> None:
        """Do one thing, and look at what came of it."""
        self._mend()
        readable = self.document.readable
        way = self.rng.choices(list(self._ways), list(self._ways.values()))[0]
        way()
        self._leave_popup()
        self.settle()
        if readable and not self.document.readable and way not in (self.text, self.undo):
            self.fault(f"{way.__name__} has made the file unreadable:\n{self.document.text}")
        trouble = self.view.example.trouble.text()
        if trouble.startswith("These rules could not be tried"):
            self.fault(f"the live example has failed: {trouble}\n{self.document.text}")

    def undo_all(self, first: str) -> None:
        """Undo to the start, redo as far as it was, undo to the start: the text must be the same each time."""
        stack, last = self.document.stack, self.document.text
        done = stack.index()
        for way, wanted in (("undo", first), ("redo", last), ("undo", first)):
            self.tell(f"{way} all {done} steps")
            stack.setIndex(0 if way == "undo" else done)
            self.settle()
            if self.document.text != wanted:
                self.fault(f"after {way} the text is not what it was:\n{self.document.text}")

    # -- ways -----------------------------------------------------------------------------------------------------

    def turn(self) -> None:
        """Show another page."""
        pages = self.view.list
        row = self.rng.randrange(pages.count())
        self.tell(f"page {pages.item(row).text().strip()}")
        pages.setCurrentRow(row)

    def unfold(self) -> None:
        """Unfold a row, or fold it away."""
        arrows = [one for one in self._parts(QToolButton) if one.arrowType() != Qt.ArrowType.NoArrow and not one.menu()]
        self._click(arrows)

    def type(self) -> None:
        """Type something into a field, letter by letter."""
        fields = [one for one in self._parts(QLineEdit, QPlainTextEdit) if not one.isReadOnly()]
        if not fields:
            return
        field, text = self.rng.choice(fields), self.rng.choice(NONSENSE)
        self.tell(f"type {text!r} into {_named(field)} on {self.view.page.title}")
        field.setFocus()
        QTest.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClick(field, Qt.Key.Key_Delete)
        for letter in text:
            # Rows may be made again while one types: the keyboard stays in the same place of the new ones.
            inside = field if isValid(field) else QApplication.focusWidget()
            if inside is not None:
                QTest.keyClicks(inside, letter)
            self.settle()
        inside = field if isValid(field) else QApplication.focusWidget()
        if inside is not None and self.rng.random() < 0.5:
            QTest.keyClick(inside, Qt.Key.Key_Return if self.rng.random() < 0.5 else Qt.Key.Key_Tab)

    def choose(self) -> None:
        """Go through all choices of a box."""
        boxes = self._parts(QComboBox)
        if not boxes:
            return
        box = self.rng.choice(boxes)
        self.tell(f"all choices of {_named(box)} on {self.view.page.title}")
        for index in range(box.count()):
            if not isValid(box) or index >= box.count():
                return
            box.setCurrentIndex(index)
            box.activated.emit(index)
            self.settle()

    def press(self) -> None:
        """Press a button, or choose from its menu."""
        buttons = [one for one in self._parts(QToolButton, QPushButton) if one is not self.view.new_scenario]
        self._click(buttons)

    def grid(self) -> None:
        """Work a table: paste into it, add or remove rows and columns, type into a cell."""
        grids = self._parts(TableGrid)
        if not grids:
            return
        table = self.rng.choice(grids)
        cells = table.grid
        cells.setCurrentCell(self.rng.randrange(cells.rowCount()), self.rng.randrange(cells.columnCount()))
        if self.rng.random() < 0.4:
            text = self.rng.choice(PASTED)
            self.tell(f"paste {text!r} into {_named(cells)}")
            QGuiApplication.clipboard().setText(text)
            QTest.keyClick(cells, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
        elif self.rng.random() < 0.6:
            self._click(list(table.buttons.values()))
        else:
            self.tell(f"delete in {_named(cells)}")
            QTest.keyClick(cells, Qt.Key.Key_Delete)

    def text(self) -> None:
        """Type into the text of the file itself."""
        self.view.show_page(FILE)
        page, word = self.view.text, self.rng.choice(NONSENSE)
        lines = page.document().blockCount()
        line = self.rng.randrange(1, lines + 1)
        self.tell(f"type {word!r} into line {line} of the file")
        self.view.show_line(line)
        page.moveCursor(QTextCursor.MoveOperation.EndOfLine)
        QTest.keyClicks(page, word)

    def undo(self) -> None:
        """Undo or redo some steps."""
        stack, count = self.document.stack, self.rng.randrange(1, 4)
        way = self.rng.choice(("undo", "redo"))
        self.tell(f"{way} {count} times")
        for _ in range(count):
            stack.undo() if way == "undo" else stack.redo()

    def _mend(self) -> None:
        """Undo until there are forms again, most of the time: without them there is little to do."""
        stack = self.document.stack
        if not self.document.readable and self.rng.random() < 0.7:
            self.tell("undo until it can be read")
            while not self.document.readable and stack.canUndo():
                stack.undo()
        if self.view.page.key == FILE and self.rng.random() < 0.7:
            self.turn()
        self.settle()

    # -- parts ----------------------------------------------------------------------------------------------------

    def _parts(self, *kinds: type[Any]) -> list[Any]:
        """The parts of the page in front that can be worked."""
        top = self.view.stack.currentWidget()
        return [
            part
            for kind in kinds
            for part in top.findChildren(kind)
            if part.isVisibleTo(top) and part.isEnabled() and not isinstance(part.parent(), QComboBox)
        ]

    def _click(self, buttons: Iterable[QAbstractButton]) -> None:
        those = [one for one in buttons if one.isEnabled()]
        if not those:
            return
        button = self.rng.choice(those)
        self.tell(f"press {_named(button)} on {self.view.page.title}")
        menu = button.menu() if isinstance(button, QToolButton | QPushButton) else None
        if menu is not None:
            menu.aboutToShow.emit()
            self._pick(menu)
        else:
            QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=QPoint(button.width() // 2, button.height() // 2))

    def _pick(self, menu: QMenu) -> None:
        entries = [one for one in menu.actions() if one.isEnabled() and not one.isSeparator()]
        if entries:
            entry = self.rng.choice(entries)
            self.tell(f"choose {entry.text()!r}")
            if entry.menu() is not None:
                self._pick(entry.menu())
            else:
                entry.trigger()

    def _leave_popup(self) -> None:
        """Choose from the menu that a button has opened."""
        popup = QApplication.activePopupWidget()
        if isinstance(popup, QMenu):
            self._pick(popup)
        if popup is not None and isValid(popup):
            popup.close()


def settled() -> None:
    """All is done that is due at once."""
    for _ in range(3):
        QApplication.processEvents()


def _named(widget: QWidget) -> str:
    text = widget.text() if isinstance(widget, QAbstractButton) else ""
    above = widget.parentWidget()
    place = above.objectName() if above is not None and not isinstance(above, QListWidget) else ""
    return f"{type(widget).__name__} {widget.accessibleName() or text or widget.objectName()!r} in {place!r}"
