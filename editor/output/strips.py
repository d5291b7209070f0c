"""Large pictures, painted on several processors.

Painting holds Python's lock, so each helper is a process of its own: it paints and packs a run of strips and hands
back what stands in the picture's file. Runs rather than single strips, because strips that follow each other share
much of their art. Where it is safe helpers are copies of this process, with all that it knows; elsewhere they start
from nothing and are sent the map.
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
from editor.pictures.png_writer import Packed, joined
from engine.errors import HexwrightError

LARGE: Final = 30_000_000
"""Pixels from which on helpers are worth their start."""
MOST: Final = 4

Paint = Callable[[int], Packed]
"""Paints and packs the strip of a number."""


def helpers_for(pixels: int) -> int:
    """How many helpers a picture of so many pixels deserves; 0 for none."""
    cores = os.cpu_count() or 1
    return min(cores, MOST) if pixels >= LARGE and cores > 1 else 0


def copies() -> bool:
    """Whether helpers can be copies of this process: not where there are threads, or an application of Qt."""
    return sys.platform == "linux" and QCoreApplication.instance() is None and threading.active_count() == 1


def runs(
    count: int, helpers: int, make: Callable[..., Paint], given: tuple[object, ...], tell: Tell = tell_nobody
) -> Iterator[Packed]:
    """The strips of a picture from the top down, in runs of so many as each helper paints.

    ``make`` is called in each helper, with ``given``, and gives what paints there. Unless helpers are ``copies`` of
    this process both must be such as can be sent to one. ``tell`` is told the part that is painted, often; when it
    raises, the helpers stop after the strips in hand. Raises HexwrightError when one is ended.
    """
    # An editor that starts need not know how other processes are begun.
    from concurrent.futures import ProcessPoolExecutor, wait
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    ends = [count * number // helpers for number in range(helpers + 1)]
    context: Any = get_context("fork" if copies() else "spawn")
    task = _Task(make, given, context.Value("i", 0), context.Event())
    with ProcessPoolExecutor(helpers, context, _begin, (task,)) as pool:
        work = [pool.submit(_run, range(ends[i], ends[i + 1])) for i in range(helpers)]
        try:
            for run in work:
                while not wait([run], PERIOD).done:
                    tell(task.painted.value / count)
                yield run.result()
        except BrokenProcessPool:
            raise HexwrightError("a process that helped to paint the picture was ended") from None
        except BaseException:
            task.stop.set()
            raise


@dataclass(frozen=True, slots=True)
class _Task:
    """What a helper is given when it starts."""

    make: Callable[..., Paint]
    given: tuple[object, ...]
    painted: Any
    """How many strips all helpers have painted."""
    stop: Any
    """Set when no more are wanted."""


_task: _Task
"""In a helper: its task."""


def _begin(task: _Task) -> None:
    global _task
    _task = task
    unseen()
    # Every processor has a helper already: Qt's own threads would only make them wait for each other.
    os.environ["QT_NO_GUI_THREADPOOL"] = "1"


def _run(strips: range) -> Packed:
    # The process ends with its run: looking for garbage among so many paths would only take a tenth of its time.
    gc.disable()
    return joined(_counted(_task.make(*_task.given), strips))


def _counted(paint: Paint, strips: range) -> Iterator[Packed]:
    for number in strips:
        if _task.stop.is_set():
            raise InterruptedError
        yield paint(number)
        with _task.painted.get_lock():
            _task.painted.value += 1
