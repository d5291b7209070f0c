"""Starting the editor."""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtWidgets import QApplication
from shiboken6 import delete, isValid

from editor.canvas.drawing import typefaces
from editor.dialogs.preferences import reopens
from editor.document.rules_document import opened
from editor.look import style
from editor.menus.file import blank
from editor.window.window import Window
from editor.work import crash_report, settings
from editor.work.collector import Collector, rest
from engine.errors import HexwrightError
from engine.findings import FileProblem

FRAME: Final = 48
"""Pixels that a desktop may need above and below a window, for its frame."""


def application() -> QApplication:
    """The one QApplication, with the editor's style."""
    found = QApplication.instance()
    if isinstance(found, QApplication):
        app = found
    else:
        style.prepare()
        app = QApplication(sys.argv[:1])
    app.setApplicationName("Hexwright")
    app.setOrganizationName("Hexwright")
    app.setApplicationDisplayName("")
    typefaces.load()
    style.apply(app)
    return app


def make_window(file: str | None, *others: str) -> Window:
    """A window on a file, or on an empty map when there is none; other files get tabs of their own.

    A file that cannot be used is reported in a dialog once the window is there.
    """
    document, problem = blank(), ""
    path = Path(file) if file else None
    if path is not None:
        try:
            document = opened(path)
            settings.note_recent(path.resolve())
        except HexwrightError as error:
            problem = str(error)
    window = Window(document, blank=document.path is None)
    window.remembers_tabs = file is None
    # The first again where it could not be read, so that a dialog says why.
    rest_of_them = [path] if problem and path is not None else []
    rest_of_them += [Path(other) for other in others]
    if rest_of_them:
        QTimer.singleShot(0, window, lambda: window.files.open_paths(rest_of_them))
    return window


def show(window: Window) -> None:
    """Show a window: maximised where its usual size fills the screen, whose edge would cut off its status line."""
    room = window.screen().availableSize()
    fits = room.width() > window.width() and room.height() > window.height() + FRAME
    if fits or settings.settings().contains("window/geometry"):
        window.show()
    else:
        window.showMaximized()


def put_the_screen_first() -> None:
    """Have nothing hold up the screen that need not."""
    # Checks run on a thread of their own; the screen must not wait for them longer than it takes to notice.
    sys.setswitchinterval(0.0002)
    rest()
    Collector(QApplication.instance())


def _begin(window: Window, crashes: Sequence[Path]) -> None:
    """Offer unsaved work, and say where the report of a crash is; where nothing is open then, say welcome."""
    window.session.offer_recovery(crashes)
    window.greeter.greet_if_empty()


def run(file: str | None = None, *others: str) -> int:
    """Open the editor on files, or on what was open last; gives the exit status when its window is closed."""
    app = application()
    crashes = crash_report.crashed()
    crash_report.REPORT.begin()
    try:
        window = make_window(file, *others)
    except FileProblem as problem:
        # Without its own palette the program is not whole; that is no dialog's business.
        print(problem, file=sys.stderr)
        crash_report.REPORT.end()
        return 2
    if file is None and reopens():
        window.session.restore_tabs()
    show(window)
    put_the_screen_first()
    QTimer.singleShot(0, window, lambda: _begin(window, crashes))
    crash_report.REPORT.failed = window.session.tell_failed
    # Ctrl+C in the terminal: Python looks at signals only while it runs, so it is given a moment now and then.
    signal.signal(signal.SIGINT, lambda *_: window.close())
    pulse = QTimer(window)
    pulse.timeout.connect(lambda: None)
    pulse.start(500)
    status = app.exec()
    put_away(window)
    crash_report.REPORT.end()
    return status


def put_away(window: Window) -> None:
    """Destroy a window that has been closed, with its documents: what is left for the end of the program is
    destroyed in no order at all."""
    # No message can be shown any more.
    crash_report.REPORT.failed = lambda _path: None
    tabs = [*window.desk.tabs]
    for tab in tabs:
        tab.preview.shutdown()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    delete(window)
    for tab in tabs:
        for part in (tab.scene, tab.preview, tab.document):
            if part is not None and isValid(part):
                delete(part)
