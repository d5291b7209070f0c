"""Test games survive a crash: each game that is played in is kept in the user's state folder, a moment after the last
action, as recovery keeps documents.

A game has a folder of its own, held by a lock that dies with the process. Of each scenario the ten games played last
are kept, for thirty days, so that a game that was left can be had again. While computer players play, the game is
written every ten seconds, always after a whole action.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from PySide6.QtCore import QObject

from editor.preview.lines import LineOfPlay
from editor.preview.saved import written_down
from editor.preview.session import Preview
from editor.work.autosaving import Autosaver, is_held
from editor.work.settings import state_folder
from engine import formats
from engine.errors import HexwrightError
from engine.formats.specs import ReplaySpec
from engine.play import Game

DELAY: Final = 1000
"""Milliseconds without an action before the game is written."""
WHILE_PLAYING: Final = 10_000
"""Milliseconds from one writing to the next while computer players play."""
REST: Final = 10
"""Writing may take no more than this part of the time."""
MOST: Final = 10
"""Games of a scenario that are kept."""
LONGEST: Final = 30 * 24 * 3600
"""Seconds that a game is kept after it was last played."""

_GAME: Final = "game.yaml"
_ABOUT: Final = "about.json"


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game that was kept."""

    key: str
    title: str
    """The scenario's name."""
    played: int
    """How many actions."""
    when: datetime
    cut_off: bool
    """Whether the program ended before the game was left."""
    in_use: bool
    """Whether it is open now, here or in another window."""


def _root() -> Path:
    return state_folder() / "games"


class GameKeeper(Autosaver):
    """Keeps the test game of a tab."""

    def __init__(self, preview: Preview, parent: QObject | None = None) -> None:
        super().__init__("games", parent)
        self._preview = preview
        self._key = ""
        self._closed = False
        self._soon = self._timer()
        self._pause = DELAY
        """Milliseconds after an action until the game is written."""
        preview.started.connect(self._started)
        preview.closing.connect(self._leave)
        for signal in (preview.grown, preview.cut, preview.lines_changed, preview.seats_changed, preview.busy_changed):
            signal.connect(self._changed)
        preview.copied.connect(self._write_copy)

    def _started(self) -> None:
        """A game has begun, or was taken up: it goes on in the folder that it has."""
        self._key = self._preview.kept_as = self._preview.kept_as or uuid4().hex[:12]

    def _changed(self, *_what: object) -> None:
        if not self._preview.active or not self._preview.played:
            return
        pause = max(WHILE_PLAYING, self._pause) if self._preview.busy else self._pause
        # Not later for what comes meanwhile: who plays fast may never rest.
        if not self._soon.isActive() or self._soon.remainingTime() > pause:
            self._soon.start(pause)

    def write(self, *, left: bool = False) -> None:
        """Write the game now, or after the action that a player has in hand; the writing itself goes on in the
        background. ``left`` means that it is no longer played."""
        self._soon.stop()
        game = self._preview.game
        if self._closed or game is None or not self._preview.played:
            return
        if self._preview.busy:
            self._preview.want_copy()
        else:
            self._write_copy(game.copy(), left=left)

    def _write_copy(self, game: Game, *, left: bool = False) -> None:
        """Write a game that has no other owner and is at its last position."""
        preview = self._preview
        folder = _root() / self._key
        if not self._claim(folder):
            return
        lines = [LineOfPlay(line.name, line.game.copy(), list(line.positions)) for line in preview.lines]
        given = (game, dict(preview.seats), list(preview.positions), preview.line, lines)
        about = {"title": game.scenario.name, "key": game.scenario.key, "played": preview.played, "left": left}
        self._start(lambda: _write(folder, lambda: written_down(*given), about))

    def _pace(self, took: float) -> None:
        self._pause = max(DELAY, round(REST * took * 1000))

    def _leave(self) -> None:
        """The game is left: it is kept as one that can be had again."""
        self.write(left=True)
        if self._lock is not None:
            self._worker.wait()
            # What players have in hand just now is not written; what was written before is left all the same.
            settle(self._key)
            self._unlock()

    def flush(self) -> None:
        """Write what is not written yet, and wait for it."""
        if self._soon.isActive():
            self.write()
        self._worker.wait()

    def close(self) -> None:
        """The tab or the program ends properly."""
        self._leave()
        self._closed = True
        self._soon.stop()
        self._worker.close()


def _write(folder: Path, made: Callable[[], ReplaySpec], about: dict[str, Any]) -> float:
    """Write a game, and forget those that are kept no longer; gives the seconds that it worked."""
    begun = time.thread_time()
    formats.save_replay(made(), folder / _GAME)
    formats.write_text(folder / _ABOUT, json.dumps(about))
    _forget_old()
    return time.thread_time() - begun


# -- finding them again -------------------------------------------------------------------------------------------


def games() -> list[KeptGame]:
    """The games that are kept, the latest first."""
    return [game for _key, game in _found()]


def _found() -> list[tuple[str, KeptGame]]:
    """The games with the key of the scenario of each, the latest first."""
    try:
        folders = list(_root().iterdir())
    except OSError:
        return []
    found = []
    for folder in folders:
        # One that was killed before it was whole is no game.
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            about = json.loads((folder / _ABOUT).read_text(encoding="utf-8"))
            when = datetime.fromtimestamp(os.stat(folder / _GAME).st_mtime)
            used = is_held(folder)
            cut_off = not about["left"] and not used
            game = KeptGame(folder.name, str(about["title"]), int(about["played"]), when, cut_off, used)
            found.append((str(about["key"]) + str(about["title"]), game))
    return sorted(found, key=lambda one: one[1].when, reverse=True)


def _forget_old() -> None:
    """Remove what is kept no longer: more than ten of a scenario, or older than thirty days."""
    counted: dict[str, int] = {}
    for scenario, game in _found():
        counted[scenario] = counted.get(scenario, 0) + 1
        old = time.time() - game.when.timestamp() > LONGEST
        if (old or counted[scenario] > MOST) and not game.in_use:
            delete([game.key])


def delete(keys: list[str]) -> None:
    """Delete kept games; one that is open stays."""
    for key in keys:
        folder = _root() / Path(key).name
        if not is_held(folder):
            shutil.rmtree(folder, ignore_errors=True)


def read(key: str) -> ReplaySpec:
    """A kept game. Raises HexwrightError where it cannot be read."""
    file = _root() / Path(key).name / _GAME
    if not file.is_file():
        raise HexwrightError("the game is no longer kept")
    return formats.load_replay(file)


def settle(key: str) -> None:
    """The user has dealt with an interrupted game: it is not offered again."""
    file = _root() / Path(key).name / _ABOUT
    with contextlib.suppress(OSError, ValueError, HexwrightError):
        about = json.loads(file.read_text(encoding="utf-8"))
        formats.write_text(file, json.dumps({**about, "left": True}))
