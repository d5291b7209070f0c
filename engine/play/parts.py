"""What an action names, word by word: nobody has to take its text apart."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class WordKind(StrEnum):
    """What a word of an action stands for."""

    WORD = "word"
    """The verb, and the small words between."""
    UNIT = "unit"
    """The key of a unit that acts, or that the action is about."""
    PLACE = "place"
    """A hex, or whatever else units stand in: one of a way, or where something is put."""
    TARGET = "target"
    """A place that is attacked."""
    ODDS = "odds"
    """A column of a results table."""
    NUMBER = "number"


class Word(NamedTuple):
    """A word of an action's text and what it stands for."""

    kind: WordKind
    text: str


def joined(words: Iterable[str]) -> str:
    """Words as one text: a colon or semicolon follows the word before it without a blank."""
    return " ".join(words).replace(" :", ":").replace(" ;", ";")


@dataclass(frozen=True, slots=True)
class Parts:
    """An action in words. What it names are keys of units and names of places, as in its text."""

    verb: str
    words: tuple[Word, ...]
    """The text, in order; the verb is the first."""

    @property
    def text(self) -> str:
        """The action's one text form. A colon or semicolon follows the word before it without a blank."""
        return joined(word.text for word in self.words)

    def named(self, *kinds: WordKind) -> tuple[str, ...]:
        """The words of some kinds, in order."""
        return tuple(word.text for word in self.words if word.kind in kinds)

    @property
    def units(self) -> tuple[str, ...]:
        """The units it names, who acts first."""
        return self.named(WordKind.UNIT)

    @property
    def places(self) -> tuple[str, ...]:
        """The places it names, in order: a way, or targets."""
        return self.named(WordKind.PLACE, WordKind.TARGET)

    @property
    def targets(self) -> tuple[str, ...]:
        """The places it attacks."""
        return self.named(WordKind.TARGET)

    @property
    def goal(self) -> str:
        """The place it leads to: the last that it attacks, else the last that it names; empty when it names none."""
        return next((text for text in (*self.targets[-1:], *self.places[-1:])), "")
