"""Work in slices: a little at a time between events, so that the screen never waits."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter


def go_on(step: Callable[[], bool], most: float) -> bool:
    """Take steps for at most this many seconds, going by the longest step so far; False once a step says that nothing
    is left to do."""
    begun, longest = perf_counter(), 0.0
    while True:
        now = perf_counter()
        if now - begun + longest > most:
            return True
        if not step():
            return False
        longest = max(longest, perf_counter() - now)
