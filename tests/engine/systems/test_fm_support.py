"""Chapter 7, 8.1 and the five steps of 8.2.1: support fire markers, bombardment, and what nobody may see."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fm_field import always, game, scenario, support
from hex_field import broken, field, happened, places, strengths, verbs

from engine.errors import HexwrightError
from engine.formats.fitting import misfits
from engine.hexes.board.battlemap import Region
from engine.play import Game
from engine.umpire.wording import Words

DUEL = {"cw-1 infantry 5-3-3/3-2": "X0605", "ge-1 infantry 4-4-3/2-2": "X0606"}
AFAR = {"cw-1 infantry 5-3-3/3-2": "X0101", "ge-1 infantry 4-4-3/2-2": "X0606"}
EACH = {"support_draw": "each_turn"}
SHORES = " ".join(f"X{column:02}{row:02}" for column in (1, 3) for row in range(1, 13))
CORRIDOR = field(columns=3, rows=12, terrain={"water": SHORES})
"""Column 2, and the sea on either side of it."""


def duel(allotment: Any = "4/4", cw: Any = (1, 2, 3, 4), ge: Any = (1, 2, 3, 4), **more: Any) -> Game:
    """Two units face to face in the combat phase, with support fire."""
    more.setdefault("phase", "combat")
    return game(field(), more.pop("units", DUEL), special=support(allotment, cw, ge), **more)


def shelling(allotment: Any = "4/4", cw: Any = (1, 2, 3, 4), **more: Any) -> Game:
    """A German unit before the Commonwealth's guns."""
    more.setdefault("units", AFAR)
    return duel(allotment, cw, phase="bombardment", **more)


def choosers(playing: Game) -> list[str]:
    """Who is asked for support fire, everybody passing."""
    asked = []
    while playing.decision is not None and playing.decision.kind == "support fire":
        asked.append(playing.decision.side)
        playing.apply("pass")
    return asked


# -- allotment ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("fm:7.1")
@pytest.mark.parametrize(
    ("allotment", "cw", "ge"), [("3", 3, 3), ("2/1", 2, 1), ("8/9", 4, 4), ("0/2", 0, 2), ("1 / 2", 1, 2), (2, 2, 2)]
)
def test_one_number_or_two(allotment: Any, cw: int, ge: int) -> None:
    playing = duel(allotment)
    assert playing.rules.status(playing.state)["support"] == {"cw": cw, "ge": ge}


@pytest.mark.rule("fm:7.1")
def test_each_turn_has_its_own_number() -> None:
    for turn, wanted in ((1, 2), (2, 0), (3, 4)):
        playing = duel({1: "2", 3: "9"}, turn=turn)
        assert playing.rules.status(playing.state)["support"]["cw"] == wanted


@pytest.mark.rule("fm:7.1")
def test_no_more_than_the_allotment() -> None:
    playing = shelling("1/0", units={**AFAR, "ge-2 infantry 4-4-3": "X0909"}, tables=always("-"))
    assert {"7.1"} <= broken(playing, "bombard X0606 with 2")
    playing.apply("bombard X0606 with 1")
    assert {"7.1"} <= broken(playing, "bombard X0909 with 1")
    assert playing.legal_actions().texts() == ["end phase"]


@pytest.mark.rule("fm:7.1")
@pytest.mark.parametrize(
    "wrong",
    [
        5,
        {"allotment": {1: "many"}},
        {"allotment": {1: "1/2/3"}},
        {"allotment": 4},
        {"allotment": {"x": 1}},
        {"cw": 4},
        {"cw": [3]},
        {"cw": [{"count": 1}]},
        {"cw": [{"strength": True}]},
        {"cw": [{"strength": 1, "count": "x"}]},
        {"cw": [{"strength": 1, "range": "far"}]},
        {"cw": [{"strength": 1, "count": 10**9}]},
        {"cw": "abc"},
    ],
)
def test_pools_that_cannot_be_read(wrong: Any) -> None:
    battle = scenario(field(), DUEL, special={"support_fire": wrong})
    assert {found.path[:2] for found in misfits(battle)} == {("special", "support_fire")}
    with pytest.raises(HexwrightError, match="support_fire"):
        Game(battle)


