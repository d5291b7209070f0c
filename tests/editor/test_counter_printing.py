"""The dialog that prints counters, driven as by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from bench import Bench, at_bench
from fields import document
from pdf_reading import page_sizes
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from editor.dialogs.print_counters import PrintCountersDialog


@pytest.fixture(autouse=True)
def private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_bench(qtbot, document()) as made:
        made.desk.controls.armies.regroup([made.document.require_scenario().units["us-9"]], "Scott")
        yield made


def fill(bench: Bench, key: str, act: Callable[[QDialog], None]) -> None:
    """Choose the action, and do something with its dialog."""

    def typed() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QDialog)
        try:
            act(dialog)
        finally:
            if dialog.isVisible():
                dialog.reject()

    QTimer.singleShot(0, typed)
    bench.desk.actions.get(key).trigger()


def test_counters_are_printed_from_the_file_menu(qtbot: QtBot, bench: Bench, tmp_path: Path) -> None:
    path = tmp_path / "some.pdf"
    bench.desk.selection.set([], ["us-9"])

    def act(dialog: QDialog) -> None:
        assert isinstance(dialog, PrintCountersDialog)
        assert "4 counters on 1 sheet" in dialog.facts.text()
        dialog.units.setCurrentIndex(1)
        assert "1 counter on 1 sheet" in dialog.facts.text()
        assert [dialog.side.itemText(i) for i in range(dialog.side.count())] == ["Sheet 1, front", "Sheet 1, back"]
        dialog.bleed.setValue(0)
        dialog.file.line.setText(str(tmp_path / "some.png"))
        assert not dialog.ok.isEnabled()
        dialog.file.line.setText(str(path))
        dialog.accept()

    with qtbot.waitSignal(bench.menus.print.finished) as waited:
        fill(bench, "file.print-counters", act)
    assert waited.args == [True]
    assert len(page_sizes(path)) == 2
    assert "printed to" in bench.said[-1]


def test_what_was_chosen_is_offered_again(qtbot: QtBot, bench: Bench, tmp_path: Path) -> None:
    found: list[tuple[str, float, bool]] = []

    def first(dialog: QDialog) -> None:
        assert isinstance(dialog, PrintCountersDialog)
        dialog.flip.setCurrentIndex(dialog.flip.findData("short"))
        dialog.bleed.setValue(2)
        dialog.marks.setChecked(False)
        dialog.file.line.setText(str(tmp_path / "a.pdf"))
        dialog.accept()

    def second(dialog: QDialog) -> None:
        assert isinstance(dialog, PrintCountersDialog)
        setup = dialog.setup()
        found.append((setup.flip, setup.bleed, setup.marks))

    with qtbot.waitSignal(bench.menus.print.finished):
        fill(bench, "file.print-counters", first)
    fill(bench, "file.print-counters", second)
    assert found == [("short", 2.0, False)]
