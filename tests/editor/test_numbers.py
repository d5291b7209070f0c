"""Numbers are typed with a decimal point or a decimal comma, whatever the language; nothing parts thousands."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QAbstractSpinBox
from pytestqt.qtbot import QtBot

import editor
from editor.dialogs.preferences import PreferencesDialog
from editor.dialogs.value_form import parse_value
from editor.look.numbers import COMMA, MARK, POINT, DecimalBox, PointsBox, WholeBox, decimal
from editor.work.settings import settings

LANGUAGES = ["en_US", "de_DE", "tr_TR", "fr_FR", "de_CH", "ar_EG"]


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    before = QLocale()
    QLocale.setDefault(QLocale(request.param))
    yield request.param
    QLocale.setDefault(before)


def typed(qtbot: QtBot, box: QAbstractSpinBox, text: str) -> None:
    qtbot.addWidget(box)
    box.show()
    box.selectAll()
    qtbot.keyClicks(box, text)
    qtbot.keyClick(box, Qt.Key.Key_Return)


@pytest.mark.parametrize("kind", [DecimalBox, PointsBox])
@pytest.mark.parametrize("text", ["1.5", "1,5"])
def test_either_mark_is_taken(language: str, qtbot: QtBot, kind: type[DecimalBox], text: str) -> None:
    for suffix in ("", " mm"):
        box = kind()
        box.setRange(-9999, 9999)
        box.setSuffix(suffix)
        typed(qtbot, box, text)
        assert box.value() == 1.5


@pytest.mark.parametrize("text", ["1.234,5", "1,234.5"])
def test_a_mark_of_thousands_is_not_taken(language: str, qtbot: QtBot, text: str) -> None:
    box = DecimalBox()
    box.setRange(-99999, 99999)
    typed(qtbot, box, text)
    assert box.value() not in (1234.5, 12345)


@pytest.mark.parametrize("text", ["1.5", "1,5"])
def test_a_whole_number_has_no_mark(language: str, qtbot: QtBot, text: str) -> None:
    box = WholeBox()
    box.setRange(0, 99999)
    for at in range(1, len(text)):
        assert box.validate(text[: at + 1], at + 1)[0].name == "Invalid"


@pytest.mark.parametrize("mark", [POINT, COMMA])
def test_numbers_are_shown_with_the_mark_that_was_chosen(qtbot: QtBot, mark: str) -> None:
    dialog = PreferencesDialog()
    qtbot.addWidget(dialog)
    dialog.mark.setCurrentIndex(dialog.mark.findData(mark))
    dialog.accept()
    assert settings().value(MARK) == mark
    for kind, shown in ((DecimalBox, f"1{mark}50"), (PointsBox, f"1{mark}5")):
        box = kind()
        qtbot.addWidget(box)
        box.setValue(1.5)
        assert box.text() == shown
        box.stepUp()
        assert box.value() == 2.5


def test_typed_texts_are_read_alike() -> None:
    assert decimal(" 1,5 ") == decimal("1.5") == 1.5
    assert parse_value("1,5") == 1.5
    with pytest.raises(ValueError, match="could not convert"):
        decimal("1.234,5")


def test_every_field_for_a_number_is_one_of_ours() -> None:
    """Qt's own fields take the marks of the desktop's language."""
    found = {
        path.name
        for path in Path(editor.__file__).parent.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("QSpinBox", "QDoubleSpinBox")
    }
    assert found == set()