@pytest.mark.rule("fm:8.1.1")
def test_ranges_count_from_places_that_exist() -> None:
    wrong = support(1, [{"strength": 1, "from": "nowhere", "range": 3}])
    with pytest.raises(HexwrightError, match="nowhere"):
        Game(scenario(field(), DUEL, special=wrong))


# -- draws --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("fm:7.2")
def test_markers_are_drawn_from_all_that_are_left() -> None:
    drawn = set()
    for seed in range(40):
        playing = Game(
            scenario(field(), AFAR, {"cw-1": "X0101", "ge-1": "X0606"}, special=support(4, (1, 2, 3, 4))), seed
        )
        playing.apply("end phase")
        playing.apply("bombard X0606 with 2")
        drawn.add(tuple(happened(playing, "bombardment")[0]["markers"]))
    assert {marker for pair in drawn for marker in pair} == {1, 2, 3, 4}
    assert all(a != b for a, b in drawn)  # without putting back


@pytest.mark.rule("fm:7.2")
def test_a_marker_is_used_once_a_turn_and_comes_back() -> None:
    playing = shelling("1/0", (2, 5), dice=[2, 6], tables=always("-"))
    playing.apply("bombard X0606 with 1")
    assert happened(playing, "bombardment")[0]["markers"] == [5]
    assert playing.view("cw")["used"] == [0b10, 0]
    while playing.state.turn == 1:
        playing.apply("end phase")
    assert playing.view("cw")["used"] == [0, 0]
    assert playing.rules.status(playing.state)["support"] == {"cw": 1, "ge": 0}


@pytest.mark.rule("fm:7.2")
def test_what_was_fired_in_one_phase_is_gone_in_the_next_and_in_the_enemys_turn() -> None:
    playing = shelling("2/0", (1, 1), units=DUEL, tables=always("-"))
    playing.apply("bombard X0606 with 2")
    playing.apply("end phase")
    playing.apply("attack X0606 with cw-1")
    assert playing.decision is not None
    assert playing.decision.kind == "combat"  # nobody could place anything
    for _ in range(5):
        playing.apply("end phase")
    assert playing.rules.status(playing.state)["support"]["cw"] == 0
    while playing.decision.kind != "combat":
        playing.apply("end phase")
    playing.apply("attack X0605 with ge-1")
    assert playing.decision is not None
    assert playing.decision.kind == "combat"


@pytest.mark.rule("fm:7.2")
def test_nothing_is_saved_for_another_turn() -> None:
    playing = shelling({1: "3", 2: "2"}, (1, 1, 1, 1))
    while playing.state.turn == 1:
        playing.apply("end phase")
    assert playing.rules.status(playing.state)["support"] == {"cw": 2, "ge": 2}


@pytest.mark.rule("fm:7.2")
def test_the_example_of_the_text() -> None:
    """Two units of 4 with two +2 make 12; 3 with a +6 makes 9."""
    units = {"cw-1 armour 4-4-10": "X0605", "cw-2 armour 4-4-10": "X0607", "ge-1 infantry 2-3-8": "X0606"}
    playing = duel("2/1", (2, 2), (6,), units=units, dice=[1, 1, 1, 6])
    playing.apply("attack X0606 with cw-1 cw-2")
    for choice in ("support", "support", "support"):
        playing.apply(choice)
    assert happened(playing, "differential")[0]["strength"] == "12-9"


# -- bombardment --------------------------------------------------------------------------------------------------


@pytest.mark.rule("fm:8.1")
def test_anywhere_on_the_map_by_markers_alone() -> None:
    playing = shelling(4, (3, 3), dice=[1, 1, 6])
    playing.apply("bombard X0606 with 2")
    event = happened(playing, "bombardment")[0]
    assert (event["strength"], event["differential"]) == ("6-4", 2)


@pytest.mark.rule("fm:8.1")
def test_no_third_marker_on_a_hex() -> None:
    playing = shelling(4, tables=always("-"))
    assert {"8.1"} <= broken(playing, "bombard X0606 with 3")
    assert {"8.1"} <= broken(playing, "bombard X0606 with 0")
    playing.apply("bombard X0606 with 1")
    assert {"8.0"} <= broken(playing, "bombard X0606 with 1")


