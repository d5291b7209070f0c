"""What follows a die roll: losses, retreats, displacement, advance (2.6, 6.11 to 6.15)."""

from __future__ import annotations

from typing import Any

import pytest
from tlg2_field import always, broken, combat, field, game, happened, kinds, must_retreat, places, verbs

from engine.play import Game
from engine.systems.twilights_last_gleaming.aftermath import agenda


@pytest.mark.rule("tlg2:6.11")
@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("DL1DR", (("D", "lose", 1), ("D", "retreat", 1))),
        ("DRDL1", (("D", "lose", 1), ("D", "retreat", 1))),  # losses come first however it is written
        ("BL", (("D", "lose", 1), ("A", "lose", 1))),
        ("BL2", (("D", "lose", 2), ("A", "lose", 2))),
        ("AL1AR", (("A", "lose", 1), ("A", "retreat", 1))),
        ("AR", (("A", "retreat", 1),)),
        ("AL", (("A", "lose", 1),)),
        ("DE", (("D", "eliminate", 0),)),
        ("DL2DRAL1", (("D", "lose", 2), ("A", "lose", 1), ("D", "retreat", 1))),
        ("NE", ()),
        ("-", ()),
    ],
)
def test_result_codes(code: str, wanted: tuple[tuple[str, str, int], ...]) -> None:
    assert agenda(code) == wanted


# -- losses ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("tlg2:2.6")
@pytest.mark.parametrize(
    ("code", "steps", "left"), [("DL1", 2, 1), ("DL1", 1, 0), ("DL2", 2, 0), ("DL2", 1, 0), ("DL3", 2, 0), ("DE", 2, 0)]
)
def test_steps_are_lost_and_the_last_one_kills(code: str, steps: int, left: int) -> None:
    playing = combat(code, {"us-1 infantry 4": "X0605", "ac-1 infantry 8/3": "X0606"}, steps={"ac-1": steps})
    playing.apply("attack X0606 with us-1")
    found = playing.rules.units(playing.state)["ac-1"]
    assert (found["steps"], found["dead"], found["strength"]) == (left, left == 0, {2: 8, 1: 3, 0: 0}[left])


@pytest.mark.rule("tlg2:2.6")
def test_a_reduced_unit_fights_with_its_other_side() -> None:
    playing = game(
        field(), {"us-1 infantry 4": "X0605", "ac-1 infantry 8/3": "X0606"}, phase="combat", steps={"ac-1": 1}
    )
    assert playing.rules.odds(playing.state, "X0606", ["us-1"]).defence == 3


@pytest.mark.rule("tlg2:6.11")
def test_the_owner_chooses_who_loses() -> None:
    units = {"us-1 infantry 4/2": "X0605", "us-2 infantry 4/2": "X0705", "ac-1 infantry 8/3": "X0606"}
    playing = combat("BL", units)
    playing.apply("attack X0606 with us-1 us-2")
    assert playing.decision is not None
    assert (playing.decision.side, playing.decision.kind, playing.decision.rule) == ("us", "loss", "tlg2:6.11")
    assert verbs(playing, "lose") == ["lose us-1", "lose us-2"]
    assert broken(playing, "lose ac-1") == {"6.11"}
    assert "6.11" in broken(playing, "end phase")
    playing.apply("lose us-2")
    assert happened(playing, "loss")[1]["unit"] == "us-2"


@pytest.mark.rule("tlg2:6.11")
def test_a_loss_of_all_leaves_no_choice() -> None:
    units = {"us-1 infantry 4": "X0605", "us-2 infantry 4": "X0705", "ac-1 infantry 8/3": "X0606"}
    playing = combat("AL2", units)
    playing.apply("attack X0606 with us-1 us-2")
    assert places(playing)["us-1"] is places(playing)["us-2"] is None


@pytest.mark.rule("tlg2:6.11")
def test_losses_come_before_retreats_of_either_side() -> None:
    units = {"us-1 infantry 4/2": "X0605", "ac-1 infantry 8/3": "X0606"}
    playing = combat("DRAL1", units)
    playing.apply("attack X0606 with us-1")
    assert kinds(playing) == [("loss", "us-1")]
    playing.apply("retreat ac-1 X0607")
    assert kinds(playing) == [("loss", "us-1"), ("retreat", "ac-1"), ("advance", "us-1")]


