"""Files of Worldographer: packed by gzip, in UTF-16."""

from __future__ import annotations

import re
import zlib
from pathlib import Path
from typing import Final

from engine.errors import HexwrightError
from engine.exchange.bounded import bytes_of
from engine.exchange.trees import Element, read_tree
from engine.formats.holding import MADE_BY

MOST_BYTES: Final = 60_000_000
MOST_TEXT: Final = 200_000_000
_DECLARED: Final = re.compile(r"\s*<\?xml[^>]*\?>")
_ROOT: Final = re.compile(r"<map\b[^>]*\bhexOrientation=")


def packed(text: str) -> bytes:
    """A file of a text. The same text gives the same bytes."""
    raw = b"\xfe\xff" + text.encode("utf-16-be", "replace")
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    body = packer.compress(raw) + packer.flush()
    # The comment of the archive says whose it is; there is no other place that can be read at once.
    head = b"\x1f\x8b\x08\x10\0\0\0\0\0\xff" + MADE_BY.encode("ascii") + b"\0"
    return head + body + zlib.crc32(raw).to_bytes(4, "little") + (len(raw) & 0xFFFFFFFF).to_bytes(4, "little")


def recognise(head: bytes, path: Path) -> bool:
    """Whether a file is a map of Worldographer."""
    try:
        raw = zlib.decompressobj(31).decompress(head, 8192) if head.startswith(b"\x1f\x8b") else head
    except zlib.error:
        return False
    return _ROOT.search(_decoded(raw[: len(raw) // 2 * 2], "replace")) is not None


def opened(path: Path) -> Element:
    """The tree of a file. Raises HexwrightError, with file and line."""
    raw = bytes_of(path, MOST_BYTES)
    if raw.startswith(b"\x1f\x8b"):
        raw = _unpacked(raw, path)
    try:
        text = _decoded(raw, "strict")
    except UnicodeDecodeError:
        raise HexwrightError(f"{path}: its text is not UTF-16; save the map again in Worldographer") from None
    # Its declaration says XML 1.1 and an encoding that is no longer the case.
    root = read_tree(_DECLARED.sub("", text, count=1).encode("utf-8", "replace"), str(path))
    if root.tag != "map":
        raise HexwrightError(f"{path}: this is not a map of Worldographer, but holds {root.tag[:40]!r}")
    return root


def _unpacked(raw: bytes, path: Path) -> bytes:
    unpacker = zlib.decompressobj(31)
    try:
        found = unpacker.decompress(raw, MOST_TEXT)
    except zlib.error:
        raise HexwrightError(f"{path}: it is broken and cannot be unpacked; save it again in Worldographer") from None
    if unpacker.unconsumed_tail:
        raise HexwrightError(f"{path}: it unpacks to more than {MOST_TEXT // 10**6} MB, which are not read")
    if not unpacker.eof:
        raise HexwrightError(f"{path}: it is cut off; save it again in Worldographer")
    return found


def _decoded(raw: bytes, errors: str) -> str:
    """The text: UTF-16 of either order, with a mark or without, or UTF-8."""
    if raw.startswith(b"\xff\xfe"):
        return raw[2:].decode("utf-16-le", errors)
    if raw.startswith(b"\xfe\xff"):
        return raw[2:].decode("utf-16-be", errors)
    if raw[1:2] == b"\0":
        return raw.decode("utf-16-le", errors)
    if raw[:1] == b"\0":
        return raw.decode("utf-16-be", errors)
    return raw.removeprefix(b"\xef\xbb\xbf").decode("utf-8", errors)
