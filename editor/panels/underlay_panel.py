"""The Underlay panel: the picture under the map, where it lies, and fitting it by clicks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QFormLayout,
    QFrame,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from editor.commands.undo_stack import new_stroke
from editor.desk.desk import Desk
from editor.kinds import PictureMeasure, kind_of
from editor.look.numbers import DecimalBox, WholeBox
from editor.panels.in_dock import bring_up
from editor.panels.underlay_fit import FitBox
from editor.panels.underlay_list import PicturesList
from editor.pictures.opening import ENDINGS
from editor.plain import PlainLabel, as_written
from engine.boards.underlay import Box, Underlay

FILTER: Final = f"Pictures ({' '.join(ENDINGS)});;All files (*)"


def lead_to_underlay(desk: Desk, panel: Callable[[], UnderlayPanel]) -> None:
    """The menu entry of the panel, which ``panel`` gives."""
    desk.actions.add(
        "map.underlay",
        "&Underlay…",
        lambda: panel().open(),
        menu="Map",
        group=3,
        shortcut="Ctrl+Shift+U",
        tip="Lay a scan or another picture under the grid and fit the grid to it",
    )


class UnderlayPanel(QScrollArea):
    """Every control of the picture under the map; all of them work from the keyboard."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.control = desk.controls.underlay
        self._stroke = 0
        self.sliders: list[QSlider] = []
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.setSpacing(8)
        self._add_picture(layout)
        self.placing = QWidget()
        inner = QVBoxLayout(self.placing)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(8)
        self._add_looks(inner)
        self.fit_box = FitBox(self.control)
        inner.addWidget(self.fit_box)
        self._add_place(inner)
        self._add_crop(inner)
        layout.addWidget(self.placing)
        layout.addStretch(1)
        self.setWidget(body)
        self.control.changed.connect(self._show)
        self._show()

    def open(self) -> None:
        """Show the panel, ready for the keyboard."""
        bring_up(self)
        self.choose_button.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # -- making it ----------------------------------------------------------------------------------------------

    def _add_picture(self, layout: QVBoxLayout) -> None:
        self.name = PlainLabel()
        self.name.setWordWrap(True)
        self.name.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.choose_button = QPushButton("&Choose picture…")
        self.choose_button.clicked.connect(self.choose)
        self.remove_button = QPushButton("&Remove")
        self.remove_button.clicked.connect(lambda: self.control.push(None, "Remove underlay"))
        self.add_button = QPushButton("&Add picture…")
        self.add_button.setToolTip("Add another picture above those already there")
        self.add_button.clicked.connect(self.add)
        self.list = PicturesList(self.control)
        row = QHBoxLayout()
        row.addWidget(self.choose_button, 1)
        row.addWidget(self.add_button, 1)
        row.addWidget(self.remove_button)
        self.bar = QProgressBar()
        self.bar.setFormat("Reading the picture: %p %")
        self.stop_button = QPushButton("&Stop")
        self.stop_button.clicked.connect(self.control.stop)
        self.reading = QWidget()
        reading = QHBoxLayout(self.reading)
        reading.setContentsMargins(0, 0, 0, 0)
        reading.addWidget(self.bar, 1)
        reading.addWidget(self.stop_button)
        self.complaint = PlainLabel()
        self.complaint.setObjectName("complaint")
        self.complaint.setWordWrap(True)
        self.complaint.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        layout.addWidget(self.name)
        layout.addWidget(self.list)
        layout.addLayout(row)
        layout.addWidget(self.reading)
        layout.addWidget(self.complaint)

    def _add_looks(self, layout: QVBoxLayout) -> None:
        form = _form()
        self.shown = QCheckBox("Sh&own")
        self.shown.toggled.connect(
            lambda on: self._set("Show underlay" if on else "Hide underlay", lambda u: replace(u, shown=on))
        )
        self.locked = QCheckBox("&Locked")
        self.locked.setToolTip("The pointer leaves the picture where it is")
        self.locked.toggled.connect(
            lambda on: self._set("Lock underlay" if on else "Unlock underlay", lambda u: replace(u, locked=on))
        )
        checks = QHBoxLayout()
        checks.addWidget(self.shown)
        checks.addWidget(self.locked)
        checks.addStretch(1)
        form.addRow("", checks)
        self.opacity = self._percent(form, "O&pacity", lambda u, part: replace(u, opacity=part))
        self.ground = self._percent(form, "&Terrain", lambda u, part: replace(u, ground=part))
        layout.addLayout(form)

    def _percent(self, form: QFormLayout, text: str, how: Callable[[Underlay, float], Underlay]) -> WholeBox:
        """A slider with a field beside it; moving either is one step of undo a gesture."""
        slider, spin = QSlider(Qt.Orientation.Horizontal), WholeBox()
        slider.setRange(0, 100)
        spin.setRange(0, 100)
        spin.setSuffix(" %")
        self.sliders.append(slider)
        slider.setAccessibleName(text.replace("&", ""))
        slider.sliderPressed.connect(self._begin)
        slider.valueChanged.connect(spin.setValue)
        spin.valueChanged.connect(slider.setValue)
        spin.valueChanged.connect(
            lambda value: self._set("Underlay's opacity", lambda u: how(u, value / 100), self._stroke)
        )
        slider.sliderReleased.connect(self._end)
        row = QHBoxLayout()
        row.addWidget(slider, 1)
        row.addWidget(spin)
        form.addRow(as_written(text), row)
        label = form.labelForField(row)
        if isinstance(label, QLabel):
            label.setBuddy(spin)
        return spin

    def _add_place(self, layout: QVBoxLayout) -> None:
        box = QGroupBox("Place")
        form = self.place_form = _form()
        box.setLayout(form)
        far = (-1e5, 1e5)
        self.across = self._number(form, "Ri&ght", far, 3, 0.1, " hexes", lambda v: self._move(x=v))
        self.down = self._number(form, "&Down", far, 3, 0.1, " hexes", lambda v: self._move(y=v))
        self.pixels = self._number(form, "Pi&xels per hex", (0.01, 1e5), 3, 1.0, " px", self._resize)
        self.turn = self._number(form, "Rot&ation", (-180.0, 180.0), 3, 0.1, "°", self._turn)
        self.turn.setWrapping(True)
        self.stretch = self._number(
            form,
            "Stre&tch",
            (-100.0, 100.0),
            5,
            0.001,
            "",
            lambda v: self._set("Stretch underlay", lambda u: replace(u, stretch=v or 1.0)),
        )
        self.stretch.setToolTip("Height of the picture's pixels relative to their width")
        self.shear = self._number(
            form,
            "Sk&ew",
            (-10.0, 10.0),
            5,
            0.001,
            "",
            lambda v: self._set("Skew underlay", lambda u: replace(u, shear=v)),
        )
        self.shear.setToolTip("How far the columns lean to the right")
        layout.addWidget(box)
        self.place_box = box

    def _number(
        self,
        form: QFormLayout,
        text: str,
        span: tuple[float, float],
        digits: int,
        step: float,
        suffix: str,
        slot: Callable[[float], None],
    ) -> DecimalBox:
        spin = DecimalBox()
        spin.setDecimals(digits)
        spin.setRange(*span)
        spin.setSingleStep(step)
        spin.setSuffix(suffix)
        spin.setKeyboardTracking(False)
        spin.valueChanged.connect(slot)
        form.addRow(as_written(text), spin)
        return spin

    def _add_crop(self, layout: QVBoxLayout) -> None:
        box = QGroupBox("Crop (pixels cut off)")
        form = _form()
        box.setLayout(form)
        self.crops = []
        for text in ("Le&ft", "T&op", "Righ&t", "&Bottom"):
            spin = WholeBox()
            spin.setRange(0, 100_000)
            spin.setSingleStep(10)
            spin.setSuffix(" px")
            spin.setKeyboardTracking(False)
            spin.valueChanged.connect(lambda _value: self._crop())
            form.addRow(as_written(text), spin)
            self.crops.append(spin)
        layout.addWidget(box)
        self.crop_box = box

    # -- what it does -------------------------------------------------------------------------------------------

    def choose(self) -> None:
        """Ask for a picture that takes the place of the one in hand, if there is one."""
        self._ask(above=False)

    def add(self) -> None:
        """Ask for a further picture."""
        self._ask(above=True)

    def _ask(self, *, above: bool) -> None:
        folder = self.control.folder() or Path.cwd()
        if self.control.underlay is not None:
            folder = self.control.path_of(self.control.underlay).parent
        name, _ = QFileDialog.getOpenFileName(self.desk.window, "Picture under the map", str(folder), FILTER)
        if name:
            self.control.choose(Path(name), above=above)

    def _begin(self) -> None:
        self._stroke = new_stroke()

    def _end(self) -> None:
        self._stroke = 0

    def _set(self, text: str, how: Callable[[Underlay], Underlay], stroke: int = 0) -> None:
        underlay = self.control.underlay
        if underlay is not None:
            self.control.push(how(underlay), text, stroke)

    def _move(self, x: float | None = None, y: float | None = None) -> None:
        """Move the picture to this many hexes or paces from the left and the top; what is not given stays."""
        one = self.measure.length
        self._set(
            "Move underlay",
            lambda u: replace(u, x=u.x if x is None else x * one, y=u.y if y is None else y * one),
        )

    def _resize(self, pixels: float) -> None:
        self._turned("Scale underlay", lambda u: (u.rotation, float(f"{self.measure.length / pixels:.10g}")))

    def _turn(self, degrees: float) -> None:
        self._turned("Rotate underlay", lambda u: (degrees, u.scale))

    def _turned(self, text: str, how: Callable[[Underlay], tuple[float, float]]) -> None:
        """Turn or scale the picture about the middle of what is shown of it."""
        underlay, pyramid = self.control.underlay, self.control.pyramid
        if underlay is None:
            return
        left, top, right, bottom = underlay.crop or ((0, 0, pyramid.width, pyramid.height) if pyramid else (0, 0, 0, 0))
        rotation, scale = how(underlay)
        self.control.push(underlay.turned(rotation, scale, ((left + right) / 2, (top + bottom) / 2)), text)

    def _crop(self) -> None:
        underlay, pyramid = self.control.underlay, self.control.pyramid
        if underlay is None or pyramid is None:
            return
        left, top, right, bottom = (spin.value() for spin in self.crops)
        if left + right >= pyramid.width or top + bottom >= pyramid.height:
            self.desk.status("Nothing would be left of the picture")
            self._show()
            return
        box: Box | None = (left, top, pyramid.width - right, pyramid.height - bottom)
        if not any((left, top, right, bottom)):
            box = None
        self.control.push(replace(underlay, crop=box), "Crop underlay")

    @property
    def measure(self) -> PictureMeasure:
        """In what the open map tells where a picture lies."""
        return kind_of(self.desk.document).pictures

    # -- showing ------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        underlay, control, pyramid = self.control.underlay, self.control, self.control.pyramid
        self.reading.setVisible(control.progress is not None)
        self.bar.setValue(round(100 * (control.progress or 0)))
        self.choose_button.setEnabled(control.progress is None)
        self.add_button.setEnabled(control.progress is None)
        self.add_button.setVisible(underlay is not None)
        self.choose_button.setText("&Choose picture…" if underlay is None else "Re&place…")
        self.list.refresh()
        self.complaint.setText(control.problem)
        self.complaint.setVisible(bool(control.problem))
        self.remove_button.setEnabled(underlay is not None)
        self.placing.setVisible(underlay is not None)
        size = f"\n{pyramid.width:,} × {pyramid.height:,} pixels" if pyramid else ""
        self.name.setText(underlay.image + size if underlay else "This map has no underlay.")
        self.fit_box.show_fit()
        self._speak()
        # While the user clicks about, there is room for the clicks.
        for box in (self.place_box, self.crop_box):
            box.setVisible(control.fitting is None)
        if underlay is not None:
            self._fill(underlay)

    def _speak(self) -> None:
        """Name what places and sizes are told in on the open map."""
        measure = self.measure
        for spin in (self.across, self.down):
            spin.setSuffix(f" {measure.many}")
        label = self.place_form.labelForField(self.pixels)
        if isinstance(label, QLabel):
            label.setText(f"Pi&xels per {measure.one}")
        self.pixels.setToolTip(as_written(measure.tip))

    def _fill(self, underlay: Underlay) -> None:
        whole = [(self.opacity, round(underlay.opacity * 100)), (self.ground, round(underlay.ground * 100))]
        values = [
            (self.across, underlay.x / self.measure.length),
            (self.down, underlay.y / self.measure.length),
            (self.pixels, self.measure.length / underlay.scale),
            (self.turn, underlay.rotation),
            (self.stretch, underlay.stretch),
            (self.shear, underlay.shear),
        ]
        pyramid = self.control.pyramid
        if pyramid is not None:
            left, top, right, bottom = underlay.crop or (0, 0, pyramid.width, pyramid.height)
            cut = (left, top, max(0, pyramid.width - right), max(0, pyramid.height - bottom))
            whole += list(zip(self.crops, cut, strict=True))
        for slider, (_, count) in zip(self.sliders, whole, strict=False):
            with QSignalBlocker(slider):
                slider.setValue(count)
        for number, count in whole:
            with QSignalBlocker(number):
                number.setValue(count)
        for spin, value in values:
            with QSignalBlocker(spin):
                spin.setValue(value)
        for check, on in ((self.shown, underlay.shown), (self.locked, underlay.locked)):
            with QSignalBlocker(check):
                check.setChecked(on)
        free = not underlay.locked
        for field in (self.across, self.down, self.pixels, self.turn, self.stretch, self.shear):
            field.setEnabled(free)


def _form() -> QFormLayout:
    form = QFormLayout()
    form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
    form.setHorizontalSpacing(10)
    form.setVerticalSpacing(6)
    return form
