"""Sides and types of pieces: by what the user said, by marks, by the palette around them, by words of their names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.exchange.matches import NOTHING, SIDES, TYPES, Matched, MatchingTable, Ours, guessed, parsed
from engine.scenario.model import Side
from engine.spelling import folded

_TYPE_WORDS: Final = {
    "infantry": ("infantry", "inf", "rifle", "grenadier", "foot", "fusilier"),
    "cavalry": ("cavalry", "cav", "hussar", "dragoon", "lancer", "cuirassier", "horse"),
    "artillery": ("artillery", "art", "arty", "gun", "guns", "battery", "cannon"),
    "armour": ("armor", "armour", "tank", "panzer", "pz"),
    "headquarters": ("hq", "headquarters", "leader", "commander"),
    "engineer": ("engineer", "engineers", "pioneer", "sapper"),
}
"""Types of unit with words of names and palettes that say so."""
_SAYING: Final = ("Side", "side", "Owner", "Nationality")
"""Marks that say the side of a piece."""
_COUNTED: Final = ("piece", "pieces")


class PieceWishes(NamedTuple):
    """What the user wants of the pieces."""

    system: str
    """The rules system."""
    sides: str = ""
    """The side of what pieces say, as `engine.exchange.matches` has it."""
    types: str = ""
    """The type likewise."""


@dataclass(slots=True)
class ReadPiece:
    """A piece of a module, with its prototypes filled in."""

    name: str
    image: str
    marks: dict[str, str]
    path: tuple[str, ...] = ()
    """The names of the tabs and lists of the palette around it."""
    at: tuple[str, float, float] | None = None
    """Window and pixel where it is when a new game begins."""
    grid_place: str = ""
    """The hex that its stack names, where it names one."""


class PieceMatching:
    """Which side and type each piece has, and what was found of both."""

    def __init__(self, sides: Mapping[str, Side], wanted: PieceWishes) -> None:
        self.sides = tuple(Ours(key, side.name, side.colour) for key, side in sides.items())
        self.types = tuple(Ours(key, key.capitalize()) for key in _TYPE_WORDS)
        self.said_sides = parsed(wanted.sides, SIDES, self.sides)
        self.said_types = parsed(wanted.types, TYPES, self.types)
        self._sides: Counter[tuple[str, str, str]] = Counter()
        self._types: Counter[tuple[str, str, str]] = Counter()

    def side(self, piece: ReadPiece) -> str:
        """The side of a piece: by its marks, else by the palette around it, else the first."""
        words = [word.strip() for mark in _SAYING if (word := piece.marks.get(mark, "")).strip()]
        words += [word.strip() for word in piece.path if word.strip()]
        key, by, name = self._said(words, self.said_sides)
        for word in words if not key else ():
            key, by = guessed(word, self.sides, {})
            if not key:
                key = next((one.key for one in self.sides if folded(word) in folded(one.name)), "")
                by = "name" if key else ""
            if key:
                name = word
                break
        self._sides[name or (words[0] if words else "without a side"), key, by] += 1
        return key if key and key != NOTHING else self.sides[0].key

    def kind(self, piece: ReadPiece) -> str:
        """The type of a piece: by its mark, else by words of its name, its palette and its picture."""
        mark = piece.marks.get("Type", "").strip()
        words = [mark] if mark else [word.strip() for word in reversed(piece.path) if word.strip()]
        key, by, name = self._said(words, self.said_types)
        if not key and mark:
            key, by = mark, "name"
        if not key:
            text = " ".join((piece.name, *piece.path, piece.image)).lower()
            found = set(re.findall(r"[a-z]+", text))
            key = next((kind for kind, known in _TYPE_WORDS.items() if found & set(known)), "")
            by = "name" if key else ""
        self._types[name or (words[0] if words else "without a type"), key, by] += 1
        return key if key and key != NOTHING else "infantry"

    @staticmethod
    def _said(words: list[str], said: Mapping[str, str]) -> tuple[str, str, str]:
        word = next((word for word in words if folded(word) in said), "")
        return (said[folded(word)], "you", word) if word else ("", "", "")

    def tables(self) -> list[MatchingTable]:
        """What became of the sides and types that the pieces say."""
        types = tuple(
            {one.key: one for one in (*self.types, *(Ours(key, key) for _, key, _ in self._types if key))}.values()
        )
        return [
            MatchingTable(SIDES, _matches(self._sides), self.sides, _COUNTED),
            MatchingTable(TYPES, _matches(self._types), types, _COUNTED),
        ]


def _matches(found: Counter[tuple[str, str, str]]) -> tuple[Matched, ...]:
    """Each name once: with what most of its pieces became."""
    total: Counter[str] = Counter()
    best: dict[str, tuple[str, str]] = {}
    for (name, key, by), count in found.most_common():
        total[name] += count
        best.setdefault(name, (key, by))
    every = (Matched(name, count, *best[name]) for name, count in total.items())
    return tuple(sorted(every, key=lambda one: (bool(one.ours), -one.count, one.name)))
