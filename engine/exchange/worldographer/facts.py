"""What Worldographer has no place for, as one text in the notes of the map's world."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Mapping
from typing import Any, Final

MARK: Final = "hexwright:"
"""What the text begins with."""
MOST_BYTES: Final = 40_000_000


def written(facts: Mapping[str, Any]) -> str:
    """The facts as letters and digits, which an editor of texts leaves as they are."""
    text = json.dumps(facts, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    return MARK + base64.b64encode(zlib.compress(text, 9)).decode("ascii")


def read(text: str) -> dict[str, Any] | None:
    """The facts of such a text; None where it is none, or was changed."""
    begin = text.find(MARK)
    if begin < 0:
        return None
    letters = "".join(text[begin + len(MARK) :].split("<", 1)[0].split())
    try:
        packed = base64.b64decode(letters, validate=True)
        found = json.loads(zlib.decompressobj().decompress(packed, MOST_BYTES).decode("utf-8"))
    except (binascii.Error, zlib.error, ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
