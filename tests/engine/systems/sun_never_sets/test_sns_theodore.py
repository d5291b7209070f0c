"""The historical events of Abyssinia alone: who joins Theodore, what his moods bring, and whose guns explode."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
import sns_campaign
from sns_campaign import kinds, rules_of, where
from sns_field import breaches, state_of

from engine.mechanics.hexes.hexstate import DEAD, POOL
from engine.play import Game
from engine.play.dice import Dice
from engine.play.step import Step
from engine.systems.sun_never_sets.base.counters import NATIVE
from engine.systems.sun_never_sets.base.event_tables import row_of
from engine.systems.sun_never_sets.turn import theodore
from engine.systems.sun_never_sets.turn.event_rows import Draw

RULES = rules_of("abyssinia")
FIELD = RULES.field
begun = partial(sns_campaign.begun, "abyssinia")
GUNS = ("ab-sebastopol", "ab-g1", "ab-g2", "ab-g3")


def thrown(throw: str, places: dict[str, Any], *dice: int, side: str = "abyssinian", **values: Any) -> Game:
    """The events segment of a side with a row and the dice thrown after it."""
    return begun({"br-4": "B1604", **places}, "events", side=side, dice=[int(throw[0]), int(throw[1]), *dice], **values)


@pytest.mark.rule("sns2:event1:native:56")
def test_each_gun_of_the_abyssinians_on_the_map_may_explode() -> None:
    game = thrown("56", {**dict.fromkeys(GUNS[1:], "B0417"), "br-gra": "B1604", "ab-m1": "B0417"}, 2, 3, 1)
    told = [(one["unit"], one["die"], one["does"]) for one in kinds(game, "thrown")]
    assert told == [("ab-g1", 2, "eliminated"), ("ab-g2", 3, ""), ("ab-g3", 1, "eliminated")]
    assert [where(game, key) for key in (*GUNS, "br-gra")] == [None, None, "B0417", None, "B1604"]


@pytest.mark.rule("sns2:event1:native:56")
def test_guns_that_are_gone_do_not_explode() -> None:
    game = begun({"br-4": "B1604", **dict.fromkeys(GUNS, "B0417")}, "movement", side="abyssinian")
    state, step = state_of(game), Step(Dice(forced=[6, 1]))
    for key, h in (("ab-g1", DEAD), ("ab-g2", POOL)):
        FIELD.put(state, FIELD.roster.find(key), h)
    row = row_of(FIELD.event_table, NATIVE, "cannon_explode")
    assert not theodore.cannon_explode(Draw(FIELD, state, row, 1, step))
    assert [event.data["unit"] for event in step.events if event.kind == "thrown"] == ["ab-sebastopol", "ab-g3"]


@pytest.mark.rule("sns2:event1:native:51-52")
def test_a_unit_of_the_pool_joins_theodore_where_he_is() -> None:
    game = begun({"br-4": "B1604", "ab-theodore": "B0417", "ab-m1": "B0720"}, "movement", side="abyssinian")
    state = state_of(game)
    for key in ("ab-m2", "ab-c2", "ab-supply1", "ho-m1"):
        FIELD.put(state, FIELD.roster.find(key), POOL)
    state.push(theodore.Joining(1, FIELD.roster.find("ab-theodore")))
    assert set(game.legal_actions().texts()) == {"place ab-m2 at B0417", "place ab-c2 at B0417"}
    for key in ("ab-m1", "ab-m3", "ab-supply1", "ho-m1", "br-4"):
        assert breaches(game, f"place {key} at B0417") == {
            "event1:native:51-52": f"{key_name(key)} is not an Abyssinian unit in the pool"
        }
    assert breaches(game, "place ab-m2 at B0720") == {
        "event1:native:51-52": f"{key_name('ab-m2')} joins Theodore in {FIELD.place(FIELD.grid.parse('B0417'))}"
    }
    assert breaches(game, "place ab-m2") == {}
    game.apply("place ab-m2")
    assert where(game, "ab-m2") == "B0417"


def key_name(key: str) -> str:
    """What a unit is called."""
    return str(RULES.scenario.units[key].name)


@pytest.mark.rule("sns2:event1:native:51-52")
@pytest.mark.rule("sns2:event1:native:53-55")
@pytest.mark.parametrize("throw", ["51", "53"])
def test_without_theodore_nothing_comes_of_his_moods(throw: str) -> None:
    game = thrown(throw, {"ab-theodore": {"dead": True}, "ab-m1": "B0417"})
    assert state_of(game).effects == ()
    assert not state_of(game).atrocities
    assert not kinds(game, "placed")


@pytest.mark.rule("sns2:event1:native:53-55")
@pytest.mark.parametrize(("conduct", "before", "marks"), [(True, False, 1), (True, True, 0), (False, False, 0)])
def test_where_theodore_goes_mad_there_is_an_atrocity_once(conduct: bool, before: bool, marks: int) -> None:
    scenario = RULES.scenario
    rules = type(RULES)(scenario, {"conduct": conduct})
    start = begun({"br-4": "B1604", "ab-theodore": "B0417"}, "events", side="abyssinian").start
    assert start is not None
    start.set.update({"atrocities": ["B0417"]} if before else {})
    game = Game(scenario, 1, dice=(5, 3), start=start, rules=rules)
    h = FIELD.grid.parse("B0417")
    assert (h in state_of(game).atrocities) is (conduct or before)
    assert [one["at"] for one in kinds(game, "marker")] == ["B0417"] * marks


@pytest.mark.rule("sns2:event1:british:54-56")
def test_friends_rise_within_three_hexes_of_british_headquarters_away_from_enemies() -> None:
    game = begun({"br-napier": "B1512", "br-4": "B1604", "ab-theodore": "B0417", "ab-m1": "B1510"}, "movement")
    state, grid = state_of(game), FIELD.grid
    at, enemy = grid.parse("B1512"), grid.parse("B1510")
    found = theodore.risen_near(FIELD, state, 0)
    zone = FIELD.zones.of(state, 1)
    wanted = {h for h in range(FIELD.ground.size) if FIELD.distance(h, at) <= 3 and not FIELD.ground.closed[h]}
    assert enemy in wanted
    kept = {h for h in wanted if FIELD.kept_out.get(h, 0) & FIELD.roster.friendly}
    assert {*found} == {h for h in wanted if not zone[h] and h != enemy} - kept
    FIELD.put(state, FIELD.roster.find("br-napier"), DEAD)
    assert theodore.risen_near(FIELD, state, 0) == []
