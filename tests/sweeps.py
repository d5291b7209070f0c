"""How much of what could be tried without end is tried: a little in `make test`, all of it in `make soak`."""

from __future__ import annotations

import os

SWEEP = bool(os.environ.get("SWEEP"))
"""Whether this is `make soak`."""


def seeds(few: int, many: int) -> range:
    """The seeds of random cases: the first few, or all when everything is tried."""
    return range(many if SWEEP else few)


def tries(few: int, many: int) -> int:
    """How many cases of its own making a property is tried with."""
    return many if SWEEP else few
