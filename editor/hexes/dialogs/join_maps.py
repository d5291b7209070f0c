"""The dialog that lays another map against an edge of this one."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QRectF, QTimer
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QFormLayout,
    QGroupBox,
    QHBoxLayout,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from editor.canvas.drawing.paper import SCALE
from editor.dialogs.forms import FormDialog, form, note
from editor.dialogs.losses import LossesList, by_layer
from editor.dialogs.palette_added import with_kinds
from editor.dialogs.texts import sentence
from editor.hexes.dialogs.map_preview import MapPreview, PreviewSheet
from editor.hexes.dialogs.resize_map import DELAY, MOST_HEXES
from editor.hexes.drawing.swatches import swatch_icon
from editor.look.numbers import WholeBox
from editor.look.rebuilding import emptied
from editor.plain import PlainLabel, as_written
from engine import formats
from engine.boards.palette import Kind, Layer
from engine.errors import HexwrightError
from engine.findings import FileProblem
from engine.hexes.board.battlemap import BattleMap, hexes_of
from engine.hexes.carry import carried
from engine.hexes.mapping.join import Edge, Joined, differences, joined
from engine.scenario.carrying import Carried
from engine.scenario.model import Scenario

EDGES: Final = {Edge.EAST: "Right", Edge.SOUTH: "Lower", Edge.WEST: "Left", Edge.NORTH: "Upper"}
NOTHING: Final = "nothing"
ITSELF: Final = "\0itself"
"""A kind that is added to this map's palette."""
FILTER: Final = "Hexwright maps (*.yaml *.yml);;All files (*)"


