"""A table goes into the formats that take one, and comes back from those that are read: every base where it stands, as
it faces, under its name."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from exchange_drawing import FlatPictures
from vassal_reading import Module

from engine import formats
from engine.errors import HexwrightError
from engine.exchange.bases import depth_of
from engine.exchange.exporting import export, survey, writing_options
from engine.exchange.facts import facts
from engine.exchange.importing import import_file, save_import
from engine.exchange.losses import LostPart
from engine.exchange.rows import FORMATS, format_named, recognised
from engine.exchange.source import ExportSource, placed
from engine.exchange.vassal.matching import ReadPiece
from engine.exchange.vassal.pieces import read_definition
from engine.exchange.vassal.tables import TablePlaces
from engine.formats.boards import dump_map
from engine.scenario.model import Scenario
from engine.tables.places import PACE, parse
from engine.tables.table import table_of

Data = dict[str, Any]
TAKERS = ("vmod", "tts", "svg", "layers", "pdf")


def battle(**special: Any) -> ExportSource:
    """The teaching table, with knights who stand obliquely and an element that is not on the table."""
    scenario = formats.load_scenario("teaching_table")
    setup = dict(scenario.setup) | {"kn-1": "1360,870/37.5"}
    del setup["lh-2"]
    changed = scenario.with_(setup=setup, special=dict(scenario.special) | special)
    return ExportSource(changed.map, (changed,))


def first(source: ExportSource) -> Scenario:
    assert source.scenario is not None
    return source.scenario


def simulated(source: ExportSource, folder: Path, **words: Any) -> tuple[Data, list[LostPart]]:
    row, path = format_named("tts"), folder / "game.tts.json"
    _, losses = export(source, row, writing_options(row, words), FlatPictures(), path, force=True)
    data: Data = json.loads(path.read_text(encoding="utf-8"))
    return data, losses


def tiles(data: Data) -> tuple[Data, dict[str, Data]]:
    board, *others = [one for one in data["ObjectStates"] if one["Name"] == "Custom_Tile"]
    return board, {one["Nickname"]: one for one in others}


def test_every_base_stands_in_the_simulator_as_it_does_on_the_table(tmp_path: Path) -> None:
    source = battle()
    scenario = first(source)
    data, _ = simulated(source, tmp_path, hex=2.0)
    board, bases = tiles(data)
    assert board["AttachedSnapPoints"] == []
    assert sorted(bases) == sorted(scenario.units[key].name for key in scenario.setup)
    place = placed(source.board, 100, furniture=True)
    half = place.width / 100 * 2.0 / 2, place.height / 100 * 2.0 / 2
    assert (board["Transform"]["scaleX"], board["Transform"]["scaleZ"]) == pytest.approx(half)
    # The middle of the picture is the middle of the table; 100 paces are 2 inches.
    wide, high = source.board.extent
    for key, spelled in scenario.setup.items():
        unit, where = scenario.units[key], parse(spelled)
        found, depth = bases[unit.name]["Transform"], depth_of(scenario, unit)
        middle = where.at(-round(depth * PACE / 2), 0)
        x, y = found["posX"] * 50 + wide / 2, high / 2 - found["posZ"] * 50
        assert (x, y) == pytest.approx((middle.x / PACE, middle.y / PACE), abs=1.0), key
        assert (found["rotY"] - 180) % 360 == pytest.approx(where.facing / 10)
        assert (found["scaleX"] * 100, found["scaleZ"] * 100) == pytest.approx((80, depth))
        assert scenario.sides[unit.side].name in bases[unit.name]["Tags"]


def test_every_base_stands_in_a_module_as_it_does_on_the_table(tmp_path: Path) -> None:
    source = battle()
    scenario, row, path = first(source), format_named("vmod"), tmp_path / "game.vmod"
    export(source, row, writing_options(row, {"pixels": 200}), FlatPictures(), path)
    module = Module(path)
    assert list(module.board()) == [], "no grid: nothing snaps"
    assert module.entries["images/board.png"]
    stacks = {pieces[0].name: (x, y, pieces) for x, y, pieces in module.stacks("Map")}
    assert sorted(stacks) == sorted(scenario.units[key].name for key in scenario.setup)
    place = placed(source.board, 200, furniture=True)
    slots = {
        slot.get("entryName"): slot
        for stack in module.root.iter()
        if stack.tag.endswith("SetupStack")
        for slot in stack
    }
    for key, spelled in scenario.setup.items():
        unit, where = scenario.units[key], parse(spelled)
        depth = depth_of(scenario, unit)
        middle = where.at(-round(depth * PACE / 2), 0)
        x, y, pieces = stacks[unit.name]
        # 200 pixels are 100 paces; the table's corner lies on a whole pixel of the picture.
        left, top = round(-place.left * place.scale), round(-place.top * place.scale)
        assert (x - left, y - top) == pytest.approx((middle.x / PACE * 2, middle.y / PACE * 2), abs=0.51)
        (piece,) = pieces
        assert piece.marks["Side"] == scenario.sides[unit.side].name
        assert {"rotate", "immob"} <= set(piece.traits)
        slot = slots[unit.name]
        traits = read_definition(slot.text or "")
        # VASSAL counts degrees the other way.
        turned = next(trait for trait in traits if trait.name == "rotate")
        assert turned.fields[0] == "1"
        assert -float(turned.state) == pytest.approx(where.facing / 10)
        assert (slot.get("width"), slot.get("height")) == ("160", str(round(160 * depth / 80)))
    tray = {piece.name for _, _, pieces in module.stacks("Off the map") for piece in pieces}
    assert tray == {"Light horse 2"}


def module_of(folder: Path, *sources: ExportSource, **words: Any) -> Path:
    """A module of one table."""
    row, path = format_named("vmod"), folder / "game.vmod"
    whole = ExportSource(sources[0].board, tuple(scenario for one in sources for scenario in one.scenarios))
    export(whole, row, writing_options(row, words), FlatPictures(), path, force=True)
    return path


def same(after: Scenario, before: Scenario) -> bool:
    """Whether bases, sides and turns are the same."""
    units = [
        {
            key: (unit.name, unit.side, unit.type, unit.formation, {k: v for k, v in unit.values.items() if v != ""})
            for key, unit in one.units.items()
        }
        for one in (after, before)
    ]
    return units[0] == units[1] and (after.setup, after.sides, after.turns, after.system) == (
        before.setup,
        before.sides,
        before.turns,
        before.system,
    )


@pytest.mark.parametrize("words", [{}, {"pixels": 60, "furniture": False}], ids=["usual", "small"])
def test_a_table_comes_back_from_a_module(words: Data, tmp_path: Path) -> None:
    source = battle()
    path = module_of(tmp_path, source, **words)
    found = import_file(path, recognised(path), {}, "game")
    assert "with a table without hexes" in found.about
    assert dump_map(found.board) == dump_map(source.board)
    assert same(found.scenarios[0], first(source))
    (off,) = [one for one in found.losses if one.code == "LOSS203"]
    assert off.where == ("lh-2",)
    assert len(found.losses) == 1
    save_import(found, tmp_path / "back.yaml")
    back = formats.load_scenario(tmp_path / "back.yaml")
    assert same(back, first(source))


def test_tables_of_several_scenarios_come_back(tmp_path: Path) -> None:
    one, other = battle(), battle()
    moved = first(other).with_(key="other", name="Later", setup=dict(first(other).setup) | {"kn-1": "1500,900/350"})
    path = module_of(tmp_path, one, ExportSource(one.board, (moved.with_(map=one.board),)))
    found = import_file(path, recognised(path), {}, "game")
    assert [same(after, before) for after, before in zip(found.scenarios, (first(one), moved), strict=True)] == [
        True
    ] * 2


def test_a_base_that_was_moved_is_where_it_was_left(tmp_path: Path) -> None:
    source = battle()
    path = module_of(tmp_path, source, pixels=200)
    before = table_of(source.board).find(first(source).setup["kn-1"])
    assert before is not None
    with zipfile.ZipFile(path) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    build = entries["buildFile.xml"].decode()
    name = first(source).units["kn-1"].name
    found = re.search(rf'name="{name}"[^>]*? x="(\d+)" y="(\d+)"', build)
    assert found is not None
    x, y = int(found[1]), int(found[2])
    again = found[0].replace(f'x="{x}" y="{y}"', f'x="{x + 100}" y="{y - 40}"')
    entries["buildFile.xml"] = build.replace(found[0], again).encode()
    with zipfile.ZipFile(path, "w") as archive:
        for entry, data in entries.items():
            archive.writestr(entry, data)
    after = table_of(source.board).find(import_file(path, recognised(path), {}, "g").scenarios[0].setup["kn-1"])
    assert after is not None
    # 200 pixels are 100 paces.
    assert ((after.x - before.x) / PACE, (after.y - before.y) / PACE) == pytest.approx((50, -20), abs=1.5)
    assert after.facing == before.facing


@pytest.mark.parametrize("picture", ["x", [1, 2], [0, 0, 0], [0, 0, "a"], [0, 0, 1e400], None])
@pytest.mark.parametrize(
    "bases", ["x", {"kn-1": 3}, {"kn-1": [0, 0, 0, "x"]}, {"kn-1": [100, 100, 0, "9999,1/0"]}, None]
)
def test_odd_facts_place_nothing_beyond_the_table(picture: object, bases: object) -> None:
    scenario = first(battle())
    table = table_of(scenario.map)
    places = TablePlaces(table, {"picture": picture, "bases": bases})
    for x in (100.0, -5.0, 1e9):
        piece = ReadPiece("Knights", "", {}, at=("Map", x, 100.0))
        spelled = places.spelled("kn-1", piece, scenario, scenario.units["kn-1"])
        assert not spelled or table.find(spelled) is not None


def test_what_is_not_on_the_table_is_in_a_bag_of_its_side(tmp_path: Path) -> None:
    data, _ = simulated(battle(), tmp_path)
    bags = [one for one in data["ObjectStates"] if one["Name"] == "Bag"]
    assert [[unit["Nickname"] for unit in bag["ContainedObjects"]] for bag in bags] == [["Light horse 2"]]
    assert bags[0]["Nickname"].startswith("Red")


@pytest.mark.parametrize(
    ("special", "unit"),
    [({"ambush": ["psb-1"]}, "Slingers"), ({"flank": {"red-line": "left"}}, "Knights")],
    ids=["ambush", "flank march"],
)
def test_ambushes_and_flank_marches_go_out_only_when_asked(special: Data, unit: str, tmp_path: Path) -> None:
    source = battle(**special)
    data, losses = simulated(source, tmp_path)
    hidden = next(one for one in losses if one.code == "LOSS104")
    assert hidden.option == "hidden=true"
    assert unit in {first(source).units[key].name for key in hidden.where}
    assert f'"{unit}"' not in json.dumps(data)
    data, losses = simulated(source, tmp_path, hidden=True)
    assert unit in tiles(data)[1]
    assert "LOSS104" not in {one.code for one in losses}
    for key in ("vmod", "svg", "layers", "pdf"):
        row = format_named(key)
        shown, asked = (writing_options(row, {"units": True, "hidden": said}) for said in (False, True))
        assert "LOSS104" in {one.code for one in survey(source, row, shown)}
        assert "LOSS104" not in {one.code for one in survey(source, row, asked)}


def test_the_same_table_gives_the_same_bytes(tmp_path: Path) -> None:
    for key in TAKERS:
        row = format_named(key)
        made = []
        for folder in (tmp_path / "a", tmp_path / "b"):
            folder.mkdir(exist_ok=True)
            files, _ = export(battle(), row, writing_options(row, {}), FlatPictures(), folder / f"x{row.endings[0]}")
            made.append([file.read_bytes() for file in files])
        assert made[0] == made[1]


def test_a_drawing_of_a_table_has_its_true_size(tmp_path: Path) -> None:
    row, path = format_named("svg"), tmp_path / "a.svg"
    export(battle(), row, writing_options(row, {}), FlatPictures(), path)
    # The drawing of the test is 20 by 10 units of 40 paces, and a base of 80 paces is 40 mm wide.
    found = re.search(r'width="([\d.]+)mm" height="([\d.]+)mm"', path.read_text(encoding="utf-8"))
    assert found is not None
    assert found.groups() == ("400", "200")


@pytest.mark.parametrize(
    "row", [row for row in FORMATS if row.writer and row.key not in TAKERS], ids=lambda row: row.key
)
def test_other_formats_refuse_a_table_and_name_those_that_take_it(row: Any, tmp_path: Path) -> None:
    options = writing_options(row, {})
    with pytest.raises(HexwrightError) as problem:
        export(battle(), row, options, FlatPictures(), tmp_path / f"a{row.endings[0]}")
    said = str(problem.value)
    assert said.startswith(f"a table without hexes cannot go into this format: {row.title}. It can go into: ")
    assert all(format_named(key).title in said for key in TAKERS)
    assert list(tmp_path.iterdir()) == []


def test_a_board_that_is_too_large_says_what_fits(tmp_path: Path) -> None:
    table = table_of(battle().board).copy()
    table.size = (9000, 6000)
    large, row = ExportSource(table), format_named("tts")
    with pytest.raises(HexwrightError, match=r"pixels per 100 paces fit, pixels=(\d+)") as problem:
        export(large, row, writing_options(row, {"pixels": 200}), FlatPictures(), tmp_path / "a.tts.json")
    fits = int(str(problem.value).rpartition("=")[2])
    export(large, row, writing_options(row, {"pixels": fits}), FlatPictures(), tmp_path / "a.tts.json")


def test_facts_say_how_large_a_table_is() -> None:
    row = format_named("svg")
    assert facts(battle(), row, writing_options(row, {}))[0] == "Table: 1,800 x 1,200 paces"
