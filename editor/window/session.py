"""From one session to the next: the files that were open, and unsaved work of one that did not close properly."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QMessageBox

from editor.dialogs.asking import asked
from editor.dialogs.recovery import Recoverable, RecoveryDialog
from editor.document import recovery
from editor.menus.file import FileActions
from editor.plain import as_written
from editor.work import settings
from engine.errors import HexwrightError
from engine.findings import FileProblem

OPEN_FILES: Final = "tabs/files"
OPEN_FRONT: Final = "tabs/front"


class Session:
    """Opens again what was open in the last session, and offers its unsaved work."""

    def __init__(self, files: FileActions) -> None:
        self.files, self.desk = files, files.desk

    # -- unsaved work -------------------------------------------------------------------------------------------

    def offer_recovery(self) -> bool:
        """Offer unsaved work of a session that did not close properly; True when some was opened."""
        work = recovery.found()
        if not work:
            return False
        offered = [Recoverable(one.key, one.title, one.file, one.when, one.newer) for one in work]
        dialog = RecoveryDialog(offered, self.desk.window)
        with asked(dialog):
            discarded, chosen = dialog.discarded, dialog.chosen
        if discarded:
            recovery.discard([one.key for one in work])
        back = [self._bring_back(key) for key in chosen]
        return any(back)

    def _bring_back(self, key: str) -> bool:
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
        self.desk.status("Unsaved work is back; save it to keep it")
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
            self.desk.log.add(f"{name} was open last and is not there any more", "warning")
        if gone:
            self.desk.status(f"Not there any more: {', '.join(Path(name).name for name in gone)}")
