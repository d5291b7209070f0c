"""Ambushes: who discovers them where, stopping and going on, wrong places (9.1 to 9.3, fair-play 7.1, 7.2)."""

from __future__ import annotations

from typing import Any

import pytest
from field_of import game
from test_dbm_setting_up import at, has, refused

from engine.play import Game
from engine.systems.de_bellis_multitudinis import contact
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag
from engine.tables.smooth import Outline
from engine.tables.table import TableArea


def square(x: int, y: int, wide: int, high: int) -> Outline:
    return ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))


WOOD = TableArea("wood-1", "wood", square(1000, 600, 400, 400))
UNITS = {"cv-1": "red Cv O", "lh-1": "red LH O", "ax-1": "blue Ax O", "ax-2": "blue Ax O"}


def battle(at: dict[str, Any], units: dict[str, str] | None = None, *areas: TableArea, **more: Any) -> Game:
    return game({**UNITS, **(units or {})}, at, areas=areas or (WOOD,), set={"pips": {"red": 6, "blue": 6}}, **more)


HIDDEN = {"ax-1": {"at": [1200, 900, 180], "ambush": True}}


def state_of(played: Game) -> DbmState:
    state = played.state
    assert isinstance(state, DbmState)
    return state


def kinds(played: Game) -> list[str]:
    return [event.kind for event in played.events]


@pytest.mark.rule("dbm:9.1")
def test_ambushers_are_discovered_from_within_sight() -> None:
    # Into a wood one sees a hundred paces.
    played = battle({**HIDDEN, "cv-1": [1200, 1150, 0]})
    played.apply("move cv-1: ahead 150")
    assert not has(played, "ax-1", Flag.HIDDEN)
    (found,) = [event for event in played.events if event.kind == "discovered"]
    assert (found.data["units"], found.data["by"]) == ("ax-1", "cv-1")
    assert found.data["places"] == {"ax-1": "1200,900/180"}
    assert at(played, "cv-1") == (1200, 1000, 0)


@pytest.mark.rule("dbm:9.1")
def test_ambushers_are_not_seen_from_far_and_hinder_no_march() -> None:
    played = battle({**HIDDEN, "cv-1": [1200, 1250, 0]})
    played.apply("march cv-1: ahead 200")
    assert has(played, "ax-1", Flag.HIDDEN)


@pytest.mark.rule("dbm:9.2")
def test_a_first_move_stops_or_goes_on_where_they_become_visible() -> None:
    wood = TableArea("wood-1", "wood", square(1000, 600, 400, 200))
    played = battle({"ax-1": {"at": [1340, 700, 180], "ambush": True}, "cv-1": [1440, 950, 0]}, None, wood)
    played.apply("move cv-1: ahead 200")
    assert played.decision is not None
    assert (played.decision.kind, played.decision.rule) == ("adjusting", "dbm:9.2")
    # He sees a hundred paces into the wood: 98 ahead and 20 aside.
    assert at(played, "cv-1") == (1440, 798, 0)
    assert state_of(played).pips[0] == 5
    assert refused(played, "go ahead 51") == ("dbm:12.1",)
    assert refused(played, "move lh-1: ahead 10") == ("dbm:9.2",)
    played.apply("go back 40")
    assert state_of(played).pips[0] == 5
    assert at(played, "cv-1") == (1440, 838, 0)
    assert played.decision is not None
    assert played.decision.kind == "moves"


@pytest.mark.rule("dbm:9.2")
def test_a_second_march_stops_where_they_become_visible() -> None:
    wood = TableArea("wood-1", "wood", square(1000, 600, 400, 200))
    lurks = {"ax-1": {"at": [1340, 700, 180], "ambush": True}}
    played = battle({**lurks, "cv-1": {"at": [1440, 950, 0], "marches": 1}}, None, wood)
    played.apply("march cv-1: ahead 200")
    assert at(played, "cv-1") == (1440, 798, 0)
    assert played.decision is not None
    assert played.decision.kind == "moves"
    assert "dbm:9.2" in refused(played, "march cv-1: back 20")
    assert refused(played, "go back 20") == refused(played, "stop") == ("dbm:9.2",)


