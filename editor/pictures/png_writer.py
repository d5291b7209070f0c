"""PNG files written a strip at a time, so that a very large picture never is in memory as a whole.

Packing goes on in a thread of its own (zlib lets others run meanwhile) while the next strip is being painted. Rows are
packed as they are: with the flat colours of a map that makes smaller files than differences of rows do, in a
fraction of the time.
"""

from __future__ import annotations

import struct
import zlib
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final

_MAGIC: Final = b"\x89PNG\r\n\x1a\n"
_TRUE_COLOUR: Final = 2
_METRES: Final = 1
_LEVEL: Final = 2
"""How hard zlib tries: the levels above take longer and gain a hundredth."""


class PngWriter:
    """Writes one picture of red, green and blue, a byte each. Use it in a ``with`` block; it raises OSError."""

    def __init__(self, path: Path, width: int, height: int, dots_per_metre: int) -> None:
        self._width, self._height = width, height
        self._file: BinaryIO = path.open("wb")
        self._pack = zlib.compressobj(_LEVEL)
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="png")
        self._packing: Future[None] | None = None
        self._rows = 0
        self._file.write(_MAGIC)
        self._chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, _TRUE_COLOUR, 0, 0, 0))
        self._chunk(b"pHYs", struct.pack(">IIB", dots_per_metre, dots_per_metre, _METRES))

    def add(self, pixels: bytes, pitch: int) -> None:
        """Add rows to the picture; ``pitch`` is the number of bytes from one row to the next."""
        rows = len(pixels) // pitch
        self._rows += rows
        if self._rows > self._height:
            raise ValueError("more rows than the picture has")
        self._wait()
        self._packing = self._pool.submit(self._add, memoryview(pixels), pitch, rows)

    def _add(self, pixels: memoryview, pitch: int, rows: int) -> None:
        width = 3 * self._width
        # Each row begins with the number of its filter; 0 is none.
        plain = b"".join(part for row in range(rows) for part in (b"\0", pixels[row * pitch : row * pitch + width]))
        packed = self._pack.compress(plain)
        if packed:
            self._chunk(b"IDAT", packed)

    def _chunk(self, name: bytes, body: bytes) -> None:
        self._file.write(struct.pack(">I4s", len(body), name))
        self._file.write(body)
        self._file.write(struct.pack(">I", zlib.crc32(body, zlib.crc32(name))))

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
                self._chunk(b"IDAT", self._pack.flush())
                self._chunk(b"IEND", b"")
        finally:
            self._pool.shutdown()
            self._file.close()
