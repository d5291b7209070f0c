"""The rules as the ledger has them: every paragraph with our title, what is done with it, and where."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QHeaderView,
    QLineEdit,
    QSplitter,
    QStackedWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from editor.commands.change import Change
from editor.desk.desk import Desk
from editor.dialogs import system_info
from editor.document.document import Document
from editor.look.wrapping import WrappedRows
from editor.panels.in_dock import bring_up, empty_state
from editor.plain import Html, TextPage, as_written
from engine.errors import HexwrightError
from engine.paper.ledger import LedgerRow, full_rule, shown_rows
from engine.play import registry

KINDS: Final = {
    "enforced": "The program enforces it.",
    "table": "A table that the program uses.",
    "definition": "Defines words or lists what the game contains.",
    "advice": "It is advice, so no action can break it.",
}

NO_RULES: Final = (
    "This map has no scenario, so it has no rules.\n"
    "Open a scenario to read the rules it is played by, or make your own: File > New other > New rules."
)


def described(rule: str, row: LedgerRow) -> Html:
    """A paragraph as rich text: in plain words for players. Where there are none yet, as designers have noted it."""
    state = "The program does not enforce it yet." if row.status == "not-yet" else KINDS.get(row.kind, row.kind)
    lines = [f"<h3>{escape(rule)}&nbsp; {escape(row.title)}</h3>"]
    if row.plain:
        lines.append(f"<p>{escape(row.plain)}</p>")
    elif row.note:
        lines.append(f"<p>{escape(row.note)}</p>")
    lines.append(f"<p><small>{escape(state)}</small></p>")
    return "".join(lines)


def source_link(rule: str, system: str) -> Html:
    """A link to where a rules file says a paragraph; empty for rules that are part of the program."""
    try:
        where = registry.system(system).source_of(rule)
    except HexwrightError:
        where = None
    return f'<p><a href="{escape(rule)}">Open the rule in its file</a></p>' if where is not None else ""


def lead_to_ledger(desk: Desk, panel: Callable[[], LedgerPanel]) -> None:
    """A citation anywhere opens its row in the panel, which ``panel`` gives."""
    desk.rule_asked.connect(lambda rule: panel().show_rule(rule))


class LedgerPanel(QWidget):
    """The paragraphs of the open scenario's rules; a citation anywhere in the program opens its row here."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.system = ""
        self._items: dict[str, QTreeWidgetItem] = {}
        self._build()
        desk.document_changed.connect(self._watch)
        desk.changed.connect(self._changed)
        self._watch(desk.document)

    def _build(self) -> None:
        self.search = QLineEdit()
        self.search.setPlaceholderText("Find a paragraph by number or word")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(lambda _text: self._filter())
        self.tree = QTreeWidget()
        self.tree.setHeaderLabels(["Paragraph", "About"])
        self.tree.setRootIsDecorated(False)
        self.tree.setAlternatingRowColors(True)
        self.tree.setAccessibleName("Paragraphs of the rules")
        header = self.tree.header()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        WrappedRows(self.tree, 1)
        self.tree.currentItemChanged.connect(lambda *_: self._show())
        self.text = TextPage()
        self.text.setAccessibleName("The paragraph")
        self.text.setPlaceholderText("Choose a paragraph to read it.")
        self.text.setOpenLinks(False)
        self.text.anchorClicked.connect(lambda url: self.desk.source_asked.emit(url.toString()))
        split = QSplitter(Qt.Orientation.Vertical)
        split.addWidget(self.tree)
        split.addWidget(self.text)
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 2)
        self.empty = empty_state(NO_RULES)
        self.pages = QStackedWidget()
        self.pages.addWidget(split)
        self.pages.addWidget(self.empty)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.setSpacing(4)
        layout.addWidget(self.search)
        layout.addWidget(self.pages, 1)

    def _watch(self, document: Document) -> None:
        self._take(document.scenario.system if document.scenario is not None else "")

    def _changed(self, change: Change) -> None:
        scenario = self.desk.document.scenario
        if change.what in ("scenario", "all") and scenario is not None and scenario.system != self.system:
            self._take(scenario.system)

    def _take(self, system: str) -> None:
        """Show the ledger of another system."""
        self.system = system
        self.tree.clear()
        self._items.clear()
        rows = shown_rows(system) if system else []
        for rule, row in rows:
            item = QTreeWidgetItem([row.rule.rpartition(":")[2], row.title])
            item.setData(0, Qt.ItemDataRole.UserRole, (rule, row))
            item.setToolTip(1, as_written(row.title))
            self.tree.addTopLevelItem(item)
            self._items[rule] = item
        self.empty.setText(f"There is no rules index for {system_info.title(system)}." if system else NO_RULES)
        self.pages.setCurrentIndex(0 if rows else 1)

    def show_rule(self, rule: str) -> None:
        """Open the row of a paragraph (``tlg2:6.12``) and bring the panel to the front."""
        system = rule.partition(":")[0]
        if self.system == "" or full_rule(self.system, rule) not in self._items:
            try:
                self._take(registry.short_name(system))
            except HexwrightError:
                self.desk.status(f"There is no paragraph {rule} in any rules index.")
                return
        bring_up(self)
        item = self._items.get(rule)
        if item is None:
            self.desk.status(f"The rules index has no rule {rule}.")
            return
        self.search.clear()
        self.tree.setCurrentItem(item)
        self.tree.scrollToItem(item, QTreeWidget.ScrollHint.PositionAtCenter)

    def _filter(self) -> None:
        words = self.search.text().lower().split()
        for rule, item in self._items.items():
            _, row = item.data(0, Qt.ItemDataRole.UserRole)
            text = f"{rule} {row.title} {row.plain} {row.note} {row.kind}".lower()
            item.setHidden(not all(word in text for word in words))

    def _show(self) -> None:
        item = self.tree.currentItem()
        if item is None:
            self.text.clear()
            return
        rule, row = item.data(0, Qt.ItemDataRole.UserRole)
        self.text.setHtml(described(rule, row) + source_link(rule, self.system))
