"""Test turns follow rules that are being edited: a running game is played again by the rules as they are now.

Rules with errors change nothing: games go on by the ones before. Where the actions of a game are not all allowed any
more, that game keeps its rules, and the log says at which action and by which paragraph.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from editor.commands.change import Change
from editor.desk.desk import Desk
from editor.dialogs.texts import sentence
from editor.document.rules_document import RulesDocument
from editor.document.uses import real
from editor.preview.lines import Left
from editor.preview.saved import Departure, OpenedGame, played_again, written_down
from editor.stage.tabs import Tab
from editor.work.background import Worker
from engine.kit.reading import ReadSystem, read_system_text
from engine.kit.record import files_read
from engine.play import registry

REST: Final = 300
"""Milliseconds of quiet before games follow."""


class GamesFollow(QObject):
    """Watches the rules files that are open, and the games that are played by them."""

    followed = Signal(object)
    """A ``Tab`` whose game is played by changed rules now, or kept the old ones."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.desk = desk
        self._worker = Worker("rules", self)
        self._owing: dict[RulesDocument, None] = {}
        self._behind: dict[Tab, None] = {}
        """Tabs whose games have still to be played again."""
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(REST)
        self._soon.timeout.connect(self._go_on)
        self._worker.idle.connect(self._go_on)
        desk.tabs.opened.connect(self._opened)
        desk.tabs.closed.connect(self._closed)
        for tab in desk.tabs:
            self._opened(tab)

    def _opened(self, tab: Tab) -> None:
        document = tab.document
        if isinstance(document, RulesDocument):
            document.changed.connect(lambda change: self._changed(document, change))

    def _closed(self, tab: Tab) -> None:
        self._behind.pop(tab, None)
        document = tab.document
        if isinstance(document, RulesDocument):
            self._owing.pop(document, None)
            if document.holds_games:
                # Its changes are given up: games are played by the file again.
                document.let_games_go()
                self._all_behind(document.path)
                self._soon.start()

    def _changed(self, document: RulesDocument, _change: Change) -> None:
        if document.path is not None:
            self._owing[document] = None
            self._soon.start()

    @property
    def busy(self) -> bool:
        """Whether games have still to follow."""
        return bool(self._owing or self._behind) or self._worker.busy or self._soon.isActive()

    def close(self) -> None:
        """The window closes: no game follows any more."""
        self._owing.clear()
        self._behind.clear()
        self._worker.close()

    # -- rules first, then the games ----------------------------------------------------------------------------

    def _go_on(self) -> None:
        if self._worker.busy:
            return
        if self._owing:
            document = next(iter(self._owing))
            del self._owing[document]
            text, path = document.text, document.path
            self._worker.start(lambda: read_system_text(text, path), lambda read: self._take(document, text, read))
        elif self._behind:
            tab = next(iter(self._behind))
            if tab.preview.busy:
                self._soon.start()
                return
            del self._behind[tab]
            self._play_again(tab)

    def _take(self, document: RulesDocument, text: str, read: ReadSystem) -> None:
        """Have games played by a text that has been read, unless it has errors or is not the latest."""
        if text != document.text or document.path is None:
            return
        if read.errors:
            if any(True for _ in self._players_of(document.path)):
                first = read.errors[0]
                where = f"line {first.place.line}: " if first.place.line else ""
                self.desk.status(f"Games keep the rules from before: {where}{sentence(first.message)}")
            return
        document.hold_for_games()
        self._all_behind(document.path)

    def _all_behind(self, path: Path | None) -> None:
        self._behind.update(dict.fromkeys(self._players_of(path) if path is not None else ()))

    def _players_of(self, path: Path) -> Iterator[Tab]:
        """The tabs with a game that is played by a rules file, or by one that rests on it."""
        for tab in self.desk.tabs:
            game = tab.preview.game
            if game is not None and tab.document.scenario is not None:
                file = registry.rules_file(game.scenario.system)
                if file and any(real(one) == real(path) for one in files_read(Path(file))):
                    yield tab

    # -- a game -------------------------------------------------------------------------------------------------

    def _play_again(self, tab: Tab) -> None:
        preview = tab.preview
        game = preview.game
        if game is None:
            return
        spec = written_down(game, preview.seats, preview.positions, preview.line, preview.lines)
        positions = len(preview.positions)

        def deliver(opened: OpenedGame) -> None:
            if preview.game is not game or len(preview.positions) != positions:
                # It was played on meanwhile: once more.
                self._behind[tab] = None
                return
            self._show(tab, opened)

        def failed(error: Exception) -> None:
            self._keep(tab, Departure(str(error)))

        self._worker.start(lambda: played_again(spec), deliver, failed)

    def _show(self, tab: Tab, opened: OpenedGame) -> None:
        preview = tab.preview
        if opened.departed:
            self._keep(tab, opened.departed[0])
            return
        before = preview.left
        fresh: Left = replace(
            opened.game,
            shown=min(preview.shown, len(opened.game.positions) - 1),
            file=preview.file,
            unsaved=preview.would_be_missed,
            kept_as=preview.kept_as,
            told=True,
        )
        preview.take_up(fresh)
        preview.left = before
        self.desk.log.add(f"The game of {tab.document.title} follows the changed rules")
        self.followed.emit(tab)

    def _keep(self, tab: Tab, why: Departure) -> None:
        title = tab.document.title
        said = f"The game of {title} keeps the rules from before. By the changed rules it stops at {why.said}"
        self.desk.log.add(said, "warning", why.rule)
        self.desk.status(said, why.rule)
        self.followed.emit(tab)
