"""Nothing that a stranger writes into a file makes the program open another one: pictures are named in every text of a
map and a scenario, every panel, tip, dialog, report, print and picture is looked at, and none of them is opened."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bench import forgive
from canaries import Canary, canary, infested
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDockWidget,
    QFileDialog,
    QGraphicsView,
    QInputDialog,
    QLabel,
    QMessageBox,
    QTabBar,
    QTreeView,
    QWidget,
)
from pytestqt.qtbot import QtBot
from settling import settle

from editor.commandline import cli
from editor.preview.seats import HUMAN
from editor.window.app import make_window
from editor.window.window import Window

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the watch is the system's own")

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def bird(tmp_path: Path) -> Iterator[Canary]:
    with canary(tmp_path) as made:
        yield made


@pytest.fixture
def scenario(tmp_path: Path, bird: Canary) -> Path:
    """First Steps with the canary in every text of its own and of its map."""
    board, on_map = infested(ROOT / "maps" / "first_steps.yaml", tmp_path, bird.tag, {})
    board = board.rename(tmp_path / "board.yaml")
    path, in_scenario = infested(ROOT / "scenarios" / "first_steps.yaml", tmp_path, bird.tag, {"map": "./board.yaml"})
    assert on_map >= 5
    assert in_scenario >= 30
    assert not bird.opened()
    return path


def test_the_watch_sees_what_a_bare_label_does(bird: Canary, qtbot: QtBot) -> None:
    """That the test can fail at all: Qt takes the text for HTML and opens the picture."""
    label = QLabel(bird.tag + "Fine")
    qtbot.addWidget(label)
    label.grab()
    assert bird.opened()


def tips(widget: QWidget) -> Iterator[str]:
    """All tips of a window and of what is in it: of widgets (menus show none), rows, headers and things on a map."""
    for one in (widget, *widget.findChildren(QWidget)):
        yield one.toolTip()
        yield one.whatsThis()
        if isinstance(one, QAbstractItemView) and one.model() is not None:
            yield from model_tips(one.model(), QModelIndex(), tree=isinstance(one, QTreeView))
        if isinstance(one, QTabBar):
            yield from (one.tabToolTip(number) for number in range(one.count()))
        if isinstance(one, QGraphicsView) and one.scene() is not None:
            yield from (item.toolTip() for item in one.scene().items())


def model_tips(model: QAbstractItemModel, parent: QModelIndex, *, tree: bool) -> Iterator[str]:
    """The tips of a model's headers and cells."""
    role = Qt.ItemDataRole.ToolTipRole
    for column in range(1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)):
        yield str(model.headerData(column, Qt.Orientation.Horizontal, role) or "")
        for row in range(min(40, model.rowCount(parent))):
            index = model.index(row, column, parent)
            yield str(index.data(role) or "")
            if tree and column == 0 and model.rowCount(index):
                yield from model_tips(model, index, tree=True)


def look(widget: QWidget, bird: Canary) -> None:
    """Look at a window: all of it is painted, and each tip shown as Qt shows tips."""
    for label in widget.findChildren(QLabel):
        label.grab()
        assert not bird.opened(), label.text()
    widget.grab()
    assert not bird.opened(), type(widget)
    probe = QLabel()
    for text in sorted({*tips(widget)}):
        probe.setText(text)
        probe.grab()
        assert not bird.opened(), text


def look_everywhere(window: Window, bird: Canary) -> None:
    """Every panel, with a unit and with a hex chosen, and all tips."""
    for dock in window.findChildren(QDockWidget):
        dock.show()
        dock.raise_()
        settle()
        assert not bird.opened(), dock.objectName()
    document = window.desk.document
    place = document.battle_map.grid.parse(next(iter(document.require_scenario().setup.values())))
    for units in (list(document.require_scenario().units)[:1], []):
        window.desk.selection.set([place], *units)
        settle()
        look(window, bird)


@pytest.mark.timeout(280)
def test_no_panel_tip_or_dialog_opens_it(
    scenario: Path, bird: Canary, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = make_window(str(scenario))
    qtbot.addWidget(window, before_close_func=forgive)
    window.resize(1500, 950)
    with qtbot.waitExposed(window):
        window.show()
    desk = window.desk
    look_everywhere(window, bird)
    seen: list[str] = []

    def shown(dialog: QDialog) -> int:
        dialog.show()
        settle()
        look(dialog, bird)
        seen.append(type(dialog).__name__)
        dialog.hide()
        return QDialog.DialogCode.Rejected.value

    def said(_parent: Any, _title: str, text: str, *_more: Any, **_kw: Any) -> Any:
        QLabel(text).grab()
        assert not bird.opened(), text
        return QMessageBox.StandardButton.Cancel

    monkeypatch.setattr(QDialog, "exec", shown)
    monkeypatch.setattr(QMessageBox, "exec", shown)
    for name in ("question", "warning", "information", "critical", "about"):
        monkeypatch.setattr(QMessageBox, name, said)
    for name in ("getText", "getInt", "getItem"):
        monkeypatch.setattr(QInputDialog, name, lambda *words, **_kw: (said(*words), False))
    for name in ("getOpenFileName", "getSaveFileName"):
        monkeypatch.setattr(QFileDialog, name, lambda *_args, **_kw: ("", ""))
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_args, **_kw: ([], ""))
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _url: True)
    for entry in desk.actions.entries:
        if entry.action.text().endswith("…") and entry.action.isEnabled():
            entry.action.trigger()
    desk.controls.units._opened(next(iter(desk.document.require_scenario().units)))
    assert len(set(seen)) >= 12
    play(window, bird)


def play(window: Window, bird: Canary) -> None:
    """A game, a person on one side: every question up to the third turn, with all that is shown of it."""
    desk = window.desk
    first, second = desk.document.require_scenario().sides
    desk.controls.game.start({first: HUMAN, second: "greedy"}, 3)
    for _ in range(25):
        settle()
        game, position = desk.preview.game, desk.preview.position
        if game is None or position.decision is None or not desk.preview.human_turn:
            break
        desk.controls.game.act(list(desk.preview.choices())[-1].text)
    settle()
    assert len(desk.preview.positions) > 5
    look_everywhere(window, bird)


def test_no_print_picture_or_report_opens_it_or_refers_to_it(
    scenario: Path, bird: Canary, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    for command in (
        ["render", str(scenario), "-o", str(out / "map.png")],
        ["render", str(scenario), "-o", str(out / "map.svg"), "--regions"],
        ["render", str(scenario), "-o", str(out / "map.pdf"), "--sheets", "a4"],
        ["counters", str(scenario), "-o", str(out / "counters.pdf")],
        ["trial", str(scenario), "--games", "2", "--jobs", "1", "--out", str(out / "trial")],
        ["check", str(scenario)],
    ):
        assert cli.main(command) == 0, capsys.readouterr()
        assert not bird.opened(), command
    pages = [*out.rglob("*.svg"), *out.rglob("*.html")]
    assert len(pages) >= 2
    assert [page.name for page in pages if "<img src=" in page.read_text(encoding="utf-8").replace(OURS, "")] == []


OURS = '<img src="data:'
"""A picture that is in the report itself."""
