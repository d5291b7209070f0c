"""Rough hands at the rules desk: whatever is typed, chosen and removed, nothing breaks, and undo leads back."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from desk_alone import desk, rules_file
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot
from sweeps import seeds, tries
from test_values_in_parts import ALL_FORMS

from tests.monkey.rules_hands import RulesHands


@pytest.mark.parametrize("seed", seeds(1, 60))
def test_rough_hands_break_nothing_and_undo_leads_back(qtbot: QtBot, tmp_path: Path, seed: int) -> None:
    document = rules_file(tmp_path / "forms.yaml", ALL_FORMS)
    others = set(QApplication.topLevelWidgets())
    view = desk(qtbot, document, shown=True)
    done: list[str] = []
    wrong: list[str] = []
    hands = RulesHands(view, Random(seed), done.append, wrong.append)
    for _ in range(tries(40, 400)):
        hands.step()
        assert not wrong, "\n".join([*done[-8:], *wrong])
    qtbot.waitUntil(lambda: not view.example.busy)
    assert document.stack.count() > 3, done
    hands.undo_all(ALL_FORMS)
    assert not wrong, "\n".join(wrong)
    assert not document.dirty
    qtbot.waitUntil(lambda: not view.example.busy)
    assert view.example.trouble.text() == ""
    assert document.path is not None
    assert document.text.encode() == document.path.read_bytes()
    # A part that is in no layout belongs to nobody: it outlives its row.
    loose = {one for one in QApplication.topLevelWidgets() if one.parent() is None and not isinstance(one, QMenu)}
    assert loose - others == {view.window()}
