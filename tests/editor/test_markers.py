"""Markers of a game on the map: fieldworks and whatever else the rules lay in a hex."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bench import Bench
from campaigning import at_campaign, take_up
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from editor.canvas.markers import SIGNS, draw_markers, said_of_mark
from editor.menus.games import take_up_kept
from editor.panels.inspector_panel import InspectorPanel
from editor.preview import keeping
from engine.play.display import Mark


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_campaign(qtbot) as made:
        yield made


def test_markers_lie_in_their_hexes_while_a_game_is_played(qtbot: QtBot, bench: Bench) -> None:
    layer, grid = bench.desk.controls.units.layer, bench.document.battle_map.grid
    assert layer.marks == {}
    take_up(
        bench, {"br-1": "T0303", "za-1": "T0805"}, "battle", fieldworks={"british": ["T0303"]}, atrocities=["T0404"]
    )
    shown = {grid.name(h): [mark.kind for mark in marks] for h, marks in layer.marks.items()}
    assert shown == {"T0303": ["fieldworks"], "T0404": ["atrocity"]}
    assert "Fieldworks, British" in layer._tip(layer.stacks[grid.parse("T0303")][0])
    panel = InspectorPanel(bench.desk)
    qtbot.addWidget(panel)
    bench.desk.selection.set([grid.parse("T0404")])
    qtbot.waitUntil(lambda: "Markers" in panel.hex_text.toPlainText())
    assert "Atrocity" in panel.hex_text.toPlainText()
    bench.desk.preview.close()
    assert layer.marks == {}


def picture(bench: Bench, kind: str, name: str = "Zebra") -> QImage:
    image = QImage(40, 40, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    draw_markers(painter, QPointF(20, 20), [Mark("T0303", kind, name)], bench.document.require_scenario(), 30)
    painter.end()
    return image


def test_each_kind_has_a_sign_of_its_own_and_others_a_letter(bench: Bench) -> None:
    pictures = [picture(bench, kind) for kind in (*SIGNS, "zebra")]
    assert all(one != other for i, one in enumerate(pictures) for other in pictures[:i])
    assert picture(bench, "zebra", "Zebra") != picture(bench, "zebra", "Yak")
    assert picture(bench, "siege", "Zebra") == picture(bench, "siege", "Yak")


def test_a_marker_of_nobody_has_no_side(bench: Bench) -> None:
    scenario = bench.document.require_scenario()
    assert said_of_mark(Mark("T0303", "cut", "Telegraph cut"), scenario) == "Telegraph cut"
    assert said_of_mark(Mark("T0303", "siege", "Siege", "zangari"), scenario) == "Siege, Zangari"


def test_the_markers_of_a_kept_game_come_back_with_it(bench: Bench) -> None:
    places = {"br-1": "T0303", "za-1": "T0805"}
    take_up(bench, places, "battle", fieldworks={"british": ["T0303"]}, atrocities=["T0404"])
    layer = bench.desk.controls.units.layer
    before = {h: list(marks) for h, marks in layer.marks.items()}
    assert bench.desk.controls.game.act(bench.desk.preview.choices().of()[0].text)
    assert layer.marks == before
    bench.menus.play.keeper.flush()
    bench.desk.preview.close()
    [game] = keeping.games()
    take_up_kept(bench.desk, game.key)
    assert bench.desk.controls.units.layer.marks == before
