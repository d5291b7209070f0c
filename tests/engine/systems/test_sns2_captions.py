"""What the actions of The Sun Never Sets II are called on buttons and in the list of what was played."""

from __future__ import annotations

import pytest

from engine.formats import load_scenario
from engine.play.parts import Parts, Word, WordKind
from engine.systems.sun_never_sets.words.captions import CAPTIONS, TOLD
from engine.systems.sun_never_sets.words.notation import VERBS
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
        ([(WORD, "rail"), (PLACE, "K2337"), (WORD, "to"), (PLACE, "K2538")], "Go by rail from Sukkur (K2337) to K2538"),
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
        ([(WORD, "transfer"), (UNIT, "br-51")], "Carry 51st Foot by sea"),
        ([(WORD, "transfer"), (UNIT, "br-51"), (WORD, "to"), (PLACE, "K2337"), (WORD, "by"), (UNIT, "br-browne")],
         "Carry 51st Foot by sea to Sukkur (K2337), led by Browne"),
        ([(WORD, "end"), (WORD, "phase")], "End the segment"),
        ([(WORD, "end"), (WORD, "battle")], "End battle"),
        ([(WORD, "fire"), (WORD, "F-veteran")], "Fire veteran field guns"),
        ([(WORD, "fire"), (WORD, "B-line"), (WORD, "by"), (UNIT, "br-browne")],
         "Fire line units with weapon B, led by Browne"),
        ([(WORD, "fire"), (WORD, "OT-rabble"), (WORD, "with"), (UNIT, "br-51"), (WORD, "by"), (UNIT, "br-browne")],
         "Fire rabble foot with firearms (51st Foot), led by Browne"),
        ([(WORD, "atrocity"), (PLACE, "K3106")], "Commit an atrocity in Jelalabad (K3106)"),
        ([(WORD, "issue"), (UNIT, "br-51"), (WORD, "to"), (PLACE, "K3106"), (PLACE, "K3508")],
         "Issue 51st Foot to Jelalabad (K3106) and Peshawar (K3508)"),
    ],
)  # fmt: skip
def test_an_action_is_called_with_names_as_people_would(
    words: Words, said: list[tuple[WordKind, str]], called: str
) -> None:
    assert words.action(Parts(said[0][1], tuple(Word(*word) for word in said))) == called


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("march", "March with a column"),
        ("march K3508", "March from Peshawar (K3508)"),
        ("spy K3106", "Strategic intelligence on Jelalabad (K3106)"),
        ("at", "Put it on the map"),
        ("halt", "Halt"),
    ],
)
def test_what_the_other_side_does_is_told_in_words_too(words: Words, text: str, said: str) -> None:
    assert words.visible_action(text) == said


def test_every_verb_whose_words_the_other_side_may_not_know_is_told_in_words() -> None:
    kinds = {UNIT, NUMBER}
    veiled = {verb.word for verb in VERBS._verbs.values() if any(part.kind in kinds for part in verb.parts)}
    assert veiled <= set(TOLD)
