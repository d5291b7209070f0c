"""Work off the main thread: a worker with a thread of its own that hands results back to the window."""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from time import perf_counter, sleep
from typing import Any, Final

from PySide6.QtCore import QObject, Qt, Signal, SignalInstance

from engine.pauses import held_up_by, pause

log = logging.getLogger(__name__)

Deliver = Callable[[], None]

QUIET: Final = 0.15
"""Seconds without a touch after which the hands are off."""
PATIENCE: Final = 0.05
"""Seconds that work waits at each pause at the most: it gets on slowly even while a map is scrolled without end."""

_touched = 0.0
_full = 0


def hands_on() -> None:
    """The user draws, scrolls or zooms just now: the screen comes first."""
    global _touched
    _touched = perf_counter()


@contextmanager
def hands_full() -> Iterator[None]:
    """The main thread works on what the user waits for."""
    global _full
    _full += 1
    try:
        yield
    finally:
        _full -= 1
        hands_on()


def hands_off() -> None:
    """Wait, in work on a thread, until the user's hands are off.

    Threads share one processor under Python's lock: a frame takes twice as long while another one works.
    """
    begun = perf_counter()
    while (now := perf_counter()) - begun < PATIENCE and (_full or now - _touched < QUIET):
        sleep(PATIENCE / 5)


class Worker(QObject):
    """Runs functions one after another on its thread; what comes back is delivered on this object's thread.

    The functions must touch nothing that the main thread changes: give them snapshots.
    """

    _back = Signal(object)
    idle = Signal()
    """The last piece of work was delivered."""

    def __init__(self, name: str, parent: QObject | None = None, *, patient: bool = False) -> None:
        """``patient``: what it does waits, wherever it pauses, until the user's hands are off."""
        super().__init__(parent)
        self._pool = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._patient = patient
        self._work = _Work()
        self._back.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        pool, work = self._pool, self._work

        def stop() -> None:
            pool.shutdown(wait=False, cancel_futures=True)
            work.give_up()

        self.destroyed.connect(stop)

    @property
    def busy(self) -> bool:
        """Whether something is still to be delivered."""
        return self._work.waiting > 0

    def start(
        self,
        function: Callable[[], Any],
        then: Callable[[Any], None],
        failed: Callable[[Exception], None] | None = None,
    ) -> None:
        """Run ``function`` there, then ``then`` with its result here, or ``failed`` with its exception."""
        self._work.begin()
        done = partial(self._work.patiently, function) if self._patient else function
        self._pool.submit(_run, done, then, failed or _report, self._back)

    def wait(self) -> None:
        """Wait until the thread has done all it was given; delivery follows as usual."""
        self._work.begin()
        self._work.awaited = True
        try:
            self._pool.submit(int).result()
        finally:
            self._work.awaited = False
            self._work.end()

    def close(self) -> None:
        """Wait for the work in progress, which ends at its next pause if it is patient, and take no more; nothing is
        delivered after this."""
        self._work.closed = True
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._work.give_up()

    def _deliver(self, deliver: Deliver) -> None:
        if self._work.closed:
            return
        self._work.end()
        deliver()
        if not self._work.waiting:
            self.idle.emit()


class _GivenUp(Exception):
    """Nobody waits for this piece of work any more."""


class _Work:
    """What a worker has in hand. Only the main thread counts.

    Python collects no garbage meanwhile: the collector runs on whichever thread happens to allocate, and what it frees
    may be a widget, which only the main thread may destroy. Reference counting goes on as ever.
    """

    in_hand = 0
    """Of all workers."""

    def __init__(self) -> None:
        self.waiting = 0
        """What is still to be delivered."""
        self.closed = False
        self.awaited = False
        """Whether the main thread itself waits for it: then there is nothing to be patient for."""

    def begin(self) -> None:
        """One more piece of work."""
        self.waiting += 1
        _Work.in_hand += 1
        gc.disable()

    def end(self) -> None:
        """A result was delivered: collect garbage again when no other is awaited."""
        self._less(1)

    def give_up(self) -> None:
        """Nothing more will be delivered."""
        self.closed = True
        self._less(self.waiting)

    def _less(self, pieces: int) -> None:
        self.waiting -= pieces
        _Work.in_hand -= pieces
        if not _Work.in_hand:
            gc.enable()

    def patiently(self, function: Callable[[], Any]) -> Any:
        """Run a function that waits, at its pauses, for the user's hands; on the worker's thread."""

        def hold_up() -> None:
            if self.closed:
                raise _GivenUp
            if not self.awaited:
                hands_off()

        with held_up_by(hold_up):
            pause()
            return function()


def _run(
    function: Callable[[], Any],
    then: Callable[[Any], None],
    failed: Callable[[Exception], None],
    back: SignalInstance,
) -> None:
    deliver: Deliver
    try:
        deliver = partial(then, function())
    except _GivenUp:
        return
    except Exception as error:
        deliver = partial(failed, error)
    try:
        back.emit(deliver)
    except RuntimeError:
        log.debug("the window closed before %r was done", function)


def _report(error: Exception) -> None:
    log.error("work in the background failed", exc_info=error)
