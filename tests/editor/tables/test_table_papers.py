"""What a battle on a table is printed with: bases, deployment and ambush maps, army sheets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from bench import Bench, at_bench
from pdf_reading import page_lines, page_sizes
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot
from settling import settle

from editor.document.document import Document
from editor.preview.seats import HUMAN
from editor.tables.menus.papers import hidden_of
from editor.tables.printing.papers import print_bases, print_map
from engine import data
from engine.errors import HexwrightError


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_bench(qtbot, Document.open(data.scenarios() / "teaching_table.yaml")) as made:
        yield made


def test_bases_are_printed_at_true_size(bench: Bench, tmp_path: Path) -> None:
    scenario, path = bench.document.require_scenario(), tmp_path / "bases.pdf"
    assert print_bases(scenario, path) == 1
    assert [(round(wide), round(high)) for wide, high in page_sizes(path)] == [(210, 297)]
    [lines] = page_lines(path)
    across = {(round(one[0], 1), round(other[0], 1)) for one, other in lines}
    upright = {one for one, other in across if one == other}
    assert {12.0, 52.0, 55.0, 95.0} <= upright, "cutting marks: bases of 40 mm, 3 mm apart"
    assert print_bases(scenario, path, ["bd-1"]) == 1
    with pytest.raises(HexwrightError, match="no bases"):
        print_bases(replace(scenario, units={}, setup={}), path)
    with pytest.raises(HexwrightError, match="are printed to"):
        print_bases(scenario, tmp_path / "bases.png")


def test_a_map_shows_who_is_placed_and_nobody_else(bench: Bench, tmp_path: Path) -> None:
    scenario = bench.document.require_scenario()
    print_map(scenario, tmp_path / "all.pdf", scenario.setup, "All")
    print_map(scenario, tmp_path / "none.pdf", {}, "All")
    everybody, nobody = (sum(map(len, page_lines(tmp_path / name))) for name in ("all.pdf", "none.pdf"))
    assert everybody > nobody + 24 * 20, "each base is of many lines"
    assert [(round(wide), round(high)) for wide, high in page_sizes(tmp_path / "all.pdf")] == [(297, 210)]


def test_the_menu_prints_all_four(bench: Bench, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def chosen(*given: object) -> tuple[str, str]:
        return str(tmp_path / Path(str(given[2])).name), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", chosen)
    find, scenario = bench.desk.actions.get, bench.document.require_scenario()
    bench.document.stack.clear()
    bench.document._scenario = replace(scenario, special={**scenario.special, "ambush": ["psb-1"]})
    assert hidden_of(bench.document.require_scenario()) == {"psb-1"}
    for key in ("bases", "deployment", "ambush", "armies"):
        find(f"file.print-{key}").trigger()
        assert (tmp_path / f"teaching_table_{key}.pdf").stat().st_size > 3000, key
    assert "2 army sheets printed" in bench.said[-1]


def test_in_play_a_print_has_nothing_that_the_side_does_not_see(bench: Bench, qtbot: QtBot, tmp_path: Path) -> None:
    scenario = bench.document.require_scenario()
    bench.document._scenario = replace(scenario, special={**scenario.special, "ambush": ["psb-1"]})
    assert bench.desk.controls.game.start({"red": HUMAN, "blue": "staff"}, 1)
    settle()
    papers = bench.menus._own["tables"].papers
    assert "psb-1" not in papers._places(bench.document.require_scenario())
    with pytest.raises(HexwrightError, match="no elements are in ambush"):
        papers.ambush(bench.document.require_scenario(), tmp_path / "ambush.pdf")
