"""SVG with layers, and counters for print shops."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from exchange_drawing import FlatPictures
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from engine import formats
from engine.boards.look import UserLayer
from engine.errors import HexwrightError
from engine.exchange.exporting import export, writing_options
from engine.exchange.layered import DrawingOptions, LayeredOptions, survey
from engine.exchange.printing import CounterOptions, for_print
from engine.exchange.rows import format_named, format_of_ending
from engine.exchange.source import ExportSource
from engine.hexes.board.battlemap import hexes_of
from engine.scenario.model import Scenario, Unit

SVG = "{http://www.w3.org/2000/svg}"
INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"


def source() -> ExportSource:
    scenario = formats.load_scenario("first_steps")
    return ExportSource(hexes_of(scenario.map), (scenario,))


def test_a_drawing_has_layers_that_inkscape_names_and_ids_that_are_unique(tmp_path: Path) -> None:
    path = tmp_path / "map.svg"
    _, losses = export(source(), format_named("svg"), DrawingOptions(), FlatPictures(), path)
    assert [one.code for one in losses] == ["LOSS116", "LOSS109"]
    root = ElementTree.parse(path).getroot()
    layers = [node for node in root if node.get(INKSCAPE + "groupmode") == "layer"]
    assert [layer.get(INKSCAPE + "label") for layer in layers] == ["Terrain", "Names & more"]
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(set(ids)) == len(ids)
    text = path.read_text(encoding="utf-8")
    assert set(re.findall(r'url\(#([^)]+)\)|href="#([^"]+)"', text)) == {
        ("l1-a", ""), ("", "l1-a"), ("l2-a", ""), ("", "l2-a"),
    }  # fmt: skip
    assert root.get("width", "").endswith("mm")
    assert "<desc>Made by Hexwright</desc>" in text


@pytest.mark.parametrize("printed", [True, False])
def test_a_layer_that_is_not_printed_is_named(printed: bool) -> None:
    given = source()
    board = given.board
    board.look = replace(board.look, layers=(UserLayer("Notes", printed=printed),))
    board.labels = [replace(board.labels[0], layer="Notes"), *board.labels[1:]]
    found = survey(ExportSource(board), LayeredOptions())
    assert [one.what for one in found if one.code == "LOSS118"] == ([] if printed else ["layer Notes with 1 item"])


def is_for_print(picture: Image.Image, dpi: int) -> bool:
    """Whether a picture is sound, says how many dots an inch has, and that its colours are sRGB."""
    picture.load()
    return picture.info["dpi"] == pytest.approx((dpi, dpi), abs=0.1) and picture.info["srgb"] == 0


def test_what_a_picture_says_of_dots_is_replaced_and_all_else_kept() -> None:
    made = io.BytesIO()
    about = PngInfo()
    about.add_text("Software", "Hexwright")
    drawn = Image.effect_noise((50, 40), 60).convert("RGB")
    drawn.save(made, "PNG", dpi=(96, 96), pnginfo=about)
    with Image.open(io.BytesIO(for_print(made.getvalue(), 600))) as picture:
        assert is_for_print(picture, 600)
        assert picture.info["Software"] == "Hexwright"
        assert picture.tobytes() == drawn.tobytes()


def test_counters_are_pictures_with_bleed_and_a_table(tmp_path: Path) -> None:
    path = tmp_path / "counters.zip"
    export(source(), format_named("counters"), CounterOptions(), FlatPictures(), path)
    scenario = source().scenario
    assert scenario is not None
    with zipfile.ZipFile(path) as archive:
        rows = list(csv.DictReader(io.StringIO(archive.read("counters.csv").decode("utf-8-sig"))))
        assert [row["name"] for row in rows] == [unit.name for unit in scenario.units.values()]
        assert rows[0]["Strength"] == "5"
        for row in rows:
            with Image.open(io.BytesIO(archive.read(row["front"]))) as front:
                assert front.size == (188 + 2 * 38, 188 + 2 * 38), "15.9 mm and 3.175 mm at 300 dots per inch"
                assert is_for_print(front, 300)
            assert row["back"] in archive.namelist()
    first = path.read_bytes()
    export(source(), format_named("counters"), CounterOptions(), FlatPictures(), path)
    assert path.read_bytes() == first


class BorderedPictures(FlatPictures):
    """Cards with a line at the edge of the face."""

    def card(
        self, scenario: Scenario, unit: Unit, pixels: int, bleed: int, *, back: bool, folder: str, inset: int = 0
    ) -> bytes:
        whole, edge = pixels + 2 * bleed, bleed + inset
        picture = Image.new("RGB", (whole, whole), "#aabbcc")
        picture.paste("#000000", (edge + 1, edge + 1, whole - edge - 1, whole - edge - 1))
        made = io.BytesIO()
        picture.save(made, "PNG")
        return made.getvalue()


def shop(path: Path, **words: object) -> tuple[list[dict[str, str]], str, dict[str, bytes]]:
    """The table, the README and the files of counters for a print shop."""
    options = CounterOptions.model_validate(words)
    export(source(), format_named("counters"), options, BorderedPictures(), path, force=True)
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    rows = list(csv.DictReader(io.StringIO(files["counters.csv"].decode("utf-8-sig"))))
    return rows, files["README.txt"].decode(), files


def test_what_leaves_the_safe_zone_is_said_and_fit_keeps_it_inside(tmp_path: Path) -> None:
    rows, about, _ = shop(tmp_path / "a.zip", shop="gamecrafter", size="3/4")
    assert {row["safe"] for row in rows} == {"no"}
    assert "leave the safe zone" in about
    assert "Cut size 19.05 mm, bleed 3.175 mm on each side, safe zone 3.175 mm" in about
    rows, about, files = shop(tmp_path / "a.zip", shop="gamecrafter", size="3/4", fit=True)
    assert {row["safe"] for row in rows} == {"yes"}
    assert "No text and no line leaves the safe zone." in about
    with Image.open(io.BytesIO(files[rows[0]["front"]])) as front:
        assert front.size == (225 + 2 * 38, 225 + 2 * 38), "3/4 inch at 300 dots per inch, with bleed"
    rows, about, _ = shop(tmp_path / "a.zip", shop="none")
    assert "safe zone 0 mm" in about


class BandedPictures(FlatPictures):
    """Cards with a band across, and a letter in the band."""

    letter = 0

    def card(
        self, scenario: Scenario, unit: Unit, pixels: int, bleed: int, *, back: bool, folder: str, inset: int = 0
    ) -> bytes:
        whole = pixels + 2 * bleed
        picture = Image.new("RGB", (whole, whole), "#aabbcc")
        picture.paste("#ffcccc", (0, 0, whole, whole // 3))
        picture.paste("#000000", (self.letter, 90, self.letter + 12, 104))
        made = io.BytesIO()
        picture.save(made, "PNG")
        return made.getvalue()


@pytest.mark.parametrize(("letter", "safe"), [(100, "yes"), (50, "no"), (200, "no"), (80, "yes")])
def test_bands_run_out_to_the_edge_and_letters_may_not(letter: int, safe: str, tmp_path: Path) -> None:
    drawn = BandedPictures()
    drawn.letter = letter
    options = CounterOptions(shop="gamecrafter", size="5/8")
    export(source(), format_named("counters"), options, drawn, tmp_path / "a.zip")
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        rows = list(csv.DictReader(io.StringIO(archive.read("counters.csv").decode("utf-8-sig"))))
    assert {row["safe"] for row in rows} == {safe}


def test_sheets_have_backs_where_they_lie_when_the_sheet_is_turned(tmp_path: Path) -> None:
    rows, _, files = shop(tmp_path / "a.zip", sheets=True, dpi=72)
    with Image.open(io.BytesIO(files["sheet-01-front.png"])) as front:
        size = front.size
        assert front.getpixel((2, 2)) == (0xAA, 0xBB, 0xCC), "the first counter is on the left"
    with Image.open(io.BytesIO(files["sheet-01-back.png"])) as back:
        assert back.size == size
        assert back.getpixel((size[0] - 3, 2)) == (0xAA, 0xBB, 0xCC), "its back is on the right"
    assert len(rows) > 1


def test_layers_are_pictures_and_pages(tmp_path: Path) -> None:
    for key, ending in (("layers", ".layers.zip"), ("pdf", ".layers.pdf")):
        path = tmp_path / f"map{ending}"
        row = format_of_ending(path)
        assert row.key == key
        export(source(), row, writing_options(row, {}), FlatPictures(), path)
    with zipfile.ZipFile(tmp_path / "map.layers.zip") as archive:
        assert archive.namelist() == ["README.txt", "01-terrain.png", "02-names-more.png"]
    row = format_named("layers")
    export(source(), row, writing_options(row, {}), FlatPictures(), tmp_path / "map.layers.zip")


def test_a_map_has_no_counters(tmp_path: Path) -> None:
    with pytest.raises(HexwrightError, match="no units"):
        export(
            ExportSource(source().board), format_named("counters"), CounterOptions(), FlatPictures(), tmp_path / "a.zip"
        )
