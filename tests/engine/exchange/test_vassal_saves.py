"""Several scenarios of one map in a module, and saved games of VASSAL as scenarios."""

from __future__ import annotations

import contextlib
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from exchange_drawing import FlatPictures
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_vassal_module import VMOD, battle
from test_vassal_reader import brought, module
from vassal_reading import Module, V, levels, tokens

from engine import formats
from engine.errors import HexwrightError
from engine.exchange.exporting import export
from engine.exchange.importing import import_file, import_files, save_import
from engine.exchange.rows import recognised
from engine.exchange.source import ExportSource
from engine.exchange.vassal.options import VassalOptions
from engine.formats.boards import dump_map
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec
from engine.scenario.model import Scenario, Side, Turns


@pytest.fixture
def board() -> BattleMap:
    return BattleMap(Grid(GridSpec(14, 15)), formats.load_palette("standard"), "Plain")


def two(board: BattleMap) -> tuple[Scenario, Scenario]:
    """Two scenarios on one map; a side has another name in the second, a unit another value."""
    first = battle(board)
    units = dict(first.units)
    units["us-3"] = replace(first.units["us-3"], name="Third, again")
    del units["ac-1"]
    setup = {key: "0909" for key in reversed(units) if key != "us-2"}
    sides = {"us": Side("us", "Rebels", "#112233"), "ac": first.sides["ac"]}
    second = first.with_(
        key="c", name="The second: day", units=units, setup=setup, sides=sides, turns=Turns(5, labels={2: "Noon"})
    )
    return first, second


def clear_text(path: Path, entry: str) -> str:
    """The commands of a saved game, read by the format's description."""
    with zipfile.ZipFile(path) as outer, outer.open(entry) as stream, zipfile.ZipFile(stream) as inner:
        data = inner.read("savedGame").decode("ascii")
    assert data.startswith("!VCSK")
    key = int(data[5:7], 16)
    return bytes(int(data[at : at + 2], 16) ^ key for at in range(7, len(data), 2)).decode("utf-8")


def test_several_scenarios_are_offered_by_a_new_game_and_come_back(board: BattleMap, tmp_path: Path) -> None:
    path = tmp_path / "game.vmod"
    first, second = two(board)
    export(ExportSource(board, (first, second)), VMOD, VassalOptions(), FlatPictures(), path)
    made = Module(path)
    offered = [(node.get("name"), node.get("file")) for node in made.root.iter(V + "module.PredefinedSetup")]
    assert offered == [("Battle", "scenario-1.vsav"), ("The second: day", "scenario-2.vsav")]
    assert not list(made.root.iter(V + "module.map.SetupStack")), "the saved games lay the units out"
    found = brought(path)
    assert "2 scenarios" in found.about
    assert dump_map(found.board) == dump_map(board)
    for before, after in zip((first, second), found.scenarios, strict=True):
        assert after.name == before.name
        assert dict(after.sides) == dict(before.sides)
        assert dict(after.setup) == dict(before.setup)
        assert list(after.setup) == sorted(before.setup, key=lambda key: list(before.setup).index(key))
        assert {key: unit.name for key, unit in after.units.items()} == {
            key: unit.name for key, unit in before.units.items()
        }
        assert after.turns == before.turns
    written = save_import(found, tmp_path / "out.yaml")
    assert [one.name for one in written] == ["out.yaml", "out-map.yaml", "out-2.yaml"]
    assert all(formats.load(one).errors == [] for one in written)


def test_a_saved_game_is_written_as_vassal_reads_it(board: BattleMap, tmp_path: Path) -> None:
    path = tmp_path / "game.vmod"
    scenarios = two(board)
    export(ExportSource(board, scenarios), VMOD, VassalOptions(), FlatPictures(), path)
    commands = tokens(clear_text(path, "scenario-2.vsav"), "\x1b")
    assert (commands[0], commands[-1]) == ("begin_save", "end_save")
    boards = [tokens(one, "\t") for one in commands if "BoardPicker" in one]
    windows = [node.get("mapName") for node in Module(path).root.iter(V + "module.Map")]
    assert [one[0] for one in boards] == [f"{name}BoardPicker" for name in windows]
    pieces, stacks = {}, []
    for command in commands:
        if command.startswith("+/"):
            identity, kind, state = tokens(command[2:], "/")
            if kind == "stack":
                stacks.append(tokens(state, ";"))
            else:
                types, states = levels(kind), levels(state)
                assert len(types) == len(states)
                assert not any(one.startswith("prototype") for one in types), "a saved game has all traits itself"
                pieces[identity] = (types[-1], tokens(states[-1], ";"))
    held = next(stack for stack in stacks if stack[0] == "Map")
    names = [tokens(pieces[one][0], ";")[4] for one in held[3:-1]]
    assert names == [scenarios[1].units[key].name.replace("\t", " ") for key in scenarios[1].setup], "the lowest first"
    assert all(pieces[one][1][:3] == held[:3] for one in held[3:-1]), "each piece is where its stack is"
    numbers = [int(state[3]) for _, state in pieces.values()]
    assert len(set(numbers)) == len(numbers)


def test_scenarios_of_maps_that_were_read_twice_are_on_one_map(board: BattleMap, tmp_path: Path) -> None:
    first = battle(board)
    again = formats.load_text(dump_map(board)).model
    assert isinstance(again, BattleMap)
    assert len(ExportSource(board, (first, first.with_(map=again))).scenarios) == 2
    again.terrain[3] = "forest"
    with pytest.raises(HexwrightError, match="different maps"):
        ExportSource(board, (first, first.with_(map=again)))


