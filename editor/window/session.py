"""From one session to the next: the files that were open, and unsaved work of one that did not close properly."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QMessageBox

from editor.dialogs.asking import asked
from editor.dialogs.recovery import Recoverable, RecoveryDialog
from editor.document import recovery
from editor.menus.file import FileActions
from editor.menus.games import take_up_kept
from editor.plain import as_written
from editor.preview import keeping
from editor.work import settings
from engine.errors import HexwrightError
from engine.findings import FileProblem
from engine.plural import counted

GAME: Final = "game:"
"""Begins the keys of games among unsaved work."""
OPEN_FILES: Final = "tabs/files"
OPEN_FRONT: Final = "tabs/front"


class Session:
    """Opens again what was open in the last session, and offers its unsaved work."""

    def __init__(self, files: FileActions) -> None:
        self.files, self.desk = files, files.desk

    # -- unsaved work -------------------------------------------------------------------------------------------

    def offer_recovery(self, crashes: Sequence[Path] = ()) -> bool:
        """Offer unsaved work of a session that did not close properly, and say where the reports of crashes are; True
        when some was opened."""
        work = recovery.found()
        games = [one for one in keeping.games() if one.cut_off]
        if not work and not games:
            self._tell_crashes(crashes, "No work was left unsaved.")
            return False
        offered = [Recoverable(one.key, one.title, one.file, one.when, one.newer) for one in work]
        offered += [
            Recoverable(GAME + one.key, f"Game of {one.title}", f"{counted(one.played, 'action')} played", one.when)
            for one in games
        ]
        dialog = RecoveryDialog(offered, self.desk.window, [str(path) for path in crashes])
        with asked(dialog):
            discarded, chosen = dialog.discarded, dialog.chosen
        if discarded:
            recovery.discard([one.key for one in work])
            keeping.delete([one.key for one in games])
        back = [one.title for one in offered if one.key in chosen and self._bring_back(one.key)]
        self._tell_crashes(crashes, f"Recovered: {', '.join(back)}." if back else "Nothing was recovered.")
        return bool(back)

    def _tell_crashes(self, crashes: Sequence[Path], recovered: str) -> None:
        if crashes:
            said = f"Hexwright did not close properly last time. {recovered} A report is in {crashes[0]}"
            self.desk.log.add(said, "warning")
            self.desk.status(said)

    def tell_failed(self, report: Path) -> None:
        """A part of the program failed, and it goes on."""
        said = f"Something went wrong inside Hexwright. Save your work. A report is in {report}"
        self.desk.log.add(said, "error")
        self.desk.status(said)

    def _bring_back(self, key: str) -> bool:
        if key.startswith(GAME):
            return self._bring_back_game(key.removeprefix(GAME))
        newer = recovery.newer_files(key)
        try:
            document = recovery.restore(key)
        except FileProblem as problem:
            self.files.show_problem("Cannot bring back the unsaved work", problem)
            return False
        except HexwrightError as error:
            QMessageBox.warning(self.desk.window, "Unsaved work", as_written(str(error)))
            return False
        tab = self.desk.tabs.find(document.path) if document.path is not None else None
        if tab is not None and not tab.document.dirty:
            # The file was opened again already, without the work that was not saved.
            self.desk.tabs.show(tab)
            self.desk.tabs.set_document(document)
        else:
            self.files.show(document)
        self.files.watch.doubt(document, newer)
        # The copy is safe in this session's own folder before the old one goes.
        self.files.recovery.write()
        self.files.recovery.flush()
        recovery.discard([key])
        self.desk.status("Recovered the unsaved work. Save it to keep it")
        return True

    def _bring_back_game(self, key: str) -> bool:
        try:
            take_up_kept(self.desk, key)
        except HexwrightError as error:
            QMessageBox.warning(self.desk.window, "Unsaved work", as_written(str(error)))
            return False
        keeping.settle(key)
        return True

    # -- what was open ------------------------------------------------------------------------------------------

    def remember_tabs(self) -> None:
        """Note the files that are open, for the next start."""
        tabs = self.desk.tabs
        files = [str(tab.document.path.resolve()) for tab in tabs if tab.document.path is not None]
        front = tabs.front.document.path
        settings.settings().setValue(OPEN_FILES, files)
        settings.settings().setValue(OPEN_FRONT, str(front.resolve()) if front is not None else "")

    def restore_tabs(self) -> None:
        """Open what was open last; files that are gone since are left out, and named in the log."""
        value = settings.settings().value(OPEN_FILES, [])
        names = [str(name) for name in (value if isinstance(value, list) else [value]) if name]
        front = str(settings.settings().value(OPEN_FRONT, ""))
        gone = [name for name in names if not Path(name).is_file()]
        for name in names:
            if name not in gone:
                self.files.open_path(Path(name))
        if front and front not in gone:
            tab = self.desk.tabs.find(Path(front))
            if tab is not None:
                self.desk.tabs.show(tab)
        for name in gone:
            self.desk.log.add(f"{name} was open last time, but no longer exists", "warning")
        if gone:
            self.desk.status(f"Not there any more: {', '.join(Path(name).name for name in gone)}")
