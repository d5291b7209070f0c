"""The players of the program answer by themselves, and what they do is shown slowly enough to be followed."""

from __future__ import annotations

from typing import Final
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, QTimer, Signal

from editor.preview.seats import HUMAN
from editor.preview.session import Preview
from editor.work.settings import settings

SPEEDS: Final = {"slow": 1600, "normal": 700, "fast": 200, "at once": 0}
"""Milliseconds that a position of the players is shown; 0 shows the last one at once."""
SPEED: Final = "play/speed"
"""The setting that keeps the speed."""


class Pace(QObject):
    """Lets the players play whenever it is their choice, and shows what they did, position by position.

    It works on one game at a time (`follow`). It rests while the game is paused, or somebody looks at earlier
    positions. Where no person plays, a game begins paused.
    """

    changed = Signal()
    """It is paused, or goes on, or has another speed."""

    def __init__(self, preview: Preview, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._preview = preview
        self._paused: WeakKeyDictionary[Preview, bool] = WeakKeyDictionary()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._tick)
        self._speed = str(settings().value(SPEED, "normal"))

    @property
    def speed(self) -> str:
        """The key of the speed, of `SPEEDS`."""
        return self._speed if self._speed in SPEEDS else "normal"

    @speed.setter
    def speed(self, speed: str) -> None:
        self._speed = speed
        settings().setValue(SPEED, speed)
        self._timer.stop()
        self.changed.emit()
        self.go_on()

    @property
    def paused(self) -> bool:
        """Whether the players wait for `resume` or `step`."""
        return self._paused.get(self._preview, False)

    @property
    def behind(self) -> int:
        """How many positions were played that are not shown yet."""
        return max(0, self._preview.played - self._preview.shown)

    def follow(self, preview: Preview) -> None:
        """Work on this game from now on; the one before stays where it is."""
        self._timer.stop()
        self._preview = preview
        self.changed.emit()
        self.go_on()

    def started(self) -> None:
        """A game began, or was gone back to: it is paused unless a person plays in it."""
        self._paused[self._preview] = HUMAN not in self._preview.seats.values()
        self.changed.emit()
        self.go_on()

    def reseated(self) -> None:
        """Another player takes a side: with a person in it a game is no longer paused."""
        if HUMAN in self._preview.seats.values():
            self._paused[self._preview] = False
        self.changed.emit()
        self.go_on()

    def pause(self) -> None:
        """Let the players wait after the action in hand."""
        self._paused[self._preview] = True
        self._timer.stop()
        self._preview.stop()
        self.changed.emit()

    def resume(self) -> None:
        """Let the players go on, from the position shown."""
        self._paused[self._preview] = False
        self._preview.looking = False
        self.changed.emit()
        self.go_on()

    def step(self) -> None:
        """Show one position more, or let the players play one action."""
        preview = self._preview
        if not self.paused:
            self.pause()
        if not preview.at_end:
            preview.advance()
        elif preview.computers_turn:
            preview.play(actions=1)

    def catch_up(self) -> None:
        """Show the latest position at once."""
        self._preview.advance(self.behind)

    def go_on(self) -> None:
        """Do what is due next: show the next position in a while, or let the players play."""
        preview = self._preview
        if not preview.active or self.paused or preview.looking or self._timer.isActive():
            return
        if not preview.at_end:
            self._timer.start(SPEEDS[self.speed])
        elif not preview.busy and preview.computers_turn:
            preview.play(paced=True)

    def _tick(self) -> None:
        preview = self._preview
        if preview.at_end or not preview.active or self.paused or preview.looking:
            # What was to be shown is shown by now.
            self.go_on()
        else:
            preview.advance(1 if SPEEDS[self.speed] else self.behind)
