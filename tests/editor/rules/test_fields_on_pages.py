"""The special fields on the pages of the rules desk: they know the rest of the file from the beginning."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from editor.document.rules_document import RulesDocument, opened
from editor.rules.rules_view import RulesView
from editor.rules.widgets.paragraph_editor import ParagraphEditor
from editor.rules.widgets.table_grid import SHARES, TableGrid
from engine.kit.example.answers import ExampleKind

BANKS = Path(__file__).parents[2] / "kits" / "two_banks.yaml"


def test_tables_paragraphs_and_the_example_know_the_file_as_it_is(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "banks.yaml"
    path.write_text(BANKS.read_text(encoding="utf-8"), encoding="utf-8")
    document = opened(path)
    assert isinstance(document, RulesDocument)
    view = RulesView()
    qtbot.addWidget(view)
    document.changed.connect(view.follow)
    view.resize(1000, 700)
    view.take(document)
    with qtbot.waitExposed(view):
        view.show()
    view.show_page("tables")
    grid = view.form.findChild(TableGrid)
    assert isinstance(grid, TableGrid)
    shares = grid.grid.item(grid.grid.rowCount() - 1, 1).data(SHARES)
    assert {one.code: one.hurts for one in shares} == {"AR": "attacker", "BL": "both"}
    document.put(("stacking", "rule"), "5")
    view.show_page("paragraphs")
    editor = view.form.findChild(ParagraphEditor)
    assert isinstance(editor, ParagraphEditor)
    assert editor.show_number("5")
    assert [editor.places.item(n).text() for n in range(editor.places.count())] == ["Stacking", "Zones of control"]
    view.show_page("combat 0")
    qtbot.waitUntil(lambda: not view.example.busy)
    answer = view.example.map.view.answer
    assert answer is not None
    assert answer.asked is ExampleKind.ODDS
