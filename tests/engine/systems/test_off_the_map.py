"""What is said of units that are not on the map: that wait, come under a condition, have left, are lost or absent."""

from __future__ import annotations

from typing import Any

import fm_field
import pytest
import tlg2_field
from hex_field import field, refused

from engine.errors import HexwrightError
from engine.mechanics.hexes.hexstate import ABSENT, DEAD, POOL, WAITING, exited_at
from engine.play import Game
from engine.scenario import Arrival, Scoring, Victory, VictoryCondition

TLG2 = (tlg2_field, "us", "infantry 3", "ac", "United States")
ENTERS_FIRST = ("5.1", "reinforcements are not on the map until they enter")
FM = (fm_field, "cw", "infantry 3-3-3", "ge", "Commonwealth")


def waiting(system: Any) -> Game:
    """-1 stands in X0101, -2 comes on turn 2, -3 when its side holds X0505."""
    made, side, kind, other, _ = system
    condition = VictoryCondition("hold", ("X0505",))
    arrivals = [
        Arrival(2, side, ("X0112",), (f"{side}-2",)),
        Arrival(1, side, ("X0111",), (f"{side}-3",), when=condition),
    ]
    units = [*(f"{side}-{number} {kind}" for number in (1, 2, 3)), f"{other}-1 {kind}"]
    victory = Victory(scoring=(Scoring("hold", 1, hexes=("X0505",), initial=other),))
    setup = {f"{side}-1": "X0101", f"{other}-1": "X1212"}
    return Game(made.scenario(field(), units, setup, arrivals, victory=victory))


@pytest.mark.parametrize(
    ("place", "said"),
    [
        (DEAD, [("2.6", "us-1 is eliminated")]),
        (WAITING, [("5.2", "us-1 has not entered the map"), ENTERS_FIRST]),
        (POOL, [("5.2", "us-1 has not entered the map")]),
        (ABSENT, [("2.6", "us-1 takes no part in this game")]),
        (exited_at(0), [("2.6", "us-1 has left the map")]),
        (exited_at(99), [("2.6", "us-1 has left the map")]),
    ],
)
def test_who_is_not_on_the_map_does_not_move(place: int, said: list[tuple[str, str]]) -> None:
    game = waiting(TLG2)
    game.state.place(0, place)  # type: ignore[attr-defined]
    assert refused(game, "move us-1 X0102") == said
    assert refused(game, "enter us-1 X0112") == [("5.1", "us-1 is not a reinforcement waiting to enter")]
    assert refused(game, "exit us-1") == [("2.8", "us-1 is not on the map")]
    game = waiting(FM)
    game.state.place(0, place)  # type: ignore[attr-defined]
    assert refused(game, "move cw-1 X0102") == [("3.0", "cw-1 is not on the map")]
    assert refused(game, "enter cw-1 X0112") == [("3.0", "cw-1 is not a reinforcement waiting to enter")]
    assert refused(game, "exit cw-1") == [("4.1", "cw-1 is not on the map")]


@pytest.mark.parametrize("system", [TLG2, FM], ids=["tlg2", "fm"])
def test_who_comes_later_or_under_a_condition_waits_for_it(system: Any) -> None:
    game, side, rule = waiting(system), system[1], "5.1" if system is TLG2 else "3.0"
    late = f"{side}-2 arrives on turn 2" + (", never earlier" if system is TLG2 else "")
    held = f"{side}-3 comes when {system[4]} holds X0505"
    elsewhere = "must enter at {}, not at {}" if system is TLG2 else "does not enter at {1}"
    entry, turn = ("5.3", "5.2") if system is TLG2 else ("3.0", "3.0")
    assert refused(game, f"enter {side}-2 X0112") == [(turn, late)]
    assert refused(game, f"enter {side}-2 X0111") == [
        (turn, late),
        (entry, f"{side}-2 {elsewhere.format('X0112', 'X0111')}"),
    ]
    assert refused(game, f"enter {side}-3 X0111") == [(rule, held)]
    for key in (2, 3):
        assert game.rules.reach(game.state, f"{side}-{key}").hexes == {}
    if system is TLG2:
        answer = game.rules.reach(game.state, "us-3")
        assert (answer.rule, answer.because) == ("tlg2:5.1", "comes when United States holds X0505")
    state: Any = game.state
    state.holders = (0, *state.holders[1:])
    assert refused(game, f"enter {side}-3 X0111") == []
    assert "X0111" in game.rules.reach(game.state, f"{side}-3").hexes


def test_the_types_that_twilights_last_gleaming_knows() -> None:
    with pytest.raises(HexwrightError) as error:
        Game(tlg2_field.scenario(field(), ["us-1 sailor 3"]))
    assert str(error.value) == "us-1 is of type 'sailor'; there are infantry, warband, artillery, cavalry"


@pytest.mark.rule("tlg2:5.3")
def test_of_several_entry_hexes_the_first_is_taken_by_twilights_last_gleaming_and_any_by_fire_and_movement() -> None:
    for made, side, kind, elsewhere in (
        (tlg2_field, "us", "infantry 3", [("5.3", "us-2 must enter at X0111, not at X0112")]),
        (fm_field, "cw", "infantry 3-3-3", []),
    ):
        arrivals = [Arrival(1, side, ("X0111", "X0112"), (f"{side}-2",))]
        foe = "ac" if side == "us" else "ge"
        units = {f"{side}-1 {kind}": "X0101", f"{side}-2 {kind}": "", f"{foe}-1 {kind}": "X1201"}
        game = made.game(field(), units, arrivals=arrivals)
        assert refused(game, f"enter {side}-2 X0111") == []
        assert refused(game, f"enter {side}-2 X0112") == elsewhere
        listed = {text.split()[2] for text in game.legal_actions().texts() if text.startswith(f"enter {side}-2")}
        assert listed == ({"X0111"} if elsewhere else {"X0111", "X0112"})


@pytest.mark.rule("tlg2:5.3")
def test_a_column_is_that_of_the_first_of_its_entry_hexes() -> None:
    arrivals = [Arrival(1, "us", ("X0111", "X0112"), ("us-1", "us-2", "us-3"))]
    units = {f"us-{number} infantry 3": "" for number in (1, 2, 3)} | {"ac-1 infantry 3": "X1201"}
    game = tlg2_field.game(field(), units, arrivals=arrivals)
    for place, way in enumerate(("X0111 X0211 X0311", "X0111 X0211", "X0111"), 1):
        assert game.rules.reach(game.state, f"us-{place}").hexes["X0111"].cost == place
        game.apply(f"enter us-{place} {way}")