@pytest.mark.rule("fm:8.1")
def test_the_two_markers_are_the_hexes() -> None:
    """A unit that was not bombarded itself is displaced into a hex that has had its two."""
    units = {
        "cw-1 infantry 1-1-1": "X0201",
        "ge-2 infantry 1-1-1": "X0202",
        "ge-3 infantry 1-1-1": "X0203",
        "ge-1 infantry 1-1-1": "X0204",
    }
    playing = game(CORRIDOR, units, phase="bombardment", special=support(4, (1, 1, 1, 1)), tables=always("D1"))
    playing.apply("bombard X0204 with 2")
    playing.apply("fall back")
    playing.apply("bombard X0202 with 1")
    playing.apply("retreat ge-2 X0203")
    assert places(playing) == {"cw-1": "X0201", "ge-1": "X0205", "ge-2": "X0203", "ge-3": "X0204"}
    assert broken(playing, "bombard X0204 with 1") == {"8.1"}
    assert broken(playing, "bombard X0203 with 1") == {"8.0"}


@pytest.mark.rule("fm:8.1")
def test_an_empty_hex_and_a_friend_are_no_targets() -> None:
    playing = shelling(4)
    assert broken(playing, "bombard X0505 with 1") == {"8.0", "8.1.2"}
    assert broken(playing, "bombard X0101 with 1") == {"8.0", "8.1.2"}
    assert broken(playing, "bombard off with 1") == {"8.0"}


@pytest.mark.rule("fm:8.1.1")
def test_range_from_the_sea() -> None:
    board = field(terrain={"water": "X0101 X0201"})
    naval = {"strength": 4, "from": "sea", "range": 3}
    units = {"cw-1 infantry 1-1-1": "X1212", "ge-1 infantry 4-4-3": "X0204", "ge-2 infantry 4-4-3": "X0205"}
    playing = game(board, units, phase="bombardment", special=support(2, [naval]))
    assert not broken(playing, "bombard X0204 with 1")
    assert {"8.1.1"} == broken(playing, "bombard X0205 with 1")
    assert verbs(playing, "bombard") == ["bombard X0204 with 1"]


@pytest.mark.rule("fm:8.1.1")
def test_range_from_a_region_and_a_second_marker_out_of_range() -> None:
    board = field()
    grid = board.grid
    board.regions["battery"] = Region("battery", "Battery", frozenset({grid.parse("X0601")}))
    guns = [{"strength": 4, "from": "battery", "range": 5}, {"strength": 1}]
    units = {"cw-1 infantry 1-1-1": "X1212", "ge-1 infantry 4-4-3": "X0606", "ge-2 infantry 4-4-3": "X0607"}
    playing = game(board, units, phase="bombardment", special=support(2, guns))
    assert not broken(playing, "bombard X0606 with 2")
    assert {"8.1.1"} == broken(playing, "bombard X0607 with 2")
    assert not broken(playing, "bombard X0607 with 1")


@pytest.mark.rule("fm:8.1.2")
def test_hexside_terrain_counts_for_nothing_and_the_hex_in_full() -> None:
    board = field(terrain={"hill": "X0606"}, features={"town": "X0606"}, hexsides={"river": "X0606/X0605 X0606/X0607"})
    playing = game(board, AFAR, phase="bombardment", special=support(2, (4,)), dice=[1, 6])
    playing.apply("bombard X0606 with 1")
    event = happened(playing, "bombardment")[0]
    assert (event["differential"], event["line"]) == (0, "hill")
    assert happened(playing, "result")[0]["column"] == 3


@pytest.mark.rule("fm:8.1.2")
def test_the_defender_adds_no_fire_and_armour_shifts_nothing() -> None:
    special = {**support(4, (4,), (9, 9)), "armour_shift": "cw"}
    playing = game(field(), AFAR, phase="bombardment", special=special, dice=[1, 6])
    playing.apply("bombard X0606 with 1")
    assert happened(playing, "result")[0]["column"] == 6  # differential 0 on the clear line
    assert playing.rules.status(playing.state)["support"]["ge"] == 2


@pytest.mark.rule("fm:8.1.3")
@pytest.mark.parametrize("result", ["Ae", "A1", "A2", "A3", "Ex", "-"])
def test_results_that_do_nothing(result: str) -> None:
    playing = shelling(4, units=DUEL, tables=always(result))
    before = places(playing), strengths(playing)
    playing.apply("bombard X0606 with 1")
    assert (places(playing), strengths(playing)) == before
    assert playing.decision is not None
    assert playing.decision.kind == "bombardment"
    [told] = [Words(playing.scenario).event(event) for event in playing.events if event.kind == "result"]
    ends = "no effect" if result == "-" else f"{result}, which has no effect in a bombardment"
    assert told.endswith(ends)


