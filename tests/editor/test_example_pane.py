"""The live example in the window: rules shown as they are typed, units moved by hand, broken rules told."""

from __future__ import annotations

from pathlib import Path

from access import faults
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from editor.rules.widgets.example_pane import ExamplePane
from engine.kit.example.answers import ExampleKind

BANKS = Path(__file__).parent.parent / "kits" / "two_banks.yaml"
TEXT = BANKS.read_text(encoding="utf-8")


def at_rest(qtbot: QtBot, pane: ExamplePane) -> None:
    """All that was asked is shown."""
    qtbot.waitUntil(lambda: not pane.busy)


def test_the_example_follows_the_rules_the_choosers_and_the_hand(qtbot: QtBot) -> None:
    pane = ExamplePane()
    qtbot.addWidget(pane)
    pane.resize(320, 420)
    with qtbot.waitExposed(pane):
        pane.show()
    pane.show_rules(TEXT, BANKS)
    at_rest(qtbot, pane)
    assert "4 Movement</a>" in pane.lines.text(), "paragraphs have their titles, though no game is played by them"
    far = len(pane.map.view.answer.hexes) if pane.map.view.answer else 0
    assert f"{far} hexes in reach" in pane.lines.text()
    assert pane.units.count() == 2
    assert not pane.enemies.isVisible()
    # Of several texts that come while one is worked on, the last is shown.
    for cost in (2, 3, 4):
        pane.show_rules(TEXT.replace("clear: 1", f"clear: {cost}"), BANKS)
    at_rest(qtbot, pane)
    assert pane.map.view.answer is not None
    assert len(pane.map.view.answer.hexes) < far
    assert "4" in {text for _, text in pane.map.view.answer.hexes.values()}
    last = pane.map.view
    pane.show_rules(TEXT.replace("zones:", "zone:"), BANKS)
    at_rest(qtbot, pane)
    assert pane.trouble.text().startswith("Line 13: ")
    assert pane.map.view.answer == last.answer, "the last good answer stays"
    pane.show_rules(TEXT, BANKS)
    pane.show_asked(ExampleKind.ODDS)
    at_rest(qtbot, pane)
    assert not pane.trouble.isVisible()
    assert pane.enemies.isVisible()
    assert pane.bar.shares
    assert faults(pane) == []
    with qtbot.waitSignal(pane.rule_asked) as asked:
        pane.lines.linkActivated.emit("rule:two_banks:combat.attack")
    assert asked.args == ["two_banks:combat.attack"]
    here = pane.map.view.at[pane.map.view.unit]
    qtbot.keyClick(pane.map, Qt.Key.Key_Up)
    at_rest(qtbot, pane)
    assert pane.map.view.at[pane.map.view.unit] != here
    qtbot.mouseClick(pane.map, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier, pane.map.rect().center())
    at_rest(qtbot, pane)
    assert pane.map.view.at[pane.map.view.enemy] == pane.map.hex_at(pane.map.rect().center().toPointF())
    pane.grab()


def test_a_pane_that_nobody_looks_at_does_no_work(qtbot: QtBot) -> None:
    pane = ExamplePane()
    qtbot.addWidget(pane)
    pane.show_rules(TEXT, BANKS)
    assert not pane.busy
    with qtbot.waitSignal(pane.shown):
        pane.show()
    at_rest(qtbot, pane)
    assert pane.map.view.answer is not None
