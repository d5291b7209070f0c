"""A kind of map without a grid is a row: it is read, saved, checked, asked and played without a word about hexes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from area_map import AREAS, AreaMap, known

from editor.commandline import cli
from engine import formats
from engine.boards.board import Board
from engine.boards.kinds import KINDS, kind_of, kind_of_file
from engine.errors import HexwrightError, NameNotKnown
from engine.formats.schema import schema
from engine.formats.write_scenario import digest
from engine.hexes.board.battlemap import hexes_of
from engine.hexes.checks.subject import HexSubject
from engine.play import Game, registry
from engine.players.registry import make, seat
from engine.umpire import query, testturns
from engine.umpire.checks import CHECKS, bars_to_play, check_loaded
from engine.umpire.comparing import ValueComparison
from engine.umpire.wording import Words

MAP = """\
format: hexwright-map 1
name: Gaul
palette: standard
areas:
  rome: {name: Rome, corners: "0,0 5,0 5,5", borders: gaul}
  gaul: {name: Gaul, corners: "5,0 9,0 9,5", borders: rome iberia}
  iberia: {name: Iberia, corners: "9,0 12,0 12,5", borders: gaul}
"""
SCENARIO = """\
format: hexwright-scenario 1
name: The couriers
system: paths
map: gaul
turns: 6
sides:
  red: {name: Red}
  blue: {name: Blue}
units:
  r: {side: red, name: Flavius, type: courier}
  b: {side: blue, name: Brennus, type: courier}
setup: {r: rome, b: gaul}
victory:
  scoring:
  - {kind: hold, points: 1, initial: blue, hexes: iberia}
  tie: blue
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a map of areas and a scenario on it, while both are known."""
    monkeypatch.setitem(registry.SYSTEMS, "paths", "toy_areas")
    (tmp_path / "gaul.yaml").write_text(MAP, "utf-8")
    (tmp_path / "couriers.yaml").write_text(SCENARIO, "utf-8")
    with known():
        yield tmp_path


def test_its_file_is_read_by_its_own_reader_and_saved_to_the_byte(folder: Path) -> None:
    loaded = formats.load(folder / "gaul.yaml")
    assert loaded.findings == []
    assert isinstance(loaded.model, AreaMap)
    assert isinstance(loaded.model, Board)
    formats.save_map(loaded.model, folder / "again.yaml")
    assert (folder / "again.yaml").read_text("utf-8") == MAP
    assert kind_of(loaded.model) is AREAS
    assert kind_of_file({"areas": {}}) is AREAS
    assert kind_of_file({"grid": {}}) is KINDS[0]
    assert [sorted(one["properties"]) for one in schema("map")["oneOf"]][-1] == ["areas", "format", "name", "palette"]


def test_its_scenario_is_read_saved_and_checked(folder: Path) -> None:
    path = folder / "couriers.yaml"
    loaded = formats.load(path)
    assert check_loaded(loaded) == []
    scenario = formats.load_scenario(path)
    assert formats.dump_scenario(formats.load_scenario(path)) == formats.dump_scenario(scenario)
    inline = scenario.with_(map_ref="")
    formats.save_scenario(inline, folder / "inline.yaml")
    assert digest(formats.load_scenario(folder / "inline.yaml")) == digest(scenario)


def test_checks_of_every_kind_find_what_is_wrong_and_those_of_hexes_are_silent(folder: Path) -> None:
    path = folder / "wrong.yaml"
    path.write_text(SCENARIO.replace("r: rome", "r: rom").replace("hexes: iberia", "hexes: iberai"), "utf-8")
    found = {finding.code: finding.message for finding in check_loaded(formats.load(path))}
    assert found.keys() >= {"SETUP102", "WIN102"}
    assert "did you mean rome?" in found["SETUP102"]
    silent = {code for code, check in CHECKS.items() if issubclass(check.of, HexSubject)}
    assert len(silent) > 20
    assert silent.isdisjoint(found)


def test_games_are_played_on_it_by_every_player(folder: Path) -> None:
    scenario = formats.load_scenario(folder / "couriers.yaml")
    for who in ("random", "first", "greedy"):
        report = testturns.play(Game(scenario, 3), seat([who], scenario.sides, 3), 6)
        assert report.findings == []
        assert report.outcome is not None
    game = Game(scenario, 1)
    (event,) = game.apply("go r gaul")
    assert Words(scenario).event(event) == "Flavius went to Gaul"
    assert ValueComparison(scenario.map).same("GAUL", event.data["to"])
    assert not ValueComparison(scenario.map).same("GAUL", "rome")


def test_greedy_goes_nearer_to_the_goal(folder: Path) -> None:
    game = Game(formats.load_scenario(folder / "couriers.yaml"), 1)
    assert game.text(make("greedy", "red").choose(game)) == "go r gaul"


def test_questions_name_its_places(folder: Path) -> None:
    game = Game(formats.load_scenario(folder / "couriers.yaml"), 1)
    answer = query.ask(game, "field", ["Gaul"])
    assert answer["visible"] == ["iberia", "rome"]
    assert answer["areas"]["visible"]["type"] == "MultiPolygon"
    with pytest.raises(NameNotKnown, match="did you mean gaul"):
        query.ask(game, "field", ["gaull"])


def test_the_command_line_checks_plays_and_replays(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, log = str(folder / "couriers.yaml"), str(folder / "log.yaml")
    assert cli.main(["check", path]) == 0
    assert cli.main(["play", path, "--turns", "2", "--seed", "4", "--players", "greedy", "--log", log]) == 0
    assert cli.main(["replay", log]) == 0
    example = folder / "example.yaml"
    example.write_text(
        "format: hexwright-example 1\nrule: paths:1\nabout: a courier goes to a bordering area\nscenario: couriers\n"
        "script:\n- red: go r gaul\nfinal: {r: {at: Gaul}}\nillegal:\n- {red: go r iberia, rule: paths:1}\n",
        "utf-8",
    )
    assert cli.main(["example", str(example)]) in (0, 1)
    assert "Traceback" not in capsys.readouterr().err


def test_rules_for_hexes_refuse_it_in_words(folder: Path) -> None:
    scenario = formats.load_scenario(folder / "couriers.yaml").with_(system="tlg2")
    with pytest.raises(HexwrightError, match="played on a map of hexes"):
        hexes_of(scenario.map)
    path = folder / "battle.yaml"
    path.write_text(SCENARIO.replace("system: paths", "system: tlg2"), "utf-8")
    loaded = formats.load(path)
    (found,) = (finding for finding in check_loaded(loaded) if finding.code == "RULE108")
    assert found.message == "Twilight's Last Gleaming 2 is played on a map of hexes; this is a map of areas"
    assert "RULE108" in {finding.code for finding in bars_to_play(loaded)}
