"""The window of File > Import, driven by mouse and keys from the first page to the document."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench import Bench
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from settling import settle
from wizard_hands import exported, is_read, opened, press, type_path, write_with_keys

from editor.dialogs.wizard.frame import OPTIONS, WHERE
from editor.dialogs.wizard.importing import ImportWizard
from editor.hexes.commands.paint_terrain import PaintTerrain
from editor.menus.exchange import ExchangeActions
from engine.hexes.board.battlemap import hexes_of

GOTLAND = Path(__file__).parents[2] / "data" / "gotland.geojson"


def test_a_file_that_is_opened_or_pasted_comes_to_the_window_of_import(
    qtbot: QtBot, bench: Bench, exchange: ExchangeActions, tmp_path: Path
) -> None:
    path = exported(qtbot, exchange, "tmx", tmp_path / "map.tmx")
    assert bench.menus.file.open_path(path)
    wizard = exchange.wizard
    assert isinstance(wizard, ImportWizard)
    qtbot.waitUntil(lambda: is_read(wizard))
    assert wizard.about.text().startswith("A map of Tiled: ")
    with qtbot.waitSignal(exchange.finished) as waited:
        wizard.reject()
    assert waited.args == [False]
    QGuiApplication.clipboard().setText(f'"{path}"')
    pasted = opened(exchange, "file.import", ImportWizard)
    assert pasted.paths == [path]
    pasted.reject()


def test_files_that_are_dropped_are_imported(qtbot: QtBot, exchange: ExchangeActions, tmp_path: Path) -> None:
    path = exported(qtbot, exchange, "csv", tmp_path / "map.csv")
    wizard = opened(exchange, "file.import", ImportWizard)
    drop(wizard, path)
    qtbot.waitUntil(lambda: is_read(wizard))
    assert wizard.paths == [path]
    wizard.reject()


def test_a_profile_of_matches_is_kept_and_used_for_the_next_file(
    qtbot: QtBot, exchange: ExchangeActions, tmp_path: Path
) -> None:
    first, second = tmp_path / "first.csv", tmp_path / "second.csv"
    first.write_text("hex,terrain\n0101,heath\n0102,moor\n0201,moor\n0202,moor\n", encoding="utf-8")
    second.write_text("hex,terrain\n0101,moor\n0102,heath\n0201,moor\n0202,moor\n", encoding="utf-8")

    def terrain(wizard: ImportWizard) -> str:
        return hexes_of(wizard.found.board).terrain[0] if is_read(wizard) and wizard.found is not None else ""

    wizard = opened(exchange, "file.import", ImportWizard)
    wizard.add_files([first])
    qtbot.waitUntil(lambda: is_read(wizard))
    wizard.go(OPTIONS)
    wizard.matching.set_chosen({"terrain": {"heath": "clear", "moor": "swamp"}})
    wizard.read()
    qtbot.waitUntil(lambda: is_read(wizard) and not wizard.matching.tables[0].missing)
    wizard.matching.name.setText("Heaths")
    press(qtbot, wizard.matching.keep)
    assert wizard.complaint.text() == "Kept the profile Heaths."
    wizard.reject()
    wizard = opened(exchange, "file.import", ImportWizard)
    wizard.add_files([second])
    qtbot.waitUntil(lambda: terrain(wizard) == "swamp")
    assert wizard.matching.profiles.currentText() == "Heaths"
    wizard.reject()


def drop(widget: QWidget, path: Path) -> None:
    """Drop a file on a window, as from a file manager."""
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(path)])
    copy, button, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(widget, QDragEnterEvent(QPoint(60, 60), copy, mime, button, none))
    QApplication.sendEvent(widget, QDropEvent(QPointF(60, 60), copy, mime, button, none))


def test_what_cannot_be_imported_is_said(qtbot: QtBot, exchange: ExchangeActions, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("buy milk", encoding="utf-8")
    wizard = opened(exchange, "file.import", ImportWizard)
    wizard.add_files([tmp_path / "notes.txt"])
    qtbot.waitUntil(lambda: "is not a file that can be imported" in wizard.complaint.text())
    assert not wizard.next.isEnabled()
    wizard.files.setCurrentRow(0)
    press(qtbot, wizard.remove)
    assert wizard.complaint.text() == "Choose a file of another program."
    wizard.reject()


def test_layers_come_into_the_open_map_as_one_step(
    qtbot: QtBot, bench: Bench, exchange: ExchangeActions, tmp_path: Path
) -> None:
    path = exported(qtbot, exchange, "json", tmp_path / "map.json")
    board = hexes_of(bench.document.board)
    was = list(board.terrain)
    other = next(key for key in board.palette.terrain if key != board.terrain[0])
    bench.desk.push(PaintTerrain([0, 1, 2], other))
    painted = list(board.terrain)
    steps = bench.document.stack.count()
    wizard = opened(exchange, "file.import", ImportWizard)
    wizard.add_files([path])
    qtbot.waitUntil(lambda: is_read(wizard))
    wizard.into.setFocus()
    qtbot.keyClick(wizard.into, Qt.Key.Key_Space)
    assert wizard.into.isChecked()
    qtbot.waitUntil(lambda: is_read(wizard))
    write_with_keys(qtbot, exchange, wizard)
    assert board.terrain == was
    assert bench.document.stack.count() == steps + 1
    bench.document.stack.undo()
    assert board.terrain == painted
    wizard.reject()


def test_a_file_of_another_size_does_not_go_into_the_open_map(
    qtbot: QtBot, exchange: ExchangeActions, tmp_path: Path
) -> None:
    (tmp_path / "few.csv").write_text("hex,terrain\n0101,forest\n0102,clear\n", encoding="utf-8")
    wizard = opened(exchange, "file.import", ImportWizard)
    wizard.add_files([tmp_path / "few.csv"])
    qtbot.waitUntil(lambda: is_read(wizard))
    wizard.into.setChecked(True)
    qtbot.waitUntil(lambda: "import it as a new document" in wizard.complaint.text())
    wizard.reject()


def test_the_part_of_geography_is_chosen_by_hand(exchange: ExchangeActions, qtbot: QtBot, tmp_path: Path) -> None:
    """The frame over the data is moved, sized and turned, by mouse and by keys, before anything is made."""
    path = tmp_path / "island.geojson"
    shape = '{"type": "Polygon", "coordinates": [[[8, 46], [10, 46], [10, 48], [8, 48], [8, 46]]]}'
    path.write_text(f'{{"type": "Feature", "geometry": {shape}, "properties": {{"featurecla": "Land"}}}}')
    wizard = opened(exchange, "file.import", ImportWizard)
    wizard.add_files([path])
    qtbot.waitUntil(lambda: is_read(wizard))
    wizard.go(OPTIONS)
    settle()
    frame = wizard.frame
    assert frame.isVisible()
    assert frame.rect().contains(frame.handle().toPoint()), "the handle of a frame around all of it can be taken"
    assert frame.part == pytest.approx((8, 46, 10, 48))
    middle = frame.outline().boundingRect().center()

    def drag(start: QPointF, end: QPointF) -> None:
        before = wizard.found
        qtbot.mousePress(frame, Qt.MouseButton.LeftButton, pos=start.toPoint())
        qtbot.mouseMove(frame, end.toPoint())
        qtbot.mouseRelease(frame, Qt.MouseButton.LeftButton, pos=end.toPoint())
        qtbot.waitUntil(lambda: wizard.found is not before and is_read(wizard))

    drag(frame.corners()[2], (frame.corners()[2] + middle) / 2)
    west, south, east, _ = frame.part
    assert 0.8 < east - west < 1.2
    assert (west + east) / 2 == pytest.approx(9, abs=0.02)
    drag(middle, middle + QPointF(12, 0))
    assert frame.part[0] > west + 0.05
    assert frame.part[1] == pytest.approx(south, abs=0.02)
    up = frame.handle() - frame.outline().boundingRect().center()
    drag(frame.handle(), frame.outline().boundingRect().center() + QPointF(-up.y(), up.x()))
    assert frame.rotation == pytest.approx(90, abs=3)
    turned = frame.rotation
    qtbot.keyClicks(frame, "<")
    assert frame.rotation == turned - 5
    qtbot.waitUntil(lambda: not wizard._soon.isActive() and is_read(wizard))
    found = wizard.found
    assert found is not None
    assert found.board.look.geo is not None
    assert found.board.look.geo.rotation == turned - 5
    assert found.data is not None
    assert found.data.part == pytest.approx(frame.part, abs=1e-4)
    qtbot.keyClick(frame, Qt.Key.Key_Home)
    assert frame.part == found.data.whole
    wizard.reject()


def test_a_coastline_becomes_a_map_and_a_river_joins_it(
    qtbot: QtBot, bench: Bench, exchange: ExchangeActions, tmp_path: Path
) -> None:
    """As the guide has it: From a coastline to a map."""
    wizard = opened(exchange, "file.import", ImportWizard)
    wizard.add_files([GOTLAND])
    qtbot.waitUntil(lambda: is_read(wizard))
    wizard.go(OPTIONS)
    wizard.options.show_values({"hex": "15", "bounds": "17.9,56.8,19.4,58.1"})

    def hex_size() -> float:
        place = hexes_of(wizard.found.board).look.geo if is_read(wizard) and wizard.found is not None else None
        return place.hex if place is not None else 0.0

    qtbot.waitUntil(lambda: hex_size() == 15_000)
    wizard.go(WHERE)
    type_path(qtbot, wizard.out.line, tmp_path / "gotland.yaml")
    write_with_keys(qtbot, exchange, wizard)
    wizard.reject()
    board = hexes_of(bench.desk.document.board)
    assert {"clear", "water"} <= set(board.terrain)
    river = tmp_path / "river.geojson"
    line = '{"type": "LineString", "coordinates": [[18.3, 57.2], [18.5, 57.6]]}'
    river.write_text(f'{{"type": "Feature", "geometry": {line}, "properties": {{"waterway": "river"}}}}')
    wizard = opened(exchange, "file.import", ImportWizard)
    wizard.add_files([river])
    qtbot.waitUntil(lambda: is_read(wizard))
    wizard.into.setFocus()
    qtbot.keyClick(wizard.into, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: is_read(wizard) and wizard.found is not None and wizard.found.partial)
    write_with_keys(qtbot, exchange, wizard)
    assert [*{kind for kinds in board.hexsides.values() for kind in kinds}] == ["river"]
    bench.desk.document.stack.undo()
    assert board.hexsides == {}
    wizard.reject()
