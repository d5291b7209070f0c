"""The Play menu's part for files: a game saved and gone on with, a replay opened, a position made a scenario."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from editor.controls.save_door import Wanted, ask_where
from editor.desk.desk import Desk
from editor.dialogs.asking import asked
from editor.dialogs.kept_games import KeptGamesDialog
from editor.document.document import Document
from editor.menus.games import take_up, take_up_kept
from editor.preview.keeping import GameKeeper
from editor.preview.saved import save_game
from editor.stage.tabs import Tab
from editor.work import settings
from engine import formats
from engine.errors import HexwrightError
from engine.findings import FileProblem
from engine.formats.holding import held
from engine.umpire.positions import as_scenario

FILTER: Final = "Games and replays (*.yaml *.yml)"


class PlayActions(QObject):
    """What the Play menu offers beside the panel of test turns."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.desk = desk
        add = desk.actions.add
        self.save = add(
            "play.save",
            "Sa&ve game…",
            self._ask_save,
            menu="Play",
            group=4,
            tip="Save the game with its lines of play to a file, to continue it later; the file is also a replay",
        )
        self.open = add(
            "play.open",
            "&Open game or replay…",
            self._ask_open,
            menu="Play",
            group=4,
            tip="Continue a saved game, or step through a replay",
        )
        self.earlier = add(
            "play.earlier",
            "Earlier &games…",
            self.ask_earlier,
            menu="Play",
            group=4,
            tip="Continue a kept game: the last ten of each scenario, for thirty days",
        )
        self.position = add(
            "play.position",
            "New scenario from &position",
            self.as_scenario,
            menu="Play",
            group=4,
            tip="A new scenario that begins with the position shown",
        )
        self._keepers: dict[Tab, GameKeeper] = {}
        for tab in desk.tabs:
            self._keep(tab)
        desk.tabs.opened.connect(self._keep)
        desk.tabs.closed.connect(self._keep_no_more)
        for signal in (desk.game.started, desk.game.closed):
            signal.connect(self._enable)
        desk.document_changed.connect(lambda _document: self._enable())
        self._enable()

    def _enable(self) -> None:
        for action in (self.save, self.position):
            action.setEnabled(self.desk.preview.active)

    def _ask_save(self) -> None:
        file = self.desk.preview.file
        found = held(file) if file is not None else None
        own = [file] if file is not None and found is not None and found.kind == "replay" else []
        path = ask_where(self.desk, Wanted("Save game", FILTER, (".yaml", ".yml")), self.suggested(), own=own)
        if path is not None:
            self.save_to(path)

    # -- games that are kept ----------------------------------------------------------------------------------------

    def _keep(self, tab: Tab) -> None:
        keeper = self._keepers[tab] = GameKeeper(tab.preview, self)
        keeper.failed.connect(self._tell_unprotected)

    def _keep_no_more(self, tab: Tab) -> None:
        keeper = self._keepers.pop(tab)
        keeper.close()
        keeper.deleteLater()

    def _tell_unprotected(self, why: str) -> None:
        said = f"Could not keep the game; a crash would lose it: {why}. Play > Save game saves it to a file."
        self.desk.log.add(said, "warning")
        self.desk.status(said)

    @property
    def keeper(self) -> GameKeeper:
        """Keeps the game in front."""
        return self._keepers[self.desk.tabs.front]

    def ask_earlier(self) -> None:
        """Ask which of the games that are kept is gone on with."""
        self.keeper.flush()
        dialog = KeptGamesDialog(self.desk.window)
        with asked(dialog) as accepted:
            key = dialog.chosen if accepted else ""
        if key:
            try:
                take_up_kept(self.desk, key)
            except HexwrightError as error:
                self.desk.status(f"The game cannot be opened: {error}")

    def close(self) -> None:
        """The window closes: games that were played in are kept as they are."""
        for keeper in self._keepers.values():
            keeper.close()

    # -- games in files ---------------------------------------------------------------------------------------------

    def suggested(self) -> Path:
        """The file that the game was last saved to or opened from; else one beside its scenario."""
        document = self.desk.document
        beside = document.path.parent if document.path is not None else Path()
        return self.desk.preview.file or beside / f"{document.title} game.yaml"

    def save_to(self, path: Path) -> bool:
        """Write the game in front to a file, whatever is in it; says where that fails."""
        try:
            save_game(self.desk.preview, path)
        except HexwrightError as error:
            self.desk.status(f"The game was not saved: {error}")
            return False
        self.desk.preview.kept(path)
        settings.note_recent(path)
        self.desk.status(f"Game saved as {path.name}. Play > Open game or replay continues it, and File > Open too.")
        return True

    def _ask_open(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self.desk.window, "Open game or replay", "", FILTER)
        if name:
            self.open_from(Path(name))

    def open_from(self, path: Path) -> bool:
        """Go on with a game of a file, in a tab with its scenario; says where that cannot be."""
        try:
            take_up(self.desk, formats.load_replay(path), path)
        except FileProblem as problem:
            self.desk.status(f"{path.name} cannot be opened: {problem.findings[0].message}")
            return False
        except HexwrightError as error:
            self.desk.status(f"{path.name} cannot be opened: {error}")
            return False
        return True

    def as_scenario(self) -> bool:
        """Open a new scenario that begins with the position shown, in a tab of its own."""
        preview = self.desk.preview
        if preview.game is None:
            return False
        twin = preview.game.copy()
        while len(twin) > preview.shown:
            twin.undo()
        if twin.outcome() is not None:
            self.desk.status("The game is over in this position. Step back to make a scenario of an earlier position.")
            return False
        made = as_scenario(twin)
        document = Document(made.map, made)
        document.mark_unsaved("scenario")
        self.desk.tabs.open(document)
        self.desk.status(f"{made.name}: a scenario of its own, not saved yet.")
        return True
