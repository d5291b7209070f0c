"""How much of what could be tried without end is tried: a little in `make test`, all of it in `make soak`."""

from __future__ import annotations

import os

SWEEP = bool(os.environ.get("SWEEP"))
"""Whether this is `make soak`."""


FIRST = int(os.environ.get("FIRST") or 0)
"""The first seed of the games played by two sets of rules."""
GAMES = int(os.environ.get("TWINS") or 0)
"""So many of these games are played for each system; 0 for the usual number."""


def twins(few: int, many: int, share: int = 1) -> range:
    """The seeds of games played by two sets of rules: a few, or in `make soak` as many as it is asked for, of which
    each of ``share`` scenarios has its part."""
    count = -(-(GAMES or many) // share) if SWEEP else few
    return range(FIRST, FIRST + count)


def seeds(few: int, many: int) -> range:
    """The seeds of random cases: the first few, or all when everything is tried."""
    return range(many if SWEEP else few)


def tries(few: int, many: int) -> int:
    """How many cases of its own making a property is tried with."""
    return many if SWEEP else few