class JoinMapsDialog(FormDialog):
    """Asks for the other map and where it goes; ``joined`` and ``carried`` are what comes of it."""

    def __init__(
        self, battle_map: BattleMap, scenario: Scenario | None, folder: Path, parent: QWidget | None = None
    ) -> None:
        super().__init__("Join with another map", parent, accept_text="Join")
        self.first, self.scenario, self.folder = battle_map, scenario, folder
        self.second: BattleMap | None = None
        self.joined: Joined | None = None
        self.carried: Carried | None = None
        self._trouble = "Choose the other map."
        self._instead: dict[tuple[Layer, str], QComboBox] = {}
        self._missing: list[Kind] = []
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY)
        self._timer.timeout.connect(self.work_out)
        self.preview, self.summary, self.losses = MapPreview(), PlainLabel(), LossesList()
        heading = PlainLabel("Left out of the other map:")
        shown = {self.preview: 3, self.summary: 0, heading: 0, self.losses: 2}
        self.lay_beside([self._fields(), self._kinds_box()], shown, (2, 3))
        self.resize(940, 620)
        self._list_kinds()
        self.work_out()
        self.choose.setFocus()

    # -- fields -------------------------------------------------------------------------------------------------

    def _fields(self) -> QFormLayout:
        layout = form()
        line = QHBoxLayout()
        self.file_label = PlainLabel("none yet")
        self.choose = QPushButton("&Other map…")
        self.choose.setAutoDefault(False)
        self.choose.clicked.connect(self._ask)
        line.addWidget(self.file_label, 1)
        line.addWidget(self.choose)
        layout.addRow("Join with", line)
        self.edge = QComboBox()
        for edge, text in EDGES.items():
            self.edge.addItem(f"{text} edge of this map", edge)
        self.edge.currentIndexChanged.connect(self._soon)
        layout.addRow("At the &edge", self.edge)
        self.offset = self._spin(-5000, 5000, "Offset along the edge")
        layout.addRow("O&ffset along it", self.offset)
        self.overlap = self._spin(0, 100, "Overlap")
        self.overlap.setToolTip("How many columns (rows) of the two maps lie on each other; this map's stay")
        layout.addRow("O&verlap", self.overlap)
        self.keep = QRadioButton("This map's hexes &keep their numbers")
        self.keep.setChecked(True)
        self.keep.toggled.connect(self._soon)
        self.renumber = QRadioButton(f"The first hex is {self.first.grid.name(0)} &again")
        layout.addRow("Numbers", self.keep)
        layout.addRow("", self.renumber)
        return layout

    def _spin(self, least: int, most: int, name: str) -> WholeBox:
        spin = WholeBox()
        spin.setRange(least, most)
        spin.setAccessibleName(name)
        spin.valueChanged.connect(self._soon)
        return spin

    def _kinds_box(self) -> QGroupBox:
        self.kinds_box = QGroupBox("Kinds that this map's palette lacks")
        outer = QVBoxLayout(self.kinds_box)
        self.kinds_form = form()
        outer.addLayout(self.kinds_form)
        self.unlike_label = note("")
        outer.addWidget(self.unlike_label)
        return self.kinds_box

    # -- the other map ------------------------------------------------------------------------------------------

    def _ask(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, "Join with which map?", str(self.folder), FILTER)
        if name:
            self.set_other(Path(name))
            self.edge.setFocus()

    def set_other(self, path: Path) -> None:
        """Take the map of a file."""
        try:
            self.second = hexes_of(formats.load_map(path))
            self.file_label.setText(f"{self.second.name or path.stem} ({path.name})")
        except FileProblem as problem:
            self.second = None
            first = problem.findings[0] if problem.findings else None
            self.file_label.setText(f"{path.name} cannot be used: {first.message if first else problem}")
        self._list_kinds()
        self.work_out()

    def _list_kinds(self) -> None:
        emptied(self.kinds_form)
        self._instead.clear()
        found = differences(self.first.palette, self.second) if self.second is not None else None
        self._missing = found.missing if found else []
        for kind in self._missing:
            box = self._choices(kind)
            self._instead[kind.layer, kind.key] = box
            self.kinds_form.addRow(as_written(f"{kind.name} becomes"), box)
        unlike = ", ".join(mine.name for mine, _ in found.unlike) if found else ""
        self.unlike_label.setText(f"Different in the other palette, used as in this one: {unlike}." if unlike else "")
        self.unlike_label.setVisible(bool(unlike))
        self.kinds_box.setVisible(bool(found and (found.missing or found.unlike)))

    def _choices(self, kind: Kind) -> QComboBox:
        box = QComboBox()
        box.setAccessibleName(f"What {kind.name} becomes")
        box.addItem("itself, added to this palette", ITSELF)
        if kind.layer is not Layer.TERRAIN:
            box.addItem(NOTHING, "")
        for key, other in self.first.palette.kinds[kind.layer].items():
            box.addItem(swatch_icon(self.first.palette, other), other.name, key)
        box.currentIndexChanged.connect(self._soon)
        return box

    # -- living -------------------------------------------------------------------------------------------------

    def problem(self) -> str:
        """Why the maps cannot be joined."""
        return self._trouble

    def _soon(self) -> None:
        """Work it out once the fields have come to rest. What a field tells with its signal is no interval."""
        self._timer.start()

    def work_out(self) -> None:
        """Work out the joined map and show it."""
        self._timer.stop()
        self._trouble = self._work()
        losses: dict[str, list[str]] = {}
        if self.joined is not None and not self._trouble:
            losses = by_layer(self.joined.fallen)
            self._show_joined(self.joined, self.second)
        else:
            self.preview.show_sheets(None, PreviewSheet(self.first))
            self.summary.setText("")
        self.losses.show_losses(losses)
        self.check()

    def _work(self) -> str:
        self.joined = self.carried = None
        if self.second is None:
            return "Choose the other map."
        if len(self.first.grid) + len(self.second.grid) > MOST_HEXES:
            return f"A map has {MOST_HEXES:,} hexes at most."
        instead = {place: str(box.currentData()) for place, box in self._instead.items()}
        added = [kind for kind in self._missing if instead[kind.layer, kind.key] == ITSELF]
        instead = {place: kind for place, kind in instead.items() if kind != ITSELF}
        try:
            self.joined = joined(
                with_kinds(self.first, added, self.folder) if added else self.first,
                self.second,
                Edge(self.edge.currentData()),
                offset=self.offset.value(),
                overlap=self.overlap.value(),
                keep_numbers=self.keep.isChecked(),
                instead=instead,
            )
        except HexwrightError as error:
            return f"{sentence(str(error))}."
        if self.scenario is not None:
            self.carried = carried(self.scenario, self.joined.map, self.joined.first)
        return ""

    def _show_joined(self, made: Joined, second: BattleMap | None) -> None:
        grid = made.map.grid
        marked = []
        if second is not None:
            # Where the second map's first place lies, be it a hex or not.
            corner, own = grid.paper(grid.lattice_of(*made.at)), second.grid.paper(second.grid.lattice_of(0, 0))
            wide, high = second.grid.extent
            x, y = (corner[0] - own[0]) * SCALE, (corner[1] - own[1]) * SCALE
            marked = [QRectF(x, y, wide * SCALE, high * SCALE)]
        self.preview.show_sheets(None, PreviewSheet(made.map), marked)
        self.summary.setText(
            f"{grid.columns:,} × {grid.rows:,}, {len(grid):,} hexes, {grid.name(0)} to {grid.name(grid.size - 1)}"
        )

    def accept(self) -> None:
        """Close with success, with the fields as they stand."""
        if self._timer.isActive():
            self.work_out()
        super().accept()