@pytest.mark.rule("tlg2:6.11")
def test_nobody_retreats_two_hexes_to_save_a_step() -> None:
    playing = combat("DL1DR", {"us-1 infantry 4": "X0605", "ac-1 infantry 8/3": "X0606"})
    playing.apply("attack X0606 with us-1")
    assert playing.rules.units(playing.state)["ac-1"]["steps"] == 1
    assert "6.12" in broken(playing, "retreat ac-1 X0608")


# -- retreats -------------------------------------------------------------------------------------------------


@pytest.mark.rule("tlg2:6.12")
def test_out_of_zones_of_control_where_that_can_be() -> None:
    playing = must_retreat("X0605", "")
    assert set(verbs(playing, "retreat")) == {f"retreat ac-1 {name}" for name in ("X0506", "X0706", "X0607")}
    assert playing.decision is not None
    assert playing.decision.side == "ac"
    for name in ("X0505", "X0705"):  # in the zone of us-1
        assert broken(playing, f"retreat ac-1 {name}") == {"6.14", "6.12"}
    assert broken(playing, "retreat ac-1 X0605") == {"4.10", "6.12", "6.13"}
    assert "6.12" in broken(playing, "retreat ac-1 X0608")
    assert broken(playing, "retreat us-1 X0604") == {"6.12"}
    assert "6.12" in broken(playing, "end phase")


@pytest.mark.rule("tlg2:6.14")
def test_into_a_zone_when_there_is_nothing_else() -> None:
    playing = must_retreat("X0605 X0608", "")  # X0608 controls X0607, X0507 and X0707 but not X0506
    assert set(verbs(playing, "retreat")) == {"retreat ac-1 X0506", "retreat ac-1 X0706"}
    everywhere = must_retreat("X0605 X0608 X0806 X0406", "")
    options = {text.split()[-1] for text in verbs(everywhere, "retreat")}
    assert options == {"X0505", "X0705", "X0706", "X0607", "X0506"}
    everywhere.apply("retreat ac-1 X0607")
    assert happened(everywhere, "retreat")[0]["rule"] == "tlg2:6.14"


@pytest.mark.rule("tlg2:6.12")
@pytest.mark.rule("tlg2:4.20")
def test_no_hex_to_go_means_elimination_and_the_advance_all_the_same() -> None:
    board = field(hexsides={"river": "X0606/X0607 X0606/X0506 X0606/X0505 X0606/X0705 X0606/X0706"})
    playing = must_retreat("X0605", "", board)
    assert places(playing)["ac-1"] is None
    assert [kind for kind, _ in kinds(playing)] == ["eliminated", "advance"]
    assert places(playing)["us-1"] == "X0606"


@pytest.mark.rule("tlg2:6.12")
def test_the_edge_of_the_map_and_rivers_are_no_way_out() -> None:
    units = {"us-1 infantry 3": "X0102", "ac-1 infantry 3": "X0101"}
    playing = combat("DR", units, field(terrain={"river": "X0201 X0202"}))
    playing.apply("attack X0101 with us-1")
    assert places(playing)["ac-1"] is None
    playing = combat("DR", units)
    playing.apply("attack X0101 with us-1")
    assert places(playing)["ac-1"] == "X0201"


@pytest.mark.rule("tlg2:6.12")
def test_attackers_retreat_by_the_same_rules() -> None:
    units = {"us-1 infantry 3": "X0606", "us-2 infantry 3": "X0706", "ac-1 infantry 3": "X0705"}
    playing = combat("AR", units)
    playing.apply("attack X0705 with us-1 us-2")
    assert playing.decision is not None
    assert playing.decision.side == "us"
    assert playing.decision.units == ("us-1", "us-2")
    assert broken(playing, "retreat us-1 X0605") >= {"6.12"}  # in the zone of ac-1
    playing.apply("retreat us-2 X0707")
    playing.apply("retreat us-1 X0506")
    assert places(playing) == {"us-1": "X0506", "us-2": "X0707", "ac-1": "X0705"}


