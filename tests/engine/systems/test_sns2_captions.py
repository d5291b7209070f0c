"""What the actions of The Sun Never Sets II are called on buttons and in the list of what was played."""

from __future__ import annotations

import pytest

from engine.formats import load_scenario
from engine.play.parts import Parts, Word, WordKind
from engine.systems.sun_never_sets.captions import CAPTIONS
from engine.systems.sun_never_sets.notation import VERBS
from engine.umpire.wording import Words

WORD, UNIT, PLACE, TARGET, NUMBER = WordKind.WORD, WordKind.UNIT, WordKind.PLACE, WordKind.TARGET, WordKind.NUMBER


@pytest.fixture(scope="module")
def words() -> Words:
    return Words(load_scenario("afghan"))


def test_a_caption_is_of_a_verb_that_there_is() -> None:
    assert not set(CAPTIONS) - set(VERBS._verbs)


@pytest.mark.parametrize(
    ("said", "called"),
    [
        ([(WORD, "march"), (PLACE, "K3508")], "March from Peshawar (K3508)"),
        ([(WORD, "march"), (NUMBER, "c3")], "March column c3"),
        ([(WORD, "rail"), (PLACE, "K2337"), (WORD, "to"), (PLACE, "K2538")], "By rail from Sukkur (K2337) to K2538"),
        ([(WORD, "go"), (PLACE, "K3408"), (PLACE, "K3307")], "Go to K3307"),
        ([(WORD, "advance"), (UNIT, "br-51"), (PLACE, "K3106")], "Advance to Jelalabad (K3106) with 51st Foot"),
        ([(WORD, "join"), (WORD, "c1"), (UNIT, "br-browne")], "Browne to column c1"),
        ([(WORD, "lay"), (UNIT, "br-rail2"), (PLACE, "K2336")], "Lay rails to K2336 with Railway engineers 2"),
        ([(WORD, "parley"), (TARGET, "K3106"), (WORD, "by"), (UNIT, "br-cavagnari")],
         "Negotiate with Jelalabad (K3106) by Cavagnari"),
        ([(WORD, "lose"), (UNIT, "br-51")], "51st Foot is eliminated"),
        ([(WORD, "screen"), (UNIT, "br-10h"), (UNIT, "br-15h")], "10th Hussars and 15th Hussars screen"),
        ([(WORD, "raise"), (UNIT, "br-51"), (WORD, "by"), (UNIT, "br-browne")], "Raise 51st Foot by Browne"),
        ([(WORD, "follow"), (UNIT, "br-browne"), (PLACE, "K3508")], "Browne to Peshawar (K3508)"),
        ([(WORD, "embark"), (UNIT, "br-51"), (WORD, "on"), (UNIT, "br-browne"), (UNIT, "br-maude")],
         "Embark 51st Foot on Browne and Maude"),
        ([(WORD, "sail"), (UNIT, "br-51"), (WORD, "K2337/K2437"), (WORD, "bank"), (PLACE, "K2337"), (WORD, "by"),
          (UNIT, "br-browne")],
         "Sail to Sukkur (K2337), NE side, with 51st Foot, led by Browne"),
        ([(WORD, "steer"), (PLACE, "K2337")], "Go to Sukkur (K2337)"),
        ([(WORD, "spy"), (UNIT, "br-browne")], "Strategic intelligence by Browne"),
        ([(WORD, "spy"), (UNIT, "br-browne"), (WORD, "on"), (PLACE, "K3106")],
         "Strategic intelligence on Jelalabad (K3106) by Browne"),
        ([(WORD, "halt")], "Halt"),
    ],
)  # fmt: skip
def test_an_action_is_called_with_names_as_people_would(
    words: Words, said: list[tuple[WordKind, str]], called: str
) -> None:
    assert words.action(Parts(said[0][1], tuple(Word(*word) for word in said))) == called
