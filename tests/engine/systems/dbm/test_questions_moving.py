"""The questions about contact, zones and groups."""

from __future__ import annotations

import pytest
from moves_of import game

from engine.errors import HexwrightError
from engine.systems.de_bellis_multitudinis.questions import QUESTIONS as ALL
from engine.systems.de_bellis_multitudinis.questions_moving import QUESTIONS

UNITS = {"ax-1": "red Ax", "ax-2": "red Ax", "ax-3": "red Ax", "sp-8": "blue Sp", "sp-9": "blue Sp"}
PLACES = {
    "ax-1": [930, 620, 0],
    "ax-2": [1010, 620, 0],
    "ax-3": [1400, 700, 0],
    "sp-9": [930, 620, 180],
    "sp-8": [1430, 640, 180],
}


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("contacts ax-1", ["ax-1 front sp-9"]),
        ("contacts ax-2", ["ax-2 overlap sp-9"]),
        ("contacts ax-3", []),
        ("zones ax-1", ["sp-9"]),
        ("zones ax-3", ["sp-8"]),
        ("group ax-1 ax-2", True),
        ("group ax-1..ax-2", True),
        ("group ax-1 ax-3", False),
    ],
)
def test_what_is_asked_is_answered(asked: str, answer: object) -> None:
    played = game(UNITS, PLACES)
    key, *words = asked.split()
    assert QUESTIONS[key](played.rules.field, played.state, words) == answer


@pytest.mark.parametrize("asked", ["contacts ax-1 ax-2", "zones", "group bd-1"])
def test_what_cannot_be_read_is_refused(asked: str) -> None:
    played = game(UNITS, PLACES)
    key, *words = asked.split()
    with pytest.raises(HexwrightError):
        QUESTIONS[key](played.rules.field, played.state, words)


def test_help_says_which_words_a_question_takes() -> None:
    forms = {question.key: question.form for question in ALL}
    assert forms["contacts"] == "UNIT"
    assert forms["support"] == "UNIT [UNIT]"
    assert forms["group"] == "UNIT..."
    assert forms["civil war"] == ""
