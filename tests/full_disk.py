"""A disk that fills up while something is being written."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

SMALL: Final = 4096
"""Bytes for which there is room in every file."""
resource = pytest.importorskip("resource", reason="this system has no limits for files")


@contextmanager
def full_disk(after: int = SMALL) -> Iterator[None]:
    """No file that this process writes may become longer than so many bytes: the system itself refuses the next byte,
    to Python and Qt alike, as it does when the disk is full."""
    kept, sys.dont_write_bytecode = sys.dont_write_bytecode, True  # else modules are left half compiled
    old = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (after, old[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, old)
        signal.signal(signal.SIGXFSZ, handler)
        sys.dont_write_bytecode = kept


def in_folder(folder: Path) -> dict[str, bytes]:
    """All files below a folder, hidden ones too, with what is in them."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
