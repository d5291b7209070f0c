"""Sides and types of pieces: by what the user said, by marks, by the palette around them, by words of their names, and
sides also by what pieces of one side have in common."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from engine.exchange.matches import NOTHING, SIDES, TYPES, Matched, MatchingTable, Ours, guessed, parsed
from engine.exchange.vassal.pieces import DrawPile
from engine.exchange.vassal.sides import FoundSide, SideSigns, Signs
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
WITHOUT: Final = "without a side"
"""What the table calls pieces of which nothing tells the side."""


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
    pile: DrawPile | None = None
    """The draw pile that it lies in, where it does."""
    owner: str = ""
    """The side that its window belongs to, where it belongs to one."""
    prototypes: list[str] = field(default_factory=list)
    facing: float = 0.0
    """Degrees clockwise that it is turned by, where it turns freely."""

    @property
    def signs(self) -> Signs:
        """What it shows of its side."""
        texts = (*self.prototypes, self.marks.get("Formation", ""), self.name, self.image)
        around = (*self.path, self.owner, self.at[0] if self.at is not None else "")
        return Signs(tuple(filter(None, around)), tuple(dict.fromkeys(filter(None, texts))), self.image)


class PieceMatching:
    """Which side and type each piece has, and what was found of both."""

    def __init__(self, sides: Mapping[str, Side], wanted: PieceWishes) -> None:
        self.sides = tuple(Ours(key, side.name, side.colour) for key, side in sides.items())
        self.types = tuple(Ours(key, key.capitalize()) for key in _TYPE_WORDS)
        self.said_sides = parsed(wanted.sides, SIDES, self.sides)
        self.said_types = parsed(wanted.types, TYPES, self.types)
        self._sides: Counter[tuple[str, str, str]] = Counter()
        self._types: Counter[tuple[str, str, str]] = Counter()

    def given_sides(self, pieces: Sequence[ReadPiece], colour_of: Callable[[str], str]) -> list[str]:
        """The side of each piece: by its marks and the palette around it, else by what pieces of one side have in
        common; empty where nothing tells it, `NOTHING` for pieces that the user leaves out. ``colour_of`` gives the
        colour of a picture."""
        found = [self._by_words(piece) for piece in pieces]
        common = {word for words in _TYPE_WORDS.values() for word in words}
        sure = [
            (piece.signs, one.key) for piece, one in zip(pieces, found, strict=True) if one.key not in ("", NOTHING)
        ]
        plain = SideSigns(self.sides, sure, colour_of, common)
        for piece, one in zip(pieces, found, strict=True):
            named = None if one.key else plain.named(piece.signs)
            sure += [(piece.signs, named.key)] if named is not None else []
        signs = SideSigns(self.sides, sure, colour_of, common)
        found = [
            one if one.key else self._by_signs(piece, signs, one.called)
            for piece, one in zip(pieces, found, strict=True)
        ]
        self._sides.update((one.called, one.key, one.by) for one in found)
        return [one.key for one in found]

    def _by_words(self, piece: ReadPiece) -> FoundSide:
        """The side that a piece's marks or the tabs around it name."""
        words = [word.strip() for mark in _SAYING if (word := piece.marks.get(mark, "")).strip()]
        words += [word.strip() for word in piece.path if word.strip()]
        key, by, name = self._said(words, self.said_sides)
        if key:
            return FoundSide(key, by, name)
        for word in words:
            key, by = guessed(word, self.sides, {})
            if not key:
                long = len(word) > 2
                key = next((one.key for one in self.sides if long and folded(word) in folded(one.name)), "")
                by = "name" if key else ""
            if key:
                return FoundSide(key, by, word)
        return FoundSide("", "", words[0] if words else WITHOUT)

    def _by_signs(self, piece: ReadPiece, signs: SideSigns, called: str) -> FoundSide:
        found = signs.side(piece.signs, self.said_sides)
        if found.key:
            return found
        key, by, _ = self._said([called], self.said_sides)
        return FoundSide(key, by, called)

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
