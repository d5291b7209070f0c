"""The special fields on the pages of the rules desk: they know the rest of the file from the beginning."""

from __future__ import annotations

from pathlib import Path

from desk_alone import desk, rules_file
from pytestqt.qtbot import QtBot

from editor.rules.widgets.paragraph_editor import ParagraphEditor
from editor.rules.widgets.table_grid import SHARES, TableGrid
from engine.kit.example.answers import ExampleKind

BANKS = Path(__file__).parents[2] / "kits" / "two_banks.yaml"


def test_tables_paragraphs_and_the_example_know_the_file_as_it_is(qtbot: QtBot, tmp_path: Path) -> None:
    document = rules_file(tmp_path / "banks.yaml", BANKS.read_text(encoding="utf-8"))
    view = desk(qtbot, document, shown=True)
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
