"""What a measurement is: a line of the design's table, its limit, and a function that gives the figure.

A measurement is a function without arguments, decorated with `bench`. It gives what was `Took`, or a plain number:
megabytes, or with ``unit="a second"`` how many were done in one. It raises when it cannot measure; that is
reported, not hidden.
"""

from __future__ import annotations

import gc
import math
import resource
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Took:
    """Seconds that something took: by the clock, and without what other programs had of the processor."""

    clock: float
    idle: float
    """The processor's time of the whole process, or the clock's where that is less (on two cores, or waiting for
    the disk): what it takes on a machine that has nothing else to do."""


class Watch:
    """Takes the time from when it is made; ``children`` counts the processor's time of programs that it started."""

    def __init__(self, children: bool = False) -> None:
        self._processor = _children_time if children else time.process_time
        self._clock, self._used = time.perf_counter(), self._processor()

    def took(self) -> Took:
        """Since then."""
        clock = time.perf_counter() - self._clock
        return Took(clock, min(clock, self._processor() - self._used))


def _children_time() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


Measure = Callable[[], Took | float]

SCALES: Final = {"s": 1.0, "ms": 1e3, "µs": 1e6, "a second": 1.0, "MB": 1.0, "times": 1.0}
"""Unit to what one second (or one a second, or one megabyte) is in it."""


@dataclass(frozen=True, slots=True)
class Bench:
    """One line of the table. ``limit`` is in ``unit``: at most, but at least where ``more`` is better; infinite for
    what is only there to be compared."""

    what: str
    limit: float
    unit: str
    more: bool
    measure: Measure


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured, in the unit of its bench; ``error`` says why there is none."""

    bench: Bench
    value: float = 0.0
    clock: float | None = None
    """The same by the clock, whatever else the machine did; None for what is no time."""
    error: str = ""

    @property
    def holds(self) -> bool:
        """Whether the limit is kept."""
        if self.error:
            return False
        return self.value >= self.bench.limit if self.bench.more else self.value <= self.bench.limit

    @property
    def row(self) -> tuple[str, str, str, str, str]:
        """What, limit, measured, by the clock, verdict: as shown."""
        bench = self.bench
        bound = ("at least " if bench.more else "") + f"{number(bench.limit)} {bench.unit}"
        measured = self.error or f"{number(self.value)} {bench.unit}"
        if bench.limit == math.inf:
            bound = "to compare"
        clock = "" if self.clock is None else f"{number(self.clock)} {bench.unit}"
        verdict = "" if bench.limit == math.inf else "held" if self.holds else "**not held**"
        return bench.what, bound, measured, clock, verdict


BENCHES: list[Bench] = []


def bench(what: str, limit: float, unit: str = "ms", *, more: bool = False) -> Callable[[Measure], Measure]:
    """Put a function into the table."""

    def register(measure: Measure) -> Measure:
        BENCHES.append(Bench(what, limit, unit, more, measure))
        return measure

    return register


def take(item: Bench) -> Figure:
    """Measure one line of the table."""
    gc.collect()
    try:
        found, scale = item.measure(), SCALES[item.unit]
        if isinstance(found, Took):
            return Figure(item, found.idle * scale, found.clock * scale)
        return Figure(item, found * scale)
    except Exception as error:  # a line that cannot be measured must not hide the others
        return Figure(item, error=f"{type(error).__name__}: {error}".splitlines()[0])


def typical(function: Callable[[], object], rounds: int = 7, number: int = 1, children: bool = False) -> Took:
    """What a call usually takes: the median of rounds of ``number`` calls, after one for nothing."""
    function()
    taken = []
    for _ in range(rounds):
        watch = Watch(children)
        for _ in range(number):
            function()
        taken.append(watch.took())
    return shared(median(taken), number)


def shared(took: Took, number: int) -> Took:
    """What one of so many took."""
    return Took(took.clock / number, took.idle / number)


def median(taken: Sequence[Took]) -> Took:
    """The medians."""
    return Took(statistics.median(one.clock for one in taken), statistics.median(one.idle for one in taken))


def late(taken: Sequence[Took]) -> Took:
    """What 95 of a hundred keep within."""
    return Took(
        statistics.quantiles((one.clock for one in taken), n=20)[-1],
        statistics.quantiles((one.idle for one in taken), n=20)[-1],
    )


def slowest(taken: Iterable[Took]) -> Took:
    """The greatest of each."""
    found = list(taken)
    return Took(max(one.clock for one in found), max(one.idle for one in found))


def number(value: float) -> str:
    """A figure with three digits that count."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
