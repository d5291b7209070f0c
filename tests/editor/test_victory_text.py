"""The victory page has the conditions in sentences, which follow every change and can be printed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from bench import Bench, at_bench
from fields import battle_for_the_mill
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from editor.commands.edit_scenario import EditScenario
from editor.panels.victory_page import VictoryPage
from engine.scenario import Scoring


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_bench(qtbot, battle_for_the_mill()) as made:
        yield made


@pytest.fixture
def page(qtbot: QtBot, bench: Bench) -> VictoryPage:
    made = VictoryPage(bench.desk)
    qtbot.addWidget(made)
    made.resize(360, 700)
    made.show()
    return made


def test_the_sentences_are_shown_first_and_follow_each_change(bench: Bench, page: VictoryPage) -> None:
    assert page.text.isVisible()
    assert "1 point to whoever holds The Mill (L0303)." in page.text.page.toPlainText()
    victory = bench.document.require_scenario().victory
    assert bench.desk.push(
        EditScenario("More", victory=replace(victory, scoring=(replace(victory.scoring[0], points=4),)))
    )
    assert "4 points to whoever holds The Mill (L0303)." in page.text.page.toPlainText()
    bench.document.stack.undo()
    assert "1 point to whoever holds" in page.text.page.toPlainText()


def test_a_chosen_line_has_its_sentence_over_its_fields(bench: Bench, page: VictoryPage) -> None:
    page.refresh(("line", 0))
    assert not page.text.isVisible()
    assert page.sentence.text() == "1 point to whoever holds The Mill (L0303)."
    page._edited("points", 6.0, 0)
    assert page.sentence.text() == "6 points to whoever holds The Mill (L0303)."
    page.add_win()
    assert page.sentence.text().startswith("Victory for United States at once when that side holds")
    page.refresh(("points",))
    assert page.text.isVisible()
    assert not page.sentence.isVisible()


def test_they_can_be_copied_saved_and_printed(bench: Bench, page: VictoryPage, tmp_path: Path) -> None:
    page.text.copy_button.click()
    assert "whoever holds The Mill" in QGuiApplication.clipboard().text()
    for ending in (".txt", ".html", ".pdf"):
        assert page.text.save(tmp_path / f"victory{ending}")
    assert "whoever holds The Mill (L0303)." in (tmp_path / "victory.txt").read_text(encoding="utf-8")
    html = (tmp_path / "victory.html").read_text(encoding="utf-8")
    assert html.startswith("<!doctype html>")
    assert "<li>1 point to whoever holds The Mill (L0303).</li>" in html
    assert (tmp_path / "victory.pdf").read_bytes().startswith(b"%PDF")
    assert not page.text.save(tmp_path / "nowhere" / "victory.pdf")
    assert "Could not save victory.pdf" in bench.said[-1]


def test_a_long_text_takes_several_pages(bench: Bench, page: VictoryPage, tmp_path: Path) -> None:
    victory = bench.document.require_scenario().victory
    many = tuple(Scoring("hold", n, hexes=("L0303",)) for n in range(1, 200))
    assert bench.desk.push(EditScenario("Many", victory=replace(victory, scoring=many)))
    assert page.text.save(tmp_path / "long.pdf")
    written = (tmp_path / "long.pdf").read_bytes()
    assert written.count(b"/Type /Page\n") >= 3 or written.count(b"/Type /Page") >= 4
