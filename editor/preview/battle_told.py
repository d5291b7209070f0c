"""The last battle of a test game from its attack to its last loss: the contents of one card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from editor.preview.position import Position
from engine.play import Event

RESULT: Final = "result"
"""The kind of event that tells the die of a battle and what the table says."""
ENDING: Final = "battle"
"""The kind of event that tells who won a battle of several throws."""
OPENING: Final = frozenset({"attack", "bombardment"})
"""Kinds of event with which a battle begins."""
AFTERMATH: Final = frozenset(
    {"loss", "eliminated", "demoralized", "retreat", "displaced", "advance", "stand", "reveal", "differential"}
)
"""Kinds of event that follow from a result, or tell how it came about."""


def last_battle(positions: Sequence[Position]) -> tuple[int, list[Event]] | None:
    """The position in which the last battle had its result, and its events up to the last of these positions; None
    where something else has been done since."""
    after: list[Event] = []
    for number in range(len(positions) - 1, -1, -1):
        events = positions[number].events
        kinds = [event.kind for event in events]
        if RESULT in kinds or ENDING in kinds:
            return number, _of_battle(events, kinds) + after
        later = [event for event in events if event.kind in AFTERMATH]
        if not later:
            return None
        after = later + after
    return None


def _of_battle(events: Sequence[Event], kinds: Sequence[str]) -> list[Event]:
    """The events of the last battle among some."""
    at = max(i for i, kind in enumerate(kinds) if kind in (RESULT, ENDING))
    begun = max((i for i in range(at) if kinds[i] in OPENING), default=at)
    told = [*OPENING, *AFTERMATH, RESULT, ENDING]
    return [event for event in events[begun:] if event.kind in told]
