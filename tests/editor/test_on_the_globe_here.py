"""A map that lies on the globe in the window: status line, scale bar, further layers by the window of import."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from bench import at_bench
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from editor.canvas.drawing.furniture import true_distance
from editor.dialogs.wizard.frame import LOSSES
from editor.dialogs.wizard.importing import ImportWizard
from editor.document.document import Document
from editor.hexes.kind import describe_place
from engine import formats
from engine.boards.geo import GeoPlace
from engine.exchange import profiles
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec

ALPS = "+proj=laea +lat_0=46.5 +lon_0=8 +datum=WGS84 +units=m"


def alpine() -> BattleMap:
    board = BattleMap(Grid(GridSpec(20, 18)), formats.load_palette("standard"), "Alps")
    board.look = replace(board.look, geo=GeoPlace(ALPS, -83138.4, 74000.0, 8000.0))
    return board


def test_the_status_line_tells_latitude_and_longitude() -> None:
    board = alpine()
    h = board.grid.at(0, 0)
    assert describe_place(Document(board), h).endswith("47°05' N 6°58' E")
    board.look = replace(board.look, geo=None)
    assert "°" not in describe_place(Document(board), h)


@pytest.mark.parametrize(
    ("scale", "metres", "said"),
    [
        ("8 km", 8000, (8, "km")),
        ("5 miles", 1609.344, (1, "miles")),
        ("100 yards per hex", 457.2, (500, "yards")),
        ("", 250, (250, "m")),
        ("two leagues", 8000, (8, "km")),
    ],
)
def test_the_scale_bar_is_as_long_as_the_hexes_are(scale: str, metres: float, said: tuple[float, str]) -> None:
    assert true_distance(scale, metres) == pytest.approx(said)


def test_a_river_comes_into_the_open_map_and_leaves_its_woods(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(profiles, "FOLDER", tmp_path / "profiles")
    QGuiApplication.clipboard().clear()
    shapes = [
        {"type": "LineString", "coordinates": [[7.2, 46.9], [8.0, 46.6], [8.7, 46.0]]},
        {"type": "Polygon", "coordinates": [[[7.6, 46.3], [8, 46.3], [8, 46.6], [7.6, 46.6], [7.6, 46.3]]]},
    ]
    words = ("River", "Lake")
    features = [
        {"type": "Feature", "geometry": shape, "properties": {"featurecla": word}}
        for shape, word in zip(shapes, words, strict=True)
    ]
    path = tmp_path / "more.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}), encoding="utf-8")
    board = alpine()
    board.terrain[0] = "forest"
    with at_bench(qtbot, Document(board)) as made:
        exchange = made.menus.exchange
        exchange.take(path)
        wizard = exchange.wizard
        assert isinstance(wizard, ImportWizard)
        wizard.into.setChecked(True)
        qtbot.waitUntil(lambda: wizard.found is not None and not wizard.problem(0) and wizard.found.partial)
        wizard.go(LOSSES)
        wizard.forward()
        assert wizard.writing.words.text().startswith("Imported into the open map")
        assert made.document.stack.count() == 1
        assert board.terrain[0] == "forest"
        assert board.terrain.count("water") > 8
        assert len(board.hexsides) > 8
        wizard.reject()
