"""Drawing in a process of its own.

Painting holds Python's lock, and putting a PDF together holds it for a minute where the map is large: a window in
the same process would stand still, and nothing could be broken off. A process can be ended at any moment.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from engine.errors import HexwrightError
from engine.parents import end_with_parent

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Tell = Callable[[float], None]
"""Told the part that is done, from 0 to 1, or less than 0 where nobody knows; may raise InterruptedError to break
off."""

UNKNOWN: Final = -1.0
"""The part that is done where nobody knows."""
PERIOD: Final = 0.1
"""Seconds after which one who waits is told that it goes on."""


def tell_nobody(_part: float) -> None:
    """For pictures that nobody waits for."""


def draw_apart(draw: Callable[..., None], given: tuple[object, ...], tell: Tell) -> None:
    """Call ``draw(*given, tell)`` in another process and wait for it; all of it must be such as can be sent there.

    What it tells is told here, and often in between; when ``tell`` raises, the process is ended at once. Raises
    the HexwrightError or OSError that it raised, or a HexwrightError that says that it was ended.
    """
    # An editor that starts need not know how other processes are begun.
    from multiprocessing import get_context

    context = get_context("spawn")
    mine, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_draw, args=(theirs, draw, given), daemon=True)
    process.start()
    theirs.close()
    part = UNKNOWN
    try:
        while True:
            if mine.poll(PERIOD):
                said = mine.recv()
                if said is None:
                    return
                if isinstance(said, Exception):
                    raise said
                part = said
            tell(part)
    except EOFError:
        raise HexwrightError("the process that drew it was ended") from None
    finally:
        process.terminate()
        process.join()
        mine.close()


def unseen() -> None:
    """A process that only draws needs no display, and must not hang on one."""
    if sys.platform == "linux":
        os.environ["QT_QPA_PLATFORM"] = "offscreen"


def _draw(
    told: Connection[float | Exception | None, None], draw: Callable[..., None], given: tuple[object, ...]
) -> None:
    """The other process: sends the parts that are done, then nothing more, or what is wrong."""
    end_with_parent()
    unseen()
    gc.disable()
    try:
        draw(*given, told.send)
    except HexwrightError as error:
        told.send(HexwrightError(str(error)))
    except OSError as error:
        told.send(OSError(error.errno, error.strerror or str(error)))
    else:
        told.send(None)
