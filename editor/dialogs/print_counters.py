"""The dialog that prints counters on sheets to be cut out, with the sheets as they will be."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QWidget

from editor.canvas.drawing.faces import CounterLook, look_in
from editor.dialogs.forms import FormDialog, form
from editor.dialogs.picture_parts import FileField, beside_preview
from editor.dialogs.texts import sentence
from editor.look.numbers import DecimalBox
from editor.output.counter_sheets import FLIPS, CounterPlan, CounterSheetSetup, paint_page, plan_counters
from editor.output.sheets import PAPERS
from editor.plain import PlainLabel
from engine.errors import HexwrightError
from engine.plural import counted
from engine.scenario import Scenario


class CounterPagePreview(QWidget):
    """A side of a sheet as it will be printed."""

    def __init__(self, scenario: Scenario, look: CounterLook) -> None:
        super().__init__()
        self.scenario, self.look = scenario, look
        self.plan: CounterPlan | None = None
        self.number = 0
        self.setMinimumSize(QSize(320, 440))
        self.setAccessibleName("The sheets as they will be printed")

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the paper and what is on it."""
        if self.plan is None or self.number >= len(self.plan.pages):
            return
        _, wide, high = PAPERS[self.plan.setup.paper]
        scale = min((self.width() - 8) / wide, (self.height() - 8) / high)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate((self.width() - wide * scale) / 2, (self.height() - high * scale) / 2)
        painter.scale(scale, scale)
        painter.fillRect(QRectF(0, 0, wide, high), Qt.GlobalColor.white)
        paint_page(painter, self.scenario, self.plan, self.plan.pages[self.number], self.look)
        painter.end()


class PrintCountersDialog(FormDialog):
    """Asks for paper, size, bleed, backs and marks; `plan` and ``file.path`` are the answer."""

    def __init__(
        self,
        scenario: Scenario,
        setup: CounterSheetSetup,
        file: Path,
        selected: Sequence[str] = (),
        folder: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("Print counters", parent, accept_text="&Print to file")
        self.scenario = scenario
        self.plan: CounterPlan | None = None
        self._why = ""
        self.units = QComboBox()
        self.units.addItem(f"All {len(scenario.units)} units", ())
        if selected:
            self.units.addItem(f"The {len(selected)} selected", tuple(selected))
        for key, side in scenario.sides.items():
            own = tuple(unit.key for unit in scenario.units.values() if unit.side == key)
            if own:
                self.units.addItem(side.name, own)
        self.paper = QComboBox()
        for key, (name, _, _) in PAPERS.items():
            self.paper.addItem(name, key)
        self.paper.setCurrentIndex(max(0, self.paper.findData(setup.paper)))
        self.size_mm = _millimetres(setup.size, 5, 60, 0.1)
        self.size_mm.setToolTip("Once it is cut out: 1/2 inch is 12.7 mm, 5/8 inch 15.9 mm")
        self.bleed = _millimetres(setup.bleed, 0, 5, 0.5)
        self.bleed.setToolTip("Colour beyond the cut, so that no white shows; counters lie twice as far apart")
        self.margin = _millimetres(setup.margin, 5, 60, 1)
        self.gutter = _millimetres(setup.gutter, 0, 20, 0.5)
        self.gutter.setSpecialValueText("single counters")
        self.gutter.setToolTip("For die cutting: blocks of 5 x 2 counters that touch, with gutters between the blocks")
        self.backs, self.marks = QCheckBox("&Backs"), QCheckBox("Cutting &marks")
        self.lines = QCheckBox("Cutting &lines")
        self.lines.setToolTip("Print thin lines between the counters where they are cut")
        self.lines.setChecked(setup.lines)
        self.backs.setChecked(setup.backs)
        self.marks.setChecked(setup.marks)
        self.flip = QComboBox()
        for key, name in FLIPS.items():
            self.flip.addItem(name, key)
        self.flip.setCurrentIndex(max(0, self.flip.findData(setup.flip)))
        self.flip.setToolTip("As the printer turns the paper between front and back")
        self.file = FileField(file, "PDF document (*.pdf)", self.check)
        self.facts = PlainLabel()
        self.facts.setWordWrap(True)
        self.side = QComboBox()
        self.side.setAccessibleName("The side shown")
        self.preview = CounterPagePreview(scenario, look_in(scenario, folder))
        self._lay_out()
        for combo in (self.units, self.paper, self.flip):
            combo.currentIndexChanged.connect(lambda _index: self.check())
        for spin in (self.size_mm, self.bleed, self.margin, self.gutter):
            spin.valueChanged.connect(lambda _value: self.check())
        for box in (self.backs, self.marks, self.lines):
            box.toggled.connect(lambda _on: self.check())
        self.side.currentIndexChanged.connect(self._show_page)
        self.resize(860, 600)
        self.check()

    def setup(self) -> CounterSheetSetup:
        """What was chosen."""
        return CounterSheetSetup(
            self.size_mm.value(),
            str(self.paper.currentData()),
            self.margin.value(),
            self.bleed.value(),
            self.backs.isChecked(),
            str(self.flip.currentData()),
            self.marks.isChecked(),
            tuple(self.units.currentData()),
            self.lines.isChecked(),
            self.gutter.value(),
        )

    def check(self) -> None:
        """Plan the sheets again, and show them."""
        self.plan, self._why = None, ""
        try:
            self.plan = plan_counters(self.scenario, self.setup())
        except HexwrightError as error:
            self._why = f"{sentence(str(error))}."
        self.flip.setEnabled(self.backs.isChecked())
        self.preview.plan = self.plan
        pages = self.plan.pages if self.plan is not None else ()
        if [self.side.itemText(i) for i in range(self.side.count())] != [_name(p.number, p.back) for p in pages]:
            self.side.clear()
            self.side.addItems([_name(page.number, page.back) for page in pages])
        if self.plan is not None:
            count = sum(len(page.places) for page in pages if not page.back)
            counters = counted(count, "counter")
            sheets = counted(self.plan.sheets, "sheet")
            self.facts.setText(f"{counters} on {sheets}, {self.plan.columns} x {self.plan.rows} on each")
        self.preview.update()
        super().check()

    def problem(self) -> str:
        """Why nothing can be printed like this."""
        return self._why or self.file.problem((".pdf",))

    def _show_page(self, number: int) -> None:
        self.preview.number = max(0, number)
        self.preview.update()

    def _lay_out(self) -> None:
        extras = QHBoxLayout()
        extras.addWidget(self.backs)
        extras.addWidget(self.marks)
        extras.addWidget(self.lines)
        extras.addStretch(1)
        layout = form()
        layout.addRow("&Units", self.units)
        layout.addRow("Pa&per", self.paper)
        layout.addRow("&Counter", self.size_mm)
        layout.addRow("B&leed", self.bleed)
        layout.addRow("Mar&gin", self.margin)
        layout.addRow("&Die-cut gutters", self.gutter)
        layout.addRow("", extras)
        layout.addRow("Turned &over", self.flip)
        layout.addRow("&File", self.file)
        self.body.addLayout(beside_preview(layout, self.facts, self.side, self.preview), 1)


def _name(number: int, back: bool) -> str:
    return f"Sheet {number}, {'back' if back else 'front'}"


def _millimetres(value: float, least: float, most: float, step: float) -> DecimalBox:
    spin = DecimalBox()
    spin.setDecimals(1)
    spin.setRange(least, most)
    spin.setSingleStep(step)
    spin.setSuffix(" mm")
    spin.setValue(value)
    return spin
