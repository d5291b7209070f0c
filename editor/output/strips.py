"""Large pictures, painted on several processors.

Painting holds Python's lock, so each helper is a process of its own: it paints and packs strips, each into a file as
it stands in the picture's, because to send all the bytes would take longer, and more memory. Each helper has a run of
strips to go through, because strips that follow each other share much of their art; who is done with his own takes the
last ones of another's. Where it is safe helpers are copies of this process, with all that it knows; elsewhere they
start from nothing and are sent the map.
"""

from __future__ import annotations

import gc
import os
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QCoreApplication

from editor.output.apart import PERIOD, Tell, tell_nobody, unseen
from editor.pictures.png_writer import Stored
from engine.errors import HexwrightError
from engine.parents import end_with_parent

LARGE: Final = 30_000_000
"""Pixels from which on helpers are worth their start."""
MOST: Final = 4

Paint = Callable[[int], Stored]
"""Paints and packs the strip of a number."""


def helpers_for(pixels: int) -> int:
    """How many helpers a picture deserves by its number of pixels; 0 for none."""
    cores = os.cpu_count() or 1
    return min(cores, MOST) if pixels >= LARGE and cores > 1 else 0


def copies() -> bool:
    """Whether helpers can be copies of this process: not where there are threads, or an application of Qt."""
    return sys.platform == "linux" and QCoreApplication.instance() is None and threading.active_count() == 1


def painted_apart(
    count: int, helpers: int, make: Callable[..., Paint], given: tuple[object, ...], tell: Tell = tell_nobody
) -> Iterator[Stored]:
    """The strips of a picture from the top down, painted by a number of helpers.

    ``make`` is called in each helper, with ``given``, and gives what paints there. Unless helpers are ``copies`` of
    this process both must be such as can be sent to one. ``tell`` is told the part that is painted, often; when it
    raises, the helpers stop after the strips in hand. Raises HexwrightError when one is ended.
    """
    # An editor that starts need not know how other processes are begun.
    from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    context: Any = get_context("fork" if copies() else "spawn")
    bounds = [count * number // helpers for number in range(helpers + 1)]
    firsts, ends = context.Array("i", bounds[:-1]), context.Array("i", bounds[1:])
    task = _Task(make, given, firsts, ends, context.Value("i", 0), context.Event())
    pool = ProcessPoolExecutor(helpers, context, _begin, (task,))
    try:
        waiting, due, ready = {pool.submit(_paint_next) for _ in range(count)}, 0, dict[int, Stored]()
        while waiting:
            done, waiting = wait(waiting, PERIOD, FIRST_COMPLETED)
            ready.update(future.result() for future in done)
            tell(1 - len(waiting) / count)
            while due in ready:
                yield ready.pop(due)
                due += 1
    except BrokenProcessPool:
        raise HexwrightError("a process that helped to paint the picture was ended") from None
    finally:
        task.stop.set()
        pool.shutdown(cancel_futures=True)


@dataclass(frozen=True, slots=True)
class _Task:
    """What a helper is given when it starts."""

    make: Callable[..., Paint]
    given: tuple[object, ...]
    firsts: Any
    """Of each run the first strip that no process has taken ..."""
    ends: Any
    """... and the one after the last."""
    begun: Any
    """How many helpers have begun: this numbers them."""
    stop: Any
    """Set when no more strips are wanted."""


_task: _Task
"""In a helper: its task."""
_own: int
"""In a helper: the number of its run."""
_paint: Paint | None = None
"""In a helper: what paints, once it is made."""


def _begin(task: _Task) -> None:
    global _task, _own
    end_with_parent()
    _task = task
    with task.begun.get_lock():
        _own = task.begun.value
        task.begun.value += 1
    unseen()
    # Every processor has a helper already: Qt's own threads would only make them wait for each other.
    os.environ["QT_NO_GUI_THREADPOOL"] = "1"
    # The process ends with its strips: looking for garbage among all the paths would only take a tenth of its time.
    gc.disable()


def _paint_next() -> tuple[int, Stored]:
    """Paint one more strip; gives its number, too."""
    global _paint
    if _task.stop.is_set():
        raise InterruptedError
    if _paint is None:
        _paint = _task.make(*_task.given)
    number = _taken()
    return number, _paint(number)


def _taken() -> int:
    """The next strip of our run, or the last one of the run that has most left."""
    firsts, ends = _task.firsts, _task.ends
    with firsts.get_lock():
        if firsts[_own] < ends[_own]:
            firsts[_own] += 1
            return int(firsts[_own] - 1)
        most = max(range(len(ends)), key=lambda run: ends[run] - firsts[run])
        ends[most] -= 1
        return int(ends[most])
