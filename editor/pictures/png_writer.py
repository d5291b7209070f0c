"""PNG files written a strip at a time, so that a very large picture never is in memory as a whole.

Packing goes on in a thread of its own (the packer lets others run meanwhile) while the next strip is being painted.
Rows are packed as they are: with the flat colours of a map that makes smaller files than differences of rows do, in a
fraction of the time. ISA-L packs a map in a quarter of the time of zlib, into a file that is larger by a fiftieth.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from shutil import copyfileobj
from types import TracebackType
from typing import BinaryIO, Final, NamedTuple

from isal import isal_zlib

from engine.formats.holding import MADE_BY

_MAGIC: Final = b"\x89PNG\r\n\x1a\n"
_TRUE_COLOUR: Final = 2
_METRES: Final = 1
_LEVEL: Final = 1
"""How hard the packer tries: the levels above take longer and gain a hundredth."""
_BEGIN: Final = b"\x78\x01"
"""Head of a zlib stream."""
_END: Final = b"\x03\x00"
"""An empty last block."""
_BASE: Final = 65521
"""What the sums of zlib's check are counted by."""
_AT_ONCE: Final = 1 << 18
"""Bytes that are copied at a time."""


class Packed(NamedTuple):
    """Rows as they stand in a PNG file: blocks that may follow each other, and what their check needs."""

    body: bytes
    check: int
    size: int
    """Bytes before packing."""


def pack(pixels: bytes | bytearray | memoryview, pitch: int, width: int) -> Packed:
    """Pack rows of ``width`` pixels, whose beginnings lie ``pitch`` bytes apart."""
    view, row = memoryview(pixels), 3 * width
    # Each row begins with the number of its filter; 0 is none.
    plain = b"".join(part for at in range(0, len(pixels), pitch) for part in (b"\0", view[at : at + row]))
    packer = isal_zlib.compressobj(_LEVEL, isal_zlib.DEFLATED, -isal_zlib.MAX_WBITS)
    body = packer.compress(plain) + packer.flush(isal_zlib.Z_SYNC_FLUSH)
    return Packed(body, isal_zlib.adler32(plain), len(plain))


class Stored(NamedTuple):
    """Rows that were packed elsewhere, in a file of their own as they stand in a picture's file."""

    path: Path
    check: int
    size: int
    """Bytes before packing."""


def store(parts: Iterable[Packed], path: Path) -> Stored:
    """Write rows that follow each other into a file of their own, for `PngWriter.add_stored`. Raises OSError."""
    check, size = isal_zlib.adler32(b""), 0
    with path.open("wb") as file:
        for part in parts:
            _write_chunk(file, b"IDAT", part.body)
            check = joined_check(check, part.check, part.size)
            size += part.size
    return Stored(path, check, size)


def joined_check(first: int, second: int, size: int) -> int:
    """The check of two texts one after the other from the check of each; ``size`` is the second's."""
    low, rest = first & 0xFFFF, size % _BASE
    high = (first >> 16) + (second >> 16) + rest * (low - 1)
    return (high % _BASE) << 16 | (low + (second & 0xFFFF) - 1) % _BASE


class PngWriter:
    """Writes one picture of red, green and blue, a byte each. Use it in a ``with`` block; it raises OSError."""

    def __init__(self, path: Path, width: int, height: int, dots_per_metre: int) -> None:
        self._width, self._height = width, height
        self._file: BinaryIO = path.open("wb")
        self._check = isal_zlib.adler32(b"")
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="png")
        self._packing: Future[None] | None = None
        self._rows = 0
        self._file.write(_MAGIC)
        _write_chunk(self._file, b"IHDR", struct.pack(">IIBBBBB", width, height, 8, _TRUE_COLOUR, 0, 0, 0))
        _write_chunk(self._file, b"pHYs", struct.pack(">IIB", dots_per_metre, dots_per_metre, _METRES))
        _write_chunk(self._file, b"tEXt", f"Software\0{MADE_BY}".encode("latin-1"))
        _write_chunk(self._file, b"IDAT", _BEGIN)

    def add(self, pixels: bytes, pitch: int) -> None:
        """Add rows to the picture; ``pitch`` is the number of bytes from one row to the next."""
        self._count(len(pixels) // pitch)
        self._wait()
        self._packing = self._pool.submit(lambda: self._put(pack(pixels, pitch, self._width)))

    def add_stored(self, part: Stored) -> None:
        """Add rows that were packed elsewhere; their own file is removed."""
        self._count(part.size // (3 * self._width + 1))
        self._wait()
        with part.path.open("rb") as file:
            copyfileobj(file, self._file, _AT_ONCE)
        part.path.unlink()
        self._check = joined_check(self._check, part.check, part.size)

    def _count(self, rows: int) -> None:
        self._rows += rows
        if self._rows > self._height:
            raise ValueError("more rows than the picture has")

    def _put(self, part: Packed) -> None:
        _write_chunk(self._file, b"IDAT", part.body)
        self._check = joined_check(self._check, part.check, part.size)

    def _wait(self) -> None:
        if self._packing is not None:
            self._packing.result()
            self._packing = None

    def __enter__(self) -> PngWriter:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        try:
            if kind is None:
                self._wait()
                if self._rows != self._height:
                    raise ValueError(f"{self._rows} rows of {self._height} were given")
                _write_chunk(self._file, b"IDAT", _END + struct.pack(">I", self._check))
                _write_chunk(self._file, b"IEND", b"")
        finally:
            self._pool.shutdown()
            self._file.close()


def _write_chunk(file: BinaryIO, name: bytes, body: bytes) -> None:
    file.write(struct.pack(">I4s", len(body), name))
    file.write(body)
    file.write(struct.pack(">I", isal_zlib.crc32(body, isal_zlib.crc32(name))))
