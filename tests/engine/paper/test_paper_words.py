"""Conditions, changes and effects of rules files in words."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kit.model.system_file import SystemFile
from engine.paper.kit_effects import result_text
from engine.paper.kit_words import KitWords, columns_text, figure, one_of

FILE: dict[str, Any] = {
    "name": "words",
    "title": "Words",
    "units": {
        "types": {"inf": "Infantry", "gun": {"title": "Guns"}, "ldr": "Leader"},
        "classes": {"foot": "inf"},
        "values": {"strength": {"title": "Combat factor"}, "movement": {}, "morale": {"default": 7}},
        "flags": {"elite": "Elite"},
        "statuses": {"shaken": {"title": "Shaken", "cannot": ["attack", "exert"]}},
    },
    "sequence": {"phases": [{"name": "move", "do": "move"}]},
    "conditions": {"cover": {"any": [{"terrain": "woods"}, {"feature": "big_village"}]}},
    "combat": [{"name": "attack"}],
}


def words(**blocks: Any) -> KitWords:
    """The words of a small file with some blocks."""
    return KitWords(SystemFile.model_validate({**FILE, **blocks}))


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ({"type": "inf gun"}, "Infantry or Guns"),
        ({"type": "!inf !gun"}, "not Infantry nor Guns"),
        ({"class": "foot", "status": "!shaken"}, "foot, not shaken"),
        ({"value": {"strength": {"least": 3}}}, "combat factor at least 3"),
        ({"defender_in": {"is": "cover"}}, "the defender is in woods or in big village"),
        ({"not": {"terrain": "woods"}}, "not: in woods"),
        ({"across": {"all": "river slope up"}}, "all attackers come over river or slope (uphill)"),
        ({"range": {"most": 2}}, "at a range of at most 2 hexes"),
        ({"next_to": {"side": "enemy"}}, "an enemy unit is adjacent"),
        (
            {"within": {"side": "own", "flag": "elite", "count": 2, "hexes": 3}},
            "2 friendly units (elite) are within 3 hexes",
        ),
        (
            {"attackers": {"all": {"flag": "elite"}, "count": {"least": 2}}},
            "all attackers: elite, there are at least 2 attackers",
        ),
        ({"turn": "1-3 5"}, "in turns 1 to 3, 5"),
        ({"night": True}, "at night"),
        ({"zone": "none"}, "in no zone of control"),
        ({"did": "moved"}, "it has moved this turn"),
        ({"from": "flank rear"}, "from the flank or rear"),
        ({"surround": "opposite"}, "attacked from two opposite hexes"),
        ({"led_by": {"morale": {"least": 1}}}, "led with morale at least 1"),
    ],
)
def test_a_condition_reads_as_a_player_says_it(condition: Any, said: str) -> None:
    made = words(zones={"affects": condition})
    zones = made.model.zones
    assert zones is not None
    assert made.condition(zones.affects) == said


@pytest.mark.parametrize(
    ("change", "cause", "act"),
    [
        ({"columns": -2, "says": "cover"}, "Cover", "2 columns left"),
        ({"when": {"night": True}, "die": 1}, "At night", "+1 to the die"),
        (
            {"crossing": {"river": -2, "ford slope up": -1}},
            "Always",
            "River: 2 columns left; ford or slope (uphill): 1 column left",
        ),
        ({"halve": "up", "total": "attacker"}, "Always", "halved, rounded up (total of the attacker)"),
        ({"add": "morale"}, "Always", "+ morale"),
        ({"times": "1/3"}, "Always", "× ⅓"),
    ],
)
def test_a_change_says_when_and_what(change: Any, cause: str, act: str) -> None:
    made = words(combat=[{"name": "attack", "shifts": [change]}])
    assert made.change(made.model.combat[0].shifts[0]) == (cause, act)


@pytest.mark.parametrize(
    ("effects", "said"),
    [
        ([{"lose": "both"}], "Each side loses 1 step."),
        ([{"lose": "defender", "steps": 2, "of": "each"}], "The defenders each loses 2 steps."),
        ([{"retreat": "attacker", "hexes": 1}], "The attackers: retreat 1 hex."),
        ([{"eliminate": "defender", "who": {"type": "gun"}}], "The defenders: eliminated (only units that are Guns)."),
        ([{"status": "shaken", "of": "unit"}], "The unit: shaken."),
        (
            [{"check": "defender", "dice": "2d6", "at_most": "morale", "fail": [{"status": "shaken", "of": "unit"}]}],
            "The defenders: each throws 2d6 and needs at most morale. Units that fail: The unit: shaken.",
        ),
        ([], "No effect."),
    ],
)
def test_results_without_a_text_are_said_by_their_effects(effects: Any, said: str) -> None:
    made = words(results={"R": effects})
    assert result_text(made, made.model.results["R"]) == said


def test_numbers_are_printed_as_on_paper() -> None:
    from fractions import Fraction

    assert [figure(Fraction(one)) for one in ("1/2", "3/2", "-1", "2/5", "4")] == ["½", "1½", "−1", "2/5", "4"]
    assert columns_text(-1) == "1 column left"
    assert one_of(["a", "b", "c"]) == "a, b or c"


def test_what_a_status_rules_out_is_named() -> None:
    assert words().cannot(("attack", "exert")) == "no attack or zone of control"
