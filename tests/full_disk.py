"""A disk that fills up while something is being written."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

resource = pytest.importorskip("resource", reason="this system has no limits for files")


@contextmanager
def full_disk(after: int) -> Iterator[None]:
    """No file that this process writes may become longer than so many bytes: the system itself refuses the next byte,
    to Python and Qt alike, as it does when the disk is full."""
    old = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (after, old[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, old)
        signal.signal(signal.SIGXFSZ, handler)


def in_folder(folder: Path) -> dict[str, bytes]:
    """All files below a folder, hidden ones too, with what is in them."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
