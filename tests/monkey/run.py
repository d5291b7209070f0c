"""One run of the monkey: a window, a seed, so many actions or so much time; the first fault ends it."""

from __future__ import annotations

import faulthandler
import importlib
import pkgutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import monotonic
from typing import IO, Any, Final
from weakref import WeakKeyDictionary

from hands import Hands, named
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QDrag, QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTabBar,
    QWidget,
)
from rules_hands import RulesHands
from sandbox import Sandbox
from watch import Watch

import editor
import engine
from editor.document.rules_document import RulesDocument
from editor.menus.file import blank
from editor.stage.tabs import Tab
from editor.window.app import application, make_window, put_away, put_the_screen_first
from editor.window.window import Window
from editor.work import background

ROUND: Final = 400
"""Actions between two rests, at which everything is closed and what is alive is counted."""
STEP_LIMIT: Final = 60
"""Actions in one dialog; then it is left."""
STUCK: Final = 300
"""Tries to leave a dialog, a tenth of a second apart; then it cannot be left, which is a fault. Work that is broken off
takes a while to stop."""
LONGEST_REST: Final = 20.0
"""Seconds after which a rest is over, whatever still goes on."""
PATIENCE: Final = 3.0
"""Seconds that work in the background is waited for, before the next action."""
MOST_TABS: Final = 6
AT_REST: Final = 1200, 800
"""The window's size when what is alive is counted: its picture goes with it, 8 MB for a large one."""
NEVER: Final = frozenset({"file.quit"})
"""Actions that end the run."""
INTERACTIVE: Final = (
    *(QAbstractButton, QAbstractItemView, QAbstractSlider, QAbstractSpinBox, QComboBox),
    *(QLineEdit, QPlainTextEdit, QTabBar),
)
GRABBING: Final = ("Pick Screen Color",)
"""Buttons that take hold of the whole screen."""


