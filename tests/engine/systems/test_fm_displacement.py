"""Chapter 8.3.1: units that make room for others that retreat."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from fm_field import always, attack, game
from fm_fights import DUEL, asked, corridor, driven, fought, pocket
from hex_field import broken, field, happened, places, refused, strengths, verbs

from engine.formats import load_scenario
from engine.mechanics.bits import bits
from engine.play import Game
from engine.systems.fire_and_movement import retreat


@pytest.mark.rule("fm:8.3.1")
def test_a_friend_at_the_end_may_be_displaced() -> None:
    playing = driven("D2", pocket(ge_2="X0205"))
    assert verbs(playing, "retreat") == ["retreat ge-1 X0204", "retreat ge-1 X0204 X0205"]
    playing.apply("retreat ge-1 X0204 X0205")
    assert places(playing) == {"cw-1": "X0202", "ge-1": "X0205", "ge-2": "X0206"}
    assert strengths(playing) == {"cw-1": 1, "ge-1": 2, "ge-2": 2}


@pytest.mark.rule("fm:8.3.1")
def test_the_displaced_keep_off_the_path_of_the_unit_that_displaces_them() -> None:
    """ge-2 at the end of the path could go on to X0206 or X0105, or back to X0204, where ge-1 comes through."""
    board = corridor()
    board.terrain[board.grid.parse("X0105")] = "clear"
    units = pocket(ge_2="X0205")

    def pushed(**more: bool) -> Game:
        playing = game(board, units, phase="combat", tables=always("D2"), options=more)
        attack(playing, "X0203", "cw-1")
        playing.apply("retreat ge-1 X0204 X0205")
        return playing

    playing = pushed()
    assert verbs(playing, "displace") == ["displace ge-2 X0105", "displace ge-2 X0206"]
    assert broken(playing, "displace ge-2 X0204") == {"8.3.1", "8.5"}
    by_option = pushed(displaced_into_path=True)
    assert verbs(by_option, "displace") == ["displace ge-2 X0204", "displace ge-2 X0105", "displace ge-2 X0206"]
    by_option.apply("displace ge-2 X0204")
    assert places(by_option) == {"cw-1": "X0202", "ge-1": "X0205", "ge-2": "X0204"}


@pytest.mark.rule("fm:8.3.1")
def test_nobody_is_displaced_who_could_only_go_back_along_the_path() -> None:
    """The corridor ends at X0205: ge-2 there has nowhere to go, and ge-1 falls short."""
    playing = driven("D2", pocket(ge_2="X0205"), 5)
    assert places(playing) == {"cw-1": "X0202", "ge-1": "X0204", "ge-2": "X0205"}
    assert strengths(playing)["ge-1"] == 1
    by_option = driven("D2", pocket(ge_2="X0205"), 5, options={"displaced_into_path": True})
    by_option.apply("retreat ge-1 X0204 X0205")
    assert places(by_option) == {"cw-1": "X0202", "ge-1": "X0205", "ge-2": "X0204"}


@pytest.mark.rule("fm:8.3.1")
def test_it_may_fall_short_instead() -> None:
    playing = driven("D2", pocket(ge_2="X0205"))
    playing.apply("retreat ge-1 X0204")
    assert (places(playing)["ge-1"], places(playing)["ge-2"]) == ("X0204", "X0205")
    assert strengths(playing) == {"cw-1": 1, "ge-1": 1, "ge-2": 2}


@pytest.mark.rule("fm:8.3.1")
@pytest.mark.rule("fm:8.5")
def test_it_may_stay_and_be_reduced_where_it_could_only_displace() -> None:
    playing = driven("D1", pocket(ge_2="X0204"))
    assert playing.legal_actions().texts() == ["retreat ge-1 X0204", "stay ge-1"]
    stayed = playing.copy()
    stayed.apply("stay ge-1")
    assert (places(stayed)["ge-1"], strengths(stayed)["ge-1"]) == ("X0203", 1)
    assert asked(stayed) == ("cw", "combat")  # nothing was left to advance into
    playing.apply("retreat ge-1 X0204")
    assert places(playing) == {"cw-1": "X0202", "ge-1": "X0204", "ge-2": "X0205"}
    dying = driven("D1", pocket(ge_2="X0204"), steps={"ge-1": 1})
    dying.apply("stay ge-1")
    assert places(dying)["ge-1"] is None
    assert verbs(dying, "advance") == ["advance cw-1 X0203"]


@pytest.mark.rule("fm:8.3.1")
def test_nobody_stays_who_could_go_without_displacing() -> None:
    playing = driven("D2", pocket(ge_2="X0205"))
    assert broken(playing, "stay ge-1") == {"8.3.1"}
    plain = game(corridor(), pocket(), phase="combat", tables=always("D2"))
    attack(plain, "X0203", "cw-1")
    assert broken(plain, "stay ge-1") == {"8.3.1"}


@pytest.mark.rule("fm:8.3.1")
def test_no_displacement_while_a_vacant_hex_is_open() -> None:
    playing = fought("D2", {**DUEL, "ge-2 infantry 1-1-1": "X0608"})
    assert "8.3.1" in broken(playing, "retreat ge-1 X0607 X0608")
    assert "8.3.1" in broken(playing, "displace ge-2 X0609")


@pytest.mark.rule("fm:8.3.1")
def test_a_chain_of_displacements() -> None:
    playing = driven("D1", pocket(ge_2="X0204", ge_3="X0205", ge_4="X0206"))
    playing.apply("retreat ge-1 X0204")
    assert places(playing) == {"cw-1": "X0202", "ge-1": "X0204", "ge-2": "X0205", "ge-3": "X0206", "ge-4": "X0207"}
    assert [event["unit"] for event in happened(playing, "displaced")] == ["ge-4", "ge-3", "ge-2"]
    assert strengths(playing) == {"cw-1": 1, "ge-1": 2, "ge-2": 2, "ge-3": 2, "ge-4": 2}


@pytest.mark.rule("fm:8.3.1")
@pytest.mark.parametrize("stopper", ["sea", "zone", "edge"])
def test_nobody_is_displaced_who_has_nowhere_to_go(stopper: str) -> None:
    units = pocket(ge_2="X0204", ge_3="X0205")
    if stopper == "zone":
        units |= {"cw-9 infantry 1-1-1": "X0207"}
    playing = driven("D1", units, 5 if stopper == "edge" else 12) if stopper != "sea" else None
    if playing is None:
        board = corridor()
        board.terrain[board.grid.parse("X0206")] = "water"
        playing = game(board, units, phase="combat", tables=always("D1"))
        attack(playing, "X0203", "cw-1")
        playing.apply("fall back")
    assert places(playing)["ge-1"] is None  # nobody could make room, so it could not go at all
    assert happened(playing, "displaced") == []


@pytest.mark.rule("fm:8.3.1")
def test_a_short_retreat_may_displace_as_well() -> None:
    """Two hexes are too far, for an enemy controls the second; the first is a friend's, who makes room sideways,
    where a cliff kept the retreating unit itself from going."""
    board = corridor()
    board.terrain[board.grid.parse("X0103")] = "clear"
    board.hexsides[board.grid.parse_side("X0203/X0103")] = {"cliff": board.grid.parse("X0203")}
    units = pocket(ge_2="X0204") | {"cw-9 infantry 1-1-1": "X0206"}
    playing = game(board, units, phase="combat", tables=always("D2"))
    attack(playing, "X0203", "cw-1")
    assert playing.rules.retreats(playing.state, "ge-1").may_stay
    playing.apply("retreat ge-1 X0204")
    assert places(playing) | {"ge-1": "X0204", "ge-2": "X0103"} == places(playing)
    assert strengths(playing)["ge-1"] == 1
    assert [event["event"] for event in (event.to_json() for event in playing.events)][-3:] == [
        "displaced",
        "retreat",
        "loss",
    ]


@pytest.mark.rule("fm:8.3.1")
def test_the_owner_says_where_the_displaced_go() -> None:
    board = field(terrain={"water": "X0505 X0506 X0705 X0706"})
    units = {"cw-1 infantry 9-3-3": "X0605", "ge-1 infantry 3-3-3/2-2": "X0606", "ge-2 infantry 1-1-1": "X0607"}
    playing = game(board, units, phase="combat", tables=always("D1"))
    attack(playing, "X0606", "cw-1")
    playing.apply("retreat ge-1 X0607")
    assert asked(playing) == ("ge", "displacement")
    assert sorted(verbs(playing, "displace")) == [f"displace ge-2 X0{name}" for name in ("507", "608", "707")]
    assert "8.3.1" in broken(playing, "displace ge-2 X0606")
    assert "8.3.1" in broken(playing, "displace ge-1 X0608")
    assert "8.3.1" in broken(playing, "end phase")
    playing.apply("displace ge-2 X0707")
    assert (places(playing)["ge-1"], places(playing)["ge-2"]) == ("X0607", "X0707")


@pytest.mark.rule("fm:8.3.1")
def test_the_displaced_go_toward_their_edge_and_never_into_a_zone() -> None:
    board = field(terrain={"water": "X0505 X0506 X0705 X0706"})
    units = {"cw-1 infantry 9-3-3": "X0605", "ge-1 infantry 3-3-3/2-2": "X0606", "ge-2 infantry 1-1-1": "X0607"}
    playing = game(board, units, phase="combat", tables=always("D1"), special={"friendly_edge": {"ge": "W"}})
    attack(playing, "X0606", "cw-1")
    playing.apply("retreat ge-1 X0607")
    assert places(playing)["ge-2"] == "X0507"
    hunted = game(board, {**units, "cw-9 infantry 1-1-1": "X0408"}, phase="combat", tables=always("D1"))
    attack(hunted, "X0606", "cw-1")
    hunted.apply("retreat ge-1 X0607")
    assert sorted(verbs(hunted, "displace")) == ["displace ge-2 X0608", "displace ge-2 X0707"]


@pytest.mark.rule("fm:8.3.1")
def test_displaced_vacant_hexes_before_friends() -> None:
    board = field(terrain={"water": "X0505 X0506 X0705 X0706 X0507"})
    units = {
        "cw-1 infantry 9-3-3": "X0605",
        "ge-1 infantry 3-3-3/2-2": "X0606",
        "ge-2 infantry 1-1-1": "X0607",
        "ge-3 infantry 1-1-1": "X0608",
    }
    playing = game(board, units, phase="combat", tables=always("D1"))
    attack(playing, "X0606", "cw-1")
    playing.apply("retreat ge-1 X0607")
    assert places(playing) | {"ge-2": "X0707", "ge-3": "X0608"} == places(playing)


@pytest.mark.rule("fm:8.3.1")
def test_an_attackers_displaced_unit_attacks_no_more_but_may_move() -> None:
    board = field(columns=3, rows=8, terrain={"water": "X0101 X0102 X0103 X0104 X0301 X0302 X0303 X0304"})
    units = {
        "cw-1 infantry 9-3-3/5-2": "X0204",
        "cw-2 armour 1-1-6/1-1 mobile": "X0203",
        "ge-1 infantry 3-3-3": "X0205",
        "ge-2 infantry 1-1-1 no_zoc": "X0201",
    }
    playing = game(board, units, phase="combat", tables=always("A1"))
    attack(playing, "X0205", "cw-1")
    playing.apply("retreat cw-1 X0203")
    assert places(playing) | {"cw-1": "X0203", "cw-2": "X0202"} == places(playing)
    made_room = ("8.3.1", "cw-2 was displaced and cannot attack any more in this player turn")
    assert refused(playing, "attack X0201 with cw-2") == [made_room]
    assert refused(playing, "attack X0205 with cw-2") == [
        ("8.0", "ge-1 has already been attacked in this phase"),
        made_room,
        ("8.2", "cw-2 in X0202 is not adjacent to X0205"),
    ]
    playing.apply("end phase")
    assert asked(playing) == ("cw", "mobile movement")
    assert verbs(playing, "move") != []
    playing.apply("end phase")
    assert broken(playing, "attack X0201 with cw-2") == {"8.3.1"}
    for _ in range(2):
        playing.apply("end phase")
    while asked(playing) != ("cw", "combat"):
        playing.apply("end phase")
    assert broken(playing, "attack X0201 with cw-2") == set()  # a new player turn


@pytest.mark.rule("fm:8.3.1")
def test_displacement_can_be_left_out() -> None:
    playing = driven("D2", pocket(ge_2="X0205"), options={"displacement": False})
    assert (places(playing)["ge-1"], strengths(playing)["ge-1"]) == ("X0204", 1)


def _plainly(board: Any, state: Any, h: int, by: int, seen: frozenset[int]) -> bool:
    """Whether the friend in a hex can be displaced, every chain tried."""
    side = board.roster.side[by]
    enemy, own = board.zones.of(state, 1 - side), board.roster.of_side[side]
    friends = state.stacks.get(h, 0) & own & ~(1 << by)
    near = [n for n in board.ground.open[h] if not enemy[n] and n not in seen] if friends else []
    if any(n not in state.stacks for n in near):
        return True
    pushed, chain = next(bits(friends), 0), seen | {h}
    return any(_plainly(board, state, n, pushed, chain) for n in near if state.stacks.get(n, 0) & own)


def test_a_chain_is_found_where_trying_all_of_them_finds_one() -> None:
    scenario = load_scenario("arracourt")
    rules: Any = Game(scenario).rules
    board, random = rules.field, Random(8)
    found = []
    for _ in range(60):
        state = rules.blank()
        centre = random.choice([h for h in board.grid.hexes if len(board.ground.open[h]) == 6])
        crowd = board.grid.within(centre, 2)
        random.shuffle(crowd)
        ours, theirs = ([*board.roster.side_units[side]] for side in (0, 1))
        for unit, h in zip(ours + theirs[:1], crowd[: random.randrange(12, 18)] + crowd[18:], strict=False):
            state.place(unit, h)
        for by in ours:
            for h in board.grid.neighbours[state.where[by]] if state.where[by] >= 0 else ():
                seen = frozenset({state.where[by]})
                chance = retreat.may_be_displaced(board, state, h, by, seen)
                assert chance == _plainly(board, state, h, by, seen)
                assert chance == bool(retreat.displaced_to(board, state, h, by, seen))
                found.append(chance)
    assert 50 < sum(found) < len(found) - 50
