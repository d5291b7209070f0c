"""Pauses in long work: where whoever has set it going may hold it up for something more urgent.

Work that takes long goes through its things by `with_pauses`, or calls `pause` now and then; it need not know whether
anybody wants it to wait. Who does says so with `held_up_by`, for what is done on the same thread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import islice
from typing import Final, TypeVar

_Thing = TypeVar("_Thing")

Wait = Callable[[], None]

OFTEN: Final = 2000
"""The number of things after which there is a pause: they take about a millisecond."""

_waiting: ContextVar[Wait | None] = ContextVar("_waiting", default=None)


@contextmanager
def held_up_by(wait: Wait) -> Iterator[None]:
    """Have work call ``wait`` again and again; it goes on when that returns, and ends with what that raises."""
    before = _waiting.set(wait)
    try:
        yield
    finally:
        _waiting.reset(before)


def pause() -> None:
    """Wait, if anybody wants it."""
    wait = _waiting.get()
    if wait is not None:
        wait()


def with_pauses(things: Iterable[_Thing]) -> Iterator[_Thing]:
    """All the things in order, with a pause before each couple of thousand."""
    source = iter(things)
    while batch := list(islice(source, OFTEN)):
        pause()
        yield from batch
