"""Conditions as chips: shown as the file has them, added by typing, changed and removed by the keyboard."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from access import faults
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from settling import settle

from editor.rules.widgets.chips import ConditionChips
from editor.rules.widgets.condition_data import ConditionParts
from editor.rules.widgets.requirement_fields import field_for
from editor.rules.widgets.words import WordList
from engine.kit.condition_text import UNCLEAR, ConditionText
from engine.kit.requirement_kinds import KINDS

sys.path.insert(0, str(Path(__file__).parent.parent / "kits"))
from written_conditions import SAMPLES, conditions, data_of, rules_files

WORDS = WordList(
    {
        "units": {
            "types": {"foot": "Foot", "guns": {"title": "Guns"}},
            "classes": {"leg": "foot"},
            "values": {"strength": {"title": "Strength"}, "morale": {}},
            "flags": {"elite": "Elite"},
            "statuses": {"shaken": {"title": "Shaken"}, "routed": {}},
        },
        "ground": {"terrain": "clear woods", "features": ["fort"], "hexsides": "river slope bridge", "paths": "road"},
        "conditions": {"cover": {"terrain": "woods"}},
        "settings": {"rear": {"kind": "hexes"}, "attacker": {"kind": "side"}},
        "options": {"rout": {"choices": ["yes", "no"]}},
        "combat": [{"name": "attack"}, "half"],
        "sequence": {"phases": [{"name": "movement", "do": "move"}, {"name": "combat"}]},
        "markers": {"smoke": {}},
        "weather": {"kinds": "rain"},
        "events": {"day": {"rows": [{"name": "storm"}]}},
        "results": {"DR": {"text": "Defenders retreat."}},
    }
)


def chips(qtbot: QtBot, value: Any = None) -> ConditionChips:
    """The chips of a condition, in a window."""
    made = ConditionChips(WORDS)
    qtbot.addWidget(made)
    made.set_value(value)
    made.resize(400, 300)
    with qtbot.waitExposed(made):
        made.show()
    return made


def typed(qtbot: QtBot, made: ConditionChips, text: str) -> Any:
    """What the condition is after something was typed and entered."""
    made.adder.setFocus()
    qtbot.keyClicks(made.adder, text)
    if made.adder.completer().popup().isVisible():
        made.adder.completer().popup().hide()
    qtbot.keyClick(made.adder, Qt.Key.Key_Return)
    return made.value()


def test_every_condition_of_every_file_comes_out_as_it_is_written(qtbot: QtBot) -> None:
    made = ConditionChips(WORDS)
    qtbot.addWidget(made)
    seen = 0
    for raw in conditions():
        parts = ConditionParts(raw)
        for number, part in enumerate(parts.parts):
            parts.put(number, part.value)
        assert repr(parts.data()) == repr(raw)
        made.set_value(raw)
        assert repr(made.value()) == repr(raw)
        seen += 1
    assert seen > 100


def test_a_file_calls_its_conditions_by_the_titles_it_gives() -> None:
    data = data_of(next(one for one in rules_files() if one.parent.name == "bladensburg"))
    said = ConditionText(WordList(data)).sentence(data["zones"]["exert"])
    assert said == "The unit is in class fighting and is not Shaken or Routed."


def test_every_kind_of_requirement_has_words_and_a_field(qtbot: QtBot) -> None:
    assert list(SAMPLES) == list(KINDS)
    for key, value in SAMPLES.items():
        said = ConditionText(WORDS).sentence({key: value})
        assert UNCLEAR not in said, key
        made = chips(qtbot, {key: value})
        assert made.value() == {key: value}
        assert made.sentence.text() == said
        shown = made.chips.get(0)
        assert shown is None or (not shown.fault and UNCLEAR not in shown.text()), key
        for number in made.chips:
            made.open(number)
        assert faults(made) == []
        if KINDS[key].grouping:
            assert made.groups[0].fields, key
        else:
            field = field_for(KINDS[key], WORDS, value)
            qtbot.addWidget(field)
            assert repr(field.value()) == repr(value), key


@pytest.mark.parametrize(
    "odd", [None, "", "wod", 3, 2.5, True, [], [None], {}, {"least": None}, {"count": []}, {"any": 7}, [[{}]]], ids=repr
)
def test_what_is_half_written_is_shown_and_kept(qtbot: QtBot, odd: Any) -> None:
    made = chips(qtbot, odd)
    assert repr(made.value()) == repr(odd)
    for key in KINDS:
        made.set_value({key: odd})
        for number in made.chips:
            made.open(number)
        assert repr(made.value()) == repr({key: odd}), key


def test_a_wrong_name_is_marked_with_what_may_have_been_meant(qtbot: QtBot) -> None:
    made = chips(qtbot, {"terrain": "wods", "unheard": 1})
    assert made.chips[0].fault == "wods is not defined; did you mean woods?"
    assert made.chips[1].fault == "unheard is not a requirement"
    made.set_place(("zones", "exert"))
    made.set_value({"range": 2})
    assert made.chips[0].fault == "range asks about the attack, and there is none here"
    made.set_place(("conditions", "near"))
    assert made.chips[0].fault == "", "a condition with a name may be used where there is an attack"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("woods", {"terrain": "woods"}),
        ("terrain: woods", {"terrain": "woods"}),
        ("not woods", {"terrain": "!woods"}),
        ("hexside: slope up", {"hexside": "slope up"}),
        ("not hexside: slope down", {"hexside": "!slope down"}),
        ("terrain clear woods", {"terrain": "clear woods"}),
        ("Guns", {"type": "guns"}),
        ("in supply", None),
        ("supplied: no", {"supplied": False}),
        ("elevation at least 2", {"elevation": {"least": 2}}),
        ("range 1-3", {"range": {"least": 1, "most": 3}}),
        ("value strength 1/2", {"value": {"strength": "1/2"}}),
        ("steps: reduced", {"steps": "reduced"}),
        ("any of", {"any": [{}, {}]}),
    ],
)
def test_a_requirement_is_added_by_typing(qtbot: QtBot, text: str, value: Any) -> None:
    made = chips(qtbot)
    assert typed(qtbot, made, text) == value
    assert made.complaint.isVisible() == (value is None)


def test_what_is_chosen_from_the_list_is_added_once(qtbot: QtBot) -> None:
    made = chips(qtbot)
    made.adder.setFocus()
    qtbot.keyClicks(made.adder, "woo")
    popup = made.adder.completer().popup()
    qtbot.keyClick(popup, Qt.Key.Key_Down)
    qtbot.keyClick(popup, Qt.Key.Key_Return)
    settle()
    assert made.value() == {"terrain": "woods"}
    assert made.adder.text() == ""


def test_requirements_that_are_added_keep_what_the_file_has(qtbot: QtBot) -> None:
    made = chips(qtbot, "foot")
    with qtbot.waitSignal(made.changed):
        typed(qtbot, made, "Elite")
    assert made.value() == {"type": "foot", "flag": "elite"}
    made.set_value({"terrain": "woods"})
    assert typed(qtbot, made, "not clear") == [{"terrain": "woods"}, {"terrain": "!clear"}]


def test_other_words_leave_alone_what_is_being_typed(qtbot: QtBot) -> None:
    made = chips(qtbot, {"terrain": "wods", "any": [{"terrain": "wods"}, {}]})
    made.open(0)
    field = made.focusWidget()
    assert field is not None
    ground = {"ground": {"terrain": "clear wods"}}
    made.set_words(WordList({**WORDS.data, **ground}))
    assert made.focusWidget() is field
    assert not made.chips[0].fault
    inner = made.groups[1].fields["0"]
    assert isinstance(inner, ConditionChips)
    assert not inner.chips[0].fault


def test_the_keyboard_alone_changes_moves_and_removes(qtbot: QtBot) -> None:
    made = chips(qtbot, {"terrain": "woods", "flag": "elite", "elevation": 2})
    made.adder.setFocus()
    qtbot.keyClick(made.adder, Qt.Key.Key_Backspace)
    assert made.focusWidget() is made.chips[2]
    qtbot.keyClick(made.chips[2], Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    assert list(made.value()) == ["terrain", "elevation", "flag"]
    assert made.focusWidget() is made.chips[1]
    qtbot.keyClick(made.chips[1], Qt.Key.Key_Return)
    assert made.editor.isVisible()
    field = made.focusWidget()
    assert field is not None
    qtbot.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(field, "4")
    assert made.value() == {"terrain": "woods", "elevation": 4, "flag": "elite"}
    assert "level 4" in made.sentence.text()
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert made.focusWidget() is made.chips[1]
    for key in (Qt.Key.Key_Delete, Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
        held = made.focusWidget()
        assert held is not None
        qtbot.keyClick(held, key)
    assert made.value() is None
    assert made.focusWidget() is made.adder


def test_conditions_inside_others_are_changed_in_their_frames(qtbot: QtBot) -> None:
    made = chips(qtbot, {"any": [{"terrain": "woods"}, {"feature": "fort"}], "next_to": {"side": "enemy"}})
    alternatives, near = made.groups[0], made.groups[1]
    inner = alternatives.fields["1"]
    assert isinstance(inner, ConditionChips)
    assert "any of" not in [offer.text for offer in _offers(inner)]
    typed(qtbot, inner, "river")
    assert made.value()["any"] == [{"terrain": "woods"}, {"feature": "fort", "beside": "river"}]
    near.fields["count"].set_value({"least": 2})
    near.fields["count"].changed.emit()
    assert made.value()["next_to"] == {"side": "enemy", "count": {"least": 2}}
    assert "at least 2 units in an adjacent hex that are enemies" in made.sentence.text()
    alternatives.add.click()
    assert len(made.value()["any"]) == 3
    alternatives.removed.emit()
    assert list(made.value()) == ["next_to"]


def _offers(made: ConditionChips) -> list[Any]:
    made.adder.entered.emit()
    assert made._offers is not None
    return made._offers.all


def test_chips_wrap_and_none_is_wider_than_a_narrow_column(qtbot: QtBot) -> None:
    made = chips(qtbot, {"terrain": "woods", "status": "!shaken !routed", "type": "foot guns", "flag": "elite"})
    made.resize(320, 400)
    made.grab()
    assert made.minimumSizeHint().width() <= 320
    assert len({chip.y() for chip in made.chips.values()}) > 1
    assert all(chip.geometry().right() < 320 for chip in made.chips.values())
    assert all(chip.accessibleName() for chip in made.chips.values())


def test_a_click_into_the_empty_line_lists_what_can_be_added(qtbot: QtBot) -> None:
    made = chips(qtbot)
    qtbot.mouseClick(made.adder, Qt.MouseButton.LeftButton)
    popup = made.adder.completer().popup()
    qtbot.waitUntil(popup.isVisible)
    assert popup.model().rowCount() > 10
    popup.hide()
