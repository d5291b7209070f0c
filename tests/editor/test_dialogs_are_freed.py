"""Every dialog of the program, opened and closed a few times: none stays alive, and nothing that it was made of.

`make soak` opens each eight times.
"""

from __future__ import annotations

import ast
import gc
import importlib
import pkgutil
import weakref
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import cache
from pathlib import Path
from threading import Event

import pytest
import shiboken6
from access import faults
from answering import while_open
from fields import map_file
from PySide6.QtCore import QEvent, QEventLoop, QSize
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot
from settling import LONG, settle
from sweeps import tries

import editor
from editor.dialogs.asking import TITLE, asked
from editor.dialogs.forms import ScrolledFields
from editor.dialogs.map_properties import MapPropertiesDialog
from editor.dialogs.pack_dialog import InstallPackDialog
from editor.dialogs.save_questions import ask_overwrite, ask_read_only
from editor.dialogs.trust_question import TrustQuestion
from editor.document import recovery
from editor.panels.underlay_fit import FitBox
from editor.pictures.pyramid import Pyramid
from editor.plain import MessageBox
from editor.preview.seats import HUMAN
from editor.tables.dialogs.table_size import TableSizeDialog
from editor.tools.options import MixRow
from editor.window.app import make_window
from editor.window.window import Window
from editor.work.background import in_hand
from engine import formats
from engine.boards.furniture import Furniture, FurnitureKind
from engine.exchange.packed_code import Code
from engine.exchange.packs import Manifest
from engine.tables.table import Table

TIMES = tries(3, 8)
MANIFEST = Manifest(key="river", name="River battles", author="Somebody", description="Two maps of a river.")
ACTIONS = {
    "NewMapDialog": "file.new-map",
    "NewRulesDialog": "file.new-rules",
    "NewScenarioDialog": "file.new-scenario",
    "NewTableDialog": "file.new-tables",
    "ChooseHexesDialog": "edit.select-rule",
    "CounterStudio": "scenario.counter-designer",
    "PrintCountersDialog": "file.print-counters",
    "PrintPaperDialog": "file.print-aids",
    "EditUnitDialog": "scenario.add-unit",
    "ExportDialog": "file.export",
    "PrintDialog": "file.print-sheets",
    "HexNumbersDialog": "map.numbers",
    "JoinMapsDialog": "map.join",
    "KeptGamesDialog": "play.earlier",
    "ResizeMapDialog": "map.resize",
    "PacksDialog": "help.packs",
    "PaletteDialog": "map.palette",
    "PluginsDialog": "help.plugins",
    "MapPropertiesDialog": "map.properties",
    "PreferencesDialog": "edit.preferences",
    "ReplaceTerrainDialog": "map.replace-terrain",
    "ScenarioPropertiesDialog": "scenario.properties",
    "Seeker": "edit.find",
    "ShortcutsDialog": "edit.shortcuts",
    "SlopesDialog": "map.slopes",
}
"""The dialogs that an action opens."""

Door = Callable[[], object]


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory, qapp: QApplication) -> Iterator[Window]:
    made = make_window("scenarios/lundys_lane.yaml")
    made.show()
    yield made
    for tab in made.desk.tabs:
        tab.document.mark_saved()
    made.close()
    made.deleteLater()


@pytest.fixture
def doors(window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Door]:
    """What opens each dialog, by the name of its class."""
    desk = window.desk
    broken = tmp_path / "broken.yaml"
    broken.write_text("format: hexwright-map 1\n", encoding="utf-8")
    some = [Path("a.yaml")]
    piece = Furniture(FurnitureKind.BOX, 0.0, 0.0, 4.0, 3.0, "Box")
    found = recovery.UnsavedWork("one", "A map", "", datetime(2024, 1, 2, 3, 4), False)

    def recover() -> None:
        with monkeypatch.context() as patch:
            patch.setattr(recovery, "found", lambda: [found])
            window.session.offer_recovery()

    def tie() -> None:
        with monkeypatch.context() as patch:
            control = desk.controls.underlay
            patch.setattr(type(control), "pyramid", Pyramid(tmp_path, tmp_path / "a.png", 600, 400, 1))
            box = window.docks.panel("underlay").findChild(FitBox)
            assert box is not None
            box.add()

    def unsaved() -> None:
        window.files._may_close_several(list(desk.tabs) * 2)

    def draw() -> None:
        stopped = Event()
        window.menus.print._run("Drawing", lambda _tell: stopped.wait(LONG), "Drawn")
        dialog = window.menus.print.progress
        assert dialog is not None
        dialog.broken_off.connect(stopped.set)
        dialog.exec()

    def compare() -> None:
        assert desk.controls.game.start(dict.fromkeys(desk.document.require_scenario().sides, HUMAN), 1)
        window.docks["preview"].widget().line_row.compare.click()
        desk.preview.close()

    def beside(action: str) -> None:
        """A window beside the map is waited for until it is closed."""
        exchange = window.menus.exchange
        desk.actions.get(action).trigger()
        assert exchange.wizard is not None
        waiting = QEventLoop()
        exchange.wizard.finished.connect(waiting.quit)
        waiting.exec()

    def size_table() -> None:
        with asked(TableSizeDialog(Table(formats.load_palette("table"), "Field"), window)):
            pass

    def install() -> None:
        with asked(InstallPackDialog(MANIFEST, "1.0", window, code=[Code("systems/hooks.py", b"1")])):
            pass

    by_actions = {name: desk.actions.get(key).trigger for name, key in ACTIONS.items()}
    return {
        **by_actions,
        "CompareLines": compare,
        "FurnitureDialog": lambda: desk.tools.get("furniture").edit(piece),
        "ExportWizard": lambda: beside("file.export-to"),
        "ImportWizard": lambda: beside("file.import"),
        "InstallPackDialog": install,
        "LabelDialog": lambda: desk.tools.get("label").edit(None, 0),
        "NumberUnitsDialog": lambda: desk.controls.armies.number(["us-9", "us-11"], window),
        "OpenProblemsDialog": lambda: window.files.open_path(broken),
        "ProgressDialog": draw,
        "SaveQuestion": lambda: ask_read_only(some, window),
        "RecoveryDialog": recover,
        "TableSizeDialog": size_table,
        "TerrainMixDialog": lambda: window.docks["palette"].widget().options.row(MixRow).edit(),
        "TieDialog": tie,
        "TrustQuestion": lambda: TrustQuestion("Rules", "/games/hooks.py", window).ask(),
        "UnsavedDialog": unsaved,
    }


