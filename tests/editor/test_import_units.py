"""Units are taken over from a file of a table; another program's file is called what it is."""

from __future__ import annotations

import zipfile
from pathlib import Path

from answering import while_open
from bench import at_bench
from fields import document
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot


def test_a_spreadsheet_that_is_chosen_is_called_what_it_is(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "oob.xlsx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
    said: list[str] = []
    with at_bench(qtbot, document()) as bench:
        before = bench.document.require_scenario()
        while_open(
            QMessageBox,
            lambda box: said.append(box.text()),
            lambda: bench.desk.controls.armies.take_csv(path, bench.desk.window),
        )
        assert bench.document.require_scenario() is before
    assert said[0].startswith("oob.xlsx: this is a spreadsheet (xlsx), not a CSV file; save its sheet as CSV UTF-8")
