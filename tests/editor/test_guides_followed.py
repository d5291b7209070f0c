"""Pages of the guide on other programs, followed step by step to the end: VASSAL, and tracing a scan.

"From a coastline to a map" is followed in wizards/test_import_wizard.py, "Write a plug-in" in
tests/test_plugin_template.py.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from bench import Bench, at_bench
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot
from settling import settle

from editor.commandline.cli import main
from editor.dialogs import guide_pages
from editor.dialogs.wizard.exporting import ExportWizard
from editor.dialogs.wizard.frame import LOSSES, OPTIONS, WRITING
from editor.document.document import Document
from editor.hexes.commands.paint_terrain import PaintTerrain
from editor.hexes.commands.set_path import SetPath
from editor.hexes.panels.tracing_panel import TracingPanel
from editor.output.exchange_pictures import DrawnPictures
from engine import data, formats
from engine.boards.look import MapLook
from engine.boards.underlay import Underlay
from engine.exchange.source import ExportSource, placed
from engine.hexes.board.battlemap import BattleMap, hexes_of

KEYS = {"Ctrl+F": "70,130", "Ctrl+E": "69,130", "Ctrl+M": "77,130"}
"""Keys that the page names, as a module writes them."""


@pytest.fixture(autouse=True)
def private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def part_of(page: str, heading: str) -> str:
    """The text of a page under a heading."""
    return next(part.text for part in guide_pages.headings(page) if part.title == heading)


# -- Play your scenario on VASSAL ---------------------------------------------------------------------------------


def build_file(path: Path) -> ElementTree.Element:
    with zipfile.ZipFile(path) as archive:
        return ElementTree.fromstring(archive.read("buildFile.xml"))


def test_a_scenario_is_exported_for_vassal_as_the_page_says(qtbot: QtBot, tmp_path: Path) -> None:
    with at_bench(qtbot, Document.open(data.scenarios() / "first_steps.yaml")) as bench:
        exchange = bench.menus.exchange
        exchange.desk.actions.get("file.export-to").trigger()
        wizard = exchange.wizard
        assert isinstance(wizard, ExportWizard)
        titles = [wizard.cards.item(row).text().splitlines()[0] for row in range(wizard.cards.count())]
        wizard.cards.setCurrentRow(next(row for row, title in enumerate(titles) if title.startswith("VASSAL module")))
        wizard.file.line.setText(str(tmp_path / "my_game.vmod"))
        for page in (OPTIONS, LOSSES):
            qtbot.mouseClick(wizard.next, Qt.MouseButton.LeftButton)
            assert wizard.page == page
        with qtbot.waitSignal(exchange.finished) as waited:
            qtbot.mouseClick(wizard.next, Qt.MouseButton.LeftButton)
        assert waited.args == [True]
        assert wizard.page == WRITING
        scenario = bench.document.scenario
        assert scenario is not None
        wizard.reject()
    module = build_file(tmp_path / "my_game.vmod")
    sides = [entry.text for entry in module.iter("entry")]
    assert {side.name for side in scenario.sides.values()} <= {*sides}, "VASSAL asks for your side"
    text = ElementTree.tostring(module, encoding="unicode")
    told = part_of("guide/vassal.md", "Play your scenario on VASSAL")
    for key, written in KEYS.items():
        assert key in told
        assert written in text, f"{key} does nothing there"
    stacks = list(module.iter("VASSAL.build.module.map.SetupStack"))
    assert len(stacks) >= len(set(scenario.setup.values())), "the map stands set up"
    maps = [one.get("mapName") for one in module.iter("VASSAL.build.module.Map")]
    assert ("Reinforcements" in maps) is bool(scenario.arrivals)


def test_the_commands_of_the_page_on_vassal_do_what_they_say(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = guide_pages.text_of("guide/vassal.md")
    text = (data.scenarios() / "first_steps.yaml").read_text(encoding="utf-8")
    for name in ("my_scenario", "first", "second"):
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    commands = re.findall(r"`hexwright ((?:export|import) [^`]+)`", told)
    assert [command.split()[0] for command in commands] == ["export", "export", "import"]
    for command in commands:
        assert main(command.split()) == 0, capsys.readouterr().err
    assert (tmp_path / "game.yaml").exists()
    sizes = {}
    for option in ("pixels=60", *re.findall(r"`--set ([\w=]+)`", told)):
        if not option.startswith("system="):
            out = tmp_path / f"{option.partition('=')[0]}{len(sizes)}.vmod"
            assert main(["export", "my_scenario.yaml", "-o", str(out), "--set", option]) == 0, capsys.readouterr().err
            sizes[option] = out.stat().st_size
    assert sizes["pixels=140"] > sizes["pixels=60"]
    assert sizes["units=no"] < sizes["hidden=yes"]


# -- Trace a scan ---------------------------------------------------------------------------------------------------

ACROSS = 50
"""Pixels of the scan from side to side of a hex."""


@pytest.fixture
def wanted() -> BattleMap:
    """The map that the scan shows."""
    return hexes_of(formats.load_map("arracourt"))


@pytest.fixture
def bench(qtbot: QtBot, tmp_path: Path, wanted: BattleMap) -> Iterator[Bench]:
    """A scan under an empty map, with its grid fitted."""
    place = placed(wanted, ACROSS, furniture=False)
    png = DrawnPictures().board(ExportSource(wanted), place, style="organic", numbers=True, furniture=False)
    with Image.open(BytesIO(png)) as drawn:
        drawn.convert("RGB").save(tmp_path / "scan.png")
    board = BattleMap(wanted.grid, wanted.palette)
    scan = Underlay("scan.png", place.left, place.top, 1 / place.scale, folder=str(tmp_path))
    board.look = MapLook(underlays=(scan,))
    with at_bench(qtbot, Document(board)) as made:
        yield made


def test_a_scan_is_traced_as_the_page_says(qtbot: QtBot, bench: Bench, wanted: BattleMap) -> None:
    told = guide_pages.text_of("guide/tracing.md")
    panel = TracingPanel(bench.desk)
    qtbot.addWidget(panel)
    with qtbot.waitExposed(panel):
        panel.show()
    qtbot.waitUntil(lambda: not bench.desk.controls.underlay.busy)
    buttons = {button.text(): button for button in panel.findChildren(QPushButton)}
    pressed: set[str] = set()

    def press(name: str) -> None:
        assert f"**{name}**" in told, f"the page does not name the button {name}"
        pressed.add(name)
        assert buttons[name].isEnabled(), name
        panel.ensureWidgetVisible(buttons[name])
        qtbot.mouseClick(buttons[name], Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: not panel.busy)
        settle()

    press("Read the scan")
    board, empty = bench.document.battle_map, bench.document.battle_map.terrain[0]
    by: dict[str, list[int]] = {}
    for h in wanted.grid.hexes:
        by.setdefault(wanted.terrain[h], []).append(h)
    for kind, hexes in by.items():
        few = hexes[:: max(1, len(hexes) // 5)][:5]
        if kind == empty:
            bench.desk.selection.set(few)
            press("Selected hexes are right")
        else:
            bench.desk.push(PaintTerrain(few, kind))
    steps = bench.document.stack.count()
    panel.list.setCurrentItem(panel.list.topLevelItem(1))
    press("Accept terrain")
    assert bench.document.stack.count() == steps + 1
    bench.desk.selection.set([h for h in wanted.grid.hexes if wanted.grid.offset(h)[0] < 6])
    press("Accept selection")
    press("Most doubtful hex")
    asked = panel.asked
    assert asked is not None
    rows = [panel.list.topLevelItem(row) for row in range(panel.list.topLevelItemCount())]
    names = [row.text(1) for row in rows if row is not None]
    panel.answer(1 + names.index(wanted.palette.terrain[wanted.terrain[asked]].name))
    assert board.terrain[asked] == wanted.terrain[asked]
    panel.slider.setValue(100)
    panel.accept_sure.click()
    assert "beside the slider" in told
    right = sum(board.terrain[h] == wanted.terrain[h] for h in wanted.grid.hexes)
    assert right >= 0.95 * len(wanted.grid.hexes)
    for side, kinds in [*wanted.paths.items()][:5]:
        for kind in sorted(kinds):
            bench.desk.push(SetPath([side], kind))
    press("Find roads and hexsides")
    drawn = len(board.paths)
    press("Accept lines")
    assert len(board.paths) > drawn
    assert {*re.findall(r"\*\*([A-Z][a-z ]+)\*\*", told)} - {"View"} == pressed, "each button that the page names"
