"""Reach and retreats on random small boards, held against a plain reading of the text (fm_reference)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from fm_country import random_ground
from fm_field import game
from fm_reference import Board, Man
from sweeps import seeds

from engine.play import Game
from engine.systems.fire_and_movement import retreat
from engine.systems.fire_and_movement.knowledge import RetreatWay


def random_board(seed: int, crowd: int, **more: Any) -> tuple[Game, Board]:
    """A random battlefield with ``crowd`` units of either side, as a game and as the reference has it."""
    board, land, _ = random_ground(seed)
    random = Random(-seed)
    random.shuffle(land)
    grid = board.grid
    units: dict[str, str] = {}
    men: dict[str, Man] = {}
    for number in range(2 * crowd):
        key = f"{'cw' if number % 2 else 'ge'}-{number}"
        allowance = random.randint(0, 6)
        flags = [flag for flag in ("mobile", "commando", "no_zoc") if random.random() < 0.35]
        spot = land.pop()
        units[f"{key} infantry 1-1-{allowance} {' '.join(flags)}"] = spot
        men[key] = Man(key[:2], grid.parse(spot), allowance, "mobile" in flags, "commando" in flags, "no_zoc" in flags)
    return game(board, units, **more), Board(board, men)


@pytest.mark.rule("fm:5.4")
@pytest.mark.rule("fm:6.1")
@pytest.mark.parametrize("seed", seeds(24, 80))
def test_reach(seed: int) -> None:
    playing, plain = random_board(seed, 2 + seed % 4)
    name = playing.scenario.map.grid.name
    for key in plain.men:
        found = playing.rules.reach(playing.state, key).hexes
        assert {h: float(cost.cost) for h, cost in found.items()} == {
            name(h): float(cost) for h, cost in plain.reach(key).items()
        }, key
        for goal, how in found.items():
            if key.startswith("cw"):
                assert playing.verdict(f"move {key} {' '.join(how.path)}"), (key, goal)


@pytest.mark.rule("fm:6.0")
@pytest.mark.parametrize("seed", seeds(6, 20))
def test_zones_of_control(seed: int) -> None:
    playing, plain = random_board(seed, 6)
    grid = playing.scenario.map.grid
    for side in ("cw", "ge"):
        found = set(playing.rules.zoc(playing.state, side).hexes)
        assert found == {grid.name(h) for h in grid.hexes if plain.controlled(h, side)}


@pytest.mark.rule("fm:8.3")
@pytest.mark.rule("fm:8.3.1")
@pytest.mark.parametrize("length", [1, 2, 3])
@pytest.mark.parametrize("crowd", [3, 7])
@pytest.mark.parametrize("edge", ["", "N"])
@pytest.mark.parametrize("seed", seeds(6, 20))
def test_retreats(seed: int, length: int, crowd: int, edge: str) -> None:
    special = {"friendly_edge": {"ge": edge, "cw": edge}} if edge else {}
    into_path = bool(seed % 2)
    playing, plain = random_board(seed, crowd, special=special, options={"displaced_into_path": into_path})
    plain.into_path = into_path
    grid = playing.scenario.map.grid
    away = [grid.offset(h)[1] for h in range(grid.size)] if edge else None
    for key in plain.men:
        found = playing.rules.retreats(playing.state, key, length).paths
        got = {tuple(item.path): kind_of(item) for item in found}
        wanted = plain.retreats(key, length, away)
        assert got == {tuple(map(grid.name, path)): kind for path, kind in wanted.items()}, key


@pytest.mark.rule("fm:8.3")
@pytest.mark.rule("fm:8.3.1")
@pytest.mark.parametrize("displacement", [True, False])
@pytest.mark.parametrize("crowd", [3, 7, 12])
@pytest.mark.parametrize("seed", seeds(6, 20))
def test_whether_a_unit_can_retreat_at_all(seed: int, crowd: int, displacement: bool) -> None:
    playing, _ = random_board(seed, crowd, options={"displacement": displacement})
    field, state = playing.rules.field, playing.state
    for unit, at in enumerate(state.where):
        for length in (1, 2, 3) if at >= 0 else ():
            ways = retreat.retreats(field, state, unit, length, False)
            assert retreat.can_retreat(field, state, unit, length) == bool(ways)


def kind_of(item: RetreatWay) -> str:
    return ("short" if item.short else "whole") + (", displacing" if item.displaces else "")