@pytest.mark.rule("dbm:9.2")
def test_a_second_march_goes_on_before_loose_skirmishers() -> None:
    wood = TableArea("wood-1", "wood", square(1000, 600, 400, 200))
    lurks = {"ps-1": {"at": [1340, 700, 180], "ambush": True}}
    played = battle({**lurks, "cv-1": {"at": [1440, 950, 0], "marches": 1}}, {"ps-1": "blue Ps O"}, wood)
    played.apply("march cv-1: ahead 200")
    assert played.decision is not None
    assert played.decision.kind == "adjusting"
    assert refused(played, "go ahead 60") == ("dbm:14.1",)
    assert refused(played, "go ahead 20") == ()
    assert refused(played, "go back 20") == ()
    played.apply("stop")
    assert not has(played, "cv-1", Flag.STOPPED)


@pytest.mark.rule("dbm:9.2")
def test_a_later_march_stops_at_the_edge_of_a_gully_and_touches_nobody() -> None:
    gully = TableArea("gully-1", "gully", square(1000, 800, 400, 60))
    lurks = {"ax-1": {"at": [1200, 855, 180], "ambush": True}}
    played = battle({**lurks, "cv-1": {"at": [1200, 950, 0], "marches": 1}}, None, gully)
    played.apply("march cv-1: ahead 95")
    where = at(played, "cv-1")
    assert where is not None
    assert 860.5 < where[1] <= 861
    assert contact.contacts(played.rules.field, state_of(played), 0) == ()


@pytest.mark.rule("dbm:9.3")
def test_mounted_infantry_that_has_ridden_far_goes_no_further_and_does_not_shoot() -> None:
    wood = TableArea("wood-1", "wood", square(1000, 600, 400, 200))
    lurks = {"ax-1": {"at": [1340, 700, 180], "ambush": True}}
    played = battle({**lurks, "bw-1": [1440, 950, 0]}, {"bw-1": "red Bw O mounted_infantry"}, wood)
    played.apply("move bw-1: ahead 200")
    assert at(played, "bw-1") == (1440, 798, 0)
    assert has(played, "bw-1", Flag.STOPPED)
    assert has(played, "bw-1", Flag.SHOT)
    assert not has(played, "bw-1", Flag.DISMOUNTED)
    assert played.decision is not None
    assert played.decision.kind == "moves"
    assert refused(played, "go ahead 5") == ("dbm:9.3",)


@pytest.mark.rule("dbm:9.1", "dbm:10.4")
def test_who_is_moved_is_in_ambush_no_more() -> None:
    played = battle({"ax-1": {"at": [1200, 900, 180], "ambush": True}, "cv-1": [1200, 2000, 0]}, side="blue")
    played.apply("move ax-1: ahead 1")
    assert not has(played, "ax-1", Flag.HIDDEN)
    assert "discovered" in kinds(played)


@pytest.mark.rule("dbm:fair-play:7.1", "dbm:fair-play:7.2")
def test_misplaced_ambushers_are_left_or_replaced_as_the_opponent_likes() -> None:
    open_field = {
        "ax-1": {"at": [1600, 1300, 180], "ambush": True},
        "ax-2": {"at": [1520, 1300, 180], "ambush": True},
    }
    played = battle({**open_field, "cv-1": [1600, 1600, 0]})
    assert played.decision is not None
    assert (played.decision.kind, played.decision.side) == ("misplaced", "red")
    assert "misplaced" in kinds(played)
    assert refused(played, "leave cv-1") == ("dbm:fair-play:7.2",)
    played.apply("replace ax-1 ax-2")
    # Side by side in the middle of blue's base edge, the rear edges on it; nobody is lost.
    assert (at(played, "ax-1"), at(played, "ax-2")) == ((1840, 40, 180), (1760, 40, 180))
    assert played.decision is not None
    assert played.decision.kind == "moves"


def test_misplaced_ambushers_may_be_left() -> None:
    open_field = {"ax-1": {"at": [1600, 1300, 180], "ambush": True}}
    played = battle({**open_field, "cv-1": [1600, 1600, 0]})
    played.apply("leave ax-1")
    assert at(played, "ax-1") == (1600, 1300, 180)
    assert not has(played, "ax-1", Flag.HIDDEN)
