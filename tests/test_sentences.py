"""Every sentence that a person can meet stands in tests/sentences/code, so that a change of wording is seen there."""

from __future__ import annotations

import ast

import pytest
from tools import sentences
from tools.held import held


@pytest.mark.parametrize("room", sentences.rooms())
def test_the_sentences_of_a_room_are_as_they_were(room: str) -> None:
    held("sentences", sentences.file_of(room), sentences.sentences(room))


def test_nothing_is_left_over() -> None:
    assert sorted(path.stem for path in sentences.FOLDER.glob("*")) == sentences.rooms()


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
