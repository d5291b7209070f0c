"""The dialogs of File > Export to and File > Import: which format, which options, and what does not go along."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QStackedWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from editor.dialogs.forms import FormDialog
from editor.dialogs.option_form import OptionForm
from editor.dialogs.texts import sentence
from editor.plain import PlainLabel, as_written
from engine.errors import HexwrightError
from engine.exchange.exporting import survey, writing_options
from engine.exchange.losses import LostPart
from engine.exchange.rows import FORMATS, Format
from engine.exchange.source import ExportSource, Imported

SHOWN: Final = 200
"""Places of a loss that are listed."""


class LostPartsList(QTreeWidget):
    """What does not go along, each with its reason and its places."""

    def __init__(self, about: str, show_places: Callable[[tuple[str, ...]], None] | None = None) -> None:
        super().__init__()
        self.setHeaderHidden(True)
        self.setAccessibleName(about)
        self.setMinimumHeight(150)
        self.setWordWrap(True)
        self._show_places = show_places
        self.itemActivated.connect(self._shown)

    def show_losses(self, losses: Iterable[LostPart]) -> None:
        """Show these and no others."""
        self.clear()
        for one in losses:
            reason = sentence(f"{one.why}; {one.instead}" if one.instead else one.why)
            branch = QTreeWidgetItem([f"{one.what[:1].upper()}{one.what[1:]}"])
            branch.addChild(QTreeWidgetItem([reason]))
            if one.option:
                branch.addChild(QTreeWidgetItem([f"The option {one.option} keeps it."]))
            if one.where:
                places = ", ".join(one.where[:SHOWN])
                branch.addChild(QTreeWidgetItem([places if len(places) < 400 else places[:400] + "…"]))
            branch.setData(0, Qt.ItemDataRole.UserRole, one.where)
            branch.setToolTip(0, as_written(one.code))
            self.addTopLevelItem(branch)
            branch.setExpanded(True)
        if not self.topLevelItemCount():
            self.addTopLevelItem(QTreeWidgetItem(["Nothing is lost."]))

    def _shown(self, item: QTreeWidgetItem) -> None:
        places = item.data(0, Qt.ItemDataRole.UserRole)
        if places and self._show_places is not None:
            self._show_places(tuple(places))


class ExportToDialog(FormDialog):
    """Asks for format and options; `row` and `options` are the answer."""

    def __init__(
        self,
        source: ExportSource,
        given: Mapping[str, Any],
        show_places: Callable[[tuple[str, ...]], None],
        parent: QWidget | None = None,
    ) -> None:
        """``given`` is the last export: ``format`` and ``options``."""
        super().__init__("Export to another program", parent, accept_text="&Export…")
        self.source = source
        self._why = ""
        self.rows = [row for row in FORMATS if row.writer]
        self.formats = QListWidget()
        self.formats.setAccessibleName("Formats")
        self.formats.setMinimumWidth(230)
        self.forms = QStackedWidget()
        for row in self.rows:
            item = QListWidgetItem(f"{row.title} ({', '.join(row.endings)})")
            item.setToolTip(as_written(f"For {row.target}: {row.carries}"))
            self.formats.addItem(item)
            options = OptionForm(row.offers("options") if row.options else None)
            options.changed.connect(self.check)
            self.forms.addWidget(options)
        self.about = PlainLabel()
        self.about.setWordWrap(True)
        self.losses = LostPartsList("What does not go along", show_places)
        title = PlainLabel("What does not go along:")
        self.lay_beside([self.formats, self.about, self.forms], {title: 0, self.losses: 1}, (2, 3))
        self.formats.currentRowChanged.connect(self._chosen)
        last = next((number for number, row in enumerate(self.rows) if row.key == given.get("format")), 0)
        options_given = given.get("options")
        if isinstance(options_given, dict):
            self.form_of(last).show_values(options_given)
        self.formats.setCurrentRow(last)
        self.resize(900, 560)

    def form_of(self, number: int) -> OptionForm:
        """The options of a format by its place in the list."""
        found = self.forms.widget(number)
        assert isinstance(found, OptionForm)
        return found

    @property
    def row(self) -> Format:
        """The format."""
        return self.rows[max(0, self.formats.currentRow())]

    @property
    def options(self) -> dict[str, Any]:
        """Its options by name."""
        return self.form_of(self.formats.currentRow()).values()

    def _chosen(self, number: int) -> None:
        self.forms.setCurrentIndex(number)
        self.about.setText(f"For {self.row.target}. Takes along: {self.row.carries}.")
        self.check()

    def check(self) -> None:
        """Show what would be lost, or why this cannot be exported."""
        self._why = ""
        try:
            self.losses.show_losses(survey(self.source, self.row, writing_options(self.row, self.options)))
        except HexwrightError as error:
            self.losses.clear()
            self._why = sentence(str(error))
        super().check()

    def problem(self) -> str:
        """Why nothing can be exported like this."""
        return self._why


class ImportFromDialog(FormDialog):
    """Shows what a file of another program holds and what is lost, with the options of reading it."""

    def __init__(
        self,
        name: str,
        row: Format,
        found: Imported,
        read: Callable[[dict[str, Any]], Imported],
        parent: QWidget | None = None,
    ) -> None:
        """``read`` reads the file again with other options; it raises HexwrightError."""
        super().__init__(f"Import {name}", parent, accept_text="&Save as…")
        self.found, self._read = found, read
        self.about = PlainLabel()
        self.about.setWordWrap(True)
        self.options = OptionForm(row.offers("reading") if row.reading else None)
        self.again = QPushButton("&Read again")
        self.again.setToolTip("Read the file again with these options")
        self.again.setEnabled(bool(row.reading))
        self.again.clicked.connect(self.read_again)
        self.losses = LostPartsList("What is lost")
        title = PlainLabel("What does not come along:")
        self.lay_beside([self.about, self.options, self.again], {title: 0, self.losses: 1}, (2, 3))
        self._why = ""
        self._show()
        self.resize(860, 480)

    def read_again(self) -> None:
        """Read the file with the options as they are."""
        self._why = ""
        try:
            self.found = self._read(self.options.values())
        except HexwrightError as error:
            self._why = sentence(str(error))
        self._show()

    def _show(self) -> None:
        self.about.setText(sentence(self.found.about))
        self.losses.show_losses(self.found.losses)
        self.check()

    def problem(self) -> str:
        """Why it cannot be read like this."""
        return self._why
