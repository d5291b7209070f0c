"""A picture under a table: its place is told in paces, and there is no grid to fit it to."""

from __future__ import annotations

from pathlib import Path

import pytest
from a_table import document
from bench import at_bench
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QLabel
from pytestqt.qtbot import QtBot
from settling import settle

from editor.panels.underlay_panel import UnderlayPanel
from engine.tables.table import table_of


def test_a_picture_is_placed_in_paces(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "plan.png"
    Image.new("RGB", (240, 160), "#cc3333").save(path)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_a, **_k: (str(path), ""))
    with at_bench(qtbot, document()) as bench:
        panel = UnderlayPanel(bench.desk)
        qtbot.addWidget(panel)
        panel.show()
        qtbot.mouseClick(panel.choose_button, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: not panel.control.busy)
        settle()
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
        assert panel.fit_box.isHidden()
