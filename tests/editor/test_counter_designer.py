"""The counter designer and the dialog that prints counters, driven as by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from bench import Bench, at_bench
from fields import document
from pdf_reading import page_sizes
from PySide6.QtCore import QTimer
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QLineEdit
from pytestqt.qtbot import QtBot

from editor.dialogs.counter_design import CounterDesignDialog, TextsTable
from editor.dialogs.counter_templates import TEMPLATES, template
from editor.dialogs.print_counters import PrintCountersDialog
from editor.panels.inspector_panel import InspectorPanel
from engine.formats.fields import counter_fields
from engine.play.registry import ELSEWHERE, SYSTEMS
from engine.scenario import Scenario
from engine.scenario.counters import USUAL, CounterDesign, CounterText, FormationLook
from engine.scenario.words import WORDS, fields_in


@pytest.fixture(autouse=True)
def private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_bench(qtbot, document()) as made:
        made.desk.controls.armies.regroup([made.document.require_scenario().units["us-9"]], "Scott")
        yield made


def now(bench: Bench) -> Scenario:
    return bench.document.require_scenario()


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


def choose(box: QComboBox, key: str) -> None:
    box.setCurrentIndex(box.findData(key))
    box.activated.emit(box.currentIndex())


def line_of(table: TextsTable, row: int) -> QLineEdit:
    line = table.table.cellWidget(row, table.SHOW)
    assert isinstance(line, QLineEdit)
    return line


@pytest.mark.parametrize("system", sorted(SYSTEMS.keys() - ELSEWHERE.keys()))
@pytest.mark.parametrize("key", TEMPLATES)
def test_templates_print_values_that_the_systems_counters_have(system: str, key: str) -> None:
    infos = counter_fields(system)
    design = template(key, infos)
    known = {info.key for info in infos} | set(WORDS)
    named = {name for text in (*design.front, *design.back) for name in fields_in(text.show)}
    assert named <= known
    assert (design == USUAL) == (key == "usual")
    if key != "usual":
        assert len(named & {info.key for info in infos}) >= 1


def test_templates_put_reduced_values_on_the_back() -> None:
    assert template("named", counter_fields("fm")).back[1].show == "{reduced_attack}-{reduced_defense}-{movement}"
    assert template("named", counter_fields("tlg2")).back[1].show == "{reduced}"


def test_a_template_is_taken_changed_and_kept_with_the_scenario(bench: Bench, tmp_path: Path) -> None:
    def act(dialog: QDialog) -> None:
        assert isinstance(dialog, CounterDesignDialog)
        choose(dialog.template, "formation")
        dialog.size_mm.setValue(12.7)
        dialog.front.add_button.click()
        dialog.front.insert("range")
        line_of(dialog.front, dialog.front.table.rowCount() - 1).setText("r{range}")
        assert dialog.preview.look.design == dialog.design
        assert dialog.formations.table.rowCount() == 1
        dialog.formations.cell(0, 1).set_colour("#b02020", tell=True)
        dialog.accept()

    fill(bench, "scenario.counter-designer", act)
    design = now(bench).counters
    assert design.size == 12.7
    assert design.stripe == "left"
    assert design.formations == (FormationLook("Scott", stripe="#b02020"),)
    assert design.front[-1].show == "r{range}"
    bench.document.save_as(tmp_path / "kept.yaml")
    assert "r{range}" in (tmp_path / "kept.yaml").read_text(encoding="utf-8")
    bench.document.stack.undo()
    assert now(bench).counters == USUAL


def test_a_value_that_no_counter_has_is_refused(bench: Bench) -> None:
    said: list[str] = []

    def act(dialog: QDialog) -> None:
        assert isinstance(dialog, CounterDesignDialog)
        dialog.front.show_texts([CounterText("top", "{strenght}")])
        dialog.check()
        said.append(dialog.complaint.text())
        assert not dialog.ok.isEnabled()
        dialog.front.show_texts([])
        dialog.back.show_texts([CounterText("top", "{name}")])
        dialog.check()
        said.append(dialog.complaint.text())

    fill(bench, "scenario.counter-designer", act)
    assert "{strenght}" in said[0]
    assert "front has none" in said[1]
    assert now(bench).counters == USUAL


def test_pictures_are_named_by_their_way_from_the_scenario(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    picture = QImage(20, 20, QImage.Format.Format_RGB32)
    picture.fill(QColor("#00ff00"))
    picture.save(str(tmp_path / "art" / "foot.png"))
    bench.document.save_as(tmp_path / "kept.yaml")

    def act(dialog: QDialog) -> None:
        assert isinstance(dialog, CounterDesignDialog)
        dialog.art.take("infantry", tmp_path / "art" / "foot.png")
        dialog.art.take("us-towson", tmp_path / "none.png")
        texts = [item.text() for row in range(2) if (item := dialog.art.table.item(row, 1))]
        assert texts == ["art/foot.png", "none.png (cannot be read)"]
        dialog.art.table.setCurrentCell(1, 0)
        dialog.art.remove_button.click()
        dialog.accept()

    fill(bench, "scenario.counter-designer", act)
    assert now(bench).counters.artwork == {"infantry": "art/foot.png"}


def test_the_map_and_the_inspector_show_the_design_at_once(qtbot: QtBot, bench: Bench) -> None:
    inspector = InspectorPanel(bench.desk)
    qtbot.addWidget(inspector)
    bench.desk.selection.set([], "us-9")
    inspector.refresh()
    before = inspector.counter.pixmap().toImage()
    design = CounterDesign(symbols="letters", front=(CounterText("top", "{name}"),))

    def act(dialog: QDialog) -> None:
        assert isinstance(dialog, CounterDesignDialog)
        choose(dialog.symbols, "letters")
        dialog.front.show_texts(design.front)
        dialog.accept()

    fill(bench, "scenario.counter-designer", act)
    layer = bench.desk.controls.units.layer
    pieces = [piece for stack in layer.stacks.values() for piece in stack]
    assert pieces
    assert all(piece.look.design == design for piece in pieces)
    inspector.refresh()
    assert inspector.counter.pixmap().toImage() != before


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
    assert "printed into" in bench.said[-1]


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
