"""docs/adding-to-the-program.md, carried out: its terrain, pattern, check, tool, panel and export format work as they
stand, also where somebody has added them to the program just so."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from bench import forgive
from hand import Hand
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from test_shipped_palettes import EYES, lookalikes

from editor.controls.save_door import Wanted
from editor.desk.desk import Desk
from editor.dialogs import guide_pages
from editor.document.document import Document
from editor.hexes.commands.set_feature import SetFeature
from editor.hexes.drawing import patterns
from editor.hexes.tools.base import HexStroke
from editor.kinds import MapKind
from editor.panels import PANELS, PanelSpec
from editor.plain import PlainLabel, as_written
from editor.tools import TOOLS, manager
from editor.tools.options import SizeRow, SymmetryRow
from editor.window import docks, focus
from editor.window.window import Window
from engine import data, formats
from engine.boards.kinds import BoardKind
from engine.errors import HexwrightError
from engine.findings import Severity
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import GridSpec
from engine.hexes.board.numbering import Numbering
from engine.hexes.checks.subject import HexSubject, hex_check
from engine.umpire.checks.registry import CHECKS, Found, Scope
from engine.umpire.checks.run import check_map
from engine.writing import write_text

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "adding-to-the-program.md"
GUIDE = "editor/dialogs/guide_pages.py"
PALETTES = ("resources/palettes/standard.yaml", "resources/palettes/colour_blind.yaml")
TOUCHED: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "terrain with a new pattern": (
        (*PALETTES, "docs/formats.md", "engine/boards/palette.py", "editor/hexes/drawing/patterns.py"),
        (),
    ),
    "check of hex maps": (("engine/hexes/checks/map_checks.py", "tests/engine/umpire/bad_maps.py"), ()),
    "tool": (("editor/tools/__init__.py", GUIDE), ("editor/tools/planter.py", "resources/icons/planter.svg")),
    "panel": (
        ("editor/panels/__init__.py", "editor/window/workspace_list.py", GUIDE),
        ("editor/panels/count_panel.py",),
    ),
    "export format": (
        ("editor/menus/menus.py", "docs/guide/printing.md"),
        ("editor/output/terrain_table.py", "editor/menus/terrain_table.py"),
    ),
    "kind of map": (("engine/boards/kinds.py", "editor/kinds.py"), ("engine/areas/", "editor/areas/")),
    "rules system of hexes": (
        ("engine/play/registry.py",),
        ("engine/systems/skirmish/", "resources/systems/skirmish/"),
    ),
}
"""For each thing that the page adds, the files that somebody changes by hand, and the files or folders that are new."""


def fresh() -> Document:
    return Document.new_map(GridSpec(8, 6, numbering=Numbering()), formats.load_palette("standard"))


def blocks(language: str, word: str) -> list[str]:
    """The pieces of code on the page that have this word in them."""
    found = re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return [str(text) for text in found if word in text]


def made(word: str, **known: Any) -> dict[str, Any]:
    """What a piece of code defines, given what it uses."""
    (code,) = blocks("python", word)
    scope: dict[str, Any] = {"__name__": __name__, **known}
    exec(compile(f"from __future__ import annotations\n{code}", str(PAGE), "exec"), scope)
    return scope


def test_a_terrain_is_an_entry_in_each_palette_that_ships(qtbot: QtBot, tmp_path: Path) -> None:
    entries = zip(blocks("yaml", "vineyard"), (("standard", "hatch"), ("colour_blind", "gullies")), strict=True)
    for entry, (palette, pattern) in entries:
        text = (data.resources() / "palettes" / f"{palette}.yaml").read_text(encoding="utf-8")
        line = entry.removeprefix("terrain:\n")
        text = re.sub(r"  vineyard: .*\n", "", text).replace("features:\n", f"{line}features:\n", 1)
        (tmp_path / "wine.yaml").write_text(text, encoding="utf-8")
        made = formats.load_palette(str(tmp_path / "wine.yaml"))
        kind = made.terrain["vineyard"]
        assert (kind.name, kind.pattern, kind.treat_as) == ("Vineyard", pattern, {"tlg2": "forest"})
        assert made.base_terrain == "clear"
        assert [pair for eyes in EYES for pair in lookalikes(made, eyes)] == []


@pytest.fixture
def _checks_as_they_were() -> Iterator[None]:
    before = dict(CHECKS)
    CHECKS.pop("MAP199", None)
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
    monkeypatch.setattr(manager, "TOOLS", (*(tool for tool in TOOLS if tool.key != planter.key), planter))
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
    count = made("class CountPanel", PlainLabel=PlainLabel, Desk=Desk, Qt=Qt)["CountPanel"]
    others = [spec for spec in PANELS if spec.key != "count"]
    for module in (docks, focus):
        monkeypatch.setattr(module, "PANELS", [*others, PanelSpec("count", "Count", "right", count)])
    window = Window(fresh())
    qtbot.addWidget(window, before_close_func=forgive)
    window.desk.selection.set([3, 4])
    assert window.docks["count"].widget().text() == "2 hexes selected"
    window.desk.actions.get("panel.count").trigger()
    assert window.docks["count"].isVisibleTo(window)


def test_rows_of_the_guide_lead_to_a_page_that_is_there() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for key in ("planter", "count"):
        (address,) = re.findall(rf"`\"{key}\": \"([^\"]*)\"`", page)
        assert guide_pages.file_of(address.partition("#")[0]).exists()


def test_an_export_format_is_a_function(tmp_path: Path) -> None:
    export = made("terrain_table", BattleMap=BattleMap, Path=Path, write_text=write_text)["export_terrain"]
    board = fresh().battle_map
    board.terrain[0] = "forest"
    export(board, tmp_path / "terrain.csv")
    lines = (tmp_path / "terrain.csv").read_text(encoding="utf-8").splitlines()
    assert lines[:2] == ["0101,forest", f"{board.grid.name(1)},clear"]
    with pytest.raises(HexwrightError):
        export(board, tmp_path / "nowhere" / "terrain.csv")


class FrontDesk(QObject):
    """What the entry of an export asks of a desk."""

    def __init__(self) -> None:
        super().__init__()
        self.window = None
        self.document = SimpleNamespace(battle_map=fresh().battle_map)
        self.added: dict[str, Callable[[], None]] = {}
        self.actions = SimpleNamespace(add=lambda key, text, what, **_more: self.added.update({key: what}))
        self.said: list[str] = []
        self.status = self.said.append


def test_an_entry_exports_into_the_file_that_is_asked_for(qapp: QApplication, tmp_path: Path) -> None:
    export = made("terrain_table", BattleMap=BattleMap, Path=Path, write_text=write_text)["export_terrain"]
    answers = [None, tmp_path / "nowhere" / "terrain.csv", tmp_path / "terrain.csv"]
    warned: list[str] = []
    entry = made(
        "class TerrainActions",
        QObject=QObject,
        Wanted=Wanted,
        Path=Path,
        HexwrightError=HexwrightError,
        as_written=as_written,
        export_terrain=export,
        ask_where=lambda _desk, _wanted, _proposal: answers.pop(0),
        QMessageBox=SimpleNamespace(warning=lambda _window, title, _text: warned.append(title)),
    )["TerrainActions"]
    desk = FrontDesk()
    kept = entry(desk)
    for _ in range(3):
        desk.added["map.export-terrain"]()
    assert kept.parent() is desk
    assert (warned, desk.said) == (["Not written"], [f"Terrain written into {tmp_path / 'terrain.csv'}"])
    assert (tmp_path / "terrain.csv").read_text(encoding="utf-8").startswith("0101,clear")


def test_the_page_names_what_a_kind_of_map_must_have() -> None:
    """The kind of `tests/toys/area_map.py` is made as the page says."""
    chapter = PAGE.read_text(encoding="utf-8").partition("## A kind of map")[2]
    named = set(re.findall(r"`(\w+)`", chapter))
    needed = {field.name for field in fields(MapKind) if field.default is MISSING}
    assert {field.name for field in fields(BoardKind)} | needed <= named


def test_a_pattern_is_a_drawing_and_the_colours_of_its_roles() -> None:
    used = ("_stamp", "_circle", "_S", "hypot", "Role")
    drawn = made("def _vines", **{name: getattr(patterns, name) for name in used})
    stamp = drawn["_vines"]("vines", None)
    assert set(stamp.paths) == set(drawn["_vine_roles"](QColor("white"), QColor("black")))
    assert not stamp["vine"].isEmpty()


def row_of(title: str) -> str:
    """The row of the page's table of files for a thing."""
    changed, new = TOUCHED[title]
    spelled = [", ".join(f"`{name}`" for name in names) or "none" for names in (changed, new)]
    return f"| {title} | {len(changed)} | {spelled[0]} | {len(new)} | {spelled[1]} |"


@pytest.mark.parametrize("title", TOUCHED)
def test_the_page_counts_the_files_that_each_addition_takes(title: str) -> None:
    changed, new = TOUCHED[title]
    assert [name for name in changed if not (ROOT / name).is_file()] == []
    assert [name for name in new if (ROOT / name).exists() or not (ROOT / name).parent.is_dir()] == []
    assert row_of(title) in PAGE.read_text(encoding="utf-8").splitlines()
