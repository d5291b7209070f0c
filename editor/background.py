"""Work off the main thread: a worker with a thread of its own that hands results back to the window."""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from threading import Lock
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


def hands_on() -> None:
    """The user draws, scrolls or zooms just now: the screen comes first."""
    global _touched
    _touched = perf_counter()


def hands_off() -> None:
    """Wait, in work on a thread, until the user's hands are off.

    Threads share one processor under Python's lock: a frame takes twice as long while another one works.
    """
    begun = perf_counter()
    while (now := perf_counter()) - _touched < QUIET and now - begun < PATIENCE:
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
        self._patient = patient
        self._pool = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._waiting = 0
        self._closed = False
        self._back.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        pool = self._pool
        self.destroyed.connect(lambda: pool.shutdown(wait=False, cancel_futures=True))

    @property
    def busy(self) -> bool:
        """Whether something is still to be delivered."""
        return self._waiting > 0

    def start(
        self,
        function: Callable[[], Any],
        then: Callable[[Any], None],
        failed: Callable[[Exception], None] | None = None,
    ) -> None:
        """Run ``function`` there, then ``then`` with its result here, or ``failed`` with its exception."""
        self._waiting += 1
        work = partial(self._patiently, function) if self._patient else function
        self._pool.submit(_run, work, then, failed or _report, self._back)

    def _patiently(self, function: Callable[[], Any]) -> Any:
        with held_up_by(self._hold_up):
            pause()
            return function()

    def _hold_up(self) -> None:
        if self._closed:
            raise _GivenUp
        hands_off()

    def wait(self) -> None:
        """Wait until the thread has done all it was given; delivery follows as usual."""
        self._pool.submit(int).result()

    def close(self) -> None:
        """Wait for the work in progress, which ends at its next pause if it is patient, and take no more; nothing is
        delivered after this."""
        self._closed = True
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._waiting = 0

    def _deliver(self, deliver: Deliver) -> None:
        if self._closed:
            return
        self._waiting -= 1
        deliver()
        if not self._waiting:
            self.idle.emit()


class _GivenUp(Exception):
    """Nobody waits for this piece of work any more."""


def _run(
    function: Callable[[], Any],
    then: Callable[[Any], None],
    failed: Callable[[Exception], None],
    back: SignalInstance,
) -> None:
    with _no_collection():
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


_lock = Lock()
_working = 0


@contextmanager
def _no_collection() -> Iterator[None]:
    """Keep Python from collecting garbage while a worker runs.

    The collector runs on whichever thread happens to allocate, and what it frees may be a widget, which
    only the main thread may destroy. Reference counting goes on as ever.
    """
    global _working
    with _lock:
        _working += 1
        gc.disable()
    try:
        yield
    finally:
        with _lock:
            _working -= 1
            if not _working:
                gc.enable()


def _report(error: Exception) -> None:
    log.error("work in the background failed", exc_info=error)
