"""What the machine itself can do, so that figures of two machines, or of two days, can be read side by side."""

from __future__ import annotations

from math import inf

from harness import Took, bench, typical


def count(most: int = 1_000_000) -> int:
    """Add up, as Python does it."""
    total = 0
    for number in range(most):
        total += number
    return total


@bench("the machine: a million additions in a plain loop", inf)
def loop() -> Took:
    return typical(count, rounds=15)
