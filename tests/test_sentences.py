"""Every sentence that a person can meet stands in tests/sentences/code, so that a change of wording is seen there."""

from __future__ import annotations

import ast
import re
from typing import Final

import pytest
from tools import sentences
from tools.held import held

UNCLEAR: Final = re.compile(
    r"\b(nobody|somebody|everybody|whoever|anew|mend(s|ed|ing)?|beforehand|anyhow|likewise|parted|at the most|as ever"
    r"|reckon(s|ed)?|(go|goes) on with|comes? on (turn|toward)|could not come on|stands? in \S|lit (hex|unit)s?"
    r"|for nothing)",
    re.IGNORECASE,
)
"""Words that docs/wording.md replaces: vague persons, old words, units that stand, highlighted hexes that are lit."""


@pytest.mark.parametrize("room", sentences.rooms())
def test_no_sentence_has_a_word_that_stumbles(room: str) -> None:
    assert [text for text in sentences.sentences(room) if UNCLEAR.search(text)] == []


def test_a_word_that_stumbles_is_seen() -> None:
    assert all(map(UNCLEAR.search, ("nobody leads", "Click a lit hex", "{…} comes on turn {…}", "Mend it")))
    assert not any(map(UNCLEAR.search, ("margins are from 5 to 60 mm", "Recommended", "a region stands for hexes")))


@pytest.mark.parametrize("room", sentences.rooms())
def test_the_sentences_of_a_room_are_as_they_were(room: str) -> None:
    held("sentences", sentences.file_of(room), sentences.sentences(room))


def test_nothing_is_left_over() -> None:
    spoken = {room for room in sentences.rooms() if sentences.sentences(room)}
    assert {path.stem for path in sentences.FOLDER.glob("*")} == spoken


def test_each_folder_of_code_is_a_room() -> None:
    assert {"editor", "editor.panels", "engine.systems.sun_never_sets.battle"} <= {*sentences.rooms()}


def test_what_people_read_is_taken_and_nothing_else() -> None:
    code = '''
"""A docstring that nobody meets."""

PATTERN = re.compile("two words")
LABEL = "Undo"
key = "undo"


def refuse(unit: "A name", hexes: int) -> str:
    """Another docstring."""
    assert unit, "a thing for programmers"
    return f"{unit} has {counted(hexes, 'hex')} left, and {'is' if hexes else 'are'} " f"in {unit:>{hexes}}"
'''
    assert set(sentences.of_module(ast.parse(code))) == {"Undo", "{…} has {hex} left, and {is|are} in {…}"}
