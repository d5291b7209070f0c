"""Chapter 23: what markers of atrocities and fair play do, where an example of play cannot show it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sns_field import begun, campaign, country, state_of, unit

from engine.play import Game

ON = {"conduct": True}


def town_game(places: dict[str, str], side: str = "british", phase: str = "logistics") -> Game:
    board = country()
    board.features[board.grid.parse("S0303")] = frozenset({"town"})
    units = [unit("br-1"), unit("br-hq", type="headquarters", strategic=6, movement=8), unit("na-1")]
    return begun(campaign(units, board), places, phase, side=side, dice=[1] * 9, options=ON)


@pytest.mark.rule("sns2:23.42")
def test_a_native_atrocity_takes_the_fair_play_marker_away_and_nothing_else_does() -> None:
    game = town_game({"na-1": "S0303", "br-1": "S0909"}, "native")
    town = game.scenario.map.grid.parse("S0303")
    state = state_of(game)
    state.extras = replace(state.extras, fair_play=frozenset({town}))
    game.apply("done")
    assert state_of(game).extras.fair_play == {town}
    game.undo()
    game.apply("atrocity S0303")
    assert state_of(game).extras.fair_play == frozenset()
    assert state_of(game).atrocities == {town}


@pytest.mark.rule("sns2:23.21")
def test_an_atrocity_marker_stays_when_its_makers_go_and_the_enemy_comes() -> None:
    game = town_game({"br-1": "S0303", "br-hq": "S0303", "na-1": "S0304"})
    town = game.scenario.map.grid.parse("S0303")
    game.apply("atrocity S0303")
    field, state = game.rules.field, state_of(game)
    field.put(state, field.roster.find("br-1"), -1)
    field.put(state, field.roster.find("br-hq"), -1)
    field.put(state, field.roster.find("na-1"), town)
    assert state.atrocities == {town}


@pytest.mark.rule("sns2:23.4")
def test_fair_play_is_kept_in_a_saved_game_and_out_of_sight_of_nobody() -> None:
    game = town_game({"br-1": "S0303", "br-hq": "S0303", "na-1": "S0909"})
    town = game.scenario.map.grid.parse("S0303")
    game.apply("fair play S0303 by br-hq")
    assert state_of(game).to_json()["extras"] == {"fair_play": [town]}
    assert game.rules.view(state_of(game), "native")["extras"] == {"fair_play": [town]}
    assert game.rules.load(state_of(game).to_json()).extras.fair_play == {town}


@pytest.mark.rule("sns2:23.41")
def test_the_score_tells_of_fair_play_unless_a_lead_of_75_ended_the_game_before() -> None:
    game = town_game({"br-1": "S0303", "br-hq": "S0303", "na-1": "S0909"})
    game.apply("fair play S0303 by br-hq")
    rules, state = game.rules, state_of(game)
    lines = [line for line in rules.tally(state).lines if "fair play" in line.about]
    assert [line.points["british"] for line in lines] == [1]
    state.points, state.ended = [80, 0], True
    sheet = rules.tally(state)
    assert [line.about for line in sheet.lines if "fair play" in line.about] == []
    assert sheet.lines[0].points["british"] == 80
