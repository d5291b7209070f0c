"""Setting up: commands by turns, zones, order, ambushes and flank marches put down (7.1 to 7.5, 8.1)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from field_of import game, scenario, told

from engine.play import Game, Illegal
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag
from engine.tables.table import TableArea

ARMIES = {
    **{f"bd-{n}": "red Bd O command=centre" for n in range(1, 5)},
    **{f"cv-{n}": "red Cv O command=wing" for n in range(1, 3)},
    "bge-1": "red Bge O command=centre",
    **{f"sp-{n}": "blue Sp O" for n in range(1, 5)},
}
COMMANDS = {"centre": {"side": "red"}, "wing": {"side": "red"}}
WOOD = TableArea("wood-1", "wood", ((2000, 1250), (2400, 1250), (2400, 1600), (2000, 1600)))


def armies(**special: Any) -> Game:
    return Game(scenario(ARMIES, **{"commands": COMMANDS, **special}), 1)


def refused(played: Game, action: str, side: str = "") -> tuple[str, ...]:
    verdict = played.verdict(action, side)
    return verdict.rules if isinstance(verdict, Illegal) else ()


def at(played: Game, key: str) -> tuple[float, float, float] | None:
    state = played.state
    assert isinstance(state, DbmState)
    where = state.at[played.rules.field.roster.find(key)]
    return told(where) if where is not None else None


def has(played: Game, key: str, flag: Flag) -> bool:
    state = played.state
    assert isinstance(state, DbmState)
    return state.has(played.rules.field.roster.find(key), flag)


def test_a_block_stands_in_ranks_behind_its_first() -> None:
    played = armies()
    played.apply("deploy bd-1..bd-4 at 900,1500/0 wide 2")
    assert [at(played, f"bd-{n}") for n in range(1, 5)] == [
        (900, 1500, 0),
        (980, 1500, 0),
        (900, 1530, 0),
        (980, 1530, 0),
    ]


def test_a_column_is_what_it_is_without_a_width() -> None:
    played = armies()
    played.apply("deploy bd-1..bd-2 at 900,1500/90")
    assert (at(played, "bd-1"), at(played, "bd-2")) == ((900, 1500, 90), (870, 1500, 90))


def test_what_was_put_down_can_be_moved_until_the_command_is_done() -> None:
    played = armies()
    played.apply("deploy bd-1 at 900,1500/0")
    played.apply("deploy bd-1 at 1000,1500/0")
    assert at(played, "bd-1") == (1000, 1500, 0)
    played.apply("done")
    played.apply("deploy sp-1..sp-4 at 1000,500/180 wide 4")
    played.apply("done")
    assert refused(played, "deploy bd-1 at 900,1500/0") == ("dbm:7.3",)


@pytest.mark.rule("dbm:7.3")
def test_commands_are_set_up_by_turns_and_baggage_last() -> None:
    played = armies()
    assert refused(played, "deploy bge-1 at 900,2000/0") == ("dbm:7.3",)
    played.apply("deploy bd-1..bd-4 at 900,1500/0 wide 4")
    assert refused(played, "deploy cv-1 at 2000,1500/0") == ("dbm:7.3",)
    played.apply("done")
    assert played.decision is not None
    assert played.decision.side == "blue"
    played.apply("deploy sp-1..sp-4 at 1000,500/180 wide 4")
    played.apply("done")
    played.apply("deploy cv-1..cv-2 at 2000,1500/0 wide 2")
    played.apply("done")
    # Nobody else of blue is left to be set up: red puts down its baggage, amid its centre.
    played.apply("deploy bge-1 at 940,1560/0")
    played.apply("done")
    assert played.rules.phase(played.state)[1] != "set-up"


@pytest.mark.rule("dbm:7.2")
def test_the_zone_ends_short_of_the_middle_line() -> None:
    played = armies()
    assert refused(played, "deploy bd-1 at 900,1400/0") == ()
    assert refused(played, "deploy bd-1 at 900,1399/0") == ("dbm:7.2",)
    assert refused(played, "deploy bd-1 at 900,2390/0") == ("dbm:7.4",)


def test_nobody_is_put_down_on_others_or_on_impassable_ground() -> None:
    cliff = TableArea("cliff", "impassable", ((0, 1500), (400, 1500), (400, 1700), (0, 1700)))
    played = Game(scenario(ARMIES, areas=(cliff,), commands=COMMANDS), 1)
    played.apply("deploy bd-1 at 900,1500/0")
    assert refused(played, "deploy bd-2 at 950,1500/0") == ("dbm:7.4",)
    assert refused(played, "deploy bd-2 at 980,1500/0") == ()
    assert refused(played, "deploy bd-2 at 300,1600/0") == ("dbm:7.4",)


@pytest.mark.rule("dbm:7.4", "dbm:fair-play:6.1")
def test_a_command_after_another_is_wholly_to_its_right() -> None:
    played = armies(commands={"centre": {"side": "red"}, "wing": {"side": "red", "after": "centre"}})
    played.apply("deploy bd-1..bd-4 at 900,1500/0 wide 4")
    played.apply("done")
    played.apply("deploy sp-1..sp-4 at 1000,500/180 wide 4")
    played.apply("done")
    assert refused(played, "deploy cv-1 at 1219,1600/0") == ("dbm:fair-play:6.1", "dbm:7.4")
    assert refused(played, "deploy cv-1 at 1220,1600/0") == ()


@pytest.mark.rule("dbm:7.4")
def test_a_command_behind_another_is_wholly_behind_it() -> None:
    played = armies(commands={"centre": {"side": "red"}, "wing": {"side": "red", "behind": "centre"}})
    played.apply("deploy bd-1..bd-4 at 900,1500/0 wide 4")
    played.apply("done")
    played.apply("deploy sp-1..sp-4 at 1000,500/180 wide 4")
    played.apply("done")
    assert refused(played, "deploy cv-1 at 2000,1529/0") == ("dbm:7.4", "dbm:fair-play:6.1")
    assert refused(played, "deploy cv-1 at 2000,1530/0") == ()


@pytest.mark.rule("dbm:7.4")
def test_commands_do_not_mix() -> None:
    played = armies()
    played.apply("deploy bd-1..bd-2 at 900,1500/0 wide 2")
    played.apply("deploy bd-3..bd-4 at 1300,1500/0 wide 2")
    played.apply("done")
    played.apply("deploy sp-1..sp-4 at 1000,500/180 wide 4")
    played.apply("done")
    assert refused(played, "deploy cv-1 at 1140,1500/0") == ("dbm:7.4",)
    assert refused(played, "deploy cv-1 at 1140,1530/0") == ()


@pytest.mark.rule("dbm:7.2")
def test_an_ambush_is_wholly_within_or_behind_a_wood() -> None:
    played = Game(scenario(ARMIES, areas=(WOOD,), commands=COMMANDS), 1)
    assert refused(played, "ambush bd-1 at 2200,1300/0") == ()
    assert refused(played, "ambush bd-1 at 2200,1240/0") == ("dbm:7.2",)
    # Close behind the wood nobody sees him; far behind it the flanks of the enemy's zone do.
    assert refused(played, "ambush bd-1 at 2200,1610/0") == ()
    assert refused(played, "ambush bd-1 at 2200,2100/0") == ("dbm:7.2",)


@pytest.mark.rule("dbm:7.1")
def test_an_ambush_is_told_to_its_owner_alone() -> None:
    played = Game(scenario(ARMIES, areas=(WOOD,), commands=COMMANDS), 1)
    (event,) = played.apply("ambush bd-1..bd-2 at 2200,1300/0 wide 2")
    assert event.to == ("red",)
    assert event.data == {"side": "red", "units": "bd-1 bd-2", "at": "2200,1300/0", "wide": 2, "hidden": True}
    assert has(played, "bd-2", Flag.HIDDEN)


@pytest.mark.rule("dbm:7.5")
def test_landing_troops_begin_aboard_where_their_ship_can_lie() -> None:
    units = {"gal-1": "red Gal O", "ax-1": "red Ax O aboard=gal-1", "sp-1": "blue Sp O"}
    sea = TableArea("sea", "waterway", ((0, 2000), (600, 2000), (600, 2400), (0, 2400)))
    dry = Game(scenario(units), 1)
    assert refused(dry, "deploy ax-1 at 300,1900/0") == ()
    played = Game(scenario(units, areas=(sea,)), 1)
    assert refused(played, "deploy ax-1 at 300,1900/0") == ("dbm:7.5",)
    assert refused(played, "deploy gal-1 at 300,1500/0") == ("dbm:7.5",)
    played.apply("deploy gal-1 at 300,1950/0")  # beached: half on the shore


@pytest.mark.rule("dbm:8.1")
def test_a_command_is_sent_on_a_flank_march() -> None:
    played = armies()
    (event,) = played.apply("flank wing left")
    assert (event.to, event.data) == (("red",), {"side": "red", "command": "wing", "edge": "left"})
    assert has(played, "cv-1", Flag.FLANKING)
    assert refused(played, "flank centre left") == ("dbm:7.3",)


def test_who_is_left_off_the_table_straggles() -> None:
    played = armies()
    for action in ("deploy bd-1 at 900,1500/0", "done", "deploy sp-1..sp-3 at 1000,500/180 wide 3", "done", "done"):
        played.apply(action)
    assert has(played, "bd-2", Flag.FLANKING)
    assert not has(played, "bd-1", Flag.FLANKING)


def test_a_set_up_that_a_start_names_can_be_changed() -> None:
    played = game({"bd-1": "red Bd O", "sp-1": "blue Sp O"}, {"bd-1": [900, 2000, 0]}, phase="set-up")
    played.apply("deploy bd-1 at 900,1500/0")
    played.apply("done")
    assert played.decision is not None
    assert played.decision.side == "blue"


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("edges", [("bottom", "top"), ("left", "right"), ("top", "bottom"), ("right", "left")])
def test_random_set_ups_put_everybody_down(seed: int, edges: tuple[str, str]) -> None:
    base = scenario(ARMIES, areas=(WOOD,), commands=COMMANDS, edges=dict(zip(("red", "blue"), edges, strict=True)))
    played = Game(base, seed)
    random = Random(seed)
    while played.rules.phase(played.state)[1] == "set-up":
        action = played.rules.sample(played.state, random)
        assert played.verdict(action), played.text(action)
        assert played.parse(played.text(action)) == action
        played.apply(action)
    assert all(at(played, key) for key in ARMIES)
    assert played.rules.defects(played.state) == []


def test_what_is_offered_is_legal() -> None:
    played = armies()
    offered = list(played.legal_actions())
    assert 1 < len(offered) <= 300
    assert offered == sorted(offered)
    assert all(played.verdict(action) for action in offered)


@pytest.mark.rule("dbm:fair-play:6.2", "dbm:fair-play:6.3", "dbm:7.1")
def test_both_sides_show_where_they_stand_and_keep_what_is_hidden_to_themselves() -> None:
    played = Game(scenario(ARMIES, areas=(WOOD,), commands=COMMANDS), 1)
    for action in (
        "deploy bd-1..bd-2 at 900,1500/0 wide 2",
        "ambush bd-3..bd-4 at 2200,1300/0 wide 2",
        "done",
        "deploy sp-1..sp-4 at 1000,500/180 wide 4",
        "done",
        "flank wing left",
        "done",
        "deploy bge-1 at 940,1560/0",
        "done",
    ):
        played.apply(action)
    seen = {event.data["side"]: event.data["places"] for event in played.events_for("blue") if event.kind == "deployed"}
    assert seen["red"] == {"centre": {"bd-1": "900,1500/0", "bd-2": "980,1500/0", "bge-1": "940,1560/0"}}
    assert list(seen["blue"]["blue"]) == [f"sp-{n}" for n in range(1, 5)]
    assert [event.kind for event in played.events_for("blue") if event.kind == "ambush map"] == []
    (hidden,) = [event.data for event in played.events_for("red") if event.kind == "ambush map"]
    assert hidden["flank"] == {"wing": "left"}
    assert hidden["ambush"]["bd-3"] == {"at": "2200,1300/0", "command": "centre", "mounted": False}


@pytest.mark.rule("dbm:fair-play:6.3")
def test_what_was_never_discovered_is_shown_at_the_end() -> None:
    played = game(
        {"bd-1": "red Bd O", "bd-2": "red Bd O", "sp-1": "blue Sp O"},
        {"bd-1": {"at": [2200, 1400, 0], "ambush": True}, "bd-2": [100, 2300, 0], "sp-1": [3000, 200, 180]},
        phase="combat",
        side="blue",
        set={"bound": 18},
        areas=(WOOD,),
    )
    while played.decision is not None:
        played.apply("end phase")
    shown = [event for event in played.events_for("blue") if event.kind == "ambush map"]
    assert [list(event.data["ambush"]) for event in shown] == [["bd-1"]]
