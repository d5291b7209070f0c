"""docs/adding-to-the-program.md, carried out: its terrain, check, tool and panel work as they stand on the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bench import forgive
from hand import Hand
from pytestqt.qtbot import QtBot

from editor.desk.desk import Desk
from editor.document.document import Document
from editor.hexes.commands.set_feature import SetFeature
from editor.panels import PANELS, PanelSpec
from editor.plain import PlainLabel
from editor.tools import TOOLS, manager
from editor.tools.base import HexStroke
from editor.tools.options import SizeRow, SymmetryRow
from editor.window import docks, focus
from editor.window.window import Window
from engine import data, formats
from engine.findings import Severity
from engine.hexes.board.grid import GridSpec
from engine.hexes.board.numbering import Numbering
from engine.hexes.checks.subject import HexSubject, hex_check
from engine.umpire.checks.registry import CHECKS, Found, Scope
from engine.umpire.checks.run import check_map

PAGE = Path(__file__).parents[2] / "docs" / "adding-to-the-program.md"


def fresh() -> Document:
    return Document.new_map(GridSpec(8, 6, numbering=Numbering()), formats.load_palette("standard"))


def block(language: str, word: str) -> str:
    """The one piece of code on the page that has this word in it."""
    found = re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (only,) = (text for text in found if word in text)
    return str(only)


def made(word: str, **known: Any) -> dict[str, Any]:
    """What a piece of code defines, given what it uses."""
    scope: dict[str, Any] = {"__name__": __name__, **known}
    exec(compile(f"from __future__ import annotations\n{block('python', word)}", str(PAGE), "exec"), scope)
    return scope


def test_a_terrain_is_an_entry_in_a_palette_file(tmp_path: Path) -> None:
    text = (data.resources() / "palettes" / "standard.yaml").read_text(encoding="utf-8")
    entry = block("yaml", "vineyard").removeprefix("terrain:\n")
    (tmp_path / "wine.yaml").write_text(text.replace("terrain:\n", f"terrain:\n{entry}", 1), encoding="utf-8")
    kind = formats.load_palette(str(tmp_path / "wine.yaml")).terrain["vineyard"]
    assert (kind.name, kind.pattern, kind.treat_as) == ("Vineyard", "hedges", {"tlg2": "forest"})


@pytest.fixture
def _checks_as_they_were() -> Iterator[None]:
    before = dict(CHECKS)
    yield
    CHECKS.clear()
    CHECKS.update(before)


@pytest.mark.usefixtures("_checks_as_they_were")
def test_a_check_is_a_function() -> None:
    made(
        "lonely_churches",
        Severity=Severity,
        Scope=Scope,
        hex_check=hex_check,
        HexSubject=HexSubject,
        Iterator=Iterator,
        Found=Found,
    )
    board = fresh().battle_map
    board.features[3] = ("church",)
    (found,) = (finding for finding in check_map(board) if finding.code == "MAP199")
    assert (found.place.hex, found.severity) == (board.grid.name(3), Severity.WARNING)
    board.features[3] = ("church", "village")
    assert not [finding for finding in check_map(board) if finding.code == "MAP199"]


@pytest.mark.logs
def test_a_tool_is_a_file_and_a_line(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    known = {"HexStroke": HexStroke, "SizeRow": SizeRow, "SymmetryRow": SymmetryRow, "SetFeature": SetFeature}
    planter = made("class Planter", **known)["Planter"]
    monkeypatch.setattr(manager, "TOOLS", (*TOOLS, planter))
    window = Window(fresh())
    qtbot.addWidget(window, before_close_func=forgive)
    with qtbot.waitExposed(window):
        window.show()
    action = window.desk.actions.get("tool.planter")
    assert action in window.bars.tools.actions()
    assert action.shortcut().toString() == "Y"
    action.trigger()
    assert window.status.message.text() == "Drag to plant orchards"
    window.canvas.fit()
    hand = Hand(qtbot, window.desk)
    hand.click(window.desk.document.battle_map.grid.name(8))
    assert window.desk.document.battle_map.features[8] == ("orchard",)
    assert window.desk.undo.undoText() == "Place Orchard"


def test_a_panel_is_a_file_and_a_row(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    count = made("class CountPanel", PlainLabel=PlainLabel, Desk=Desk)["CountPanel"]
    for module in (docks, focus):
        monkeypatch.setattr(module, "PANELS", [*PANELS, PanelSpec("count", "Count", "right", count)])
    window = Window(fresh())
    qtbot.addWidget(window, before_close_func=forgive)
    window.desk.selection.set([3, 4])
    assert window.docks["count"].widget().text() == "2 hexes selected"
    window.desk.actions.get("panel.count").trigger()
    assert window.docks["count"].isVisibleTo(window)
