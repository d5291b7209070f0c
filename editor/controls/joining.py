"""Putting a force together at one stroke: where units are added to it one by one, all of them in one go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from editor.preview.position import seen as seen_by
from editor.preview.session import Preview
from engine.play import Legal
from engine.play.choices import Choice
from engine.play.parts import Parts, Word, WordKind

JOINS: Final = frozenset({"with", "join"})
"""The verbs by which a unit is added to a force or a column."""
SEVERAL: Final = 3
"""The number of choices from which they may all be added in one go; like units are one choice."""


def in_one_go(choices: Iterable[Choice]) -> list[Parts]:
    """What several units may be added to, as its actions begin: ``with``, ``join c1``."""
    counts = Counter(begins for choice in choices if (begins := _begins(choice)) is not None)
    return [begins for begins, count in counts.items() if count >= SEVERAL]


def all_of(begins: Parts) -> Parts:
    """The action that would add all of them, for what it is called."""
    return Parts(begins.verb, (*begins.words, Word(WordKind.UNIT, "all units")))


def add_all(preview: Preview, begins: Parts) -> bool:
    """Add the units at one stroke, as long as the rules offer one more; whether there was one."""
    return preview.act_together(_additions(preview, begins))


def _additions(preview: Preview, begins: Parts) -> Iterator[str]:
    """The actions that add one unit after another, each asked for when those before it are done.

    Of units that are all alike one is offered at a time: when all that were offered are added, it is asked once more.
    """
    game = preview.game
    seen: set[str] = set()
    while game is not None:
        offered = [choice.text for choice in seen_by(game, preview.eyes).choices() if _begins(choice) == begins]
        fresh = [text for text in offered if text not in seen]
        if not fresh:
            return
        for text in fresh:
            seen.add(text)
            if isinstance(preview.verdict(text), Legal):
                yield text


def _begins(choice: Choice) -> Parts | None:
    """The words before the one unit that an action adds; None for any other action."""
    *first, last = choice.parts.words
    joins = (
        choice.verb in JOINS and last.kind is WordKind.UNIT and all(word.kind is not WordKind.UNIT for word in first)
    )
    return Parts(choice.verb, tuple(first)) if joins else None
