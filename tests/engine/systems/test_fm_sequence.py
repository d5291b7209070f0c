"""Chapters 2 to 4 and 5.5: counters, reinforcements, the phases, and who may not move or fight again."""

from __future__ import annotations

import pytest
from fm_field import NOBODY, always, attack, game, scenario
from hex_field import broken, field, happened, movement_costs, places, strengths, verbs

from engine.errors import HexwrightError
from engine.findings import Severity
from engine.play import Game, Start
from engine.scenario import Arrival, Turns
from engine.umpire.checks import check_scenario

PHASES = ["movement", "bombardment", "combat", "mobile movement", "mobile combat"]


def on_to(playing: Game, side: str, phase: str) -> Game:
    """End phases until one is reached."""
    while playing.decision is not None and (playing.decision.side, playing.decision.kind) != (side, phase):
        playing.apply("end phase")
    return playing


# -- counters -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("fm:2.3")
def test_two_sides_or_one() -> None:
    playing = game(field(), {"cw-1 infantry 5-4-3/2-1": "X0606", "cw-2 infantry 5-4-3": "X0101", NOBODY: "X1201"})
    units = playing.rules.units(playing.state)
    assert (units["cw-1"]["steps"], units["cw-2"]["steps"]) == (2, 1)
    reduced = game(field(), {"cw-1 infantry 5-4-3/2-1": "X0606", NOBODY: "X1201"}, steps={"cw-1": 1})
    both = [units["cw-1"], reduced.rules.units(reduced.state)["cw-1"]]
    assert [(unit["attack"], unit["defense"], unit["movement"]) for unit in both] == [(5, 4, 3), (2, 1, 3)]


@pytest.mark.rule("fm:2.3")
@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"attack": 5, "defense": 4, "movement": 3, "reduced_attack": 2}, "UNIT112"),
        ({"attack": 5, "defense": 4, "movement": 3, "reduced_attack": 6, "reduced_defense": 4}, "UNIT113"),
        ({"attack": 5, "defense": 4}, "UNIT106"),
        ({"attack": 5, "defense": "4", "movement": 3}, "UNIT106"),
        ({"attack": 5, "defense": 4, "movement": 3, "range": 3}, "UNIT106"),
    ],
)
def test_what_a_counter_cannot_say(values: dict[str, object], code: str) -> None:
    battle = scenario(field(), ["cw-1 infantry 5-4-3"])
    unit = battle.units["cw-1"]
    wrong = battle.with_(units={"cw-1": type(unit)(unit.key, unit.side, unit.name, unit.type, values=values)})
    found = [finding for finding in check_scenario(wrong) if finding.code.startswith("UNIT1")]
    assert [finding.code for finding in found if finding.place.unit == "cw-1" and finding.code != "UNIT102"] == [code]


@pytest.mark.rule("fm:2.3")
def test_an_unknown_type_of_unit() -> None:
    found = [f for f in check_scenario(scenario(field(), ["cw-1 phalanx 5-4-3"])) if f.severity is Severity.ERROR]
    assert [(finding.code, finding.rule) for finding in found] == [("UNIT105", "fm:2.3")]


@pytest.mark.rule("fm:2.3.2")
def test_leg_and_mobile() -> None:
    playing = game(field(), {"cw-1 armour 5-4-3": "X0606", "cw-2 infantry 5-4-3 mobile": "X0101", NOBODY: "X1201"})
    kinds = [playing.rules.reach(playing.state, key).kind for key in ("cw-1", "cw-2")]
    assert kinds == ["leg", "mobile"]  # the box says it, not the type


@pytest.mark.rule("fm:5.3")
def test_set_ups_that_stack_or_stand_in_the_sea() -> None:
    board = field(terrain={"water": "X0101 X0102"})
    battle = scenario(
        board,
        ["cw-1 infantry 1-1-1", "cw-2 infantry 1-1-1", "cw-3 infantry 1-1-1", "cw-4 commando 1-1-1 seaborne"],
        {"cw-1": "X0606", "cw-2": "X0606", "cw-3": "X0101", "cw-4": "X0102"},
    )
    wrong = [(found.code, found.place.unit) for found in check_scenario(battle) if found.severity is Severity.ERROR]
    assert sorted(wrong) == [("SETUP103", "cw-3"), ("SETUP111", "cw-2")]


