"""What lies on the map beside units, and on the table beside the map: markers and event cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mark:
    """A marker in a hex."""

    at: str
    """The hex."""
    kind: str
    """What it is, for its picture: ``fieldworks``, ``atrocity``, ``siege``, ``breach``, ``cut``, ``railhead``,
    ``track``, or another word, which has its first letter for a picture."""
    name: str
    """What players call it."""
    side: str = ""
    """The key of the side whose marker it is; empty for nobody's."""
    rule: str = ""
    """The paragraph that says what it does."""


@dataclass(frozen=True, slots=True)
class EventCard:
    """A historical event as a card tells it, in words of our own."""

    title: str
    about: str
    """What it changes; empty where there is no more to say than the title."""
    side: str
    """The key of the side in whose turn it was drawn."""
    rule: str
    lasts: str = ""
    """How long it lasts, in words: ``until the end of the game``; empty where its effect is over at once."""
    happens: bool = True
    drawn: str = ""
    """How it was drawn, in words: ``dice 3 and 4``."""
    last: int = 0
    """The last turn in which it is in force, for `Answers.lasting`; the last of the game where it lasts to its end."""


@dataclass(frozen=True, slots=True)
class Grouping:
    """The units of a hex that are being put into columns."""

    at: str
    """The hex."""
    columns: Mapping[str, tuple[str, ...]]
    """The key of each column there to the keys of its units; an empty key for those in none."""
    free: tuple[str, ...]
    """The units that may still be moved."""
    fresh: str = ""
    """The key of the column that could be formed next; empty where there is none."""
