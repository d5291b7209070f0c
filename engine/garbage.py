"""How often Python looks for garbage: seldom, in processes that check maps or play whole games.

Much of what they make lasts: looking through it again and again takes a tenth of the time of a game, and a twentieth of
that of a check. Reference counting goes on as ever; what waits longer is only what refers to itself in a circle.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_YOUNG: Final = 20_000
"""The number of new objects after which those are looked through; Python's own number is 700, or 2,000."""
_OLDER: Final = 20
"""The number of times after which those that outlived one are looked through as well; Python's own number is 10."""


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Garbage is looked for seldom while this lasts, and then as often as before."""
    before = gc.get_threshold()
    gc.set_threshold(_YOUNG, _OLDER, before[2])
    try:
        yield
    finally:
        gc.set_threshold(*before)
