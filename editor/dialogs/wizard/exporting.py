"""File > Export: where to, options with a preview, what is lost, writing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QSize, QTimer
from PySide6.QtGui import QIcon, QImage
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from editor.dialogs import guide_pages
from editor.dialogs.forms import ScrolledFields
from editor.dialogs.option_form import OptionForm
from editor.dialogs.picture_parts import FileField
from editor.dialogs.texts import sentence
from editor.dialogs.wizard.frame import LOSSES, OPTIONS, WHERE, Errand, Wizard
from editor.dialogs.wizard.losses_page import LossesPage, units_of
from editor.dialogs.wizard.preview import (
    SMALL,
    PreviewBox,
    Sample,
    card_picture,
    counters_of,
    export_preview,
    small_map,
)
from editor.dialogs.wizard.units_choice import NONE, UnitsChoice
from editor.output.exporting import TellWords, export_file
from editor.plain import PlainLabel, as_written
from editor.work.background import Worker
from engine.boards.kinds import kind_of
from engine.errors import HexwrightError
from engine.exchange.exporting import survey, writing_options
from engine.exchange.losses import LostPart
from engine.exchange.rows import Format, all_formats
from engine.exchange.source import ExportSource, Options
from engine.plural import counted

ONLY_OPTION: Final = "only"
"""The option that has a tree of its own."""
PATIENCE: Final = 200
"""Milliseconds without a change after which a preview is drawn."""
TITLES: Final = ("Where to", "Options", "What is lost", "Writing")
GUIDES: Final = (
    "guide/exchange.md#export",
    "guide/exchange.md#options-and-preview",
    "guide/exchange.md#what-is-lost",
    "guide/exchange.md#writing-and-export-again",
)


class ExportWizard(Wizard):
    """Asks for format, file and options, shows what is lost, and writes."""

    def __init__(
        self,
        source: Callable[[], ExportSource],
        given: Mapping[str, Any],
        proposal: Callable[[Format], Path],
        *,
        may_write: Callable[[Path], bool],
        show_places: Callable[[tuple[str, ...]], None],
        parent: QWidget | None = None,
    ) -> None:
        """``source`` gives what the document is now, ``given`` is the last export (``format``, ``options``, ``out``),
        ``proposal`` a file for a format; ``may_write`` asks before a file is replaced."""
        super().__init__("Export", TITLES, GUIDES, "&Export", parent)
        self._source_now, self._proposal, self._may_write = source, proposal, may_write
        self.source = source()
        self.made: tuple[list[Path], list[LostPart]] = ([], [])
        """The files of the last writing, and what was lost."""
        self._why = ""
        self._out = Path(str(given["out"])) if given.get("out") else None
        self.rows = self._ordered(str(given.get("format", "")))
        self._artist = Worker("exchange-preview", self)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(PATIENCE)
        self._soon.timeout.connect(self._draw_preview)
        self.losses = LossesPage("Not exported:", show_places)
        self.losses.keep.connect(self._keep)
        self.add_pages(self._where_page(), self._options_page(), self.losses)
        options = given.get("options")
        if isinstance(options, dict) and self.rows[0].key == given.get("format"):
            self.form_of(0).show_values(options)
            self.units.show_value(str(options.get(ONLY_OPTION, "")))
        self.cards.setCurrentRow(0)
        _, cards = self.beside("cards", partial(_small_pictures, self.source))
        self._artist.start(cards, self._show_cards, self._no_cards)

    def _ordered(self, last: str) -> list[Format]:
        """The formats that this map can be written as: the last one first, then those that take along most of this
        document."""
        board = kind_of(self.source.board).key
        scenario = self.source.scenario
        has_units = scenario is not None and bool(scenario.units)

        def rank(row: Format) -> tuple[bool, bool, bool]:
            wanted = "units" in row.carries or row.needs == "units"
            return row.key != last, row.needs == "units" and not has_units, has_units and not wanted

        return sorted((row for row in all_formats() if row.writer and board in row.boards), key=rank)

    def _where_page(self) -> QWidget:
        self.cards = QListWidget()
        self.cards.setObjectName("cards")
        self.cards.setAccessibleName("Formats")
        self.cards.setIconSize(SMALL)
        self.cards.setWordWrap(True)
        self.cards.setSpacing(2)
        for row in self.rows:
            title = f"{sentence(row.title)} ({', '.join(row.endings)})"
            item = QListWidgetItem(f"{title}\nFor {row.target}\nTakes along: {row.carries}")
            item.setToolTip(as_written(f"Export as {row.title}"))
            item.setIcon(QIcon(card_picture(row, None, ())))
            item.setSizeHint(QSize(300, SMALL.height() + 8))
            self.cards.addItem(item)
        self.cards.itemActivated.connect(lambda _item: self.forward())
        self.file = FileField(self._proposal(self.rows[0]), "All files (*)", self.check)
        label = PlainLabel("&File")
        label.setBuddy(self.file.line)
        line = QHBoxLayout()
        line.addWidget(label)
        line.addWidget(self.file, 1)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.cards, 1)
        column.addLayout(line)
        self.cards.currentRowChanged.connect(self._chosen)
        return page

    def _options_page(self) -> QWidget:
        self.forms = QStackedWidget()
        for row in self.rows:
            options = OptionForm(row.offers("options") if row.options else None, without=(ONLY_OPTION,))
            options.changed.connect(self._options_changed)
            self.forms.addWidget(options)
        self.preview = PreviewBox("Preview")
        page = QWidget()
        beside = QHBoxLayout(page)
        beside.setContentsMargins(0, 0, 0, 0)
        beside.setSpacing(16)
        self.units = UnitsChoice(self.source.scenario)
        self.units.changed.connect(self._options_changed)
        left = QVBoxLayout()
        left.addWidget(ScrolledFields(self.forms), 3)
        left.addWidget(self.units, 2)
        beside.addLayout(left, 2)
        beside.addWidget(self.preview, 3)
        return page

    # -- what is chosen -----------------------------------------------------------------------------------------

    def form_of(self, number: int) -> OptionForm:
        """The options of a format by its place in the list."""
        found = self.forms.widget(number)
        assert isinstance(found, OptionForm)
        return found

    @property
    def row(self) -> Format:
        """The format."""
        return self.rows[max(0, self.cards.currentRow())]

    @property
    def options(self) -> dict[str, Any]:
        """Its options by name."""
        chosen = self.form_of(max(0, self.cards.currentRow())).values()
        return {**chosen, ONLY_OPTION: self.units.value()} if self._chooses_units else chosen

    @property
    def _chooses_units(self) -> bool:
        """Whether this format takes along the units that are chosen, and there are units."""
        known = self.row.offers("options").model_fields if self.row.options else ()
        return ONLY_OPTION in known and self.units.topLevelItemCount() > 0

    def choose(self, key: str) -> None:
        """Choose a format by its key."""
        self.cards.setCurrentRow(next(number for number, row in enumerate(self.rows) if row.key == key))

    def _chosen(self, number: int) -> None:
        self.forms.setCurrentIndex(number)
        self.units.setVisible(self._chooses_units)
        before = self._out
        fits = before is not None and before.name.lower().endswith(self.row.endings)
        self.file.line.setText(str(before if fits and before is not None else self._proposal(self.row)))
        self._look()
        self.check()

    def _options_changed(self) -> None:
        self._look()
        self.check()
        self._soon.start()

    def _look(self) -> None:
        """See what would be lost, and whether it can be exported at all."""
        self._why = ""
        try:
            losses = survey(self.source, self.row, writing_options(self.row, self.options))
            self.losses.show_losses(losses, units_of(self.source.scenarios))
        except HexwrightError as error:
            self.losses.show_losses([])
            self._why = sentence(str(error))

    def _keep(self, option: str) -> None:
        """Choose an option that keeps what would be lost."""
        name, _, value = option.partition("=")
        if name == ONLY_OPTION:
            self.units.show_value("")
            return
        field = self.form_of(self.cards.currentRow()).fields.get(name)
        if isinstance(field, QCheckBox):
            field.setChecked(value == "true")
        else:
            self.form_of(self.cards.currentRow()).show_values({name: int(value) if value.isdigit() else value})

    def guide(self) -> str:
        """On a card and among the options, what tells of the format."""
        about_format = self.page == OPTIONS or (self.page == WHERE and self.focusWidget() is self.cards)
        return guide_pages.FORMATS.get(self.row.key, super().guide()) if about_format else super().guide()

    def problem(self, page: int) -> str:
        """Why a page cannot be left."""
        if page == WHERE:
            return self._why if self.row.needs and self._why else self.file.problem(self.row.endings)
        if self._chooses_units and self.units.nothing and self.options.get("units", True):
            return NONE
        return self._why

    # -- pages --------------------------------------------------------------------------------------------------

    def entered(self, page: int) -> None:
        """The document may have changed since: look again."""
        self.source = self._source_now()
        if page in (OPTIONS, LOSSES):
            self._look()
        if page == OPTIONS:
            self._soon.start(0)

    def _draw_preview(self) -> None:
        try:
            options = writing_options(self.row, self.options)
        except HexwrightError:
            return
        errand, held = self.beside("preview", partial(export_preview, self.source, self.row, options))
        self._artist.start(held, partial(self._show_preview, errand), lambda error: None)

    def _show_preview(self, errand: Errand, found: Sample) -> None:
        if not errand.cancelled:
            self.preview.show_preview(found)

    def _show_cards(self, drawn: tuple[QImage, list[QImage]]) -> None:
        ratio = self.devicePixelRatioF()
        for number, row in enumerate(self.rows):
            picture = card_picture(row, *drawn, ratio)
            icon = QIcon(picture)
            # The picture of the chosen card keeps its colours.
            icon.addPixmap(picture, QIcon.Mode.Selected)
            self.cards.item(number).setIcon(icon)

    def _no_cards(self, error: Exception) -> None:
        """The pictures of cards could not be drawn: cards without do."""

    # -- writing ------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Ask before a file is replaced, and write."""
        self.source = self._source_now()
        path, row, source = self.file.path, self.row, self.source
        if not self._may_write(path):
            return
        try:
            options = writing_options(row, self.options)
        except HexwrightError as error:
            self._why = sentence(str(error))
            self.check()
            return
        self.write(f"Exporting {path.name}…", partial(_export, source, row, options, path), self._done)

    def _done(self, made: tuple[list[Path], list[LostPart]]) -> None:
        self.made = made
        files, losses = made
        self._out = files[0]
        lost = counted(len(losses), "kind of loss", "kinds of loss") if losses else "nothing lost"
        more = f", with {', '.join(path.name for path in files[1:])} beside it" if files[1:] else ""
        self.writing.end(
            f"Exported {files[0].name} ({lost}){more}.",
            str(files[0].absolute()),
            files[0],
            "File > Export again (Ctrl+Shift+E) repeats it with the same options.",
        )


def _small_pictures(source: ExportSource) -> tuple[QImage, list[QImage]]:
    return small_map(source), counters_of(source)


def _export(
    source: ExportSource, row: Format, options: Options, path: Path, tell: TellWords, keep: Callable[[], None]
) -> tuple[list[Path], list[LostPart]]:
    return export_file(source, row, options, path, tell, keep, agreed=True)
