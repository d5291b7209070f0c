"""File > Export, Export again, and Import: the windows that ask, and what they have others do."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from editor.commands.base import Command
from editor.commands.edit_scenario import EditScenario
from editor.controls.save_door import may_replace
from editor.desk.desk import Desk
from editor.dialogs.wizard.exporting import ExportWizard
from editor.dialogs.wizard.frame import Wizard
from editor.dialogs.wizard.importing import ImportDoors, ImportWizard
from editor.document import files
from editor.document.document import Document
from editor.hexes.commands.write_changes import WriteChanges
from editor.menus.file import FileActions
from editor.menus.long_work import LongWork
from editor.output.apart import Tell
from editor.output.exporting import export_file
from editor.stage.tabs import Tab
from editor.work.remembered import EXPORTS, remember, remembered
from engine.errors import HexwrightError
from engine.exchange.exporting import writing_options
from engine.exchange.importing import import_files, import_onto, import_targets
from engine.exchange.losses import LostPart
from engine.exchange.merging import changes, sides_table, units_taken, why_not
from engine.exchange.rows import Format, format_named, recognised
from engine.exchange.sincelast import changed, digests
from engine.exchange.source import ExportSource, Imported
from engine.hexes.board.battlemap import BattleMap, hexes_of
from engine.hexes.board.grid import NOWHERE
from engine.plural import counted


class ExchangeActions(LongWork):
    """What goes to other programs, and what comes from them."""

    def __init__(self, desk: Desk, files: FileActions) -> None:
        super().__init__(desk, "exchange", "It cannot be exported")
        self.files = files
        self.wizard: Wizard | None = None
        """The window of export or import that is open."""
        self._exported: Document | None = None
        """The document that the window of export is about."""
        desk.tabs.closed.connect(self._tab_closed)
        self._unsaved: dict[str, Any] = {}
        """The last export of a document without a file."""
        files.take_foreign = self.take_foreign
        add = desk.actions.add
        add(
            "file.export-to",
            "E&xport…",
            self.export_to,
            menu="File",
            group=3,
            tip="Write the map or scenario as a file of VASSAL, Tiled and others",
        )
        add(
            "file.export-again",
            "Export a&gain",
            self.export_again,
            menu="File",
            group=3,
            shortcut="Ctrl+Shift+E",
            tip="Repeat the last export to another program, with the same options",
        )
        add(
            "file.import",
            "&Import…",
            self.import_from,
            menu="File",
            group=3,
            tip="Make a map or scenario of another program's file",
        )

    def stop(self) -> None:
        """The window closes: cancel, and close the wizard."""
        super().stop()
        if self.wizard is not None:
            self.wizard.reject()

    def _show(self, wizard: Wizard) -> None:
        self.wizard = wizard
        wizard.ended.connect(self.finished)
        wizard.finished.connect(lambda _result: self._closed(wizard))
        wizard.open_up()

    def _closed(self, wizard: Wizard) -> None:
        if self.wizard is wizard:
            self.wizard = self._exported = None

    def _tab_closed(self, tab: Tab) -> None:
        """The window of export closes with its document."""
        if self.wizard is not None and tab.document is self._exported:
            self.wizard.reject()

    def _has_window(self) -> bool:
        """Whether a window of export or import is open already; it comes to the front."""
        if self.wizard is None or not isValid(self.wizard):
            return False
        self.wizard.raise_()
        self.wizard.activateWindow()
        return True

    # -- out ----------------------------------------------------------------------------------------------------

    def source(self) -> ExportSource:
        """The document in front, as it is now."""
        document = self.desk.document
        board, scenario = document.snapshot()
        path = document.path
        scenarios = (scenario,) if scenario is not None else ()
        return ExportSource(board, scenarios, str(path.parent) if path is not None else "")

    def export_to(self) -> None:
        """Open the window of export."""
        if self._has_window() or self._has_hands_full():
            return
        document = self.desk.document
        wizard = ExportWizard(
            self.source,
            self._last(),
            self._proposal,
            may_write=lambda path: may_replace(self.desk, [path], parent=self.wizard),
            show_places=self._show_places,
            parent=self.desk.window,
        )

        def note(written: bool) -> None:
            if written:
                files, losses = wizard.made
                last = {"format": wizard.row.key, "options": wizard.options, "out": str(files[0])}
                self._remember(document.path, last | {"parts": digests(wizard.source)})
                self._log(files[0], losses)

        wizard.ended.connect(note)
        self._exported = document
        self._show(wizard)

    def _log(self, path: Path, losses: Sequence[LostPart], since: Sequence[str] | None = None) -> None:
        lost = counted(len(losses), "kind of loss", "kinds of loss") if losses else "nothing lost"
        text = f"Exported {path} ({lost})"
        if since is not None:
            text += f". Changed since the last export: {', '.join(since) if since else 'nothing'}"
        self.desk.status(text)
        self.desk.log.add(text)

    def export_again(self) -> None:
        """Repeat the last export of this document; where there is none, ask."""
        if self._has_window() or self._has_hands_full():
            return
        last = self._last()
        try:
            row = format_named(str(last.get("format", "")))
        except HexwrightError:
            self.export_to()
            return
        options, path = last.get("options"), Path(str(last.get("out", "")))
        if not isinstance(options, dict) or not path.name or not path.parent.is_dir():
            self.export_to()
            return
        source, place = self.source(), self.desk.document.path
        before = last.get("parts")

        def work(tell: Tell) -> tuple[list[Path], list[LostPart]]:
            # An export again replaces only a file of ours.
            chosen = writing_options(row, options)
            return export_file(source, row, chosen, path, lambda _words, part: tell(part), partial(tell, 1.0))

        def done(made: tuple[list[Path], list[LostPart]]) -> None:
            now = digests(source)
            self._remember(place, last | {"parts": now})
            since = changed(before, now) if isinstance(before, dict) else None
            self._log(path, made[1], since)
            self._finish()

        self._begin(f"Exporting {path.name}…", work, done)

    def _proposal(self, row: Format) -> Path:
        document = self.desk.document
        if document.path is not None:
            return document.path.with_suffix(row.endings[0])
        words = "".join(c if c.isalnum() else " " for c in document.title.lower()).split()
        return Path.cwd() / ("_".join(words or ["untitled"]) + row.endings[0])

    def _last(self) -> dict[str, Any]:
        path = self.desk.document.path
        return remembered(EXPORTS, path) if path is not None else self._unsaved

    def _remember(self, path: Path | None, what: Mapping[str, Any]) -> None:
        if path is None:
            self._unsaved = dict(what)
        remember(EXPORTS, path, what)

    def _show_places(self, places: tuple[str, ...]) -> None:
        """Select the hexes of a loss on the map, and the units, and bring the first into view."""
        document = self.desk.document
        if not isinstance(document.board, BattleMap):
            self._show_bases(places)
            return
        grid = document.board.grid
        hexes = [h for place in places if (h := grid.find(place)) != NOWHERE]
        for place in places:
            ends = place.replace(">", "/").split("/")
            hexes += [h for end in ends[1:] and ends if (h := grid.find(end)) != NOWHERE]
        scenario = document.scenario
        if scenario is not None:
            hexes += [h for place in places if (h := grid.find(scenario.setup.get(place, ""))) != NOWHERE]
        if hexes:
            self.desk.selection.set(hexes)
            self.desk.canvas.centre_on(hexes[0])

    def _show_bases(self, units: tuple[str, ...]) -> None:
        """Bring the first of some units that stand on a table into view."""
        board, scenario = self.desk.document.board, self.desk.document.scenario
        spots = [board.find(scenario.setup[key]) for key in units if key in scenario.setup] if scenario else []
        spot = next((spot for spot in spots if spot is not None), None)
        if spot is not None:
            self.desk.canvas.centre_on(spot)

    # -- in -----------------------------------------------------------------------------------------------------

    def import_from(self) -> None:
        """Open the window of import; a path in the clipboard is taken for the file."""
        text = QApplication.clipboard().text().strip().strip("\"'").removeprefix("file://")
        path = Path(text) if text and len(text) < 1000 and "\n" not in text else None
        self._import([path] if path is not None and path.suffix and _is_foreign(path) else [])

    def take_foreign(self, path: Path) -> bool:
        """Import a file that another program wrote; False where none is known to write such a file."""
        if not _is_foreign(path):
            return False
        self.take(path)
        return True

    def take(self, path: Path) -> None:
        """Open the window of import with a file, or add the file to the window that is open."""
        if isinstance(self.wizard, ImportWizard):
            self.wizard.add_files([path])
        self._import([path])

    def _import(self, paths: Iterable[Path]) -> None:
        if not self._has_window() and not self._has_hands_full():
            self._show(ImportWizard(self._doors(), paths, self.desk.window))

    def _doors(self) -> ImportDoors:
        return ImportDoors(
            recognise=recognised,
            read=self._reader(),
            why_not_open=self._why_not_open,
            lay_over=self._lay_over,
            ready_to_open=self._ready_to_open,
            may_write=lambda found, out: may_replace(self.desk, import_targets(found, out), parent=self.wizard),
            show_places=self._show_places,
        )

    def _board(self) -> BattleMap | None:
        document = self.desk.document
        return document.battle_map if isinstance(document.board, BattleMap) else None

    def _reader(self) -> Callable[[Sequence[Path], Mapping[str, Any], bool], Imported]:
        """What reads files; it may be called on any thread, with the open map as it was when the window opened."""
        board = self._board()
        kept = board.copy() if board is not None else None

        def read(paths: Sequence[Path], words: Mapping[str, Any], onto: bool) -> Imported:
            rows = [recognised(path) for path in paths]
            stem = paths[0].name.split(".")[0] or "imported"
            if onto and kept is not None:
                return import_onto(paths, rows, words, stem, kept)
            return import_files(paths, rows, words, stem)

        return read

    def _why_not_open(self, found: Imported) -> str:
        board = self._board()
        return "the open document is not a map of hexes" if board is None else why_not(found.board, board)

    def _lay_over(self, found: Imported, layers: Collection[str]) -> int:
        """Take layers of an import over into the open document, as one step of undo."""
        document = self.desk.document
        board = hexes_of(document.board)
        made = changes(hexes_of(found.board), board, layers, partial=found.partial)
        steps: list[Callable[[], Command]] = [lambda: WriteChanges("Import", made)] if made else []
        scenario = document.scenario
        if "units" in layers and found.scenarios and scenario is not None:
            theirs = found.scenarios[0]
            table = sides_table(theirs, scenario)
            fields = units_taken(theirs, scenario, {one.name: one.ours for one in table.matches})
            steps.append(lambda: EditScenario("Import units", **fields))
        return document.push_all("Import", steps)

    def _ready_to_open(self, path: Path) -> Callable[[], bool]:
        """Read a file that was imported, on any thread: a large map takes its time. What this gives opens it in a
        tab."""
        try:
            read = files.read(path)
        except HexwrightError:
            # Opening it says why it cannot be opened.
            read = None
        return lambda: self._open_import(path, read)

    def _open_import(self, path: Path, read: files.OpenedFile | None) -> bool:
        self.desk.log.add(f"Imported {path}")
        return self.files.open_path(path, read)


def _is_foreign(path: Path) -> bool:
    """Whether a file is one that another program wrote."""
    try:
        recognised(path)
    except HexwrightError:
        return False
    return True
