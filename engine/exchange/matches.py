"""Matching tables: what a file calls its terrain, types of units or sides, and which of ours it becomes.

A reader tells with `Imported.matches` what the file has and which of ours it took. The user's own choices come back in
the option of the topic's name, as ``NAME=OURS`` with commas between.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.boards.palette import Palette
from engine.errors import NameNotKnown
from engine.exchange.matching import TerrainMatch
from engine.spelling import folded

TERRAIN: Final = "terrain"
TYPES: Final = "types"
SIDES: Final = "sides"
SHAPES: Final = "shapes"
TOPICS: Final = {
    TERRAIN: "Terrain",
    TYPES: "Unit types",
    SIDES: "Sides",
    SHAPES: "Shapes",
}
"""What is matched: its key, which is the option of reading that has the user's choices, and its title."""
NOTHING: Final = "-"
"""The choice to leave a thing out."""
NEAR: Final = 60.0
"""How far apart colours may be, as points in red, green and blue, to be taken for the same."""
MOST_PAIRS: Final = 5000


@dataclass(frozen=True, slots=True)
class Ours:
    """One of ours that a thing of the file can become."""

    key: str
    name: str
    colour: str = ""
    """``#rrggbb``, or empty."""


@dataclass(frozen=True, slots=True)
class Matched:
    """A thing of the file, and what it becomes here."""

    name: str
    count: int
    """How many hexes, units or shapes are of it."""
    ours: str = ""
    """The key of ours; empty where nothing is like it."""
    by: str = ""
    """How it was found: ``name``, ``colour``, ``position``, or ``you`` for the user's own choice."""
    colour: str = ""
    """Its colour in the file, ``#rrggbb``, or empty."""
    picture: bytes = b""
    """Its picture in the file, as PNG, or empty."""


@dataclass(frozen=True, slots=True)
class MatchingTable:
    """All things of one topic that a file has."""

    topic: str
    """A key of `TOPICS`."""
    matches: tuple[Matched, ...]
    choices: tuple[Ours, ...]
    counted: tuple[str, str] = ("hex", "hexes")
    """One and several of what `Matched.count` counts."""

    @property
    def missing(self) -> list[Matched]:
        """The things that are not matched."""
        return [one for one in self.matches if not one.ours]


def terrains(palette: Palette) -> tuple[Ours, ...]:
    """The terrains of a palette as choices."""
    return tuple(Ours(kind.key, kind.name, kind.colour) for kind in palette.terrain.values())


def guessed(
    name: str, choices: Sequence[Ours], said: Mapping[str, str], *, colour: str = "", place: int = -1
) -> tuple[str, str]:
    """Which of ours a thing is, and how that was found: by what the user said, its name, its colour, or its place
    among the others. Two empty texts where nothing is like it."""
    word = folded(name.strip())
    if word in said:
        return said[word], "you"
    exact = named(name, choices)
    if exact:
        return exact, "name"
    names = {folded(text): one.key for one in choices for text in (one.key, one.name) if text}
    parts = re.findall(r"[^\W\d_]+", word)
    near = next((key for text, key in names.items() if text in parts or (len(text) > 3 and text in word)), "")
    if near:
        return near, "name"
    alike = nearest(colour, choices)
    if alike:
        return alike, "colour"
    if 0 <= place < len(choices):
        return choices[place].key, "position"
    return "", ""


def named(name: str, choices: Iterable[Ours]) -> str:
    """The key of ours that has this very key or name; empty where none has."""
    word = folded(name.strip())
    return next((one.key for one in choices if word and word in (folded(one.key), folded(one.name))), "")


def nearest(colour: str, choices: Iterable[Ours]) -> str:
    """The key of ours that has nearly the same colour; empty where none has."""
    if not re.fullmatch("#[0-9a-fA-F]{6}", colour):
        return ""
    apart = {one.key: colour_distance(one.colour, colour) for one in choices if one.colour}
    best = min(apart, key=apart.__getitem__, default="")
    return best if best and apart[best] < NEAR else ""


def colour_distance(one: str, other: str) -> float:
    """How far apart two colours are, as points in red, green and blue."""
    parts = [(int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5)]
    return float(sum((a - b) ** 2 for a, b in parts) ** 0.5)


def pairs_of(text: str) -> dict[str, str]:
    """The choices that the text of an option says, by name: ``NAME=OURS`` with commas between, or a JSON object. What
    is neither has an empty name."""
    if text.strip().startswith("{"):
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            return {"": text[:60]}
        return {str(name): str(key) for name, key in list(found.items())[:MOST_PAIRS]}
    cells = [cell for cell in text.split(",") if cell.strip()][:MOST_PAIRS]
    parts = (cell.rpartition("=") for cell in cells)
    return {name.strip(): key.strip() for name, _, key in parts}


def parsed(text: str, option: str, choices: Iterable[Ours]) -> dict[str, str]:
    """The user's choices, by the folded name of the thing. Raises NameNotKnown with what can be chosen."""
    keys = [one.key for one in choices]
    found = pairs_of(text)
    wrong = next((f"{name}={key}" for name, key in found.items() if not name or key not in (*keys, NOTHING)), None)
    if wrong is not None:
        raise NameNotKnown(f"option {option}: {wrong[:60].lstrip('=')!r} is not NAME=OURS; ours are {', '.join(keys)}")
    return {folded(name): key for name, key in found.items()}


def spelled(pairs: Mapping[str, str]) -> str:
    """Choices as the text of an option, which `pairs_of` reads again."""
    return json.dumps(dict(pairs), ensure_ascii=False)


def terrain_table(matches: Iterable[TerrainMatch], palette: Palette) -> MatchingTable | None:
    """The table of what a file calls its terrain; None where it has no such names. Tiles of one name are one."""
    found: dict[str, Matched] = {}
    for one in matches:
        before = found.get(one.theirs)
        by = "you" if one.by == "chosen" else one.by
        made = Matched(one.theirs, one.hexes, one.ours, by, one.colour, one.picture)
        found[one.theirs] = made if before is None else replace(before, count=before.count + one.hexes)
    if not found:
        return None
    ordered = sorted(found.values(), key=lambda one: (bool(one.ours), -one.count, one.name))
    return MatchingTable(TERRAIN, tuple(ordered), terrains(palette))


def alike(one: str, other: str) -> bool:
    """Whether two names differ in figures and marks alone: ``forest 1`` and ``Forest_12``."""
    words = [re.findall(r"[^\W\d_]+", folded(text)) for text in (one, other)]
    return bool(words[0]) and words[0] == words[1]
