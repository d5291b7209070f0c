"""The picture under the map, with real mouse and keyboard: chosen, seen, moved, fitted, refused, undone."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from bench import Bench, at_bench
from fields import document
from PIL import Image, ImageDraw
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QInputDialog, QLineEdit
from pytestqt.qtbot import QtBot
from settling import settle

from editor.canvas.drawing.paper import SCALE
from editor.document.document import Document
from editor.panels.underlay_fit import TieDialog
from editor.panels.underlay_panel import UnderlayPanel
from engine.boards.look import MapLook
from engine.boards.underlay import Underlay
from engine.formats import load_palette

TRUE = Underlay("scan.png", -0.7, -0.4, 0.0125, 3.0)
"""How the scan of the tests truly lies under the map of 8 x 6 hexes."""


@pytest.fixture
def scan(tmp_path: Path) -> Path:
    """A picture of the map's grid, pulled askew: a dot on every hex's centre, on red paper."""
    grid = document().battle_map.grid
    image = Image.new("RGB", (1100, 1000), "#cc3333")
    draw = ImageDraw.Draw(image)
    for h in grid:
        px, py = TRUE.to_pixel(*grid.centre(h))
        draw.ellipse((px - 6, py - 6, px + 6, py + 6), "#ffffff")
    path = tmp_path / "scan.png"
    image.save(path)
    return path


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_bench(qtbot, document()) as made:
        yield made


@pytest.fixture
def panel(qtbot: QtBot, bench: Bench) -> UnderlayPanel:
    made = UnderlayPanel(bench.desk)
    qtbot.addWidget(made)
    made.resize(340, 900)
    with qtbot.waitExposed(made):
        made.show()
    return made


def all_drawn(qtbot: QtBot, bench: Bench) -> None:
    """Wait until pictures are read and drawn."""
    control = bench.desk.controls.underlay
    for _ in range(3):
        qtbot.waitUntil(lambda: not control.busy)
        bench.canvas.map_scene.map_layer.finish()
        settle()
        bench.canvas.grab()


def choose(qtbot: QtBot, bench: Bench, panel: UnderlayPanel, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Choose a picture with the panel's button."""
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_a, **_k: (str(path), ""))
    qtbot.mouseClick(panel.choose_button, Qt.MouseButton.LeftButton)
    all_drawn(qtbot, bench)


def place(bench: Bench, x: float, y: float) -> QPoint:
    """Where a paper point is in the viewport."""
    return bench.canvas.mapFromScene(QPointF(x * SCALE, y * SCALE))


def colour(bench: Bench, x: float, y: float) -> QColor:
    """What the screen shows at a paper point."""
    return bench.canvas.grab().toImage().pixelColor(place(bench, x, y))


