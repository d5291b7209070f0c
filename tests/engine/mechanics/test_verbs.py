"""Verbs: the spellings in which an action is read, its one text form, and what it names."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "systems"))

import fm_field
import tlg2_field
from hex_field import field

from engine.errors import ActionError, IllegalAction
from engine.mechanics.hexes.verbs import LONGEST_ACTION
from engine.play import Action, Filled, Game
from engine.play.parts import WordKind
from engine.scenario import Arrival

TLG = {
    "move us-1 X0505": ["Move US-1 to X0505.", "move us-1, X0405, X0505", "move us-1 via x0405 -> 0505"],
    "enter us-5 X0112 X0111": ["enter us-5 X0112 X0112 X0111", "enter us-5, X0112, to X0111"],
    "enter us-5 X0112": ["enter us-5 X0112 X0112", "enter us-5", "Enter", "enter us-5 at X0112"],
    "attack X0406 X0407 with us-1 us-2 at 1:1": [
        "attack ac-1 ac-2 us-2 us-1 at 1:1",
        "attack X0407 and X0406 at 1:1 with us-1, us-2, us-1",
        "bombard X0406, X0407 us-1 us-2 at 1:1",
    ],
    "attack X0406": ["attack ac-1", "attack X0406 X0406"],
    "attack off": ["attack X9999"],
    "also X0407": ["also ac-2", "also X0407"],
    "fight at 2:1": ["fight 2:1"],
    "retreat us-1 X0404": ["retreat us-1 X0505 X0404"],
    "deploy us-1 at X0404": ["deploy us-1 X0404"],
    "deploy us-1": ["Deploy us-1."],
    "at X0404": ["at hex X0404"],
    "end phase": ["end", "END turn", "end movement", "end movement_phase"],
    "end combat": ["end combat phase"],
    "lose us-1": [],
}
FM = {
    "move cw-1 X0504": ["move cw-1 X0405 X0504"],
    "attack X0406 with cw-1 cw-2": ["attack ge-1 cw-2 cw-1", "attack X0406 cw-2 cw-1", "attack ge-1 with cw-1, cw-2"],
    "attack X0406 X0407 with cw-1": ["attack ge-1 and ge-2 with cw-1"],
    "attack X0406": [],
    "bombard X0406 with 1": ["bombard ge-1", "bombard X0406 1", "bombard X0406 with 1 marker"],
    "bombard X0406 with +2 +3": ["bombard X0406 +3 +2", "bombard ge-1 with +3 and +2"],
    "bombard X0406 X0407 with 2": ["bombard ge-1 ge-2 with 2"],
    "support +3": ["support 3"],
    "support": [],
    "fall back": ["fall", "Fall back to"],
    "hold": [],
    "end mobile movement": ["end mobile_movement phase"],
    "retreat cw-1 X0404 X0403": ["retreat cw-1 X0405 X0404 X0403"],
    "reduce cw-1": [],
}


@pytest.fixture(scope="module")
def tlg() -> Game:
    units = {"us-1 infantry 6/3": "X0405", "us-2 infantry 5/2": "X0507", "ac-1 infantry 2": "X0406"}
    more = {"ac-2 infantry 2": "X0407", "us-5 infantry 3": ""}
    return tlg2_field.game(field(), units | more, arrivals=[Arrival(1, "us", ("X0112",), ("us-5",))])


@pytest.fixture(scope="module")
def fm() -> Game:
    units = {"cw-1 infantry 3-3-4": "X0405", "cw-2 infantry 3-3-4": "X0507", "ge-1 infantry 3-3-4": "X0406"}
    return fm_field.game(field(), units | {"ge-2 infantry 3-3-4": "X0407"}, special=fm_field.support(2, (2, 3)))


@pytest.mark.parametrize(
    ("system", "text", "spelling"),
    [
        (system, text, spelling)
        for system, table in (("tlg", TLG), ("fm", FM))
        for text, found in table.items()
        for spelling in (text, *found)
    ],
)
def test_every_spelling_gives_the_one_text(
    request: pytest.FixtureRequest, system: str, text: str, spelling: str
) -> None:
    game: Game = request.getfixturevalue(system)
    action = game.parse(spelling)
    assert game.text(action) == text
    assert game.parse(text) == action


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "cannot be empty"),
        ("sing us-1", "actions begin with advance, also, at, attack, bombard, deploy"),
        ("move us-1", r"the action is written move UNIT HEX \[HEX ...\]"),
        ("attack", r"the action is written attack HEX \[HEX ...\] \[with UNIT \[UNIT ...\]\] \[at ODDS\]"),
        ("deploy", r"the action is written deploy UNIT \[at HEX\]"),
        ("move us-7 X0506", "there is no unit 'us-7'; did you mean us-"),
        ("move us-1 somewhere", "'somewhere' is not a hex number of this map"),
        ("attack X0406 with us-1 at dawn", "'dawn' is not an odds column"),
        ("end tea", "end phase, or end and one of movement, combat"),
    ],
)
def test_what_cannot_be_read_says_how_it_is_written(tlg: Game, text: str, said: str) -> None:
    with pytest.raises(ActionError, match=said):
        tlg.parse(text)


@pytest.mark.parametrize("text", ["bombard X0406 with 1 2", "bombard X0406 with +2 2"])
def test_markers_are_counted_or_named(fm: Game, text: str) -> None:
    with pytest.raises(ActionError, match=r"bombard HEX with 1, bombard HEX with 2, or bombard HEX with \+3 \+2"):
        fm.parse(text)


def test_what_was_filled_in_is_told(tlg: Game) -> None:
    action = tlg.parse("move us-2 X0707")
    assert isinstance(action, Filled)
    assert action.note.startswith("X0507 and X0707 are not adjacent: filled in by ")
    assert not isinstance(tlg.parse("move us-2 X0607"), Filled)


def test_an_action_names_units_places_and_targets(tlg: Game, fm: Game) -> None:
    attack = tlg.rules.parts(tlg.parse("attack ac-1 with us-1 us-2 at 1:1"))
    assert (attack.verb, attack.units, attack.targets, attack.goal) == ("attack", ("us-1", "us-2"), ("X0406",), "X0406")
    assert [word.kind for word in attack.words] == [
        WordKind.WORD,
        WordKind.TARGET,
        WordKind.WORD,
        WordKind.UNIT,
        WordKind.UNIT,
        WordKind.WORD,
        WordKind.ODDS,
    ]
    retreat = fm.rules.parts(fm.parse("retreat cw-1 X0404 X0403"))
    assert (retreat.units, retreat.places, retreat.targets, retreat.goal) == (
        ("cw-1",),
        ("X0404", "X0403"),
        (),
        "X0403",
    )
    assert tlg.rules.parts(Action("end")).goal == ""


def test_the_units_of_an_action_are_those_its_words_name(tlg: Game, fm: Game) -> None:
    for game, table in ((tlg, TLG), (fm, FM)):
        for text in table:
            action = game.parse(text)
            assert game.rules.units_of(action) == game.rules.parts(action).units


def test_who_points_at_a_hex_for_a_unit_may_mean_an_attack_or_a_move(tlg: Game) -> None:
    def meant(unit: str, place: str) -> list[str]:
        return [tlg.text(action) for action in tlg.rules.likely_actions(tlg.state, unit, place)]

    assert meant("us-1", "X0406")[:2] == ["attack X0406 with us-1", "move us-1 X0406"]
    assert meant("us-2", "X0607")[0] == "move us-2 X0607"


def test_numbers_and_odds_that_are_none_are_told_with_how_they_are_written(tlg: Game, fm: Game) -> None:
    for game, text, said in (
        (fm, "support lots", "'lots' is not a strength of support fire; strengths are written +3"),
        (fm, "bombard X0406 with +x", "'+x' is not a strength of support fire; strengths are written +3"),
        (
            tlg,
            "fight at nine",
            "'nine' is not an odds column; they are 1:4, 1:3, 1:2, 1:1, 2:1, 3:1, 4:1, 5:1, 6:1, 7:1",
        ),
    ):
        with pytest.raises(ActionError) as error:
            game.parse(text)
        assert str(error.value) == said


def test_what_is_left_out_is_the_only_legal_choice(tlg: Game, fm: Game) -> None:
    """Where there is none, the whole form is asked for; where there are several, they are listed as well."""
    late = tlg2_field.game(
        field(),
        {"us-1 infantry 3": "", "us-2 infantry 3": "", "ac-1 infantry 3": "X0101"},
        arrivals=[Arrival(1, "us", ("X0112",), ("us-1", "us-2"))],
    )
    assert late.parse("enter us-2") == late.parse("enter us-2 X0112")
    for game, text, form in (
        (late, "enter", "enter UNIT ENTRY-HEX [HEX [HEX ...]]; legal now: enter us-1 X0112, enter us-2 X0112"),
        (late, "enter ac-1", "enter UNIT ENTRY-HEX [HEX [HEX ...]]"),
        (fm, "stand", "stand UNIT"),
        (tlg, "move us-1", "move UNIT HEX [HEX ...]"),
    ):
        with pytest.raises(ActionError) as error:
            game.parse(text)
        assert str(error.value) == f"the action is written {form}"


def test_odds_that_the_table_does_not_have_are_refused(tlg: Game) -> None:
    with pytest.raises(IllegalAction) as error:
        tlg.parse("fight at 9:1")
    assert (error.value.rule, error.value.also) == ("tlg2:6.16", ("tlg2:6.2",))
    assert error.value.reason.startswith("no combat is resolved at 9:1; the columns are 1:4,")


def test_an_action_is_not_endless(fm: Game) -> None:
    long = "move cw-1" + " X0505" * (LONGEST_ACTION // 6)
    assert len(long) > LONGEST_ACTION
    with pytest.raises(ActionError, match=f"^an action has at most {LONGEST_ACTION:,} characters$"):
        fm.parse(long)
    assert fm.parse("hold" + " " * (LONGEST_ACTION - 4)) == Action("hold")


def test_a_unit_and_a_hex_may_mean_an_attack_first_and_then_what_it_does_now(tlg: Game, fm: Game) -> None:
    def meant(game: Game, unit: str, place: str) -> list[str]:
        return [game.text(action) for action in game.rules.likely_actions(game.state, unit, place)]

    assert meant(fm, "cw-1", "X0406")[:2] == ["attack X0406 with cw-1", "move cw-1 X0406"]
    assert meant(fm, "cw-1", "X0404")[0] == "move cw-1 X0404"
    assert not any(text.startswith("attack") for text in meant(fm, "cw-1", "X0404"))
    assert meant(tlg, "us-1", "X0406")[0] == "attack X0406 with us-1"
    assert meant(tlg, "us-2", "X0506")[0] == "move us-2 X0506"