@pytest.mark.rule("fm:8.1.3")
def test_friendly_fire_only_on_the_neighbours() -> None:
    far = shelling(4, tables=always("(A)"))
    far.apply("bombard X0606 with 1")
    assert strengths(far)["cw-1"] == 2
    near = shelling(4, units=DUEL, tables=always("(A)"))
    near.apply("bombard X0606 with 1")
    assert strengths(near) == {"cw-1": 1, "ge-1": 2}
    assert happened(near, "loss")[0]["rule"] == "fm:8.1.3"


@pytest.mark.rule("fm:8.1.3")
def test_who_fires_chooses_among_the_neighbours() -> None:
    units = {**DUEL, "cw-2 infantry 1-1-1": "X0607", "cw-3 infantry 1-1-1": "X0609"}
    playing = shelling(4, units=units, tables=always("(A)"))
    playing.apply("bombard X0606 with 1")
    assert playing.decision is not None
    assert (playing.decision.side, playing.decision.units) == ("cw", ("cw-1", "cw-2"))
    assert broken(playing, "reduce cw-3") == {"8.1.3"}
    playing.apply("reduce cw-2")
    assert places(playing)["cw-2"] is None


@pytest.mark.rule("fm:8.1.3")
def test_results_that_hit_the_target() -> None:
    dead = shelling(4, units=DUEL, tables=always("De"))
    dead.apply("bombard X0606 with 1")
    assert places(dead)["ge-1"] is None
    assert dead.decision is not None
    assert dead.decision.kind == "bombardment"  # and nobody advances


@pytest.mark.rule("fm:8.1.4")
def test_nothing_in_between_is_in_the_way() -> None:
    board = field(terrain={"mountain": "X0602 X0603 X0604 X0605 X0505 X0705"}, features={"city": "X0605"})
    units = {**AFAR, "cw-2 infantry 1-1-1": "X0604", "ge-2 infantry 1-1-1": "X0605"}
    playing = game(board, units, phase="bombardment", special=support(2, (4,)))
    assert not broken(playing, "bombard X0606 with 1")


# -- retreat after a bombardment ----------------------------------------------------------------------------------


@pytest.mark.rule("fm:8.1.5")
def test_away_from_the_nearest_enemy() -> None:
    units = {"cw-1 infantry 1-1-1": "X0603", "cw-2 infantry 1-1-1": "X0611", "ge-1 infantry 4-1-3/2-1": "X0606"}
    playing = shelling(4, units=units, tables=always("D2"))
    playing.apply("bombard X0606 with 1")
    assert {"8.3", "8.1.5"} == broken(playing, "retreat ge-1 X0405")
    playing.apply("fall back")
    ends = playing.decision
    assert ends is not None
    grid = playing.scenario.map.grid
    distances = {grid.distance(grid.parse(name), grid.parse("X0603")) for name in ends.hexes}
    assert min(distances) > 3  # no end is as near to cw-1 as before
    assert "X0608" in ends.hexes


@pytest.mark.rule("fm:8.1.5")
def test_no_way_is_forced_on_it_when_none_leads_away() -> None:
    """Between two enemies no hex is farther from both, so that any will do."""
    units = {"cw-1 infantry 1-1-1": "X0202", "cw-2 infantry 1-1-1": "X0210", "ge-1 infantry 4-1-3/2-1": "X0206"}
    playing = game(CORRIDOR, units, phase="bombardment", special=support(2, (4,)), tables=always("D2"))
    playing.apply("bombard X0206 with 1")
    playing.apply("fall back")
    assert playing.decision is not None
    assert set(playing.decision.hexes) == {"X0204", "X0208"}


@pytest.mark.rule("fm:8.1.5")
def test_toward_friends_when_there_is_no_enemy() -> None:
    units = {"cw-1 infantry 1-1-1": "", "ge-1 infantry 4-1-3/2-1": "X0606", "ge-2 infantry 1-1-1": "X0601"}
    playing = shelling(4, units=units, tables=always("D2"))
    playing.apply("bombard X0606 with 1")
    playing.apply("fall back")
    assert playing.decision is not None
    grid = playing.scenario.map.grid
    assert {grid.distance(grid.parse(name), grid.parse("X0601")) for name in playing.decision.hexes} <= {3, 4}
    assert "X0604" in playing.decision.hexes
    assert "X0608" not in playing.decision.hexes


