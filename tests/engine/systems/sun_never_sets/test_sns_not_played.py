"""What belongs to an optional chapter that is not played is refused under the first paragraph of that chapter."""

from __future__ import annotations

import pytest
from sns_battle import KOFI, board
from sns_field import begun, breaches, campaign, unit

from engine.play import Game, Illegal

FORTRESS = "S0506"


def game() -> Game:
    """Whom the optional chapters need, next to a fortress of the enemy; none of the chapters is on."""
    envoy = unit("br-envoy", type="headquarters", movement=8, strategic=2, political=True)
    units = [
        *(unit("br-1"), unit("br-eng", type="engineer"), unit("br-horse", type="cavalry", weapon="C"), envoy),
        *(unit("br-rail", type="railroad_engineer"), unit("br-new"), unit("na-1"), KOFI),
    ]
    places = {one.key: FORTRESS if one.key.startswith("na-") else "S0505" for one in units if one.key != "br-new"}
    return begun(campaign(units, board(features={FORTRESS: "fortress"})), places, dice=[3])


@pytest.mark.parametrize(
    ("text", "rule", "reason"),
    [
        ("entrench S0505", "17.0", "engineers cannot build fieldworks in this scenario"),
        ("sap S0404 by br-1", "17.0", "sapper attacks are not played in this scenario"),
        ("besiege S0101 from S0505", "18.0", "sieges are not played in this scenario"),
        ("show S0505", "19.0", "intelligence is not played in this scenario"),
        ("spy br-envoy", "19.0", "intelligence is not played in this scenario"),
        ("parley S0506 by br-1", "25.0", "political officers are not played in this scenario"),
        ("raise br-1 by br-eng", "25.0", "political officers are not played in this scenario"),
        ("transfer br-1", "29.0", "naval transfer is not played in this scenario"),
        ("lay S0504", "30.0", "railways are not played in this scenario"),
        ("mend S0505", "30.0", "railways are not played in this scenario"),
        ("cut S0505", "30.0", "railways are not played in this scenario"),
    ],
)
def test_what_is_not_played_is_refused_under_its_chapter(text: str, rule: str, reason: str) -> None:
    """No other paragraph of the chapter is told, though most of these could not be done for other reasons either."""
    verdict = game().verdict(text)
    assert isinstance(verdict, Illegal)
    assert [(verdict.rule, verdict.reason), *verdict.also][-1] == (f"sns2:{rule}", reason)


def test_nobody_goes_by_rail_where_railways_are_not_played() -> None:
    assert breaches(game(), "rail br-1 to S0508")["30.0"] == "railways are not played in this scenario"


@pytest.mark.rule("sns2:19.0")
def test_nobody_reconnoitres_on_the_march_where_intelligence_is_not_played() -> None:
    made = game()
    made.apply("march S0505 with br-horse")
    for text in ("scout S0506 with br-horse", "scout S0404 with br-1"):
        assert breaches(made, text) == {"19.0": "intelligence is not played in this scenario"}
    assert not [text for text in made.legal_actions().texts() if text.startswith("scout")]