@pytest.mark.rule("tlg2:6.12")
def test_order_of_retreats_is_the_owner_s_and_may_open_a_way() -> None:
    """us-1 can only go where us-2 stands, until us-2 has gone."""
    closed = "X0606/X0505 X0606/X0506 X0606/X0607 X0606/X0706"
    units = {"us-1 infantry 3": "X0606", "us-2 infantry 3": "X0605", "ac-1 infantry 3": "X0705"}
    playing = combat("AR", units, field(hexsides={"river": closed}))
    playing.apply("attack X0705 with us-1 us-2")
    assert {text.split()[1] for text in verbs(playing, "retreat")} == {"us-2"}
    playing.apply("retreat us-2 X0604")
    assert places(playing)["us-1"] == "X0605"


@pytest.mark.rule("tlg2:6.12")
def test_held_hexes_of_a_multi_hex_combat() -> None:
    """X0505 is left by ac-2, but held a unit when the combat began."""
    many = combat("DR", {"us-1 infantry 9": "X0605", "ac-1 infantry 3": "X0606", "ac-2 infantry 3": "X0505"})
    many.apply("attack X0606 X0505 with us-1")
    assert broken(many, "retreat ac-1 X0505") == {"6.12"}
    many.apply("retreat ac-2 X0405")
    assert broken(many, "retreat ac-1 X0505") == {"6.12"}  # empty by now, but it held a unit


@pytest.mark.rule("tlg2:6.12")
def test_a_hex_emptied_by_a_loss_stays_closed_in_a_multi_hex_combat() -> None:
    river = "X0606/X0506 X0606/X0607 X0606/X0706 X0606/X0705"
    units = {"us-1 infantry 9": "X0605", "ac-1 infantry 3/1": "X0606", "ac-2 infantry 3": "X0505"}
    playing = combat("DL1DR", units, field(hexsides={"river": river}))
    playing.apply("attack X0606 X0505 with us-1")
    playing.apply("lose ac-2")
    # X0505 is the only hex that ac-1 could go to.
    assert places(playing)["ac-1"] is None
    assert places(playing)["us-1"] in (None, "X0605")
    assert set(verbs(playing, "advance")) == {"advance us-1 X0606", "advance us-1 X0505"}


@pytest.mark.rule("tlg2:6.12")
@pytest.mark.parametrize(("reading", "open_to_it"), [("defenders", True), ("any_side", False)])
def test_what_makes_a_combat_multi_hex(reading: str, open_to_it: bool) -> None:
    """Two attackers of one hex: by the option the hex that one attacker left is closed to the other."""
    units = {"us-1 infantry 3": "X0606", "us-2 infantry 3": "X0605", "ac-1 infantry 3": "X0705"}
    playing = combat("AR", units, options={"multi_hex_combat": reading})
    playing.apply("attack X0705 with us-1 us-2")
    playing.apply("retreat us-2 X0604")
    closed = broken(playing, "retreat us-1 X0605")
    assert "6.14" in closed if open_to_it else closed == {"6.12"}


@pytest.mark.rule("tlg2:6.12")
@pytest.mark.rule("tlg2:6.3")
def test_who_has_retreated_is_not_attacked_again() -> None:
    units = {
        "us-1 infantry 3": "X0605",
        "us-2 infantry 3": "X0706",
        "us-gun artillery 3 range 8": "X1106",
        "ac-1 infantry 3": "X0606",
        "ac-2 infantry 3": "X0805",
    }
    playing = combat("DR", units)
    playing.apply("attack X0606 with us-1 us-2")
    assert places(playing)["ac-1"] == "X0506"
    assert broken(playing, "attack X0506 with us-gun") >= {"6.12", "6.3"}


@pytest.mark.rule("tlg2:6.12")
def test_a_unit_bombarded_back_goes_one_hex() -> None:
    units = {"us-gun artillery 3 range 8": "X0602", "ac-1 infantry 3": "X0606", "us-far infantry 1": "X1201"}
    playing = combat("DR", units)
    playing.apply("attack X0606 with us-gun")
    assert len(verbs(playing, "retreat")) == 6
    playing.apply("retreat ac-1 X0605")
    assert happened(playing, "advance") == []


