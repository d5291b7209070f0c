"""The status bar: what there is to say, the hex under the pointer, the zoom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QMainWindow, QToolButton

from editor.canvas.aim import PointerAim
from editor.desk.desk import Desk
from editor.dialogs.severity import counted_findings, problems_of
from editor.kinds import RULES, kind_of, parts_of
from editor.panels.problems_panel import ProblemsPanel
from editor.window.said_label import SaidLabel
from editor.window.steady_label import SteadyLabel
from engine.findings import Finding

NONE: Final = "No problems"


class StatusLine(QObject):
    """The labels in the status bar of a window."""

    def __init__(self, window: QMainWindow, desk: Desk, problems: ProblemsPanel) -> None:
        super().__init__(window)
        self._desk = desk
        self.problems = QToolButton()
        self.problems.setAutoRaise(True)
        self.problems.setToolTip("Show the list of problems")
        self.problems.clicked.connect(problems.open)
        # Without words it would be higher, and the map would move when it gets some.
        self.problems.setText(NONE)
        self.problems.hide()
        # A label, not a message: it comes back when the tip of a menu entry has been shown over it.
        self.message = SaidLabel(lambda rule: desk.rule_asked.emit(rule))
        self.place, self.zoom = SteadyLabel(), SteadyLabel()
        self.zoom.setMinimumWidth(64)
        self.zoom.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        bar = window.statusBar()
        bar.setSizeGripEnabled(False)
        bar.addWidget(self.message, 1)
        bar.addPermanentWidget(self.problems)
        bar.addPermanentWidget(self.place)
        bar.addPermanentWidget(self.zoom)
        self._aim: PointerAim | None = None
        """Where the pointer was last over this document."""
        self._aside = False
        """Whether the welcome page is shown in place of the document."""
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.timeout.connect(self._describe)
        self._fresh = False
        """Whether what stands there was said in this turn of the event loop."""
        self._stale = QTimer(self)
        self._stale.setSingleShot(True)
        self._stale.timeout.connect(self._grow_stale)
        desk.status_changed.connect(self._say)
        desk.changed.connect(lambda _change: self._on_change())
        desk.selection.selection_changed.connect(self.let_go)
        desk.panes.aim_changed.connect(self._show_place)
        desk.panes.view_changed.connect(self._show_zoom)
        desk.document_changed.connect(lambda _document: self._clear())
        problems.checked.connect(self._count_problems)
        self._show_zoom()

    def _count_problems(self, found: Sequence[Finding]) -> None:
        """Only their number: the list is made on request."""
        self.problems.setText(counted_findings(found) or NONE)
        self.problems.setVisible(bool(problems_of(found)))

    def _clear(self) -> None:
        """What was said of one document is not meant for another."""
        self._aim = None
        self.place.clear()
        self.message.setText(self._hint)

    def put_aside(self, aside: bool) -> None:
        """Hide hex and zoom while the welcome page is shown in place of the document."""
        self._aside = aside
        self.place.setVisible(not aside)
        self._clear()
        self._show_zoom()

    def _on_change(self) -> None:
        self.let_go()
        # The hex under the pointer may have changed; it is described once for all steps of a command.
        self._again.start(0)

    def _say(self, text: str) -> None:
        self.message.say(text, self._desk.cited)
        self._fresh = True
        self._stale.start(0)

    def _grow_stale(self) -> None:
        self._fresh = False

    def let_go(self) -> None:
        """Something has changed since: what was said may not be true any more. What the tool in use does still is; and
        whoever waits for a click, or plays, goes on being told what is asked."""
        desk = self._desk
        if not self._fresh and desk.canvas.picking is None and not desk.preview.active:
            self.message.setText(self._hint)

    @property
    def _hint(self) -> str:
        """The hint of the current tool; empty if no map is shown."""
        return self._desk.tools.tool.hint if self._on_map else ""

    def _show_place(self, aim: PointerAim) -> None:
        self._aim = aim
        self._describe()

    def _describe(self) -> None:
        """Describe what is under the pointer, or under the keyboard's cursor."""
        document, aim = self._desk.document, self._aim
        if aim is None:
            return
        text = parts_of(document).describe(document, aim.spot) if aim.spot is not None else ""
        self.place.setText(self._desk.canvas.keys.describe(text, aim))

    @property
    def _on_map(self) -> bool:
        """Whether there is a map in front, and not rules or the welcome page."""
        return not self._aside and kind_of(self._desk.document) is not RULES

    def _show_zoom(self) -> None:
        self.zoom.setVisible(self._on_map)
        self.zoom.setText(f"{self._desk.canvas.zoom * 100:.0f} %")
