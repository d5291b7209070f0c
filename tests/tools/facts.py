"""What a value says without its wording: numbers, places, keys and paragraphs, so that digests of what the rules say
stay the same when a sentence is corrected.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from hashlib import blake2b
from typing import Any, Final

KEPT: Final = frozenset({"kind", "phase", "event", "frame"})
"""Fields whose text is a key, though it may be of several words: ``support fire``."""
WORDED: Final = frozenset(
    {"about", "because", "cause", "compared", "drawn", "how", "label", "lasts", "meaning", "name", "prompt", "reason"}
    | {"row", "stage", "stages", "standing", "tells", "terrain", "title", "who", "why"}
)
"""Fields whose text is wording, though it may be a single word: ``bombards``."""
_FACT: Final = re.compile(r"[\w:./+-]*\d[\w:./+-]*")
_ORDINAL: Final = re.compile(r"\d+(?:st|nd|rd|th)")


class Exactly(str):
    """A text that is no wording: an action as it is typed, a kind of decision."""

    __slots__ = ()


def facts(text: str) -> list[str]:
    """The numbers, places and paragraphs of a sentence, each once and sorted.

    ``1`` is left out, because it may be written ``a``; so are ordinals, which are names: ``9th Infantry``.
    """
    found = {word.rstrip(".:/-") for word in _FACT.findall(text)}
    return sorted(word for word in found if word not in ("1", "") and not _ORDINAL.fullmatch(word))


def plain(value: Any) -> str:
    """A value as text that is the same on every machine and in every wording."""
    return json.dumps(_plain(value), ensure_ascii=False)


def _plain(value: Any, field: str = "") -> Any:
    if isinstance(value, str):
        return _text(value, field)
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: _plain(getattr(value, one.name), one.name) for one in fields(value)}
    if isinstance(value, float):
        # Sums differ in their last bit from one Python to the next: what lies just between two roundings goes up.
        return f"{value * (1 + 1e-9):.4g}"
    if isinstance(value, dict):
        return {str(key): _plain(value[key], str(key)) for key in sorted(value, key=str)}
    if isinstance(value, set | frozenset):
        return [_plain(one, field) for one in sorted(value)]
    if isinstance(value, Sequence):
        return [_plain(one, field) for one in value]
    return value


def _text(text: str, field: str) -> Any:
    if isinstance(text, Exactly) or field in KEPT:
        return str(text)
    return facts(text) if " " in text or field in WORDED else text


def digest(texts: list[str]) -> str:
    """Six letters and digits for some texts; ``-`` for none."""
    return blake2b("\n".join(texts).encode(), digest_size=3).hexdigest() if texts else "-"