# -- the heavy battery -----------------------------------------------------------------------------------------


def heavy(result: str, **more: Any) -> Game:
    units = {
        "us-1 infantry 9": "X0605",
        "us-2 infantry 2": "X0705",
        "ac-hb artillery 4 range 12 heavy_battery": "X0606",
        "ac-1 infantry 6/3": "X0606",
    }
    return game(field(), units, phase="combat", tables=always(result), **more)


@pytest.mark.rule("tlg2:6.12")
@pytest.mark.rule("tlg2:6.5")
def test_the_heavy_battery_dies_instead_of_retreating() -> None:
    playing = heavy("DR")
    found = playing.rules.odds(playing.state, "X0606", ["us-1", "us-2"])
    assert (found.defence, found.defenders) == (7, ["ac-hb", "ac-1"])  # one for the guns, six for the foot
    playing.apply("attack X0606 with us-1 us-2")
    assert kinds(playing)[0] == ("eliminated", "ac-hb")
    playing.apply("retreat ac-1 X0607")
    playing.apply("advance us-2 X0606")
    assert places(playing)["us-2"] == "X0606"


@pytest.mark.rule("tlg2:6.11")
def test_losses_of_a_stack_are_the_owner_s_choice() -> None:
    playing = heavy("DL1")
    playing.apply("attack X0606 with us-1 us-2")
    assert verbs(playing, "lose") == ["lose ac-hb", "lose ac-1"]
    playing.apply("lose ac-1")
    assert places(playing) == {"us-1": "X0605", "us-2": "X0705", "ac-hb": "X0606", "ac-1": "X0606"}


@pytest.mark.rule("tlg2:6.5")
def test_a_stack_may_attack_apart() -> None:
    playing = heavy("NE", side="ac")
    playing.apply("attack X0605 with ac-hb")
    playing.apply("attack X0705 with ac-1")
    assert [event["attackers"] for event in happened(playing, "attack")] == [["ac-hb"], ["ac-1"]]


@pytest.mark.rule("tlg2:6.12")
def test_the_heavy_battery_dies_as_an_attacker_too() -> None:
    playing = heavy("AR", side="ac")
    playing.apply("attack X0605 X0705 with ac-hb ac-1")
    assert places(playing)["ac-hb"] is None
    assert kinds(playing)[0] == ("eliminated", "ac-hb")


@pytest.mark.rule("tlg2:4.9")
def test_one_may_retreat_to_the_heavy_battery() -> None:
    river = "X0606/X0505 X0606/X0506 X0606/X0705 X0606/X0706"
    units = {
        "us-1 infantry 3": "X0605",
        "ac-1 infantry 3": "X0606",
        "ac-hb artillery 4 range 12 heavy_battery": "X0607",
    }
    playing = combat("DR", units, field(hexsides={"river": river}))
    playing.apply("attack X0606 with us-1")
    assert places(playing)["ac-1"] == places(playing)["ac-hb"] == "X0607"


# -- advance ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("tlg2:6.15")
def test_exactly_one_attacker_must_advance_into_exactly_one_hex() -> None:
    units = {
        "us-1 infantry 3": "X0605",
        "us-2 infantry 3": "X0505",
        "us-gun artillery 3 range 8": "X0601",
        "ac-1 infantry 1": "X0606",
        "us-3 infantry 1": "X0909",
    }
    playing = combat("DE", units)
    playing.apply("attack X0606 with us-1 us-2 us-gun")
    assert playing.decision is not None
    assert (playing.decision.side, playing.decision.rule) == ("us", "tlg2:6.15")
    assert verbs(playing, "advance") == ["advance us-1 X0606", "advance us-2 X0606"]
    for action in ("end phase", "advance us-gun X0606", "advance us-3 X0606", "advance us-1 X0604"):
        assert "6.15" in broken(playing, action)
    playing.apply("advance us-2 X0606")
    assert broken(playing, "advance us-1 X0606") != set()
    assert places(playing)["us-1"] == "X0605"


