"""The frame of export and import: four pages with their titles above, Back and Next below, work in the background."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Final, TypeVar

from PySide6.QtCore import QSize, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QKeySequence, QPalette, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor.dialogs.asking import fit, help_on
from editor.dialogs.texts import sentence
from editor.look.mnemonics import LetteredDialog, deal_dialog
from editor.look.scrolled import Scrolled
from editor.output.exporting import TellWords
from editor.plain import PlainLabel
from editor.work.background import Worker
from engine.errors import HexwrightError
from engine.pauses import held_up_by

WHERE, OPTIONS, LOSSES, WRITING = range(4)
SIZE: Final = QSize(980, 610)
_Made = TypeVar("_Made")


class Errand:
    """Work that can be cancelled until its files take their places."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.cancelled = self._kept = False

    def cancel(self) -> None:
        """Cancel it, unless it is too late for that."""
        with self._lock:
            self.cancelled = not self._kept

    def go_on(self) -> None:
        """Raise InterruptedError where it was cancelled."""
        if self.cancelled:
            raise InterruptedError

    def keep(self) -> None:
        """Its files take their places now: it is too late to cancel it. Raises InterruptedError where it was."""
        with self._lock:
            self.go_on()
            self._kept = True


class WritingPage(QWidget):
    """What is done now and how far it has got; then where the file is."""

    def __init__(self) -> None:
        super().__init__()
        self.words = PlainLabel()
        self.words.setWordWrap(True)
        self.bar = QProgressBar()
        self.bar.setAccessibleName("Progress")
        self.bar.setRange(0, 100)
        self.stop = QPushButton("&Stop")
        self.stop.setToolTip("Cancel at once; no file is left behind")
        self.result = PlainLabel()
        self.result.setWordWrap(True)
        self.result.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.folder = QPushButton("Open &folder")
        self.program = QPushButton("Open &with its program")
        self.later = PlainLabel()
        self.later.setWordWrap(True)
        self.later.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.path: Path | None = None
        self.folder.clicked.connect(lambda: self._open(self.path.parent if self.path is not None else None))
        self.program.clicked.connect(lambda: self._open(self.path))
        beside = QHBoxLayout()
        for button in (self.folder, self.program):
            beside.addWidget(button)
        beside.addStretch(1)
        progress = QHBoxLayout()
        progress.addWidget(self.bar, 1)
        progress.addWidget(self.stop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addWidget(self.words)
        column.addLayout(progress)
        column.addWidget(self.result)
        column.addLayout(beside)
        column.addWidget(self.later)
        column.addStretch(1)
        self.begin("")

    @staticmethod
    def _open(path: Path | None) -> None:
        if path is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.absolute())))

    def begin(self, words: str) -> None:
        """Something is being written."""
        self.path = None
        self.words.setText(words)
        self.bar.setRange(0, 0)
        self.bar.show()
        self.stop.setEnabled(True)
        self.stop.show()
        self.result.clear()
        self.later.clear()
        for button in (self.folder, self.program):
            button.hide()

    def show_part(self, words: str, part: float) -> None:
        """Show what is done now; a part below 0 if unknown."""
        if words:
            self.words.setText(words)
        self.bar.setRange(0, 0 if part < 0 else 100)
        if part >= 0:
            self.bar.setValue(min(99, round(part * 100)))

    def end(self, words: str, result: str = "", path: Path | None = None, later: str = "") -> None:
        """It is over; ``path`` is the file that was written."""
        self.words.setText(words)
        self.bar.hide()
        self.stop.hide()
        self.result.setText(result)
        self.later.setText(later)
        self.path = path
        for button in (self.folder, self.program):
            button.setVisible(path is not None)


