"""What sentences call units: a number alone says too little; of a crowd the number says enough."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine import formats
from engine.plural import ordinal
from engine.scenario import Unit
from engine.umpire.wording import Words

JUNO = Path(__file__).parents[3] / "scenarios" / "juno.yaml"


@pytest.mark.parametrize(
    ("name", "kind", "size", "called"),
    [
        ("8", "infantry", "brigade", "8th Brigade"),
        ("3", "parachute", "brigade", "3rd Parachute Brigade"),
        ("21", "anti_tank", "battalion", "21st Anti-tank Battalion"),
        ("11", "infantry", "", "11th Infantry"),
        ("12 SS", "armour", "regiment", "12 SS Armour Regiment"),
        ("I/726", "infantry", "battalion", "I/726 Battalion"),
        ("9th Infantry", "infantry", "regiment", "9th Infantry"),
        ("E/3, RA", "artillery", "battery", "E/3, RA"),
        ("Towson", "artillery", "battery", "Towson"),
        ("王", "infantry", "brigade", "王"),
    ],
)
def test_a_number_alone_carries_size_and_type(name: str, kind: str, size: str, called: str) -> None:
    assert Unit("key", "us", name, kind, size).called == called


def test_numbers_have_their_endings() -> None:
    assert [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 112, 702)] == [
        *("1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "112th", "702nd")
    ]


def test_sentences_and_refusals_of_a_shipped_battle_say_it() -> None:
    words = Words(formats.load_scenario(JUNO))
    assert words.unit("cw-8") == "8th Brigade"
    assert words.spoken("move cw-8 0101") == "move 8th Brigade 0101"


def test_a_crowd_is_counted_and_named_whole_when_asked() -> None:
    scenario = formats.load_scenario(JUNO)
    keys = list(scenario.units)[:29]
    first, second = (scenario.units[key].called for key in keys[:2])
    assert Words(scenario).units(keys) == f"29 units ({first}, {second} and 27 more)"
    whole = Words(scenario, whole=True).units(keys)
    assert all(scenario.units[key].called in whole for key in keys)
    assert "more)" not in Words(scenario).units(keys[:6])
    assert Words(replace(scenario)).units([]) == "no units", "a sentence has a subject"