@pytest.mark.rule("tlg2:6.15")
def test_one_of_several_vacated_hexes() -> None:
    units = {"us-1 infantry 9": "X0605", "ac-1 infantry 1": "X0606", "ac-2 infantry 1": "X0505"}
    playing = combat("DE", units)
    playing.apply("attack X0606 X0505 with us-1")
    assert set(verbs(playing, "advance")) == {"advance us-1 X0606", "advance us-1 X0505"}
    playing.apply("advance us-1 X0505")
    assert len(happened(playing, "advance")) == 1


@pytest.mark.rule("tlg2:6.15")
def test_no_advance_when_the_hex_is_still_held() -> None:
    playing = combat("DL1", {"us-1 infantry 3": "X0605", "ac-1 infantry 3/1": "X0606"})
    playing.apply("attack X0606 with us-1")
    assert happened(playing, "advance") == []


@pytest.mark.rule("tlg2:6.15")
def test_an_exchange_that_kills_both_leaves_nobody_to_advance() -> None:
    playing = combat("BL", {"us-1 infantry 3": "X0605", "us-2 infantry 3": "X1010", "ac-1 infantry 3": "X0606"})
    playing.apply("attack X0606 with us-1")
    assert places(playing) == {"us-1": None, "us-2": "X1010", "ac-1": None}
    assert happened(playing, "advance") == []


@pytest.mark.rule("tlg2:6.15")
@pytest.mark.rule("tlg2:6.3")
def test_who_advanced_attacks_no_more_and_stands_in_the_way() -> None:
    """us-1 advances to X0606 and takes X0607 and X0707 from the retreat of ac-2."""
    playing = combat(
        "DL1DR",
        {
            "us-1 infantry 3": "X0605",
            "us-2 infantry 3": "X0808",
            "ac-1 infantry 1": "X0606",
            "ac-2 infantry 3/1": "X0707",
        },
    )
    playing.apply("attack X0606 with us-1")
    assert places(playing)["us-1"] == "X0606"
    assert "6.3" in broken(playing, "attack X0707 with us-1")
    assert "6.3" in broken(playing, "attack X0707 with us-1 us-2")
    playing.apply("attack X0707 with us-2")
    options = {text.split()[-1] for text in verbs(playing, "retreat")}
    assert "X0607" not in options
    assert "X0706" not in options


@pytest.mark.rule("tlg2:6.15")
def test_advances_pay_no_heed_to_zones_of_control() -> None:
    units = {
        "us-1 infantry 3": "X0605",
        "ac-1 infantry 1": "X0606",
        "ac-2 infantry 3": "X0608",
        "ac-3 infantry 1": "X0507",
    }
    playing = combat("DE", units)
    playing.apply("attack X0606 with us-1")
    assert places(playing)["us-1"] == "X0606"
    assert broken(playing, "end phase") == set()  # new neighbours are not owed a combat


@pytest.mark.rule("tlg2:6.15")
def test_an_advance_costs_nothing_in_the_next_movement_phase() -> None:
    playing = combat("DE", {"us-1 infantry 3": "X0605", "ac-1 infantry 1": "X0606", "ac-2 infantry 1": "X1201"})
    playing.apply("attack X0606 with us-1")
    for _ in range(3):
        playing.apply("end phase")
    assert playing.rules.reach(playing.state, "us-1").allowance == 4
    assert broken(playing, "move us-1 X0605") == set()


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("lose ac-1", "6.11"),
        ("retreat ac-1 X0502", "6.12"),
        ("displace ac-1 X0502", "6.13"),
        ("advance us-1 X0504", "6.15"),
        ("with us-1", "6.5"),
        ("also X0504", "6.5"),
        ("fight", "6.5"),
    ],
)
def test_what_is_done_only_when_asked_for(text: str, rule: str) -> None:
    playing = game(field(), {"us-1 infantry 4": "X0505", "ac-1 infantry 4": "X0503"}, phase="combat")
    verdict = playing.verdict(text)
    assert not verdict
    assert verdict.rule == f"tlg2:{rule}"
    assert "now" in verdict.reason or "begin with one" in verdict.reason
