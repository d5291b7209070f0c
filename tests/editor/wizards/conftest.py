"""A document, and its windows of export and import, with profiles of their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from bench import Bench, at_bench
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from editor.document.document import Document
from editor.menus.exchange import ExchangeActions
from engine import data
from engine.exchange import profiles


@pytest.fixture(autouse=True)
def private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(profiles, "FOLDER", tmp_path / "profiles")
    QGuiApplication.clipboard().clear()


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_bench(qtbot, Document.open(data.scenarios() / "first_steps.yaml")) as made:
        yield made


@pytest.fixture
def exchange(bench: Bench) -> ExchangeActions:
    return bench.menus.exchange
