"""The dialog that prints the map across sheets of paper, with a preview of how they fall on it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from editor.canvas.drawing.furniture import scene_rect
from editor.dialogs.forms import FormDialog, form
from editor.dialogs.picture_parts import AreaField, FileField, LookField, PictureSubject
from editor.dialogs.texts import sentence
from editor.kinds import kind_of_board, printing_of
from editor.look.numbers import DecimalBox
from editor.output.sheets import PAPERS, SheetPlan, SheetSetup, fewest, plan
from editor.plain import PlainLabel, as_written
from engine.errors import HexwrightError
from engine.plural import counted

TURNS: Final = {"auto": "Whichever needs fewer sheets", "portrait": "Upright", "landscape": "Across"}


class PrintDialog(FormDialog):
    """Asks for paper, size of a hex or a base, margins, overlap and marks."""

    def __init__(
        self, subject: PictureSubject, setup: SheetSetup, turn: str = "auto", parent: QWidget | None = None
    ) -> None:
        super().__init__("Print sheets", parent, accept_text="&Print to file")
        self._map = printing_of(subject.board, subject.look)
        self._beside = [scene_rect(item) for item in subject.board.look.furniture]
        self.plan: SheetPlan | None = None
        self._why = ""
        self.area = AreaField(subject)
        self.paper = QComboBox()
        for key, (name, _, _) in PAPERS.items():
            self.paper.addItem(name, key)
        self.paper.setCurrentIndex(self.paper.findData(setup.paper))
        self.turn = QComboBox()
        for key, name in TURNS.items():
            self.turn.addItem(name, key)
        self.turn.setCurrentIndex(max(0, self.turn.findData(turn)))
        self._measure, self._wide, tip = kind_of_board(subject.board).print_measure
        self.hex_mm = _millimetres(setup.hex_mm * self._wide, 2 * self._wide, 100 * self._wide)
        self.hex_mm.setToolTip(as_written(tip))
        self.margin = _millimetres(setup.margin, 0, 60)
        self.overlap = _millimetres(setup.overlap, 0, 100)
        self.overlap.setToolTip("Strip that neighbouring sheets share, for gluing")
        self.marks, self.index = QCheckBox("Crop &marks"), QCheckBox("&Index sheet")
        self.marks.setChecked(setup.marks)
        self.index.setChecked(setup.index)
        self.shown = LookField(subject, self.check)
        self.file = FileField(
            subject.file.with_name(subject.file.stem + "_sheets.pdf"), "PDF document (*.pdf)", self.check
        )
        self.facts = PlainLabel()
        self.facts.setWordWrap(True)
        self.preview = SheetPreview(*subject.small)
        self._lay_out()
        for combo in (self.area, self.paper, self.turn):
            combo.currentIndexChanged.connect(lambda _i: self.check())
        for spin in (self.hex_mm, self.margin, self.overlap):
            spin.valueChanged.connect(lambda _value: self.check())
        for check in (self.marks, self.index):
            check.toggled.connect(lambda _on: self.check())
        self.resize(880, 560)
        self.check()

    def _lay_out(self) -> None:
        extras = QHBoxLayout()
        extras.addWidget(self.marks)
        extras.addWidget(self.index)
        extras.addStretch(1)
        layout = form()
        layout.addRow("&Area", self.area)
        layout.addRow("Pa&per", self.paper)
        layout.addRow("&Turned", self.turn)
        layout.addRow(as_written(self._measure), self.hex_mm)
        layout.addRow("Mar&gin", self.margin)
        layout.addRow("&Overlap", self.overlap)
        layout.addRow("", extras)
        layout.addRow("Show", self.shown)
        layout.addRow("Map st&yle", self.shown.style_of)
        layout.addRow("&File", self.file)
        left = QVBoxLayout()
        left.addLayout(layout)
        left.addStretch(1)
        right = QVBoxLayout()
        right.addWidget(self.preview, 1)
        right.addWidget(self.facts)
        both = QHBoxLayout()
        both.addLayout(left, 1)
        both.addLayout(right, 1)
        self.body.addLayout(both, 1)

    def setup(self) -> SheetSetup:
        """What was chosen; the paper is upright where that is left to us."""
        return SheetSetup(
            str(self.paper.currentData()),
            self.turn.currentData() == "landscape",
            self.hex_mm.value() / self._wide,
            self.margin.value(),
            self.overlap.value(),
            self.marks.isChecked(),
            self.index.isChecked(),
        )

    def check(self) -> None:
        """Plan the sheets again, and show them."""
        setup, area = self.setup(), self.area.area
        self.plan, self._why = None, ""
        try:
            if self.turn.currentData() == "auto":
                setup = fewest(replace(setup, landscape=False), area, self._map.holds, self._beside)
            self.plan = plan(setup, area, self._map.holds, self._beside)
        except HexwrightError as error:
            self._why = f"{sentence(str(error))}."
        self.preview.set_plan(self.plan)
        self.facts.setText(self._facts())
        super().check()

    def _facts(self) -> str:
        if self.plan is None:
            return ""
        laid = self.plan
        count = counted(len(laid.sheets), "sheet")
        turned = "across" if laid.setup.landscape else "upright"
        size = laid.area.size() * laid.setup.unit / 10
        name = PAPERS[laid.setup.paper][0]
        map_size = f"{size.width():.1f} × {size.height():.1f} cm"
        return f"{count} of {name} {turned}, {laid.rows} × {laid.columns}; the map is {map_size}"

    def problem(self) -> str:
        """Why this cannot be printed."""
        return self._why or self.file.problem((".pdf",))


class SheetPreview(QWidget):
    """The map small, and the sheets on it; what two of them share is shaded."""

    def __init__(self, place: QRectF, image: QImage) -> None:
        """``image``: the whole map small; ``place``: where it lies in the scene."""
        super().__init__()
        self._place, self._image = QRectF(place), QImage(image)
        self.plan: SheetPlan | None = None
        self.setMinimumSize(260, 240)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("How the sheets cover the map")

    def sizeHint(self) -> QSize:
        """Room to see something."""
        return QSize(420, 400)

    def set_plan(self, laid: SheetPlan | None) -> None:
        """Show another plan."""
        self.plan = laid
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw map, sheets and their names."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor("#8c938c"))
        laid = self.plan
        around = QRectF(laid.area) if laid else QRectF(self._place)
        for sheet in laid.sheets if laid else ():
            around |= sheet.part
        room = QRectF(self.rect()).adjusted(10, 10, -10, -10)
        scale = min(room.width() / around.width(), room.height() / around.height())
        corner = room.center() - QPointF(around.width(), around.height()) * scale / 2

        def on_screen(rect: QRectF) -> QRectF:
            return QRectF((rect.topLeft() - around.topLeft()) * scale + corner, rect.size() * scale)

        for sheet in laid.sheets if laid else ():
            painter.fillRect(on_screen(sheet.part), QColor("#ffffff"))
        painter.save()
        painter.setClipRect(on_screen(laid.area if laid else self._place))
        painter.drawImage(on_screen(self._place), self._image)
        painter.restore()
        if laid is not None:
            self._paint_sheets(painter, laid, [on_screen(sheet.part) for sheet in laid.sheets])
        painter.end()

    def _paint_sheets(self, painter: QPainter, laid: SheetPlan, boxes: list[QRectF]) -> None:
        painter.setBrush(QColor(179, 38, 30, 26))
        painter.setPen(QPen(QColor("#b3261e"), 1.4))
        for box in boxes:
            painter.drawRect(box)
        font = painter.font()
        font.setBold(True)
        painter.setFont(font)
        for sheet, box in zip(laid.sheets, boxes, strict=True):
            plate = QRectF(painter.fontMetrics().boundingRect(sheet.name)).adjusted(-5, -2, 5, 2)
            plate.moveCenter(box.center())
            if plate.width() < box.width():
                painter.fillRect(plate, QColor(255, 255, 255, 215))
                painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, sheet.name)


def _millimetres(value: float, least: float, most: float) -> DecimalBox:
    spin = DecimalBox()
    spin.setRange(least, most)
    spin.setDecimals(2)
    spin.setSingleStep(0.5)
    spin.setSuffix(" mm")
    spin.setValue(value)
    return spin
