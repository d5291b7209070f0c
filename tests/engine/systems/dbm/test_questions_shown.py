"""The questions whose answers are drawn: zones, arcs, commands and armies, and who is not seen at all."""

from __future__ import annotations

from typing import Any

import pytest
from moves_of import game
from test_secrecy_on_a_table import hidden

from editor.preview.position import position_of
from engine.errors import HexwrightError
from engine.systems.de_bellis_multitudinis.questions_shown import QUESTIONS

UNITS = {"bw-1": "red Bw", "bge-1": "red Bge", "ax-2": "red Ax", "sp-9": "blue Sp"}
PLACES = {"bw-1": [900, 700, 0], "bge-1": [900, 1200, 0], "sp-9": [900, 520, 180]}


def asked(words: str) -> Any:
    played = game(UNITS, PLACES)
    key, *rest = words.split()
    return QUESTIONS[key](played.rules.field, played.state, rest)


def test_a_zone_is_the_square_before_a_base() -> None:
    assert asked("zone bw-1") == [[860, 620], [940, 620], [940, 700], [860, 700]]
    assert asked("zone bge-1") == [], "baggage has none"
    assert asked("zone ax-2") == [], "nor who is not on the table"


def test_an_arc_is_the_strip_that_shots_reach() -> None:
    assert asked("arc bw-1") == {"range": 200, "outline": [[780, 500], [1020, 500], [1020, 700], [780, 700]]}
    assert asked("arc bw-1 rear") == {"range": 0, "outline": []}
    assert asked("arc sp-9") == {"range": 0, "outline": []}


def test_commands_and_armies_tell_what_is_left() -> None:
    red = asked("commands")[0]
    assert (red["side"], red["elements"], red["of"], red["lost"], red["demoralised"]) == ("red", 3, 3, 0, False)
    armies = {one["side"]: one for one in asked("armies")}
    assert armies["blue"] == {"side": "blue", "lost": 0, "total": 1, "breaks": 0.5}


@pytest.mark.parametrize("wrong", ["zone", "zone bw-1 sp-9", "arc", "zone xx-1"])
def test_what_cannot_be_read_is_an_error(wrong: str) -> None:
    with pytest.raises(HexwrightError):
        asked(wrong)


@pytest.mark.parametrize(("eyes", "known"), [("red", True), ("blue", False), ("", True)])
def test_no_ambush_of_the_enemy_is_on_the_screen_not_even_a_guess(eyes: str, known: bool) -> None:
    units = position_of(hidden(), eyes=eyes).units
    assert [units[key]["at"] is not None for key in ("bd-3", "bd-4")] == [known, known]
    assert units["bd-1"]["at"] is not None, "who stands in the open is seen"
    assert "ambush" not in units["bd-3"] or known
