"""Short lists typed in one line: turn numbers with ranges, labels, points by side, levels of victory."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from engine.errors import HexwrightError
from engine.scenario.model import Level


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


def points_text(points: Mapping[str, float]) -> str:
    """Points by side: ``us 2, ac 1``."""
    return ", ".join(f"{side} {value:g}" for side, value in points.items())


def parse_points(text: str, sides: Collection[str]) -> dict[str, float]:
    """The points of ``us 2, ac 1``; raises HexwrightError for unknown sides and what is no number."""
    found = {}
    for part in (part.split() for part in text.split(",") if part.strip()):
        if len(part) != 2 or _number(part[1]) is None:
            raise HexwrightError(f"a handicap is written like us 2; {' '.join(part)!r} is none")
        if part[0] not in sides:
            raise HexwrightError(f"there is no side {part[0]!r}; the sides are {', '.join(sides)}")
        found[part[0]] = _number(part[1]) or 0.0
    return found


def levels_text(levels: Iterable[Level]) -> str:
    """Levels of victory: ``marginal 1, decisive 10``."""
    return ", ".join(f"{level.name} {level.margin:g}" for level in levels)


def parse_levels(text: str) -> tuple[Level, ...]:
    """The levels of ``marginal 1, decisive 10``; raises HexwrightError."""
    found = []
    for part in (part.strip() for part in text.split(",") if part.strip()):
        name, _, margin = part.rpartition(" ")
        number = _number(margin)
        if not name.strip() or number is None:
            raise HexwrightError(f"a level is written like decisive 10; {part!r} is none")
        found.append(Level(name.strip(), number))
    return tuple(found)


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if value == value and abs(value) != float("inf") else None
