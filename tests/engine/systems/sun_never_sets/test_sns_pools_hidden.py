"""Fog of war over pools: who was drawn from one cannot be told from who lies in it, until the enemy has seen him."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from sns_field import begun, campaign, country, state_of, unit

from engine.formats import load_scenario
from engine.mechanics.bits import bits
from engine.mechanics.hexes.deploying import SetUp
from engine.mechanics.hexes.hexstate import POOL, WAITING
from engine.play import Game, Step
from engine.play.dice import Dice
from engine.scenario import Pool
from engine.systems.sun_never_sets.answers import secrecy
from engine.systems.sun_never_sets.base import cargo
from engine.systems.sun_never_sets.base.frames import MovingForce
from engine.systems.sun_never_sets.position import fates
from engine.systems.sun_never_sets.position.natives import Gathering
from engine.systems.sun_never_sets.position.siting import place

HILLS = Pool("native", ("na-2", "na-3", "na-4", "na-hq"), back="eliminated")
PLAINS = Pool("native", ("na-5", "na-6"))
UNITS = [
    unit("br-1"),
    *(unit(f"na-{number}") for number in range(1, 7)),
    unit("na-hq", type="headquarters"),
]
PLACES = {"br-1": "S0303", "na-1": "S0707", "na-2": "S0808", "na-5": "S0909"}
"""One unit of either pool was drawn."""


def drawn(places: dict[str, Any] = PLACES, given: dict[str, Any] | None = None) -> Game:
    pools = {"hills": HILLS, "plains": PLAINS}
    return begun(campaign(UNITS, pools=pools), places, side="native", dice=[3] * 4, given=given)


def number(game: Game, key: str) -> int:
    found: int = game.rules.field.roster.number[key]
    return found


def on_map(game: Game, side: str, seeds: int = 40) -> list[frozenset[str]]:
    """Who of the enemy a side may take to be on the map, in so many worlds."""
    found = []
    for seed in range(seeds):
        world = game.rules.redeal(game.state, side, Random(seed))
        assert game.rules.defects(world) == []
        assert game.view(side) == game.rules.view(world, side)
        units = game.rules.units(world)
        found.append(frozenset(key for key, told in units.items() if told["at"] and told["side"] != side))
    return found


@pytest.mark.rule("sns2:5.6")
@pytest.mark.rule("sns2:13.51")
def test_a_side_is_told_how_many_lie_in_the_enemys_pools_and_not_who() -> None:
    game = drawn()
    seen, own = game.view("british"), game.view("native")
    keys = [key for key in game.scenario.units if key != "br-1"]
    assert [seen["where"][number(game, key)] for key in keys] == [None] * 7
    assert [seen["steps"][number(game, key)] for key in keys] == [None] * 7
    assert seen["pooled"] == {"hills": {"combat": 2, "headquarters": 1}, "plains": {"combat": 1}}
    assert own["where"][number(game, "na-3")] == POOL
    assert "pooled" not in own
    assert secrecy.concealed(game.rules.field, game.state, "british").units == keys
    assert secrecy.concealed(game.rules.field, game.state, "native").units == ["br-1"]


@pytest.mark.rule("sns2:5.6")
def test_whoever_may_have_been_drawn_may_be_on_the_map_each_from_his_own_pool() -> None:
    worlds = on_map(drawn(), "british")
    assert all("na-1" in world for world in worlds), "he has never been in a pool"
    assert {world & {"na-2", "na-3", "na-4"} for world in worlds} == {frozenset({f"na-{n}"}) for n in (2, 3, 4)}
    assert {world & {"na-5", "na-6"} for world in worlds} == {frozenset({"na-5"}), frozenset({"na-6"})}
    assert not any("na-hq" in world for world in worlds), "headquarters can be told from others"


@pytest.mark.rule("sns2:5.6")
def test_whom_the_enemy_has_seen_he_knows_to_be_on_the_map_until_he_is_back_in_the_pool() -> None:
    game = drawn(given={"known": {"british": ["na-2"]}})
    assert game.view("british")["where"][number(game, "na-2")] is not None
    game.apply("march S0808 with na-2")
    game.apply("go S0809")
    game.apply("halt")
    assert game.view("british")["where"][number(game, "na-2")] is None
    worlds = on_map(game, "british")
    assert all("na-2" in world and not world & {"na-3", "na-4"} for world in worlds)
    field, state = game.rules.field, state_of(game)
    fates.remove(field, state, number(game, "na-2"), "13.55", Step(Dice()))
    place(field, state, number(game, "na-3"), field.grid.parse("S0606"), Step(Dice()))
    assert {world & {"na-2", "na-3", "na-4"} for world in on_map(game, "british")} == {
        frozenset({f"na-{n}"}) for n in (2, 3, 4)
    }


@pytest.mark.rule("sns2:5.6")
def test_who_marches_unseen_is_known_no_better_than_before() -> None:
    game = drawn()
    game.apply("march S0808 with na-2")
    game.apply("go S0809")
    game.apply("halt")
    assert state_of(game).unaccounted >> number(game, "na-2") & 1
    assert len({world & {"na-2", "na-3", "na-4"} for world in on_map(game, "british")}) == 3


def test_demoralized_or_not_he_who_lies_in_a_pool_is_in_good_order() -> None:
    game = drawn({**PLACES, "na-2": {"at": "S0808", "steps": 1}})
    for seed in range(20):
        world = game.rules.redeal(game.state, "british", Random(seed))
        state: Any = world
        assert sorted(state.steps[number(game, f"na-{n}")] for n in range(1, 7)) == [1, 2, 2, 2, 2, 2]
        assert all(state.steps[u] == 2 for u in range(len(UNITS)) if state.where[u] == POOL)


@pytest.mark.rule("sns2:13.51")
def test_who_was_drawn_and_waits_for_his_hex_is_not_told_either() -> None:
    game = drawn()
    state_of(game).where[number(game, "na-3")] = WAITING
    assert game.view("british")["where"][number(game, "na-3")] is None
    assert game.view("british")["pooled"]["hills"] == {"combat": 2, "headquarters": 1}
    for seed in range(10):
        world: Any = game.rules.redeal(game.state, "british", Random(seed))
        assert world.where[number(game, "na-3")] == WAITING


def test_while_a_side_sets_up_pools_are_left_alone() -> None:
    game = Game(load_scenario("sns_first_steps"), 3)
    state = state_of(game)
    assert isinstance(state.stack[-1], SetUp)
    pooled = [u for u, h in enumerate(state.where) if h == POOL]
    for seed in range(10):
        world: Any = game.rules.redeal(state, "british", Random(seed))
        assert [u for u, h in enumerate(world.where) if h == POOL] == pooled


@pytest.mark.rule("sns2:27.4")
def test_of_those_from_a_pool_one_may_be_aboard_and_another_ashore() -> None:
    board = country()
    for at in range(1, 11):
        board.terrain[board.grid.parse(f"S01{at:02d}")] = "sea"
    ships = [unit("br-fleet", type="fleet", strength=6, weapon="N", movement=0), *(unit(f"br-{n}") for n in (1, 2, 3))]
    pools = {"depot": Pool("british", ("br-2", "br-3"), draw="choice")}
    units = [*ships, unit("na-1")]
    places = dict.fromkeys(("br-1", "br-2", "br-fleet"), "S0203") | {"na-1": "S0909"}
    game = begun(campaign(units, board, pools=pools), places)
    state = state_of(game)
    cargo.load(state, number(game, "br-2"), 1 << number(game, "br-fleet"))
    found = set()
    for seed in range(60):
        world: Any = game.rules.redeal(state, "native", Random(seed))
        assert game.rules.view(world, "native") == game.view("native")
        aboard = [key for key in ("br-1", "br-2", "br-3") if world.extras.aboard >> number(game, key) & 1]
        ashore = [key for key in ("br-1", "br-2", "br-3") if world.where[number(game, key)] >= 0 and key not in aboard]
        found.add((*aboard, *ashore))
    assert found == {("br-2", "br-1"), ("br-3", "br-1"), ("br-1", "br-2"), ("br-1", "br-3")}


@pytest.mark.rule("abyssinia:6.5")
def test_where_the_hostages_are_everybody_knows() -> None:
    game = Game(load_scenario("abyssinia"), 1, {"civilians": True})
    hostages = number(game, "br-hostages")
    assert state_of(game).where[hostages] == game.view("abyssinian")["where"][hostages] == POOL
    assert game.view("abyssinian")["where"][number(game, "fr-m1")] is None


@pytest.mark.rule("event1:british:64-66")
def test_the_eliminated_come_back_from_the_pool_alone_and_keep_their_mark() -> None:
    game = drawn()
    field, state = game.rules.field, state_of(game)
    mask = sum(1 << number(game, key) for key in ("na-2", "na-3"))
    state.extras = replace(state.extras, fallen=mask)
    assert Gathering(1, 2, fallen=True).mine(field, state) == 1 << number(game, "na-3")
    place(field, state, number(game, "na-3"), field.grid.parse("S0606"), Step(Dice()))
    assert state.extras.fallen == mask, "who has come out of the pool the enemy may not know"
    fates.remove(field, state, number(game, "na-3"), "13.55", Step(Dice()))
    assert Gathering(1, 2, fallen=True).mine(field, state) == 0, "he deserted, and was not eliminated"


@pytest.mark.rule("sns2:25.31")
def test_who_was_raised_everybody_has_been_told() -> None:
    board = country()
    board.features[board.grid.parse("S0303")] = frozenset({"town"})
    friends = [unit("br-fr", nation="friendly"), unit("br-fr2", nation="friendly")]
    officer = unit("br-pol", type="headquarters", movement=10, political=True)
    pools, factors = {"friends": Pool("british", ("br-fr", "br-fr2"))}, {"british": {"british": {"infantry": 4}}}
    game = begun(
        campaign([officer, *friends, unit("na-1")], board, pools=pools, replacements=factors),
        {"br-pol": "S0303", "na-1": "S0909"},
        "reinforcement",
        options={"political": True},
        given={"points": {"british": 9}},
    )
    game.apply("raise br-fr by br-pol")
    assert set(on_map(game, "native")) == {frozenset({"br-pol", "br-fr"})}


@pytest.mark.rule("sns2:27.14")
def test_boats_in_a_pool_lie_open_as_they_do_on_the_water() -> None:
    junk = unit("na-junk", type="junk", guns=1, strength=0, weapon="F")
    pools = {"boats": Pool("native", ("na-junk",))}
    game = begun(campaign([unit("br-1"), junk], pools=pools), {"br-1": "S0303"}, options={"rivers": True})
    assert game.view("british")["where"][number(game, "na-junk")] == POOL
    assert "pooled" not in game.view("british")


def test_a_state_tells_again_of_whom_the_enemy_cannot_be_sure() -> None:
    game = drawn()
    assert game.rules.load(state_of(game).to_json()).unaccounted == state_of(game).unaccounted > 0


@pytest.mark.rule("sns2:27.4")
def test_a_train_aboard_is_none_of_those_in_the_pool() -> None:
    board = country()
    board.terrain[board.grid.parse("S0103")] = "sea"
    train = {"type": "supply", "strength": 0, "weapon": "N", "movement": 4}
    ships = unit("br-fleet", type="fleet", guns=4, strength=0, weapon="H")
    trains = [unit(f"br-train{n}", **train) for n in (1, 2, 3)]
    pools = {"trains": Pool("british", ("br-train2", "br-train3"), draw="choice")}
    places = {"br-fleet": "S0203", "br-train1": "S0203", "br-1": "S0303", "br-2": "S0505", "na-1": "S0909"}
    units = [ships, *trains, unit("br-1"), unit("br-2"), unit("na-1")]
    game = begun(campaign(units, board, pools=pools), places, options={"fleets": True})
    state = state_of(game)
    cargo.load(state, number(game, "br-train1"), 1 << number(game, "br-fleet"))
    worlds: list[Any] = [game.rules.redeal(state, "native", Random(seed)) for seed in range(20)]
    assert {world.extras.aboard for world in worlds} == {1 << number(game, "br-train1")}
    first = number(game, "br-1")
    assert {world.where[first] for world in worlds} == {state.where[first], state.where[number(game, "br-2")]}


@pytest.mark.rule("sns2:5.6")
def test_who_has_left_a_march_for_his_pool_is_dealt_no_march() -> None:
    places = {"br-1": "S0405", "na-1": "S0202", "na-2": "S0202", "na-5": "S0909"}
    game = drawn(places)
    game.apply("march S0202 with na-1 na-2")
    game.apply("go S0302")
    state, at = state_of(game), game.rules.field.grid.parse("S0302")
    fates.remove(game.rules.field, state, number(game, "na-2"), "13.55", Step(Dice()))
    place(game.rules.field, state, number(game, "na-3"), game.rules.field.grid.parse("S0606"), Step(Dice()))
    seen = set()
    for seed in range(60):
        world: Any = game.rules.redeal(state, "british", Random(seed))
        force = next(frame for frame in world.stack if isinstance(frame, MovingForce)).force(world)
        assert {world.where[u] for u in bits(force)} == {at}
        seen |= {key for key in ("na-2", "na-3", "na-4") if world.where[number(game, key)] >= 0}
    assert seen == {"na-2", "na-3", "na-4"}