def test_a_chosen_picture_is_seen_beneath_the_terrain(
    qtbot: QtBot, bench: Bench, panel: UnderlayPanel, scan: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    grid = bench.document.battle_map.grid
    x, y = grid.centre(grid.parse("L0603"))
    solid = colour(bench, x + 0.3, y + 0.2)
    choose(qtbot, bench, panel, scan, monkeypatch)
    underlay = bench.document.battle_map.look.underlay
    assert underlay is not None
    assert (underlay.image, underlay.folder) == ("scan.png", str(scan.parent))
    seen = colour(bench, x + 0.3, y + 0.2)
    assert seen.red() > seen.green() + 40, "half red paper, half pale terrain"
    assert seen.green() < solid.green() - 40
    assert bench.document.stack.undoText() == "Underlay"
    panel.ground.setValue(100)
    all_drawn(qtbot, bench)
    opaque = colour(bench, x + 0.3, y + 0.2)
    assert abs(opaque.green() - solid.green()) < 6
    panel.ground.setValue(0)
    all_drawn(qtbot, bench)
    assert colour(bench, x + 0.3, y + 0.2).green() < 80
    while bench.document.stack.canUndo():
        bench.document.stack.undo()
    all_drawn(qtbot, bench)
    assert bench.document.battle_map.look.underlay is None
    assert colour(bench, x + 0.3, y + 0.2) == solid


@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
def test_a_photograph_lies_upright_as_its_camera_says(
    qtbot: QtBot, bench: Bench, panel: UnderlayPanel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, orientation: int
) -> None:
    upright = Image.new("RGB", (600, 500), "#ffffff")
    upright.paste("#cc2222", (0, 0, 300, 250))
    turn = {3: Image.Transpose.ROTATE_180, 6: Image.Transpose.ROTATE_90, 8: Image.Transpose.ROTATE_270}
    stored = upright.transpose(turn[orientation]) if orientation in turn else upright
    notes = Image.Exif()
    notes[0x112] = orientation
    stored.save(tmp_path / "photo.jpg", exif=notes)
    choose(qtbot, bench, panel, tmp_path / "photo.jpg", monkeypatch)
    panel.ground.setValue(0)
    all_drawn(qtbot, bench)
    wide, high = bench.document.battle_map.grid.extent
    red = [colour(bench, wide * x, high * y).green() < 80 for x, y in ((0.3, 0.3), (0.7, 0.3), (0.3, 0.7), (0.7, 0.7))]
    assert red == [True, False, False, False]


def test_hidden_it_is_not_seen(
    qtbot: QtBot, bench: Bench, panel: UnderlayPanel, scan: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = bench.canvas.grab().toImage()
    choose(qtbot, bench, panel, scan, monkeypatch)
    panel.shown.setFocus()
    qtbot.keyClick(panel.shown, Qt.Key.Key_Space)
    all_drawn(qtbot, bench)
    assert bench.document.battle_map.look.underlay is not None
    assert not bench.document.battle_map.look.underlay.shown
    assert bench.canvas.grab().toImage().size() == before.size()
    grid = bench.document.battle_map.grid
    x, y = grid.centre(grid.parse("L0603"))
    assert colour(bench, x + 0.3, y + 0.2) == before.pixelColor(place(bench, x + 0.3, y + 0.2))


def test_it_is_dragged_with_the_mouse_in_one_step(
    qtbot: QtBot, bench: Bench, panel: UnderlayPanel, scan: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(qtbot, bench, panel, scan, monkeypatch)
    old, steps = bench.document.battle_map.look.underlay, bench.document.stack.count()
    assert old is not None
    bench.desk.tools.choose("underlay")
    viewport = bench.canvas.viewport()
    start, end = place(bench, 3, 3), place(bench, 5, 4)
    qtbot.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
    for step in range(1, 6):
        qtbot.mouseMove(viewport, start + (end - start) * step / 5)
    qtbot.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=end)
    new = bench.document.battle_map.look.underlay
    assert new is not None
    assert (new.x - old.x, new.y - old.y) == pytest.approx((2, 1), abs=0.05)
    assert bench.document.stack.count() == steps + 1
    bench.document.stack.undo()
    assert bench.document.battle_map.look.underlay == old
    panel.locked.setChecked(True)
    qtbot.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(viewport, end)
    qtbot.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=end)
    assert bench.document.battle_map.look.underlay == replace(old, locked=True)
    assert "locked" in bench.said[-1]


@pytest.mark.parametrize("how", ["Esc", "another tool"])
def test_a_drag_that_is_broken_off_leaves_it_where_it_was(
    qtbot: QtBot, bench: Bench, panel: UnderlayPanel, scan: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    choose(qtbot, bench, panel, scan, monkeypatch)
    old = bench.document.battle_map.look.underlay
    bench.desk.tools.choose("underlay")
    viewport = bench.canvas.viewport()
    qtbot.mousePress(viewport, Qt.MouseButton.LeftButton, pos=place(bench, 3, 3))
    qtbot.mouseMove(viewport, place(bench, 4, 4))
    assert bench.document.battle_map.look.underlay != old
    if how == "Esc":
        qtbot.keyClick(bench.canvas, Qt.Key.Key_Escape)
    else:
        bench.desk.tools.choose("brush")
    qtbot.mouseMove(viewport, place(bench, 5, 5))
    qtbot.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=place(bench, 5, 5))
    assert bench.document.battle_map.look.underlay == old
    assert not bench.document.stack.canRedo()


def answer(text: str) -> None:
    """Type into the next question and press Return, as a hand would."""

    def type_it() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QInputDialog)
        field = dialog.findChild(QLineEdit)
        assert field is not None
        field.setText(text)
        dialog.accept()

    QTimer.singleShot(0, type_it)


