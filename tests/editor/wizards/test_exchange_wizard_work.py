"""What the windows of export and import do beside the screen: it ends when nobody waits for it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from settling import settle

from editor.dialogs.wizard.exporting import ExportWizard
from editor.dialogs.wizard.frame import LOSSES, OPTIONS, WHERE
from editor.dialogs.wizard.importing import ImportWizard
from editor.document import files
from editor.look.scrolled import Scrolled
from editor.menus.exchange import ExchangeActions
from engine.pauses import pause

GOTLAND = Path(__file__).parents[2] / "data" / "gotland.geojson"


def importing(exchange: ExchangeActions, path: Path) -> ImportWizard:
    """The window of import with a file that is being read."""
    exchange.take(path)
    wizard = exchange.wizard
    assert isinstance(wizard, ImportWizard)
    return wizard


class Endless:
    """Work that only pauses, until it is broken off."""

    def __init__(self) -> None:
        self.begun, self.ended = threading.Event(), threading.Event()

    def __call__(self, *_given: object) -> object:
        self.begun.set()
        try:
            while True:
                pause()
        finally:
            self.ended.set()


def test_closing_import_ends_the_reading(
    qtbot: QtBot, exchange: ExchangeActions, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = Endless()
    monkeypatch.setattr("editor.menus.exchange.import_files", work)
    wizard = importing(exchange, GOTLAND)
    qtbot.waitUntil(work.begun.is_set)
    wizard.reject()
    qtbot.waitUntil(work.ended.is_set)


def test_other_options_end_the_reading_with_those_before(
    qtbot: QtBot, exchange: ExchangeActions, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = Endless()
    with monkeypatch.context() as patched:
        patched.setattr("editor.menus.exchange.import_files", work)
        wizard = importing(exchange, GOTLAND)
        qtbot.waitUntil(work.begun.is_set)
    wizard.read()
    qtbot.waitUntil(lambda: wizard.found is not None and not wizard.problem(WHERE))
    assert work.ended.is_set()
    wizard.reject()


def test_closing_export_ends_its_preview(
    qtbot: QtBot, exchange: ExchangeActions, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = Endless()
    monkeypatch.setattr("editor.dialogs.wizard.exporting.export_preview", work)
    exchange.export_to()
    wizard = exchange.wizard
    assert isinstance(wizard, ExportWizard)
    wizard.go(OPTIONS)
    qtbot.waitUntil(work.begun.is_set)
    wizard.reject()
    qtbot.waitUntil(work.ended.is_set)


def test_what_was_told_before_stop_is_not_shown_after_it(exchange: ExchangeActions) -> None:
    exchange.export_to()
    wizard = exchange.wizard
    assert isinstance(wizard, ExportWizard)
    told, goes_on = threading.Event(), threading.Event()

    def work(tell: Callable[[str, float], None], _keep: Callable[[], None]) -> None:
        tell("Drawing the board…", 0.5)
        told.set()
        goes_on.wait()

    wizard.write("Exporting…", work, lambda _made: None)
    told.wait()
    wizard.writing.stop.click()
    goes_on.set()
    settle()
    assert wizard.writing.words.text() == "Cancelled. No file was written."
    assert wizard.writing.bar.isHidden()
    wizard.reject()


def test_a_document_that_was_imported_is_read_beside_the_screen(
    qtbot: QtBot, exchange: ExchangeActions, monkeypatch: pytest.MonkeyPatch
) -> None:
    readers: list[threading.Thread] = []
    as_it_was = files.read

    def noted(path: Path) -> files.OpenedFile:
        readers.append(threading.current_thread())
        return as_it_was(path)

    monkeypatch.setattr(files, "read", noted)
    wizard = importing(exchange, GOTLAND)
    qtbot.waitUntil(lambda: wizard.found is not None and not wizard.problem(WHERE))
    wizard.out.line.setText(str(Path("gotland.yaml").absolute()))
    wizard.go(LOSSES)
    with qtbot.waitSignal(exchange.finished) as waited:
        wizard.forward()
    assert waited.args == [True], wizard.writing.words.text()
    assert exchange.desk.document.path == Path("gotland.yaml").absolute()
    assert exchange.desk.document.thread() is exchange.thread()
    assert readers
    assert threading.main_thread() not in readers
    wizard.reject()


def test_pages_are_scrolled_where_the_screen_is_low(qtbot: QtBot, exchange: ExchangeActions) -> None:
    wizard = importing(exchange, GOTLAND)
    qtbot.waitUntil(lambda: wizard.found is not None and not wizard.problem(WHERE))
    for page in (WHERE, OPTIONS, LOSSES):
        wizard.go(page)
        wizard.resize(640, 400)
        settle()
        assert (wizard.width(), wizard.height()) == (640, 400)
        for area in wizard.findChildren(Scrolled):
            if area.isVisible():
                assert area.viewport().width() >= area.body.minimumSizeHint().width(), "no field is cut"
    wizard.reject()
