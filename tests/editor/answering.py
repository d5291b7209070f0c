"""Dialogs in tests: ask for something that opens one, do something in it, see that it was there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QDialog
from shiboken6 import isValid

D = TypeVar("D", bound=QDialog)


def while_open(kind: type[D], act: Callable[[D], None], ask: Callable[[], object]) -> None:
    """Call ``ask``, which opens a dialog of this kind and waits for it, and ``act`` on the dialog.

    A dialog that ``act`` leaves open, or fails in, is rejected: a test never hangs on it.
    """
    seen: list[QDialog] = []
    timer = QTimer()

    def look() -> None:
        beside = (one for one in QApplication.topLevelWidgets() if isinstance(one, kind) and one.isVisible())
        dialog = QApplication.activeModalWidget() or next(beside, None)
        # Not there yet: a busy machine takes its time.
        if dialog is None or seen:
            return
        timer.stop()
        assert isinstance(dialog, QDialog)
        seen.append(dialog)
        try:
            if isinstance(dialog, kind):
                act(dialog)
        finally:
            if isValid(dialog) and dialog.isVisible():
                dialog.reject()

    timer.timeout.connect(look)
    timer.start(10)
    try:
        ask()
    finally:
        timer.stop()
        # It holds the timer, and the timer it: nobody would ever free them, nor the dialog.
        timer.timeout.disconnect(look)
    assert [type(dialog) for dialog in seen] == [kind]


def answer(kind: type[D], fill: Callable[[D], object], ask: Callable[[], object]) -> None:
    """Call ``ask``, which opens a dialog of this kind; fill it in and accept it."""

    def act(dialog: D) -> None:
        fill(dialog)
        dialog.accept()

    while_open(kind, act, ask)
