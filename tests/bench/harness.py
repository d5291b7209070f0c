"""What a measurement is: a line of the design's table, its limit, and a function that gives the figure.

A measurement is a function without arguments, decorated with `bench`. It gives what was `Took`, or a plain number:
megabytes, or with ``unit="times"`` a share of something else. It raises when it cannot measure; that is reported, not
hidden. Limits of time are for a machine whose plain loop takes `USUAL` milliseconds; they grow and shrink with what
that loop takes here, just before and after each measurement.
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


def plain_loop(most: int = 1_000_000) -> int:
    """Add up, as Python does it: what tells machines apart."""
    total = 0
    for number in range(most):
        total += number
    return total


USUAL: Final = 25.0
"""Milliseconds of the processor for a million additions, on the machine that limits are given for."""


def pace() -> float:
    """How many times slower than that machine this one is at the moment."""
    taken = []
    for _ in range(5):
        watch = Watch()
        plain_loop()
        taken.append(watch.took().idle * 1e3)
    return statistics.median(taken) / USUAL


Measure = Callable[[], Took | float]

SCALES: Final = {"s": 1.0, "ms": 1e3, "µs": 1e6, "a second": 1.0, "MB": 1.0, "times": 1.0}
"""Unit to what one second (or one a second, or one megabyte) is in it."""
TIMES: Final = frozenset({"s", "ms", "µs"})
"""Units whose limits go by the machine."""


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
    pace: float = 1.0
    """How slow the machine was meanwhile; see `pace`."""
    error: str = ""

    @property
    def limit(self) -> float:
        """The limit on this machine."""
        return self.bench.limit * (self.pace if self.bench.unit in TIMES else 1.0)

    @property
    def holds(self) -> bool:
        """Whether the limit is kept."""
        if self.error:
            return False
        return self.value >= self.limit if self.bench.more else self.value <= self.limit

    @property
    def row(self) -> tuple[str, str, str, str, str, str]:
        """What, limit, limit here, measured, by the clock, verdict: as shown."""
        bench = self.bench
        bound = ("at least " if bench.more else "") + f"{number(bench.limit)} {bench.unit}"
        here = f"{number(self.limit)} {bench.unit}" if bench.unit in TIMES else ""
        measured = self.error or f"{number(self.value)} {bench.unit}"
        verdict = "held" if self.holds else "**not held**"
        if bench.limit == math.inf:
            bound, here, verdict = "to compare", "", ""
        clock = "" if self.clock is None else f"{number(self.clock)} {bench.unit}"
        return bench.what, bound, here, measured, clock, verdict


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
        before, found, after = pace(), item.measure(), pace()
        slow, scale = (before + after) / 2, SCALES[item.unit]
        if isinstance(found, Took):
            return Figure(item, found.idle * scale, found.clock * scale, slow)
        return Figure(item, found * scale, pace=slow)
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


@dataclass(frozen=True, slots=True)
class Beside:
    """What we and a peer took for the same, measured in turns."""

    ours: Took
    theirs: Took
    share: float
    """Our processor time as a share of theirs: the median of the shares of each turn."""


def in_turns(ours: Callable[[], object], theirs: Callable[[], object], rounds: int = 15, number: int = 1) -> Beside:
    """Measure both, turn by turn, after one turn for nothing: from minute to minute a shared machine is another one."""
    taken: list[tuple[Took, Took]] = []
    for _ in range(rounds + 1):
        turn = []
        for function in (ours, theirs):
            gc.collect()
            watch = Watch()
            for _ in range(number):
                function()
            turn.append(shared(watch.took(), number))
        taken.append((turn[0], turn[1]))
    own, other = ([turn[who] for turn in taken[1:]] for who in (0, 1))
    shares = [mine.idle / theirs.idle for mine, theirs in zip(own, other, strict=True)]
    return Beside(median(own), median(other), statistics.median(shares))


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
