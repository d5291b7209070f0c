"""Values of several forms on the pages of the rules desk: words, figures by type, ranges, lists; never YAML."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from access import faults
from desk_alone import desk, rules_file
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QWidget
from pytestqt.qtbot import QtBot
from settling import settle

from editor.document.rules_document import RulesDocument
from editor.rules.fields import LARGER, FormChoice
from editor.rules.row_fields import ShortLine
from editor.rules.row_widgets import FieldRow, FoldRow, NewRow, RowWidget
from editor.rules.rows import asked_of, rows_of
from editor.rules.rules_view import RulesView
from editor.rules.shapes import RuleShape, whole
from editor.rules.widgets.chips import ConditionChips
from editor.rules.widgets.figure_field import FigureField
from editor.rules.widgets.figure_parts import EntryRows, KeyFields
from editor.rules.widgets.word_or_condition import WordOrCondition
from engine.kit.example.layout import laid_out
from engine.kit.reading import read_system_text

ALL_FORMS = """\
format: hexwright-system 1
name: forms
title: All forms
settings:
  exits: {kind: edge_by_side, default: {red: S, blue: N}}
  camp: {kind: hexes, default: F0302}
options: {fog: {choices: [light, thick], default: thick}, mud: {choices: [true, false]}}
units:
  types: {foot: Foot, guns: Guns, boss: {title: Boss, size: 0}}
  classes: {line: foot}
  values: {strength: {least: 0}, movement: {default: 4}, reach: {default: 2}}
  steps: {most: 3, reduced: {strength: {table: falls}}}
  statuses: {shaken: {title: Shaken, changes: {strength: {halve: up}}}}
sequence:
  order: chits
  first: {dice: 1d6, add: {red: 1}}
  phases: [{name: action, do: activate}, {name: march, do: move, allowance: 1/2}]
  activation: {of: formation, does: move attack, cup: [{name: red_chit, side: red, count: 2}]}
ground: {terrain: [clear, woods], features: [building], hexsides: [creek], paths: [road], base: clear}
movement:
  allowance: {value: {foot: 4, else: movement}, changes: [{add: {leader: movement}}]}
  costs: {hex: {clear: 1, woods: {foot: 2, guns: prohibited}}, path: {road: {foot: 1/2, else: 1}}}
  friends: {type: foot}
  enemies: {overrun: {ratio: 4, cost: 1}}
stacking: {limit: {foot: 3, else: 2}}
zones: {enter: {foot: stop, else: 1}, leave: 1, zone_to_zone: {guns: prohibited, else: as_usual}}
facing: {arcs: {front: [0, 1, 5], flank: [2, 4], rear: 3}}
sight: {blocked_by: woods, limit: 4}
combat:
- name: attack
  range: {least: 1, most: reach}
  targets: hex
  strength: {attacker: {table: figures, row: strength, column: fire}, defender: {foot: strength, else: 1}}
  table: crt
  retreat:
    none: [{lose: unit, steps: {dice: 1d6}}]
    short: stay
    not_into: [zones, {terrain: woods}]
    avoid: zones friends
  advance: {most: all, hexes: {foot: 1, else: 2}}
results: {AR: [{retreat: attacker, hexes: 1}], DR: [{lose: defender}, {points: {dice: 1d6}, to: attacker}]}
supply:
  sources: [{edge: exits}]
  trace: {cost: {foot: 6, else: movement}}
  without: {strength: half_up, movement: {add: -1}}
leaders: [{who: {type: boss}, lends: {value: movement, to: 2}, command: reach}]
weather: {kinds: fair rain, turns: {rain: 2-3 5}}
markers: {smoke: {lasts: 2}}
secrecy: {hides: units, spot: 3}
arrivals: {cost: 2}
victory: {worth: {foot: 1, else: strength}}
tables:
  crt: {columns: ["1:2", "1:1"], rows: {"1-3": [AR, AR], "4-6": [AR, DR]}}
  falls: {columns: [strength], rows: {"3": [4], "2": [3], "1": [1]}}
  figures: {columns: [fire], rows: {"1-9": [1]}}
