"""Tactical moves: where their parts lead and how long they are (chapter 12), by the golden figures of the contract."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from moves_of import game, line, where

from engine.play import Game
from engine.systems.de_bellis_multitudinis.judging import MoveJudgement, judge
from engine.systems.de_bellis_multitudinis.notation import PartKind
from engine.tables.places import PACE, about
from engine.tables.touching import bases_overlap

FAR = {"kn-9": [3000, 100, 180]}
"""An enemy so far away that he matters to nobody."""


def battle(units: dict[str, str], at: dict[str, Any], **more: Any) -> Game:
    """A battle with an enemy far away."""
    return game({**units, "kn-9": "blue Kn"}, {**FAR, **at}, **more)


def told(played: Game, text: str, side: int = 0) -> MoveJudgement:
    """The judgement of an action."""
    return judge(played.rules.field, played.state, side, played.rules.parse(text, played.state))


def rules(judgement: MoveJudgement) -> list[str]:
    """The paragraphs that a move breaks."""
    return [rule for rule, _ in judgement.breaches]


def ends(played: Game, judgement: MoveJudgement) -> dict[str, tuple[float, float, float]]:
    """Where elements would end, to a tenth."""
    keys = played.rules.field.roster.keys
    return {
        keys[unit]: (round(at.x / PACE, 1), round(at.y / PACE, 1), at.facing / 10)
        for unit, at in judgement.ends.items()
    }


BD = {f"bd-{n}": "red Bd" for n in range(1, 5)}


@pytest.mark.rule("dbm:12.7")
def test_a_line_wheels_about_its_corner() -> None:
    played = battle({key: BD[key] for key in ("bd-1", "bd-2", "bd-3")}, line("bd", 3, 1000, 1200))
    judged = told(played, "move bd-1..bd-3: wheel right 20")
    assert judged.legal
    assert ends(played, judged) == {
        "bd-1": (1012.1, 1131.6, 20),
        "bd-2": (1087.2, 1159.0, 20),
        "bd-3": (1162.4, 1186.3, 20),
    }
    assert (judged.length, judged.share) == (84, 84)


@pytest.mark.rule("dbm:12.7")
def test_a_block_that_faces_downward_wheels_and_goes_on() -> None:
    places = {"ax-1": [700, 600, 180], "ax-2": [620, 600, 180], "ax-3": [700, 560, 180], "ax-4": [620, 560, 180]}
    played = battle(dict.fromkeys(places, "red Ax"), places)
    judged = told(played, "move ax-1..ax-4: wheel left 15; ahead 40")
    assert list(ends(played, judged).values()) == [
        (711.7, 649.0, 165),
        (634.4, 669.7, 165),
        (701.4, 610.4, 165),
        (624.1, 631.1, 165),
    ]
    assert (judged.length, judged.share, judged.breaches) == (83, 55, ())


@pytest.mark.rule("dbm:12.7")
def test_shares_are_rounded_to_whole_hundredths() -> None:
    played = battle(BD, line("bd", 4, 1000, 1200))
    assert (
        told(played, "move bd-1..bd-4: wheel left 17.9").share,
        rules(told(played, "move bd-1..bd-4: wheel left 17.9")),
    ) == (100, [])
    wide = told(played, "move bd-1..bd-4: wheel left 18")
    assert (wide.share, rules(wide)) == (101, ["12.7"])


@pytest.mark.rule("dbm:12.7")
def test_wheels_to_both_sides_add_up_by_the_outer_element() -> None:
    played = battle(BD, line("bd", 4, 1000, 1200))
    assert told(played, "move bd-1..bd-4: wheel left 9; wheel right 8.9").legal
    assert rules(told(played, "move bd-1..bd-4: wheel left 9; wheel right 9.2")) == ["12.7"]


@pytest.mark.rule("dbm:12.7")
def test_the_slowest_element_of_a_group_sets_its_pace() -> None:
    units = {"ax-1": "red Ax", "bd-1": "red Bd"}
    played = battle(units, {"ax-1": [1000, 1200, 0], "bd-1": [1080, 1200, 0]})
    assert told(played, "move ax-1 bd-1: ahead 100").legal
    assert rules(told(played, "move ax-1 bd-1: ahead 101")) == ["12.7"]


def test_pivot_and_wheel_of_a_single_element() -> None:
    played = battle({"cv-1": "red Cv"}, {"cv-1": [2010, 900, 90]})
    pivot, wheel = told(played, "move cv-1: pivot left 25"), told(played, "move cv-1: wheel left 25")
    assert ends(played, pivot) == {"cv-1": (1993.1, 903.7, 65)}
    assert ends(played, wheel) == {"cv-1": (2026.9, 896.3, 65)}
    assert (pivot.length, wheel.length) == (43, 43)


def test_turns_take_no_way() -> None:
    played = battle({"sp-1": "red Sp"}, {"sp-1": [600, 1500, 0]})
    found = [told(played, f"move sp-1: turn {way}") for way in ("left", "right", "about")]
    assert [ends(played, one)["sp-1"] for one in found] == [(560, 1540, 270), (640, 1540, 90), (600, 1530, 180)]
    assert [one.length for one in found] == [0, 0, 0]


@pytest.mark.rule("dbm:12.1")
def test_a_single_element_is_measured_straight() -> None:
    played = battle({"kn-1": "red Kn", "ax-1": "red Ax"}, {"kn-1": [2400, 1000, 270], "ax-1": [2400, 1600, 0]})
    assert told(played, "move kn-1: to 2330,1060/280").length == 105
    assert told(played, "move ax-1: to 2360,1530/270").length == 110


@pytest.mark.rule("dbm:12.1")
@pytest.mark.parametrize(("friend", "length"), [([1051, 1300, 0], 202), ([1051, 1400, 0], 240)])
def test_a_way_round_a_friend_counts_when_two_corners_deviate(friend: list[float], length: int) -> None:
    played = battle({"lh-1": "red LH", "kn-1": "red Kn"}, {"lh-1": [1000, 1500, 0], "kn-1": friend})
    judged = told(played, "move lh-1: to 970,1300/0 by 960,1500")
    assert (judged.length, judged.breaches) == (length, ())
    assert rules(told(played, "move lh-1: to 970,1300/0")) == ["16.4"]


@pytest.mark.rule("dbm:12.1")
def test_a_single_element_goes_no_further_than_its_move() -> None:
    played = battle({"bd-1": "red Bd"}, {"bd-1": [1000, 1500, 0]})
    assert told(played, "move bd-1: to 1000,1400/0").legal
    assert rules(told(played, "move bd-1: to 1000,1399/0")) == ["12.1"]
    assert rules(told(played, "move bd-1: ahead 101")) == ["12.1"]


@pytest.mark.rule("dbm:12.2")
def test_a_single_skirmisher_pays_for_its_turn() -> None:
    units = {"ps-1": "red Ps", "ax-1": "red Ax"}
    played = battle(units, {"ps-1": [1000, 1500, 0], "ax-1": [1400, 1500, 0]})
    assert told(played, "move ax-1: turn about; ahead 150").legal
    assert rules(told(played, "move ps-1: turn about; ahead 150")) == ["12.2"]
    assert told(played, "move ps-1: ahead 150").legal


@pytest.mark.rule("dbm:12.2")
def test_a_demoralised_skirmisher_that_is_halted_turns_towards_the_enemy() -> None:
    units = {"ps-1": "red Ps", "ax-1": "red Ax", "kn-1": "blue Kn"}
    at = {"ps-1": [1000, 1500, 180], "ax-1": [1400, 1500, 0], "kn-1": [1000, 900, 180]}
    steady, broken = game(units, at), game(units, at, start={"demoralised": ["red"]})
    assert not steady.verdict("halt ps-1 facing 0")
    assert steady.verdict("halt ax-1 facing 90")
    assert broken.verdict("halt ps-1 facing 0")
    assert not broken.verdict("halt ps-1 facing 90")
    assert not broken.verdict("move ps-1: ahead 20")
    broken.apply("halt ps-1 facing 0")
    assert where(broken, "ps-1") == (1000, 1460, 0)


@pytest.mark.rule("dbm:12.3")
def test_elements_of_two_commands_do_not_move_together() -> None:
    units = {"bd-1": "red Bd command=left", "bd-2": "red Bd command=right"}
    orders = {"left": {"side": "red"}, "right": {"side": "red"}}
    played = battle(units, line("bd", 2, 1000, 1500), commands=orders)
    assert rules(told(played, "move bd-1 bd-2: ahead 50")) == ["12.3"]
    assert not played.verdict("halt bd-1 bd-2")
    assert told(played, "move bd-1: ahead 50").legal


@pytest.mark.rule("dbm:12.4")
def test_only_a_group_moves_as_one() -> None:
    played = battle({"bd-1": "red Bd", "bd-2": "red Bd"}, line("bd", 2, 1000, 1500, step=81))
    assert rules(told(played, "move bd-1 bd-2: ahead 50")) == ["12.4"]


def test_nobody_moves_twice_in_a_bound() -> None:
    played = battle({"bd-1": "red Bd", "bd-2": "red Bd"}, line("bd", 2, 1000, 1500))
    played.apply("move bd-1 bd-2: ahead 50")
    assert where(played, "bd-2") == (1080, 1450, 0)
    assert rules(told(played, "move bd-1: ahead 10")) == ["10.1"]
    assert rules(told(played, "march bd-1: ahead 10")) == ["10.1"]


def test_enemies_and_friends_stand_in_the_way() -> None:
    units = {"bd-1": "red Bd", "bd-2": "red Bd", "sp-1": "blue Sp"}
    played = battle(units, {"bd-1": [1000, 1500, 0], "bd-2": [1050, 1440, 0], "sp-1": [2000, 1480, 90]})
    assert rules(told(played, "move bd-1: ahead 60")) == ["16.4"]
    assert told(played, "move bd-1: ahead 30").legal


def test_nobody_leaves_the_table() -> None:
    played = battle({"lh-1": "red LH"}, {"lh-1": [1000, 100, 0]})
    assert rules(told(played, "move lh-1: ahead 101")) == ["12.1"]
    assert told(played, "move lh-1: ahead 100").legal


ways = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["ahead", "back"]), st.integers(1, 40)).map(lambda one: f"{one[0]} {one[1]}"),
        st.tuples(st.sampled_from(["wheel left", "wheel right"]), st.integers(1, 90)).map(
            lambda one: f"{one[0]} {one[1] / 10}"
        ),
    ),
    min_size=1,
    max_size=4,
)


def moved(played: Game, units: str, text: str) -> MoveJudgement:
    """A move that was carried out, with its judgement."""
    judged = told(played, f"move {units}: {text}")
    for unit, at in judged.ends.items():
        played.state.put(unit, at)
    return judged


@settings(max_examples=40, deadline=None)
@given(ways)
def test_a_move_and_its_reverse_come_home(parts: list[str]) -> None:
    played = battle(BD, line("bd", 4, 1000, 1200, 30))
    start = list(played.state.at)
    pivots = []
    for part in parts:
        pivots.append(moved(played, "bd-1..bd-4", part).way)
    for way in reversed(pivots):
        assert way is not None
        stretch = way.stretches[0]
        for unit in way.units:
            at = played.state.at[unit]
            if stretch.pivot is not None:
                played.state.put(unit, about(at, stretch.pivot, -stretch.tenths))
            else:
                played.state.put(unit, at.moved(stretch.lengths[0] * (-1 if stretch.kind is PartKind.AHEAD else 1)))
    away = [max(abs(a.x - b.x), abs(a.y - b.y)) for a, b in zip(start, played.state.at, strict=True) if a and b]
    assert max(away) < PACE // 20


@settings(max_examples=60, deadline=None)
@given(ways, st.integers(0, 3), st.tuples(st.integers(-300, 300), st.integers(-300, 300)), st.integers(0, 3))
def test_a_battle_turned_and_moved_gives_the_same_verdicts(
    parts: list[str], turns: int, away: tuple[int, int], which: int
) -> None:
    """The verdict of a move is the same when the whole battle is moved by whole paces and turned by right angles."""
    units = {**BD, "ps-1": "red Ps", "kn-1": "blue Kn", "sp-1": "blue Sp"}
    places = {
        "bd-1": (0, 0, 0),
        "bd-2": (80, 0, 0),
        "bd-3": (160, 0, 0),
        "bd-4": (0, 30, 0),
        "ps-1": (40, -120, 0),
        "kn-1": (100, -160, 190),
        "sp-1": (250, -90, 270),
    }
    group = ["bd-1..bd-3", "bd-3", "bd-1..bd-4", "ps-1"][which]
    text = f"move {group}: {'; '.join(parts)}"
    found = []
    for quarter, (dx, dy) in ((0, (0, 0)), (turns, away)):
        at = {}
        for key, (x, y, facing) in places.items():
            for _ in range(quarter):
                x, y = -y, x
            at[key] = [1200 + x + dx, 1200 + y + dy, (facing + 90 * quarter) % 360]
        played = game(units, at, size=(2400, 2400))
        judged = told(played, text)
        found.append((judged.breaches, judged.length, judged.share, judged.cost, judged.contacts))
    assert found[0] == found[1]


@settings(max_examples=60, deadline=None)
@given(ways, st.sampled_from(["bd-1..bd-3", "bd-2", "ps-1"]))
def test_a_legal_move_ends_on_nobody(parts: list[str], group: str) -> None:
    units = {**BD, "ps-1": "red Ps", "kn-1": "blue Kn"}
    at = {**line("bd", 4, 1000, 1200), "ps-1": [1100, 1140, 10], "kn-1": [1150, 1040, 200]}
    played = game(units, at)
    judged = moved(played, group, "; ".join(parts))
    if not judged.legal:
        return
    field, state = played.rules.field, played.state
    for unit in judged.ends:
        for other, place in field.on_table(state):
            mine = state.at[unit]
            if other != unit and mine is not None:
                assert not bases_overlap(mine, field.depth(state, unit), place, field.depth(state, other))
