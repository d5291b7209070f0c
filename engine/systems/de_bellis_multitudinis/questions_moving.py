"""Questions about contact, zones and groups."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.errors import ActionError
from engine.systems.de_bellis_multitudinis import contact, groups, mounting, zones
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.reading_actions import units_of
from engine.systems.de_bellis_multitudinis.state import DbmState

Asked = Callable[[DbmField, DbmState, Sequence[str]], list[str] | bool]
"""Answers a question from its words; raises ActionError for words that it cannot read."""


def _one(field: DbmField, words: Sequence[str]) -> int:
    found = units_of(field, " ".join(words))
    if len(found) != 1:
        raise ActionError("this is asked about one element")
    return found[0]


def ask_contacts(field: DbmField, state: DbmState, words: Sequence[str]) -> list[str]:
    """What the front edge of an element touches, as ``ax-1 front sp-9``."""
    return [contact.spelled(field, one) for one in contact.contacts(field, state, _one(field, words))]


def ask_zones(field: DbmField, state: DbmState, words: Sequence[str]) -> list[str]:
    """The enemies in whose zones an element is."""
    unit = _one(field, words)
    at = state.at[unit]
    return [] if at is None else field.keys(zones.pins(field, state, unit, at))


def ask_group(field: DbmField, state: DbmState, words: Sequence[str]) -> bool:
    """Whether some elements are one group."""
    return groups.is_group(field, state, units_of(field, " ".join(words)))


def ask_foot(field: DbmField, state: DbmState, words: Sequence[str]) -> bool:
    """Whether a command is entirely on foot (3.5)."""
    return mounting.entirely_on_foot(field, state, field.roster.find_command(" ".join(words)))


QUESTIONS: Final[dict[str, Asked]] = {
    "contacts": ask_contacts,
    "zones": ask_zones,
    "group": ask_group,
    "foot": ask_foot,
}
"""What is asked, and what answers it."""
