"""The part of the Underlay panel that fits a picture by clicks: the clicks, how far each misses, and the residual."""

from __future__ import annotations

from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QGroupBox,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from editor.controls.ties import TiePlaces
from editor.controls.underlay import UnderlayControl
from editor.dialogs.asking import asked
from editor.dialogs.forms import FormDialog, form, note
from editor.dialogs.texts import sentence
from editor.look.numbers import DecimalBox
from editor.plain import PlainLabel


class FitBox(QGroupBox):
    """Starts and ends a fit, and tells how good it is."""

    def __init__(self, control: UnderlayControl) -> None:
        super().__init__()
        self.control = control
        self.hint = note("")
        self.start_button = QPushButton("&Fit by clicks")
        self.start_button.clicked.connect(control.start_fitting)
        self.done_button = QPushButton("Do&ne")
        self.done_button.clicked.connect(control.finish_fitting)
        self.back_button = QPushButton("&Remove last click")
        self.back_button.clicked.connect(control.abandon_fitting)
        self.add_button = QPushButton("Add by &hand…")
        self.add_button.clicked.connect(self.add)
        self.forget_button = QPushButton("For&get click")
        self.forget_button.clicked.connect(self._forget)
        self.deskew = QCheckBox("&Straighten a skewed scan")
        self.deskew.setToolTip("Three or more clicks also stretch and shear the picture; four show how well it fits")
        self.deskew.toggled.connect(control.set_deskew)
        self.table = QTableWidget(0, 3)
        self.table.setAccessibleName("Clicks")
        self.table.verticalHeader().setVisible(False)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.setFixedHeight(132)
        self.table.verticalHeader().setDefaultSectionSize(22)
        self.table.setTabKeyNavigation(False)
        self.residual = PlainLabel()
        self.residual.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.addWidget(self.hint)
        layout.addWidget(self.start_button)
        layout.addWidget(self.table)
        layout.addWidget(self.residual)
        layout.addWidget(self.deskew)
        layout.addLayout(_row(self.add_button, self.forget_button))
        layout.addLayout(_row(self.done_button, self.back_button))
        self.show_fit()

    def show_fit(self) -> None:
        """Show the fit as it stands."""
        fitting, words = self.control.fitting, self.control.places.words
        on = fitting is not None
        self.setTitle(words.title)
        self.start_button.setVisible(not on)
        for widget in (
            self.table,
            self.residual,
            self.deskew,
            self.add_button,
            self.forget_button,
            self.done_button,
            self.back_button,
        ):
            widget.setVisible(on)
        if fitting is None:
            self.hint.setText(words.asked[0])
            return
        count = len(fitting.ties)
        self.hint.setText(words.asked[count] if count < len(words.asked) else words.more)
        self.deskew.setChecked(fitting.deskew)
        self.forget_button.setEnabled(count > 0)
        self._fill_table()
        self.residual.setText(self.words())

    def words(self) -> str:
        """The residual in words."""
        fitting = self.control.fitting
        if fitting is None:
            return ""
        if fitting.problem:
            return sentence(fitting.problem)
        if fitting.fit is None or len(fitting.ties) < 2:
            return ""
        exact = 3 if fitting.deskew else 2
        told = f"Residual: {fitting.fit.pixels:.1f} pixels, {self.control.places.words.missed(fitting.fit.residual)}"
        if len(fitting.ties) <= exact:
            return f"{told} (as many clicks as it takes: another one would show how good the fit is)"
        return told

    def _fill_table(self) -> None:
        fitting = self.control.fitting
        if fitting is None:
            return
        places = self.control.places
        self.table.setHorizontalHeaderLabels([places.words.column, "Pixel", "Error"])
        misses = fitting.fit.misses if fitting.fit is not None else ()
        self.table.setRowCount(len(fitting.ties))
        for row, (px, py, spot) in enumerate(fitting.ties):
            missed = places.words.missed(misses[row]) if row < len(misses) else ""
            for column, text in enumerate((places.name(spot), f"{px:.0f}, {py:.0f}", missed)):
                self.table.setItem(row, column, QTableWidgetItem(text))

    def _forget(self) -> None:
        row = self.table.currentRow()
        self.control.remove_tie(row if row >= 0 else self.table.rowCount() - 1)

    def add(self) -> None:
        """Ask for a pixel and its place: a click without a mouse."""
        places, pyramid = self.control.places, self.control.pyramid
        if pyramid is None:
            return
        dialog = TieDialog(places, pyramid.width, pyramid.height, self)
        with asked(dialog) as accepted:
            if accepted:
                self.control.add_tie((dialog.across.value(), dialog.down.value()), places.find(dialog.name.text()))


class TieDialog(FormDialog):
    """Asks where on the picture a place is."""

    def __init__(self, places: TiePlaces, width: int, height: int, parent: QWidget | None = None) -> None:
        super().__init__(places.words.by_hand, parent)
        self._places = places
        self.name = QLineEdit()
        self.name.textChanged.connect(lambda _text: self.check())
        self.across, self.down = DecimalBox(), DecimalBox()
        for spin, most in ((self.across, width), (self.down, height)):
            spin.setRange(0, most)
            spin.setDecimals(1)
            spin.setSuffix(" px")
        layout = form()
        label = PlainLabel(places.words.label)
        label.setBuddy(self.name)
        layout.addRow(label, self.name)
        layout.addRow("Pixels from the &left", self.across)
        layout.addRow("Pixels from the &top", self.down)
        self.body.addLayout(layout)
        self.check()

    def problem(self) -> str:
        """Why this is no place."""
        text = self.name.text().strip()
        if not text:
            return self._places.words.empty
        if self._places.find(text) is not None:
            return ""
        return f"{self._places.words.unknown.format(repr(text))}{self._places.advice(text)}."


def _row(*widgets: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    for widget in widgets:
        row.addWidget(widget)
    return row
