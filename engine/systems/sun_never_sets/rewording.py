"""Actions that may be written in another order than theirs: ``march br-1``, ``spy S0403 by br-hq``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.board.grid import NOWHERE
from engine.errors import ActionError
from engine.mechanics.verbs import Part, Verb
from engine.play import Action
from engine.systems.sun_never_sets.field import SnsField
from engine.systems.sun_never_sets.state import SnsState

Rewording = Callable[[SnsField, SnsState, list[str]], list[str]]
"""The words behind a verb in the order that its parts have."""


class Reworded(Verb[SnsField, SnsState]):
    """A verb whose words are put in order before they are read."""

    def __init__(self, word: str, *parts: Part[SnsField, SnsState, Any], reworded: Rewording, form: str = "") -> None:
        super().__init__(word, *parts, form=form)
        self.reworded = reworded

    def read(self, field: SnsField, state: SnsState, words: Sequence[str]) -> Action:
        """The action of the words behind the verb; raises ActionError."""
        return super().read(field, state, self.reworded(field, state, list(words)))


def from_units(field: SnsField, state: SnsState, words: list[str]) -> list[str]:
    """Units without the hex that they stand in, such as ``march br-1 br-2 by br-hq``: the hex is put before them."""
    first = words[1] if words[:1] == ["with"] and len(words) > 1 else words[0] if words else ""
    unit = field.roster.number.get(first.lower(), NOWHERE)
    if unit == NOWHERE or state.where[unit] < 0:
        return words
    rest = words[1:] if words[0] == "with" else words
    return [field.grid.name(state.where[unit]), "with", *rest]


def by_whom(field: SnsField, state: SnsState, words: list[str]) -> list[str]:
    """``S0403 by br-hq`` as ``br-hq on S0403``."""
    if len(words) == 3 and words[1].lower() == "by":
        return [words[2], "on", words[0]]
    return words


def one_hex(field: SnsField, state: SnsState, words: list[str]) -> list[str]:
    """A unit and one hex; ActionError for several, which are named one after the other."""
    if len(words) > 2:
        raise ActionError("a supply unit is issued to one hex, issue UNIT to HEX; then say feed HEX for each other hex")
    return words
