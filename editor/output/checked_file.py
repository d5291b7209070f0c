"""A file for the SVG writer of Qt, which says nothing when the disk is full: it is looked at when that is done."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from PySide6.QtCore import QFile, QIODevice

SVG_END: Final = b"</svg>"
_PROBE: Final = 1 << 20
"""Bytes that are tried once more where something could not be written: more than Qt held back."""
_TAIL: Final = 64
"""Bytes at the end of a file in which its last words are looked for."""


@contextmanager
def checked_file(path: Path) -> Iterator[QFile]:
    """An open file that a writer of Qt writes SVG into, from the beginning to its last words.

    The writer has to be done when the block ends. Raises OSError when something could not be written: a writer that
    fails once writes no more, so that what has its end is whole.
    """
    file = QFile(str(path))
    if not file.open(QIODevice.OpenModeFlag.WriteOnly):
        raise OSError(errno.EIO, file.errorString(), str(path))
    try:
        yield file
        written = file.error() == QFile.FileError.NoError and file.flush()
    finally:
        file.close()
    if not written or not _is_whole(path):
        # What Qt says of the reason is often not more than "unknown": who writes on learns it.
        with path.open("ab") as probe:
            probe.write(bytes(_PROBE))
        raise OSError(errno.EIO, "not all of it could be written", str(path))


def _is_whole(path: Path) -> bool:
    with path.open("rb") as written:
        written.seek(max(0, path.stat().st_size - _TAIL))
        return SVG_END in written.read()
