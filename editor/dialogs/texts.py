"""Short texts: lists typed in one line, such as turn numbers with ranges; messages as sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from engine.errors import HexwrightError


def sentence(text: str) -> str:
    """A message with a capital at its beginning, as it stands by itself."""
    return text[:1].upper() + text[1:]


def turns_text(turns: Iterable[int]) -> str:
    """Turn numbers as text: ``3 5-8``."""
    parts: list[list[int]] = []
    for turn in sorted(turns):
        if parts and turn == parts[-1][1] + 1:
            parts[-1][1] = turn
        else:
            parts.append([turn, turn])
    return " ".join(str(first) if first == last else f"{first}-{last}" for first, last in parts)


def parse_turns(text: str, most: int) -> frozenset[int]:
    """The turn numbers of ``3 5-8``; raises HexwrightError for what is no turn of the game."""
    found: set[int] = set()
    for part in text.replace(",", " ").split():
        match = re.fullmatch(r"(\d+)(?:-(\d+))?", part)
        if match is None:
            raise HexwrightError(f"turns are written like 3 5-8; {part!r} is none")
        first, last = int(match[1]), int(match[2] or match[1])
        if not 1 <= first <= last <= most:
            raise HexwrightError(f"the game has turns 1 to {most}; {part} is outside")
        found.update(range(first, last + 1))
    return frozenset(found)


def labels_text(labels: Mapping[int, str]) -> str:
    """Labels of turns, one a line: ``1: 7 pm``."""
    return "\n".join(f"{turn}: {label}" for turn, label in sorted(labels.items()))


def parse_labels(text: str, most: int) -> dict[int, str]:
    """The labels of lines such as ``1: 7 pm``; raises HexwrightError."""
    found = {}
    for line in text.splitlines():
        if not line.strip():
            continue
        number, colon, label = line.partition(":")
        if not colon or not number.strip().isdigit() or not label.strip():
            raise HexwrightError(f"a label is written like 1: 7 pm; {line.strip()!r} is none")
        if not 1 <= int(number) <= most:
            raise HexwrightError(f"the game has turns 1 to {most}; the label of {number.strip()} is outside")
        found[int(number)] = label.strip()
    return found
