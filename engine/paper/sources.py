"""Where things come from, as it is printed: without what only a reader of the files would understand."""

from __future__ import annotations

import re
from typing import Final

_FILE: Final = r"(?:\S+\.md\b|\bREADME\b)"
"""A file of the program, in a provenance."""


def without_files(provenance: str) -> str:
    """A provenance as it is printed: references to files, which nobody has who holds the sheet, are left out, those in
    brackets alone and others with their sentence."""
    text = re.sub(rf"\s*\([^()]*{_FILE}[^()]*\)", "", provenance)
    return " ".join(sentence for sentence in re.split(r"(?<=[.!?])\s+", text) if not re.search(_FILE, sentence))