@pytest.mark.rule("fm:8.1.5")
@pytest.mark.rule("fm:8.4")
def test_stiff_resistance_against_a_bombardment() -> None:
    playing = shelling(4, units=DUEL, tables=always("D3"))
    playing.apply("bombard X0606 with 1")
    playing.apply("stand ge-1")
    assert (places(playing)["ge-1"], strengths(playing)["ge-1"]) == ("X0606", 1)


@pytest.mark.rule("fm:8.1")
@pytest.mark.rule("fm:8.5")
def test_no_advance_after_a_bombardment() -> None:
    playing = shelling(4, units=DUEL, tables=always("D2"))
    playing.apply("bombard X0606 with 1")
    playing.apply("retreat ge-1 X0608")
    assert playing.decision is not None
    assert playing.decision.kind == "bombardment"
    assert {"8.5"} <= broken(playing, "advance cw-1 X0606")


# -- the five steps -----------------------------------------------------------------------------------------------


@pytest.mark.rule("fm:8.2.1")
def test_the_sides_choose_in_turn() -> None:
    playing = duel()
    playing.apply("attack X0606 with cw-1")
    assert choosers(playing) == ["cw", "ge", "cw", "ge"]


@pytest.mark.rule("fm:8.2.1")
@pytest.mark.parametrize("choices", [(0, 0, 0, 0), (1, 0, 0, 1), (0, 1, 1, 0), (1, 1, 1, 1), (0, 0, 1, 1)])
def test_whoever_passed_may_place_one_later(choices: tuple[int, ...]) -> None:
    playing = duel()
    playing.apply("attack X0606 with cw-1")
    for choice in choices:
        playing.apply("support" if choice else "pass")
    assert len(happened(playing, "support")) - 1 == sum(choices)  # the first tells of the allotment
    assert happened(playing, "differential")
    revealed = happened(playing, "reveal")
    if any(choices):
        assert len(revealed[0]["attacker"]) == choices[0] + choices[2]
        assert len(revealed[0]["defender"]) == choices[1] + choices[3]
    else:
        assert revealed == []


@pytest.mark.rule("fm:8.2.1")
def test_a_side_without_markers_is_not_asked() -> None:
    playing = duel("1/4")
    playing.apply("attack X0606 with cw-1")
    playing.apply("support")
    assert choosers(playing) == ["ge", "ge"]
    playing = duel("0/1")
    playing.apply("attack X0606 with cw-1")
    assert choosers(playing) == ["ge", "ge"]


@pytest.mark.rule("fm:8.2.1")
def test_nothing_else_in_between() -> None:
    playing = duel()
    playing.apply("attack X0606 with cw-1")
    assert broken(playing, "end phase") == {"8.2.1"}
    assert broken(playing, "attack X0606 with cw-1") == {"8.2.1", "8.2", "8.0"}
    assert broken(playing, "advance cw-1 X0606") == {"8.2.1", "8.5"}
    assert {"7.2", "8.2.1"} == broken(playing, "support +4")  # nobody chooses what is drawn unseen


@pytest.mark.rule("fm:8.2.1")
@pytest.mark.parametrize("options", [{}, EACH])
def test_what_was_placed_is_hidden_until_all_is_placed(options: dict[str, Any]) -> None:
    playing = duel(options=options)
    playing.apply("attack X0606 with cw-1")
    for number in range(3):
        chooser = playing.decision.side if playing.decision else ""
        playing.apply(verbs(playing, "support")[0])
        for side in ("cw", "ge"):
            frame = playing.view(side)["stack"][-1]
            full = playing.state.to_json()["stack"][-1]
            for name, owner in (("fire", "cw"), ("cover", "ge")):
                known = bool(options) and owner == side
                assert frame[name] == (full[name] if known else [None] * len(full[name])), (number, chooser, side)
        assert happened(playing, "reveal") == []
        assert "strength" not in json.dumps(happened(playing, "support")[1:])
    playing.apply("pass")
    assert happened(playing, "reveal")


