"""What the rules desk says of a value that is left out, or written without anything in it."""

from __future__ import annotations

from pathlib import Path

from desk_alone import desk, rules_file
from PySide6.QtWidgets import QComboBox, QLineEdit
from pytestqt.qtbot import QtBot

from editor.rules.cells import cell_at
from editor.rules.row_fields import in_short
from editor.rules.widgets.chips import ConditionChips
from engine.kit.condition_text import ConditionText
from engine.kit.model import combat, effects, ground, others, sequence, units
from engine.kit.model.left_out import LEFT_OUT, left_out
from engine.kit.wordlist import WordList

RULES = """\
format: hexwright-system 1
name: bare
title: Bare
units: {types: {foot: Foot}, values: {strength: {}, movement: {}}}
sequence: {phases: [{name: movement, do: move}, {name: combat, do: attack}]}
ground: {terrain: [clear]}
movement: {costs: {hex: {clear: 1}}}
zones: {not_across: []}
combat:
- {name: attack, strength: {attacker: strength, defender: strength}, not_across: [], retreat: {}, advance: {}}
"""


def test_every_key_of_the_list_is_one_of_its_model() -> None:
    models = {
        one.__name__: one
        for home in (combat, effects, ground, others, sequence, units)
        for one in vars(home).values()
        if isinstance(one, type)
    }
    for name, keys in LEFT_OUT.items():
        fields = models[name].model_fields
        for key in keys:
            info = fields[key]
            assert not info.is_required(), (name, key)
            assert info.get_default() in (None, (), ("any",), ("always",), ("enemy", "zones"), ""), (name, key)
            assert left_out(models[name], key) == keys[key]


def test_fields_that_are_left_out_say_what_holds_then(qtbot: QtBot, tmp_path: Path) -> None:
    view = desk(qtbot, rules_file(tmp_path / "bare.yaml", RULES), example=False, shown=True)
    for page, name, said in (
        ("ground", "Unknown kinds are", "default: the first terrain"),
        ("movement", "Movement allowance", "default: movement"),
    ):
        view.show_page(page)
        lines = [line for line in view.form.findChildren(QLineEdit) if line.isVisible()]
        assert said in [line.placeholderText() for line in lines if line.accessibleName() == name], (name, page)
    view.show_page("combat 0")
    boxes = {box.accessibleName(): box for box in view.form.findChildren(QComboBox)}
    assert boxes["Units attacked"].currentText() == "default: every enemy unit"
    assert boxes["Attackers need"].currentText().startswith("default: a line of sight")


def test_conditions_of_what_is_closed_close_nothing_when_they_are_empty(qtbot: QtBot, tmp_path: Path) -> None:
    document = rules_file(tmp_path / "bare.yaml", RULES)
    words = WordList(document.data)
    for path in (("zones", "not_across"), ("combat", 0, "not_across")):
        chips = ConditionChips(words)
        qtbot.addWidget(chips)
        chips.set_place(path)
        chips.set_value([])
        assert chips.sentence.text() == "Nothing is closed."
    assert ConditionText(words).sentence([]) == "Always."
    kind = in_short(cell_at(document, ("combat", 0)), words)
    assert "not across: nothing is closed" in kind


def test_a_block_with_its_defaults_is_told_from_none(tmp_path: Path) -> None:
    document = rules_file(tmp_path / "bare.yaml", RULES)
    words = WordList(document.data)
    kind = cell_at(document, ("combat", 0))
    assert in_short(kind.child("retreat"), words) == "as usual"
    assert in_short(kind.child("support"), words) == "none"


def test_a_folded_row_names_what_the_file_names_by_key(tmp_path: Path) -> None:
    rules = RULES.replace("strength: {}", "strength: {title: Men}").replace(
        "not_across: [], retreat", "range: strength, retreat"
    )
    document = rules_file(tmp_path / "bare.yaml", rules)
    words = WordList(document.data)
    kind = cell_at(document, ("combat", 0))
    assert "range: Men" in in_short(kind, words)
    assert in_short(kind.child("strength"), words) == "each attacker: Men; each defender: Men"
