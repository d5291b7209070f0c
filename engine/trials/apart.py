"""A trial that other processes play while this one goes on with what it does, and asks now and then for news."""

from __future__ import annotations

import atexit
import signal
from collections.abc import Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, NoReturn, TypeAlias

from engine.errors import HexwrightError
from engine.garbage import seldom_collected
from engine.parents import end_with_parent
from engine.trials.games import GameResult
from engine.trials.trial import TrialPlan, play_plan

_Line: TypeAlias = "Connection[Any, Any]"

DONE = "done"


class TrialApart:
    """One trial. Nothing of it is left once `close` has been called, or this program ends."""

    def __init__(self, plan: TrialPlan, jobs: int) -> None:
        """``jobs``: how many games are played at once."""
        context = get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_play, args=(theirs, plan, jobs))
        self._process.start()
        theirs.close()
        self.over = False
        """Whether nothing more will come."""
        atexit.register(self.close)

    def news(self) -> Iterator[tuple[int, GameResult]]:
        """The games that were finished since it was last asked, each with the number of its version; waits for nothing.

        Raises HexwrightError when the trial cannot go on.
        """
        while not self.over and self._line.poll():
            try:
                said = self._line.recv()
            except (EOFError, ConnectionError):
                self.close()
                raise HexwrightError("the process that played the games was ended") from None
            if said == DONE or isinstance(said, HexwrightError):
                self.close()
            if isinstance(said, HexwrightError):
                raise said
            if said != DONE:
                yield said

    def close(self) -> None:
        """End the processes at once, whatever they are doing."""
        atexit.unregister(self.close)
        self.over = True
        self._process.terminate()
        self._process.join()
        self._line.close()


def _play(line: _Line, plan: TrialPlan, jobs: int) -> None:
    """The other process: sends each game as it is done."""
    # The terminal interrupts every process; the one that began this one ends it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    end_with_parent()
    try:
        with seldom_collected():
            for news in play_plan(plan, jobs):
                line.send(news)
        line.send(DONE)
    except HexwrightError as error:
        line.send(HexwrightError(str(error)))
    except (EOFError, ConnectionError):
        return


def _leave(_number: int, _frame: object) -> NoReturn:
    """End in an orderly way, with all processes that were begun here."""
    raise SystemExit(0)