class Monkey:
    """Sits at a window."""

    def __init__(self, window: Window, seed: int, watch: Watch, sandbox: Sandbox, log: IO[str], calm: bool) -> None:
        self.window, self.watch, self.sandbox, self.calm = window, watch, sandbox, calm
        self.rng = Random(seed)
        self.hands = Hands(self.rng, self.tell)
        self.rules = RulesHands(window.rules.view, self.rng, self.tell, watch.fault, lambda: None)
        self._first: WeakKeyDictionary[RulesDocument, str] = WeakKeyDictionary()
        """What rules files said when they were opened: undo must lead back to it."""
        window.desk.tabs.opened.connect(self._note_rules)
        self.done = 0
        self._log = log
        self._depth = 0
        self._limit: Callable[[], bool] = lambda: True
        self._since = monotonic()
        self._resting, self._closed = False, 0.0
        self._pause = 0
        """Milliseconds before the next action."""
        self._in_dialog: tuple[int, int] = (0, 0)
        """The dialog that is open, by its identity, and the actions in it."""

    def tell(self, text: str) -> None:
        """Note an action before it is taken: it may be the last."""
        self._log.write(f"{self.done} {'  ' * (self._depth - 1)}{text}\n")
        self._log.flush()

    def _note_rules(self, tab: Tab) -> None:
        if isinstance(tab.document, RulesDocument):
            self._first[tab.document] = tab.document.text

    def play(self, limit: Callable[[], bool]) -> None:
        """Act until the limit is reached or something is wrong."""
        self._limit = limit
        QTimer.singleShot(0, self.window, self._tick)
        QApplication.exec()

    # -- one action after another ---------------------------------------------------------------------------------

    def _tick(self) -> None:
        if self.watch.faults:
            QApplication.exit(1)
            return
        if self.calm and background.in_hand() and monotonic() - self._since < PATIENCE:
            QTimer.singleShot(5, self.window, self._tick)
            return
        if not self._resting and ((self.done and self.done % ROUND == 0) or self._limit()):
            self._resting = True
        # Now, for the action may open a dialog and wait in it: then the next ones are taken in there.
        QTimer.singleShot(self._pause, self.window, self._tick)
        self._pause = 0
        self._since = monotonic()
        self._depth += 1
        try:
            if self._resting:
                self._come_to_rest()
            else:
                self.done += 1
                self._act()
        finally:
            self._depth -= 1

    def _come_to_rest(self) -> None:
        """Leave what is open; when nothing is, close every document and count what is alive."""
        popup, modal = QApplication.activePopupWidget(), QApplication.activeModalWidget()
        if popup is not None:
            popup.close()
        elif modal is not None:
            self._leave(modal)
        elif self._depth == 1 and not self._closed:
            self._close_all()
            self._closed = monotonic()
        elif self._depth == 1 and (not self._at_work or monotonic() > self._closed + LONGEST_REST):
            self._count()
        self._pause = 50

    @property
    def _at_work(self) -> bool:
        """Whether something goes on in the background, or was given half a second ago to begin."""
        return bool(background.in_hand()) or self.window.menus.print.busy or monotonic() < self._closed + 0.5

    def _count(self) -> None:
        """Look at what is alive, and go on."""
        if not self.watch.rests:
            # Panels are made when they are first looked at, which would look like a leak at a later rest.
            for key in self.window.docks.by_key:
                self.window.docks.panel(key)
        self.watch.rest()
        first, last = self.watch.rests[0], self.watch.rests[-1]
        self.tell(f"at rest: {last}; since the first: {last.more_than(first)}")
        self.sandbox.restock()
        self._resting, self._closed = False, 0.0
        self.done += 1
        if self._limit():
            self.watch.end()
        if self._limit() or self.watch.faults:
            QApplication.exit(0)

    def _close_all(self) -> None:
        self.tell("rest")
        window, desk = self.window, self.window.desk
        QTest.keyClick(window.canvas, Qt.Key.Key_Escape)
        desk.tools.choose("select")
        self._give_up_all()
        self._undo_rules()
        for beside in QApplication.topLevelWidgets():
            if isinstance(beside, QDialog) and beside.isVisible():
                self._leave(beside)
        window.files.close_tabs(list(desk.tabs))
        window.resize(*AT_REST)
        if desk.document.stack.count() or desk.document.path is not None:
            desk.tabs.set_document(blank(), blank=True)
        desk.log.clear()

    def _give_up_all(self) -> None:
        """Nobody is to be asked whether work may be lost."""
        for tab in self.window.desk.tabs:
            tab.preview.close()
            tab.document.mark_saved()

    def _undo_rules(self) -> None:
        """Undo all that was done to rules files: each says again what it said at first."""
        for tab in list(self.window.desk.tabs):
            document = tab.document
            if isinstance(document, RulesDocument) and document in self._first:
                self.window.desk.tabs.show(tab)
                self.rules.undo_all(self._first[document])
                document.mark_saved()

    # -- what to do -----------------------------------------------------------------------------------------------

    def _act(self) -> None:
        popup, modal = QApplication.activePopupWidget(), QApplication.activeModalWidget()
        if popup is not None:
            self._in_popup(popup)
        elif modal is not None:
            self._in(modal)
        else:
            ways: dict[Callable[[], None], int] = {
                (self.rules.step if self.window.rules.shown else self._on_canvas): 30,
                self._trigger: 10,
                self._poke_somewhere: 14,
                self._take_tool: 5,
                self._keys: 6,
                self._tabs: 3,
                self._undo: 4,
                self._open: 2,
                self._meddle: 1,
                self._resize: 1,
                self._wait: 2,
            }
            self.rng.choices(list(ways), list(ways.values()))[0]()

    def _in_popup(self, popup: QWidget) -> None:
        if self.rng.random() < 0.1:
            self.tell(f"close {named(popup)}")
            popup.close()
        elif isinstance(popup, QMenu):
            self.hands.choose(popup)
        else:
            self.hands.poke(self._some_child(popup))

    def _in(self, dialog: QWidget) -> None:
        """In a dialog: fill in, press, and leave it in the end."""
        which, count = self._in_dialog
        self._in_dialog = (id(dialog), count + 1 if which == id(dialog) else 0)
        if self._in_dialog[1] > STEP_LIMIT:
            self._leave(dialog)
            return
        lot = self.rng.random()
        if lot < 0.06:
            self.tell(f"key Esc in {named(dialog)}")
            QTest.keyClick(dialog, Qt.Key.Key_Escape)
        elif lot < 0.12:
            self.tell(f"key Return in {named(dialog)}")
            QTest.keyClick(dialog.focusWidget() or dialog, Qt.Key.Key_Return)
        elif lot < 0.2:
            self.hands.key(dialog.focusWidget() or dialog)
        else:
            self.hands.poke(self._some_child(dialog))

    def _leave(self, dialog: QWidget) -> None:
        """A dialog is left as somebody leaves it who has had enough."""
        which, count = self._in_dialog
        self._in_dialog = (id(dialog), count + 1 if which == id(dialog) else 0)
        self._pause = 100
        self.tell(f"leave {named(dialog)}")
        if self._in_dialog[1] > STEP_LIMIT + STUCK:
            self.watch.fault(f"{named(dialog)} cannot be left")
        elif isinstance(dialog, QDialog) and self.rng.random() < 0.7:
            dialog.reject()
        else:
            dialog.close()

    def _some_child(self, top: QWidget) -> QWidget:
        """A part of a window or dialog that can be worked: what lies somewhere, or one of its fields and buttons."""
        if self.rng.random() < 0.3:
            return top.childAt(self.hands.spot(top)) or top
        parts = [
            part
            for part in top.findChildren(QWidget)
            if isinstance(part, INTERACTIVE) and part.isVisibleTo(top) and part.isEnabled() and not _grabs(part)
        ]
        return self.rng.choice(parts) if parts else top

    def _on_canvas(self) -> None:
        view = self.rng.choice(self.window.panes.views)
        hands = self.hands
        ways = (hands.click, hands.drag, hands.hover, hands.wheel)
        way = self.rng.choices(ways, (6, 6, 3, 2))[0]
        way(view.viewport())

    def _trigger(self) -> None:
        entries = [entry for entry in self.window.desk.actions.entries if entry.action.isEnabled()]
        entry = self.rng.choice([entry for entry in entries if entry.key not in NEVER])
        self.tell(f"action {entry.key}")
        entry.action.trigger()

    def _poke_somewhere(self) -> None:
        place = self.hands.spot(self.window)
        self.hands.poke(self.window.childAt(place) or self.window)

    def _take_tool(self) -> None:
        tools = self.window.desk.tools
        key = self.rng.choice([tool.key for tool in tools.all])
        self.tell(f"tool {key}")
        tools.choose(key)

    def _keys(self) -> None:
        widget = QApplication.focusWidget() or self.window.canvas
        self.rng.choice((self.hands.key, self.hands.letter))(widget)

    def _undo(self) -> None:
        stack, count = self.window.desk.document.stack, self.rng.randrange(1, 6)
        way = self.rng.choice(("undo", "redo"))
        self.tell(f"{way} {count} times")
        for _ in range(count):
            stack.undo() if way == "undo" else stack.redo()

    def _tabs(self) -> None:
        desk = self.window.desk
        tab = self.rng.choice(list(desk.tabs))
        if self.rng.random() < 0.6:
            self.tell(f"tab {desk.tabs.index(tab)}")
            desk.tabs.show(tab)
        else:
            self.tell(f"close tab {desk.tabs.index(tab)}")
            self.window.files.close_tabs([tab])

    def _open(self) -> None:
        if len(self.window.desk.tabs) >= MOST_TABS:
            self._tabs()
            return
        path = self.sandbox.some_rules(self.rng) if self.rng.random() < 0.3 else self.sandbox.some_files(self.rng, 1)[0]
        self.tell(f"open {path.name}")
        self.window.files.open_path(path)

    def _meddle(self) -> None:
        self.tell(f"outside: {self.sandbox.meddle(self.rng)}")
        self.window.files.watch.look_soon()

    def _resize(self) -> None:
        width, height = self.rng.randrange(500, 1700), self.rng.randrange(400, 1100)
        self.tell(f"window of {width} x {height}")
        self.window.resize(width, height)

    def _wait(self) -> None:
        self._pause = self.rng.choice((20, 80, 300, 1200))
        self.tell(f"wait {self._pause} ms")


