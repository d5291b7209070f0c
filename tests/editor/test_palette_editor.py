"""The palette editor: kinds with looks and what the rules take them for, kept in a file beside the map."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from bench import Bench
from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QDialog, QInputDialog
from pytestqt.qtbot import QtBot

from editor.dialogs.palette_editor import PaletteDialog
from editor.document import recovery
from editor.document.document import Document
from editor.hexes.commands.paint_terrain import PaintTerrain
from engine import formats
from engine.boards.palette import Layer
from engine.errors import HexwrightError
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec


@pytest.fixture
def file(tmp_path: Path) -> Path:
    board = BattleMap(Grid(GridSpec(6, 5)), formats.load_palette("standard"), "The field")
    board.terrain[3] = "jungle"
    board.terrain[4] = "forest"
    board.paths[board.grid.side(8, 2)] = frozenset({"rail"})
    formats.save_map(board, tmp_path / "field.yaml")
    return tmp_path / "field.yaml"


@pytest.fixture
def bench(qtbot: QtBot, file: Path) -> Bench:
    made = Bench(Document.open(file))
    qtbot.addWidget(made.window)
    with qtbot.waitExposed(made.window):
        made.window.show()
    return made


@pytest.fixture
def dialog(qtbot: QtBot, file: Path) -> PaletteDialog:
    made = PaletteDialog(formats.load_map(file), file)
    qtbot.addWidget(made)
    made.show()
    return made


def answer(kind: type[QDialog], act: Callable[[QDialog], object]) -> None:
    """Answer the next modal dialog."""

    def attempt() -> None:
        found = QApplication.activeModalWidget()
        if isinstance(found, kind):
            act(found)
        else:
            QTimer.singleShot(10, attempt)

    QTimer.singleShot(0, attempt)


def lava(made: QDialog) -> None:
    """Add a terrain."""
    assert isinstance(made, PaletteDialog)
    made.select(Layer.TERRAIN, "desert")
    made.add()
    made.form.name.setText("Lava")
    made.form.name.textEdited.emit("Lava")
    made.form.colour.set_colour("#cc3311")
    made.form.colour.changed.emit("#cc3311")
    made.form.drawn.setCurrentIndex(made.form.drawn.findData("waves"))
    made.form.treated["tlg2"].setCurrentIndex(made.form.treated["tlg2"].findData("swamp"))
    made.accept()


def open_editor(bench: Bench, act: Callable[[QDialog], object]) -> None:
    answer(PaletteDialog, act)
    bench.desk.actions.get("map.palette").trigger()


def test_a_new_terrain_is_painted_saved_and_read_back(bench: Bench, file: Path) -> None:
    open_editor(bench, lava)
    palette = bench.document.battle_map.palette
    kind = palette.terrain["lava"]
    assert (kind.name, kind.colour, kind.pattern, kind.treat_as) == ("Lava", "#cc3311", "waves", {"tlg2": "swamp"})
    assert kind.key_char
    assert palette.key == "field-palette"
    bench.document.push(PaintTerrain([7], "lava"))
    written = bench.document.save()
    assert [path.name for path in written] == ["field-palette.yaml", "field.yaml"]
    again = formats.load_map(file)
    assert again.terrain[7] == "lava"
    assert again.palette == palette
    assert formats.load(file).findings == []
    assert "field-palette" in file.read_text()


def test_it_is_one_step_and_can_be_taken_back(bench: Bench, file: Path) -> None:
    before = file.read_text()
    open_editor(bench, lava)
    assert bench.document.stack.count() == 1
    bench.document.stack.undo()
    assert bench.document.battle_map.palette.key == "standard"
    assert not bench.document.dirty
    bench.document.stack.redo()
    bench.document.save()
    bench.document.stack.undo()
    bench.document.save()
    assert file.read_text() == before


def test_a_second_change_goes_into_the_same_file(bench: Bench, file: Path) -> None:
    open_editor(bench, lava)
    bench.document.save()

    def recolour(made: QDialog) -> None:
        assert isinstance(made, PaletteDialog)
        assert made.file_key.text() == "field-palette"
        made.select(Layer.TERRAIN, "lava")
        made.form.colour.set_colour("#000000")
        made.form.colour.changed.emit("#000000")
        made.accept()

    open_editor(bench, recolour)
    bench.document.save()
    assert formats.load_map(file).palette.terrain["lava"].colour == "#000000"
    bench.document.stack.undo()
    bench.document.save()
    assert formats.load_map(file).palette.terrain["lava"].colour == "#cc3311"


def test_opened_and_closed_nothing_changes(bench: Bench) -> None:
    open_editor(bench, lambda made: made.accept())
    assert bench.document.stack.count() == 0
    open_editor(bench, lambda made: made.reject())
    assert bench.document.stack.count() == 0


def test_tools_paint_with_the_new_palette(bench: Bench) -> None:
    bench.desk.settings.set("terrain", "jungle")

    def drop(made: QDialog) -> None:
        assert isinstance(made, PaletteDialog)
        made.select(Layer.TERRAIN, "jungle")
        answer(QInputDialog, lambda box: (box.setTextValue("Forest"), box.accept()))  # type: ignore[attr-defined]
        made.remove()
        made.accept()

    open_editor(bench, drop)
    assert bench.document.battle_map.terrain[3] == "forest"
    assert bench.desk.settings.terrain != "jungle"


class TestRemoving:
    def test_an_unused_kind_goes_without_a_word(self, dialog: PaletteDialog, qtbot: QtBot) -> None:
        dialog.select(Layer.TERRAIN, "desert")
        qtbot.mouseClick(dialog.buttons_by_name["remove"], Qt.MouseButton.LeftButton)
        assert "desert" not in dialog.palette_made().terrain
        dialog.accept()
        assert dialog.made is not None
        assert "desert" not in dialog.made.palette.terrain

    def test_a_used_kind_needs_a_replacement(self, dialog: PaletteDialog, qtbot: QtBot) -> None:
        asked = []

        def refuse(box: QDialog) -> None:
            assert isinstance(box, QInputDialog)
            asked.append(box.labelText())
            box.reject()

        dialog.select(Layer.TERRAIN, "jungle")
        answer(QInputDialog, refuse)
        qtbot.mouseClick(dialog.buttons_by_name["remove"], Qt.MouseButton.LeftButton)
        assert "one place" in asked[0]
        assert "jungle" in dialog.palette_made().terrain

    def test_replacements_follow_each_other(self, dialog: PaletteDialog) -> None:
        dialog.select(Layer.TERRAIN, "jungle")
        answer(QInputDialog, lambda box: (box.setTextValue("Forest"), box.accept()))  # type: ignore[attr-defined]
        dialog.remove()
        dialog.select(Layer.TERRAIN, "forest")
        answer(QInputDialog, lambda box: (box.setTextValue("Swamp"), box.accept()))  # type: ignore[attr-defined]
        dialog.remove()
        dialog.select(Layer.TERRAIN, "swamp")
        dialog.form.key.setText("bog")
        dialog.form.key.textEdited.emit("bog")
        dialog.accept()
        assert dialog.made is not None
        assert dialog.made.terrain[3] == dialog.made.terrain[4] == "bog"

    def test_a_path_may_be_replaced_by_nothing(self, dialog: PaletteDialog) -> None:
        dialog.select(Layer.PATH, "rail")
        answer(QInputDialog, lambda box: box.accept())
        dialog.remove()
        dialog.accept()
        assert dialog.made is not None
        assert dialog.made.paths == {}


class TestTroubles:
    def edit(self, dialog: PaletteDialog, field: str, text: str) -> str:
        line = getattr(dialog if field in ("title", "file_key") else dialog.form, field)
        line.setText(text)
        line.textEdited.emit(text)
        return dialog.complaint.text()

    def test_what_cannot_be_applied_says_why(self, dialog: PaletteDialog) -> None:
        dialog.select(Layer.TERRAIN, "jungle")
        assert "no name" in self.edit(dialog, "name", "")
        self.edit(dialog, "name", "Jungle")
        assert "letters, digits" in self.edit(dialog, "key", "rain forest")
        assert "Two kinds" in self.edit(dialog, "key", "forest")
        assert "no hex at all" in self.edit(dialog, "key", "void")
        self.edit(dialog, "key", "jungle")
        assert "stands for Forest" in self.edit(dialog, "char", "f")
        assert not dialog.ok.isEnabled()
        self.edit(dialog, "char", "j")
        assert dialog.ok.isEnabled()

    def test_the_file_has_a_name_of_its_own(self, dialog: PaletteDialog, file: Path) -> None:
        dialog.file_key.setText("standard")
        assert "ships with Hexwright" in dialog.complaint.text()
        dialog.file_key.setText("field")
        assert "another file field.yaml" in dialog.complaint.text()
        dialog.file_key.setText("my colours")
        assert "letters, digits" in dialog.complaint.text()
        dialog.file_key.setText("colours")
        assert dialog.ok.isEnabled()
        assert str(file.parent / "colours.yaml") in dialog.where.text()


def choose_look(dialog: PaletteDialog, qtbot: QtBot, name: str) -> None:
    """Open the menu of looks and choose in it, with the mouse."""
    qtbot.mouseClick(dialog.looks, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(dialog.looks.menu().isVisible)
    menu = dialog.looks.menu()
    action = next(one for one in menu.actions() if one.text().replace("&", "") == name)
    qtbot.mouseMove(menu, menu.actionGeometry(action).center())
    qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_a_map_changes_over_to_colour_blind_safe_colours_and_back(bench: Bench, qtbot: QtBot, file: Path) -> None:
    before = file.read_text()

    def safe(made: QDialog) -> None:
        assert isinstance(made, PaletteDialog)
        choose_look(made, qtbot, "Colour-blind safe")
        qtbot.mouseClick(made.ok, Qt.MouseButton.LeftButton)

    open_editor(bench, safe)
    assert bench.document.battle_map.palette == formats.load_palette("colour_blind")
    assert bench.document.stack.count() == 1
    assert [path.name for path in bench.document.save()] == ["field.yaml"], "what ships needs no copy beside the map"
    assert "palette: colour_blind" in file.read_text()
    bench.document.stack.undo()
    bench.document.save()
    assert file.read_text() == before


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_the_look_of_another_palette_leaves_names_rules_and_kinds_of_ones_own(
    dialog: PaletteDialog, qtbot: QtBot
) -> None:
    dialog.select(Layer.TERRAIN, "desert")
    dialog.add()
    qtbot.keyClicks(dialog.form.name, "Lava")
    dialog.select(Layer.TERRAIN, "forest")
    dialog.form.name.clear()
    qtbot.keyClicks(dialog.form.name, "Wood")
    choose_look(dialog, qtbot, "Colour-blind safe")
    safe = formats.load_palette("colour_blind")
    made = dialog.palette_made()
    wood = made.terrain["forest"]
    assert (wood.name, wood.colour, wood.ink) == ("Wood", safe.terrain["forest"].colour, safe.terrain["forest"].ink)
    assert made.terrain["lava"].colour == formats.load_palette("standard").terrain["desert"].colour
    assert "One kind is not in the palette Colour-blind safe" in dialog.complaint.text()
    assert dialog.row is not None
    assert dialog.row.kind.key == "forest", "the same kind stays chosen"


def test_the_chosen_row_shows_its_kind_in_its_own_colour(dialog: PaletteDialog) -> None:
    icon = dialog.tree.currentItem().icon(0)
    size = QSize(30, 22)
    assert icon.pixmap(size, QIcon.Mode.Selected).toImage() == icon.pixmap(size, QIcon.Mode.Normal).toImage()


def test_the_swatch_follows_the_form(dialog: PaletteDialog) -> None:
    dialog.select(Layer.HEXSIDE, "wall")
    before = dialog.form.swatch.pixmap().toImage()
    dialog.form.width_box.setValue(0.3)
    assert dialog.form.swatch.pixmap().toImage() != before
    assert dialog.palette_made().hexsides["wall"].width == 0.3
    dialog.form.directional.setChecked(True)
    assert dialog.palette_made().hexsides["wall"].directional


def test_only_water_has_a_width_at_its_source(dialog: PaletteDialog) -> None:
    dialog.select(Layer.PATH, "road")
    assert not dialog.form.source_box.isEnabled()
    dialog.form.drawn.setCurrentIndex(dialog.form.drawn.findData("river"))
    assert dialog.form.source_box.isEnabled()
    dialog.select(Layer.PATH, "stream")
    assert dialog.form.source_box.value() == 0.03
    dialog.form.source_box.setValue(0.05)
    assert dialog.row is not None
    assert dialog.row.kind.width_at(0) == 0.05


def test_rules_are_offered_their_own_terms(dialog: PaletteDialog) -> None:
    dialog.select(Layer.TERRAIN, "jungle")
    combo = dialog.form.treated["fm"]
    texts = [combo.itemText(i) for i in range(combo.count())]
    assert texts[0] == "By its key, jungle: as woods"
    assert "bocage" in texts
    assert texts[-1] == "Nothing: only decoration"
    assert "do not know" in dialog.form.treated["tlg2"].itemText(0)
    combo.setCurrentIndex(combo.count() - 1)
    assert dialog.palette_made().terrain["jungle"].treat_as == {"fm": ""}


def test_unsaved_work_comes_back_with_its_palette(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEXWRIGHT_STATE", str(tmp_path / "state"))
    keeper = recovery.Recovery()
    open_editor(bench, lava)
    bench.document.push(PaintTerrain([7], "lava"))
    keeper.watch(bench.document)
    keeper.write()
    keeper.flush()
    assert keeper._lock is not None
    keeper._lock.unlock()
    (left,) = recovery.found()
    back = recovery.restore(left.key)
    assert back.battle_map.terrain[7] == "lava"
    assert [path.name for path in back.save()] == ["field-palette.yaml", "field.yaml"]
    keeper.close()


def test_a_map_saved_elsewhere_takes_its_palette_along(bench: Bench, tmp_path: Path) -> None:
    open_editor(bench, lava)
    (tmp_path / "else" / "maps").mkdir(parents=True)
    there = tmp_path / "else" / "maps" / "copy.yaml"
    bench.document.save_as(there)
    assert formats.load_map(there).palette.terrain["lava"].name == "Lava"


def test_another_kind_of_file_is_never_written_over(bench: Bench, file: Path) -> None:
    open_editor(bench, lava)
    other = file.parent / "field-palette.yaml"
    other.write_text(file.read_text())
    with pytest.raises(HexwrightError, match="another kind of file"):
        bench.document.save()
    assert other.read_text() == file.read_text()
