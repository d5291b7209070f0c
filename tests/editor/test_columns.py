"""Columns of a game on the map: their markers on the stacks, and of their load what the screen's side may know."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from bench import Bench, at_bench
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QGraphicsSceneHoverEvent
from pytestqt.qtbot import QtBot

from editor.canvas.pieces import Piece
from editor.document.document import Document
from editor.hexes.canvas.units import UnitsLayer
from editor.panels.inspector_panel import InspectorPanel
from editor.preview.seats import HUMAN

ROOT = Path(__file__).parents[2]
COLUMNS = {"br-hq": 1, "br-1": 1, "za-guard": 2, "za-guns": 2}


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_bench(qtbot, Document.open(ROOT / "scenarios" / "sns_first_steps.yaml")) as made:
        yield made


def begin(bench: Bench, **seats: str) -> UnitsLayer:
    """A game in which units of either side are in columns, seen by who sits at the screen."""
    preview = bench.desk.preview
    assert bench.desk.controls.game.start({"british": "random", "zangari": "random"}, 3)
    assert preview.game is not None
    number = preview.game.rules.field.roster.number
    for key, column in COLUMNS.items():
        preview.game.state.column[number[key]] = column
    for side, name in seats.items():
        preview.set_seat(side, name)
    bench.desk.controls.units.refresh()
    return bench.desk.controls.units.layer


def said(bench: Bench, layer: UnitsLayer) -> dict[str, list[str]]:
    grid = bench.document.battle_map.grid
    return {grid.name(h): [column.said() for column in columns] for h, columns in layer.columns.items()}


def hovered(bench: Bench, layer: UnitsLayer, piece: Piece) -> str:
    """The tooltip of a counter."""
    event = QGraphicsSceneHoverEvent()
    event.setScenePos(next(rect.center() for one, rect in layer.layout(piece.hex) if one is piece))
    layer.hoverMoveEvent(event)
    return layer.toolTip()


def test_who_sees_everything_sees_the_load_of_every_column(bench: Bench) -> None:
    layer = begin(bench)
    assert said(bench, layer) == {
        "T0306": ["Column c1 of British: Sir Arthur, 1st Foot"],
        "T1106": ["Column c2 of Zangari: Guards, Old guns"],
    }
    bench.desk.preview.close()
    assert layer.columns == {}


@pytest.mark.parametrize(("side", "own", "other"), [("british", "T0306", "T1106"), ("zangari", "T1106", "T0306")])
def test_the_load_of_an_enemy_column_is_told_neither_on_hover_nor_in_the_inspector(
    qtbot: QtBot, bench: Bench, side: str, own: str, other: str
) -> None:
    everything = said(bench, begin(bench))
    bench.desk.preview.set_seat(side, HUMAN)
    layer = bench.desk.controls.units.layer
    panel = InspectorPanel(bench.desk)
    qtbot.addWidget(panel)
    grid = bench.document.battle_map.grid
    hidden = f"{everything[other][0].split(':')[0]}: its units are hidden"
    assert said(bench, layer) == {own: everything[own], other: [hidden]}
    for name, told in ((own, everything[own][0]), (other, hidden)):
        piece = layer.stacks[grid.parse(name)][-1]
        assert hovered(bench, layer, piece).endswith(f"<hr>{told}")
        bench.desk.selection.set([grid.parse(name)])
        panel.refresh()
        assert told in panel.hex_text.toPlainText()


def test_the_marker_is_drawn_on_the_stack(bench: Bench) -> None:
    layer = begin(bench)
    with_marker = drawn(bench)
    layer.set_columns({})
    assert drawn(bench) != with_marker


def drawn(bench: Bench) -> QImage:
    picture = QImage(bench.canvas.viewport().size(), QImage.Format.Format_ARGB32)
    picture.fill(0)
    painter = QPainter(picture)
    bench.canvas.render(painter)
    painter.end()
    return picture


def test_rules_without_columns_show_none(qtbot: QtBot) -> None:
    with at_bench(qtbot, Document.open(ROOT / "scenarios" / "first_steps.yaml")) as made:
        assert made.desk.controls.game.start({"us": "random", "ac": "random"}, 3)
        assert made.desk.controls.units.layer.columns == {}
