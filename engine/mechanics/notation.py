"""Words of an action's text: units, hexes, and the small words that do not matter."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from engine.board.grid import NOWHERE, Grid
from engine.errors import ActionError
from engine.formats.documents import LONGEST_ACTION as LONGEST
from engine.mechanics.roster import Roster
from engine.play import Action
from engine.play.frame import F, S

END: Final = Action("end")
OFF_MAP: Final = NOWHERE
"""A hex number that would lie beyond the edge of the map, or the word ``off``."""

_FILLERS: Final = {"and", "to", "from", "via", "into", "-", "->"}

Reader = Callable[[F, S, list[str]], Action]
"""Reads the words behind a verb: (field, state, words)."""


def read(readers: Mapping[str, Reader[F, S]], field: F, state: S, text: str) -> Action:
    """The action of a text. Case, commas, a full stop and small words do not matter; raises ActionError."""
    if len(text) > LONGEST:
        raise ActionError(f"an action has at most {LONGEST:,} characters")
    parts = re.split(r"[\s,]+", text.strip().removesuffix("."))
    words = [word for word in parts if word and word.lower() not in _FILLERS]
    if not words:
        raise ActionError("an action cannot be empty")
    reader = readers.get(words[0].lower())
    if reader is None:
        raise ActionError(f"{words[0]!r} is no action here; actions begin with {', '.join(sorted(readers))}")
    return reader(field, state, words[1:])


def ending(words: list[str], phases: Collection[str], now: str) -> Action:
    """``end phase``, or the end of a phase by its name: ``end combat``; with the name when another is in progress."""
    named = " ".join(words).lower().replace("_", " ").removesuffix("phase").strip()
    if named in ("", "turn"):
        return END
    if named not in phases:
        raise ActionError(f"the action is written: end phase, or end and one of {', '.join(phases)}")
    return END if now == named else Action(END.verb, (named,))


def text_of_end(action: Action) -> str:
    """``end phase``, or ``end combat`` for a phase that was not in progress when it was named."""
    return f"end {action.args[0] if action.args else 'phase'}"


def need(words: list[str], least: int, form: str) -> None:
    """Raise ActionError with the right form when words are missing."""
    if len(words) < least:
        raise ActionError(f"the action is written {form}")


def unit_of(roster: Roster[Any], word: str) -> int:
    """The unit of a word; ActionError with the nearest key."""
    number = roster.number.get(word.lower())
    if number is None:
        raise ActionError(f"there is no unit {word!r}{roster.near(word)}")
    return number


def hex_of(grid: Grid, word: str) -> int:
    """The hex of a word, OFF_MAP for a number beyond the edge; ActionError for what is no hex number."""
    h = grid.find(word)
    if h == NOWHERE and word.lower() != "off" and grid.spec.numbering.parse(word) is None:
        raise ActionError(f"{word!r} is no hex number of this map{grid.suggest(word)}")
    return h


def hex_name(grid: Grid, h: int) -> str:
    """The word of a hex."""
    return "off" if h == OFF_MAP else grid.name(h)