"""


@pytest.fixture
def document(tmp_path: Path) -> RulesDocument:
    path = tmp_path / "forms.yaml"
    return rules_file(path, ALL_FORMS)


@pytest.fixture
def view(qtbot: QtBot, document: RulesDocument) -> RulesView:
    return desk(qtbot, document, example=False)


def unfolded(view: RulesView, document: RulesDocument) -> Iterator[None]:
    """Each page in turn, with all that is on it unfolded."""
    for page in list(view._pages):
        before = -1
        while before != len(view.form.opened):
            before = len(view.form.opened)
            view.form.opened |= {row.ident for row in rows_of(document, page, view.form.opened) if row.folds}
        view.show_page(page.key)
        yield


def field(view: RulesView, *path: str | int) -> Any:
    assert view.show_field(path)
    row = next(one for one in view.form.widgets if one.row.ident == path and one.row.kind != "new")
    assert isinstance(row, FieldRow | FoldRow)
    return row.field


def choose(box: FormChoice, value: object) -> None:
    box.setCurrentIndex(box.findData(value))
    box.activated.emit(box.currentIndex())


def shapes() -> Iterator[tuple[str, RuleShape]]:
    """All shapes of all keys, those of entries too."""
    waiting, seen = [whole()], set()
    while waiting:
        shape = waiting.pop()
        for key, found in shape.parts().items():
            inner: RuleShape | None = found
            while inner is not None:
                yield f"{shape.model and shape.model.__name__}.{key}", inner
                if inner.model is not None and inner.model not in seen:
                    seen.add(inner.model)
                    waiting.append(inner)
                inner = inner.inner


def test_the_file_has_no_errors(document: RulesDocument) -> None:
    """So that what the forms show is what a designer would have."""
    read = read_system_text(document.text, document.path)
    assert [one.message for one in read.errors] == []
    assert laid_out(read).units, "the live example has a battle whatever hexes and edges the settings name"


def test_every_key_has_a_field_of_its_own_kind() -> None:
    found = list(shapes())
    assert len(found) > 300
    assert {shape.kind for _, shape in found} == {
        *("line", "prose", "name", "names", "number", "whole", "dice", "turns", "amount", "plain", "values"),
        *("bool", "choice", "condition", "cells", "paragraphs", "model", "list", "map"),
    }
    plain = {name for name, shape in found if shape.kind == "plain"}
    assert plain == {"SettingRule.default", "KitOption.default"}


def test_no_field_shows_yaml_and_each_is_named_and_reached_by_tab(view: RulesView, document: RulesDocument) -> None:
    seen = 0
    for _page in unfolded(view, document):
        for line in view.form.findChildren(QLineEdit):
            seen += 1
            assert not line.text().startswith(("{", "[")), (view.page.key, line.accessibleName(), line.text())
        assert faults(view) == [], view.page.key
    assert seen > 150
    assert document.text == ALL_FORMS


def test_a_word_or_units_that_fit(qtbot: QtBot, view: RulesView, document: RulesDocument) -> None:
    friends = field(view, "movement", "friends")
    assert isinstance(friends, WordOrCondition)
    assert not friends.chips.isHidden()
    choose(friends.choice, "closed")
    assert document.own["movement"]["friends"] == "closed"
    assert friends.chips.isHidden()
    choose(friends.choice, LARGER)
    friends.chips.add("flag", "elite")
    assert document.own["movement"]["friends"] == {"type": "foot", "flag": "elite"}
    choose(friends.choice, None)
    assert "friends" not in document.own["movement"]


def test_a_word_or_rows_of_its_own(qtbot: QtBot, view: RulesView, document: RulesDocument) -> None:
    enemies = field(view, "movement", "enemies")
    assert isinstance(enemies, FormChoice)
    assert enemies.currentData() == LARGER
    choose(enemies, "closed")
    assert document.own["movement"]["enemies"] == "closed"
    choose(field(view, "movement", "enemies"), LARGER)
    assert document.own["movement"]["enemies"]["overrun"]["ratio"]
    assert field(view, "movement", "enemies", "overrun", "ratio").value()
    cup = field(view, "sequence", "activation", "cup")
    choose(cup, "sides")
    assert document.own["sequence"]["activation"]["cup"] == "sides"
    choose(field(view, "sequence", "activation", "cup"), LARGER)
    assert document.own["sequence"]["activation"]["cup"] == [{"name": "new_1"}]
    view.form.put(("supply", "without", "strength"), [{"halve": "down"}])
    assert field(view, "supply", "without", "strength").currentData() == LARGER


def test_hexes_by_words_and_conditions_in_order(view: RulesView, document: RulesDocument) -> None:
    retreat = ("combat", 0, "retreat")
    avoid = (*retreat, "avoid")
    assert field(view, *avoid, 0).value() == "zones"
    view.form.add_entry(avoid, "")
    assert document.own["combat"][0]["retreat"]["avoid"] == "zones friends prohibited"
    view.form.shift_entry((*avoid, 2), -1)
    assert document.own["combat"][0]["retreat"]["avoid"] == "zones prohibited friends"
    choose(field(view, *avoid, 0).choice, LARGER)
    field(view, *avoid, 0).chips.add("terrain", "woods")
    assert document.own["combat"][0]["retreat"]["avoid"] == [{"terrain": "woods"}, "prohibited", "friends"]
    view.form.take_out((*avoid, 0))
    assert document.own["combat"][0]["retreat"]["avoid"] == ["prohibited", "friends"]


def test_a_figure_by_type_of_unit(qtbot: QtBot, view: RulesView, document: RulesDocument) -> None:
    woods = field(view, "movement", "costs", "hex", "woods")
    assert isinstance(woods, FigureField)
    assert isinstance(woods.parts, EntryRows)
    name, figure = woods.parts.rows[1]
    figure.selectAll()
    qtbot.keyClicks(figure, "3")
    assert document.own["movement"]["costs"]["hex"]["woods"] == {"foot": 2, "guns": 3}
    name.selectAll()
    qtbot.keyClicks(name, "foot")
    assert "two entries" in woods.problem
    qtbot.keyClicks(name, "x")
    assert document.own["movement"]["costs"]["hex"]["woods"] == {"foot": 2, "footx": 3}
    woods.choose_form("")
    assert document.own["movement"]["costs"]["hex"]["woods"] == 3
    clear = field(view, "movement", "costs", "hex", "clear")
    clear.choose_form("by_unit")
    assert document.own["movement"]["costs"]["hex"]["clear"] == {"else": 1}
    qtbot.mouseClick(clear.parts.adder, Qt.MouseButton.LeftButton)
    assert document.own["movement"]["costs"]["hex"]["clear"] == {"else": 1, "foot": 1}


def test_figures_in_parts_and_back(qtbot: QtBot, view: RulesView, document: RulesDocument) -> None:
    reach = field(view, "combat", 0, "range")
    assert isinstance(reach.parts, KeyFields)
    most = reach.parts.fields["most"]
    most.selectAll()
    qtbot.keyClicks(most, "3")
    assert document.own["combat"][0]["range"] == {"least": 1, "most": 3}
    most.selectAll()
    qtbot.keyClick(most, Qt.Key.Key_Delete)
    assert document.own["combat"][0]["range"] == {"least": 1}
    reach.choose_form("")
    assert document.own["combat"][0]["range"] == 1
    attacker = field(view, "combat", 0, "strength", "attacker")
    offered = [action.text() for action in attacker.menu().actions()]
    assert "strength" in offered
    assert "By type or class of unit" in offered
    attacker.choose_form("leader")
    assert document.own["combat"][0]["strength"]["attacker"] == {"leader": "strength"}
    _pick(attacker, "reach")
    assert document.own["combat"][0]["strength"]["attacker"] == "reach"


def _pick(figure: FigureField, text: str) -> None:
    next(action for action in figure.menu().actions() if action.text() == text).trigger()


def test_the_page_says_what_the_field_in_hand_is_for(qtbot: QtBot, view: RulesView) -> None:
    with qtbot.waitExposed(view):
        view.show()
    leave = field(view, "zones", "leave")
    leave.setFocus()
    qtbot.waitUntil(lambda: view.help.text() == "To leave a zone: What it takes to leave an enemy zone. (leave)")
    view.show_page("units")
    assert view.help.text() != "To leave a zone: What it takes to leave an enemy zone. (leave)"


def test_names_are_a_checklist(view: RulesView, document: RulesDocument) -> None:
    blocked = field(view, "sight", "blocked_by")
    _pick(blocked, "building")
    assert document.own["sight"]["blocked_by"] == "woods building"
    _pick(blocked, "woods")
    assert document.own["sight"]["blocked_by"] == "building"
    rear = field(view, "facing", "arcs", "rear")
    _pick(rear, "2")
    assert document.own["facing"]["arcs"]["rear"] == [3, 2]


def test_values_of_one_line_say_what_does_not_fit(qtbot: QtBot, view: RulesView, document: RulesDocument) -> None:
    said: dict[tuple[str | int, ...], tuple[str, str, Any]] = {
        ("zones", "leave"): ("of", "only_start", "only_start"),
        ("weather", "turns", "rain"): ("1-", "1-2 4", "1-2 4"),
        ("sequence", "phases", 1, "allowance"): ("hal", "half_up", "half_up"),
        ("facing", "arcs", "flank"): ("7", "1 2", [1, 2]),
        ("markers", "smoke", "lasts"): ("ev", "ever", "ever"),
        ("options", "mud", "choices"): ("", "yes 1 true", ["yes", 1, True]),
    }
    for path, (wrong, right, value) in said.items():
        there = field(view, *path)
        line = there.line if isinstance(there, FigureField) else there
        line.selectAll()
        if wrong:
            qtbot.keyClicks(line, wrong)
            assert line.problem, path
        line.selectAll()
        qtbot.keyClicks(line, right)
        assert line.problem == "", path
        node: Any = document.own
        for part in path:
            node = node[part]
        assert node == value, path


class _Windows(QObject):
    """Notes what is shown as a window."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.shown.append(f"{type(watched).__name__} {watched.accessibleName()}")
        return False


