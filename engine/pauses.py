"""Pauses in long work: where whoever has set it going may hold it up for something more urgent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Final, TypeVar

_Thing = TypeVar("_Thing")

Pause = Callable[[], None]

OFTEN: Final = 2000
"""After so many things there is a pause: they take about a millisecond."""


def no_pause() -> None:
    """Goes straight on."""


def with_pauses(things: Iterable[_Thing], pause: Pause) -> Iterator[_Thing]:
    """All the things in order, with a pause before each couple of thousand."""
    source = iter(things)
    while batch := list(islice(source, OFTEN)):
        pause()
        yield from batch
