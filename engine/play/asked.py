"""Questions in words: from ``odds L2306 us-9 us-11`` to a question and its arguments."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from itertools import chain
from math import isfinite
from typing import Any, Final, NamedTuple

from engine.errors import HexwrightError, NameNotKnown
from engine.play.questions import Argument, Question, Takes
from engine.scenario import Scenario
from engine.scenario.ranges import keys_of

_WORDS_OF_A_PLACE: Final = 3
"""The most words that a place has: ``900,2000 facing 90``."""


class Asked(NamedTuple):
    """A question with the words it was asked in."""

    question: Question
    words: list[str]


def known(word: str, words: Iterable[str], what: str) -> str:
    """The word as it is spelt among the known ones, whatever its case. Raises NameNotKnown, with a near one as a
    hint."""
    spelt = {item.lower(): item for item in words}
    if word.lower() in spelt:
        return spelt[word.lower()]
    near = difflib.get_close_matches(word.lower(), spelt, 1)
    some = ", ".join(list(spelt.values())[:12]) + (" ..." if len(spelt) > 12 else "")
    hint = f"did you mean {spelt[near[0]]}?" if near else f"there are {some}" if spelt else "there are none"
    raise NameNotKnown(f"there is no {what} {word!r}; {hint}")


def find(questions: Sequence[Question], words: Sequence[str], others: Iterable[str] = ()) -> Asked:
    """The question that some words begin with, the one with most words first, and the words after it.

    ``others`` are further words that a question may begin with, for the hint. Raises NameNotKnown.
    """
    for number in range(len(words), 0, -1):
        begun = " ".join(words[:number]).lower()
        for question in questions:
            if question.key.lower() == begun:
                return Asked(question, list(words[number:]))
    keys = [*(question.key for question in questions), *others]
    known(" ".join(words[:1]), keys, "question")
    raise HexwrightError(f"the questions are: {', '.join(keys)}")


def arguments(asked: Asked, scenario: Scenario) -> dict[str, Any]:
    """The arguments of a question by their names, spelt as the scenario spells them.

    Raises NameNotKnown for a name of nothing, HexwrightError for too few or too many words, with how it is written.
    """
    question, words = asked.question, _places_joined(asked, scenario)
    found: dict[str, Any] = {}
    for argument in reversed(question.arguments):
        if argument.after and len(words) > 2 and words[-2].lower() == argument.after:
            found[argument.name] = _read(argument, words[-1], scenario)
            words = words[:-2]
    plain = [argument for argument in question.arguments if not argument.after]
    least = sum(not argument.optional for argument in plain)
    if len(words) < least or (len(words) > len(plain) and not (plain and plain[-1].many)):
        raise HexwrightError(question.refusal)
    for argument in plain:
        if argument.many and words:
            singled = chain.from_iterable(map(keys_of, words)) if Takes.UNIT in argument.kinds else words
            found[argument.name] = [_read(argument, word, scenario) for word in singled]
            break
        if words:
            found[argument.name] = _read(argument, words.pop(0), scenario)
    return found


def _places_joined(asked: Asked, scenario: Scenario) -> list[str]:
    """The words, those of one place put together, where the question takes places."""
    words, joined = list(asked.words), list[str]()
    if not any(Takes.PLACE in argument.kinds for argument in asked.question.arguments):
        return words
    while words:
        number = next((n for n in range(_WORDS_OF_A_PLACE, 1, -1) if _is_place(words[:n], n, scenario)), 1)
        joined.append(" ".join(words[:number]))
        del words[:number]
    return joined


def _is_place(words: Sequence[str], number: int, scenario: Scenario) -> bool:
    return len(words) == number and scenario.map.find(" ".join(words)) is not None


def _read(argument: Argument, word: str, scenario: Scenario) -> Any:
    """What a word names: the first of what the argument takes that there is."""
    kinds = argument.kinds
    for kind in kinds:
        try:
            return _named(kind, word, scenario)
        except NameNotKnown:
            if kind is kinds[-1]:
                raise
    raise ValueError(f"the argument {argument.name} takes nothing")


def _named(kind: Takes, word: str, scenario: Scenario) -> Any:
    if kind is Takes.UNIT:
        return known(word, scenario.units, "unit")
    if kind is Takes.SIDE:
        return known(word, scenario.sides, "side")
    if kind is Takes.PLACE:
        return scenario.map.spell(scenario.map.parse(word))
    if kind is Takes.NUMBER:
        return _number(word)
    return word


def _number(word: str) -> float:
    """The number of a word, whole where it is written so. Raises NameNotKnown for anything else."""
    try:
        number = int(word) if word.lstrip("+-").isdecimal() and len(word) < 20 else float(word)
    except ValueError:
        number = float("nan")
    if not isfinite(number):
        raise NameNotKnown(f"{word[:40]!r} is not a number")
    return number