def test_no_part_of_a_page_is_shown_as_a_window(qtbot: QtBot, qapp: QApplication, view: RulesView) -> None:
    """It would flash on the desktop, and take the keyboard from the real one."""
    windows = _Windows()
    qapp.installEventFilter(windows)
    for page in ("movement", "combat 0", "units"):
        view.show_page(page)
    qapp.removeEventFilter(windows)
    assert windows.shown == []


def row_at(view: RulesView, *path: str | int) -> RowWidget:
    """The row of a place."""
    assert view.show_field(path)
    return next(one for one in view.form.widgets if one.row.ident == path and not isinstance(one, NewRow))


@pytest.mark.parametrize("page", ["movement", "combat 0", "stacking"])
def test_rows_that_are_unfolded_are_below_each_other(qtbot: QtBot, view: RulesView, page: str) -> None:
    """Also where several are unfolded before anything is drawn again."""
    with qtbot.waitExposed(view):
        view.show()
    view.show_page(page)
    for _ in range(3):
        view.form.opened |= {row.ident for row in view.form.rows if row.folds}
        view.form.refresh()
    settle()
    shown = view.form.widgets
    assert all(below.y() >= above.geometry().bottom() for above, below in pairwise(shown))
    assert all(row.height() >= row.minimumSizeHint().height() for row in shown)