# -- the sequence -------------------------------------------------------------------------------------------------


@pytest.mark.rule("fm:4.1")
def test_five_phases_for_either_player_and_turn_upon_turn() -> None:
    battle = scenario(
        field(),
        ["cw-1 infantry 1-1-1", "ge-1 infantry 1-1-1"],
        {"cw-1": "X0101", "ge-1": "X1212"},
        turns=Turns(2),
        special={"support_fire": {"allotment": {1: 1, 2: 1}, "cw": [{"strength": 1}], "ge": [{"strength": 1}]}},
    )
    playing = Game(battle)
    while playing.decision is not None:
        playing.apply("end phase")
    told = [(event["turn"], event["side"], event["phase"]) for event in happened(playing, "phase")]
    assert told == [(turn, side, phase) for turn in (1, 2) for side in ("cw", "ge") for phase in PHASES]
    assert [event["turn"] for event in happened(playing, "turn")] == [1, 2]
    assert [event["event"] for event in (event.to_json() for event in playing.events)][:2] == ["turn", "support"]
    assert playing.outcome() is not None


@pytest.mark.rule("fm:4.1")
def test_without_support_fire_nobody_is_asked_to_bombard() -> None:
    playing = game(field(), {"cw-1 infantry 1-1-1": "X0101", NOBODY: "X1212"})
    playing.apply("end phase")
    assert playing.decision is not None
    assert playing.decision.kind == "combat"
    assert [event["phase"] for event in happened(playing, "phase")][-2:] == ["bombardment", "combat"]


@pytest.mark.rule("fm:4.1")
@pytest.mark.rule("fm:5.5")
def test_a_mobile_unit_moves_in_one_phase_only() -> None:
    units = {"cw-1 armour 1-1-3 mobile": "X0101", "cw-2 armour 1-1-3 mobile": "X0301", "cw-3 infantry 1-1-3": "X0501"}
    playing = game(field(), {**units, NOBODY: "X1212"})
    playing.apply("move cw-1 X0102")
    on_to(playing, "cw", "mobile movement")
    assert {"5.5"} <= broken(playing, "move cw-1 X0103")
    assert {"2.3.2", "5.5", "4.1"} == broken(playing, "move cw-3 X0502")
    assert not broken(playing, "move cw-2 X0302")
    assert {text.split()[1] for text in verbs(playing, "move")} == {"cw-2"}
    playing.apply("move cw-2 X0302")
    assert verbs(playing, "move") == []
    on_to(playing, "ge", "movement")
    on_to(playing, "cw", "movement")
    assert {text.split()[1] for text in verbs(playing, "move")} == {"cw-1", "cw-2", "cw-3"}


@pytest.mark.rule("fm:5.5")
def test_the_mobile_phase_moves_as_the_other() -> None:
    units = {"cw-1 armour 1-1-8 mobile": "X0603", "ge-1 infantry 1-1-1": "X0606"}
    first = game(field(terrain={"forest": "X0604"}, road="X0603 X0703 X0704"), units)
    second = game(field(terrain={"forest": "X0604"}, road="X0603 X0703 X0704"), units, phase="mobile movement")
    assert movement_costs(first, "cw-1") == movement_costs(second, "cw-1")


@pytest.mark.rule("fm:4.1")
def test_a_mobile_unit_fights_in_one_phase_only() -> None:
    units = {
        "cw-1 armour 1-1-3 mobile": "X0605",
        "cw-2 armour 1-1-3 mobile": "X0607",
        "cw-3 infantry 1-1-3": "X0705",
        "ge-1 infantry 1-1-1/1-1": "X0606",
    }
    playing = game(field(), units, phase="combat", tables=always("-"))
    attack(playing, "X0606", "cw-1")
    on_to(playing, "cw", "mobile combat")
    assert {"8.2", "4.1"} == broken(playing, "attack X0606 with cw-1")
    assert {"2.3.2", "4.1"} == broken(playing, "attack X0606 with cw-3")
    assert not broken(playing, "attack X0606 with cw-2")
    attack(playing, "X0606", "cw-2")
    assert {"8.0"} <= broken(playing, "attack X0606 with cw-2")


