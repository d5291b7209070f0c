"""What a measurement is: a line of the design's table, its limit, and a function that gives the figure.

A measurement is a function without arguments, decorated with `bench`. It gives seconds, or with
``unit="a second"`` how many were done in one. It raises when it cannot measure; that is reported, not hidden.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

Measure = Callable[[], float]

SCALES: Final = {"s": 1.0, "ms": 1e3, "µs": 1e6, "a second": 1.0, "MB": 1.0}
"""Unit to what one second (or one a second, or one megabyte) is in it."""


@dataclass(frozen=True, slots=True)
class Bench:
    """One line of the table. ``limit`` is in ``unit``: at most, but at least where ``more`` is better."""

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
    error: str = ""

    @property
    def holds(self) -> bool:
        """Whether the limit is kept."""
        if self.error:
            return False
        return self.value >= self.bench.limit if self.bench.more else self.value <= self.bench.limit

    @property
    def row(self) -> tuple[str, str, str, str]:
        """What, limit, measured, verdict: as shown."""
        bench = self.bench
        bound = ("at least " if bench.more else "") + f"{number(bench.limit)} {bench.unit}"
        measured = self.error or f"{number(self.value)} {bench.unit}"
        return bench.what, bound, measured, "held" if self.holds else "**not held**"


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
        return Figure(item, item.measure() * SCALES[item.unit])
    except Exception as error:  # a line that cannot be measured must not hide the others
        return Figure(item, error=f"{type(error).__name__}: {error}".splitlines()[0])


def typical(function: Callable[[], object], rounds: int = 7, number: int = 1) -> float:
    """Seconds that a call usually takes: the median of rounds of ``number`` calls, after one for nothing."""
    function()
    taken = []
    for _ in range(rounds):
        begun = time.perf_counter()
        for _ in range(number):
            function()
        taken.append((time.perf_counter() - begun) / number)
    return statistics.median(taken)


def number(value: float) -> str:
    """A figure with three digits that count."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
