"""What lies on the map beside units, and on the table beside the map: markers and event cards; and how the map shows
the answers of questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


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
    """The key of the side whose marker it is; empty for none."""
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


@dataclass(frozen=True, slots=True)
class MapGroup:
    """Units in a hex that are one group: a column on the march."""

    key: str
    side: str
    at: str
    """The hex."""
    units: tuple[str, ...]
    """The keys of those known to be in it."""
    hidden: bool = False
    """Whether there are units in it that are not known."""


@dataclass(frozen=True, slots=True)
class ConcealedHex:
    """What a side knows of a hex with enemies that it does not know."""

    side: str
    """The side whose units are there."""
    columns: Sequence[str]
    """The keys of the groups there."""
    loose: bool
    """Whether units outside of groups are there."""
    seen: Sequence[str]
    """The keys of enemy units there that it does know."""
    tells: str
    """What can be seen of the hex from outside, in words."""


@dataclass(frozen=True, slots=True)
class ConcealedAnswer:
    """Where a side knows that enemies are, but not who or how many; both empty where nothing is concealed."""

    units: Sequence[str]
    """The keys of all enemy units on the map whose place the side does not know, wherever a guess may have put them."""
    hexes: Mapping[str, ConcealedHex]


class Grade(StrEnum):
    """How good an answer is, for its tint."""

    GOOD = "good"
    FAIR = "fair"
    POOR = "poor"


@dataclass(frozen=True, slots=True)
class Overlay:
    """How the map shows the answer of a question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReachOverlay(Overlay):
    """Tints the hexes that the selected unit can reach, by the answers for it and its companions there.

    The question takes ``place`` and ``units``.
    """

    title: str
    """What the menu calls it."""
    tip: str
    heading: str
    """What the Inspector calls the answer for the hex where units are."""
    legend: Mapping[Grade, str]
    """What each tint means."""
    graded: Callable[[Any], tuple[Grade, str]]
    """The tint of a hex, and the short text in it."""
    sentence: Callable[[Any], str]
    """The answer in a sentence, for the status bar and the Inspector."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupMarkers(Overlay):
    """Draws a marker on its stack for each group of units on the map.

    The question takes an optional ``side``: what that one may know.
    """

    noun: str
    """What such a group is called: ``column``."""
    groups: Callable[[Any], list[MapGroup]]


@dataclass(frozen=True, slots=True)
class ConcealedForces(Overlay):
    """Draws a counter with a question mark where enemies are that a side does not know.

    The question takes ``side`` and answers with `ConcealedAnswer`.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupingCard(Overlay):
    """Opens a card on which units are dragged from group to group. The question answers with `Grouping`, or with None
    while no units are being grouped."""

    heading: str
    """What the groups are called: ``Columns``."""
    noun: str
    """What one of them is called: ``column``."""
    hint: str
    """What can be done, in a sentence."""
    join: str
    """The action by which a unit joins a group: ``join {group} {unit}``."""
    leave: str
    """The action by which it leaves its group for none: ``leave {unit}``."""

    def action(self, unit: str, group: str) -> str:
        """The text of the action that puts a unit into a group, or into none for an empty key. It need not be
        legal."""
        return (self.join if group else self.leave).format(group=group, unit=unit)
