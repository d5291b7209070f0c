"""Paragraphs of rules: numbers, texts in Markdown with a preview, and what enforces each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from access import faults
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QTextDocument
from pytestqt.qtbot import QtBot

from editor.rules.widgets.paragraph_editor import ParagraphEditor
from editor.rules.widgets.words import WordList

RULES: dict[str, Any] = {
    "paragraphs": {"4": {"title": "Movement", "text": "Units **move**."}, "4.1": {"title": "Roads", "text": ""}},
    "movement": {"rule": "4", "costs": {"path": {"road": {"cost": "1/2", "rule": ["4", "4.1"]}}}},
}


def editor(qtbot: QtBot, value: Any = None) -> ParagraphEditor:
    made = ParagraphEditor()
    qtbot.addWidget(made)
    made.set_words(WordList(RULES))
    made.set_value(RULES["paragraphs"] if value is None else value)
    return made


@pytest.mark.parametrize("odd", ["x", 3, [], {}, {"1": "a text"}, {"1": None, "2": {"title": 3}}], ids=repr)
def test_what_is_half_written_is_shown_and_kept(qtbot: QtBot, odd: Any) -> None:
    made = editor(qtbot, odd)
    assert repr(made.value()) == repr(odd)
    if odd == {"1": "a text"}:
        made.title.setFocus()
        qtbot.keyClicks(made.title, "T")
        assert made.value() == {"1": {"text": "a text", "title": "T"}}


def test_title_text_kind_and_number_are_changed(qtbot: QtBot) -> None:
    made = editor(qtbot)
    qtbot.keyClicks(made.title, "s")
    made.text.setPlainText("All of *them*.")
    assert "All of them." in made.preview.toPlainText()
    made.number.setText("4.1")
    made.number.editingFinished.emit()
    assert "already" in made.complaint.text()
    made.number.setText("3")
    made.number.editingFinished.emit()
    assert list(made.value()) == ["3", "4.1"]
    assert made.value()["3"] == {"title": "Movements", "text": "All of *them*."}
    assert made.list.currentRow() == 0


def test_paragraphs_are_added_with_the_next_number_moved_and_removed(qtbot: QtBot) -> None:
    made = editor(qtbot)
    assert made.show_number("4.1")
    assert faults(made) == []
    made.buttons["Add"].click()
    assert list(made.value()) == ["4", "4.1", "4.2"]
    made.buttons["Up"].click()
    assert list(made.value()) == ["4", "4.2", "4.1"]
    made.buttons["Remove"].click()
    assert list(made.value()) == ["4", "4.1"]
    assert repr(made.value()["4"]) == repr(RULES["paragraphs"]["4"])


def test_below_each_paragraph_is_what_enforces_it_and_leads_there(qtbot: QtBot) -> None:
    made = editor(qtbot)
    places = [made.places.item(row).text() for row in range(made.places.count())]
    assert places == ["Movement", "Movement \u203a Costs \u203a Paths \u203a road"]
    with qtbot.waitSignal(made.place_asked) as asked:
        made.places.itemActivated.emit(made.places.item(1))
    assert asked.args == [("movement", "costs", "path", "road")]
    made.set_words(WordList({}))
    assert "Nothing enforces it" in made.places.item(0).text()
    assert not made.places.item(0).flags() & Qt.ItemFlag.ItemIsSelectable


def test_the_preview_reads_no_pictures_no_links_and_no_html(qtbot: QtBot, tmp_path: Path) -> None:
    picture = tmp_path / "spy.png"
    picture.write_bytes(b"x")
    text = f"![spy]({picture.as_uri()}) [go]({picture.as_uri()}) <img src='{picture.as_uri()}'>"
    made = editor(qtbot, {"1": {"text": text}})
    assert not made.preview.openLinks()
    assert not made.preview.openExternalLinks()
    found = made.preview.loadResource(QTextDocument.ResourceType.ImageResource.value, QUrl(picture.as_uri()))
    assert getattr(found, "width", lambda: 0)() == 1
    assert "<img src=" in made.preview.toPlainText(), "HTML is shown as it is written"
    made.preview.grab()
