"""What is printed and drawn into files, where the disk fills up: the old file stays, and nothing else is there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from full_disk import full_disk, in_folder
from PySide6.QtWidgets import QApplication

from editor.output.counter_sheets import CounterSheetSetup, plan_counters, print_counters
from editor.output.paper.bundle import BundleSetup, print_bundle
from editor.output.paper.writing import write_document
from editor.tables.printing.papers import print_bases
from engine.errors import HexwrightError
from engine.formats import load_scenario
from engine.paper.aids import player_aids
from engine.paper.rulebook import rulebook
from engine.paper.source import source_of
from engine.scenario import Scenario
from engine.writing import write_text


def sheets(scenario: Scenario, path: Path) -> None:
    print_counters(scenario, path, plan_counters(scenario, CounterSheetSetup(12.7)))


WRITERS: dict[str, Callable[[Scenario, Path], object]] = {
    "book.md": lambda scenario, path: write_document(rulebook(source_of(scenario)), path),
    "book.html": lambda scenario, path: write_document(rulebook(source_of(scenario)), path),
    "aids.pdf": lambda scenario, path: write_document(player_aids(source_of(scenario)), path),
    "game.zip": lambda scenario, path: print_bundle(scenario, path, BundleSetup()),
    "counters.pdf": sheets,
    "bases.pdf": lambda _scenario, path: print_bases(load_scenario("teaching_table"), path),
}


@pytest.mark.parametrize("name", WRITERS)
def test_a_disk_that_fills_up_leaves_the_old_file(name: str, qapp: QApplication, tmp_path: Path) -> None:
    scenario, path = load_scenario("first_steps"), tmp_path / name
    for old in (b"", b"what was there before"):
        if old:
            write_text(path, old.decode())
        before = in_folder(tmp_path)
        with full_disk(1000), pytest.raises(HexwrightError, match=r"could not be (saved|written)"):
            WRITERS[name](scenario, path)
        assert in_folder(tmp_path) == before
