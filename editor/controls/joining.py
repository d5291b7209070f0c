"""Putting a force together at one stroke: where units are added to it one by one, all of them in one go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from editor.preview.session import Preview
from engine.play.choices import Choice
from engine.play.parts import Parts, Word, WordKind

JOINS: Final = frozenset({"with", "join"})
"""The verbs by which a unit is added to a force or a column."""
SEVERAL: Final = 3
"""From so many choices on they may all be added in one go; like units are one choice."""


def in_one_go(choices: Iterable[Choice]) -> list[Parts]:
    """What several units may be added to, as its actions begin: ``with``, ``join c1``."""
    counts = Counter(begins for choice in choices if (begins := _begins(choice)) is not None)
    return [begins for begins, count in counts.items() if count >= SEVERAL]


def all_of(begins: Parts) -> Parts:
    """The action that would add all of them, for what it is called."""
    return Parts(begins.verb, (*begins.words, Word(WordKind.UNIT, "all units")))


def add_all(preview: Preview, begins: Parts) -> None:
    """Add the units one after another, as long as the rules offer one more."""
    game = preview.game
    most = len(game.scenario.units) if game is not None else 0
    for _ in range(most):
        next_one = next((choice for choice in preview.choices() if _begins(choice) == begins), None)
        if next_one is None or not preview.human_turn or not preview.act(next_one.text):
            return


def _begins(choice: Choice) -> Parts | None:
    """The words before the one unit that an action adds; None for any other action."""
    *first, last = choice.parts.words
    joins = (
        choice.verb in JOINS and last.kind is WordKind.UNIT and all(word.kind is not WordKind.UNIT for word in first)
    )
    return Parts(choice.verb, tuple(first)) if joins else None