@pytest.mark.rule("fm:4.1")
def test_who_moved_may_fight_and_who_fought_may_move() -> None:
    units = {
        "cw-1 armour 1-1-9 mobile": "X0603",
        "cw-2 armour 1-1-9 mobile": "X0607",
        "ge-1 infantry 1-1-1/1-1": "X0606",
    }
    playing = game(field(), units, tables=always("-"))
    playing.apply("move cw-1 X0605")
    on_to(playing, "cw", "combat")
    attack(playing, "X0606", "cw-2")
    on_to(playing, "cw", "mobile movement")
    assert not broken(playing, "move cw-2 X0608")
    on_to(playing, "cw", "mobile combat")
    assert not broken(playing, "attack X0606 with cw-1")


@pytest.mark.rule("fm:4.1")
@pytest.mark.parametrize("phase", PHASES)
def test_a_phase_knows_its_own_actions(phase: str) -> None:
    units = {"cw-1 armour 1-1-9 mobile": "X0605", "ge-1 infantry 1-1-1": "X0606"}
    special = {"support_fire": {"allotment": {1: 1}, "cw": [{"strength": 1}]}}
    own = {"movement": "move cw-1 X0604", "bombardment": "bombard X0606 with 1", "combat": "attack X0606 with cw-1"}
    for kind, action in own.items():
        playing = game(field(), units, phase=phase, special=special)
        assert ("4.1" in broken(playing, action)) is (kind not in phase), (phase, action)


@pytest.mark.rule("fm:4.1")
def test_a_start_at_a_phase_that_does_not_exist() -> None:
    battle = scenario(field(), ["cw-1 infantry 1-1-1", NOBODY], {"cw-1": "X0101"})
    with pytest.raises(HexwrightError, match="no phase 'rally'"):
        Game(battle, start=Start(1, "cw", "rally"))


# -- reinforcements -----------------------------------------------------------------------------------------------

COLUMN = (Arrival(2, "cw", ("X0601", "X0801"), ("cw-new",)),)


@pytest.mark.rule("fm:3.0")
def test_reinforcements_come_in_their_turn_or_later() -> None:
    units = {"cw-new infantry 1-1-3": "", "cw-1 infantry 1-1-1": "X0101", NOBODY: "X1212"}
    early = game(field(), units, arrivals=COLUMN)
    assert {"3.0"} == broken(early, "enter cw-new X0601")
    for turn in (2, 3):
        playing = game(field(), units, arrivals=COLUMN, turn=turn)
        assert not broken(playing, "enter cw-new X0601")
        assert {"3.0"} == broken(playing, "enter cw-new X0701")
        assert {"3.0"} == broken(playing, "enter cw-1 X0601")


@pytest.mark.rule("fm:3.0")
def test_the_entry_hex_is_paid_for_and_the_unit_goes_on() -> None:
    units = {"cw-new infantry 1-1-3": "", "cw-1 infantry 1-1-1": "X0801", NOBODY: "X1212"}
    playing = game(field(terrain={"forest": "X0601"}), units, arrivals=COLUMN, turn=2)
    costs = movement_costs(playing, "cw-new")
    assert (costs["X0601"], costs["X0602"]) == (2, 3)
    assert "X0801" not in costs  # a friend stands there; it may be passed
    assert costs["X0802"] == 2
    playing.apply("enter cw-new X0601 X0602")
    assert happened(playing, "enter")[0] | {"cost": 3, "at": "X0601", "to": "X0602"} == happened(playing, "enter")[0]
    assert {"5.2", "3.0"} & broken(playing, "move cw-new X0603")


@pytest.mark.rule("fm:3.0")
def test_a_unit_that_cannot_pay_does_not_come() -> None:
    units = {"cw-new armour 1-1-2 mobile": "", "cw-1 infantry 1-1-1": "X0101", NOBODY: "X1212"}
    playing = game(field(terrain={"forest": "X0601"}), units, arrivals=COLUMN, turn=2)
    assert {"5.1", "5.2"} == broken(playing, "enter cw-new X0601")
    assert not broken(playing, "enter cw-new X0801")


