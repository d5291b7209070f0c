"""A page of the rules desk as a form: a row for each value, made from the models, kept in step with the text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from editor.commands.undo_stack import new_stroke
from editor.document.rules_document import RulesDocument
from editor.look.rebuilding import emptied, rebuilt
from editor.look.tab_order import order_tabs
from editor.rules.blanks import blank_of, new_entry
from editor.rules.cells import cell_at
from editor.rules.pages import Page
from editor.rules.row_widgets import RowWidget, row_widget
from editor.rules.rows import FormRow, around_of, is_short, open_at_first, rows_of
from engine.errors import HexwrightError
from engine.findings import Finding
from engine.formats.source import DataPath
from engine.kit.wordlist import WordList

NAMES: Final = (
    "type class value flag status condition setting option marker table table_of_events event combat phase weather "
    "code terrain features hexsides paths paragraph"
)
"""All that a rules file defines by name."""


class RulesForm(QWidget):
    """Shows a page of a rules file and changes the file as one types."""

    went = Signal(object)
    """Another place of the rules is wanted, by its path."""
    refused = Signal(str)
    """Why a change could not be made."""
    explained = Signal(str)
    """What the value is for that the keyboard has come to."""

    def __init__(self) -> None:
        super().__init__()
        self.document: RulesDocument | None = None
        self.page: Page | None = None
        self.opened: set[DataPath] = set()
        """The places that are not folded away."""
        self.rows: list[FormRow] = []
        self.widgets: list[RowWidget] = []
        self._findings: Sequence[Finding] = ()
        self._begun = set[str]()
        """The pages that were shown: they are unfolded a little the first time."""
        self._stroke: tuple[DataPath, int] = ((), 0)
        self.words = WordList()
        """The names to choose from."""
        self._tabs: list[QWidget] = []
        """What Tab reaches, in this order."""
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(12, 8, 12, 12)
        self._column.setSpacing(4)
        self._column.addStretch(1)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._came)

    def _came(self, _old: QWidget | None, new: QWidget | None) -> None:
        """Say what the value is for that has the keyboard now."""
        if isinstance(new, QWidget) and self.isAncestorOf(new):
            ident = self.place_in_hand()
            row = next((one for one in self.rows if one.ident == ident), None)
            if row is not None and row.cell.shape.about:
                key = f" ({row.cell.shape.key})" if row.cell.shape.key else ""
                self.explained.emit(f"{row.label or row.cell.shape.label}: {row.cell.shape.about}{key}")

    # -- showing ------------------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Rows that are as high as their width makes them have the form grow: the area around it is not told by Qt."""
        handled = super().event(event)
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self._grow()
            self._tabs = order_tabs(self, self._tabs)
        return handled

    def _grow(self) -> None:
        high = max(0, self._column.heightForWidth(self.width())) if self._column.hasHeightForWidth() else 0
        if high != self.minimumHeight():
            self.setMinimumHeight(high)

    def begin(self) -> None:
        """Another document is shown: all is folded as it is at first."""
        self.opened.clear()
        self._begun.clear()

    def show_page(self, document: RulesDocument, page: Page) -> None:
        """Show a page; nothing of another one stays."""
        fresh = self.document is not document or self.page is None or self.page.key != page.key
        if fresh and page.key not in self._begun:
            self._begun.add(page.key)
            self.opened |= open_at_first(document, page)
        self.document, self.page = document, page
        self._renew(scroll=not fresh)

    def refresh(self) -> None:
        """Show the values as they are now; the rows again only where there are other ones."""
        if self.document is not None and self.page is not None:
            self._renew(scroll=True)

    def show_findings(self, findings: Sequence[Finding]) -> None:
        """Mark the rows that something is wrong with."""
        self._findings = findings
        self._mark()

    def _renew(self, *, scroll: bool) -> None:
        document, page = self.document, self.page
        if document is None or page is None:
            return
        self._renew_words(document)
        rows = rows_of(document, page, self.opened)
        if rows == self.rows and self.widgets:
            self.rows = rows
        else:
            with rebuilt(self, scroll=scroll):
                emptied(self._column)
                self.rows = rows
                self.widgets = [row_widget(row, self) for row in rows]
                for widget in self.widgets:
                    self._column.addWidget(widget)
                    # At once: rows that Qt shows later have no height yet when the form grows, and lie over each other.
                    widget.show()
                self._column.addStretch(1)
        for row, widget in zip(self.rows, self.widgets, strict=True):
            widget.show_row(row, self.words)
        self._mark()
        # Now, and not when the events at hand are over: until then the rows would lie one over the other.
        self._column.activate()
        self._grow()

    def _renew_words(self, document: RulesDocument) -> None:
        """Take up the names that there are now; fields are told only where these are other ones."""
        fresh, before = WordList(document.data), self.words
        # Fields that are made later also ask what rests on what.
        self.words = fresh
        if fresh.names(NAMES) != before.names(NAMES):
            for widget in self.widgets:
                widget.show_words(fresh)

    def _mark(self) -> None:
        """The gravest finding of each row, at the innermost row that shows its place."""
        shown = {row.ident: widget for row, widget in zip(self.rows, self.widgets, strict=True) if row.kind != "new"}
        told: dict[DataPath, list[Finding]] = {}
        for finding in self._findings:
            at = next((part for part in reversed(list(around_of(finding.place.path))) if part in shown), None)
            if at is not None:
                told.setdefault(at, []).append(finding)
        for ident, widget in shown.items():
            widget.show_findings(told.get(ident, ()))

    # -- going to a place ---------------------------------------------------------------------------------------

    def go_to(self, path: DataPath) -> QWidget | None:
        """Unfold what is around a place and have the keyboard at its field; the row, or None for none."""
        document = self._there()
        self.opened |= {one for one in around_of(path[:-1]) if not is_short(cell_at(document, one))}
        self.refresh()
        best: tuple[int, RowWidget | None] = (-1, None)
        for row, widget in zip(self.rows, self.widgets, strict=True):
            if row.kind != "new" and path[: len(row.ident)] == row.ident and len(row.ident) > best[0]:
                best = len(row.ident), widget
        if best[1] is not None:
            best[1].take_focus()
            best[1].go_inside(path[best[0] :])
        return best[1]

    def place_in_hand(self) -> DataPath:
        """The place of the row that has the keyboard; empty for none."""
        focused = self.window().focusWidget()
        for row, widget in zip(self.rows, self.widgets, strict=True):
            if focused is not None and (widget is focused or widget.isAncestorOf(focused)):
                return row.ident
        return self.page.blocks[0] if self.page is not None and self.page.blocks else ()

    # -- changing -----------------------------------------------------------------------------------------------

    def fold(self, ident: DataPath, opened: bool) -> None:
        """Show what is inside a place, or fold it away."""
        if opened:
            self.opened.add(ident)
        else:
            self.opened.discard(ident)
        self.refresh()

    def put(self, ident: DataPath, value: object) -> None:
        """Write a value; what is typed into one field is one step of undo."""
        if self._stroke[0] != ident:
            self._stroke = ident, new_stroke()
        if value is None:
            # The field stays while another value is typed.
            self.opened.add(ident)
        if self.document is not None:
            self._do(lambda: cell_at(self._there(), ident).put(value, self._stroke[1]))

    def add_key(self, ident: DataPath, key: str) -> None:
        """Show a key that a model has not yet, or write what stands for it."""
        cell = cell_at(self._there(), ident).child(key)
        self.opened.add(cell.ident)
        self._do(lambda: cell.put(blank_of(cell.shape)))
        self.go_to(cell.ident)

    def add_entry(self, ident: DataPath, name: str) -> None:
        """Add an entry to a list, or one of a name to a mapping."""
        cell = cell_at(self._there(), ident)
        inner = cell.shape.inner
        if inner is None:
            return
        children = list(cell.children())
        if cell.shape.kind == "map" and (not name or any(child.key == name for child in children)):
            self.refused.emit("It needs a name of its own." if name else "Give the new entry a name first.")
            return
        key = name if cell.shape.kind == "map" else len(children)
        fresh = cell.child(key)
        self.opened.add(fresh.ident)
        taken = {str(child.title) for child in children} | {
            child.raw for child in children if isinstance(child.raw, str)
        }
        self._do(lambda: fresh.put(new_entry(inner, taken, name)))
        self.go_to(fresh.ident)

    def take_out(self, ident: DataPath) -> None:
        """Take out a value or an entry."""
        self.opened.discard(ident)
        self._do(lambda: cell_at(self._there(), ident).take_out())

    def shift_entry(self, ident: DataPath, step: int) -> None:
        """Move an entry up or down; it keeps the keyboard."""
        if self._do(lambda: cell_at(self._there(), ident).move(step)) and isinstance(ident[-1], int):
            self._follow(ident, (*ident[:-1], ident[-1] + step))
            self.go_to((*ident[:-1], ident[-1] + step))

    def _follow(self, first: DataPath, second: DataPath) -> None:
        """What was open in two entries is open in them where they are now."""
        length = len(first)
        exchanged = {first: second, second: first}
        moved = {one: (*exchanged[one[:length]], *one[length:]) for one in self.opened if one[:length] in exchanged}
        self.opened = (self.opened - set(moved)) | set(moved.values())

    def rename(self, ident: DataPath, name: str) -> None:
        """Give an entry of a mapping another name."""
        around = cell_at(self._there(), ident[:-1])
        if not name or name == ident[-1]:
            self.refresh()
        elif any(child.key == name for child in around.children()):
            self.refused.emit(f"There is already an entry {name}.")
            self.refresh()
        else:
            length = len(ident)
            fresh = (*ident[:-1], name)
            self.opened = {(*fresh, *one[length:]) if one[:length] == ident else one for one in self.opened}
            self._do(lambda: cell_at(self._there(), ident).rename(name))

    def go_elsewhere(self, path: DataPath) -> None:
        """Have another place of the rules shown."""
        self.went.emit(path)

    def _there(self) -> RulesDocument:
        assert self.document is not None
        return self.document

    def _do(self, change: Callable[[], bool]) -> bool:
        try:
            done = change()
        except HexwrightError as error:
            self.refused.emit(str(error))
            self.refresh()
            return False
        return done
