"""What the rules are asked for is counted, row by row of ``make bench``: reach, zones, sight, a turn of the staff."""

from __future__ import annotations

import os
from collections.abc import Iterator
from types import CodeType

import pytest
import yaml
from tools.work import FOLDER, Record, calls, grown

from engine.formats import load_scenario
from engine.play import Game
from engine.players import seat

SCENARIOS = ("lundys_lane", "arracourt", "sns_first_steps")


@pytest.fixture(scope="module")
def found() -> Iterator[Record]:
    """What was counted."""
    record = Record("rules")
    yield record
    record.close()


def room_of(code: CodeType | str) -> str:
    """Calls of the engine's own functions."""
    path = "" if isinstance(code, str) else code.co_filename.replace(os.sep, "/")
    parts = path.partition("/engine/")[2].split("/")
    return parts[0] if parts[0] in ("hexes", "mechanics", "players", "systems") else ""


@pytest.fixture
def game(request: pytest.FixtureRequest) -> Game:
    return Game(load_scenario(request.param), 7)


@pytest.mark.parametrize("game", SCENARIOS, indirect=True)
def test_reach_of_every_unit(found: Record, game: Game) -> None:
    standing = [key for key, how in game.rules.units(game.state).items() if how.get("at")]

    def ask() -> None:
        for key in standing:
            game.rules.reach(game.state, key)

    found.hold(f"reach of every unit, {game.scenario.key}", calls(ask, room_of))


@pytest.mark.parametrize("game", SCENARIOS, indirect=True)
def test_zones_of_control(found: Record, game: Game) -> None:
    def ask() -> None:
        for side in game.scenario.sides:
            game.rules.zoc(game.state, side)

    found.hold(f"zones of both sides, {game.scenario.key}", calls(ask, room_of))


@pytest.mark.parametrize("game", SCENARIOS[:1], indirect=True)
def test_sight(found: Record, game: Game) -> None:
    board = game.scenario.map
    names = [board.spell(h) for h in board.grid.hexes[::7]]

    def ask() -> None:
        for name in names[1:]:
            game.rules.sight(game.state, names[0], name)

    found.hold(f"sight from a hex, {game.scenario.key}", calls(ask, room_of))


@pytest.mark.parametrize("game", SCENARIOS, indirect=True)
def test_a_turn_of_the_staff(found: Record, game: Game) -> None:
    players = seat(["staff"], game.scenario.sides, 7)

    def play() -> None:
        while game.state.turn == 1 and (decision := game.decision) is not None:
            game.apply(players[decision.side].choose(game), trusted=True)

    found.hold(f"a turn of the staff, {game.scenario.key}", calls(play, room_of))


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.yaml")))
def test_twice_the_work_is_never_let_pass(name: str) -> None:
    for row, before in yaml.safe_load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8")).items():
        assert grown(before, {room: 2 * count for room, count in before.items()}), row
        assert not grown(before, before), row