@pytest.mark.rule("fm:3.0")
def test_not_where_the_enemy_is_or_controls() -> None:
    units = {"cw-new infantry 1-1-3": "", "ge-1 infantry 1-1-1": "X0601", "ge-2 headquarters 0-1-1 no_zoc": "X0801"}
    playing = game(field(), units, arrivals=COLUMN, turn=2)
    assert {"5.2"} <= broken(playing, "enter cw-new X0601")
    assert {"5.2"} == broken(playing, "enter cw-new X0801")
    near = {"cw-new infantry 1-1-3": "", "ge-1 infantry 1-1-1": "X0602"}
    playing = game(field(), near, arrivals=COLUMN, turn=2)
    assert {"3.0"} == broken(playing, "enter cw-new X0601")
    assert verbs(playing, "enter") != []
    assert all(text.split()[2] == "X0801" for text in verbs(playing, "enter"))
    # Further along the zone it pays for the ground alone: to spend all is for who begins there.
    assert {"3.0"} == broken(playing, "enter cw-new X0601 X0701")


@pytest.mark.rule("fm:3.0")
def test_a_leg_unit_stops_on_its_way_in() -> None:
    units = {"cw-new infantry 1-1-9": "", "ge-1 infantry 1-1-1": "X0604"}
    playing = game(field(), units, arrivals=COLUMN, turn=2)
    assert {"6.1"} <= broken(playing, "enter cw-new X0601 X0602 X0603 X0503")
    assert not broken(playing, "enter cw-new X0601 X0602 X0603")


@pytest.mark.rule("fm:4.1")
@pytest.mark.rule("fm:5.5")
def test_reinforcements_enter_in_the_movement_phase() -> None:
    units = {"cw-new armour 1-1-9 mobile": "", "cw-1 infantry 1-1-1": "X0101", NOBODY: "X1212"}
    late = game(field(), units, arrivals=COLUMN, turn=2, phase="mobile movement")
    assert {"4.1"} == broken(late, "enter cw-new X0601")
    playing = game(field(), units, arrivals=COLUMN, turn=2)
    playing.apply("enter cw-new X0601")
    playing.apply("stop")
    on_to(playing, "cw", "mobile movement")
    assert {"5.5"} <= broken(playing, "move cw-new X0602")


@pytest.mark.rule("fm:3.0")
def test_seaborne_units_arrive_at_sea_and_land_later() -> None:
    board = field(terrain={"water": "X0601 X0801", "beach": "X0602"})
    units = {"cw-new commando 1-1-3 seaborne": "", "cw-1 infantry 1-1-1": "X0101", NOBODY: "X1212"}
    playing = game(board, units, arrivals=COLUMN, turn=2)
    assert {"5.2"} == broken(playing, "enter cw-new X0601 X0602")
    playing.apply("enter cw-new X0601")
    assert places(playing)["cw-new"] == "X0601"
    assert strengths(playing)["cw-new"] == 1
    on_to(playing, "ge", "movement")
    on_to(playing, "cw", "movement")
    playing.apply("move cw-new X0602")
    dry = game(board, {"cw-new infantry 1-1-3": "", NOBODY: "X1212"}, arrivals=COLUMN, turn=2)
    assert {"5.2"} == broken(dry, "enter cw-new X0601")


@pytest.mark.rule("fm:8.0")
@pytest.mark.parametrize(("action", "chapter"), [("attack {} with cw-1", "8.2"), ("bombard {} with 1", "8.1")])
def test_several_hexes_are_refused_in_any_phase(action: str, chapter: str) -> None:
    playing = game(field(), {"cw-1 infantry 1-1-1": "X0506", NOBODY: "X1212"})
    refused = broken(playing, action.format("X0605 X0606"))
    assert {"8.0", chapter} <= refused
    assert not {"8.1", "8.2"} - {chapter} & refused


@pytest.mark.rule("fm:4.1")
def test_a_phase_with_nothing_to_do_is_ended_and_that_is_told() -> None:
    """Without markers nobody bombards: after the movement phase the bombardment phase ends by itself."""
    playing = game(field(), {"cw-1 infantry 1-1-1": "X0101", NOBODY: "X1212"})
    playing.apply("end phase")
    assert playing.decision is not None
    assert playing.decision.kind == "combat"
    assert [playing.text(action) for action in playing.forced] == ["end phase"]
