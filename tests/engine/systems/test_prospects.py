"""What an attack promises: odds in words, good and bad results, losses to be expected; asked alike of every system."""

from __future__ import annotations

import fm_field
import pytest
import tlg2_field
from hex_field import field

from engine.errors import HexwrightError, NameNotKnown
from engine.play.answers import NotTold, Prospects
from engine.play.game import Game
from engine.play.rules import Rules


def asked(game: Game, target: str, **places: str) -> Prospects | None:
    named = {key.replace("_", "-"): place for key, place in places.items()}
    return game.rules.prospects(game.state, target, named)


def test_two_to_one_of_the_war_of_1812() -> None:
    game = tlg2_field.game(field(), {"us-1 infantry 6/3": "X0405", "ac-1 infantry 3/2": "X0406"}, phase="combat")
    found = asked(game, "X0406", us_1="")
    # The column has AR, BL twice, DR twice and DL1DR.
    assert found is not None
    assert (found.odds, found.share) == ("2:1", 0.5)
    assert (found.good, found.bad) == (pytest.approx(3 / 6), pytest.approx(1 / 6))
    assert (found.attacker_steps, found.defender_steps) == pytest.approx((2 / 6, 3 / 6), abs=1e-4)


def test_a_differential_of_four_on_clear_ground() -> None:
    units = {"cw-1 infantry 7-3-4": "X0405", "ge-1 infantry 3-3-4": "X0406"}
    game = fm_field.game(field(), units, phase="combat")
    found = asked(game, "X0406", cw_1="")
    # The column has D2 twice, Ex three times, and nothing.
    assert found is not None
    assert (found.odds, found.share) == ("+4", 9 / 12)
    assert (found.good, found.bad) == (pytest.approx(2 / 6), 0)
    assert (found.attacker_steps, found.defender_steps) == (pytest.approx(3 / 6), pytest.approx(3 / 6))


def test_an_attack_out_of_the_first_hex_of_the_map_is_promised_as_any_other() -> None:
    game = fm_field.game(field(), {"cw-1 infantry 7-3-4": "X0101", "ge-1 infantry 3-3-4": "X0102"}, phase="combat")
    promise = game.rules.announced(game.state, game.parse("attack X0102 with cw-1"))
    assert promise is not None
    assert promise.odds == "+4"


def test_units_are_counted_where_they_would_attack_from_and_nothing_is_moved() -> None:
    units = {"us-1 infantry 6/3": "X0405", "us-2 infantry 6/3": "X0101", "ac-1 infantry 3/2": "X0406"}
    game = tlg2_field.game(field(), units)
    before = game.state.to_json()
    found = asked(game, "X0406", us_1="", us_2="X0506")
    assert found is not None
    assert found.odds == "4:1"
    assert game.state.to_json() == before


def test_who_has_attacked_promises_nothing_more() -> None:
    units = {"us-1 infantry 6/3": "X0405", "ac-1 infantry 3/2": "X0406"}
    game = tlg2_field.game(field(), units, phase="combat", dice=[2])
    game.apply("attack X0406 with us-1")
    assert game.rules.units(game.state)["ac-1"]["at"] == "X0406", "both have lost a step and stand"
    assert asked(game, "X0406", us_1="") is None


def test_what_cannot_be_asked() -> None:
    game = tlg2_field.game(field(), {"us-1 infantry 6/3": "X0405", "ac-1 infantry 3/2": "X0406", "us-2 infantry 3": ""})
    assert asked(game, "X0101", us_1="") is None, "nobody is there"
    with pytest.raises(NameNotKnown):
        asked(game, "X0406", us_9="")
    with pytest.raises(HexwrightError, match="us-2 is not on the map"):
        asked(game, "X0406", us_2="")


def test_rules_that_tell_no_prospects_say_so() -> None:
    game = tlg2_field.game(field(), {"us-1 infantry 6/3": "X0405", "ac-1 infantry 3/2": "X0406"})
    assert game.rules.tells("prospects")
    assert game.rules.tells("objectives")

    class Silent(type(game.rules)):  # type: ignore[misc]
        prospects = Rules.prospects

    silent = Silent(game.scenario)
    assert not silent.tells("prospects")
    with pytest.raises(NotTold, match="do not tell prospects"):
        silent.prospects(game.state, "X0406", {})