def test_rows_inside_a_field_have_their_height_before_anything_is_drawn_again(qtbot: QtBot, view: RulesView) -> None:
    with qtbot.waitExposed(view):
        view.show()
    view.show_page("movement")
    settle()
    for _ in range(4):
        view.form.opened |= {row.ident for row in view.form.rows if row.folds}
        view.form.refresh()
    found = [row for row in view.form.widgets if isinstance(getattr(row, "field", None), FigureField | ConditionChips)]
    heights = [row.height() for row in found]
    assert any(row.findChildren(EntryRows) for row in found)
    settle()
    assert heights == [row.height() for row in found]


def test_entries_with_a_number_in_place_of_a_name_ask_for_it() -> None:
    assert asked_of("die roll") == "Die roll, such as 1-2"
    assert asked_of("type") == "Name of a new type"


def test_hexes_closed_to_a_retreat_have_names(view: RulesView) -> None:
    row = row_at(view, "combat", 0, "retreat", "not_into", 0)
    assert isinstance(row, FoldRow)
    assert row.field.choice.currentText() == "enemy zones of control"


def test_what_is_folded_away_is_in_words_and_whole_in_the_tip(qtbot: QtBot, view: RulesView) -> None:
    row = row_at(view, "leaders", 0)
    view.form.fold(row.row.ident, False)
    row = row_at(view, "leaders", 0)
    assert isinstance(row, FoldRow)
    whole = "units that lead: the unit is Boss; values lent: "
    assert row.summary.whole.startswith(whole)
    line = ShortLine()
    qtbot.addWidget(line)
    line.setText(row.summary.whole)
    line.resize(120, 24)
    line.show()
    assert line.text().endswith("…")
    assert line.toolTip() == line.accessibleName() == line.whole
    line.resize(2000, 24)
    assert line.text() == line.whole
    assert line.toolTip() == ""


