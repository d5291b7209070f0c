"""What the editor's tests share: settings of their own, three maps in tabs, a hand that selects."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from bench import Bench, forgive
from fields import map_file
from hand import Hand
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from editor.window.app import make_window
from editor.window.window import Window


class PatientBot(QtBot):
    """Waits for signals and conditions as long as it takes: a machine may be busy. Pytest ends a test that hangs."""

    def waitUntil(self, callback: Any, **_more: Any) -> None:
        super().waitUntil(callback, timeout=PATIENCE)

    def waitSignal(self, signal: Any, **more: Any) -> Any:
        return super().waitSignal(signal, **{**more, "timeout": PATIENCE})

    def waitExposed(self, widget: Any, **_more: Any) -> Any:
        return super().waitExposed(widget, timeout=PATIENCE)


PATIENCE: Final = 200_000
"""Milliseconds: less than pytest's own limit, so that what was waited for is said."""


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """A hand for every test here, with patience."""
    return PatientBot(request)


@pytest.fixture(autouse=True)
def _application(qapp: QApplication) -> None:
    """Each test can be run alone: fonts and pictures end the process where there is no application."""


@pytest.fixture(autouse=True)
def _own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that another test chose or left open is known here. Beside the test's own folder, not in it."""
    own = tmp_path.with_name(f"{tmp_path.name}-own")
    monkeypatch.setenv("HEXWRIGHT_STATE", str(own / "state"))
    monkeypatch.setenv("HEXWRIGHT_SETTINGS", str(own / "settings.ini"))


@pytest.fixture(autouse=True, scope="module")
def _swept() -> Iterator[None]:
    """What the tests of a file have left behind goes when they are done: windows hold much memory in circles."""
    yield
    gc.collect()


@pytest.fixture(autouse=True)
def rests(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """How often the collector was told that what is open is here to stay. Here it is not: looking through all that
    the tests have left behind takes half a second, each time a file is opened."""
    told: list[None] = []
    for module in ("file", "new_documents"):
        monkeypatch.setattr(f"editor.menus.{module}.rest", lambda: told.append(None))
    return told


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """Three files with maps."""
    return [map_file(tmp_path / f"{name.lower()}.yaml", name) for name in ("Alpha", "Beta", "Gamma")]


@pytest.fixture
def window(qtbot: QtBot, files: list[Path]) -> Iterator[Window]:
    """A window with the three maps in tabs."""
    made = make_window(None)
    qtbot.addWidget(made, before_close_func=forgive)
    with qtbot.waitExposed(made):
        made.show()
    made.files.open_paths(files)
    yield made
    for tab in made.desk.tabs:
        tab.preview.close()


@pytest.fixture
def hand(qtbot: QtBot, bench: Bench) -> Hand:
    """A hand on the module's own bench, with the tool that selects."""
    made = Hand(qtbot, bench)
    made.choose("select")
    return made
