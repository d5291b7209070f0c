"""What the dialogs for pictures and sheets share: which part of the map, what is shown, and where the file goes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from editor.canvas.drawing.furniture import drawn_area
from editor.canvas.drawing.look import STYLES, Look
from editor.kinds import area_around
from engine.boards.board import Board, Spot
from engine.formats import read_only


@dataclass(frozen=True, slots=True)
class PictureSubject:
    """What is drawn: the open map as the window shows it now."""

    board: Board
    has_units: bool
    look: Look
    selected: tuple[Spot, ...]
    visible: QRectF
    """The part of the scene in view."""
    small: tuple[QRectF, QImage]
    """The whole map as a small picture, and where that lies in the scene."""
    underlaid: bool
    """Whether a picture lies under the map and is read."""
    file: Path
    """Where the file goes unless the user says otherwise; its ending is left to the dialog."""


class AreaField(QComboBox):
    """The whole map, what is selected, what is in view, or a region."""

    def __init__(self, subject: PictureSubject) -> None:
        super().__init__()
        self._whole = drawn_area(subject.board)
        self.addItem("Whole map", None)
        if subject.selected:
            count = len(subject.selected)
            self.addItem(
                "The selected hex" if count == 1 else f"The {count} selected hexes",
                area_around(subject.board, subject.selected),
            )
        visible = subject.visible.intersected(self._whole)
        if not visible.isEmpty() and visible != self._whole:
            self.addItem("What is in view", visible)
        for region in subject.board.regions.values():
            if spots := subject.board.area(region.key):
                self.addItem(f"Region {region.name}", area_around(subject.board, spots))

    @property
    def part(self) -> QRectF | None:
        """The chosen part in scene units; None for the whole map."""
        found = self.currentData()
        return QRectF(found) if found is not None else None

    @property
    def area(self) -> QRectF:
        """The chosen part, or the rectangle that the map fills."""
        return self.part or QRectF(self._whole)


class LookField(QWidget):
    """Switches for what is drawn; ``style_of``, the map style, has a row of its own in the dialog."""

    def __init__(self, subject: PictureSubject, changed: Callable[[], None]) -> None:
        super().__init__()
        self._look = subject.look
        self.switches: dict[str, QCheckBox] = {}
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        rows = [
            ("grid", "&Grid", subject.look.grid),
            ("numbers", "Hex &numbers", subject.look.numbers),
            ("labels", "&Place names", subject.look.labels),
            ("regions", "&Regions", subject.look.regions),
        ]
        if subject.has_units:
            rows.append(("units", "&Units", True))
        if subject.underlaid:
            rows.append(("underlay", "Un&derlay", False))
        for number, (key, text, on) in enumerate(rows):
            check = QCheckBox(text)
            check.setChecked(on)
            check.toggled.connect(lambda _on: changed())
            layout.addWidget(check, number // 3, number % 3)
            self.switches[key] = check
        self.style_of = QComboBox()
        self.style_of.setAccessibleName("Style of the map")
        for style, title in STYLES.items():
            self.style_of.addItem(title, style)
        self.style_of.setCurrentIndex(max(0, self.style_of.findData(subject.look.style)))
        self.style_of.currentIndexChanged.connect(lambda _index: changed())

    def _on(self, key: str) -> bool:
        return key in self.switches and self.switches[key].isChecked()

    @property
    def units(self) -> bool:
        """Whether units are drawn."""
        return self._on("units")

    @property
    def underlay(self) -> bool:
        """Whether the picture under the map is drawn."""
        return self._on("underlay")

    def look(self, ground: float = 1.0) -> Look:
        """What is shown of the map; ``ground`` is the terrain's opacity where the underlay is drawn."""
        return replace(
            self._look,
            style=str(self.style_of.currentData()),
            grid=self._on("grid"),
            numbers=self._on("numbers"),
            labels=self._on("labels"),
            regions=self._on("regions"),
            ground=min(ground, 0.999) if self.underlay else 1.0,
        )


class FileField(QWidget):
    """The name of the file, with a button to look for a place."""

    def __init__(self, file: Path, kinds: str, changed: Callable[[], None]) -> None:
        super().__init__()
        self._kinds = kinds
        self.line = QLineEdit(str(file))
        self.line.setAccessibleName("File")
        self.line.textChanged.connect(lambda _text: changed())
        self.browse = QPushButton("&Browse…")
        self.browse.clicked.connect(self._browse)
        self.setFocusProxy(self.line)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.line, 1)
        row.addWidget(self.browse)

    @property
    def path(self) -> Path:
        """The file."""
        return Path(self.line.text().strip()).expanduser()

    def set_ending(self, ending: str) -> None:
        """Give the file another ending."""
        if self.line.text().strip():
            self.line.setText(str(self.path.with_suffix(ending)))

    def problem(self, endings: tuple[str, ...]) -> str:
        """Why nothing can be written there; empty when it can."""
        if not self.line.text().strip():
            return "Name the file."
        path = self.path
        if not path.name.lower().endswith(endings):
            return f"The file's name ends in {' or '.join(endings)}."
        if path.is_dir():
            return f"{path} is a folder."
        if read_only(path):
            return f"{path.name} is read-only."
        return "" if path.parent.is_dir() else f"There is no folder {path.parent}."

    def _browse(self) -> None:
        # Whether a file may be replaced is asked when it is to be written, wherever its name came from.
        unasked = QFileDialog.Option.DontConfirmOverwrite
        name, _ = QFileDialog.getSaveFileName(self, "Write to", str(self.path), self._kinds, "", unasked)
        if name:
            self.line.setText(name if Path(name).suffix else str(Path(name).with_suffix(self.path.suffix)))


def beside_preview(fields: QLayout, facts: QWidget, page: QWidget, preview: QWidget) -> QHBoxLayout:
    """The layout of a dialog that prints: fields and facts to the left, the choice of a page above its preview."""
    left, right = QVBoxLayout(), QVBoxLayout()
    left.addLayout(fields)
    left.addWidget(facts)
    left.addStretch(1)
    right.addWidget(page)
    right.addWidget(preview, 1)
    both = QHBoxLayout()
    both.addLayout(left, 1)
    both.addLayout(right, 1)
    return both
