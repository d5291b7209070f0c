"""Chapter 12: who may not forage or be issued supply, and why."""

from __future__ import annotations

import pytest
from sns_field import begun, breaches, campaign, unit


@pytest.mark.parametrize(
    ("text", "rule", "words"),
    [
        ("forage S0505 by br-hq", "12.33", "br-hq is no headquarters in S0505"),
        ("forage S0909", "12.3", "nobody in S0909 has to be fed"),
        ("muddle S0505", "4.1", "no event adds to this die"),
        ("issue br-train to S0606 S0909", "12.3", "nobody in S0909 has to be fed"),
        ("issue br-train to S0606 S0505", "12.61", "a supply unit feeds 12 units, and none is left for S0505"),
    ],
)
def test_who_is_not_fed_so_is_told_why(text: str, rule: str, words: str) -> None:
    many = [unit(f"br-{number}") for number in range(1, 13)]
    leaders = [unit(f"br-{key}", type="headquarters", movement=8) for key in ("aide", "hq")]
    others = [unit("br-far"), *leaders, unit("br-train", type="supply")]
    places = {one.key: "S0606" for one in (*many, *others[2:])}
    made = begun(
        campaign([*many, *others, unit("na-1")]),
        {**places, **dict.fromkeys(("br-far", "br-aide"), "S0505"), "na-1": "S0101"},
        "logistics",
    )
    assert breaches(made, text)[rule] == words
