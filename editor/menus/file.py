"""The File menu: new, open, save, recent files, and asking before loss."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMenu, QMessageBox

from editor.controls.others_check import OthersCheck
from editor.controls.save_door import Wanted, ask_where, is_main
from editor.desk.desk import Desk
from editor.dialogs.asking import asked
from editor.dialogs.problems import OpenProblemsDialog
from editor.dialogs.save_questions import (
    Answer,
    ask_comments,
    ask_leave_games,
    ask_others,
    ask_overwrite,
    ask_read_only,
    ask_unsaved,
    tell_not_saved,
    told_apart,
)
from editor.dialogs.unsaved import UnsavedDialog
from editor.document.document import Document
from editor.document.file_watch import FileWatch
from editor.document.files import OpenedFile, OtherFileError
from editor.document.recovery import Recovery
from editor.document.rules_document import opened
from editor.document.uses import Use, files_of, real
from editor.kinds import KINDS, RULES
from editor.look.icons import icon
from editor.menus.games import take_up
from editor.menus.new_documents import NewDocuments
from editor.plain import as_written
from editor.preview.session import Preview
from editor.stage.submenus import NEW_MENU
from editor.stage.tabs import Tab
from editor.work import settings
from editor.work.collector import rest
from engine import data, formats
from engine.errors import HexwrightError
from engine.findings import FileProblem
from engine.formats.specs import ReplaySpec
from engine.hexes.board.grid import GridSpec
from engine.hexes.board.numbering import Numbering
from engine.plural import counted, in_series
from engine.scenario.system_name import file_of

FILTER: Final = "Maps, scenarios, rules, games and replays (*.yaml *.yml);;All files (*)"
SAVE_FILTER: Final = "Maps, scenarios and rules (*.yaml *.yml);;All files (*)"


class FileActions(QObject):
    """Everything that opens and writes documents."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.desk = desk
        self.watch = FileWatch(self)
        self.others_check = OthersCheck(desk)
        self.making = NewDocuments(desk, self.show, self.show_problem)
        self.take_foreign: Callable[[Path], bool] = lambda path: False
        """Offers to import a file of another program; False for a file that none is known to write."""
        self._recoveries: dict[Tab, Recovery] = {}
        for tab in desk.tabs:
            self._opened(tab)
        desk.tabs.opened.connect(self._opened)
        desk.tabs.closed.connect(self._closed)
        self.recent_menu = QMenu("Open &recent", desk.window)
        self.recent_menu.aboutToShow.connect(self._fill_recent)
        add = desk.actions.add
        add(
            "file.new-map",
            "&New map…",
            self.making.new_map,
            menu="File",
            shortcut="Ctrl+N",
            icon=icon("new"),
            tip="Make a new map: grid, numbering, palette",
        )
        for kind in KINDS:
            if kind.new:
                add(
                    f"file.new-{kind.key}",
                    kind.new_text,
                    self.making.maker(kind),
                    menu=NEW_MENU,
                    tip="Make a new table without hexes: its size and ground",
                )
        add(
            "file.new-scenario",
            "New s&cenario…",
            lambda: self.making.new_scenario(),
            menu=NEW_MENU,
            shortcut="Ctrl+Shift+N",
            tip="Make a new scenario on the open map or another one",
        )
        add(
            "file.open",
            "&Open…",
            self.open,
            menu="File",
            shortcut="Ctrl+O",
            icon=icon("open"),
            tip="Open a map, a scenario, rules, a saved game or a replay",
        )
        add(
            "file.save",
            "&Save",
            self.save,
            menu="File",
            group=2,
            shortcut="Ctrl+S",
            icon=icon("save"),
            tip="Save changes",
        )
        add(
            "file.save-as",
            "Save &as…",
            self.save_as,
            menu="File",
            group=2,
            shortcut="Ctrl+Shift+S",
            tip="Save under another name and continue with that file",
        )
        add(
            "file.save-all",
            "Save a&ll",
            self.save_all,
            menu="File",
            group=2,
            shortcut="Ctrl+Alt+S",
            tip="Save changes in every tab",
        )

    @property
    def recovery(self) -> Recovery:
        """Keeps the copy of the document in front."""
        return self._recoveries[self.desk.tabs.front]

    def _opened(self, tab: Tab) -> None:
        keeper = self._recoveries[tab] = Recovery(self)
        keeper.failed.connect(self._tell_unprotected)
        keeper.doubted.connect(self._tell_doubted)
        keeper.watch(tab.document)
        self.watch.watch(tab.document)

    def _tell_unprotected(self, why: str) -> None:
        said = f"Could not keep a copy of the unsaved work; a crash would lose it: {why}"
        self.desk.log.add(said, "warning")
        self.desk.status(said)

    def _tell_doubted(self, why: str) -> None:
        said = (
            f"What was saved could not be read again: {why}. A copy of the work is kept, and offered at the next start."
        )
        self.desk.log.add(said, "warning")
        self.desk.status(said)

    def _closed(self, tab: Tab) -> None:
        keeper = self._recoveries.pop(tab)
        keeper.close()
        keeper.deleteLater()
        self.watch.unwatch(tab.document)

    # -- closing, and asking before loss ------------------------------------------------------------------------

    def close_tabs(self, tabs: Sequence[Tab]) -> bool:
        """Close tabs; False when the user cancels. The last one leaves an empty map."""
        all_tabs = self.desk.tabs
        if len(all_tabs) == 1 and all_tabs.front.untouched:
            return True
        if not self.may_close(tabs):
            return False
        for tab in tabs:
            if len(all_tabs) == 1:
                self.desk.tabs.set_document(blank(), blank=True)
            else:
                self.desk.tabs.close(tab)
        rest()
        return True

    def close_others(self, tab: Tab) -> bool:
        """Close all tabs but this one; False when the user cancels."""
        self.desk.tabs.show(tab)
        return self.close_tabs([other for other in self.desk.tabs if other is not tab])

    def may_close(self, tabs: Iterable[Tab] | None = None) -> bool:
        """Whether these documents, or all, may go: they are saved, or the user gave them up; their games too."""
        leaving = list(self.desk.tabs if tabs is None else tabs)
        unsaved = [tab for tab in leaving if tab.document.dirty]
        if len(unsaved) > 1 and not self._may_close_several(unsaved):
            return False
        if len(unsaved) == 1 and not self._may_close_one(unsaved[0]):
            return False
        return self._may_leave_games([tab for tab in leaving if tab.preview.would_be_missed])

    def _may_leave_games(self, tabs: list[Tab]) -> bool:
        games = [(tab.document.title, _played(tab.preview)) for tab in tabs]
        answer = ask_leave_games(games, self.desk.window) if games else Answer.DISCARD
        if answer is Answer.SAVE:
            self.desk.tabs.show(tabs[0])
            self.desk.actions.get("play.save").trigger()
            return not tabs[0].preview.would_be_missed
        return answer is Answer.DISCARD

    def _may_close_several(self, tabs: list[Tab]) -> bool:
        names = [(tab.document.title, str(tab.document.path or "never saved to a file")) for tab in tabs]
        dialog = UnsavedDialog(names, self.desk.window)
        with asked(dialog) as accepted:
            chosen = dialog.chosen
        return accepted and all(self._save(tabs[number]) for number in chosen)

    def _may_close_one(self, tab: Tab) -> bool:
        choice = ask_unsaved(tab.document.title, self.desk.window)
        return self._save(tab) if choice is Answer.SAVE else choice is Answer.DISCARD

    def show(self, document: Document) -> None:
        """Open a document in a tab of its own, in front."""
        self.desk.tabs.open(document)
        rest()
        if document.path is not None and not document.dirty:
            settings.note_recent(document.path)

    # -- opening ------------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Ask for a file and open it."""
        here = self.desk.document.path
        folder = here.parent if here else data.scenarios()
        names, _ = QFileDialog.getOpenFileNames(self.desk.window, "Open", str(folder), FILTER)
        self.open_paths([Path(name) for name in names])

    def open_paths(self, paths: Iterable[Path]) -> None:
        """Open files, each in a tab."""
        for path in paths:
            self.open_path(path)

    def open_path(self, path: Path, read: OpenedFile | None = None) -> bool:
        """Open a file in a tab, or go to the tab that has it; when it cannot be used, say why. ``read`` is what the map
        or scenario held, where it was read already."""
        tab = self.desk.tabs.find(path)
        if tab is not None:
            self.desk.tabs.show(tab)
            settings.note_recent(path)
            return True
        if read is None and self.take_foreign(path):
            return True
        try:
            with busy():
                document = self._read(path) if read is None else Document.of(read)
        except FileProblem as problem:
            self.show_problem(f"Cannot open {path.name}", problem)
            return False
        except HexwrightError as error:
            QMessageBox.warning(self.desk.window, "Cannot open the file", as_written(str(error)))
            return False
        if document is not None:
            self.show(document)
            self.desk.status(f"Opened {path}")
        return True

    def _read(self, path: Path) -> Document | None:
        """The document of a file; None for a game, which is taken up in a tab of its own."""
        try:
            return opened(path)
        except OtherFileError as other:
            if not isinstance(other.model, ReplaySpec):
                raise
            take_up(self.desk, other.model, path)
            return None

    def show_problem(self, title: str, problem: FileProblem) -> None:
        with asked(OpenProblemsDialog(title, problem.findings, self.desk.window)):
            pass

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

    def save_all(self) -> bool:
        """Save every document that has changed; False when one was not."""
        front = self.desk.tabs.front
        # All of them, also after one that could not be saved.
        done = [self._save(tab) for tab in self.desk.tabs if tab.document.dirty]
        self.desk.tabs.show(front)
        return all(done)

    def _save(self, tab: Tab) -> bool:
        """Save a tab's document; it comes to the front where something is to be asked."""
        document = tab.document
        if document.path is None or self._overwritten(document) or document.unasked or _read_only(document.to_write()):
            self.desk.tabs.show(tab)
            return self.save()
        return self._write(tab)

    def save(self) -> bool:
        """Save; ask for a name first when there is none. False when nothing was saved."""
        document = self.desk.document
        if document.path is None:
            return self.save_as()
        if not self._may_overwrite(document) or not self._others_agreed(document):
            return False
        kept = _read_only(document.to_write())
        choice = ask_read_only(kept, self.desk.window) if kept else Answer.SAVE
        if choice is Answer.ELSEWHERE:
            return self.save_as()
        return choice is Answer.SAVE and self._write(self.desk.tabs.front)

    def _overwritten(self, document: Document) -> list[Path]:
        """The files that saving would write although another program has changed them."""
        targets = {path.resolve() for path in document.to_write()}
        return [path for path in self.watch.stale(document) if path in targets and path.exists()]

    def _may_overwrite(self, document: Document) -> bool:
        stale = self._overwritten(document)
        return not stale or ask_overwrite(stale, self.desk.window)

    def _others_agreed(self, document: Document) -> bool:
        """Ask whether scenarios of other files go along with hexes that were moved; False when the user cancels."""
        waiting = sorted(document.unasked & document.pending.keys(), key=lambda path: path.name)
        choice = ask_others(waiting, self.desk.window) if waiting else Answer.SAVE
        if choice is Answer.DISCARD:
            document.leave_behind()
        return choice is not Answer.CANCEL

    def _write(self, tab: Tab) -> bool:
        """Write what is unsaved, whatever stands in the files: all is asked."""
        written = self._written(tab, lambda lose: tab.document.save(force=True, lose_comments=lose))
        if isinstance(written, bool):
            return written
        names = in_series(told_apart(written))
        nothing = "Nothing has changed since it was saved"
        if tab.preview.active:
            nothing = "The scenario has no unsaved changes. Play > Save game saves the game."
        self.desk.status(f"Saved {names}" if written else nothing)
        if tab.document.holds != RULES.key and tab.document.map_path in written:
            self.others_check.look(tab.document)
        return True

    def _written(self, tab: Tab, write: Callable[[bool], list[Path]]) -> list[Path] | bool:
        """Write files, asking whether comments of theirs may be lost where they find no place. The files; where that
        went wrong, whether they were saved under another name."""
        lose = False
        while True:
            try:
                with busy():
                    return write(lose)
            except formats.CommentsLostError as error:
                self.desk.tabs.show(tab)
                listed = [(comment.line, comment.text) for comment in error.comments]
                if not ask_comments(error.path.name, listed, self.desk.window):
                    return False
                lose = True
            except HexwrightError as error:
                return self._not_saved(tab, error)

    def save_as(self) -> bool:
        """Ask for a name and save."""
        tab = self.desk.tabs.front
        document = tab.document
        if document.scenario is not None and not self._others_agreed(document):
            return False
        path = self._ask_where(document)
        if path is None:
            return False
        if is_main(document, path):
            return self.save()
        kept = _read_only(document.to_write_as(path))
        choice = ask_read_only(kept, self.desk.window) if kept else Answer.SAVE
        if choice is not Answer.SAVE:
            return choice is Answer.ELSEWHERE and self.save_as()
        replaced = [one for one in self.desk.tabs if one is not tab and is_main(one.document, path)]
        written = self._written(tab, lambda lose: document.save_as(path, force=True, lose_comments=lose))
        if isinstance(written, bool):
            return written
        for one in replaced:
            # The question said so: what it showed is in no file any more.
            self.desk.tabs.close(one)
        settings.note_recent(path)
        self.desk.status("Saved " + in_series(str(one) for one in written))
        return True

    def _ask_where(self, document: Document) -> Path | None:
        """Ask where a document is to be saved from now on; its own files are no hindrance to it."""
        own = [document.path] if document.path is not None else []

        def targets(path: Path) -> list[Path]:
            beside = {real(file) for use, file in files_of(document) if use is not Use.BASE}
            # The map, the palette and scenarios that wait are written as what they were; the name itself may not be.
            return [one for one in document.to_write_as(path) if one == path or real(one) not in beside]

        wanted = Wanted(f"Save {document.holds} as", SAVE_FILTER, (".yaml", ".yml"), document=True)
        return ask_where(self.desk, wanted, self._proposal(document), targets=targets, own=own)

    @staticmethod
    def _proposal(document: Document) -> Path:
        if document.path is not None:
            return document.path
        name = "_".join("".join(c if c.isalnum() else " " for c in document.title.lower()).split()) or "untitled"
        rules = file_of(document.scenario.system) if document.scenario is not None else ""
        # Beside its rules a scenario finds them again.
        return (Path(rules).parent if rules else Path.cwd()) / f"{name}.yaml"

    def _not_saved(self, tab: Tab, error: HexwrightError) -> bool:
        """Say why, and go on under another name where the user wants that."""
        self.desk.tabs.show(tab)
        return tell_not_saved(str(error), self.desk.window) is Answer.ELSEWHERE and self.save_as()

    def close(self) -> None:
        """The window closes: no copy is kept, no game goes on."""
        self.others_check.close()
        for keeper in self._recoveries.values():
            keeper.close()
        for tab in self.desk.tabs:
            tab.preview.stop()


@contextmanager
def busy() -> Iterator[None]:
    """The pointer says that a large file takes its second."""
    QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
    try:
        yield
    finally:
        QGuiApplication.restoreOverrideCursor()


def _played(preview: Preview) -> str:
    count = counted(preview.played, "action has been played", "actions have been played")
    return f"{count}, and the players are still playing." if preview.busy else f"{count}."


def _read_only(paths: Iterable[Path]) -> list[Path]:
    return [path for path in paths if formats.read_only(path)]


def blank() -> Document:
    """What is open when no file is given: an empty map."""
    return Document.new_map(
        GridSpec(30, 20, numbering=Numbering()), formats.load_palette("standard"), "Untitled map", ""
    )
