"""The menu that prints rules, and its dialog, driven as by hand."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from bench import Bench, at_bench
from fields import battle_map, document
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog
from pytestqt.qtbot import QtBot

from editor.dialogs.print_paper import PrintPaperDialog
from editor.document.document import Document
from editor.document.rules_document import RulesDocument

PROJECT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_bench(qtbot, document()) as made:
        yield made


def fill(bench: Bench, key: str, act: Callable[[PrintPaperDialog], None]) -> None:
    """Choose the action, and do something with its dialog."""

    def typed() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QDialog)
        try:
            assert isinstance(dialog, PrintPaperDialog)
            act(dialog)
        finally:
            if dialog.isVisible():
                dialog.reject()

    QTimer.singleShot(0, typed)
    bench.desk.actions.get(key).trigger()


def test_player_aids_are_printed_from_the_file_menu(qtbot: QtBot, bench: Bench, tmp_path: Path) -> None:
    path = tmp_path / "aids.html"

    def act(dialog: PrintPaperDialog) -> None:
        assert dialog.facts.text().endswith("of A4")
        assert dialog.page.count() == len(dialog.preview.pages) >= 2
        dialog.papers.setCurrentIndex(dialog.papers.findData("letter"))
        assert dialog.facts.text().endswith("of Letter")
        dialog.page.setCurrentIndex(1)
        assert not dialog.preview.grab().isNull()
        dialog.file.line.setText(str(tmp_path / "aids.doc"))
        assert not dialog.ok.isEnabled()
        dialog.file.line.setText(str(path))
        dialog.accept()

    with qtbot.waitSignal(bench.menus.paper.finished) as waited:
        fill(bench, "file.print-aids", act)
    assert waited.args == [True]
    assert "Terrain effects" in path.read_text(encoding="utf-8")
    assert "Printed to" in bench.said[-1]


def test_cards_of_several_sides_are_one_pdf(bench: Bench) -> None:
    seen: list[tuple[int, tuple[str, ...]]] = []
    fill(bench, "file.print-cards", lambda dialog: seen.append((len(dialog.documents), dialog.endings)))
    assert seen == [(2, (".pdf",))]


def test_the_whole_game_is_written_as_an_archive(
    qtbot: QtBot, bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.zip"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args, **_more: (str(path), ""))
    with qtbot.waitSignal(bench.menus.paper.finished) as waited:
        bench.desk.actions.get("file.print-game").trigger()
    assert waited.args == [True]
    assert "map.pdf" in zipfile.ZipFile(path).namelist()


def test_a_map_alone_has_no_rules_to_print(qtbot: QtBot) -> None:
    with at_bench(qtbot, Document(battle_map())) as bench:
        for key in ("rulebook", "aids", "cards", "game"):
            assert not bench.desk.actions.get(f"file.print-{key}").isEnabled()


def test_a_rules_file_prints_its_rulebook_as_it_is_in_its_tab(qtbot: QtBot, tmp_path: Path) -> None:
    text = Path(PROJECT, "resources/systems/the_ridge/system.yaml").read_text(encoding="utf-8")
    path = tmp_path / "rulebook.html"

    def act(dialog: PrintPaperDialog) -> None:
        dialog.file.line.setText(str(path))
        dialog.accept()

    with at_bench(qtbot, RulesDocument(text.replace("title: The Ridge", "title: The Crest", 1))) as made:
        keys = ("rulebook", "aids", "cards", "game")
        enabled = {key: made.desk.actions.get(f"file.print-{key}").isEnabled() for key in keys}
        assert enabled == {"rulebook": True, "aids": True, "cards": False, "game": False}
        fill(made, "file.print-rulebook", act)
        qtbot.waitUntil(lambda: any(said.startswith("Printed to") for said in made.said))
    assert "The Crest" in path.read_text(encoding="utf-8")


def test_a_broken_rules_file_says_why_it_prints_nothing(qtbot: QtBot) -> None:
    with at_bench(qtbot, RulesDocument("format: hexwright-system 1\nname: broken\n")) as made:
        made.desk.actions.get("file.print-rulebook").trigger()
        assert made.said[-1].startswith("Could not print: the rules file")
