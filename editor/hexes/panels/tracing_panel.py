"""Tracing: paint a few hexes of each terrain over a scan, look at what is proposed for the rest, and accept it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSlider,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from editor.canvas.overlay import Cell, OverlayStyle
from editor.commands.change import Change
from editor.desk.desk import Desk
from editor.document.document import Document
from editor.hexes.commands.write_changes import WriteChanges
from editor.hexes.drawing.swatches import swatch_icon
from editor.hexes.tracing import scan_of
from editor.kinds import HEXES
from editor.plain import PlainLabel, as_written
from editor.work.background import Worker
from engine.boards.board import Spot
from engine.errors import HexwrightError
from engine.exchange.tracing.lines import LineProposal
from engine.exchange.tracing.session import Tracing, doubtful, prepared
from engine.exchange.tracing.terrain import Proposal
from engine.hexes.board.battlemap import hexes_of
from engine.hexes.board.grid import NOWHERE, Grid
from engine.hexes.mapping.edit import Changes
from engine.plural import counted

LAYER: Final = "tracing"
DOUBT: Final = "tracing-doubt"
_KEY: Final = Qt.ItemDataRole.UserRole
Lines = tuple[dict[int, LineProposal], dict[int, LineProposal]]


class TracingPanel(QScrollArea):
    """What is proposed for the hexes of a scan. Digits give the most doubtful hex one of the terrains of the list."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.tracing: Tracing | None = None
        self.found: dict[int, Proposal] = {}
        self.lines: Lines = ({}, {})
        """Roads and hexsides."""
        self.asked: int | None = None
        """The doubtful hex that is asked about."""
        self._worker = Worker("tracing", self)
        self.start_button = _button("Read the scan", "Learn colours and textures of the underlay", self.start)
        self.state = PlainLabel()
        self.state.setWordWrap(True)
        self.list = QTreeWidget()
        self.list.setHeaderLabels(["Key", "Terrain", "Painted", "Proposed"])
        self.list.setRootIsDecorated(False)
        self.list.setAccessibleName("Terrain of the scan")
        self.teach_button = _button(
            "Selected hexes are right",
            "Learn from the selected hexes, also where they have the first terrain",
            self.teach,
        )
        self.accept_kind = _button("Accept terrain", "Paint all proposals of the chosen terrain", self.accept_terrain)
        self.accept_area = _button(
            "Accept selection", "Paint the proposals in the selected hexes", self.accept_selection
        )
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, 100)
        self.slider.setValue(20)
        self.slider.setAccessibleName("Most doubt in per cent")
        self.accept_sure = _button("Accept", "Paint the proposals with at most this much doubt", self.accept_certain)
        self.question = PlainLabel()
        self.question.setWordWrap(True)
        self.next_button = _button("Most doubtful hex", "Show the hex with the most doubtful proposal", self.ask)
        self.lines_button = _button(
            "Find roads and hexsides",
            "Look for more roads, rivers and slopes like those already drawn",
            self.find_lines,
        )
        self.accept_lines_button = _button(
            "Accept lines", "Draw the roads and hexsides that were found", self.accept_lines
        )
        self.lines_state = PlainLabel()
        self.lines_state.setWordWrap(True)
        self.shown = QCheckBox("Show proposals")
        self.shown.setChecked(True)
        self._lay_out()
        self.slider.valueChanged.connect(lambda _value: self._show_buttons())
        self.shown.toggled.connect(lambda _on: self._draw())
        self.list.currentItemChanged.connect(lambda *_: self._show_buttons())
        for digit in range(1, 10):
            key = QShortcut(QKeySequence(str(digit)), self)
            key.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            key.activated.connect(partial(self.answer, digit))
        heard = desk.only(self, HEXES.key)
        heard.changed.connect(self._on_change)
        heard.follow(self._on_document)
        desk.leaving.connect(self._leave)
        desk.selection.selection_changed.connect(self._show_buttons)

    def _lay_out(self) -> None:
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.addWidget(self.start_button)
        layout.addWidget(self.state)
        layout.addWidget(self.list, 1)
        for row in (
            (self.accept_kind, self.accept_area),
            (self.slider, self.accept_sure),
            (self.next_button, self.teach_button),
        ):
            beside = QHBoxLayout()
            for widget in row:
                beside.addWidget(widget)
            layout.addLayout(beside)
        layout.addWidget(self.question)
        beside = QHBoxLayout()
        beside.addWidget(self.lines_button)
        beside.addWidget(self.accept_lines_button)
        layout.addLayout(beside)
        layout.addWidget(self.lines_state)
        layout.addWidget(self.shown)
        self.setWidget(body)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)

    def minimumSizeHint(self) -> QSize:
        """As wide as its buttons; on a small screen it is scrolled up and down."""
        body, least = self.widget(), super().minimumSizeHint()
        wide = body.minimumSizeHint().width() if body is not None else 0
        return QSize(wide + self.verticalScrollBar().sizeHint().width(), least.height())

    # -- following the document ---------------------------------------------------------------------------------

    def _leave(self) -> None:
        self._forget()
        for key in (LAYER, DOUBT):
            overlay = self.desk.canvas.map_scene.overlays.get(key)
            if overlay is not None:
                overlay.clear()

    def _on_document(self, _document: Document) -> None:
        self._forget()
        self.refresh()

    def _forget(self) -> None:
        self.tracing, self.found, self.lines, self.asked = None, {}, ({}, {}), None

    def _on_change(self, change: Change) -> None:
        if change.what in ("underlay", "all"):
            self._forget()
            self.refresh()
        elif change.what in ("terrain", "map") and self.tracing is not None:
            self.refresh()

    # -- learning -----------------------------------------------------------------------------------------------

    @property
    def grid(self) -> Grid:
        """The grid of the map in front."""
        return self.desk.document.battle_map.grid

    @property
    def busy(self) -> bool:
        """Whether the scan is being looked at."""
        return self._worker.busy

    def start(self) -> None:
        """Read the underlay in the background."""
        control = self.desk.controls.underlay
        underlay, pyramid = control.underlay, control.pyramid
        if underlay is None or pyramid is None:
            self.desk.status("First lay a scan under the map in the Underlay panel, and fit the grid")
            return
        grid = self.grid
        self.state.setText("Reading the scan…")
        self.start_button.setEnabled(False)
        self._worker.start(lambda: prepared(scan_of(pyramid, underlay), grid), self._started, self._failed)

    def _started(self, tracing: Tracing) -> None:
        self.start_button.setEnabled(True)
        if tracing.grid is self.grid:
            self.tracing = tracing
        self.refresh()

    def _failed(self, error: Exception) -> None:
        self.start_button.setEnabled(True)
        if not isinstance(error, HexwrightError):
            raise error
        self.state.setText(f"Could not read the scan: {error}.")

    def teach(self) -> None:
        """The selected hexes are what the map says."""
        if self.tracing is not None:
            terrain = self.desk.document.battle_map.terrain
            self.tracing.taught |= {h: terrain[h] for h in self.desk.selection.hexes}
            self.refresh()

    def refresh(self) -> None:
        """Propose again, from what is painted now."""
        board = self.desk.document.battle_map
        self.found = self.tracing.terrain(board) if self.tracing is not None else {}
        if self.asked not in self.found:
            self.asked = None
        self._list_terrain()
        if self.tracing is None:
            self.state.setText(
                "Fit the grid to a scan in the Underlay panel, then read it. Paint about 5 hexes of each terrain."
            )
        elif not self.found:
            self.state.setText(
                "Paint about 5 hexes of each terrain. For the first terrain select hexes and press the button."
            )
        else:
            sure = sum(one.doubt <= 0.2 for one in self.found.values())
            self.state.setText(
                f"{counted(len(self.found), 'hex', 'hexes')} proposed, {sure} of them with little doubt."
            )
        self._show_question()
        self._show_buttons()
        self._draw()

    def _list_terrain(self) -> None:
        board, chosen = self.desk.document.battle_map, self.chosen
        painted = Counter(self.tracing.painted(board).values()) if self.tracing is not None else Counter[str]()
        proposed = Counter(one.terrain for one in self.found.values())
        self.list.clear()
        for number, key in enumerate((key for key in board.palette.terrain if painted[key]), 1):
            kind = board.palette.terrain[key]
            digit = str(number) if number < 10 else ""
            item = QTreeWidgetItem([digit, kind.name, str(painted[key]), str(proposed[key])])
            item.setIcon(1, swatch_icon(board.palette, kind))
            item.setData(0, _KEY, key)
            self.list.addTopLevelItem(item)
            if key == chosen:
                self.list.setCurrentItem(item)

    @property
    def chosen(self) -> str:
        """The terrain that is chosen in the list; empty for none."""
        item = self.list.currentItem()
        return str(item.data(0, _KEY)) if item is not None else ""

    # -- accepting ----------------------------------------------------------------------------------------------

    def accept(self, hexes: Iterable[int]) -> None:
        """Paint what is proposed for hexes, as one step."""
        board, tracing = self.desk.document.battle_map, self.tracing
        wanted = {h: self.found[h].terrain for h in hexes if h in self.found}
        if tracing is None or not wanted:
            return
        tracing.taught |= wanted
        changed = {h: terrain for h, terrain in wanted.items() if board.terrain[h] != terrain}
        if not changed or not self.desk.push(WriteChanges("Accept tracing", Changes(terrain=changed))):
            self.refresh()

    def accept_terrain(self) -> None:
        """Paint all proposals of the chosen terrain."""
        self.accept([h for h, one in self.found.items() if one.terrain == self.chosen])

    def accept_selection(self) -> None:
        """Paint the proposals in the selected hexes."""
        self.accept(self.desk.selection.hexes)

    def accept_certain(self) -> None:
        """Paint the proposals that are at most as doubtful as the slider says."""
        self.accept(self._certain())

    def _certain(self) -> list[int]:
        return [h for h, one in self.found.items() if one.doubt <= self.slider.value() / 100]

    # -- hex by hex ---------------------------------------------------------------------------------------------

    def ask(self) -> None:
        """Go to the most doubtful hex."""
        order = doubtful(self.found)
        self.asked = order[0] if order else None
        if self.asked is not None:
            self.desk.go_to(self.asked)
        self._show_question()

    def answer(self, digit: int) -> None:
        """Give the hex that is asked about the terrain of a digit, and ask about the next."""
        item = self.list.topLevelItem(digit - 1)
        tracing, h = self.tracing, self.asked
        if item is None or tracing is None or h is None:
            return
        terrain = str(item.data(0, _KEY))
        tracing.taught[h] = terrain
        board = self.desk.document.battle_map
        if board.terrain[h] == terrain or not self.desk.push(WriteChanges("Trace hex", Changes(terrain={h: terrain}))):
            self.refresh()
        self.ask()

    def _show_question(self) -> None:
        if self.asked is None or self.asked not in self.found:
            self.question.setText("")
            return
        one, kinds = self.found[self.asked], self.desk.document.battle_map.palette.terrain
        first, second = kinds[one.terrain].name, kinds[one.second].name
        choice = first if first == second else f"{first} or {second}"
        name = self.grid.name(self.asked)
        self.question.setText(f"{name}: {choice} ({one.doubt:.0%} doubt). Press the digit of its terrain.")

    # -- roads and hexsides -------------------------------------------------------------------------------------

    def find_lines(self) -> None:
        """Look for roads and hexsides in the background."""
        tracing = self.tracing
        if tracing is None:
            return
        board, _scenario = self.desk.document.snapshot()
        self.lines_button.setEnabled(False)
        copy = hexes_of(board)
        self._worker.start(
            lambda: (tracing.lines(copy, road=True), tracing.lines(copy, road=False)), self._found_lines, self._failed
        )

    def _found_lines(self, found: Lines) -> None:
        self.lines = found if self.tracing is not None else ({}, {})
        self._show_lines()
        self._show_buttons()
        self._draw()

    def _show_lines(self) -> None:
        palette = self.desk.document.battle_map.palette
        texts = []
        for kinds, proposed in zip((palette.paths, palette.hexsides), self.lines, strict=True):
            counts = Counter(one.kind for one in proposed.values() if self._is_wanted(one))
            texts += [f"{kinds[key].name}: {number}" for key, number in sorted(counts.items()) if key in kinds]
        self.lines_state.setText(
            "; ".join(texts) or ("Draw a few stretches of each kind first." if self.tracing else "")
        )

    def _is_wanted(self, one: LineProposal) -> bool:
        return one.doubt <= self.slider.value() / 100

    def accept_lines(self) -> None:
        """Draw the roads and hexsides with at most as much doubt as the slider says, as one step."""
        board = self.desk.document.battle_map
        roads, sides = ({side: one.kind for side, one in found.items() if self._is_wanted(one)} for found in self.lines)
        paths = {side: board.paths.get(side, frozenset()) | {kind} for side, kind in roads.items()}
        edges = {side: {kind: NOWHERE, **board.hexsides.get(side, {})} for side, kind in sides.items()}
        self.lines = ({}, {})
        if paths or edges:
            self.desk.push(WriteChanges("Accept traced lines", Changes(paths=paths, hexsides=edges)))
        self.refresh()
        self.lines_state.setText("")

    # -- shown --------------------------------------------------------------------------------------------------

    def _show_buttons(self) -> None:
        count = len(self._certain())
        percent = self.slider.value()
        self.accept_sure.setText(f"Accept {count} up to {percent} %")
        self.accept_sure.setEnabled(count > 0)
        self.accept_kind.setEnabled(any(one.terrain == self.chosen for one in self.found.values()))
        self.accept_area.setEnabled(any(h in self.found for h in self.desk.selection.hexes))
        self.teach_button.setEnabled(self.tracing is not None)
        self.next_button.setEnabled(bool(self.found))
        self.lines_button.setEnabled(self.tracing is not None and not self.busy)
        self.accept_lines_button.setEnabled(any(self._is_wanted(one) for found in self.lines for one in found.values()))
        if any(self.lines):
            self._show_lines()

    def _draw(self) -> None:
        """Tint the hexes in the colours of their terrain, and hatch them by doubt."""
        scene = self.desk.canvas.map_scene
        if not self.found and LAYER not in scene.overlays:
            return
        terrain = self.desk.document.battle_map.palette.terrain
        tints: dict[Spot, Cell] = {}
        doubts: dict[Spot, Cell] = {}
        for h, one in self.found.items() if self.shown.isChecked() else ():
            tint = QColor(terrain[one.terrain].colour)
            tint.setAlpha(150)
            tints[h] = (tint, "")
            step = min(3, int(one.doubt * 4))
            if step:
                doubts[h] = (QColor(176, 0, 32, 60 + 60 * step), "")
        scene.overlay(LAYER).set_cells(tints)
        scene.overlay(DOUBT, OverlayStyle.HATCH).set_cells(doubts)


def _button(text: str, tip: str, slot: Callable[[], None]) -> QPushButton:
    button = QPushButton(text)
    button.setToolTip(as_written(tip))
    button.clicked.connect(lambda _checked=False: slot())
    return button
