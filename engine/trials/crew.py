"""Work shared out among processes, which an interrupt ends at once whenever it comes.

The pools of the standard library take locks on the main thread; an interrupt at the wrong moment leaves one taken, and
the program never ends. Here the main thread only sends, receives and waits.
"""

from __future__ import annotations

import signal
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Final, TypeAlias, TypeVar

from engine.errors import HexwrightError
from engine.garbage import seldom_collected
from engine.interrupts import uninterrupted
from engine.parents import end_with_parent

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")

TRIES: Final = 3
"""Processes that one task may cost before it is given up."""

_Line: TypeAlias = "Connection[Any, Any]"
"""Between this process and one that works."""


def shared_out(
    make: Callable[..., Callable[[_Task], _Result]], given: tuple[object, ...], tasks: Iterable[_Task], jobs: int
) -> Iterator[_Result]:
    """The results of the tasks in their order, each as soon as it and all before it are there.

    ``jobs`` processes work at once. In each, ``make(*given)`` is called once and gives what does one task; it, what it
    is given, tasks and results must be such as can be sent to another process. Whoever abandons the iterator ends the
    processes. A process that is ended from outside is replaced, and what it had in hand is done again. Raises the
    HexwrightError that one of them raised, or one that says that a task has cost `TRIES` processes.
    """
    left = enumerate(tasks)
    again: deque[tuple[int, _Task]] = deque()
    cost: Counter[int] = Counter()
    at_work: dict[_Line, tuple[int, _Task]] = {}
    done: dict[int, _Result] = {}
    wanted = 0
    with _crew(make, given) as crew:

        def hand_out(line: _Line) -> None:
            piece = again.popleft() if again else next(left, None)
            if piece is None:
                return
            at_work[line] = piece
            try:
                line.send(piece[1])
            except ConnectionError:
                replace(line)

        def replace(line: _Line) -> None:
            """The process of a line was ended: another one does what it had in hand."""
            piece = at_work.pop(line)
            cost[piece[0]] += 1
            if cost[piece[0]] == TRIES:
                raise HexwrightError(f"{TRIES} processes were ended at the same games: too little memory, perhaps")
            again.append(piece)
            crew.dismiss(line)
            hand_out(crew.hire())

        for line in [crew.hire() for _ in range(jobs)]:
            hand_out(line)
        while at_work:
            for line in [line for line in at_work if line in wait(list(at_work))]:
                try:
                    done[at_work[line][0]] = _received(line)
                except (EOFError, ConnectionError):
                    replace(line)
                else:
                    del at_work[line]
                    hand_out(line)
            while wanted in done:
                yield done.pop(wanted)
                wanted += 1


class _Crew:
    """Processes that wait for tasks."""

    def __init__(self, make: Callable[..., Any], given: tuple[object, ...]) -> None:
        self._make, self._given = make, given
        self._context = _context()
        self._processes: dict[_Line, BaseProcess] = {}

    def hire(self) -> _Line:
        """Begin one more process; gives the line to it."""
        with uninterrupted():
            mine: _Line
            mine, theirs = self._context.Pipe()
            process = self._context.Process(target=_work, args=(theirs, mine, self._make, self._given), daemon=True)
            process.start()
            self._processes[mine] = process
            theirs.close()
        return mine

    def dismiss(self, *lines: _Line) -> None:
        """End the processes of these lines."""
        with uninterrupted():
            processes = [self._processes.pop(line) for line in lines]
            for process in processes:
                process.terminate()
            for process in processes:
                process.join()
            for line in lines:
                line.close()

    def dismiss_all(self) -> None:
        """End all of them."""
        self.dismiss(*self._processes)


@contextmanager
def _crew(make: Callable[..., Any], given: tuple[object, ...]) -> Iterator[_Crew]:
    """Processes that wait for tasks, ended on leaving."""
    crew = _Crew(make, given)
    try:
        yield crew
    finally:
        crew.dismiss_all()


def _context() -> Any:
    """How processes are begun. A copy of this one begins fastest; but where other threads run, one of them may hold a
    lock just then, which would stay taken in the copy for good."""
    alone = threading.active_count() == 1
    return get_context("fork" if alone and "fork" in get_all_start_methods() else "spawn")


def _received(line: _Line) -> Any:
    result = line.recv()
    if isinstance(result, HexwrightError):
        raise result
    return result


def _work(line: _Line, other_end: _Line, make: Callable[..., Callable[[Any], Any]], given: tuple[object, ...]) -> None:
    """The other process: does tasks until it is ended, or the sender is gone."""
    # The terminal sends an interrupt to every process; the one that handed out the work ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    other_end.close()
    end_with_parent()
    try:
        with seldom_collected():
            do = make(*given)
            while True:
                line.send(do(line.recv()))
    except HexwrightError as error:
        line.send(HexwrightError(str(error)))
    except (EOFError, ConnectionError):
        return
