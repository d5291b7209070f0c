"""Actions of a campaign that are put into one line, or spelled as their neighbours are."""

from __future__ import annotations

import pytest
from sns_field import begun, breaches, campaign, country, unit

from engine.errors import ActionError, IllegalAction
from engine.play import Game

UNITS = (
    unit("br-1"),
    unit("br-2"),
    unit("br-e", type="engineer"),
    unit("br-hq", type="headquarters", tactical=1, strategic=2),
    unit("br-h", type="cavalry", weapon="C"),
    unit("br-t", type="supply"),
    unit("na-1"),
)
HERE = {"br-1": "S0303", "br-2": "S0303", "br-e": "S0303", "br-hq": "S0303", "br-h": "S0303", "na-1": "S0403"}
OPTIONS = {"engineers": True, "intelligence": True, "conduct": True, "march_attack": True, "sieges": True}


def stands(phase: str, *done: str, feature: str = "", columns: dict[str, str] | None = None) -> Game:
    """The units in their hexes; ``feature`` is what lies in the one that ``feature`` names: ``fortress S0403``."""
    board = country()
    if feature:
        kind, name = feature.split()
        board.features[board.grid.parse(name)] = (kind,)
    given = {"columns": columns} if columns else None
    made = begun(campaign(UNITS, board), HERE, phase, dice=[4], options=OPTIONS, given=given)
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
        ("battle", "attack S0403 from S0303 without br-2", "attack S0403 from S0303 with br-1 br-e br-h br-hq"),
        ("battle", "attack S0403 without br-2 br-h br-hq fight", "attack S0403 from S0303 with br-1 br-e"),
        ("battle", "attack S0403 from S0303 with br-1, fight", "attack S0403 from S0303 with br-1"),
        ("battle", "sap S0403 with br-e", "sap S0403 by br-e"),
        ("logistics", "fair_play S0303 by br-hq", "fair play S0303 by br-hq"),
        ("movement", "besiege S0403 by br-1", "besiege S0403 from S0303"),
        ("movement", "besiege S0403 from S0303 with br-1 br-2", "besiege S0403 from S0303"),
        ("movement", "spy on S0403 by br-hq", "spy br-hq on S0403"),
        ("battle", "attack from S0303 S0403 with br-1", "attack S0403 from S0303 with br-1"),
        ("battle", "attack S0403 from S0303 by br-1", "attack S0403 from S0303 with br-1"),
        ("battle", "attack S0403 from S0303 with all", "attack S0403 from S0303 with br-1 br-2 br-e br-h br-hq"),
        ("battle", "attack S0403 by all, fight", "attack S0403 from S0303 with br-1 br-2 br-e br-h br-hq"),
        ("battle", "attack S0403 from S0303 with br-1 led by br-hq", "attack S0403 from S0303 with br-1"),
        ("battle", "attack S0403 with all led by br-hq", "attack S0403 from S0303 with br-1 br-2 br-e br-h br-hq"),
        ("logistics", "atrocity by br-1", "atrocity S0303"),
        ("logistics", "issue S0303 by br-t", "issue br-t to S0303"),
        ("logistics", "issue to S0303 S0302 by br-t", "issue br-t to S0303 S0302"),
        ("logistics", "forage S0303 with br-hq", "forage S0303 by br-hq"),
    ],
)
def test_one_action_in_several_spellings(phase: str, text: str, same: str) -> None:
    made = stands(phase)
    assert made.parse(text) == made.parse(same)


@pytest.mark.parametrize(
    ("phase", "text", "rule"),
    [
        ("movement", "besiege", "18.1"),
        ("movement", "ambush", "21.1"),
        ("logistics", "spy", "19.3"),
        ("logistics", "advance br-1", "8.9"),
        ("battle", "sap by br-e", "17.2"),
        ("battle", "scout", "19.21"),
        ("logistics", "fair play", "23.4"),
    ],
)
def test_short_words_are_refused_by_what_bars_what_they_stand_for(phase: str, text: str, rule: str) -> None:
    assert rule in breaches(stands(phase), text)


def test_a_way_on_may_begin_where_the_force_is() -> None:
    made = stands("movement", "march S0303 with br-1")
    assert made.parse("go S0303 S0304") == made.parse("go S0304")


def test_an_attack_from_the_march_says_where_from() -> None:
    made = stands("movement", "march S0303 with br-1")
    assert made.parse("storm S0403 from S0303") == made.parse("storm S0403")
    # From elsewhere it is the hex that is stormed.
    assert made.parse("storm S0403 from S0203") == made.parse("storm S0203")


@pytest.mark.parametrize("text", ["attack S0403 from S0303 without", "attack S0403 from S0303 without br-3"])
def test_who_stays_out_has_to_be_a_unit(text: str) -> None:
    with pytest.raises(ActionError, match="choose the units that stay out of the battle"):
        stands("battle").parse(text)


FORTRESS, TOWN = "fortress S0403", "town S0303"


