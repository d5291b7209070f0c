"""What happens by itself at the end of phases and turns is carried out before the game goes on."""

from __future__ import annotations

from random import Random
from typing import Any

from kit_files import first_steps, kit_file

from engine.kit.rules import kit_rules
from engine.play import Game

UNITS = {"types": {"foot": "Foot", "guns": "Guns"}, "values": {"strength": {"least": 1}, "movement": {}}}


def test_what_want_of_supply_brings_at_the_end_of_a_game_turn_is_carried_out() -> None:
    supply: dict[str, Any] = {
        "sources": [{"place": "depot"}],
        "trace": {"hexes": 1},
        "after": {"1": [{"eliminate": "unit"}]},
    }
    settings = {"depot": {"kind": "hexes", "default": "F0101"}}
    rules = kit_rules(kit_file("two_banks", units=UNITS, supply=supply, settings=settings))
    game = Game(first_steps(), 1, rules=rules(first_steps()))
    there = [key for key, unit in game.rules.units(game.state).items() if unit["at"]]
    random = Random(1)
    while game.decision is not None and game.state.turn == 1:
        game.apply(game.legal_actions().sample(random))
        assert len(game.state.stack) <= 3
    units = game.rules.units(game.state)
    assert there
    assert [key for key in there if not units[key]["dead"] and units[key]["at"] and not units[key]["supplied"]] == []
    assert len(game.state.stack) <= 3
