"""The dialog that draws the map into a picture file."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QComboBox, QWidget

from editor.canvas.drawing.paper import SCALE
from editor.dialogs.forms import FormDialog, form
from editor.dialogs.picture_parts import AreaField, FileField, LookField, PictureSubject
from editor.look.numbers import WholeBox
from editor.output.export import INCHES, LONGEST, MARGIN, MOST_PIXELS
from editor.plain import PlainLabel

KINDS: Final = {".png": "PNG picture", ".svg": "SVG drawing", ".pdf": "PDF document", ".jpg": "JPEG picture"}
PIXELS: Final = (".png", ".jpg")
"""Kinds that are made of pixels."""
FILTER: Final = ";;".join(f"{name} (*{ending})" for ending, name in KINDS.items())


class ExportDialog(FormDialog):
    """Asks for kind, part, resolution, what is shown, and the file."""

    def __init__(self, subject: PictureSubject, parent: QWidget | None = None) -> None:
        super().__init__("Export picture", parent, accept_text="&Export")
        self.kind = QComboBox()
        for ending, name in KINDS.items():
            self.kind.addItem(name, ending)
        self.area = AreaField(subject)
        self.dpi = WholeBox()
        self.dpi.setRange(10, 1200)
        self.dpi.setValue(96)
        self.dpi.setSuffix(" dots per inch")
        self.facts = PlainLabel()
        self.shown = LookField(subject, self.check)
        self.file = FileField(subject.file.with_suffix(".png"), FILTER, self._file_changed)
        layout = form()
        layout.addRow("&Kind", self.kind)
        layout.addRow("&Area", self.area)
        layout.addRow("Re&solution", self.dpi)
        layout.addRow("", self.facts)
        layout.addRow("Show", self.shown)
        layout.addRow("Map st&yle", self.shown.style_of)
        layout.addRow("&File", self.file)
        self.body.addLayout(layout)
        self.body.addStretch(1)
        self.kind.currentIndexChanged.connect(lambda _i: self._kind_changed())
        self.area.currentIndexChanged.connect(lambda _i: self.check())
        self.dpi.valueChanged.connect(lambda _value: self.check())
        self.resize(560, 320)
        self.check()

    def _kind_changed(self) -> None:
        self.file.set_ending(str(self.kind.currentData()))
        self.check()

    def _file_changed(self) -> None:
        index = self.kind.findData(self.file.path.suffix.lower())
        if index >= 0 and index != self.kind.currentIndex():
            self.kind.setCurrentIndex(index)
        self.check()

    def pixels(self) -> tuple[int, int]:
        """Width and height of the picture as a PNG."""
        area = self.area.part or self.area.area.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)
        scale = self.dpi.value() * INCHES / SCALE
        return round(area.width() * scale), round(area.height() * scale)

    def check(self) -> None:
        """Show how large the picture becomes, too."""
        of_pixels = self.kind.currentData() in PIXELS
        self.dpi.setEnabled(of_pixels)
        wide, high = self.pixels()
        inch = self.dpi.value() * 1.0
        on_paper = f"{wide / inch * 2.54:.1f} × {high / inch * 2.54:.1f} cm on paper"
        self.facts.setText(f"{wide:,} × {high:,} pixels, {on_paper}" if of_pixels else on_paper)
        super().check()

    def problem(self) -> str:
        """Why this cannot be exported."""
        wide, high = self.pixels()
        if self.kind.currentData() in PIXELS and (max(wide, high) > LONGEST or wide * high > MOST_PIXELS):
            return "The picture would be too large; choose fewer dots per inch or a smaller area."
        return self.file.problem(tuple(KINDS))
