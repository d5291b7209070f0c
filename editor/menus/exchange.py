"""File > Export to another program, Export again, and Import."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QFileDialog, QMessageBox

from editor.controls.save_door import Wanted, ask_where
from editor.desk.desk import Desk
from editor.dialogs.asking import asked
from editor.dialogs.exchange import ExportToDialog, ImportFromDialog
from editor.kinds import HEXES
from editor.menus.file import FileActions
from editor.menus.long_work import LongWork
from editor.output.apart import Tell
from editor.output.exchange_pictures import DrawnPictures
from editor.plain import as_written
from editor.work.settings import settings
from engine.errors import HexwrightError
from engine.exchange.exporting import export, writing_options
from engine.exchange.importing import import_file, import_targets, save_import
from engine.exchange.losses import LostPart
from engine.exchange.rows import FORMATS, Format, format_named, recognised
from engine.exchange.source import ExportSource, Imported
from engine.hexes.board.battlemap import hexes_of
from engine.hexes.board.grid import NOWHERE
from engine.plural import counted


class ExchangeActions(LongWork):
    """What goes to other programs, and what comes from them."""

    def __init__(self, desk: Desk, files: FileActions) -> None:
        super().__init__(desk, "exchange", "It cannot be exported")
        self.files = files
        files.take_foreign = self.take_foreign
        add = desk.actions.add
        with desk.actions.only_for(HEXES.key):
            add(
                "file.export-to",
                "E&xport to another program…",
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

    # -- out ----------------------------------------------------------------------------------------------------

    def source(self) -> ExportSource:
        """The document in front, as it is now."""
        document = self.desk.document
        board, scenario = document.snapshot()
        path = document.path
        scenarios = (scenario,) if scenario is not None else ()
        return ExportSource(hexes_of(board), scenarios, str(path.parent) if path is not None else "")

    def export_to(self) -> None:
        """Ask for format, options and file, and export."""
        if self._has_hands_full():
            return
        source = self.source()
        dialog = ExportToDialog(source, self._last(), self._show_places, self.desk.window)
        with asked(dialog) as accepted:
            row, options = dialog.row, dialog.options
        if not accepted:
            return
        kinds = f"{row.title} ({' '.join('*' + ending for ending in row.endings)})"
        path = ask_where(self.desk, Wanted(f"Export {row.title}", kinds, row.endings), self._proposal(row))
        if path is not None:
            self._remember({"format": row.key, "options": options, "out": str(path)})
            self._write(source, row, options, path)

    def export_again(self) -> None:
        """Repeat the last export of this document; where there is none, ask."""
        if self._has_hands_full():
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
        self._write(self.source(), row, options, path, again=True)

    def _write(
        self, source: ExportSource, row: Format, options: Mapping[str, Any], path: Path, *, again: bool = False
    ) -> None:
        def work(tell: Tell) -> tuple[list[Path], list[LostPart]]:
            given = writing_options(row, options)
            # The user has just said that the file may be replaced; an export again replaces only one of ours.
            return export(source, row, given, DrawnPictures(tell), path, agreed=not again)

        def done(made: tuple[list[Path], list[LostPart]]) -> None:
            lost = counted(len(made[1]), "kind of loss", "kinds of loss") if made[1] else "nothing lost"
            self._done(f"Exported {path} ({lost})")

        self._begin(f"Exporting {path.name}…", work, done)

    def _proposal(self, row: Format) -> Path:
        document = self.desk.document
        if document.path is not None:
            return document.path.with_suffix(row.endings[0])
        words = "".join(c if c.isalnum() else " " for c in document.title.lower()).split()
        return Path.cwd() / ("_".join(words or ["untitled"]) + row.endings[0])

    def _place(self) -> str:
        """Where the settings have the last export of the document in front."""
        path = self.desk.document.path
        name = str(path.absolute()) if path is not None else ""
        return f"exchange/{hashlib.sha256(name.encode('utf-8', 'replace')).hexdigest()[:16]}"

    def _last(self) -> dict[str, Any]:
        try:
            found = json.loads(str(settings().value(self._place(), "{}")))
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}

    def _remember(self, what: Mapping[str, Any]) -> None:
        settings().setValue(self._place(), json.dumps(what))

    def _show_places(self, places: tuple[str, ...]) -> None:
        """Select the hexes of a loss on the map, and the units."""
        document = self.desk.document
        grid = hexes_of(document.battle_map).grid
        hexes = [h for place in places if (h := grid.find(place)) != NOWHERE]
        scenario = document.scenario
        if scenario is not None:
            hexes += [h for place in places if (h := grid.find(scenario.setup.get(place, ""))) != NOWHERE]
        if hexes:
            self.desk.selection.set(hexes)

    # -- in -----------------------------------------------------------------------------------------------------

    def import_from(self) -> None:
        """Ask for a file, show what it holds, and make a map or scenario of it."""
        endings = " ".join("*" + ending for row in FORMATS if row.reader for ending in row.endings)
        kinds = f"Files of other programs ({endings});;All files (*)"
        name, _ = QFileDialog.getOpenFileName(self.desk.window, "Import", "", kinds)
        if name:
            self.take(Path(name))

    def take_foreign(self, path: Path) -> bool:
        """Import a file that another program wrote; False where none is known to write such a file."""
        try:
            recognised(path)
        except HexwrightError:
            return False
        self.take(path)
        return True

    def take(self, path: Path) -> None:
        """Read a file in the background, then ask how it goes on."""
        if self._has_hands_full():
            return
        try:
            row = recognised(path)
        except HexwrightError as error:
            QMessageBox.warning(self.desk.window, "Cannot import the file", as_written(str(error)))
            return
        stem = path.name.split(".")[0] or "imported"

        def work(tell: Tell) -> Imported:
            tell(-1.0)
            return import_file(path, row, {}, stem)

        self._begin(f"Reading {path.name}…", work, partial(self._ask_import, path, row, stem))

    def _ask_import(self, path: Path, row: Format, stem: str, found: Imported) -> None:
        self._close()
        dialog = ImportFromDialog(
            path.name, row, found, lambda options: import_file(path, row, options, stem), self.desk.window
        )
        with asked(dialog) as accepted:
            found = dialog.found
        written = self._save_import(path.with_name(f"{stem}.yaml"), found) if accepted else None
        if written is not None and self.files.open_path(written):
            lost = counted(len(found.losses), "kind of loss", "kinds of loss") if found.losses else "nothing lost"
            self.desk.log.add(f"Imported {path.name} as {written} ({lost})")
        self.finished.emit(written is not None)

    def _save_import(self, proposal: Path, found: Imported) -> Path | None:
        """Ask where to write what was read, and write it; gives the file, or None."""
        wanted = Wanted("Save the import", "Maps and scenarios (*.yaml *.yml)", (".yaml", ".yml"))
        out = ask_where(self.desk, wanted, proposal, targets=lambda path: import_targets(found, path))
        if out is None:
            return None
        try:
            return save_import(found, out, force=True)[0]
        except HexwrightError as error:
            QMessageBox.warning(self.desk.window, "Not written", as_written(str(error)))
            return None