@cache
def classes() -> dict[str, type[QDialog]]:
    """Every kind of dialog that the editor has and shows itself."""
    for module in pkgutil.walk_packages(editor.__path__, "editor."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)

    def below(kind: type[QDialog]) -> Iterator[type[QDialog]]:
        for one in kind.__subclasses__():
            yield one
            yield from below(one)

    ours = {kind for kind in below(QDialog) if kind.__module__.startswith("editor.")}
    return {kind.__name__: kind for kind in ours if not kind.__subclasses__()}


NAMES = sorted(classes())


def alive() -> Counter[type[QWidget]]:
    """The widgets that there are once all that was let go is gone, by their kind."""
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    return Counter(type(widget) for widget in QApplication.allWidgets())


def test_each_dialog_has_a_door_here(doors: dict[str, Door]) -> None:
    assert sorted(doors) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_dialog_that_is_closed_is_freed(window: Window, doors: dict[str, Door], name: str, qtbot: QtBot) -> None:
    kind = classes()[name]
    seen: list[weakref.ref[QDialog]] = []

    def see(dialog: QDialog) -> None:
        seen.append(weakref.ref(dialog))

    # The first one may make what is kept for all later ones.
    while_open(kind, see, doors[name])
    before = alive()
    for _ in range(TIMES - 1):
        while_open(kind, see, doors[name])
    after = alive()
    assert after[kind] == 0
    assert after - before == Counter(), "what a dialog is made of goes with it"
    # A thread that still draws for a dialog holds it until it is through.
    qtbot.waitUntil(lambda: not in_hand())
    gc.collect()
    assert [ref() for ref in seen] == [None] * TIMES


def test_standard_questions_are_freed(window: Window, tmp_path: Path) -> None:
    for _ in range(TIMES):
        while_open(MessageBox, lambda _box: None, lambda: ask_overwrite([tmp_path / "a.yaml"], window))
    assert alive()[MessageBox] == 0


def test_a_dialog_whose_window_goes_meanwhile_is_no_trouble(qtbot: QtBot, tmp_path: Path) -> None:
    other = make_window(str(map_file(tmp_path / "a.yaml", "Alpha")))
    other.show()

    def close(dialog: QDialog) -> None:
        # The window goes in the middle of the dialog, as when somebody presses Ctrl+C in the terminal.
        other.close()
        shiboken6.delete(other)

    while_open(MapPropertiesDialog, close, other.menus.map.properties)


def test_nothing_but_the_one_helper_waits_for_a_dialog() -> None:
    """``exec`` of a dialog leaves it alive: only ``dialogs/asking`` calls it, and frees what it has shown."""
    house = Path(editor.__path__[0])
    waiting = {
        path.relative_to(house).as_posix()
        for path in house.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "exec"
    }
    drags = {"hexes/canvas/units.py", "canvas/units_mime.py"}
    assert waiting - drags == {"dialogs/asking.py", "window/app.py"}


LOW = QSize(1092, 614)
"""What a screen of 1366 x 768 has room for when everything is drawn at 125 %, in pixels as widgets count them."""


@pytest.mark.parametrize("name", NAMES)
def test_a_dialog_fits_a_small_screen_and_is_read_aloud(window: Window, doors: dict[str, Door], name: str) -> None:
    seen: list[QSize] = []
    wanting: list[str] = []

    def see(dialog: QDialog) -> None:
        settle()
        seen.append(dialog.minimumSizeHint().expandedTo(dialog.minimumSize()))
        wanting.extend(faults(dialog, only_shown=False))

    while_open(classes()[name], see, doors[name])
    assert seen[0].width() <= LOW.width()
    assert seen[0].height() <= LOW.height() - TITLE
    assert wanting == []


def test_a_dialog_that_the_screen_has_room_for_opens_unscrolled(window: Window, doors: dict[str, Door]) -> None:
    seen: list[bool] = []

    def look(dialog: QDialog) -> None:
        settle()
        fields = dialog.findChild(ScrolledFields)
        assert fields is not None
        seen.append(fields.verticalScrollBar().maximum() == 0)

    while_open(classes()["NewMapDialog"], look, doors["NewMapDialog"])
    assert seen == [True]


def test_a_dialog_opens_no_larger_than_the_screen(window: Window) -> None:
    dialog = QDialog(window)
    dialog.resize(3000, 3000)
    sizes: list[QSize] = []

    def ask() -> None:
        with asked(dialog):
            pass

    while_open(QDialog, lambda one: sizes.append(one.size()), ask)
    room = window.screen().availableSize()
    assert sizes == [QSize(room.width(), room.height() - TITLE)]
