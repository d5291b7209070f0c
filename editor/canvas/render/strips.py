"""Large pictures of files, painted on several processors.

Painting holds Python's lock, so each helper is a process of its own: it reads the file, paints and packs a run of
strips, and hands back what stands in the picture's file. Runs rather than single strips, because strips that
follow each other share much of their art.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Final

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


def runs(count: int, helpers: int, make: Callable[..., Paint], given: tuple[object, ...]) -> Iterator[Packed]:
    """The strips of a picture from the top down, in runs of so many as each helper paints.

    ``make`` is called in each helper, with ``given``, and gives what paints there; both must be such as can be sent
    to a process. Raises BrokenProcessPool when one is ended.
    """
    ends = [count * number // helpers for number in range(helpers + 1)]
    with ProcessPoolExecutor(helpers, get_context("spawn")) as pool:
        work = [pool.submit(_run, make, given, range(ends[i], ends[i + 1])) for i in range(helpers)]
        for run in work:
            yield run.result()


def _run(make: Callable[..., Paint], given: tuple[object, ...], strips: range) -> Packed:
    # The process ends with its run: looking for garbage among so many paths would only take a tenth of its time.
    gc.disable()
    return joined(map(make(*given), strips))
