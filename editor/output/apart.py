"""Drawing, and other long work, in a process of its own.

Painting holds Python's lock, and putting a PDF together holds it for a minute where the map is large: a window in
the same process would stand still, and nothing could be broken off. A process can be ended at any moment.
"""

from __future__ import annotations

import gc
import os
import pickle
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final, TypeVar

from engine.errors import HexwrightError
from engine.parents import end_with_parent

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

_Made = TypeVar("_Made")
_News = TypeVar("_News")
Tell = Callable[[float], None]
"""Told the part that is done, from 0 to 1, or less than 0 if unknown; may raise InterruptedError to break
off."""

UNKNOWN: Final = -1.0
"""The part that is done, if it is not known."""
GIVEN: Final = "given"
"""The file with what is to be done."""
PERIOD: Final = 0.1
"""Seconds after which one who waits is told that it goes on."""


def tell_nobody(_part: float) -> None:
    """For pictures that are not waited for."""


def draw_apart(draw: Callable[..., None], given: tuple[object, ...], tell: Tell) -> None:
    """Call ``draw(*given, tell)`` in another process and wait for it; see `work_apart`."""
    work_apart(draw, given, tell, UNKNOWN)


def work_apart(
    work: Callable[..., _Made], given: tuple[object, ...], hear: Callable[[_News], None], first: _News
) -> _Made:
    """Call ``work(*given, tell)`` in another process and wait for what it gives; all of it must be such as can be sent.

    What it tells is heard here, and often in between, ``first`` before it has told anything; when ``hear`` raises, the
    process is ended at once. Its temporary files are removed with it. Raises the HexwrightError or OSError that it
    raised, or a HexwrightError that says that it was ended.
    """
    # An editor that starts need not know how other processes are begun.
    from multiprocessing import get_context

    context = get_context("spawn")
    mine, theirs = context.Pipe(duplex=False)
    # Whoever is ended cannot clear up: its temporary files lie in a folder that is removed here.
    with TemporaryDirectory(prefix="hexwright-") as folder:
        # In a file: whoever begins a process waits until that has taken over what does not fit into a pipe.
        Path(folder, GIVEN).write_bytes(pickle.dumps((work, given)))
        # It may have helpers of its own, so that it is no daemon.
        process = context.Process(target=_work, args=(theirs, folder))
        process.start()
        theirs.close()
        news = first
        try:
            while True:
                if mine.poll(PERIOD):
                    said = mine.recv()
                    if isinstance(said, _Done):
                        made: _Made = said.made
                        return made
                    if isinstance(said, Exception):
                        raise said
                    news = said
                hear(news)
        except EOFError:
            raise HexwrightError("the process that made it was ended") from None
        finally:
            process.terminate()
            process.join()
            mine.close()


def unseen() -> None:
    """A process that only draws needs no display, and must not hang on one."""
    if sys.platform == "linux":
        os.environ["QT_QPA_PLATFORM"] = "offscreen"


@dataclass(frozen=True, slots=True)
class _Done:
    """What the other process was asked for."""

    made: Any


def _work(told: Connection[Any, None], folder: str) -> None:
    """The other process: sends what it has to tell, then what it has made, or what is wrong."""
    end_with_parent()
    unseen()
    os.environ["TMPDIR"] = tempfile.tempdir = folder
    gc.disable()
    try:
        work, given = pickle.loads(Path(folder, GIVEN).read_bytes())
        made = work(*given, told.send)
    except HexwrightError as error:
        told.send(HexwrightError(str(error)))
    except OSError as error:
        told.send(OSError(error.errno, error.strerror or str(error)))
    else:
        told.send(_Done(made))