@pytest.mark.rule("fm:8.2.1")
@pytest.mark.parametrize("options", [{}, EACH])
def test_no_view_tells_the_pool_while_markers_lie_hidden(options: dict[str, Any]) -> None:
    """Whatever was drawn, the enemy's view is the same; and with blind draws so is one's own."""
    seen: dict[str, set[str]] = {"cw": set(), "ge": set()}
    for seed in range(12):
        battle = scenario(
            field(),
            DUEL,
            {"cw-1": "X0605", "ge-1": "X0606"},
            special=support(2, (1, 2, 3, 4), (1, 2, 3, 4)),
            options=options,
        )
        playing = Game(battle, seed)
        playing.apply("end phase")
        playing.apply("end phase")
        playing.apply("attack X0606 with cw-1")
        playing.apply(verbs(playing, "support")[0])
        for side in seen:
            seen[side].add(json.dumps(playing.view(side), sort_keys=True))
    assert len(seen["cw"]) == 1 if not options else len(seen["cw"]) > 1
    assert len(seen["ge"]) == 1 if not options else len(seen["ge"]) > 1
    if options:
        for view in seen["ge"]:
            data = json.loads(view)
            assert data["hands"][0] is None
            assert data["used"][0] is None
            assert data["stack"][-1]["fire"] == [None]


@pytest.mark.rule("fm:7.2")
@pytest.mark.parametrize("options", [{}, EACH])
def test_undo_uncovers_nothing_and_the_marker_drawn_again_is_the_same(options: dict[str, Any]) -> None:
    for seed in range(8):
        battle = scenario(
            field(),
            DUEL,
            {"cw-1": "X0605", "ge-1": "X0606"},
            special=support(2, (1, 2, 3, 4), (1, 2, 3, 4)),
            options=options,
        )
        playing = Game(battle, seed)
        playing.apply("end phase")
        playing.apply("end phase")
        playing.apply("attack X0606 with cw-1")
        before = {side: playing.view(side) for side in ("cw", "ge")}
        choice = verbs(playing, "support")[0]
        playing.apply(choice)
        placed = {side: playing.view(side) for side in ("cw", "ge")}
        playing.apply("pass")
        playing.apply("pass")
        playing.apply("pass")
        told = happened(playing, "reveal")
        for _ in range(3):
            playing.undo()
        assert {side: playing.view(side) for side in ("cw", "ge")} == placed
        assert happened(playing, "reveal") == []
        playing.undo()
        assert {side: playing.view(side) for side in ("cw", "ge")} == before
        for again in (choice, "pass", "pass", "pass"):
            playing.apply(again)
        assert happened(playing, "reveal") == told


# -- drawn at the beginning of the turn ---------------------------------------------------------------------------


@pytest.mark.rule("fm:7.1")
@pytest.mark.rule("fm:7.2")
def test_each_turn_the_allotment_is_drawn_and_its_owner_chooses() -> None:
    playing = shelling("2/1", dice=[4, 1, 2], options=EACH)  # +4 and +1; the German +2
    assert verbs(playing, "bombard") == [f"bombard X0606 with {how}" for how in ("+1", "+4", "+1 +4")]
    assert {"7.2"} <= broken(playing, "bombard X0606 with +2")
    assert {"7.2"} <= broken(playing, "bombard X0606 with +4 +4")
    assert {"7.2"} <= broken(playing, "bombard X0606 with 1")
    playing.apply("bombard X0606 with +4")
    assert happened(playing, "bombardment")[0]["markers"] == [4]
    assert playing.view("cw")["hands"] == [0b1001, None]
    assert playing.view("ge")["hands"] == [None, 0b0010]


@pytest.mark.rule("fm:7.2")
def test_each_turn_a_marker_of_the_hand_serves_once() -> None:
    playing = duel("2/1", dice=[4, 1, 2], options=EACH, tables=always("-"))
    playing.apply("attack X0606 with cw-1")
    assert verbs(playing, "support") == ["support +1", "support +4"]
    assert {"7.2"} == broken(playing, "support +3")
    assert {"7.2"} == broken(playing, "support")
    playing.apply("support +4")
    assert verbs(playing, "support") == ["support +2"]
    playing.apply("pass")
    assert verbs(playing, "support") == ["support +1"]
    playing.apply("support +1")
    playing.apply("support +2")
    assert happened(playing, "differential")[0]["strength"] == "10-6"
