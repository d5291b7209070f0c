"""What the machine itself can do, so that figures of two machines, or of two days, can be read side by side."""

from __future__ import annotations

from math import inf

from harness import Took, bench, plain_loop, typical


@bench("the machine: a million additions in a plain loop", inf)
def loop() -> Took:
    return typical(plain_loop, rounds=15)
