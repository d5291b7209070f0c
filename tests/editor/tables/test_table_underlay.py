"""A picture under a table: its place is given in paces, and it is fitted by clicks on points whose places are known."""

from __future__ import annotations

from pathlib import Path

import pytest
from a_table import document
from bench import Bench, at_bench
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QInputDialog, QLabel
from pytestqt.qtbot import QtBot
from settling import settle

from editor.panels.underlay_panel import UnderlayPanel
from editor.tables.canvas.aim import TableAim
from editor.tools.underlay import UnderlayTool
from engine.tables.table import table_of


def with_picture(bench: Bench, qtbot: QtBot, folder: Path, monkeypatch: pytest.MonkeyPatch) -> UnderlayPanel:
    """The underlay panel, in which a picture of 240 x 160 pixels was chosen."""
    path = folder / "plan.png"
    Image.new("RGB", (240, 160), "#cc3333").save(path)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_a, **_k: (str(path), ""))
    panel = UnderlayPanel(bench.desk)
    qtbot.addWidget(panel)
    panel.show()
    qtbot.mouseClick(panel.choose_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not panel.control.busy)
    settle()
    return panel


def test_a_picture_is_placed_in_paces(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with at_bench(qtbot, document()) as bench:
        panel = with_picture(bench, qtbot, tmp_path, monkeypatch)
        underlay = table_of(bench.document.board).look.underlay
        assert underlay is not None
        # The table is 2,400 paces wide, and the picture as wide as it.
        assert panel.pixels.value() == pytest.approx(0.1)
        label = panel.place_form.labelForField(panel.pixels)
        assert isinstance(label, QLabel)
        assert label.text() == "Pi&xels per pace"
        panel.across.setValue(400)
        moved = table_of(bench.document.board).look.underlay
        assert moved is not None
        assert moved.x == pytest.approx(10), "a picture is placed in lengths of 40 paces"
        assert panel.across.suffix() == " paces"


def test_a_picture_is_fitted_to_a_table_by_clicks(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two points, each typed with its place in paces, move, turn and scale the picture."""
    with at_bench(qtbot, document()) as bench:
        panel = with_picture(bench, qtbot, tmp_path, monkeypatch)
        box, control = panel.fit_box, panel.control
        assert box.title() == "Fit to the table"
        qtbot.mouseClick(box.start_button, Qt.MouseButton.LeftButton)
        assert bench.desk.settings.tool == "underlay"
        assert "two points" in box.hint.text()
        answers = iter(["400,1400", "nowhere", "9000,1", "2000,200"])
        guesses: list[str] = []

        def answer(*_a: object, text: str = "", **_k: object) -> tuple[str, bool]:
            guesses.append(text)
            return next(answers), True

        monkeypatch.setattr(QInputDialog, "getText", answer)
        underlay = table_of(bench.document.board).look.underlay
        assert underlay is not None
        # The lower left and the upper right of the picture, where it lies before and after the first click.
        said: list[str] = []
        bench.desk.status_changed.connect(said.append)
        for pixel in ((0.0, 160.0), (240.0, 0.0), (240.0, 0.0), (240.0, 0.0)):
            now = table_of(bench.document.board).look.underlay
            assert now is not None
            x, y = now.to_paper(*pixel)
            assert control.fitting is not None
            UnderlayTool(bench.desk, bench.desk.controls).ask(TableAim(x, y, True))
        settle()
        assert guesses[0] == "0,1600", "the place where the picture lies is a first guess"
        assert any("There is no place 'nowhere' on this table; " in text for text in said)
        assert any("the table goes from 0,0 to 2400,1600" in text for text in said)
        found = table_of(bench.document.board).look.underlay
        assert found is not None
        for pixel, place in (((0, 160), (400, 1400)), ((240, 0), (2000, 200))):
            x, y = found.to_paper(*pixel)
            assert (x * 40, y * 40) == (pytest.approx(place[0], abs=0.01), pytest.approx(place[1], abs=0.01))
        assert [box.table.item(row, 0).text() for row in range(2)] == ["400,1400", "2000,200"]
        assert "paces" in box.residual.text()
        qtbot.mouseClick(box.done_button, Qt.MouseButton.LeftButton)
        bench.document.stack.undo()
        assert table_of(bench.document.board).look.underlay == underlay, "a fit is one step of undo"
