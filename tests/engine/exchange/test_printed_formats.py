"""SVG with layers, and counters for print shops."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest
from exchange_drawing import FlatPictures
from PIL import Image

from engine import formats
from engine.errors import HexwrightError
from engine.exchange.exporting import export
from engine.exchange.layered import LayeredOptions
from engine.exchange.printing import CounterOptions
from engine.exchange.rows import format_named
from engine.exchange.source import ExportSource
from engine.hexes.board.battlemap import hexes_of

SVG = "{http://www.w3.org/2000/svg}"
INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"


def source() -> ExportSource:
    scenario = formats.load_scenario("first_steps")
    return ExportSource(hexes_of(scenario.map), (scenario,))


def test_a_drawing_has_layers_that_inkscape_names_and_ids_that_are_unique(tmp_path: Path) -> None:
    path = tmp_path / "map.svg"
    _, losses = export(source(), format_named("svg"), LayeredOptions(), FlatPictures(), path)
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
            assert row["back"] in archive.namelist()
    first = path.read_bytes()
    export(source(), format_named("counters"), CounterOptions(), FlatPictures(), path)
    assert path.read_bytes() == first


def test_a_map_has_no_counters(tmp_path: Path) -> None:
    with pytest.raises(HexwrightError, match="no units"):
        export(
            ExportSource(source().board), format_named("counters"), CounterOptions(), FlatPictures(), tmp_path / "a.zip"
        )
