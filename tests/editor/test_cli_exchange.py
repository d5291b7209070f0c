"""The commands export and formats."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from editor.commandline import cli
from editor.hexes import picture_layers
from editor.output.exchange_pictures import DrawnPictures
from engine import formats
from engine.boards.palette import Layer
from engine.exchange import profiles
from engine.exchange.bases import depth_of
from engine.exchange.source import ExportSource, placed
from engine.hexes.board.battlemap import hexes_of
from engine.tables import places as table_places

SVG = "{http://www.w3.org/2000/svg}"
INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"


@pytest.fixture(autouse=True)
def elsewhere(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Pictures need an application; the first one made is that of all tests.
    monkeypatch.chdir(tmp_path)


def test_a_scenario_becomes_a_module_with_drawn_pictures(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["export", "first_steps", "-o", "steps.vmod", "--set", "pixels=60"]) == 0
    said = capsys.readouterr()
    assert said.out == "steps.vmod\n"
    assert "LOSS101 the rules of Twilight's Last Gleaming 2" in said.err
    with zipfile.ZipFile("steps.vmod") as archive:
        names = archive.namelist()
        board = QImage.fromData(archive.read("images/board.png"))
        counter = QImage.fromData(archive.read("images/unit-0001.png"))
        page = QImage.fromData(archive.read("images/notes-01.png"))
    assert (page.width(), page.height()) == (909, 1286), "A4"
    assert len({page.pixel(x, y) for x in range(0, 909, 5) for y in range(0, 1286, 7)}) > 5, "it is printed on"
    assert {"buildFile.xml", "moduledata", "notes.html"} <= set(names)
    assert board.width() > 700
    assert len({board.pixel(x, 200) for x in range(0, board.width(), 7)}) > 5, "the map is drawn"
    assert (counter.width(), counter.height()) == (75, 75)


def test_a_table_goes_out_as_a_drawing_and_is_refused_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["export", "teaching_table", "-o", "t.svg", "--set", "units=true"]) == 0
    root = ElementTree.parse("t.svg").getroot()
    assert (root.get("width"), root.get("height")) == ("910mm", "610mm"), "1,800 by 1,200 paces and a margin"
    assert [group.get(f"{INKSCAPE}label") for group in root.iter(f"{SVG}g") if group.get(f"{INKSCAPE}label")] == [
        *("Ground", "Areas", "Roads, rivers and walls", "Regions", "Names", "Units: Red", "Units: Blue"),
    ]
    assert cli.main(["export", "teaching_table", "-o", "t.tmx"]) == 2
    said = capsys.readouterr().err
    assert "a table without hexes cannot go into this format: Tiled map (TMX). It can go into: VASSAL module" in said
    assert not Path("t.tmx").exists()


def test_every_base_lies_in_the_picture_of_its_side() -> None:
    options = ["--set", "units=true", "--set", "pixels=100", "--set", "style=grey"]
    assert cli.main(["export", "teaching_table", "-o", "t.layers.zip", *options]) == 0
    scenario = formats.load_scenario("teaching_table")
    with zipfile.ZipFile("t.layers.zip") as archive:
        names = [name for name in archive.namelist() if "units" in name]
        sides = [np.asarray(Image.open(io.BytesIO(archive.read(name))))[..., 3] > 128 for name in names]
        hill = np.asarray(Image.open(io.BytesIO(archive.read("02-areas.png"))))[910, 700]
    assert hill[3] == 255
    assert hill[0] == hill[1] == hill[2], "areas are grey"
    # A pixel is a pace, and 10 paces are around the table.
    for solid, side in zip(sides, scenario.sides, strict=True):
        bases = [
            (table_places.parse(at), depth_of(scenario, scenario.units[key]))
            for key, at in scenario.setup.items()
            if scenario.units[key].side == side
        ]
        for where, depth in bases:
            for ahead, aside in ((-2, 0), (2 - depth, 37), (2 - depth, -37)):
                x, y = where.at(round(ahead * table_places.PACE), round(aside * table_places.PACE))
                assert solid[10 + y // table_places.PACE, 10 + x // table_places.PACE]
        assert solid.sum() == pytest.approx(sum(80 * depth for _, depth in bases), rel=0.06)


def test_several_scenarios_of_one_map_go_into_one_module_and_come_back(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["export", "first_steps", "-o", "one.vmod", "--set", "pixels=60"]) == 0
    assert cli.main(["import", "one.vmod", "-o", "a.yaml"]) == 0
    Path("b.yaml").write_text(Path("a.yaml").read_text(encoding="utf-8").replace("name: ", "name: Again ", 1))
    assert cli.main(["export", "a.yaml", "b.yaml", "-o", "two.vmod", "--set", "pixels=60"]) == 0
    assert cli.main(["import", "two.vmod", "-o", "c.yaml"]) == 0
    assert capsys.readouterr().out.split()[-3:] == ["c.yaml", "c-map.yaml", "c-2.yaml"]
    assert [formats.load_scenario(Path(name)).setup for name in ("c.yaml", "c-2.yaml")] == [
        formats.load_scenario(Path("a.yaml")).setup
    ] * 2


def test_losses_are_one_document(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["export", "first_steps", "-o", "a.vmod", "--set", "pixels=60", "--losses", "json", "--strict"]
    assert cli.main(words) == 1
    said = json.loads(capsys.readouterr().out)
    assert said["written"] == []
    assert {"LOSS101", "LOSS105"} == {one["code"] for one in said["losses"]}
    assert not Path("a.vmod").exists()
    assert cli.main(words[:-1]) == 0
    assert json.loads(capsys.readouterr().out)["written"] == ["a.vmod"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["first_steps", "-o", "a.doc"], "no format ends in"),
        (["first_steps", "-o", "a.vmod", "--to", "doc"], "no format 'doc'"),
        (["first_steps", "-o", "a.vmod", "--set", "pixels"], "OPTION=VALUE"),
        (["first_steps", "-o", "a.vmod", "--set", "pixels=12"], "option pixels"),
        (["first_steps", "-o", "gone/a.vmod"], "no folder"),
        (["first_steps", "lundys_lane", "-o", "a.vmod"], "different maps"),
        (["gone.yaml", "-o", "a.vmod"], "no such file"),
    ],
)
def test_what_cannot_be_exported_is_said(words: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["export", *words]) == 2
    assert why in capsys.readouterr().err
    assert not list(Path().iterdir())


def test_a_strangers_file_is_replaced_only_by_force(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.vmod").write_bytes(b"PK\x03\x04 theirs")
    words = ["export", "first_steps", "-o", "a.vmod", "--set", "pixels=60"]
    assert cli.main(words) == 2
    assert "--force" in capsys.readouterr().err
    assert cli.main([*words, "--force"]) == 0
    assert cli.main(words) == 0


def test_a_module_is_imported_as_scenario_and_map(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["export", "first_steps", "-o", "a.vmod", "--set", "pixels=60"]) == 0
    capsys.readouterr()
    assert cli.main(["import", "a.vmod", "-o", "back.yaml"]) == 0
    said = capsys.readouterr()
    assert said.out.splitlines() == ["back.yaml", "back-map.yaml"]
    assert "a.vmod: a module of VASSAL 3.7.0: one board of" in said.err
    assert cli.main(["check", "back.yaml"]) == 0
    capsys.readouterr()
    assert cli.main(["import", "a.vmod", "-o", "back.yaml"]) == 2
    assert "--force" in capsys.readouterr().err
    assert cli.main(["import", "a.vmod", "-o", "other.yaml", "--strict"]) == 1
    assert not Path("other.yaml").exists()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["gone.vmod", "-o", "a.yaml"], "No such file"),
        (["notes.txt", "-o", "a.yaml"], "is not a file that can be imported"),
        (["notes.txt", "-o", "a.doc"], "end in .yaml"),
        (["notes.txt", "-o", "a.yaml", "--from", "vmod"], "not a sound ZIP archive"),
    ],
)
def test_what_cannot_be_imported_is_said(words: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("notes.txt").write_text("buy milk", encoding="utf-8")
    assert cli.main(["import", *words]) == 2
    assert why in capsys.readouterr().err
    assert [path.name for path in Path().iterdir()] == ["notes.txt"]


def test_a_profile_gives_options_and_matches(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("theirs.csv").write_text("hex,terrain\n0101,heath\n0102,heath\n0103,moor\n", encoding="utf-8")
    words = ["import", "theirs.csv", "-o", "map.yaml", "--force"]
    assert cli.main([*words, "--strict"]) == 1
    assert "heath" in capsys.readouterr().err
    monkeypatch.setattr(profiles, "FOLDER", Path("profiles").absolute())
    profiles.keep_profile("heaths", "csv", {"terrain": "heath=clear,moor=swamp"}, [])
    assert cli.main([*words, "--strict", "--profile", "heaths"]) == 0
    assert hexes_of(formats.load_map(Path("map.yaml"))).terrain == ["clear", "clear", "swamp"]
    assert cli.main([*words, "--profile", "heaths", "--set", "terrain=heath=forest,moor=swamp"]) == 0
    assert hexes_of(formats.load_map(Path("map.yaml"))).terrain[0] == "forest"
    assert cli.main([*words, "--profile", "gone"]) == 2
    assert "gone" in capsys.readouterr().err


def test_formats_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["formats"]) == 0
    assert "VASSAL module (.vmod): export and import" in capsys.readouterr().out
    assert cli.main(["formats", "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert rows[0]["options"]["pixels"]["default"] == "100"


def test_the_layers_of_a_drawing_look_as_the_map_does() -> None:
    words = ["--set", "style=plain", "--set", "furniture=no"]
    assert cli.main(["export", "first_steps", "-o", "map.svg", *words]) == 0
    scenario = formats.load_scenario("first_steps")
    board = hexes_of(scenario.map)
    place = placed(board, 100, furniture=False)
    drawn = DrawnPictures().board(ExportSource(board), place, style="plain", numbers=True, furniture=False)
    picture = Image.open(io.BytesIO(drawn)).convert("RGB")
    renderer = QSvgRenderer("map.svg")
    assert renderer.isValid()
    image = QImage(picture.width, picture.height, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    size = (board.extent[0] + 0.5) * place.scale, (board.extent[1] + 0.5) * place.scale
    left, top = (-0.25 - place.left) * place.scale, (-0.25 - place.top) * place.scale
    renderer.render(painter, QRectF(left, top, *size))
    painter.end()
    buffer = bytes(image.constBits())
    seen = Image.frombuffer("RGB", picture.size, buffer, "raw", "BGRX", image.bytesPerLine(), 1)
    apart = np.abs(np.asarray(seen, dtype=int) - np.asarray(picture, dtype=int)).max(axis=2)
    assert (apart > 32).mean() < 0.02


@pytest.mark.parametrize("style", ["organic", "plain", "grey"])
def test_land_and_water_are_layers_of_their_own(style: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Laid on each other they are the terrain as it is drawn whole."""
    board = hexes_of(formats.load_map("first_steps"))
    for h, kind in ((20, "water"), (21, "water"), (22, "forest"), (30, "swamp"), (31, "water"), (9, "mountain")):
        board.terrain[h] = kind

    def drawn() -> dict[str, Image.Image]:
        found = DrawnPictures().layer_pictures(ExportSource(board), style, 60, furniture=False, units=False)
        return {title: Image.open(io.BytesIO(data)).convert("RGBA") for title, data in found}

    layers = drawn()
    assert list(layers)[:3] == ["Terrain", "Sea", "Elevation"]
    seen = (np.asarray(layers["Sea"])[..., 3] > 0).mean()
    hexes = sum(kind in board.palette.lakes for kind in board.terrain) / len(board.grid.hexes)
    assert seen == pytest.approx(hexes, rel=0.4), "the sea alone is in its layer"
    monkeypatch.setattr(picture_layers, "_grounds", lambda _board: [("Terrain", None)])
    whole, both = drawn()["Terrain"], Image.alpha_composite(layers["Terrain"], layers["Sea"])
    apart = np.abs(np.asarray(both, dtype=int) - np.asarray(whole, dtype=int)).max(axis=2)
    assert (apart > 32).mean() < 0.005


