"""Work shared out among processes, which an interrupt ends at once whenever it comes.

The pools of the standard library take locks on the main thread; an interrupt at the wrong moment leaves one taken, and
the program never ends. Here the main thread only sends, receives and waits.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, TypeAlias, TypeVar

from engine.errors import HexwrightError
from engine.garbage import seldom_collected
from engine.interrupts import uninterrupted

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")

_Line: TypeAlias = "Connection[Any, Any]"
"""Between this process and one that works."""


def shared_out(
    make: Callable[..., Callable[[_Task], _Result]], given: tuple[object, ...], tasks: Iterable[_Task], jobs: int
) -> Iterator[_Result]:
    """The results of the tasks in their order, each as soon as it and all before it are there.

    ``jobs`` processes work at once. In each, ``make(*given)`` is called once and gives what does one task; it, what it
    is given, tasks and results must be such as can be sent to another process. Whoever abandons the iterator ends the
    processes. Raises the HexwrightError that one of them raised, or one that says that a process was ended.
    """
    left = enumerate(tasks)
    at_work: dict[_Line, int] = {}
    done: dict[int, _Result] = {}
    wanted = 0

    def hand_out(line: _Line) -> None:
        for number, task in left:
            line.send(task)
            at_work[line] = number
            return

    with _crew(make, given, jobs) as lines:
        for line in lines:
            hand_out(line)
        while at_work:
            for line in [line for line in at_work if line in wait(list(at_work))]:
                done[at_work.pop(line)] = _received(line)
                hand_out(line)
            while wanted in done:
                yield done.pop(wanted)
                wanted += 1


@contextmanager
def _crew(make: Callable[..., Any], given: tuple[object, ...], jobs: int) -> Iterator[list[_Line]]:
    """So many processes that wait for tasks, ended on leaving."""
    context = _context()
    processes: list[BaseProcess] = []
    lines: list[_Line] = []
    try:
        with uninterrupted():
            for _ in range(jobs):
                mine, theirs = context.Pipe()
                lines.append(mine)
                process = context.Process(target=_work, args=(theirs, mine, make, given), daemon=True)
                process.start()
                processes.append(process)
                theirs.close()
        yield lines
    finally:
        with uninterrupted():
            for process in processes:
                process.terminate()
            for process in processes:
                process.join()
            for line in lines:
                line.close()


def _context() -> Any:
    """How processes are begun. A copy of this one begins fastest; but where other threads run, one of them may hold a
    lock just then, which would stay taken in the copy for good."""
    alone = threading.active_count() == 1
    return get_context("fork" if alone and "fork" in get_all_start_methods() else "spawn")


def _received(line: _Line) -> Any:
    try:
        result = line.recv()
    except (EOFError, ConnectionError):
        raise HexwrightError("a process that shared the work was ended") from None
    if isinstance(result, HexwrightError):
        raise result
    return result


def _work(line: _Line, other_end: _Line, make: Callable[..., Callable[[Any], Any]], given: tuple[object, ...]) -> None:
    """The other process: does tasks until it is ended, or nobody is left to send one."""
    # The terminal sends an interrupt to every process; the one that handed out the work ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    other_end.close()
    try:
        with seldom_collected():
            do = make(*given)
            while True:
                line.send(do(line.recv()))
    except HexwrightError as error:
        line.send(HexwrightError(str(error)))
    except (EOFError, ConnectionError):
        return
