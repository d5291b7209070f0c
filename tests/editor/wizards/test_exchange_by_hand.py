"""What is chosen by hand in the windows of export and import: the grid over a picture, and the units that go along."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from pathlib import Path

import pytest
from bench import Bench, at_bench
from PIL import Image
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot
from settling import settle
from wizard_hands import is_read, opened

from editor.dialogs.wizard.exporting import ExportWizard
from editor.dialogs.wizard.frame import LOSSES, OPTIONS
from editor.dialogs.wizard.grid_frame import GridFrame, shown_picture
from editor.dialogs.wizard.hand_frame import Grip
from editor.dialogs.wizard.importing import ImportWizard
from editor.dialogs.wizard.units_choice import UnitsChoice
from editor.document.document import Document
from editor.menus.exchange import ExchangeActions
from engine import data, formats
from engine.exchange.choosing import formations_of
from engine.exchange.exporting import survey, writing_options
from engine.exchange.gridfit import GridFit, LaidGrid

CHECKED, UNCHECKED, PARTLY = Qt.CheckState.Checked, Qt.CheckState.Unchecked, Qt.CheckState.PartiallyChecked


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_bench(qtbot, Document.open(data.scenarios() / "fm_first_steps.yaml")) as made:
        yield made


def scan(path: Path, wide: int = 600, high: int = 400) -> Path:
    Image.new("RGB", (wide, high), "#99bb77").save(path)
    return path


def drag(qtbot: QtBot, frame: GridFrame, start: QPointF, end: QPointF) -> None:
    qtbot.mousePress(frame, Qt.MouseButton.LeftButton, pos=start.toPoint())
    qtbot.mouseMove(frame, end.toPoint())
    qtbot.mouseRelease(frame, Qt.MouseButton.LeftButton, pos=end.toPoint())


def test_the_grid_over_a_picture_is_laid_by_hand(exchange: ExchangeActions, qtbot: QtBot, tmp_path: Path) -> None:
    """Moved, sized, turned, stretched and sheared by mouse and by keys; the options and the map follow."""
    wizard = opened(exchange, "file.import", ImportWizard)
    wizard.add_files([scan(tmp_path / "scan.png")])
    qtbot.waitUntil(lambda: is_read(wizard))
    wizard.go(OPTIONS)
    settle()
    frame = wizard.grid
    assert frame.isVisible()
    assert not wizard.frame.isVisible()
    corners = frame.corners()
    middle = (corners[0] + corners[2]) / 2
    scale = hypot(*(corners[1] - corners[0]).toTuple()) / 300
    drag(qtbot, frame, middle, middle + QPointF(20, -10))
    assert (frame.fit.right, frame.fit.down) == pytest.approx((20 / scale, -10 / scale), abs=1 / scale)
    corner, middle = frame.corners()[2], (frame.corners()[0] + frame.corners()[2]) / 2
    drag(qtbot, frame, corner, middle + (corner - middle) * 1.25)
    assert frame.fit.size == pytest.approx(1.25, abs=0.03)
    handle, middle = frame.handle(), (frame.corners()[0] + frame.corners()[2]) / 2
    up = handle - middle
    drag(qtbot, frame, handle, middle + QPointF(-up.y(), up.x()))
    assert frame.fit.turn == pytest.approx(90, abs=2)
    before = frame.fit
    lean, middle = frame.lean(), (frame.corners()[0] + frame.corners()[2]) / 2
    assert frame.grip_at(lean) is Grip.LEAN
    drag(qtbot, frame, lean, middle + (lean - middle) * 1.2)
    assert frame.fit.stretch == pytest.approx(before.stretch * 1.2, abs=0.05)
    assert frame.fit.shear == pytest.approx(before.shear, abs=0.03)
    before = frame.fit
    qtbot.keyClicks(frame, ">+]}")
    assert frame.fit.turn == pytest.approx(before.turn + 0.1)
    assert frame.fit.size > before.size
    assert frame.fit.stretch > before.stretch
    assert frame.fit.shear == pytest.approx(before.shear + 0.0025)
    qtbot.keyClick(frame, Qt.Key.Key_Left)
    qtbot.keyClick(frame, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert (frame.fit.right, frame.fit.down) == pytest.approx((before.right - 1, before.down + 10))
    wanted = frame.fit
    qtbot.waitUntil(lambda: not wizard._soon.isActive() and is_read(wizard))
    assert wizard.options.values()["grid_turn"] == wanted.turn
    assert wizard.found is not None
    assert wizard.found.laid is not None
    assert wizard.found.laid.fit == wanted
    assert frame.fit == wanted
    qtbot.keyClick(frame, Qt.Key.Key_Home)
    assert frame.fit == GridFit()
    qtbot.waitUntil(lambda: not wizard._soon.isActive() and is_read(wizard))
    assert wizard.options.values()["grid_size"] == 100
    wizard.reject()


def test_a_grid_that_cannot_be_leaves_the_picture_in_view(
    exchange: ExchangeActions, qtbot: QtBot, tmp_path: Path
) -> None:
    wizard = opened(exchange, "file.import", ImportWizard)
    wizard.add_files([scan(tmp_path / "scan.png")])
    qtbot.waitUntil(lambda: is_read(wizard))
    wizard.go(OPTIONS)
    settle()
    wizard.options.show_values({"hex": 2})
    qtbot.waitUntil(lambda: "no size" in wizard.problem(OPTIONS))
    assert wizard.grid.isVisible()
    wizard.options.show_values({"hex": 40})
    qtbot.waitUntil(lambda: is_read(wizard))
    wizard.reject()


def test_the_view_of_the_grid_is_zoomed_and_moved(qtbot: QtBot, tmp_path: Path) -> None:
    data_of = scan(tmp_path / "scan.png").read_bytes()
    laid = LaidGrid(data_of, 600, 400, True, 30.0, 20.0, 40.0, 34.64)
    frame = GridFrame()
    qtbot.addWidget(frame)
    frame.resize(300, 200)
    frame.show_grid(laid, shown_picture(laid))
    assert frame.corners()[0].toTuple() == pytest.approx((75, 50))
    whole = frame.mesh()
    assert len(whole) > 3 * 150, "three sides of each hex"
    qtbot.keyClick(frame, Qt.Key.Key_PageUp)
    assert hypot(*(frame.corners()[1] - frame.corners()[0]).toTuple()) == pytest.approx(150 * 1.25)
    assert frame.mesh() is whole, "the same lines do for a part of them"
    spot = frame.corners()[0]
    qtbot.mousePress(frame, Qt.MouseButton.MiddleButton, pos=QPointF(150, 100).toPoint())
    qtbot.mouseMove(frame, QPointF(160, 95).toPoint())
    qtbot.mouseRelease(frame, Qt.MouseButton.MiddleButton, pos=QPointF(160, 95).toPoint())
    assert (frame.corners()[0] - spot).toTuple() == pytest.approx((10, -5))
    assert frame.fit == GridFit(), "the grid lies where it was"
    for _ in range(5):
        qtbot.keyClick(frame, Qt.Key.Key_PageDown)
    assert frame.corners()[0].toTuple() == pytest.approx((75, 50))
    frame.show_grid(LaidGrid(b"other", 60_000, 40_000, False, 30.0, 20.0, 34.64, 40.0), QImage())
    assert frame.mesh() == [], "hexes that are too small are not drawn"


@pytest.mark.parametrize("pointy", [False, True])
def test_the_lines_are_the_sides_of_the_hexes(pointy: bool, qtbot: QtBot) -> None:
    """Each corner of each hex is as far from its centre as the others."""
    radius = 40.0
    steps = (radius * 3**0.5, radius * 1.5) if pointy else (radius * 1.5, radius * 3**0.5)
    frame = GridFrame()
    qtbot.addWidget(frame)
    frame.resize(600, 400)
    frame.show_grid(
        LaidGrid(b"", 600, 400, pointy, 300.0, 200.0, *steps),
        shown_picture(LaidGrid(b"", 600, 400, pointy, 0, 0, *steps)),
    )
    lines = frame.mesh()
    assert {round(line.length()) for line in lines} == {40}
    near = [
        line for line in lines for end in (line.p1(), line.p2()) if abs(hypot(end.x() - 300, end.y() - 200) - 40) < 0.1
    ]
    assert len(near) == 18, "six corners, each the end of three sides"


def test_units_are_chosen_by_side_and_formation(exchange: ExchangeActions, qtbot: QtBot) -> None:
    wizard = opened(exchange, "file.export-to", ExportWizard)
    wizard.choose("vmod")
    wizard.go(OPTIONS)
    settle()
    units = wizard.units
    assert units.isVisible()
    assert wizard.options["only"] == ""
    first = units.topLevelItem(0)
    second = units.topLevelItem(1)
    assert first is not None
    assert second is not None
    second.setCheckState(0, UNCHECKED)
    scenario = wizard.source.scenario
    assert scenario is not None
    keys = list(scenario.sides)
    assert wizard.options["only"] == keys[0]
    gone = {unit.key for unit in scenario.units.values() if unit.side == keys[1]}
    losses = survey(wizard.source, wizard.row, writing_options(wizard.row, wizard.options))
    assert [set(one.where) for one in losses if one.code == "LOSS119"] == [gone]
    first.setCheckState(0, UNCHECKED)
    assert "at least one side" in wizard.problem(OPTIONS)
    first.setCheckState(0, CHECKED)
    assert wizard.problem(OPTIONS) == ""
    wizard._keep("only=")
    assert wizard.options["only"] == ""
    wizard.choose("svg")
    assert not units.isVisibleTo(wizard)
    assert "only" not in wizard.options
    wizard.go(LOSSES)
    wizard.reject()


def test_formations_are_ticked_one_by_one(qtbot: QtBot) -> None:
    name = next(
        one.stem
        for one in sorted(data.scenarios().glob("*.yaml"))
        if "formation:" in one.read_text(encoding="utf-8")
        and len(formations_of(formats.load_scenario(one.stem), next(iter(formats.load_scenario(one.stem).sides)))) > 1
    )
    scenario = formats.load_scenario(name)
    tree = UnitsChoice(scenario)
    qtbot.addWidget(tree)
    side = tree.topLevelItem(0)
    assert side is not None
    assert side.childCount() == len(formations_of(scenario, next(iter(scenario.sides))))
    part = side.child(0)
    assert part is not None
    part.setCheckState(0, UNCHECKED)
    assert side.checkState(0) is PARTLY
    only = tree.value()
    assert only
    again = UnitsChoice(scenario)
    qtbot.addWidget(again)
    again.show_value(only)
    assert again.value() == only
    side.setCheckState(0, CHECKED)
    assert part.checkState(0) is CHECKED
    assert tree.value() == ""
    again.show_value("nobody")
    assert again.value() == ""