def test_water_in_the_midst_of_a_palette_has_land_over_and_under_it() -> None:
    board = hexes_of(formats.load_map("first_steps"))
    kinds = dict(board.palette.terrain)
    ordered = ["clear", "water", *(key for key in kinds if key not in ("clear", "water"))]
    palette = replace(board.palette, kinds={**board.palette.kinds, Layer.TERRAIN: {key: kinds[key] for key in ordered}})
    board = replace(board, palette=palette)
    board.terrain = ["clear", "water", "forest", "strange"] + ["clear"] * (board.grid.size - 4)
    titles = [layer.title for layer in picture_layers.picture_layers(board, "plain")]
    assert titles[:4] == ["Terrain", "Sea", "Terrain 2", "Elevation"]
    board.terrain = ["clear"] * board.grid.size
    assert [layer.title for layer in picture_layers.picture_layers(board, "plain")][:2] == ["Terrain", "Elevation"]


def test_letters_stay_text_where_asked() -> None:
    board = hexes_of(formats.load_map("first_steps"))
    label = replace(board.labels[0], text="Smith & <Sons> Ж", style="region")
    board.labels = [label, *board.labels[1:]]
    formats.save_map(board, Path("own.yaml"))
    assert cli.main(["export", "own.yaml", "-o", "map.svg", "--set", "text=text"]) == 0
    root = ElementTree.parse("map.svg").getroot()
    names = {layer.get(f"{INKSCAPE}label"): list(layer.iter(f"{SVG}text")) for layer in root.iter(f"{SVG}g")}
    numbers = {"".join(one.itertext()) for one in names["Numbers"]}
    assert numbers == {board.grid.name(h) for h in board.grid.hexes}
    written = [one for one in names["Names"] if "".join(one.itertext()).startswith("SMITH & <SONS>")]
    assert len(written) == 1, "a text of a file is escaped, and is one element"
    assert written[0].get("font-family", "").startswith("'Source Serif 4 SmText', ")
    assert "letter-spacing" not in written[0].get("font-family", "")
    assert float(written[0].get("letter-spacing", "0")) > 0
    assert len(names["Furniture"]) > 3
    assert QSvgRenderer("map.svg").isValid()
    assert cli.main(["export", "own.yaml", "-o", "outlines.svg"]) == 0
    assert "<text" not in Path("outlines.svg").read_text(encoding="utf-8")


def test_counters_are_drawn_for_print_shops() -> None:
    assert cli.main(["export", "first_steps", "-o", "c.zip", "--to", "counters", "--set", "dpi=150"]) == 0
    with zipfile.ZipFile("c.zip") as archive:
        front = QImage.fromData(archive.read("0001-front.png"))
        back = QImage.fromData(archive.read("0003-back.png"))
    assert front.width() == 94 + 2 * 19
    assert front.pixel(2, 2) == front.pixel(25, 25), "the band of its side goes on beyond the cut"
    assert front.pixel(2, 60) == front.pixel(25, 60), "so does its ground"
    assert front.pixel(2, 2) != front.pixel(2, 60)
    assert not back.isNull()
