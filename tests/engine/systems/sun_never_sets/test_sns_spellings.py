"""Actions of a campaign that are put into one line, or spelled as their neighbours are."""

from __future__ import annotations

import pytest
from sns_field import begun, campaign, unit

from engine.errors import ActionError
from engine.play import Game

UNITS = (
    unit("br-1"),
    unit("br-2"),
    unit("br-e", type="engineer"),
    unit("br-hq", type="headquarters", tactical=1, strategic=2),
    unit("na-1"),
)
HERE = {"br-1": "S0303", "br-2": "S0303", "br-e": "S0303", "br-hq": "S0303", "na-1": "S0403"}
OPTIONS = {"engineers": True, "intelligence": True, "conduct": True, "march_attack": True}


def stands(phase: str, *done: str) -> Game:
    made = begun(campaign(UNITS), HERE, phase, dice=[4], options=OPTIONS)
    for action in done:
        made.apply(action)
    return made


@pytest.mark.parametrize(
    ("phase", "text", "same"),
    [
        ("movement", "march S0303 with br-1 led by br-hq", "march S0303 with br-1 by br-hq"),
        ("movement", "march br-1 br-2 led by br-hq, roll", "march S0303 with br-1 br-2 by br-hq"),
        ("movement", "march S0303 Led By br-hq", "march S0303 by br-hq"),
        ("movement", "spy S0403 with br-hq", "spy br-hq on S0403"),
        ("battle", "attack S0403 from S0303 without br-2", "attack S0403 from S0303 with br-1 br-e br-hq"),
        ("battle", "attack S0403 without br-2 br-hq fight", "attack S0403 from S0303 with br-1 br-e"),
        ("battle", "attack S0403 from S0303 with br-1, fight", "attack S0403 from S0303 with br-1"),
        ("battle", "sap S0403 with br-e", "sap S0403 by br-e"),
        ("logistics", "fair_play S0303 by br-hq", "fair play S0303 by br-hq"),
    ],
)
def test_one_action_in_several_spellings(phase: str, text: str, same: str) -> None:
    made = stands(phase)
    assert made.parse(text) == made.parse(same)


def test_an_attack_from_the_march_says_where_from() -> None:
    made = stands("movement", "march S0303 with br-1")
    assert made.parse("storm S0403 from S0303") == made.parse("storm S0403")
    # From elsewhere it is the hex that is stormed.
    assert made.parse("storm S0403 from S0203") == made.parse("storm S0203")


@pytest.mark.parametrize("text", ["attack S0403 from S0303 without", "attack S0403 from S0303 without br-3"])
def test_who_stays_out_has_to_be_a_unit(text: str) -> None:
    with pytest.raises(ActionError, match="say who stays out of the battle"):
        stands("battle").parse(text)