def _grabs(part: QWidget) -> bool:
    return isinstance(part, QAbstractButton) and part.text().replace("&", "") in GRABBING


def drop_somewhere(window: Window, rng: Random) -> Callable[..., Qt.DropAction]:
    """What takes the place of dragging from one widget to another, which needs a real pointer: a drop on the map, or
    none."""

    def drop(drag: QDrag, *_given: Any) -> Qt.DropAction:
        target = window.canvas.viewport()
        at = QPoint(rng.randrange(max(1, target.width())), rng.randrange(max(1, target.height())))
        actions, button, none = Qt.DropAction.MoveAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        mime: QMimeData = drag.mimeData()
        QApplication.sendEvent(target, QDragEnterEvent(at, actions, mime, button, none))
        QApplication.sendEvent(target, QDragMoveEvent(at, actions, mime, button, none))
        if rng.random() < 0.3:
            QApplication.sendEvent(target, QDragLeaveEvent())
            return Qt.DropAction.IgnoreAction
        event = QDropEvent(QPointF(at), actions, mime, button, none, QEvent.Type.Drop)
        QApplication.sendEvent(target, event)
        return event.dropAction() if event.isAccepted() else Qt.DropAction.IgnoreAction

    return drop


def load_the_program() -> None:
    """Load every module, of which half wait till they are wanted: 34 MB that would look like a leak when they come
    late in a run."""
    for package in (editor, engine):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)


def run(seed: int, folder: Path, log_file: Path, limit: Callable[[Monkey], bool], calm: bool) -> list[str]:
    """Let a monkey play; gives the faults, none when all went well."""
    watch = Watch()
    with log_file.open("w", encoding="utf-8") as log:
        faulthandler.enable(log)
        sandbox = Sandbox(folder)
        sandbox.set_environment()
        rng = Random(seed)
        application()
        load_the_program()
        watch.begin()
        sandbox.take_over(rng)
        window = make_window(str(sandbox.work / "lundys_lane.yaml"))
        QDrag.exec = drop_somewhere(window, rng)
        sandbox.guard(watch.fault)
        window.show()
        put_the_screen_first()
        monkey = Monkey(window, seed, watch, sandbox, log, calm)
        if seed % 2:
            window.files.open_path(sandbox.some_rules(rng))
        monkey.play(lambda: limit(monkey))
        for fault in watch.faults[:3]:
            log.write(f"FAULT {fault}\n")
        print(f"seed {seed}: {monkey.done} actions; " + "; ".join(map(str, watch.rests)), flush=True)
        if not watch.faults:
            window.close()
            put_away(window)
        # The end of the process is watched as well.
        faulthandler.enable()
    return watch.faults
