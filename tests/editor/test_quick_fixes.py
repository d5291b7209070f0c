"""Quick fixes, each on the bad file of its check: the finding is gone, undo brings it back, and the file loads."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

from bench import at_bench
from fields import document as fields_document
from hand import Hand
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from editor.desk.desk import Desk
from editor.document.document import Document
from editor.panels.fixes import _ASKING, _COMMANDS, apply_fix, can_fix, place_all, placed_together
from engine import formats
from engine.findings import Finding, Fix, Severity
from engine.umpire.checks.run import check_map, check_scenario

CHECKS = Path("tests/broken/checks")
OF_OTHERS = {"rename_option", "set_values", "set_option", "mend_rules"}
"""Fixes whose bad file is not among those of the checks; test_problems_panel.py tries them."""


def found(document: Document) -> list[Finding]:
    battle_map, scenario = document.snapshot()
    path = document.path
    folder = str(path.parent) if path is not None else ""
    return check_map(battle_map) if scenario is None else check_scenario(scenario, folder=folder)


def offers(document: Document) -> list[Finding]:
    return [finding for finding in found(document) if finding.fix is not None]


def same(one: Finding, other: Finding) -> bool:
    return (one.code, one.fix, one.place.path) == (other.code, other.fix, other.place.path)


def documents(folder: Path) -> Iterator[Document]:
    shutil.copytree(CHECKS, folder)
    for path in sorted(folder.glob("*.yaml")):
        if not formats.load(path).errors:
            yield Document.open(path)


def test_each_fix_takes_its_finding_away(tmp_path: Path, qapp: QApplication) -> None:
    tried: set[str] = set()
    wrong: list[str] = []
    for document in documents(tmp_path / "checks"):
        offered = {(finding.code, finding.fix.verb): finding for finding in offers(document) if finding.fix}
        for (code, verb), finding in offered.items():
            assert can_fix(finding.fix), (code, verb)
            tried.add(verb)
            if verb in _ASKING or finding.fix is None:
                continue
            where = f"{code}: {finding.fix.title}"
            said: list[str] = []
            if not apply_fix(cast(Desk, SimpleNamespace(document=document, status=said.append)), finding.fix):
                wrong.append(f"{where}: {said}")
                continue
            if any(same(finding, left) for left in offers(document)):
                wrong.append(f"{where}: it is still found")
            assert document.path is not None
            document.save()
            again = formats.load(document.path)
            assert not again.errors, (where, again.errors)
            document.stack.undo()
            assert any(same(finding, back) for back in offers(document)), where
    assert wrong == []
    assert set(_COMMANDS) - tried == OF_OTHERS


def test_units_that_never_enter_play_are_placed_by_one_click() -> None:
    def unplaced(key: str, verb: str = "place_unit") -> Finding:
        return Finding("UNIT102", Severity.WARNING, "", fix=Fix("Place", verb, {"unit": key}))

    found = [unplaced("us-1"), unplaced("us-2"), unplaced("us-1")]
    assert placed_together(found, "UNIT102") == ["us-1", "us-2"]
    assert placed_together([*found, unplaced("us-3", "remove_setup")], "UNIT102") == []
    assert placed_together(found, "UNIT101") == []


def test_all_of_them_come_into_the_hex_that_is_clicked(qtbot: QtBot) -> None:
    with at_bench(qtbot, fields_document(setup={}, arrivals=())) as bench:
        place_all(bench.desk, ["us-9", "us-towson"])
        assert "2 units" in bench.said[-1]
        Hand(qtbot, bench.desk).click("L0304")
        assert bench.document.require_scenario().setup == {"us-9": "L0304", "us-towson": "L0304"}
        assert bench.desk.selection.units == ["us-9", "us-towson"]
        bench.document.stack.undo()
        assert bench.document.require_scenario().setup == {}
