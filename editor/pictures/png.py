"""Large PNG files a strip at a time.

Pillow reads a PNG whole. Here the stream is unpacked row by row, and each strip of rows is handed to Pillow as a
little PNG of its own: its first line is the last line of the strip before, in plain, because each line of a PNG
may be written as its difference to the one above. So Pillow's decoder does the work, and memory holds one strip.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from PIL import Image

from editor.pictures.opening import PictureError

_MAGIC: Final = b"\x89PNG\r\n\x1a\n"
_CARRIERS: Final = {1: ("L", 0), 2: ("LA", 4), 3: ("RGB", 2), 4: ("RGBA", 6)}
"""Bytes a pixel to a mode of Pillow that has as many, and PNG's number for it."""
_SAMPLES: Final = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""PNG's kinds of pixel to values a pixel."""
_RAW: Final = {
    (0, 1): ("1", "1"),
    (0, 2): ("L", "L;2"),
    (0, 4): ("L", "L;4"),
    (0, 8): ("L", "L"),
    (0, 16): ("L", "L;16B"),
    (2, 8): ("RGB", "RGB"),
    (3, 1): ("P", "P;1"),
    (3, 2): ("P", "P;2"),
    (3, 4): ("P", "P;4"),
    (3, 8): ("P", "P"),
    (4, 8): ("LA", "LA"),
    (4, 16): ("LA", "LA;16B"),
    (6, 8): ("RGBA", "RGBA"),
}
"""PNG's kind of pixel and bits a value, to Pillow's mode and the name of how the bytes lie."""
_LONGEST_CHUNK: Final = 1 << 31


@dataclass(slots=True)
class _Head:
    width: int
    height: int
    depth: int
    colour: int
    interlaced: bool
    palette: bytes = b""
    clear: bytes = b""

    @property
    def bits(self) -> int:
        return _SAMPLES.get(self.colour, 1) * self.depth

    @property
    def pitch(self) -> int:
        """Bytes a row."""
        return (self.width * self.bits + 7) // 8

    @property
    def step(self) -> int:
        """Bytes a pixel, at least one: how far back a filter looks."""
        return max(1, self.bits // 8)


def can_stream(path: Path) -> bool:
    """Whether a PNG file is of a sort that can be read in strips: not interlaced, not 16 bits of red, green, blue."""
    with path.open("rb") as file:
        head = _head(file)
    return not head.interlaced and (head.colour, head.depth) in _RAW and head.step in _CARRIERS


def strips(path: Path, rows: int) -> Iterator[Image.Image]:
    """The picture from top to bottom in strips of this many rows, the last one shorter."""
    with path.open("rb") as file:
        head = _head(file)
        data = _Rows(file, head)
        above = bytes(head.pitch)
        for top in range(0, head.height, rows):
            count = min(rows, head.height - top)
            plain = _unfiltered(head, above, data.take(count), count)
            above = plain[-head.pitch :]
            picture = _picture(head, plain, count)
            del plain
            yield picture


def _head(file: BinaryIO) -> _Head:
    if file.read(8) != _MAGIC:
        raise PictureError("the file does not begin like a PNG")
    name, body = _chunk(file)
    if name != b"IHDR" or len(body) < 13:
        raise PictureError("the file's head is damaged")
    width, height, depth, colour, _, _, interlace = struct.unpack(">IIBBBBB", body[:13])
    return _Head(width, height, depth, colour, bool(interlace))


def _chunk(file: BinaryIO) -> tuple[bytes, bytes]:
    head = file.read(8)
    if len(head) < 8:
        return b"", b""
    size, name = struct.unpack(">I4s", head)
    if size >= _LONGEST_CHUNK:
        raise PictureError("the file is damaged: a part of it claims an impossible length")
    if name not in (b"IHDR", b"PLTE", b"tRNS", b"IDAT"):
        file.seek(size + 4, 1)
        return name, b""
    # A chunk that claims more than the file holds must not make room for it first.
    body = bytearray()
    while len(body) < size:
        part = file.read(min(1 << 20, size - len(body)))
        if not part:
            break
        body += part
    check = file.read(4)
    if len(body) == size and len(check) == 4 and zlib.crc32(body, zlib.crc32(name)) != struct.unpack(">I", check)[0]:
        raise PictureError("the file is damaged: a checksum is wrong")
    return name, bytes(body)


class _Rows:
    """The unpacked rows, each with the byte before it that names its filter."""

    def __init__(self, file: BinaryIO, head: _Head) -> None:
        self._file = file
        self._head = head
        self._unpack = zlib.decompressobj()
        self._packed = b""
        self._held = bytearray()
        self._at = 0

    def take(self, count: int) -> bytes:
        wanted = count * (self._head.pitch + 1)
        while len(self._held) < wanted:
            if not self._packed:
                self._packed = self._next()
            room = min(1 << 22, wanted - len(self._held))
            self._held += self._unpack.decompress(self._packed, room)
            self._packed = self._unpack.unconsumed_tail
            if self._unpack.eof and len(self._held) < wanted:
                self._end()
        found = bytes(self._held[:wanted])
        del self._held[:wanted]
        self._at += count
        return found

    def _next(self) -> bytes:
        while True:
            name, body = _chunk(self._file)
            if name in (b"", b"IEND"):
                self._end()
            if name == b"PLTE":
                self._head.palette = body
            elif name == b"tRNS":
                self._head.clear = body
            elif name == b"IDAT" and body:
                return body

    def _end(self) -> None:
        raise PictureError(f"the file ends after row {self._at:,} of {self._head.height:,}")


def _unfiltered(head: _Head, above: bytes, data: bytes, count: int) -> bytes:
    """The plain bytes of rows, by way of a little PNG whose pixels are as many bytes as the true ones."""
    mode, colour = _CARRIERS[head.step]
    width = head.pitch // head.step
    body = zlib.compress(b"\0" + above + data, 0)
    little = _MAGIC + _written(b"IHDR", struct.pack(">IIBBBBB", width, count + 1, 8, colour, 0, 0, 0))
    little += _written(b"IDAT", body) + _written(b"IEND", b"")
    with Image.open(io.BytesIO(little), formats=("PNG",)) as picture:
        if picture.mode != mode:
            raise PictureError("the file is damaged")
        return picture.tobytes()[head.pitch :]


def _written(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def _picture(head: _Head, plain: bytes, count: int) -> Image.Image:
    mode, raw = _RAW[head.colour, head.depth]
    picture = Image.frombytes(mode, (head.width, count), plain, "raw", raw)
    if mode == "P":
        picture.putpalette(head.palette[:768] or bytes(3))
        if head.clear:
            picture.info["transparency"] = head.clear[:256]
    return picture
