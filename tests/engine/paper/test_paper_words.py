"""Conditions, changes and effects of rules files in words."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kit.model.system_file import SystemFile
from engine.paper.kit_charts import how_resolved, meaning_chart, shifts_chart
from engine.paper.kit_effects import result_text
from engine.paper.kit_more import movement_list, other_parts
from engine.paper.kit_words import KitWords, columns_text, figure
from engine.paper.model import ListOfItems, RulesChart
from engine.plural import in_series

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
    "settings": {"air": {"kind": "side", "title": "Side with aircraft"}},
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
        ({"not": {"terrain": "woods"}}, "unless in woods"),
        ({"across": {"all": "river slope up"}}, "all attackers come over river or slope (uphill)"),
        ({"range": {"most": 2}}, "at a range of at most 2 hexes"),
        ({"range": {"most": 1}}, "at a range of at most 1 hex"),
        ({"setting": {"air": "own"}}, "side with aircraft is the own side"),
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
            "River: 2 columns left; ford or slope (uphill): 1 column left each",
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
        ([{"lose": "defender", "steps": 2, "of": "each"}], "Each of the defenders loses 2 steps."),
        ([{"retreat": "attacker", "hexes": 1}], "The attackers retreat 1 hex."),
        (
            [{"eliminate": "defender", "who": {"type": "gun"}}],
            "The defenders are eliminated (only units that are Guns).",
        ),
        ([{"status": "shaken", "of": "unit"}], "The unit is shaken."),
        (
            [{"check": "defender", "dice": "2d6", "at_most": "morale", "fail": [{"status": "shaken", "of": "unit"}]}],
            "Each of the defenders rolls 2d6 and needs at most morale. Units that fail: the unit is shaken.",
        ),
        ([{"lose": "defender", "steps": "hits"}], "The defender loses a step for each hit."),
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
    assert in_series(["a", "b", "c"], "or") == "a, b or c"


def test_what_a_status_rules_out_is_named() -> None:
    assert words().cannot(("attack", "exert")) == "no attack or zone of control"


def other(**blocks: Any) -> dict[str, list[list[str]]]:
    """The charts of other blocks by their titles, as rows of texts; lists as rows of one text."""
    found: dict[str, list[list[str]]] = {}
    for title, _, parts in other_parts(words(**blocks)):
        for part in parts:
            if isinstance(part, RulesChart):
                found[title] = [[cell.text for cell in row] for row in part.rows]
            elif isinstance(part, ListOfItems):
                found[title] = [["".join(span.text for span in item)] for item in part.items]
    return found


def test_reactions_say_when_against_whom_and_how_often() -> None:
    reaction = {
        "name": "final_fire",
        "when": "moves",
        "with": "attack",
        "against": {"class": "foot"},
        "per": {"unit": "turn"},
    }
    assert other(reaction=[reaction])["Reactions"] == [
        [
            "Final fire",
            "After each hex that an enemy enters, against units that are foot.",
            "Attack",
            "Once a player turn",
        ]
    ]


def test_weather_is_thrown_from_what_it_is_now() -> None:
    table = {"rain": {"1-3": "rain", "4-6": "clear"}, "clear": {"1-3": "clear", "4-6": "rain"}}
    weather = {"kinds": "clear rain", "start": "rain", "dice": "1d6", "table": table}
    assert other(weather=weather)["Weather"] == [
        ["Rain", "1–3: rain; 4–6: clear"],
        ["Clear", "1–3: clear; 4–6: rain"],
    ]
    assert other(weather={"kinds": "mud", "turns": {"mud": "2-4"}})["Weather"] == [["Mud", "Turns 2 to 4"]]
    assert "Weather" not in other(weather={"kinds": "mud", "start": "mud"})


def test_events_have_their_rows() -> None:
    rows = [
        {"name": "lull", "on": "1-3", "text": "Nothing."},
        {"name": "shells", "on": "4-6", "do": [{"lose": "active"}]},
    ]
    found = other(events={"of_the_day": {"from": "dice", "dice": "1d6", "rows": rows}})
    assert found["Of the day"] == [
        ["1–3", "Lull", "Nothing."],
        ["4–6", "Shells", "The side in its turn loses 1 step."],
    ]


def test_supply_says_how_far_and_what_follows() -> None:
    supply = {
        "sources": [{"edge": "home"}],
        "trace": {"cost": 5, "paths": "road", "blocked_by": "enemy zones"},
        "without": {"movement": "half_up"},
        "after": {"2": [{"lose": "unit"}]},
    }
    said = [row[0] for row in other(supply=supply)["Supply"]]
    assert said == [
        "A unit is in supply within 5 movement points of a source.",
        "From there a supply line may continue along any road.",
        "Blocked by enemy units or enemy zones of control.",
        "Out of supply: movement halved, rounded up.",
        "The 2nd time in a row without supply: the unit loses 1 step.",
    ]


def test_stacking_and_zones_are_said_in_sentences() -> None:
    made = movement_list(
        words(stacking={"limit": 2}, zones={"enter": "stop", "leave": 2, "zone_to_zone": "prohibited"})
    )
    assert made is not None
    assert ["".join(span.text for span in item) for item in made.items] == [
        "Stacking: at most 2 units in a hex.",
        "A unit stops when it enters an enemy zone of control.",
        "To leave an enemy zone of control costs more: 2.",
        "No unit moves straight from one enemy zone of control into another.",
    ]
    assert movement_list(words()) is None


def test_of_several_shifts_the_best_is_marked() -> None:
    best = {"best": [{"columns": -1, "says": "woods"}, {"columns": -2, "says": "village"}]}
    made = words(combat=[{"name": "attack", "shifts": [best]}])
    chart = shifts_chart(made, made.model.combat[0])
    assert chart is not None
    assert [[cell.text for cell in row] for row in chart.rows] == [
        ["Woods", "1 column left *"],
        ["Village", "2 columns left *"],
    ]
    assert chart.notes == ("* Of these only the best one for the defender counts.",)


def test_hexsides_of_a_shift_stand_where_it_says_when() -> None:
    crossing = {"crossing": {"river": -2, "ford slope up": -1}}
    made = words(combat=[{"name": "attack", "shifts": [{**crossing, "says": "crossing"}, crossing, {"dice": -1}]}])
    chart = shifts_chart(made, made.model.combat[0])
    assert chart is not None
    assert [[cell.text for cell in row] for row in chart.rows] == [
        ["Crossing: river", "2 columns left"],
        ["Crossing: ford or slope (uphill)", "1 column left each"],
        ["Across river", "2 columns left"],
        ["Across ford or slope (uphill)", "1 column left each"],
        ["Always", "−1 die"],
    ]


def test_dice_that_are_the_strength_are_said_once() -> None:
    buckets = {"dice": "steps", "hit": "morale", "hits": [{"lose": "defender", "steps": "hits"}]}
    kind = {"name": "attack", "strength": {"attacker": "steps"}, "resolve": "buckets", "buckets": buckets}
    made = words(combat=[kind])
    part = next(how_resolved(made, made.model.combat[0]))
    assert isinstance(part, ListOfItems)
    assert ["".join(span.text for span in item) for item in part.items] == [
        "Range: adjacent hexes.",
        "Dice of each unit (1d6): steps.",
        "A die hits on its morale or less.",
        "The defender loses a step for each hit.",
    ]


def test_a_result_without_a_table_is_said_by_its_meaning() -> None:
    kind = {"name": "smoke", "resolve": "none", "results": {"done": [{"lose": "both"}]}}
    made = words(combat=[kind])
    chart = meaning_chart(made, made.model.combat[0])
    assert chart is not None
    assert chart.rows[0][0].text == "Always"
