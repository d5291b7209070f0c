"""A closed window is given back whole: nothing of its desk is left, in Qt or in Python."""

from __future__ import annotations

import gc
import weakref

import pytest
from bench import Bench, forgive
from fields import document
from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot
from settling import settle

from editor.window.app import make_window


def freed(*things: weakref.ref[object]) -> bool:
    settle()
    # Qt keeps what is to be deleted for an event loop that tests do not have.
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()
    return all(thing() is None for thing in things)


@pytest.mark.parametrize("file", ["scenarios/first_steps.yaml", None], ids=["a scenario", "the welcome page"])
def test_nothing_is_left_of_a_closed_window(qtbot: QtBot, file: str | None) -> None:
    window = make_window(file)
    with qtbot.waitExposed(window):
        window.show()
    forgive(window)
    left = [weakref.ref(thing) for thing in (window.desk, window.menus, window.desk.actions, window.canvas.map_scene)]
    window.close()
    window.deleteLater()
    del window
    qtbot.waitUntil(lambda: freed(*left))


def test_nothing_is_left_of_a_bench(qtbot: QtBot) -> None:
    made = Bench(document())
    made.window.show()
    left = [weakref.ref(thing) for thing in (made.desk, made.menus)]
    made.menus.close()
    made.window.deleteLater()
    del made
    qtbot.waitUntil(lambda: freed(*left))
