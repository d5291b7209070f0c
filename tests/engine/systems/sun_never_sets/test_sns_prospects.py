"""What battles and marches promise: lines for people, and a forecast that real battles bear out."""

from __future__ import annotations

from typing import Any

import pytest
from sns_field import begun, campaign, country, state_of, unit

from engine.play import Game
from engine.systems.sun_never_sets import effects

BRITISH = (
    unit("br-hq", type="headquarters", tactical=2, strategic=2, movement=8),
    unit("br-1", weapon="M", morale="V", strength=8),
    unit("br-2", weapon="M", morale="V", strength=9),
)
NATIVES = (unit("na-1", weapon="S", morale="R"), unit("na-2", weapon="S", morale="R"))


def game(terrain: str = "clear", natives: int = 2, phase: str = "battle") -> Game:
    board = country()
    board.terrain[board.grid.parse("S0506")] = terrain
    units = [*BRITISH, *NATIVES[:natives]]
    where = {one.key: "S0505" if one.key.startswith("br-") else "S0506" for one in units}
    return begun(campaign(units, board), where, phase)


def odds(made: Game, *units: str) -> dict[str, Any]:
    return made.rules.odds(made.state, "S0506", list(units))


@pytest.mark.rule("sns2:8.4")
@pytest.mark.rule("sns2:8.43")
def test_every_volley_is_told_with_row_modifiers_and_shares() -> None:
    found = odds(game("mountain"), "br-hq", "br-1", "br-2")
    rifle = [line for line in found["volleys"] if line["round"] == "rifle"]
    assert [(line["units"], line["row"]) for line in rifle] == [(["br-2"], 8), (["br-1"], 8)]
    assert [(m["value"], m["rule"]) for m in rifle[0]["modifiers"]] == [(2, "sns2:8.6"), (-2, "sns2:8.6")]
    assert rifle[0]["who"] == "veteran muskets"
    assert sum(rifle[0]["results"].values()) == pytest.approx(1, abs=0.001)
    assert set(rifle[0]["results"]) == {
        "no effect",
        "1 unit is demoralized",
        "1 unit is eliminated and 1 more demoralized",
    }
    assert found["ground"]["why"] == "mountain"


@pytest.mark.rule("sns2:8.21")
def test_superiority_is_told_as_a_chance_without_ties() -> None:
    found = odds(game(), "br-hq", "br-1")["superiority"]
    # Two more on one side: 26 throws of 36 are ahead, 4 level and thrown again.
    assert found["results"] == {"british": round(26 / 32, 4), "native": round(6 / 32, 4)}
    assert found["modifiers"]["british"][0]["value"] == 2


def test_the_ground_and_numbers_change_what_is_promised() -> None:
    places = {one.key: "" for one in BRITISH}
    open_ground, mountain, few = (
        made.rules.prospects(made.state, "S0506", places) for made in (game(), game("mountain"), game(natives=1))
    )
    assert open_ground is not None
    assert mountain is not None
    assert few is not None
    assert open_ground.good >= mountain.good
    assert few.good >= open_ground.good
    assert open_ground.share > 0.5
    assert 0 <= open_ground.bad <= 1


def test_nobody_attacks_from_afar_or_twice() -> None:
    made = game()
    assert made.rules.prospects(made.state, "S0506", {"br-1": "S0101"}) is None
    assert made.rules.prospects(made.state, "S0509", {"br-1": ""}) is None
    state_of(made).fought = 0b111
    assert made.rules.prospects(made.state, "S0506", {"br-1": ""}) is None


def test_real_battles_bear_out_the_forecast() -> None:
    made = game()
    promised = made.rules.prospects(made.state, "S0506", {one.key: "" for one in BRITISH})
    assert promised is not None
    won = 0
    for seed in range(60):
        played = Game(made.scenario, seed, start=made.start, rules=made.rules)
        played.apply("attack S0506 from S0505 with br-hq br-1 br-2")
        while played.decision is not None and played.decision.kind in ("fire", "loss"):
            texts = played.legal_actions().texts()
            played.apply(next((text for text in texts if " by " in text), texts[0]))
        (battle,) = [event for event in played.events if event.kind == "battle"]
        won += battle.data["winner"] == "british"
    assert won / 60 == pytest.approx(promised.good, abs=0.2)


@pytest.mark.rule("sns2:6.0")
@pytest.mark.rule("sns2:6.11")
def test_a_march_is_told_by_result() -> None:
    made = game(phase="movement")
    found = made.rules.march_prospects(made.state, ["br-1"])
    assert [(m["value"], m["rule"]) for m in found["modifiers"]] == [(2, "sns2:6.11")]
    assert found["points"] == {"hold": 0, "march": 6, "forced": 12, "dash": 18}
    assert sum(found["results"].values()) == pytest.approx(1, abs=0.001)
    assert sum(share for words, share in found["results"].items() if "attrition" in words) == pytest.approx(
        1 / 6, abs=0.001
    )
    effects.lay(state_of(made), 0, "foul_weather", "player_turn")
    again = made.rules.march_prospects(made.state, ["br-1"])
    assert [m["rule"] for m in again["modifiers"]] == ["sns2:6.11", "sns2:3.2"]
