"""Large pictures of files, painted on several processors.

Painting holds Python's lock, so each helper is a process of its own: it paints and packs a run of strips and hands
back what stands in the picture's file. Runs rather than single strips, because strips that follow each other share
much of their art. Where it is safe helpers are copies of this process, with all that it knows; elsewhere they start
from nothing and read the file again.
"""

from __future__ import annotations

import gc
import os
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Final

from PySide6.QtCore import QCoreApplication

from editor.pictures.png_writer import Packed, joined

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


def runs(count: int, helpers: int, make: Callable[..., Paint], given: tuple[object, ...]) -> Iterator[Packed]:
    """The strips of a picture from the top down, in runs of so many as each helper paints.

    ``make`` is called in each helper, with ``given``, and gives what paints there. Unless helpers are ``copies`` of
    this process both must be such as can be sent to one. Raises BrokenProcessPool when one is ended.
    """
    ends = [count * number // helpers for number in range(helpers + 1)]
    context = get_context("fork" if copies() else "spawn")
    with ProcessPoolExecutor(helpers, context, _begin, (make, given)) as pool:
        work = [pool.submit(_run, range(ends[i], ends[i + 1])) for i in range(helpers)]
        for run in work:
            yield run.result()


_task: tuple[Callable[..., Paint], tuple[object, ...]]
"""In a helper: what makes what paints, and what that is given."""


def _begin(make: Callable[..., Paint], given: tuple[object, ...]) -> None:
    global _task
    _task = make, given


def _run(strips: range) -> Packed:
    # The process ends with its run: looking for garbage among so many paths would only take a tenth of its time.
    gc.disable()
    make, given = _task
    return joined(map(make(*given), strips))