def click_dot(qtbot: QtBot, bench: Bench, name: str, said: str | None = None) -> None:
    """Click the dot of a hex where the screen shows it now, and say which hex it is."""
    grid = bench.document.battle_map.grid
    underlay = bench.document.battle_map.look.underlay
    assert underlay is not None
    pixel = TRUE.to_pixel(*grid.centre(grid.parse(name)))
    answer(said if said is not None else name)
    qtbot.mouseClick(bench.canvas.viewport(), Qt.MouseButton.LeftButton, pos=place(bench, *underlay.to_paper(*pixel)))


def test_three_clicks_fit_the_grid_in_one_step_of_undo(
    qtbot: QtBot, bench: Bench, panel: UnderlayPanel, scan: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(qtbot, bench, panel, scan, monkeypatch)
    before = bench.document.battle_map.look.underlay
    steps = bench.document.stack.count()
    qtbot.mouseClick(panel.fit_box.start_button, Qt.MouseButton.LeftButton)
    assert bench.desk.tools.current == "underlay"
    assert bench.canvas.map_scene.map_layer.opacity() < 0.5
    assert "three hexes" in panel.fit_box.hint.text()
    for name in ("L0101", "L0802", "L0306"):
        click_dot(qtbot, bench, name)
    control = bench.desk.controls.underlay
    assert control.fitting is not None
    assert [tie[2] for tie in control.fitting.ties] == [
        bench.document.battle_map.grid.parse(name) for name in ("L0101", "L0802", "L0306")
    ]
    assert panel.fit_box.table.rowCount() == 3
    words = panel.fit_box.residual.text()
    assert words.startswith("Residual:")
    assert "pixels" in words
    assert "hexes" in words
    # A click hits a pixel of the screen, not of the picture: a few pixels of the picture are what it can miss by.
    assert control.fitting.fit is not None
    assert control.fitting.fit.pixels < 3
    assert control.fitting.fit.hexes < 0.02
    found = bench.document.battle_map.look.underlay
    assert found is not None
    assert found.rotation == pytest.approx(3.0, abs=0.4)
    assert found.scale == pytest.approx(TRUE.scale, rel=0.01)
    assert (found.x, found.y) == pytest.approx((TRUE.x, TRUE.y), abs=0.1)
    qtbot.mouseClick(panel.fit_box.done_button, Qt.MouseButton.LeftButton)
    assert control.fitting is None
    assert bench.canvas.map_scene.map_layer.opacity() == 1.0
    assert bench.document.stack.count() == steps + 1
    bench.document.stack.undo()
    assert bench.document.battle_map.look.underlay == before


def test_a_wrong_hex_shows_in_the_residual_and_can_be_taken_back(
    qtbot: QtBot, bench: Bench, panel: UnderlayPanel, scan: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(qtbot, bench, panel, scan, monkeypatch)
    before = bench.document.battle_map.look.underlay
    qtbot.mouseClick(panel.fit_box.start_button, Qt.MouseButton.LeftButton)
    for name, said in (("L0101", "L0101"), ("L0802", "L0803"), ("L0306", "L0306"), ("L0805", "L0805")):
        click_dot(qtbot, bench, name, said)
    control = bench.desk.controls.underlay
    assert control.fitting is not None
    assert control.fitting.fit is not None
    assert control.fitting.fit.hexes > 0.15
    panel.fit_box.table.selectRow(1)
    qtbot.mouseClick(panel.fit_box.forget_button, Qt.MouseButton.LeftButton)
    assert control.fitting.fit.hexes < 0.02
    click_dot(qtbot, bench, "L0602", "L9999")
    assert "no hex 'L9999'" in bench.said[-1]
    assert len(control.fitting.ties) == 3
    qtbot.mouseClick(panel.fit_box.back_button, Qt.MouseButton.LeftButton)
    assert bench.document.battle_map.look.underlay == before
    assert not bench.document.stack.canRedo()


def test_straightening_wants_hexes_that_span_the_map_both_ways(
    qtbot: QtBot, bench: Bench, panel: UnderlayPanel, scan: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(qtbot, bench, panel, scan, monkeypatch)
    qtbot.mouseClick(panel.fit_box.start_button, Qt.MouseButton.LeftButton)
    panel.fit_box.deskew.setChecked(True)
    for name in ("L0101", "L0501", "L0801"):
        click_dot(qtbot, bench, name)
    control = bench.desk.controls.underlay
    assert "lie on one line" in panel.fit_box.residual.text()
    found = bench.document.battle_map.look.underlay
    assert found is not None
    assert (found.stretch, found.shear) == (1.0, 0.0), "as two clicks have placed it"
    click_dot(qtbot, bench, "L0406")
    assert control.fitting is not None
    assert control.fitting.fit is not None
    assert control.fitting.fit.hexes < 0.02
    assert bench.document.battle_map.look.underlay is not None
    assert bench.document.battle_map.look.underlay.stretch == pytest.approx(1.0, abs=0.02)


def test_a_fit_that_is_undone_has_ended(
    qtbot: QtBot, bench: Bench, panel: UnderlayPanel, scan: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(qtbot, bench, panel, scan, monkeypatch)
    before = bench.document.battle_map.look.underlay
    qtbot.mouseClick(panel.fit_box.start_button, Qt.MouseButton.LeftButton)
    for name in ("L0101", "L0802"):
        click_dot(qtbot, bench, name)
    control = bench.desk.controls.underlay
    panel.opacity.setValue(80)
    assert control.fitting is not None, "how strong it is drawn has no part in it"
    bench.document.stack.undo()
    bench.document.stack.undo()
    assert bench.document.battle_map.look.underlay == before
    assert control.fitting is None
    assert panel.fit_box.start_button.isVisible()
    assert not panel.fit_box.table.isVisible()
    assert bench.canvas.map_scene.map_layer.opacity() == 1.0
    assert bench.said[-1] == "The underlay was moved, so fitting by clicks has ended"


def test_straightening_mends_a_stretched_scan(
    qtbot: QtBot, bench: Bench, panel: UnderlayPanel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "plain.png"
    Image.new("RGB", (900, 800), "white").save(path)
    choose(qtbot, bench, panel, path, monkeypatch)
    control, grid = bench.desk.controls.underlay, bench.document.battle_map.grid
    true = replace(TRUE, stretch=1.04, shear=0.02)
    control.start_fitting()
    for name in ("L0101", "L0801", "L0106", "L0806"):
        control.add_tie(true.to_pixel(*grid.centre(grid.parse(name))), grid.parse(name))
    assert control.fitting is not None
    assert control.fitting.fit is not None
    assert control.fitting.fit.hexes > 0.05
    panel.fit_box.deskew.setFocus()
    qtbot.keyClick(panel.fit_box.deskew, Qt.Key.Key_Space)
    assert control.fitting.fit.hexes < 1e-4
    found = bench.document.battle_map.look.underlay
    assert found is not None
    assert (found.stretch, found.shear) == pytest.approx((1.04, 0.02), abs=1e-5)
    assert panel.stretch.value() == pytest.approx(1.04)


def test_all_of_it_by_keyboard(
    qtbot: QtBot, bench: Bench, panel: UnderlayPanel, scan: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ties by hand, rotation, place, size, crop: typed."""
    choose(qtbot, bench, panel, scan, monkeypatch)
    control, grid = bench.desk.controls.underlay, bench.document.battle_map.grid
    panel.fit_box.start_button.setFocus()
    qtbot.keyClick(panel.fit_box.start_button, Qt.Key.Key_Space)
    for name in ("L0101", "L0806"):
        px, py = TRUE.to_pixel(*grid.centre(grid.parse(name)))

        def fill(name: str = name, px: float = px, py: float = py) -> None:
            dialog = QApplication.activeModalWidget()
            assert isinstance(dialog, TieDialog)
            assert not dialog.ok.isEnabled()
            qtbot.keyClicks(dialog.name, name)
            dialog.across.setValue(px)
            dialog.down.setValue(py)
            dialog.accept()
            assert dialog.result() == QDialog.DialogCode.Accepted

        QTimer.singleShot(0, fill)
        qtbot.keyClick(panel.fit_box.add_button, Qt.Key.Key_Space)
    found = bench.document.battle_map.look.underlay
    assert found is not None
    assert found.rotation == pytest.approx(3.0, abs=0.02)
    control.finish_fitting()
    middle = found.to_paper(550, 500)
    panel.turn.setFocus()
    panel.turn.selectAll()
    qtbot.keyClicks(panel.turn, "10")
    qtbot.keyClick(panel.turn, Qt.Key.Key_Return)
    turned = bench.document.battle_map.look.underlay
    assert turned is not None
    assert turned.rotation == 10
    assert turned.to_paper(550, 500) == pytest.approx(middle, abs=1e-5)
    panel.pixels.selectAll()
    qtbot.keyClicks(panel.pixels, "100")
    qtbot.keyClick(panel.pixels, Qt.Key.Key_Return)
    assert bench.document.battle_map.look.underlay.scale == pytest.approx(3**0.5 / 100)
    panel.crops[0].selectAll()
    qtbot.keyClicks(panel.crops[0], "200")
    qtbot.keyClick(panel.crops[0], Qt.Key.Key_Return)
    assert bench.document.battle_map.look.underlay.crop == (200, 0, 1100, 1000)
    all_drawn(qtbot, bench)
    panel.crops[2].setValue(2000)
    assert bench.document.battle_map.look.underlay.crop == (200, 0, 1100, 1000)
    assert "Nothing would be left" in bench.said[-1]


def test_a_slider_s_way_is_one_step(
    qtbot: QtBot, bench: Bench, panel: UnderlayPanel, scan: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(qtbot, bench, panel, scan, monkeypatch)
    steps = bench.document.stack.count()
    slider = panel.sliders[0]
    slider.sliderPressed.emit()
    for value in (90, 70, 50, 40):
        slider.setValue(value)
    slider.sliderReleased.emit()
    assert bench.document.battle_map.look.underlay is not None
    assert bench.document.battle_map.look.underlay.opacity == 0.4
    assert bench.document.stack.count() == steps + 1
    bench.document.stack.undo()
    assert slider.value() == 100


@pytest.mark.parametrize("bad", ["bomb", "broken", "text", "none"])
def test_a_hostile_picture_is_refused_and_the_document_is_untouched(
    qtbot: QtBot, bench: Bench, panel: UnderlayPanel, scan: Path, bad: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = scan.with_name(f"{bad}.png")
    if bad == "bomb":
        data = bytearray(scan.read_bytes())
        data[16:24] = b"\0\1\0\0\0\1\0\0"
        data[29:33] = struct.pack(">I", zlib.crc32(data[12:29]))
        path.write_bytes(data)
    elif bad == "broken":
        path.write_bytes(scan.read_bytes()[:600])
    elif bad == "text":
        path.write_text("hello")
    choose(qtbot, bench, panel, path, monkeypatch)
    assert bench.document.battle_map.look.underlay is None
    assert not bench.document.stack.canUndo()
    assert not bench.document.dirty
    assert panel.complaint.isVisible()
    assert path.name in panel.complaint.text()
    choose(qtbot, bench, panel, scan, monkeypatch)
    assert bench.document.battle_map.look.underlay is not None
    assert not panel.complaint.isVisible()
    good = bench.document.battle_map.look.underlay
    choose(qtbot, bench, panel, path, monkeypatch)
    assert bench.document.battle_map.look.underlay == good
    assert bench.desk.controls.underlay.layer is not None


def test_a_map_that_names_a_lost_picture_opens_and_says_so(
    qtbot: QtBot, bench: Bench, panel: UnderlayPanel, tmp_path: Path
) -> None:
    other = document()
    other.battle_map.look = MapLook(underlays=(Underlay("gone.png", folder=str(tmp_path)),))
    bench.desk.tabs.set_document(other)
    all_drawn(qtbot, bench)
    assert "gone.png" in panel.complaint.text()
    assert bench.canvas.map_scene.map_layer.look.ground == 1.0
    assert other.battle_map.look.underlay is not None
    assert "gone.png" in bench.desk.log.lines[-1].text


def test_saved_and_opened_again_it_is_there(
    qtbot: QtBot, bench: Bench, panel: UnderlayPanel, scan: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    map_only = Document(document().battle_map)
    map_only.battle_map.palette = load_palette("standard")  # that of the tests is in no file
    bench.desk.tabs.set_document(map_only)
    folder = scan.parent / "deep" / "maps"
    folder.mkdir(parents=True)
    map_only.save_as(folder / "field.yaml")
    choose(qtbot, bench, panel, scan, monkeypatch)
    assert map_only.battle_map.look.underlay is not None
    assert map_only.battle_map.look.underlay.image == "../../scan.png"
    map_only.save()
    opened = Document.open(folder / "field.yaml")
    assert opened.battle_map.look.underlay == map_only.battle_map.look.underlay
    bench.desk.tabs.set_document(opened)
    all_drawn(qtbot, bench)
    control = bench.desk.controls.underlay
    assert control.layer is not None
    assert control.pyramid is not None
    assert bench.canvas.map_scene.map_layer.look.ground == 0.5


def test_pictures_lie_over_one_another_and_one_is_in_hand(
    qtbot: QtBot, bench: Bench, panel: UnderlayPanel, scan: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(qtbot, bench, panel, scan, monkeypatch)
    assert not panel.list.isVisible()
    upper = scan.parent / "upper.png"
    Image.new("RGB", (400, 400), "#2233cc").save(upper)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_a, **_k: (str(upper), ""))
    qtbot.mouseClick(panel.add_button, Qt.MouseButton.LeftButton)
    all_drawn(qtbot, bench)
    control, look = bench.desk.controls.underlay, lambda: bench.document.battle_map.look
    rows = panel.list.rows
    assert [picture.image for picture in look().underlays] == ["scan.png", "upper.png"]
    assert [rows.item(row).text() for row in range(rows.count())] == ["upper.png", "scan.png"]
    assert control.underlay == look().underlays[1]
    panel.ground.setValue(0)
    all_drawn(qtbot, bench)
    middle = colour(bench, 5.0, 4.5)
    assert middle.blue() > middle.red() + 40, "the upper one covers the lower one"
    # The lower one in hand: what the panel changes is changed there, and nowhere else.
    rows.setCurrentRow(1)
    steps = bench.document.stack.count()
    panel.locked.setChecked(True)
    assert [picture.locked for picture in look().underlays] == [True, False]
    assert control.pyramid is not None
    assert (control.pyramid.width, control.pyramid.height) == (1100, 1000)
    qtbot.mouseClick(panel.list.up, Qt.MouseButton.LeftButton)
    all_drawn(qtbot, bench)
    assert [picture.image for picture in look().underlays] == ["upper.png", "scan.png"]
    assert control.underlay == look().underlays[1]
    assert colour(bench, 5.0, 4.5).red() > 100
    # Its box hides it, and the other one is seen.
    rows.item(0).setCheckState(Qt.CheckState.Unchecked)
    all_drawn(qtbot, bench)
    assert colour(bench, 5.0, 4.5).blue() > 100
    bench.document.stack.undo()
    qtbot.mouseClick(panel.remove_button, Qt.MouseButton.LeftButton)
    assert [picture.image for picture in look().underlays] == ["upper.png"]
    while bench.document.stack.count() > steps and bench.document.stack.index() > steps:
        bench.document.stack.undo()
    assert [picture.image for picture in look().underlays] == ["scan.png", "upper.png"]


def test_reading_can_be_stopped(
    qtbot: QtBot, bench: Bench, panel: UnderlayPanel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "large.png"
    Image.new("L", (6000, 5000), 200).save(path)
    control = bench.desk.controls.underlay
    control.choose(path)
    assert panel.reading.isVisible()
    assert not panel.choose_button.isEnabled()
    qtbot.mouseClick(panel.stop_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not control.busy)
    assert bench.document.battle_map.look.underlay is None
    assert not panel.reading.isVisible()
    assert not panel.complaint.isVisible()
