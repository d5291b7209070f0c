"""A crash leaves a report without anything of a file in it, and the next start says where it is and what came back."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from answering import while_open
from bench import at_bench
from fields import battle_map
from pytestqt.qtbot import QtBot

from editor.dialogs.recovery import RecoveryDialog
from editor.document import recovery
from editor.document.document import Document
from editor.plain import PlainLabel
from editor.window.session import Session
from editor.work import crash_report
from editor.work.crash_report import CrashReport, crashed
from editor.work.version import version

BEGIN = """
import faulthandler, os, sys
from editor.work.crash_report import REPORT
REPORT.begin()
REPORT.note("file.save")
REPORT.note("PaintTerrain")
"""
ENDS = {
    "segmentation fault": "faulthandler._sigsegv()",
    "abort": "os.abort()",
    "kill": "os.kill(os.getpid(), 9)",
}


def run(code: str) -> None:
    subprocess.run([sys.executable, "-c", BEGIN + code], env=os.environ, capture_output=True, check=False)


@pytest.mark.parametrize("how", ENDS)
def test_a_crash_leaves_a_report(how: str) -> None:
    run(ENDS[how])
    [report] = crashed()
    text = report.read_text()
    assert text.startswith(f"Hexwright {version()}, Python ")
    assert "file.save\n" in text
    assert "PaintTerrain\n" in text
    said = {"segmentation fault": "Fatal Python error: Segmentation fault", "abort": "Fatal Python error: Aborted"}
    assert said.get(how, "was ended from outside") in text
    assert crashed() == [], "it is told of once"
    assert report.exists()


def test_what_fails_is_noted_without_what_the_error_says() -> None:
    run("def inner():\n    raise ValueError('the hex of Ann')\ninner()\n")
    [report] = crashed()
    text = report.read_text()
    assert "Failed: ValueError" in text
    assert "in inner" in text
    assert "Ann" not in text


def test_a_proper_end_leaves_none() -> None:
    run("REPORT.end()")
    assert crashed() == []


def test_a_running_program_is_no_crash_and_its_report_stays_short() -> None:
    report = CrashReport()
    report.begin()
    try:
        for number in range(1200):
            report.note(f"action {number}")
        assert crashed() == []
        [file] = (Path(os.environ["HEXWRIGHT_STATE"]) / "reports").glob("running-*.txt")
        lines = file.read_text().splitlines()
        assert lines[0].startswith("Hexwright ")
        assert lines[-1].endswith("action 1199")
        assert len(lines) < 600
    finally:
        report.end()


def test_where_no_report_can_be_written_the_program_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXWRIGHT_STATE", "/dev/null/nowhere")
    report = CrashReport()
    report.begin()
    report.note("file.save")
    report.end()
    assert crash_report.crashed() == []


def test_the_next_start_says_where_the_report_is_and_what_came_back(qtbot: QtBot, tmp_path: Path) -> None:
    with at_bench(qtbot, Document(battle_map())) as bench:
        session = Session(bench.menus.file)
        report = tmp_path / "crash-1.txt"
        assert not session.offer_recovery([report])
        assert f"No work was left unsaved. A report is in {report}" in bench.desk.log.lines[-1].text
        assert bench.said[-1] == bench.desk.log.lines[-1].text
        keeper = recovery.Recovery()
        other = Document(battle_map())
        other.mark_unsaved("map")
        keeper.watch(other)
        keeper.write()
        keeper.flush()
        lock = keeper._lock
        assert lock is not None
        lock.unlock()
        keeper._lock = None
        seen: list[str] = []

        def look(dialog: RecoveryDialog) -> None:
            seen.extend(label.text() for label in dialog.findChildren(PlainLabel))
            dialog.recover_button.click()

        while_open(RecoveryDialog, look, lambda: session.offer_recovery([report]))
        assert any(str(report) in text for text in seen)
        assert f"Recovered: Field. A report is in {report}" in bench.desk.log.lines[-1].text
        keeper.close()
        session.tell_failed(report)
        assert "Save your work" in bench.said[-1]
