"""Help > Plug-ins, tools and panels of plug-ins, and those that fail."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from bench import at_bench, forgive
from fields import document
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from editor.dialogs.plugins_dialog import PluginsDialog
from editor.panels import added_panels
from editor.tools import TOOLS, added_tools
from editor.window.app import make_window
from engine import plugins

CODE = """
HEXWRIGHT_CONTRACT = 1
from editor.hexes.tools.measure import Measure
from editor.panels import PanelSpec
from PySide6.QtWidgets import QLabel


class OddTool(Measure):
    key = "odd"
    picture = "measure"
    title = "Odd measure"
    shortcut = ""


def fail(desk):
    raise OSError("no disk")


GOOD = PanelSpec("odd-good", "Odd", "right", lambda desk: QLabel("here"), visible=False)
BAD = PanelSpec("odd-bad", "Odder", "right", fail, visible=False)
"""

BROKEN = """
from editor.hexes.tools.select import Select
from PySide6.QtWidgets import QLabel


class LateTool(Measure):
    key = "late"
    picture = "measure"

    def __init__(self, stage, controls):
        raise OSError("no disk")


def leads(desk, panel):
    raise OSError("no disk")


def exits(desk):
    raise SystemExit(3)


NOWHERE = PanelSpec("odd-far", "Odd", "above", lambda desk: QLabel("here"))
NAMELESS = PanelSpec("odd-none", None, "right", lambda desk: QLabel("here"))
TAKEN = PanelSpec("log", "Odd", "right", lambda desk: QLabel("here"))
NOTHING = PanelSpec("odd-none", "Odd", "right", lambda desk: None)
LEADS = PanelSpec("odd-leads", "Odd", "right", lambda desk: QLabel("here"), leads=leads)
EXITS = PanelSpec("odd-exits", "Odd", "right", exits)
"""


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(plugins, "STATE", tmp_path / "plugins.json")
    (tmp_path / "odd_window.py").write_text(CODE, encoding="utf-8")
    about = tmp_path / "odd_window-2.1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: odd_window\nVersion: 2.1\nAuthor: <b>A</b>\n")
    entries = "[hexwright.tools]\nodd = odd_window:OddTool\n[hexwright.panels]\nodd = odd_window:GOOD\n"
    (about / "entry_points.txt").write_text(entries, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    plugins.forget()
    yield
    plugins.forget()
    sys.modules.pop("odd_window", None)


@pytest.mark.usefixtures("plugin")
def test_a_tool_and_a_panel_of_a_plug_in_are_in_the_window(qtbot: QtBot) -> None:
    assert [tool.key for _, tool in added_tools(TOOLS)] == ["odd"]
    with at_bench(qtbot, document()) as bench:
        assert bench.desk.tools.get("odd").title == "Odd measure"
        bench.desk.tools.choose("odd")
        assert bench.desk.tools.current == "odd"
    assert [spec.key for spec in added_panels()] == ["odd-good"]


@pytest.mark.usefixtures("plugin")
def test_a_panel_that_fails_says_so_in_its_place(qtbot: QtBot, tmp_path: Path) -> None:
    about = tmp_path / "odd_window-2.1.dist-info" / "entry_points.txt"
    about.write_text("[hexwright.panels]\nodd = odd_window:BAD\n", encoding="utf-8")
    plugins.forget()
    with at_bench(qtbot, document()) as bench:
        (spec,) = added_panels()
        made = spec.factory(bench.desk)
        qtbot.addWidget(made)
        assert isinstance(made, QLabel)
        assert "no disk" in made.text()
    assert added_panels() == []


@pytest.mark.usefixtures("plugin")
@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ("tools]\nx = odd_window:LateTool", "its tool 'late' failed"),
        ("tools]\nx = odd_window:fail", "not a Tool with a key"),
        ("tools]\nx = odd_window:Select", "there is already a tool 'select'"),
        ("panels]\nx = odd_window:NOWHERE", "not left, right or bottom"),
        ("panels]\nx = odd_window:NAMELESS", "not left, right or bottom"),
        ("panels]\nx = odd_window:TAKEN", "there is already a panel 'log'"),
        ("panels]\nx = odd_window:NOTHING", "its panel failed"),
        ("panels]\nx = odd_window:LEADS", "what leads to its panel failed"),
        ("panels]\nx = odd_window:EXITS", "its panel failed (SystemExit"),
    ],
)
def test_a_tool_or_panel_that_does_not_fit_never_keeps_the_window_from_opening(
    qtbot: QtBot, tmp_path: Path, entry: str, why: str
) -> None:
    (tmp_path / "odd_window.py").write_text(CODE + BROKEN, encoding="utf-8")
    about = tmp_path / "odd_window-2.1.dist-info" / "entry_points.txt"
    about.write_text(f"[hexwright.{entry}\n", encoding="utf-8")
    plugins.forget()
    made = make_window(None)
    qtbot.addWidget(made)
    (one,) = plugins.plugins()
    assert one.off
    assert why in one.trouble
    forgive(made)
    made.close()


@pytest.mark.usefixtures("plugin")
def test_plug_ins_are_listed_and_switched(qtbot: QtBot) -> None:
    dialog = PluginsDialog(plugins.plugins, lambda name, on: plugins.switch(name, on=on))
    qtbot.addWidget(dialog)
    item = dialog.list.topLevelItem(0)
    assert item is not None
    assert [item.text(column) for column in range(5)] == [
        *("odd_window", "2.1", "<b>A</b>", "tools: odd; panels: odd", "on"),
    ]
    item.setCheckState(0, Qt.CheckState.Unchecked)
    qtbot.waitUntil(lambda: dialog.list.topLevelItem(0) is not None and dialog.list.topLevelItem(0).text(4) == "off")
    assert plugins.plugins()[0].off
    assert added_tools(TOOLS) == []
    again = dialog.list.topLevelItem(0)
    assert again is not None
    again.setCheckState(0, Qt.CheckState.Checked)
    qtbot.waitUntil(lambda: not plugins.plugins()[0].off)


def test_no_plug_ins_are_said(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = PluginsDialog(list, lambda name, on: None)
    qtbot.addWidget(dialog)
    item = dialog.list.topLevelItem(0)
    assert item is not None
    assert item.text(0) == "No plug-ins are installed."