class Wizard(LetteredDialog):
    """Four pages that keep their places. Subclasses fill `pages`, and say with `problem` why one cannot go on.

    It is a window beside the map: the map can be looked at and changed meanwhile.
    """

    ended = Signal(bool)
    """What was asked for is written (True), or was cancelled or failed. A window that is closed before says False."""
    told = Signal(str, float)

    def __init__(
        self, title: str, titles: Sequence[str], guides: Sequence[str], go_text: str, parent: QWidget | None
    ) -> None:
        """``guides`` are the pages of the guide that F1 opens, ``go_text`` what the button says that begins writing."""
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setModal(False)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setSizeGripEnabled(True)
        self._guides, self._go_text = guides, go_text
        self._worker = Worker(title.lower(), self)
        self.errand = Errand()
        self._beside: dict[str, Errand] = {}
        """What is read or drawn for the pages."""
        self._running = False
        """Whether something is being written."""
        self._answered = False
        self.steps: list[QToolButton] = []
        self.stack = QStackedWidget()
        self.writing = WritingPage()
        self.writing.stop.clicked.connect(self._cancel_work)
        self.complaint = PlainLabel()
        self.complaint.setWordWrap(True)
        self.complaint.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.back = QPushButton("&Back")
        self.next = QPushButton("&Next")
        self.leave = QPushButton("Cancel")
        self.back.clicked.connect(lambda: self.go(self.page - 1))
        self.next.clicked.connect(self.forward)
        self.leave.clicked.connect(self.reject)
        self.next.setDefault(True)
        for button in (self.back, self.leave):
            button.setAutoDefault(False)
        self._lay_out(titles)
        self.told.connect(self.writing.show_part)
        help_key = QShortcut(QKeySequence(Qt.Key.Key_F1), self)
        help_key.activated.connect(lambda: help_on(self, self.guide()))
        self.resize(SIZE)

    def _lay_out(self, titles: Sequence[str]) -> None:
        bar = QHBoxLayout()
        bar.setSpacing(6)
        for number, title in enumerate(titles):
            step = QToolButton()
            step.setText(f"{number + 1}  {title}")
            step.setCheckable(True)
            step.setAutoRaise(True)
            step.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            step.clicked.connect(lambda _on=False, number=number: self._jump(number))
            self.steps.append(step)
            bar.addWidget(step)
        bar.addStretch(1)
        buttons = QHBoxLayout()
        buttons.addWidget(self.complaint, 1)
        for button in (self.back, self.next, self.leave):
            buttons.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(12)
        column.addLayout(bar)
        column.addWidget(self.stack, 1)
        column.addLayout(buttons)

    def add_pages(self, *pages: QWidget) -> None:
        """Put the first three pages in; writing is the fourth. Each is scrolled where the screen is too low for it."""
        for page in (*pages, self.writing):
            self.stack.addWidget(Scrolled(page))

    def open_up(self) -> None:
        """Show the window, no larger than the screen."""
        fit(self)
        self.go(0)
        self.show()

    # -- pages --------------------------------------------------------------------------------------------------

    @property
    def page(self) -> int:
        """The number of the page in front."""
        return self.stack.currentIndex()

    @property
    def busy(self) -> bool:
        """Whether something is being read or written."""
        return self._worker.busy

    def problem(self, page: int) -> str:
        """Why a page cannot be left forward; empty when it can."""
        raise NotImplementedError

    def guide(self) -> str:
        """The page of the guide that F1 opens."""
        return self._guides[self.page]

    def entered(self, page: int) -> None:
        """A page has come to the front."""

    def begin(self) -> None:
        """Write what was asked for."""
        raise NotImplementedError

    def _jump(self, number: int) -> None:
        if number == WRITING and self.page != WRITING:
            number = LOSSES
        self.go(number)

    def go(self, number: int) -> None:
        """Bring a page to the front, as far as those before it are filled in."""
        if self._running:
            self.check()
            return
        for page in range(min(number, WRITING)):
            if self.problem(page):
                number = page
                break
        self.stack.setCurrentIndex(max(0, number))
        self.entered(self.page)
        self.check()
        if self.isVisible():
            deal_dialog(self)

    def forward(self) -> None:
        """Go on to the next page; from the third one, write."""
        if self.page == WRITING:
            self.accept()
        elif self.page < LOSSES:
            self.go(self.page + 1)
        elif not any(self.problem(page) for page in range(WRITING)):
            self.begin()

    def check(self) -> None:
        """Show why it cannot go on, and allow what is possible."""
        page = self.page
        problem = self.problem(page) if page != WRITING else ""
        self.complaint.setText(problem)
        for number, step in enumerate(self.steps):
            step.setChecked(number == page)
            step.setEnabled(not self._running)
        self.back.setEnabled(page > 0 and not self._running)
        self.next.setEnabled(not problem and not self._running)
        self.next.setText("Close" if page == WRITING else self._go_text if page == LOSSES else "&Next")
        self.leave.setVisible(page != WRITING)

    # -- work ---------------------------------------------------------------------------------------------------

    def beside(self, what: str, work: Callable[[], _Made]) -> tuple[Errand, Callable[[], _Made]]:
        """Work for the pages, to be done on a thread: it ends at its next pause when the window is closed, or when
        there is other work of this name."""
        self.no_longer(what)
        self._beside[what] = errand = Errand()
        return errand, partial(_while_wanted, errand, work)

    def no_longer(self, what: str) -> None:
        """Nobody waits for the work of this name any more."""
        if what in self._beside:
            self._beside[what].cancel()

    def write(
        self, words: str, work: Callable[[TellWords, Callable[[], None]], _Made], done: Callable[[_Made], None]
    ) -> None:
        """Do the work in the background with the fourth page in front. ``work`` is given what it calls with what it
        does now and how far it is, and what it calls before its files take their places; both raise InterruptedError
        once the user has cancelled."""
        self.errand = errand = Errand()
        self.stack.setCurrentIndex(WRITING)
        self.writing.begin(words)
        self._running = True
        self.check()
        self.writing.stop.setFocus()

        def hear(said: tuple[str, float]) -> None:
            if self._awaits(errand):
                self.told.emit(*said)

        news = self._worker.telling(hear)

        def finished(made: _Made) -> None:
            if errand.cancelled:
                failed(InterruptedError())
            elif self._awaits(errand):
                self._running = False
                done(made)
                self.check()
                self.next.setFocus()
                self._answer(True)

        def failed(error: Exception) -> None:
            if self._awaits(errand):
                self._failed(error)

        held = partial(_while_wanted, errand, partial(work, partial(_tell, errand, news), errand.keep))
        self._worker.start(held, finished, failed)

    def _awaits(self, errand: Errand) -> bool:
        """Whether this is what is being written, and not a cancelled export."""
        return self._running and self.errand is errand

    def show_done(self, words: str) -> None:
        """Show the fourth page for what was done at once."""
        self.stack.setCurrentIndex(WRITING)
        self.writing.end(words)
        self.check()
        self.next.setFocus()
        self._answer(True)

    def _failed(self, error: Exception) -> None:
        self._running = False
        if isinstance(error, InterruptedError):
            self.writing.end("Cancelled. No file was written.")
        elif isinstance(error, HexwrightError):
            self.writing.end(sentence(str(error)))
        else:
            self.writing.end(sentence(f"It could not be written: {error}"))
        self.check()
        self.back.setFocus()
        self._answer(False)

    def _cancel_work(self) -> None:
        """Stop at once: what the thread still does is thrown away. Files that take their places just now stay."""
        if self._running:
            self.errand.cancel()
            self.writing.stop.setEnabled(False)
            if self.errand.cancelled:
                self._failed(InterruptedError())

    def stop(self) -> None:
        """Cancel; the main window closes."""
        self.errand.cancel()

    def done(self, result: int) -> None:
        """Close, and cancel what is being written."""
        self.errand.cancel()
        for errand in self._beside.values():
            errand.cancel()
        self._running = False
        super().done(result)
        if not self._answered:
            self._answer(False)

    def _answer(self, written: bool) -> None:
        self._answered = True
        self.ended.emit(written)


def _while_wanted(errand: Errand, work: Callable[[], _Made]) -> _Made:
    """Called on the other thread."""
    with held_up_by(errand.go_on):
        errand.go_on()
        return work()


def _tell(errand: Errand, news: Callable[[tuple[str, float]], None], words: str, part: float) -> None:
    """Called on the other thread."""
    errand.go_on()
    news((words, part))