@pytest.mark.parametrize(
    ("phase", "done", "feature", "text", "same"),
    [
        ("movement", ("end movement",), FORTRESS, "besiege", "besiege S0403 from S0303"),
        ("movement", ("end movement",), FORTRESS, "besiege S0403", "besiege S0403 from S0303"),
        ("movement", ("end movement",), "", "entrench", "entrench S0303"),
        ("movement", ("end movement",), "", "entrench S0303 by br-e", "entrench S0303"),
        ("movement", ("end movement",), "", "entrench by br-e", "entrench S0303"),
        ("movement", (), "", "spy", "spy br-hq"),
        ("movement", (), "", "spy S0403", "spy br-hq on S0403"),
        ("movement", ("march S0303 with br-h",), "", "scout", "scout S0403 with br-h"),
        ("movement", ("march S0303 with br-h",), "", "scout br-h", "scout S0403 with br-h"),
        ("movement", (), "", "march", "march S0303"),
        ("movement", (), "", "march by br-hq", "march S0303 by br-hq"),
        ("battle", (), FORTRESS, "sap", "sap S0403 by br-e"),
        ("battle", (), FORTRESS, "sap by br-e", "sap S0403 by br-e"),
        ("logistics", (), TOWN, "fair play", "fair play S0303 by br-hq"),
        ("logistics", (), TOWN, "fair_play by br-hq", "fair play S0303 by br-hq"),
        ("logistics", ("done",), TOWN, "forage", "forage S0303"),
        ("logistics", ("done",), TOWN, "forage by br-hq", "forage S0303 by br-hq"),
    ],
)
def test_a_short_form_is_the_only_legal_action_of_its_words(
    phase: str, done: tuple[str, ...], feature: str, text: str, same: str
) -> None:
    made = stands(phase, *done, feature=feature)
    assert made.parse(text) == made.parse(same)
    assert breaches(made, text) == {}


@pytest.mark.parametrize(
    ("phase", "done", "feature", "text"),
    [
        ("movement", ("end movement",), FORTRESS, "besiege S0505"),
        ("movement", ("end movement",), FORTRESS, "besiege S0403 tomorrow"),
        ("movement", (), "", "spy S0403 br-1"),
    ],
)
def test_a_short_form_of_nothing_that_there_is_is_told_how_it_is_written(
    phase: str, done: tuple[str, ...], feature: str, text: str
) -> None:
    made = stands(phase, *done, feature=feature)
    with pytest.raises(ActionError) as problem:
        made.parse(text)
    assert "legal now" not in str(problem.value)


def test_of_several_legal_actions_a_short_form_lists_them() -> None:
    made = stands("movement", columns={"c1": "br-1 br-e", "c2": "br-2"})
    with pytest.raises(ActionError, match=r"; legal now: march c2, march c1, march S0303$"):
        made.parse("march")
    assert breaches(made, "march c1") == {}


@pytest.mark.parametrize("force", ["S0303 with br-1", "br-1", "S0303 with br-1 by br-hq", "br-1 by br-hq"])
def test_a_march_to_a_hex_is_a_march_and_the_way_there(force: str) -> None:
    made = stands("movement")
    assert made.rules.split_by_unit(f"march {force} to S0304 S0305") == [f"march {force}", "go S0304 S0305"]
    assert made.rules.split_by_unit(f"march {force}") == []


def test_who_builds_fieldworks_has_to_be_able_to() -> None:
    made = stands("movement", "end movement")
    for text, said in (
        ("entrench by br-1", "no British engineer or pioneer is in S0303"),
        ("entrench S0303 by br-e br-1", "no British engineer or pioneer is in S0303"),
        ("entrench S0304 by br-e", "no British engineer or pioneer is in S0304"),
    ):
        with pytest.raises(IllegalAction, match=said) as problem:
            made.parse(text)
        assert problem.value.rule == "sns2:17.3"
    with pytest.raises(ActionError, match="'nobody' is not a hex number"):
        made.parse("entrench S0303 by nobody")


@pytest.mark.parametrize(
    ("phase", "text"),
    [
        ("movement", "show to S0303"),
        ("movement", "organise to S0303 as c1 with br-1"),
        ("movement", "march to S0303 with br-1"),
        ("movement", "spy br-hq to S0403"),
        ("movement", "scout to S0403 with br-h"),
        ("movement", "storm to S0403"),
        ("movement", "go to S0304"),
        ("movement", "entrench to S0303 by br-e"),
        ("movement", "besiege to S0403 from S0303"),
        ("movement", "parley to S0403 by br-hq"),
        ("movement", "rail br-1 to S0503"),
        ("movement", "transfer br-1 to S0503"),
        ("movement", "sail br-1 to S0503/S0603"),
        ("movement", "mend to S0304"),
        ("reinforcement", "place br-1 to S0304"),
        ("reinforcement", "replace br-1 to S0304"),
        ("battle", "attack to S0403 from S0303"),
        ("battle", "sap to S0403 by br-e"),
        ("battle", "cut to S0403"),
        ("battle", "advance br-1 to S0403"),
        ("battle", "retreat to S0304 to S0305"),
        ("battle", "follow br-hq to S0304"),
        ("logistics", "fair play to S0303 by br-hq"),
        ("logistics", "atrocity to S0303"),
        ("logistics", "forage to S0303 by br-hq"),
        ("logistics", "feed to S0303"),
        ("logistics", "issue br-1 to S0303"),
        ("logistics", "at to S0303"),
        ("logistics", "pick to S0303"),
    ],
)
def test_a_hex_may_have_to_before_it(phase: str, text: str) -> None:
    made = begun(campaign(UNITS), HERE, phase, options={**OPTIONS, "railroads": True})
    read = made.parse(text)
    assert read == made.parse(text.replace(" to ", " "))
    assert "S0" in made.text(read)
