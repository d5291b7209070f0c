"""Whether a window can open here, and loading what needs Qt: whole, and with words for a machine that cannot."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from engine.errors import HexwrightError
from engine.interrupts import uninterrupted
from engine.spelling import spelled_out

LIBRARIES: Final = "on Debian or Ubuntu: apt install libgl1 libegl1 libxkbcommon0 libfontconfig1 libdbus-1-3"
"""What Qt needs of a bare machine."""


def has_display() -> bool:
    """Whether a window can open here."""
    if sys.platform != "linux" or os.environ.get("QT_QPA_PLATFORM") or os.environ.get("WAYLAND_DISPLAY"):
        return True
    return bool(os.environ.get("DISPLAY")) and _x_server_answers()


def _x_server_answers() -> bool:
    """Whether the X server of ``DISPLAY`` lets us in: Qt would end the process at once where it does not."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return True  # Qt has a message of its own for a library that is missing.
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    refused = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return not refused


def tell_lacking(letters: str) -> None:
    """Say on standard error which letters no font here has, where there are any."""
    if letters:
        print(f"no font here has {spelled_out(letters)}: boxes are drawn in their place", file=sys.stderr)


@contextmanager
def loading_qt(fails: str) -> Iterator[None]:
    """A block that imports what needs Qt; where there is no display it draws unseen.

    Raises HexwrightError that begins with ``fails`` when a library is missing. An interrupt waits until the block ends:
    while Qt for Python is being loaded, one would not raise KeyboardInterrupt but end the process with its memory
    written out.
    """
    # Qt puts the typefaces of a PDF in an order that hangs on it: so the same pages give the same bytes.
    os.environ.setdefault("QT_HASH_SEED", "0")
    if not has_display():
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    try:
        with uninterrupted():
            yield
    except ImportError as error:
        # PySide6 is installed, but a system library under it is not (libGL, libfontconfig ...).
        raise HexwrightError(f"{fails}: {error}; {LIBRARIES}") from error
