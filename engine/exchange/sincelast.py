"""What has changed in a map or scenario since it was exported: by the digest of each of its parts."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Final

from engine.exchange.source import ExportSource
from engine.formats.boards import map_lines
from engine.formats.write_scenario import dump_scenario

PARTS: Final = {
    "terrain": "terrain",
    "elevation": "elevation",
    "features": "features",
    "hexsides": "hexsides",
    "paths": "roads",
    "areas": "areas",
    "lines": "roads, rivers and walls",
    "names": "place names",
    "regions": "regions",
    "furniture": "map furniture",
    "units": "units",
    "setup": "set-up",
    "arrivals": "reinforcements",
    "victory": "victory conditions",
    "turns": "turns",
    "counters": "counters",
}
"""Parts of the files and what they are called."""
OTHER: Final = "other details"


def digests(source: ExportSource) -> dict[str, str]:
    """A short text for each part of the files, which is another one when the part has changed."""
    lines = map_lines(source.board)
    for scenario in source.scenarios:
        lines += dump_scenario(scenario.with_(map_ref="-")).splitlines()
    parts: dict[str, list[str]] = {}
    part = OTHER
    for line in lines:
        if line[:1].isalpha():
            part = line.partition(":")[0]
            part = part if part in PARTS else OTHER
        parts.setdefault(part, []).append(line)
    return {name: _digest(lines) for name, lines in parts.items()}


def changed(before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """The parts that are not as they were, in words."""
    return [PARTS.get(name, OTHER) for name in (*PARTS, OTHER) if before.get(name, _NONE) != now.get(name, _NONE)]


def _digest(lines: list[str]) -> str:
    return hashlib.sha1("\n".join(lines).encode("utf-8", "replace")).hexdigest()[:12]


_NONE: Final = ""
