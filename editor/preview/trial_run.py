"""A trial in the background of the window: played by other processes, looked after by a timer."""

from __future__ import annotations

from time import perf_counter
from typing import Final

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from engine.errors import HexwrightError
from engine.trials.apart import TrialApart
from engine.trials.games import GameResult
from engine.trials.trial import Trial, TrialPlan, build_trial

PERIOD: Final = 100
"""Milliseconds after which it is asked for news."""


class TrialRun(QObject):
    """Plays one trial at a time."""

    progressed = Signal(int, int)
    """Games played, and games in all."""
    ended = Signal(object)
    """The `Trial`, of all games or of those played before it was broken off; None where none was."""
    failed = Signal(str)
    """Why it cannot go on."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._under_way: list[TrialApart] = []
        """The one that is played, if any."""
        self._plan: TrialPlan | None = None
        self._games: list[tuple[int, GameResult]] = []
        self._begun = 0.0
        self._timer = QTimer(self)
        self._timer.setInterval(PERIOD)
        self._timer.timeout.connect(self._look)
        under_way = self._under_way

        def end() -> None:
            for apart in under_way:
                apart.close()

        # An object that is gone is not asked for news.
        self.destroyed.connect(end)
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.abandon)

    @property
    def busy(self) -> bool:
        """Whether games are being played."""
        return bool(self._under_way)

    def start(self, plan: TrialPlan, jobs: int) -> None:
        """Begin; a trial that is under way is given up."""
        self.abandon()
        self._plan, self._games, self._begun = plan, [], perf_counter()
        self._under_way.append(TrialApart(plan, jobs))
        self._timer.start()
        self.progressed.emit(0, plan.games)

    def cancel(self) -> None:
        """Break it off; what was played is counted."""
        if self.busy:
            self._finish()

    def abandon(self) -> None:
        """Break it off, and tell nothing."""
        self._timer.stop()
        while self._under_way:
            self._under_way.pop().close()

    @property
    def seconds_left(self) -> float | None:
        """How long it may take yet; None if unknown."""
        played = len(self._games)
        if self._plan is None or played < 2:
            return None
        return (perf_counter() - self._begun) / played * (self._plan.games - played)

    def _look(self) -> None:
        plan = self._plan
        if plan is None or not self.busy:
            return
        apart = self._under_way[0]
        before = len(self._games)
        try:
            self._games.extend(apart.news())
        except HexwrightError as error:
            self.abandon()
            self.failed.emit(str(error))
            return
        if apart.over:
            self._finish()
        elif len(self._games) > before:
            self.progressed.emit(len(self._games), plan.games)

    def _finish(self) -> None:
        plan, games = self._plan, self._games
        self.abandon()
        trial: Trial | None = build_trial(plan, games) if plan is not None and games else None
        self.ended.emit(trial)
