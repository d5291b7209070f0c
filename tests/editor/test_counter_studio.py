"""The counter studio, driven as by hand: drag, size, keys, undo, rules, templates in files, findings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from bench import Bench, at_bench
from fields import document
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from editor.dialogs.studio.conditions import in_words, values_of
from editor.dialogs.studio.model import NONE, StudioModel
from editor.dialogs.studio.snapping import guides, snapped
from editor.dialogs.studio.window import CounterStudio
from engine.formats import load_scenario
from engine.formats.counter_templates import load_template, shipped_templates
from engine.scenario import Scenario
from engine.scenario.counters import USUAL, CounterDesign, CounterText, FormationLook
from engine.scenario.elements import CounterElement, CounterTemplate, UnitCondition


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


def fill(bench: Bench, act: Callable[[CounterStudio], None]) -> None:
    """Open the studio, and do something in it."""

    def typed() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QDialog)
        try:
            assert isinstance(dialog, CounterStudio)
            act(dialog)
        finally:
            if dialog.isVisible():
                dialog.reject()

    QTimer.singleShot(0, typed)
    bench.desk.actions.get("scenario.counter-designer").trigger()


@pytest.fixture
def studio(qtbot: QtBot, tmp_path: Path) -> CounterStudio:
    scenario = load_scenario("first_steps").with_(counters=CounterDesign(size=20))
    made = CounterStudio(scenario, "us-1", str(tmp_path))
    qtbot.addWidget(made)
    made.show()
    made.take_template(CounterTemplate(size=20, front=(CounterElement("name", 2, 1, 16, 4, letters=3),)), "")
    return made


def spot(studio: CounterStudio, x: float, y: float) -> QPoint:
    counter, scale = studio.canvas.counter_rect(), studio.canvas.pixels()
    return QPointF(counter.left() + x * scale, counter.top() + y * scale).toPoint()


def drag(qtbot: QtBot, studio: CounterStudio, start: tuple[float, float], end: tuple[float, float]) -> None:
    left = Qt.MouseButton.LeftButton
    qtbot.mousePress(studio.canvas, left, pos=spot(studio, *start))
    qtbot.mouseMove(studio.canvas, spot(studio, (start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
    qtbot.mouseMove(studio.canvas, spot(studio, *end))
    qtbot.mouseRelease(studio.canvas, left, pos=spot(studio, *end))


def first(studio: CounterStudio) -> CounterElement:
    return studio.model.elements[0]


# -- canvas ---------------------------------------------------------------------------------------------------------


def test_an_element_is_dragged_and_a_drag_is_one_step_of_undo(qtbot: QtBot, studio: CounterStudio) -> None:
    steps = studio.model.stack.count()
    drag(qtbot, studio, (10, 3), (10.1, 8.2))
    assert first(studio).y == pytest.approx(6.0), "its foot snaps to the middle of the counter"
    assert first(studio).width == 16
    assert studio.model.stack.count() == steps + 1
    studio.undo_button.click()
    assert first(studio).y == 1
    studio.redo_button.click()
    assert first(studio).y > 5


def test_a_corner_sizes_and_middles_snap(qtbot: QtBot, studio: CounterStudio) -> None:
    drag(qtbot, studio, (10, 3), (10.3, 10.2))
    one = first(studio)
    assert one.x + one.width / 2 == pytest.approx(10), "the middle of the counter"
    assert one.y + one.height / 2 == pytest.approx(10)
    drag(qtbot, studio, (one.x + one.width, one.y + one.height), (19.3, 14))
    assert first(studio).x + first(studio).width == pytest.approx(19.2), "the safe margin"
    assert (first(studio).x, first(studio).y) == (one.x, one.y)


def test_keys_move_size_choose_copy_and_remove(qtbot: QtBot, studio: CounterStudio) -> None:
    canvas, held = studio.canvas, Qt.KeyboardModifier
    studio.model.add("symbol")
    canvas.setFocus()
    qtbot.keyClick(canvas, Qt.Key.Key_PageDown)
    assert studio.model.element == 0
    qtbot.keyClick(canvas, Qt.Key.Key_Right)
    qtbot.keyClick(canvas, Qt.Key.Key_Down, held.ShiftModifier)
    qtbot.keyClick(canvas, Qt.Key.Key_Right, held.ControlModifier)
    one = first(studio)
    assert (one.x, one.y, one.width) == pytest.approx((2.1, 2.0, 16.1))
    qtbot.keyClick(canvas, Qt.Key.Key_D, held.ControlModifier)
    assert [one.kind for one in studio.model.elements] == ["name", "symbol", "name"]
    qtbot.keyClick(canvas, Qt.Key.Key_BracketLeft)
    assert [one.kind for one in studio.model.elements] == ["name", "name", "symbol"]
    qtbot.keyClick(canvas, Qt.Key.Key_Delete)
    qtbot.keyClick(canvas, Qt.Key.Key_Z, held.ControlModifier)
    assert len(studio.model.elements) == 3


def test_readers_are_told_what_is_selected_and_where(studio: CounterStudio) -> None:
    studio.model.select(0)
    said = "front of the counter, element 1 of 1: Name, 16.0 by 4.0 mm, at 2.0, 1.0 mm"
    assert studio.canvas.accessibleDescription() == said
    studio.model.place(3, 1, 10, 4)
    assert "10.0 by 4.0 mm, at 3.0, 1.0 mm" in studio.canvas.accessibleDescription()
    studio.model.select(NONE)
    assert "none selected" in studio.canvas.accessibleDescription()


def test_without_snapping_a_drag_goes_where_the_pointer_goes(studio: CounterStudio) -> None:
    assert snapped((10.2,), guides(20, (), across=True)).shift == pytest.approx(-0.2)
    assert snapped((7.33,), guides(20, (), across=True)).shift == pytest.approx(-0.03)
    assert snapped((5.2,), guides(20, (CounterElement("name", 5, 0, 2, 2),), across=True)).guides == (5,)
    assert snapped((4.8, 6.8), guides(20, (CounterElement("name", 5, 0, 2, 2),), across=True)).guides == (5, 7)


# -- form -----------------------------------------------------------------------------------------------------------


def test_the_form_changes_the_selected_element(studio: CounterStudio) -> None:
    studio.model.select(0)
    form = studio.form
    form.text.setText("{strength}")
    form.text.editingFinished.emit()
    form.left.setValue(4)
    form.turn.setCurrentIndex(form.turn.findData(90))
    form.turn.activated.emit(form.turn.currentIndex())
    form.ink.show_colour("#aa0000")
    form.ink.chosen.emit()
    form.condition.lines["types"].setText("infantry, cavalry")
    form.condition.edited.emit()
    one = first(studio)
    assert (one.show, one.x, one.turn, one.ink) == ("{strength}", 4, 90, "#aa0000")
    assert one.when == UnitCondition(types=("infantry", "cavalry"))
    assert studio.elements.item(0).text() == "Name: {strength}"


def test_a_value_that_no_counter_has_is_refused(studio: CounterStudio) -> None:
    studio.model.select(0)
    studio.form.text.setText("{strenght}")
    studio.form.text.editingFinished.emit()
    assert "{strenght}" in studio.complaint.text()
    assert not studio.ok.isEnabled()
    studio.model.stack.undo()
    assert studio.ok.isEnabled()


def test_conditions_are_read_and_said_in_words() -> None:
    scenario = load_scenario("first_steps")
    assert values_of("morale = V, L; weapon=M; nonsense") == (("morale", ("V", "L")), ("weapon", ("M",)))
    assert in_words(UnitCondition(), scenario) == "All units"
    said = in_words(UnitCondition(sides=("us",), types=("infantry",), values=(("morale", ("V",)),)), scenario)
    assert said == "United States; infantry; morale V"


def test_rules_give_colours(studio: CounterStudio) -> None:
    page = studio.rules
    page.add_button.click()
    page.condition.lines["types"].setText("infantry")
    page.condition.edited.emit()
    page.cells["ground"].set_colour("#202020", tell=True)
    rule = studio.design.rules[0]
    assert (rule.when.types, rule.ground, rule.stripe) == (("infantry",), "#202020", "#b02020")
    page.remove_button.click()
    assert studio.design.rules == ()
    studio.model.stack.undo()
    assert len(studio.design.rules) == 1


# -- templates and designs ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", sorted(shipped_templates()))
def test_a_shipped_template_is_taken_by_name_and_becomes_ones_own_when_changed(studio: CounterStudio, key: str) -> None:
    studio.template.setCurrentIndex(studio.template.findData(key))
    studio.template.activated.emit(studio.template.currentIndex())
    assert studio.design.template_ref == key
    assert studio.design.template == load_template(key).sized(20)
    studio.model.select(0)
    studio.model.place(0, 0, 5, 5)
    assert studio.design.template_ref == ""


def test_a_template_is_saved_to_a_file_and_opened_from_it(studio: CounterStudio, tmp_path: Path) -> None:
    studio.model.add("badge")
    studio.save_template(tmp_path / "mine")
    before = studio.model.elements
    studio.take_template(None, "")
    assert studio.model.elements == ()
    studio.open_template(tmp_path / "mine.yaml")
    assert [one.kind for one in studio.model.elements] == [one.kind for one in before]
    (tmp_path / "bad.yaml").write_text("format: hexwright-counters 1\nfront: 7\n", "utf-8")
    studio.open_template(tmp_path / "bad.yaml")
    assert "Could not open bad.yaml" in studio.complaint.text()
    assert [one.kind for one in studio.model.elements] == [one.kind for one in before], "nothing is lost"
    studio.save_template(tmp_path / "nowhere" / "mine.yaml")
    assert "Could not save" in studio.complaint.text()


def test_a_design_by_the_eight_places_stays_until_it_is_changed_and_is_elements_then(qtbot: QtBot) -> None:
    scenario = load_scenario("first_steps")
    design = CounterDesign(front=(CounterText("top", "{name}"), CounterText("bottom", "{strength}")), stripe="left")
    made = CounterStudio(scenario.with_(counters=design), "us-1")
    qtbot.addWidget(made)
    assert made.design == design
    assert [one.kind for one in made.model.elements][:2] == ["band", "symbol"] or made.model.elements
    made.model.select(0)
    made.model.remove()
    assert made.design.front == ()
    assert made.design.template is not None


def test_faces_have_their_own_elements(studio: CounterStudio) -> None:
    studio.faces.setCurrentIndex(2)
    assert studio.model.elements == ()
    studio.copy_button.click()
    assert len(studio.model.elements) == 1
    studio.model.add("shape")
    template = studio.design.template
    assert template is not None
    assert (len(template.front), len(template.back), len(template.cover)) == (1, 0, 2)


def test_size_scales_what_is_placed(studio: CounterStudio) -> None:
    studio.size_mm.setValue(10)
    assert first(studio).width == 8
    studio.model.select(0)
    studio.model.place(0, 0, 4, 4)
    studio.model.stack.undo()
    studio.size_mm.setValue(20)
    studio.model.stack.undo()
    assert studio.design.size == 20
    assert studio.design.template is None or studio.design.template.size == 20


# -- findings and the contact sheet ---------------------------------------------------------------------------------


def test_small_texts_are_listed_and_lead_to_their_place(studio: CounterStudio) -> None:
    studio.model.select(0)
    studio.model.place(2, 1, 16, 1)
    studio.look_through()
    texts = [studio.findings.item(row).text() for row in range(studio.findings.count())]
    assert len(texts) == len(studio.scenario.units)
    assert "is 1.0 mm high, at least 1.6" in texts[0]
    studio.model.select(NONE)
    studio.findings.setCurrentRow(3)
    assert studio.model.element == 0
    assert studio.shown.currentData() == studio.faulty[3].unit.key
    studio.model.place(2, 1, 16, 4)
    studio.model.place(19, 1, 16, 4)
    studio.look_through()
    assert studio.findings.item(0).text() == "front: element 1 lies beyond the edge"


def test_the_contact_sheet_shows_all_and_a_click_shows_one(studio: CounterStudio) -> None:
    studio.look_through()
    model = studio.contact.units
    assert model.rowCount() == len(studio.scenario.units)
    before = model.data(model.index(0), Qt.ItemDataRole.DecorationRole)
    studio.model.add("symbol")
    studio.look_through()
    after = model.data(model.index(0), Qt.ItemDataRole.DecorationRole)
    assert before.pixmap(64).toImage() != after.pixmap(64).toImage()
    studio.contact.setCurrentIndex(model.index(4))
    assert studio.shown.currentData() == model.units[4].key
    assert model.data(model.index(0), Qt.ItemDataRole.AccessibleTextRole) == model.units[0].name


def test_no_more_elements_than_a_file_may_have() -> None:
    scenario = load_scenario("first_steps")
    full = CounterTemplate(front=(CounterElement("name", 0, 0, 5, 5),) * 200)
    model = StudioModel(scenario.with_(counters=replace(USUAL, template=full)))
    model.add("name")
    model.select(0)
    model.duplicate()
    assert len(model.elements) == 200


# -- the whole ------------------------------------------------------------------------------------------------------


def test_what_is_designed_is_one_step_of_the_document_and_is_kept(bench: Bench, tmp_path: Path) -> None:
    def act(dialog: CounterStudio) -> None:
        dialog.template.setCurrentIndex(dialog.template.findData("nato"))
        dialog.template.activated.emit(dialog.template.currentIndex())
        dialog.size_mm.setValue(12.7)
        dialog.formations.cell(0, 1).set_colour("#b02020", tell=True)
        dialog.accept()

    fill(bench, act)
    design = now(bench).counters
    assert (design.size, design.template_ref) == (12.7, "nato")
    assert design.formations == (FormationLook("Scott", stripe="#b02020"),)
    layer = bench.desk.controls.units.layer
    assert all(piece.look.design == design for stack in layer.stacks.values() for piece in stack)
    bench.document.save_as(tmp_path / "kept.yaml")
    assert "template: nato" in (tmp_path / "kept.yaml").read_text(encoding="utf-8")
    bench.document.stack.undo()
    assert now(bench).counters == USUAL


def test_pictures_are_named_by_their_way_from_the_scenario(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    picture = QImage(20, 20, QImage.Format.Format_RGB32)
    picture.fill(QColor("#00ff00"))
    picture.save(str(tmp_path / "art" / "foot.png"))
    bench.document.save_as(tmp_path / "kept.yaml")

    def act(dialog: CounterStudio) -> None:
        dialog.art.take("infantry", tmp_path / "art" / "foot.png")
        dialog.art.take("us-towson", tmp_path / "none.png")
        texts = [item.text() for row in range(2) if (item := dialog.art.table.item(row, 1))]
        assert texts == ["art/foot.png", "none.png (cannot be read)"]
        dialog.art.table.setCurrentCell(1, 0)
        dialog.art.remove_button.click()
        dialog.accept()

    fill(bench, act)
    assert now(bench).counters.artwork == {"infantry": "art/foot.png"}