def test_the_same_scenarios_give_the_same_bytes(board: BattleMap, tmp_path: Path) -> None:
    source = ExportSource(board, two(board))
    for name in ("a.vmod", "b.vmod"):
        export(source, VMOD, VassalOptions(), FlatPictures(), tmp_path / name)
    assert (tmp_path / "a.vmod").read_bytes() == (tmp_path / "b.vmod").read_bytes()


def piece(number: int, at: tuple[int, int]) -> str:
    """A guard of the module of somebody else, as a saved game has it."""
    return f"+/{number}/mark;Strength\tpiece;;;guard.gif;Guard/9\tMain;{at[0]};{at[1]};1;0"


def save(path: Path, *commands: str, key: int = 0x5A, name: str = "") -> Path:
    """A saved game of somebody else; all behind the first command is nested in it."""
    inner = "\x1b".join(one.replace("\x1b", "\\\x1b") for one in commands)
    text = "begin_save\x1b" + inner.replace("\x1b", "\\\x1b") + "\x1bend_save"
    data = "!VCSK" + f"{key:02x}" + "".join(f"{byte ^ key:02x}" for byte in text.encode("utf-8"))
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("savedGame", data)
        archive.writestr("moduledata", f"<data><name>{name}</name></data>")
    return path


def test_a_saved_game_of_somebody_else_is_a_scenario_on_the_map_of_its_module(tmp_path: Path) -> None:
    path = module(tmp_path / "old.vmod")
    x, y = 20 + 85, 10 + 134
    played = save(
        tmp_path / "turn 3.vsav", piece(7, (x, y)), piece(8, (x, y)), f"+/9/stack/Main;{x};{y};8;7;@@0", "CHAT no"
    )
    found = brought(played)
    (scenario,) = found.scenarios
    assert scenario.name == "turn 3"
    assert scenario.setup == {"guard": "0202", "guard-2": "0202"}, "the edge around the board is left out"
    assert [unit.side for unit in scenario.units.values()] == ["french", "french"], "by the palette"
    assert {unit.values["strength"] for unit in scenario.units.values()} == {9}
    both = import_files([path, played], [recognised(path), recognised(played)], {"system": "fm"}, "game")
    assert [one.system for one in both.scenarios] == ["fm", "fm"]
    assert [one.name for one in both.scenarios] == ["Old Guard", "turn 3"]
    assert [one.name for one in save_import(both, tmp_path / "all.yaml")][:3] == [
        "all.yaml", "all-map.yaml", "all-2.yaml",
    ]  # fmt: skip


def test_a_saved_game_without_its_module_is_refused(tmp_path: Path) -> None:
    played = save(tmp_path / "a.vsav", piece(7, (1, 1)), name="Old & Gone".replace("&", "&amp;"))
    with pytest.raises(HexwrightError, match="put the module Old & Gone in the same folder"):
        brought(played)
    module(tmp_path / "old.vmod")
    with pytest.raises(HexwrightError, match="or name it with module=FILE"):
        brought(played)
    assert brought(played, module=str(tmp_path / "old.vmod")).scenarios[0].units


def test_files_of_two_maps_are_not_one_import(tmp_path: Path) -> None:
    one, other = module(tmp_path / "a.vmod"), module(tmp_path / "b.vmod", dx="60")
    with pytest.raises(HexwrightError, match=r"b\.vmod is on another map than"):
        import_files([one, other], [VMOD, VMOD], {}, "game")


def test_saved_games_of_a_module_become_scenarios_and_broken_ones_are_said(tmp_path: Path) -> None:
    path = module(tmp_path / "old.vmod", version="3.7.0")
    good = save(tmp_path / "good", piece(7, (105, 144))).read_bytes()
    with zipfile.ZipFile(path, "a") as archive:
        text = archive.read("buildFile.xml").decode()
        setups = "".join(
            f'<VASSAL.build.module.PredefinedSetup name="{name}" file="{name}.vsav"/>' for name in ("good", "bad")
        )
        entries = {name: archive.read(name) for name in archive.namelist() if name != "buildFile.xml"}
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
        archive.writestr("buildFile.xml", text.replace("<my.own.Clock/>", setups))
        archive.writestr("good.vsav", good)
        archive.writestr("bad.vsav", good[:40])
    found = brought(path)
    assert [one.name for one in found.scenarios] == ["Old Guard", "good"]
    (lost,) = [one for one in found.losses if one.code == "LOSS213"]
    assert "bad" in lost.what


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(at=st.integers(0, 400), byte=st.integers(0, 255), cut=st.integers(0, 60))
def test_a_damaged_saved_game_is_read_or_refused(tmp_path: Path, at: int, byte: int, cut: int) -> None:
    beside = tmp_path / "old.vmod"
    if not beside.exists():
        module(beside)
    path = save(tmp_path / "a.vsav", piece(7, (105, 144)), "+/9/stack/Main;105;144;7;@@0")
    with zipfile.ZipFile(path) as archive:
        data = bytearray(archive.read("savedGame"))
    data[at % len(data)] = byte
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("savedGame", bytes(data[: len(data) - cut]))
    with contextlib.suppress(HexwrightError):
        import_file(path, recognised(path), {}, "game")


def test_commands_without_end_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module(tmp_path / "old.vmod")
    monkeypatch.setattr("engine.exchange.vassal.saves.MOST_COMMANDS", 20)
    path = save(tmp_path / "a.vsav", *(piece(number, (1, 1)) for number in range(30)))
    with pytest.raises(HexwrightError, match="too many commands"):
        brought(path)
