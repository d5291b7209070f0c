"""The File menu: new, open, save, recent files, asking before loss, and bringing back unsaved work."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QFileDialog, QMenu, QMessageBox

from editor import settings
from editor.dialogs.new_map import NewMapDialog
from editor.dialogs.new_scenario import NewScenarioDialog
from editor.dialogs.problems import OpenProblemsDialog
from editor.dialogs.recovery import Recoverable, RecoveryDialog
from editor.document import recovery
from editor.document.document import Document
from editor.document.recovery import Recovery
from editor.icons import icon
from engine import data, formats
from engine.board.battlemap import BattleMap
from engine.errors import HexwrightError
from engine.findings import FileProblem
from engine.formats import locate
from engine.scenario.model import Scenario, Turns

if TYPE_CHECKING:
    from editor.workbench import Workbench

FILTER: Final = "Maps and scenarios (*.yaml *.yml);;All files (*)"


class FileActions(QObject):
    """Everything that opens, makes or writes documents."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self.workbench = workbench
        self.recovery = Recovery(self)
        self.recovery.watch(workbench.document)
        self.recent_menu = QMenu("Open &recent", workbench.window)
        self.recent_menu.aboutToShow.connect(self._fill_recent)
        add = workbench.actions.add
        add("file.new-map", "&New map…", self.new_map, menu="File", shortcut="Ctrl+N", icon=icon("new"),
            tip="Make a new map: grid, numbering, palette")  # fmt: skip
        add("file.new-scenario", "New s&cenario…", self.new_scenario, menu="File", shortcut="Ctrl+Shift+N",
            tip="Make a new scenario on the open map or another one")  # fmt: skip
        add("file.open", "&Open…", self.open, menu="File", shortcut="Ctrl+O", icon=icon("open"),
            tip="Open a map or scenario")  # fmt: skip
        add("file.save", "&Save", self.save, menu="File", group=1, shortcut="Ctrl+S", icon=icon("save"),
            tip="Save what has changed")  # fmt: skip
        add("file.save-as", "Save &as…", self.save_as, menu="File", group=1, shortcut="Ctrl+Shift+S",
            tip="Save under another name, and go on with that file")  # fmt: skip

    # -- asking before loss -------------------------------------------------------------------------------------

    def may_close(self) -> bool:
        """Whether the open document may go: it is saved, or the user gave it up."""
        document = self.workbench.document
        if not document.dirty:
            return True
        box = QMessageBox(self.workbench.window)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle("Unsaved changes")
        box.setText(f"<b>Save the changes to {document.title}?</b>")
        box.setInformativeText("Without saving they are lost.")
        button = QMessageBox.StandardButton
        box.setStandardButtons(button.Save | button.Discard | button.Cancel)
        box.setDefaultButton(button.Save)
        answer = box.exec()
        if answer == button.Save:
            return self.save()
        return bool(answer == button.Discard)

    def show(self, document: Document) -> None:
        """Open a document in the place of the one there is; unsaved work was asked about."""
        self.recovery.watch(document)
        self.workbench.set_document(document)
        rest()
        if document.path is not None and not document.dirty:
            settings.note_recent(document.path)

    # -- opening ------------------------------------------------------------------------------------------------

    def new_map(self) -> None:
        """Ask for a grid and make a map."""
        palettes = {key: self._palette_name(key) for key in locate.names("palette")}
        ordered = dict(sorted(palettes.items(), key=lambda item: item[0] != "standard"))
        dialog = NewMapDialog(ordered, self.workbench.window)
        if dialog.exec() != QDialog.DialogCode.Accepted or not self.may_close():
            return
        try:
            palette = formats.load_palette(dialog.palette_key)
        except FileProblem as problem:
            self._show_problem(f"Cannot use the palette {dialog.palette_key}", problem)
            return
        document = Document.new_map(dialog.spec(), palette, dialog.map_name)
        document.battle_map.scale = dialog.map_scale
        self.show(document)

    @staticmethod
    def _palette_name(key: str) -> str:
        try:
            return formats.load_palette(key).name
        except FileProblem:
            return key

    def new_scenario(self) -> None:
        """Ask for name, rules, map and sides, and make a scenario."""
        document = self.workbench.document
        maps = {name: locate.locate("map", name) for name in locate.names("map")}
        dialog = NewScenarioDialog(document.battle_map.name or "Untitled map", maps, self.workbench.window)
        if dialog.exec() != QDialog.DialogCode.Accepted:
            return
        on_open_map = dialog.map_path is None
        if (not on_open_map or document.scenario is not None) and not self.may_close():
            return
        try:
            board, map_path = self._board(dialog.map_path)
        except FileProblem as problem:
            self._show_problem(f"Cannot open {dialog.map_path}", problem)
            return
        reference = map_path.stem if map_path is not None else ""
        scenario = Scenario(
            dialog.key, dialog.scenario_name, dialog.system, board, reference,
            turns=Turns(dialog.turns.value()), sides=dialog.sides,
        )  # fmt: skip
        fresh = Document(board, scenario, map_path, None)
        fresh.mark_unsaved("scenario", *(["map"] if on_open_map and document.map_dirty else []))
        self.show(fresh)

    def _board(self, path: Path | None) -> tuple[BattleMap, Path | None]:
        if path is None:
            return self.workbench.document.battle_map, self.workbench.document.map_path
        return formats.load_map(path), path

    def open(self) -> None:
        """Ask for a file and open it."""
        here = self.workbench.document.path
        folder = here.parent if here else data.scenarios()
        name, _ = QFileDialog.getOpenFileName(self.workbench.window, "Open", str(folder), FILTER)
        if name:
            self.open_path(Path(name))

    def open_path(self, path: Path) -> bool:
        """Open a file; when it cannot be used, say why and leave everything as it is."""
        if not self.may_close():
            return False
        try:
            document = Document.open(path)
        except FileProblem as problem:
            self._show_problem(f"Cannot open {path.name}", problem)
            return False
        except HexwrightError as error:
            QMessageBox.warning(self.workbench.window, "Cannot open the file", str(error))
            return False
        self.show(document)
        self.workbench.status(f"Opened {path}")
        return True

    def _show_problem(self, title: str, problem: FileProblem) -> None:
        OpenProblemsDialog(title, problem.findings, self.workbench.window).exec()

    def _fill_recent(self) -> None:
        self.recent_menu.clear()
        paths = settings.recent_files()
        for path in paths:
            action = self.recent_menu.addAction(f"{path.name}    {path.parent}")
            action.triggered.connect(lambda _checked=False, path=path: self.open_path(path))
        if paths:
            self.recent_menu.addSeparator()
        forget = self.recent_menu.addAction("&Forget these")
        forget.setEnabled(bool(paths))
        forget.triggered.connect(lambda: settings.forget_recent())

    # -- saving -------------------------------------------------------------------------------------------------

    def save(self) -> bool:
        """Save; ask for a name first when there is none. False when nothing was saved."""
        document = self.workbench.document
        if document.path is None:
            return self.save_as()
        try:
            written = document.save()
        except HexwrightError as error:
            return self._failed(error)
        names = " and ".join(path.name for path in written)
        self.workbench.status(f"Saved {names}" if written else "Nothing has changed since it was saved")
        return True

    def save_as(self) -> bool:
        """Ask for a name and save."""
        document = self.workbench.document
        kind = "scenario" if document.scenario is not None else "map"
        name, _ = QFileDialog.getSaveFileName(
            self.workbench.window, f"Save {kind} as", str(self._proposal(document)), FILTER
        )
        if not name:
            return False
        path = Path(name)
        if path.suffix.lower() not in (".yaml", ".yml"):
            path = path.with_name(path.name + ".yaml")
        try:
            written = document.save_as(path)
        except HexwrightError as error:
            return self._failed(error)
        settings.note_recent(path)
        self.workbench.status("Saved " + " and ".join(str(one) for one in written))
        return True

    @staticmethod
    def _proposal(document: Document) -> Path:
        if document.path is not None:
            return document.path
        name = "_".join("".join(c if c.isalnum() else " " for c in document.title.lower()).split()) or "untitled"
        return Path.cwd() / f"{name}.yaml"

    def _failed(self, error: HexwrightError) -> bool:
        box = QMessageBox(self.workbench.window)
        box.setIcon(QMessageBox.Icon.Critical)
        box.setWindowTitle("Not saved")
        box.setText("<b>The file could not be written.</b>")
        box.setInformativeText(f"{error}\n\nThe old file is whole, and your work is still open here.")
        box.exec()
        return False

    # -- recovery -----------------------------------------------------------------------------------------------

    def offer_recovery(self) -> bool:
        """Offer unsaved work of a session that did not close properly; True when it was opened."""
        work = recovery.found()
        if not work:
            return False
        offered = [Recoverable(one.key, one.title, one.file, one.when) for one in work]
        dialog = RecoveryDialog(offered, self.workbench.window)
        dialog.exec()
        if dialog.discarded:
            recovery.discard([one.key for one in work])
        if dialog.chosen is None:
            return False
        try:
            document = recovery.restore(dialog.chosen)
        except FileProblem as problem:
            self._show_problem("Cannot bring back the unsaved work", problem)
            return False
        except HexwrightError as error:
            QMessageBox.warning(self.workbench.window, "Unsaved work", str(error))
            return False
        self.show(document)
        # The copy is safe in this session's own folder before the old one goes.
        self.recovery.write()
        self.recovery.flush()
        recovery.discard([dialog.chosen])
        self.workbench.status("Unsaved work is back; save it to keep it")
        return True

    def close(self) -> None:
        """The window closes: no copy is kept."""
        self.recovery.close()


def rest() -> None:
    """Tell the collector that what is open now is here to stay: looking through a big map again and again would
    hold up the screen for a tenth of a second each time."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
