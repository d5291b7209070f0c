"""Processes that help end with the one that began them, whatever ends it."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
from multiprocessing import parent_process
from typing import Final

GONE: Final = 1
"""The status of a process that ended because the one that began it did."""
_SET_DEATH_SIGNAL: Final = 1
"""``PR_SET_PDEATHSIG`` of Linux."""


def end_with_parent() -> None:
    """Let this process end when the one that began it ends, even by a signal that it cannot catch.

    Call it first in a process of multiprocessing; in any other it does nothing. The thread that began this process must
    outlive it.
    """
    parent = parent_process()
    if parent is None:
        return
    if not _killed_with_parent():

        def watch() -> None:
            parent.join()
            os._exit(GONE)

        threading.Thread(target=watch, name="watch on the parent", daemon=True).start()
    elif os.getppid() != parent.pid:
        # It ended before the system was asked.
        os._exit(GONE)


def _killed_with_parent() -> bool:
    """Ask the system to kill this process with its parent; whether it will. Only Linux can."""
    if sys.platform != "linux":
        return False
    try:
        return bool(ctypes.CDLL(None).prctl(_SET_DEATH_SIGNAL, signal.SIGKILL) == 0)
    except (OSError, AttributeError):
        return False
