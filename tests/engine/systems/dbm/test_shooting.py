"""Distant shooting: targets, gaps, sight, holding, helpers, horses that are held (3.3, 9.1, 17)."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

import pytest
from field_of import bound, game, number, palette

from engine.play import Event, Game
from engine.systems.de_bellis_multitudinis import shooting
from engine.systems.de_bellis_multitudinis.factors import shot_at
from engine.systems.de_bellis_multitudinis.questions_combat import QUESTIONS
from engine.systems.de_bellis_multitudinis.shooting_frames import Shooting
from engine.tables.places import TablePoint
from engine.tables.table import Table, TableArea, TableWall


def aimed(units: dict[str, str], at: dict[str, Any], edge: str = "front", **more: Any) -> list[str]:
    """The targets of the first element."""
    field, state = bound(units, at, phase="shooting", **more)
    return QUESTIONS["targets"](field, state, [next(iter(units)), edge])


def asked(question: str, words: str, units: dict[str, str], at: dict[str, Any], **more: Any) -> Any:
    field, state = bound(units, at, **more)
    return QUESTIONS[question](field, state, words.split())


def shots(played: Game) -> list[Event]:
    """The shots of the phase at which the game began."""
    return [event for event in takewhile(lambda event: event.kind != "pips", played.events) if event.kind == "shot"]


BOWS = {"bw-1": "red Bw O", "sp-1": "blue Sp O"}
HERE = [1000, 1000, 0]


# -- arc and range --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "hit"),
    [
        ([1000, 800, 180], True),
        ([1000, 799, 180], False),
        ([1159, 900, 180], True),
        ([1160, 900, 180], False),
        ([841, 900, 180], True),
        ([1000, 1080, 180], False),
        # Only one corner is beyond the line of the front edge.
        ([1100, 1045, 115], False),
    ],
)
def test_arc_and_range(place: list[float], hit: bool) -> None:
    assert aimed(BOWS, {"bw-1": HERE, "sp-1": place}) == (["sp-1"] if hit else [])


@pytest.mark.rule("dbm:17.1")
def test_two_lines_that_do_not_cross() -> None:
    at = {"bw-1": HERE, "sp-1": [1000, 800, 180]}
    assert asked("lines", "bw-1 sp-1 fr fl", BOWS, at) is True
    assert asked("lines", "bw-1 sp-1 fl fr", BOWS, at) is False
    # To the corners of the far edge as well, through the target.
    assert asked("lines", "bw-1 sp-1 rr rl", BOWS, at) is True
    assert asked("lines", "bw-1 sp-1 fl fl", BOWS, at) is False


def test_lines_that_touch_are_not_clear() -> None:
    a, b, c, d = TablePoint(0, 0), TablePoint(10, 0), TablePoint(5, 0), TablePoint(5, 5)
    assert shooting.crosses(a, b, c, d)
    assert not shooting.crosses(a, TablePoint(4, 0), c, d)


@pytest.mark.rule("dbm:17.6")
def test_the_target_is_the_one_whose_middle_is_nearest_the_middle_line() -> None:
    units = {**BOWS, "sp-2": "blue Sp O", "kn-1": "blue Kn O"}
    at = {"bw-1": HERE, "sp-1": [1060, 850, 180], "sp-2": [980, 820, 180], "kn-1": [1100, 960, 180]}
    assert aimed(units, at) == ["sp-2", "sp-1", "kn-1"]
    played = game({**units, "bw-2": "red Bw O"}, {**at, "bw-2": [920, 1000, 0]}, phase="shooting")
    verdict = played.verdict("shoot bw-1 at kn-1")
    assert not verdict
    assert "dbm:17.6" in verdict.rules


# -- what is between ------------------------------------------------------------------------------------------------


def test_troops_between_stop_shots() -> None:
    units = {**BOWS, "cv-1": "red Cv O"}
    at = {"bw-1": HERE, "sp-1": [1000, 820, 180], "cv-1": [1000, 940, 0]}
    assert aimed(units, at) == []
    units["cv-1"] = "blue Cv O"
    at["cv-1"] = [1000, 900, 180]
    assert aimed(units, at) == ["cv-1"]


@pytest.mark.rule("dbm:9.1")
def test_ambushers_stop_the_shots_of_friends_alone() -> None:
    at: dict[str, Any] = {"bw-1": HERE, "sp-1": [1000, 820, 180], "cv-1": {"at": [1000, 940, 0], "ambush": True}}
    assert aimed({**BOWS, "cv-1": "red Cv O"}, at) == []
    assert aimed({**BOWS, "cv-1": "blue Cv O"}, at) == ["sp-1"]


@pytest.mark.rule("dbm:17.5")
@pytest.mark.parametrize(("width", "hit"), [(70, False), (78, False), (82, True)])
def test_nobody_shoots_through_a_gap_narrower_than_a_base(width: int, hit: bool) -> None:
    units = {**BOWS, "cv-1": "red Cv O", "cv-2": "red Cv O"}
    at = {
        "bw-1": HERE,
        "sp-1": [1000, 820, 180],
        "cv-1": [1000 - 40 - width / 2, 940, 0],
        "cv-2": [1000 + 40 + width / 2, 940, 0],
    }
    # The lines are 80 paces apart and touch the bases of a gap that is narrower.
    assert aimed(units, at) == (["sp-1"] if hit else [])


@pytest.mark.rule("dbm:17.5")
def test_who_touches_shooter_or_target_is_no_side_of_a_gap() -> None:
    units = {"bw-1": "red Bw O", "ps-1": "blue Ps O", "ax-1": "blue Ax O", "ax-2": "blue Ax O", "ax-3": "red Ax O"}
    off = [3000, 500, 0]
    # A target seen from its side, with 70 paces between two of its friends before it.
    at = {"bw-1": [1000, 1000, 0], "ps-1": [1020, 840, 90], "ax-1": [925, 900, 180], "ax-2": [1075, 900, 180]}
    assert "ps-1" not in aimed(units, {**at, "ax-3": off})
    # A friend with a corner on the shooter's is no side of a gap; three paces off he is.
    at |= {"ax-1": [928, 900, 0], "ax-2": off}
    assert "ps-1" in aimed(units, {**at, "ax-3": [1080, 960, 0]})
    assert "ps-1" not in aimed(units, {**at, "ax-3": [1082, 957, 0]})


# -- sight ----------------------------------------------------------------------------------------------------------


def area(kind: str, top: int, bottom: int, **more: Any) -> TableArea:
    return TableArea(f"{kind}-1", kind, ((500, top), (1500, top), (1500, bottom), (500, bottom)), **more)


@pytest.mark.parametrize(
    ("areas", "place", "seen"),
    [
        ((), [1000, 850, 180], True),
        ((area("wood", 870, 950),), [1000, 850, 180], False),
        ((area("wood", 700, 950),), [1000, 900, 180], True),
        ((area("wood", 700, 950),), [1000, 899, 180], False),
        ((area("hill", 870, 950),), [1000, 850, 180], False),
        ((area("hill", 700, 950, crest=((500, 750), (1500, 750))),), [1000, 850, 180], True),
        ((area("hill", 700, 950, crest=((500, 900), (1500, 900))),), [1000, 850, 180], False),
        ((area("gully", 700, 900),), [1000, 850, 180], False),
        ((area("gully", 700, 999),), [1000, 850, 180], True),
        ((area("marsh", 700, 900),), [1000, 850, 180], True),
    ],
)
def test_who_sees_whom(areas: tuple[TableArea, ...], place: list[float], seen: bool) -> None:
    units = {"bw-1": "red Bw O", "ax-1": "blue Ax O"}
    assert asked("sees", "bw-1 ax-1", units, {"bw-1": HERE, "ax-1": place}, areas=areas) is seen


@pytest.mark.rule("dbm:17.4")
def test_skirmishers_in_low_cover_are_seen_within_150_paces_or_once_they_move() -> None:
    units = {"bw-1": "red Bw O", "ps-1": "blue Ps O"}
    areas = (area("marsh", 600, 900),)
    for y, seen in ((850, True), (849, False)):
        at: dict[str, Any] = {"bw-1": HERE, "ps-1": [1000, y, 180]}
        assert asked("sees", "bw-1 ps-1", units, at, areas=areas) is seen
        assert aimed(units, at, areas=areas) == (["ps-1"] if seen else [])
    at["ps-1"] = {"at": at["ps-1"], "moved": True}
    assert asked("sees", "bw-1 ps-1", units, at, areas=areas)
    assert asked(
        "sees", "bw-1 ps-1", {**units, "ps-1": "blue Ax O"}, {"bw-1": HERE, "ps-1": [1000, 810, 180]}, areas=areas
    )


@pytest.mark.rule("dbm:17.4")
def test_one_shoots_over_enemies_that_one_does_not_see() -> None:
    units = {"art-1": "red Art O", "ps-1": "blue Ps O", "sp-1": "blue Sp O"}
    at = {"art-1": HERE, "ps-1": [1000, 800, 180], "sp-1": [1000, 600, 180]}
    assert aimed(units, at) == ["ps-1"]
    assert aimed(units, at, areas=(area("marsh", 750, 900),)) == ["sp-1"]
    assert aimed({**units, "ps-1": "blue Ax O"}, at, areas=(area("gully", 750, 900),)) == ["sp-1"]


@pytest.mark.rule("dbm:17.4")
def test_one_shoots_from_a_steep_hill_over_enemies_on_it_at_others() -> None:
    units = {"art-1": "red Art O", "ax-1": "blue Ax O", "sp-1": "blue Sp O"}
    at = {"art-1": HERE, "ax-1": [1000, 850, 180], "sp-1": [1000, 600, 180]}
    steep = area("hill", 750, 1200, slope="steep", crest=((500, 1050), (1500, 1050)))
    assert aimed(units, at, areas=(steep,)) == ["ax-1", "sp-1"]
    gentle = area("hill", 750, 1200, crest=((500, 1050), (1500, 1050)))
    assert aimed(units, at, areas=(gentle,)) == ["ax-1"]
    at["ax-1"] = [1000, 920, 180]
    assert aimed(units, at, areas=(steep,)) == ["ax-1"]


# -- the phase ------------------------------------------------------------------------------------------------------


def test_both_sides_shoot_and_a_lone_shot_needs_no_word() -> None:
    played = game(BOWS, {"bw-1": HERE, "sp-1": [1000, 850, 180]}, phase="shooting", side="blue", dice=(4, 2))
    (event,) = shots(played)
    assert event.data == {
        "units": "bw-1",
        "target": "sp-1",
        "dice": [4, 2],
        "totals": [6, 6],
        "edge": "front",
    }


def test_the_mover_says_in_which_order() -> None:
    units = {"bw-1": "red Bw O", "bw-2": "blue Bw O"}
    at = {"bw-1": HERE, "bw-2": [1000, 850, 180]}
    played = game(units, at, phase="shooting", dice=(1, 1, 1, 1))
    assert played.decision is not None
    assert (played.decision.side, played.decision.kind) == ("red", "shooting")
    assert played.legal_actions().texts() == ["shoot bw-1 at bw-2", "shoot bw-2 at bw-1"]
    assert not played.verdict("end phase")
    assert not played.verdict("shoot bw-1 at bw-1")
    played.apply("shoot bw-2 at bw-1")
    assert [event.data["units"] for event in shots(played)] == ["bw-2", "bw-1"]


def test_others_with_the_same_target_help() -> None:
    units = {"bw-1": "red Bw O", "bw-2": "red Bw O", "bw-3": "red Bw O", "sp-1": "blue Sp O"}
    at = {"bw-1": [920, 1000, 0], "bw-2": [1000, 1000, 0], "bw-3": [1080, 1000, 0], "sp-1": [1000, 850, 180]}
    played = game(units, at, phase="shooting", dice=(2, 6))
    assert "shoot bw-2 at sp-1 with bw-1 bw-3" in played.legal_actions().texts()
    played.apply("shoot bw-2 at sp-1 with bw-1 bw-3")
    (event,) = shots(played)
    assert event.data["units"] == "bw-2 bw-1 bw-3"
    assert event.data["totals"] == [4, 8]
    field, state = bound(units, at)
    assert [shot_at(field, state, 3, 0, helpers).tactical for helpers in (0, 1, 2, 3)] == [0, -1, -2, -2]


@pytest.mark.rule("dbm:17.3")
def test_one_may_hold_where_the_recoil_of_the_target_could_destroy_friends() -> None:
    units = {**BOWS, "cv-1": "red Cv O", "bw-2": "red Bw O"}
    at = {"bw-1": HERE, "sp-1": [1000, 850, 180], "cv-1": [1500, 1000, 0], "bw-2": [2000, 1000, 0]}
    played = game(units, at, phase="shooting")
    assert shots(played)
    # A friend stands with its side close behind the target.
    at["cv-1"] = [1000, 780, 90]
    played = game(units, at, phase="shooting")
    assert played.legal_actions().texts() == ["hold bw-1", "shoot bw-1 at sp-1"]
    assert not played.verdict("hold bw-2")
    played.apply("hold bw-1")
    assert not shots(played)
    # Into the front of a friend it would destroy nobody else.
    at["cv-1"] = [1000, 810, 180]
    assert shots(game(units, at, phase="shooting"))


@pytest.mark.rule("dbm:17.3")
def test_who_may_not_hold_is_refused() -> None:
    units = {**BOWS, "bw-2": "red Bw O"}
    at = {"bw-1": HERE, "sp-1": [1000, 850, 180], "bw-2": [1080, 1000, 0]}
    verdict = game(units, at, phase="shooting").verdict("hold bw-1")
    assert not verdict
    assert verdict.rules == ("dbm:17.3",)


@pytest.mark.rule("dbm:9.1")
def test_a_decision_does_not_name_the_ambushers_of_the_enemy() -> None:
    units = {"bw-1": "red Bw O", "bw-2": "red Bw O", "bw-8": "blue Bw O", "sp-9": "blue Sp O"}
    at: dict[str, Any] = {
        "bw-1": HERE,
        "bw-2": [1080, 1000, 0],
        "bw-8": {"at": [1000, 810, 180], "ambush": True},
        "sp-9": [1040, 900, 90],
    }
    field, state = bound(units, at, phase="shooting")
    frame = Shooting(0)
    decision = frame.decision(field, state)
    assert decision is not None
    assert (decision.side, decision.units) == ("red", ("bw-1", "bw-2"))
    assert not any(action.args[0] == number(field, "bw-8") for action in frame.actions(field, state))


@pytest.mark.rule("dbm:17.2")
def test_wagons_shoot_from_any_edge_that_has_a_target() -> None:
    units = {"wwg-1": "red WWg S", "sp-1": "blue Sp O", "sp-2": "blue Sp O"}
    at = {"wwg-1": HERE, "sp-1": [1200, 1080, 270], "sp-2": [800, 1080, 90]}
    assert aimed(units, at) == []
    assert aimed(units, at, "right") == ["sp-1"]
    assert aimed(units, at, "left") == ["sp-2"]
    played = game(units, at, phase="shooting", side="blue")
    assert played.decision is not None
    assert played.decision.side == "red"
    assert played.legal_actions().texts() == ["shoot wwg-1 at sp-1 edge right", "shoot wwg-1 at sp-2 edge left"]
    assert not played.verdict("shoot wwg-1 at sp-1 edge rear")
    played.apply("shoot wwg-1 at sp-2")
    assert shots(played)[0].data["edge"] == "left"
    verdict = game(
        {**BOWS, "bw-2": "red Bw O"},
        {"bw-1": HERE, "sp-1": [1000, 850, 180], "bw-2": [1080, 1000, 0]},
        phase="shooting",
    ).verdict("shoot bw-1 at sp-1 edge left")
    assert not verdict
    assert verdict.rules == ("dbm:17.2",)


@pytest.mark.rule("dbm:3.3")
def test_horses_that_are_shot_at_are_gone_and_shield_nobody() -> None:
    units = {"bw-1": "red Bw O", "bd-1": "blue Kn O dismounts=Bd_S", "sp-1": "blue Sp O"}
    at = {
        "bw-1": HERE,
        "bd-1": {"at": [1500, 850, 180], "dismounted": True, "holders": [1000, 870, 180]},
        "sp-1": [1000, 820, 180],
    }
    assert aimed({**units, "sp-1": "blue Sp O"}, {**at, "sp-1": [1000, 805, 180]}) == []
    played = game(units, {**at, "sp-1": [1000, 805, 180]}, phase="shooting", dice=(1, 1))
    kinds = [event.kind for event in takewhile(lambda event: event.kind != "pips", played.events)]
    assert kinds == ["phase", "holders", "shot", "phase", "phase"]


def test_no_shot_after_a_march_nor_in_contact_nor_at_who_is_in_contact() -> None:
    at: dict[str, Any] = {"bw-1": {"at": HERE, "marches": 1}, "sp-1": [1000, 850, 180]}
    assert not shots(game(BOWS, at, phase="shooting"))
    assert shots(game(BOWS, at, phase="shooting", side="blue"))
    units = {**BOWS, "bd-1": "red Bd O"}
    assert aimed(units, {"bw-1": HERE, "sp-1": [1000, 850, 180], "bd-1": [1000, 850, 0]}) == []
    units = {**BOWS, "sp-2": "blue Sp O"}
    assert not shots(game(units, {"bw-1": HERE, "sp-1": [1000, 850, 180], "sp-2": [1000, 1000, 180]}, phase="shooting"))


def test_who_mans_a_wall_is_covered() -> None:
    wall = TableWall("wall-1", "pf", ((900, 850), (1100, 850)), ((900, 890), (1100, 890)))
    table = Table(palette(), lines={"wall-1": wall})
    played = game(BOWS, {"bw-1": HERE, "sp-1": [1000, 850, 180]}, phase="shooting", dice=(1, 1), table=table)
    assert shots(played)[0].data["totals"] == [3, 7]


# -- weather and height ---------------------------------------------------------------------------------------------


@pytest.mark.rule("dbm:6.1")
@pytest.mark.parametrize(
    ("facing", "angle", "downwind", "disadvantaged"),
    [
        (90, 0, True, False),
        (135, 45, True, False),
        (135.1, 45.1, False, False),
        (225, 135, False, True),
        (224.9, 134.9, False, False),
        (270, 180, False, True),
    ],
)
def test_exactly_45_degrees_from_the_wind_are_within(
    facing: float, angle: float, downwind: bool, disadvantaged: bool
) -> None:
    blowing = {"weather": {"kind": "strong wind", "towards": 90.0}}
    found = asked("wind", "bw-1", BOWS, {"bw-1": [1000, 1000, facing]}, set=blowing)
    assert found == {"angle": angle, "downwind": downwind, "disadvantaged": disadvantaged}


@pytest.mark.rule("dbm:6.1")
def test_weather_counts_in_combat_and_for_shots() -> None:
    units = {"bd-1": "red Bd O", "sp-1": "blue Sp O"}
    at = {"bd-1": HERE, "sp-1": [1000, 1000, 180]}
    for kind, lost in (("dust", {"6.1": -1}), ("snow", {"6.1": -1}), ("rain", {}), ("none", {})):
        blowing = {"weather": {"kind": kind, "towards": 180.0}}
        assert asked("factors", "bd-1 sp-1", units, at, set=blowing)["parts"] == lost
        assert asked("factors", "sp-1 bd-1", units, at, set=blowing)["parts"] == {}
    at = {"bw-1": HERE, "sp-1": [1000, 850, 180]}
    for towards, lost in ((0.0, {}), (90.0, {"6.1": -1})):
        blowing = {"weather": {"kind": "strong wind", "towards": towards}}
        found = asked("factors", "bw-1 sp-1", BOWS, at, set=blowing)
        assert (found["basic"], found["parts"]) == (2, lost)


@pytest.mark.rule("dbm:5.5")
@pytest.mark.parametrize(
    ("areas", "told"),
    [
        ((), "level"),
        ((area("hill", 900, 1300, crest=((500, 1200), (1500, 1200))),), "higher"),
        ((area("hill", 900, 1300, crest=((500, 950), (1500, 950))),), "lower"),
        ((area("hill", 900, 1300, crest=((1000, 900), (1000, 1300))),), "level"),
        ((area("hill", 1010, 1300),), "higher"),
        ((area("hill", 700, 980),), "lower"),
        ((area("gully", 1010, 1300),), "lower"),
        ((area("gully", 800, 1300),), "lower"),
        ((area("gully", 700, 1100),), "higher"),
    ],
)
def test_who_is_nearer_the_crest_or_further_from_the_bottom_is_higher(areas: Any, told: str) -> None:
    units = {"bd-1": "red Bd O", "sp-1": "blue Sp O"}
    at = {"bd-1": HERE, "sp-1": [1000, 1000, 180]}
    assert asked("height", "bd-1 sp-1", units, at, areas=areas) == told
    other = {"higher": "lower", "lower": "higher", "level": "level"}[told]
    assert asked("height", "sp-1 bd-1", units, at, areas=areas) == other
    parts = asked("factors", "bd-1 sp-1", units, at, areas=areas)["parts"]
    assert parts.get("5.5", 0) == (1 if told == "higher" else 0)


@pytest.mark.rule("dbm:fair-play:5.2")
def test_all_hills_are_of_one_height() -> None:
    units = {"bd-1": "red Bd O", "sp-1": "blue Sp O"}
    hills = (
        TableArea("low", "hill", ((500, 1001), (1500, 1001), (1500, 1300), (500, 1300))),
        TableArea("high", "hill", ((500, 700), (1500, 700), (1500, 999), (500, 999)), slope="steep"),
    )
    at = {"bd-1": HERE, "sp-1": [1000, 1000, 180]}
    assert asked("height", "bd-1 sp-1", units, at, areas=hills) == "level"


# -- the rest of the questions --------------------------------------------------------------------------------------


def test_gap_going_and_compare() -> None:
    units = {"bd-1": "red Bd O", "bd-2": "red Sp O double", "sp-1": "blue Sp O"}
    at = {"bd-1": [1000, 500, 0], "bd-2": [1105, 520, 20], "sp-1": [2000, 500, 0]}
    areas = (area("marsh", 570, 700),)
    assert asked("gap", "bd-1 bd-2", units, at) == 18
    assert asked("going", "1000,600", units, at, areas=areas) == "difficult"
    assert asked("going", "bd-1", units, at, areas=areas) == "good"
    assert asked("going", "bd-2", units, at, areas=areas) == {"front": "good", "rear": "difficult"}
    assert asked("compare", "-1 -3", units, at) == {"first": "wins", "second": "doubled"}
    assert asked("mitigation", "bd-1 sp-1", units, at) == 0
    assert asked("support", "bd-1 sp-1", units, at) == 0
