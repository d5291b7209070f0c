"""What is remembered of each file beside the file itself: in the settings, by the file's path."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from editor.work.settings import settings

EXPORTS: Final = "exchange"
"""The room of the last export of each document."""


def remembered(room: str, path: Path | None) -> dict[str, Any]:
    """What was told of a file last; nothing for one that has no path yet, or of which nothing (readable) is known."""
    try:
        told = json.loads(str(settings().value(_place(room, path), "{}"))) if path is not None else {}
    except ValueError:
        # Written by another version, or by hand.
        return {}
    return told if isinstance(told, dict) else {}


def remember(room: str, path: Path | None, told: Mapping[str, Any]) -> None:
    """Note plain data for the next start; nothing at all takes no room in the settings."""
    if path is None:
        return
    if told:
        settings().setValue(_place(room, path), json.dumps(dict(told)))
    else:
        settings().remove(_place(room, path))


def _place(room: str, path: Path) -> str:
    return f"{room}/" + hashlib.sha1(str(path.resolve()).encode()).hexdigest()[:16]
