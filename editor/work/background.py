"""Work off the main thread: a worker with a thread of its own that hands results back to the window."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import count
from queue import SimpleQueue
from time import perf_counter, sleep
from typing import Any, Final

from PySide6.QtCore import QObject, Qt, Signal

from engine.pauses import held_up_by, pause

log = logging.getLogger(__name__)

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


def hands_are_on() -> bool:
    """Whether the user does something just now, or waits for it."""
    return _full > 0 or perf_counter() - _touched < QUIET


def hands_off() -> None:
    """Wait, in work on a thread, until the user's hands are off.

    Threads share one processor under Python's lock: a frame takes twice as long while another one works.
    """
    begun = perf_counter()
    while perf_counter() - begun < PATIENCE and hands_are_on():
        sleep(PATIENCE / 5)


def in_hand() -> int:
    """How many pieces of work the threads of all workers have in hand, or have done and not delivered."""
    return _post.in_hand


class Worker(QObject):
    """Runs functions one after another on its thread; what comes back is delivered on the main thread.

    The functions must touch nothing that the main thread changes: give them snapshots.
    """

    idle = Signal()
    """The last piece of work was delivered."""

    def __init__(self, name: str, parent: QObject | None = None, *, patient: bool = False) -> None:
        """``patient``: what it does waits, wherever it pauses, until the user's hands are off."""
        super().__init__(parent)
        self._pool = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._patient = patient
        self._work = _Work()
        pool, work = self._pool, self._work

        def stop() -> None:
            work.give_up()
            pool.shutdown(wait=False, cancel_futures=True)
            work.forget_cancelled()

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
        done = partial(self._work.patiently, function) if self._patient else function
        piece = _Piece(self._work, done, then, failed or _report, self._idle)
        number = _post.enter(piece)
        piece.future = self._pool.submit(_run, number, [done])

    def telling(self, hear: Callable[[Any], None]) -> Callable[[Any], None]:
        """What a function that runs there calls with news, to have ``hear`` called with them here: in order, before
        the function's result, and not after closing."""
        return partial(_tell, self._work, hear)

    def wait(self) -> None:
        """Wait until the thread has done all it was given; delivery follows as usual."""
        self._work.awaited = True
        try:
            self._pool.submit(int).result()
        finally:
            self._work.awaited = False

    def close(self) -> None:
        """Wait for the work in progress, which ends at its next pause if it is patient, and take no more; nothing is
        delivered after this."""
        self._work.give_up()
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._work.forget()

    def _idle(self) -> None:
        if not self._work.closed and not self._work.waiting:
            self.idle.emit()


class _GivenUp(Exception):
    """This piece of work is no longer wanted."""


class _Work:
    """What a worker has in hand. Only the main thread counts."""

    def __init__(self) -> None:
        self.waiting = 0
        """What is still to be delivered."""
        self.closed = False
        self.awaited = False
        """Whether the main thread itself waits for it: then there is nothing to be patient for."""

    def give_up(self) -> None:
        """Nothing more will be delivered."""
        self.closed = True
        self.waiting = 0

    def forget(self) -> None:
        """The thread has ended."""
        _post.forget(lambda piece: piece.work is self)

    def forget_cancelled(self) -> None:
        """The thread ends with the piece that it has begun; it will not begin another one."""
        _post.forget(lambda piece: piece.work is self and piece.future is not None and piece.future.cancelled())

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


@dataclass(eq=False, slots=True)
class _Piece:
    """A piece of work that a thread has in hand.

    It holds all that the main thread gave, until the thread is done with it: a widget that such a function holds
    would else be destroyed on the thread, where the last hold on it is lost.
    """

    work: _Work
    function: Callable[[], Any]
    then: Callable[[Any], None]
    failed: Callable[[Exception], None]
    idle: Callable[[], None]
    future: Future[None] | None = None


class _Post(QObject):
    """What threads hand to the main thread.

    There is one, and it is never destroyed: a thread must not send a signal of an object that the main thread may be
    destroying at that moment.
    """

    sent = Signal()
    """From any thread: a letter lies in the box."""

    def __init__(self) -> None:
        super().__init__()
        self.letters: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._pieces: dict[int, _Piece] = {}
        self._numbers = count()
        self.sent.connect(self._open, Qt.ConnectionType.QueuedConnection)

    @property
    def in_hand(self) -> int:
        """How many pieces are not delivered yet."""
        return len(self._pieces)

    def enter(self, piece: _Piece) -> int:
        """A piece of work is about to be handed to a thread; gives its number."""
        number = next(self._numbers)
        self._pieces[number] = piece
        piece.work.waiting += 1
        return number

    def deliver(self, number: int, value: Any, error: Exception | None) -> None:
        """A thread is done with a piece."""
        piece = self._pieces.pop(number, None)
        if piece is None or piece.work.closed:
            return
        piece.work.waiting -= 1
        if error is None:
            piece.then(value)
        else:
            piece.failed(error)
        piece.idle()

    def forget(self, gone: Callable[[_Piece], bool]) -> None:
        """No thread has these pieces in hand any more, and none will deliver them."""
        self._pieces = {number: piece for number, piece in self._pieces.items() if not gone(piece)}

    def _open(self) -> None:
        self.letters.get()()


_post: Final = _Post()


def _run(number: int, given: list[Callable[[], Any]]) -> None:
    _write(number, given)
    # Nothing of the letter is held here any more: all of it is let go of by the main thread.
    _post.sent.emit()


def _write(number: int, given: list[Callable[[], Any]]) -> None:
    try:
        value = given.pop()()
    except Exception as error:
        # No name for the letter: its error would hold this frame, and the frame the letter.
        _post.letters.put(partial(_post.deliver, number, None, error))
    else:
        _post.letters.put(partial(_post.deliver, number, value, None))


def _tell(work: _Work, hear: Callable[[Any], None], news: Any) -> None:
    _post.letters.put(partial(_hear, work, hear, news))
    _post.sent.emit()


def _hear(work: _Work, hear: Callable[[Any], None], news: Any) -> None:
    if not work.closed:
        hear(news)


def _report(error: Exception) -> None:
    log.error("work in the background failed", exc_info=error)