def test_fields_have_names_and_their_tips_the_keys_of_the_file(view: RulesView) -> None:
    row = row_at(view, "zones", "leave")
    assert isinstance(row, FieldRow)
    assert row.label.text() == "To leave a zone"
    assert row.label.toolTip().endswith("In the file: leave")


def test_paragraphs_of_fields_are_added_from_a_list_of_names(qtbot: QtBot, view: RulesView) -> None:
    document = view.document
    assert document is not None
    view.show_page("stacking")
    view.form.add_key(("zones",), "rules")
    settle()
    adder = next(one for one in view.form.widgets if isinstance(one, NewRow) and one.row.ident == ("zones", "rules"))
    assert adder.name is None
    adder.button.click()
    menu = next(one for one in adder.findChildren(QMenu))
    next(one for one in menu.actions() if one.text() == "To leave a zone").trigger()
    menu.close()
    assert "leave" in document.own["zones"]["rules"]
    entry = row_at(view, "zones", "rules", "leave")
    assert isinstance(entry, FoldRow)
    assert entry.label is not None
    assert entry.label.text() == "To leave a zone"


def test_names_that_are_known_are_added_from_a_list(view: RulesView) -> None:
    document = view.document
    assert document is not None
    view.show_page("movement")
    settle()
    place = ("movement", "costs", "hexside")
    view.form.fold(place, True)
    adder = next(one for one in view.form.widgets if isinstance(one, NewRow) and one.row.ident == place)
    adder.button.click()
    menu = next(one for one in adder.findChildren(QMenu))
    assert [one.text() for one in menu.actions()] == ["creek"]
    menu.actions()[0].trigger()
    menu.close()
    assert document.own["movement"]["costs"]["hexside"] == {"creek": 1}


def test_a_figure_reads_as_people_read_it_and_takes_either_name(
    qtbot: QtBot, view: RulesView, document: RulesDocument
) -> None:
    view.show()
    view.activateWindow()
    qtbot.waitUntil(view.isActiveWindow)
    view.form.put(("units", "types", "foot"), "Foot guards")
    view.form.put(("units", "values", "strength", "title"), "Combat strength")
    worth = field(view, "victory", "worth")
    name, figure = worth.parts.rows[0]
    rest = worth.parts.rows[1][1]
    view.list.setFocus()
    assert (name.text(), rest.text()) == ("Foot guards", "Combat strength")
    assert document.own["victory"]["worth"] == {"foot": 1, "else": "strength"}
    figure.setFocus()
    rest.setFocus()
    assert rest.text() == "strength"
    rest.clear()
    qtbot.keyClicks(rest, "combat Strength")
    rest.completer().popup().hide()
    figure.setFocus()
    assert rest.text() == "Combat strength"
    assert document.own["victory"]["worth"] == {"foot": 1, "else": "strength"}
    name.setFocus()
    assert name.text() == "foot"
    qtbot.keyClicks(name, "x")
    assert name.plain() == "xfoot"
