"""Flank marches: when they come, who gets onto the table, who flees from them (8.1 to 8.3)."""

from __future__ import annotations

from typing import Any

import pytest
from field_of import game, scenario
from test_dbm_setting_up import at, has, refused

from engine.play import Game, Start
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag
from engine.tables.places import place

UNITS = {
    **{f"cv-{n}": "red Cv O command=wing" for n in range(1, 4)},
    "wwg-1": "red WWg O command=wing",
    "bd-1": "red Bd O",
    "sp-1": "blue Sp O",
    "sp-2": "blue Sp O",
}
COMMANDS = {"wing": {"side": "red"}}
PLACES = {"bd-1": [1800, 2000, 0], "sp-1": [2600, 600, 180]}


def battle(at: dict[str, Any] | None = None, **more: Any) -> Game:
    """The wing of red comes by the left table edge."""
    start = {"arriving": {"wing": "left"}, "pips": {"red": 6, "wing": more.pop("pips", 6)}}
    return game(UNITS, {**PLACES, **(at or {})}, set=start, commands=COMMANDS, **more)


@pytest.mark.rule("dbm:8.2")
def test_a_group_comes_as_far_as_its_first_march_takes_it() -> None:
    played = battle()
    assert refused(played, "arrive cv-1 cv-2 at 200,1000/90 wide 2") == ()
    assert refused(played, "arrive cv-1 cv-2 at 201,1000/90 wide 2") == ("dbm:8.2",)
    # The last of a column of three gets onto the table, of four would not.
    assert refused(played, "arrive cv-1 cv-2 cv-3 at 180,1000/90") == ()
    assert "dbm:8.2" in refused(played, "arrive cv-1 cv-2 cv-3 at 179,1000/90")
    assert "dbm:8.2" in refused(played, "arrive cv-1 cv-2 at 3400,1000/270 wide 2")
    events = played.apply("arrive cv-1 cv-2 at 200,1000/90 wide 2")
    assert [event.kind for event in events] == ["spent", "arrival", "move"]
    assert (at(played, "cv-1"), at(played, "cv-2")) == ((200, 1000, 90), (200, 1080, 90))
    move = events[-1].data
    assert (move["kind"], move["from"], move["to"], move["length"]) == ("march", "0,1000/90", "200,1000/90", 200)


@pytest.mark.rule("dbm:8.2")
def test_at_least_one_element_comes_at_the_first_opportunity() -> None:
    played = battle()
    assert refused(played, "end phase") == ("dbm:8.2",)
    played.apply("arrive cv-1 at 100,1000/90")
    assert refused(played, "end phase") == ()


@pytest.mark.rule("dbm:8.2")
def test_who_is_deeper_than_its_move_comes_alone_with_its_side_to_the_edge() -> None:
    played = battle()
    assert refused(played, "arrive wwg-1 at 160,1000/90") == ("dbm:8.2",)
    assert refused(played, "arrive wwg-1 at 40,1000/0") == ()
    assert refused(played, "arrive wwg-1 at 45,1000/0") == ("dbm:8.2",)
    assert "dbm:8.2" in refused(played, "arrive wwg-1 cv-1 at 40,1000/0")
    played.apply("arrive wwg-1 at 40,1000/0")
    assert at(played, "wwg-1") == (40, 1000, 0)


@pytest.mark.rule("dbm:8.2")
def test_who_has_come_may_march_again_for_more_points() -> None:
    played = battle()
    played.apply("arrive cv-1 cv-2 at 200,1000/90 wide 2")
    played.apply("arrive cv-3 at 200,1300/90")
    played.apply("march cv-1 cv-2: ahead 200")
    assert at(played, "cv-1") == (400, 1000, 90)
    assert refused(played, "arrive cv-1 at 200,1500/90") == ("dbm:8.2",)


@pytest.mark.rule("dbm:8.3")
def test_enemies_near_the_edge_flee_first_and_once_a_bound() -> None:
    played = battle({"sp-2": [150, 900, 180]})
    events = played.apply("arrive cv-1 cv-2 at 200,1000/90 wide 2")
    order = [event.kind for event in events if event.kind in ("arrival", "flight", "move")]
    assert order == ["arrival", "flight", "move"]
    where = at(played, "sp-2")
    assert where is not None
    assert where[0] > 200
    assert where[2] == 90
    # Wherever he is now, he does not flee from another group of this bound.
    state = played.state
    assert isinstance(state, DbmState)
    state.put(played.rules.field.roster.find("sp-2"), place(150, 1350, 180))
    played.apply("arrive cv-3 at 200,1500/90")
    assert at(played, "sp-2") == (150, 1350, 180)


@pytest.mark.rule("dbm:8.3")
def test_ambushers_flee_and_who_is_further_away_does_not() -> None:
    hidden = {"sp-2": {"at": [100, 1900, 0], "ambush": True}, "sp-1": [400, 1000, 270]}
    played = battle(hidden)
    if played.decision is not None and played.decision.kind == "misplaced":
        played.apply("leave sp-2")
    played.apply("arrive cv-1 at 100,1800/90")
    assert not has(played, "sp-2", Flag.HIDDEN)
    assert at(played, "sp-1") == (400, 1000, 270)


@pytest.mark.rule("dbm:8.3")
def test_who_stands_at_the_edge_does_not_keep_them_out() -> None:
    played = battle({"sp-2": [30, 1000, 90]})
    assert refused(played, "arrive cv-1 at 100,1000/90") == ()
    played.apply("arrive cv-1 at 100,1000/90")
    assert at(played, "cv-1") == (100, 1000, 90)


@pytest.mark.rule("dbm:8.1")
def test_those_who_were_left_off_come_by_the_base_edge_and_frighten_enemies_as_well() -> None:
    made = scenario(UNITS, commands=COMMANDS)
    setup = {"bd-1": "1800,2000/0", "sp-1": "2600,600/180", "sp-2": "600,500/180"}
    played = Game(made.with_(setup=setup), 1)
    for action in ("done", "done"):
        if played.decision is not None and played.decision.kind == "set-up":
            played.apply(action)
    while played.decision is not None and played.decision.kind != "moves":
        played.apply("end phase")
    assert played.decision is not None
    assert played.decision.side == "red"
    assert refused(played, "arrive cv-1 at 900,2300/0") == ()
    assert refused(played, "end phase") == ()
    events = played.apply("arrive cv-1 at 900,2300/0")
    assert [event.rule for event in events if event.kind == "arrival"] == ["dbm:8.1"]


@pytest.mark.rule("dbm:8.2")
@pytest.mark.parametrize(
    ("bound", "die", "comes"), [(1, 6, False), (3, 5, False), (3, 6, True), (7, 5, True), (7, 4, False)]
)
def test_a_flank_march_comes_by_the_die_of_its_command(bound: int, die: int, comes: bool) -> None:
    made = scenario(UNITS, commands=COMMANDS, flank={"wing": "left"})
    setup = {"bd-1": "1800,2000/0", "sp-1": "2600,600/180", "sp-2": "600,500/180"}
    played = Game(
        made.with_(setup=setup), 1, dice=(die, 3), start=Start(side="red", phase="dice", set={"bound": bound})
    )
    while played.decision is not None and played.decision.kind == "dice":
        played.apply("end phase")
    state = played.state
    assert isinstance(state, DbmState)
    assert state.edges == {0: "left"}
    assert bool(state.arrived & 1) is comes
    known = [event for event in played.events_for("blue") if event.kind == "flank die"]
    assert bool(known) is comes
