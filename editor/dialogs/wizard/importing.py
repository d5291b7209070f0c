"""File > Import: files and where they go, options with matching tables and a preview, what is lost, writing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QTimer
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from editor.dialogs import guide_pages
from editor.dialogs.forms import ScrolledFields, form
from editor.dialogs.option_form import OptionForm
from editor.dialogs.picture_parts import FileField
from editor.dialogs.texts import sentence
from editor.dialogs.wizard.frame import LOSSES, OPTIONS, WHERE, Errand, Wizard
from editor.dialogs.wizard.geo_frame import GeoFrame
from editor.dialogs.wizard.grid_frame import GridFrame, shown_picture
from editor.dialogs.wizard.losses_page import LossesPage, units_of
from editor.dialogs.wizard.matching_panel import MatchingPanel
from editor.dialogs.wizard.preview import PreviewBox, Sample, import_preview
from editor.look.rebuilding import put_instead
from editor.output.exporting import TellWords
from editor.plain import PlainLabel
from editor.work.background import Worker
from engine.errors import HexwrightError
from engine.exchange import profiles
from engine.exchange.gridfit import LaidGrid, options_of_fit
from engine.exchange.importing import save_import
from engine.exchange.matches import TOPICS, pairs_of
from engine.exchange.merging import LAYERS, layers_in
from engine.exchange.rows import Format, all_formats
from engine.exchange.source import Imported
from engine.plural import counted

PATIENCE: Final = 300
"""Milliseconds without a change after which the file is read again."""
TITLES: Final = ("Files", "Options", "What is lost", "Importing")
GUIDES: Final = (
    "guide/exchange.md#import",
    "guide/exchange.md#matching-tables",
    "guide/exchange.md#what-is-lost",
    "guide/exchange.md#into-the-open-map",
)
READING: Final = "Reading the file…"


@dataclass(frozen=True, slots=True)
class ImportDoors:
    """What the wizard has others do."""

    recognise: Callable[[Path], Format]
    """The format of a file; raises HexwrightError. Fit to be called on any thread, as `read`."""
    read: Callable[[Sequence[Path], Mapping[str, Any], bool], Imported]
    """Read files with options; the last argument is whether for the open map. Raises HexwrightError."""
    why_not_open: Callable[[Imported], str]
    """Why an import cannot be laid over the open map."""
    lay_over: Callable[[Imported, Collection[str]], int]
    """Take these layers over into the open document, as one step; gives how many changed."""
    ready_to_open: Callable[[Path], Callable[[], bool]]
    """Read a file that was written, on any thread; what this gives opens it, and says whether it could."""
    may_write: Callable[[Imported, Path], bool]
    """Ask before files are replaced."""
    show_places: Callable[[tuple[str, ...]], None]


class ImportWizard(Wizard):
    """Asks for files, options and matches, shows what is lost, and makes a document or changes the open one."""

    def __init__(self, doors: ImportDoors, paths: Iterable[Path] = (), parent: QWidget | None = None) -> None:
        super().__init__("Import", TITLES, GUIDES, "&Import", parent)
        self.doors = doors
        self.found: Imported | None = None
        self.row: Format | None = None
        self.written: Path | None = None
        self._why = ""
        self._profile = ""
        self._reader = Worker("exchange-reading", self)
        self._picture = QImage()
        """That of the board, as it is shown."""
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(PATIENCE)
        self._soon.timeout.connect(self.read)
        self.losses = LossesPage("Not imported:", self._show_places)
        self.add_pages(self._where_page(), self._options_page(), self.losses)
        self.setAcceptDrops(True)
        self.add_files(paths)

    # -- pages --------------------------------------------------------------------------------------------------

    def _where_page(self) -> QWidget:
        self.files = QListWidget()
        self.files.setAccessibleName("Files to import")
        self.files.setMaximumHeight(110)
        self.line = QLineEdit()
        self.line.setPlaceholderText("Path of a file, or drop files here")
        self.line.setAccessibleName("Path of a file to import")
        self.line.returnPressed.connect(self._add_line)
        self.line.editingFinished.connect(self._add_line)
        self.browse = QPushButton("&Browse…")
        self.browse.clicked.connect(self._browse)
        self.remove = QPushButton("&Remove")
        self.remove.clicked.connect(self._remove)
        self.browse.setAutoDefault(False)
        self.remove.setAutoDefault(False)
        self.about = PlainLabel("Choose a file of another program.")
        self.about.setWordWrap(True)
        self.new = QRadioButton("As a &new document, saved as")
        self.into = QRadioButton("Into the &open map, as one step that you can undo")
        self.new.setChecked(True)
        group = QButtonGroup(self)
        for radio in (self.new, self.into):
            group.addButton(radio)
        self.into.toggled.connect(lambda _on: self.read())
        self.out = FileField(Path.cwd() / "imported.yaml", "Maps and scenarios (*.yaml *.yml)", self.check)
        self.out.line.setAccessibleName("File of the new document")
        line, page = QHBoxLayout(), QWidget()
        line.addWidget(self.line, 1)
        line.addWidget(self.browse)
        line.addWidget(self.remove)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addLayout(line)
        column.addWidget(self.files)
        column.addWidget(self.about)
        column.addSpacing(8)
        for widget in (self.new, self.out, self.into):
            column.addWidget(widget)
        column.addStretch(1)
        return page

    def _options_page(self) -> QWidget:
        self.options = OptionForm(None)
        self.layers: dict[str, QCheckBox] = {}
        self._layer_box = QWidget()
        rows = form()
        rows.setContentsMargins(0, 0, 0, 0)
        self._layer_box.setLayout(rows)
        for key, title in LAYERS.items():
            tick = QCheckBox(title)
            tick.setChecked(True)
            self.layers[key] = tick
            rows.addRow("", tick)
        inside = QWidget()
        self._fields = QVBoxLayout(inside)
        self._fields.setContentsMargins(0, 0, 0, 0)
        self._fields.addWidget(self.options)
        self._fields.addWidget(self._layer_box)
        self._fields.addStretch(1)
        self.matching = MatchingPanel()
        self.matching.changed.connect(self._soon.start)
        self.matching.profile_chosen.connect(self.use_profile)
        self.matching.profile_saved.connect(self.keep_profile)
        self.preview = PreviewBox("Preview")
        self.frame = GeoFrame()
        self.frame.hide()
        self.frame.chosen.connect(self._choose_part)
        right = QVBoxLayout()
        pictures = QHBoxLayout()
        self.grid = GridFrame()
        self.grid.hide()
        self.grid.chosen.connect(lambda fit: self.options.show_values(dict(options_of_fit(fit))))
        pictures.addWidget(self.frame, 1)
        pictures.addWidget(self.grid, 1)
        pictures.addWidget(self.preview, 1)
        right.addLayout(pictures, 3)
        right.addWidget(self.matching, 3)
        page = QWidget()
        beside = QHBoxLayout(page)
        beside.setContentsMargins(0, 0, 0, 0)
        beside.setSpacing(16)
        beside.addWidget(ScrolledFields(inside), 2)
        beside.addLayout(right, 3)
        return page

    # -- files --------------------------------------------------------------------------------------------------

    @property
    def paths(self) -> list[Path]:
        """The files."""
        return [Path(self.files.item(row).text()) for row in range(self.files.count())]

    def add_files(self, paths: Iterable[Path]) -> None:
        """Take these files too."""
        fresh = [str(path) for path in paths if str(path) not in {str(one) for one in self.paths}]
        if not fresh:
            return
        first = not self.files.count()
        self.files.addItems(fresh)
        if first:
            path = Path(fresh[0])
            self.out.line.setText(str(path.with_name((path.name.split(".")[0] or "imported") + ".yaml")))
        self.row = None
        self.read()

    def _add_line(self) -> None:
        text = self.line.text().strip().strip("\"'")
        if text:
            self.line.clear()
            self.add_files([Path(text.removeprefix("file://")).expanduser()])

    def _browse(self) -> None:
        endings = " ".join("*" + ending for row in all_formats() if row.reader for ending in row.endings)
        kinds = f"Files of other programs ({endings});;All files (*)"
        names, _ = QFileDialog.getOpenFileNames(self, "Import", "", kinds)
        self.add_files(map(Path, names))

    def _remove(self) -> None:
        row = self.files.currentRow()
        if row >= 0:
            self.files.takeItem(row)
            self.found, self.row = None, None
            self.about.setText("Choose a file of another program.")
            self.read()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files may be dropped."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Take the files that are dropped."""
        event.acceptProposedAction()
        self.add_files([Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()])

    # -- reading ------------------------------------------------------------------------------------------------

    def words(self) -> dict[str, Any]:
        """The options of reading, those of matching tables included."""
        return {**self.options.values(), **self.matching.values()} if self.row is not None else {}

    def read(self) -> None:
        """Read the files in the background, with the options as they are."""
        self._soon.stop()
        paths = self.paths
        if not paths:
            self.no_longer("reading")
            self.found, self._why = None, ""
            self.check()
            return
        self._why = READING
        self.check()
        fresh = self.row is None
        known = self.found.laid if self.found is not None else None
        work = partial(_read, self.doors, paths, self.words(), self.into.isChecked(), (known, self._picture))
        errand, held = self.beside("reading", work)
        self._reader.start(held, partial(self._read_done, errand, fresh), partial(self._read_failed, errand))

    def _read_done(self, errand: Errand, fresh: bool, made: tuple[Format, Imported, QImage, QImage]) -> None:
        if errand.cancelled:
            return
        row, found, image, self._picture = made
        self._why = ""
        self.found, self.row = found, row
        self.about.setText(sentence(found.about) + ".")
        if fresh:
            self._show_options(row)
        self.matching.show_tables(found.tables)
        names = [name for name, _ in profiles.fitting_profiles(row.key, found.tables)]
        self.matching.show_profiles(names, self._profile)
        self.preview.show_preview(Sample(image, [sentence(found.about)]))
        self.frame.setVisible(found.data is not None)
        if found.data is not None:
            self.frame.show_data(found.data)
        self.grid.setVisible(found.laid is not None)
        # A map that was not drawn yet is nothing to look at beside the picture with its grid.
        self.preview.setVisible(found.laid is None)
        if found.laid is not None:
            self.grid.show_grid(found.laid, self._picture)
        self.losses.show_losses(found.losses, units_of(found.scenarios))
        there = layers_in(found.board, found.scenarios[0] if found.scenarios else None)
        for key, tick in self.layers.items():
            tick.setVisible(key in there)
        self._layer_box.setVisible(self.into.isChecked())
        if self.into.isChecked():
            self._why = sentence(self.doors.why_not_open(found))
        if fresh and self._use_found_profile(row, found):
            return
        self.check()

    def _read_failed(self, errand: Errand, error: Exception) -> None:
        if not errand.cancelled:
            self.found = None
            self._why = sentence(str(error)) if isinstance(error, HexwrightError) else f"It cannot be read: {error}"
            self.about.setText(self._why)
            self.check()

    def _show_options(self, row: Format) -> None:
        made = OptionForm(row.offers("reading") if row.reading else None, without=tuple(TOPICS))
        made.changed.connect(self._soon.start)
        put_instead(self._fields, self.options, made)
        self.options = made

    def _choose_part(self, part: tuple[float, float, float, float], rotation: float) -> None:
        """The frame was moved: its part is read."""
        self.options.show_values({"bounds": ",".join(f"{edge:.6g}" for edge in part), "rotation": rotation})

    # -- profiles -----------------------------------------------------------------------------------------------

    def _use_found_profile(self, row: Format, found: Imported) -> bool:
        """Use the profile that knows most of the names in a file; False where none knows any."""
        name, count = next(iter(profiles.fitting_profiles(row.key, found.tables)), ("", 0))
        if self._profile or not count:
            return False
        self.use_profile(name)
        return True

    def use_profile(self, name: str) -> None:
        """Read the file with the options and matches of a profile; without a name with none."""
        self._profile = name
        chosen: dict[str, str] = {}
        if name and self.row is not None:
            try:
                chosen = profiles.read_profile(name, self.row.key)
            except HexwrightError as error:
                self.complaint.setText(sentence(str(error)))
                return
        self.options.show_values({key: value for key, value in chosen.items() if key not in TOPICS})
        self.matching.set_chosen({topic: pairs_of(chosen[topic]) for topic in TOPICS if topic in chosen})
        self.read()

    def keep_profile(self, name: str) -> None:
        """Keep options and matches under a name."""
        if self.row is None or self.found is None:
            return
        try:
            profiles.keep_profile(name, self.row.key, self.words(), self.found.tables)
        except HexwrightError as error:
            self.complaint.setText(sentence(str(error)))
            return
        self._profile = name
        names = [one for one, _ in profiles.fitting_profiles(self.row.key, self.found.tables)]
        self.matching.show_profiles(names, name)
        self.complaint.setText(f"Kept the profile {name}.")

    # -- going on -----------------------------------------------------------------------------------------------

    def guide(self) -> str:
        """While a file is chosen and among the options, what tells of its format; in a table, what tells of those."""
        in_table = self.matching.isAncestorOf(self.focusWidget() or self)
        if self.row is None or in_table or self.page not in (WHERE, OPTIONS):
            return super().guide()
        return guide_pages.FORMATS.get(self.row.key, super().guide())

    def problem(self, page: int) -> str:
        """Why a page cannot be left."""
        if self._why:
            return self._why
        if self.found is None:
            return "Choose a file of another program."
        if page == WHERE and self.new.isChecked():
            return self.out.problem((".yaml", ".yml"))
        if page == OPTIONS and self.into.isChecked() and not self.wanted_layers():
            return "Choose at least one layer."
        return ""

    def wanted_layers(self) -> list[str]:
        """The layers that are taken over into the open map."""
        return [key for key, tick in self.layers.items() if tick.isChecked() and not tick.isHidden()]

    def entered(self, page: int) -> None:
        """The losses are those of the file as it was read last."""
        if page == LOSSES and self.found is not None:
            self.losses.show_losses(self.found.losses, units_of(self.found.scenarios))

    def _show_places(self, places: tuple[str, ...]) -> None:
        self.doors.show_places(places)

    def begin(self) -> None:
        """Write the new document and open it, or change the open one."""
        found = self.found
        if found is None:
            return
        if self.into.isChecked():
            self._lay_over(found)
            return
        out = self.out.path
        if self.doors.may_write(found, out):
            self.write(f"Importing {self.paths[0].name}…", partial(_save, self.doors, found, out), self._saved)

    def _saved(self, made: tuple[list[Path], Callable[[], bool]]) -> None:
        files, open_it = made
        self.written = files[0]
        found = self.found
        losses = found.losses if found is not None else []
        lost = counted(len(losses), "kind of loss", "kinds of loss") if losses else "nothing lost"
        opened = open_it()
        said = f"Imported {self.paths[0].name} as {files[0].name} ({lost})"
        self.writing.end(said + (", and opened it." if opened else "."), str(files[0].absolute()), files[0])

    def _lay_over(self, found: Imported) -> None:
        try:
            changed = self.doors.lay_over(found, self.wanted_layers())
        except HexwrightError as error:
            self._why = sentence(str(error))
            self.check()
            return
        self.show_done("Imported into the open map. Edit > Undo takes it back." if changed else "Nothing changed.")


def _read(
    doors: ImportDoors,
    paths: Sequence[Path],
    words: Mapping[str, Any],
    onto: bool,
    known: tuple[LaidGrid | None, QImage],
) -> tuple[Format, Imported, QImage, QImage]:
    row = doors.recognise(paths[0])
    found = doors.read(paths, words, onto)
    before, picture = known
    if found.laid is None:
        return row, found, import_preview(found), QImage()
    if before is None or before.picture != found.laid.picture:
        picture = shown_picture(found.laid)
    return row, found, QImage(), picture


def _save(
    doors: ImportDoors, found: Imported, out: Path, tell: TellWords, keep: Callable[[], None]
) -> tuple[list[Path], Callable[[], bool]]:
    tell(f"Writing {out.name}…", -1.0)
    files = save_import(found, out, force=True, ready=keep)
    tell(f"Opening {out.name}…", -1.0)
    return files, doors.ready_to_open(files[0])
