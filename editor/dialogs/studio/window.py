"""The window of the counter studio: canvas, elements, their form, rules, formations, pictures, contact sheet."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QTabBar,
    QTabWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor.canvas.drawing.counter_findings import LEAST, SAFE, NearText, SmallText, beyond, near_texts, small_texts
from editor.canvas.drawing.faces import CounterLook, look_in
from editor.dialogs.forms import FormDialog, ScrolledFields, add_row, form
from editor.dialogs.studio.canvas import StudioCanvas
from editor.dialogs.studio.contact import ContactSheet
from editor.dialogs.studio.element_form import ElementForm
from editor.dialogs.studio.formation_colours import UNSEEN, unseen
from editor.dialogs.studio.model import KIND_NAMES, StudioModel, described
from editor.dialogs.studio.rules_page import RulesPage
from editor.dialogs.studio.tables import ArtworkTable, FormationsTable
from editor.dialogs.unit_parts import formations_of
from editor.look.numbers import DecimalBox
from editor.plain import PlainLabel, as_written
from engine.errors import HexwrightError
from engine.formats.counter_templates import dump_template, load_template, read_template, shipped_templates
from engine.formats.fields import counter_fields, every_field
from engine.plural import counted
from engine.scenario import Scenario
from engine.scenario.counters import CounterDesign
from engine.scenario.elements import FACES, TEXT_KINDS, CounterTemplate
from engine.scenario.words import WORDS, fields_in
from engine.writing import write_text

FACE_NAMES: Final = {"front": "Front", "back": "Back, reduced", "cover": "Cover, one step"}
ZOOMS: Final = (("Fit", 0.0), ("Print size", 1.0), ("Twice print size", 2.0), ("Four times print size", 4.0))
TEMPLATE_FILES: Final = "Templates of counters (*.yaml *.yml)"
WAIT: Final = 150
"""Milliseconds after a change before the contact sheet and the findings follow: not while an element is dragged."""
NO_ELEMENTS: Final = "No elements to change yet. Choose a template above, such as NATO boxes, or press Add."
"""What the list of elements says while there are none."""


class ElementsList(QListWidget):
    """The elements of a face; where there are none it says how to get some."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the list, or what to do."""
        super().paintEvent(event)
        if not self.count():
            painter = QPainter(self.viewport())
            painter.setPen(self.palette().placeholderText().color())
            room = self.viewport().rect().adjusted(8, 4, -8, -4)
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, NO_ELEMENTS)
            painter.end()


def _fault_text(one: SmallText | NearText) -> str:
    """What is wrong with a text."""
    where = f"{one.unit.name}, {one.face}: {one.text!r}"
    if isinstance(one, SmallText):
        return f"{where} is {one.height:.1f} mm high, at least {LEAST:g}"
    if one.gap < 0:
        return f"{where} goes beyond the cut"
    return f"{where} is {one.gap:.1f} mm from the cut, at least {SAFE:g}"


class CounterStudio(FormDialog):
    """Designs the counters of a scenario; `design` is the answer."""

    def __init__(self, scenario: Scenario, unit: str = "", folder: str = "", parent: QWidget | None = None) -> None:
        """``unit``: the one that is shown first; ``folder``: where pictures and templates are looked up."""
        super().__init__("Counter studio", parent, accept_text="Apply")
        self.scenario, self.folder = scenario, folder
        self.infos = counter_fields(scenario.system)
        self.model = StudioModel(scenario, self)
        self.shipped = shipped_templates()
        self.faulty: list[SmallText | NearText] = []
        self._why = ""
        self.canvas = StudioCanvas(self.model)
        self.elements = ElementsList()
        self.elements.setAccessibleName("Elements of the face, the lowest first")
        self.faces = QTabBar()
        self.faces.setAccessibleName("Face of the counter")
        for name in FACES:
            self.faces.addTab(FACE_NAMES[name])
        self.shown, self.template, self.zoom = QComboBox(), QComboBox(), QComboBox()
        for combo in (self.shown, self.template):
            combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            combo.setMinimumContentsLength(16)
        for one in scenario.units.values():
            self.shown.addItem(one.name, one.key)
        self.shown.setCurrentIndex(max(0, self.shown.findData(unit)))
        for title, factor in ZOOMS:
            self.zoom.addItem(title, factor)
        self.size_mm = DecimalBox()
        self.size_mm.setRange(5, 60)
        self.size_mm.setDecimals(1)
        self.size_mm.setSuffix(" mm")
        self.size_mm.setValue(scenario.counters.size)
        self.form = ElementForm(self.model, self.infos)
        self.rules = RulesPage(self.model)
        self.formations = FormationsTable(formations_of(scenario), scenario.counters.formations)
        self.art = ArtworkTable(scenario, folder)
        self.contact = ContactSheet(scenario)
        self.findings = QListWidget()
        self.findings.setAccessibleName("Possible errors of the counters")
        self.findings.setFixedHeight(54)
        self.give_colours = QPushButton("Give colours by formation")
        self.give_colours.setToolTip("Give each large formation a stripe of its own colour")
        self.give_colours.clicked.connect(self.formations.give_colours)
        self.elements.setMinimumHeight(48)
        self._later = QTimer(self, singleShot=True, interval=WAIT)
        self._buttons()
        self._lay_out()
        self._connect()
        self._fill_templates()
        self.resize(1240, 760)
        self._show_all()
        self.look_through()

    @property
    def design(self) -> CounterDesign:
        """The design as entered."""
        base = self.scenario.counters
        made = self.model.design(base)
        return CounterDesign(
            made.size,
            made.symbols,
            made.front,
            made.back,
            made.stripe,
            self.formations.looks(),
            dict(self.art.artwork),
            made.template,
            made.template_ref,
            made.rules,
        )

    def look(self) -> CounterLook:
        """How counters look with the design as entered."""
        return look_in(self.scenario.with_(counters=self.design), self.folder)

    def problem(self) -> str:
        """What a text asks for that no counter has."""
        if self._why:
            return self._why
        template = self.model.state.template
        known = every_field() | set(WORDS)
        known |= {key for unit in self.scenario.units.values() for key in unit.values}
        own = sorted({info.key for info in self.infos} | set(WORDS))
        for face in FACES if template is not None else ():
            for one in template.face(face) if template is not None else ():
                for name in fields_in(one.show) if one.kind in TEXT_KINDS else ():
                    if name not in known:
                        return f"No counter has a value {{{name}}}. There are {', '.join(own)}."
        return ""

    # -- laying out -----------------------------------------------------------------------------------------------

    def _buttons(self) -> None:
        self.add_button = QToolButton()
        self.add_button.setText("Add")
        self.add_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        for kind, title in KIND_NAMES.items():
            menu.addAction(title).setData(kind)
        menu.triggered.connect(lambda action: self.model.add(str(action.data())))
        self.add_button.setMenu(menu)
        self.remove_button, self.up_button = QPushButton("Remove"), QPushButton("Up")
        self.down_button, self.copy_button = QPushButton("Down"), QPushButton("Copy front")
        self.open_button, self.save_button = QPushButton("Open…"), QPushButton("Save…")
        self.undo_button, self.redo_button = QPushButton("Undo"), QPushButton("Redo")
        self.model.stack.canUndoChanged.connect(self.undo_button.setEnabled)
        self.model.stack.canRedoChanged.connect(self.redo_button.setEnabled)
        self.undo_button.setEnabled(False)
        self.redo_button.setEnabled(False)
        self.undo_button.clicked.connect(self.model.stack.undo)
        self.redo_button.clicked.connect(self.model.stack.redo)
        for keys, act in ((QKeySequence.StandardKey.Undo, "undo"), (QKeySequence.StandardKey.Redo, "redo")):
            QShortcut(QKeySequence(keys), self, getattr(self.model.stack, act))
        self.remove_button.clicked.connect(self.model.remove)
        self.up_button.clicked.connect(lambda: self.model.raise_by(-1))
        self.down_button.clicked.connect(lambda: self.model.raise_by(1))
        self.copy_button.clicked.connect(self.model.copy_front)
        self.open_button.clicked.connect(self._open)
        self.save_button.clicked.connect(self._save)

    def _lay_out(self) -> None:
        top = form()
        add_row(top, "Template", self.template, self.size_mm)
        self.size_mm.setAccessibleName("Size of a counter, cut out")
        self.zoom.setAccessibleName("Zoom")
        add_row(top, "Shown", self.shown, self.zoom)
        files = QHBoxLayout()
        for button in (self.open_button, self.save_button, self.undo_button, self.redo_button):
            files.addWidget(button)
        top.addRow("", files)
        below = QHBoxLayout()
        below.addWidget(self.add_button)
        for button in (self.remove_button, self.up_button, self.down_button, self.copy_button):
            below.addWidget(button)
        below.addStretch(1)
        left = QVBoxLayout()
        left.addLayout(top)
        left.addWidget(self.faces)
        left.addWidget(self.canvas, 3)
        left.addLayout(below)
        left.addWidget(self.elements, 1)
        self.tabs = QTabWidget()
        for widget, title in (
            (ScrolledFields(self.form), "Element"),
            (ScrolledFields(self.rules), "Rules of colours"),
            (self.formations, "Formations"),
            (self.art, "Pictures"),
        ):
            self.tabs.addTab(widget, title)
        self.tabs.setMinimumWidth(330)
        self.open_button.setToolTip("Open a template of counters from a file")
        self.save_button.setToolTip("Save the template to a file")
        self.add_button.setToolTip("Add an element to this face")
        right = QVBoxLayout()
        right.addWidget(PlainLabel("All counters, this face"))
        right.addWidget(self.contact, 1)
        row = QHBoxLayout()
        row.setSpacing(14)
        row.addLayout(left, 4)
        row.addWidget(self.tabs, 3)
        row.addLayout(right, 2)
        self.body.addLayout(row, 1)
        found = QHBoxLayout()
        found.addWidget(self.findings, 1)
        found.addWidget(self.give_colours, 0, Qt.AlignmentFlag.AlignTop)
        self.body.addLayout(found)

    def _connect(self) -> None:
        self.model.changed.connect(self._show_all)
        self.model.face_changed.connect(self._show_all)
        self.model.selected.connect(self._show_selected)
        self.faces.currentChanged.connect(lambda number: self.model.show_face(FACES[number]))
        self.elements.currentRowChanged.connect(self.model.select)
        self.template.activated.connect(self._begin)
        self.shown.currentIndexChanged.connect(lambda _index: self._show_all())
        self.zoom.currentIndexChanged.connect(lambda _index: self._zoom())
        self.size_mm.valueChanged.connect(self.model.set_size)
        self.contact.chosen.connect(lambda key: self.shown.setCurrentIndex(self.shown.findData(key)))
        self.findings.currentRowChanged.connect(self._go_to)
        for part in (self.formations, self.art):
            part.changed.connect(self._show_all)
        self._later.timeout.connect(self.look_through)

    def _fill_templates(self) -> None:
        self.template.clear()
        self.template.addItem("Default of these rules", "")
        for key, template in self.shipped.items():
            self.template.addItem(template.name, key)
        ref = self.model.state.ref
        if ref and ref not in self.shipped:
            self.template.addItem(ref, ref)
        if self.model.template is not None and not ref:
            self.template.addItem("Of this scenario", "own")
        wanted = ref or ("own" if self.model.template is not None else "")
        self.template.setCurrentIndex(max(0, self.template.findData(wanted)))

    # -- following ------------------------------------------------------------------------------------------------

    def _zoom(self) -> None:
        factor = float(self.zoom.currentData())
        self.canvas.scale = factor * self.canvas.print_scale()
        self.canvas.update()

    def _show_all(self) -> None:
        self.canvas.unit = self.scenario.units.get(str(self.shown.currentData()))
        self.canvas.look = self.look()
        self.canvas.update()
        said = [as_written(described(one)) for one in self.model.elements]
        if said != [self.elements.item(row).text() for row in range(self.elements.count())]:
            self.elements.blockSignals(True)
            self.elements.clear()
            self.elements.addItems(said)
            self.elements.blockSignals(False)
            self._fill_templates()
        self._show_selected()
        self.check()
        self._later.start()

    def _show_selected(self) -> None:
        self.elements.blockSignals(True)
        self.elements.setCurrentRow(self.model.element)
        self.elements.blockSignals(False)
        there = self.model.current is not None
        for button in (self.remove_button, self.up_button, self.down_button):
            button.setEnabled(there)
        self.copy_button.setEnabled(self.model.face != "front" and self.model.template is not None)

    def look_through(self) -> None:
        """Look for what may be wrong, and draw the contact sheet again."""
        self._later.stop()
        look = self.look()
        scenario = self.scenario.with_(counters=self.design)
        self.faulty = [*small_texts(scenario, look), *near_texts(scenario, look)]
        words = [_fault_text(one) for one in self.faulty]
        said = self._faults()
        self.findings.clear()
        for number, text in enumerate([*said, *words[:50]], -len(said)):
            item = QListWidgetItem(as_written(text))
            item.setData(Qt.ItemDataRole.UserRole, number)
            self.findings.addItem(item)
        if len(words) > 50:
            self.findings.addItem(f"and {counted(len(words) - 50, 'more text')} too small or too near the cut")
        colourless = unseen(self.model.template, self.formations.looks(), self.model.state.rules)
        if colourless:
            self.findings.insertItem(0, UNSEEN)
        self.give_colours.setVisible(colourless and self.formations.table.rowCount() > 0)
        if not self.findings.count():
            self.findings.addItem(f"All texts are at least {LEAST:g} mm high, and {SAFE:g} mm from the cut.")
        marked = {one.unit.key for one in self.faulty}
        self.contact.units.show_look(look, marked, back=self.model.face != "front")

    def _faults(self) -> list[str]:
        """What is wrong with the template whatever the unit."""
        template = self.model.template
        if template is None:
            return []
        said = [f"{face}: element {number + 1} lies beyond the edge" for face, number, _ in beyond(template)]
        if not any(one.kind in ("name", "symbol") or fields_in(one.show) for one in template.front):
            said.append("The front shows nothing of the unit: add a name, a symbol or a value")
        return said

    def _go_to(self, row: int) -> None:
        item = self.findings.item(row)
        number = item.data(Qt.ItemDataRole.UserRole) if item is not None else None
        if not isinstance(number, int) or not 0 <= number < len(self.faulty):
            return
        found = self.faulty[number]
        self.shown.setCurrentIndex(self.shown.findData(found.unit.key))
        self.faces.setCurrentIndex(FACES.index(found.face))
        self.model.select(found.number)

    # -- templates ------------------------------------------------------------------------------------------------

    def _begin(self, _index: int) -> None:
        """Begin with a template; size, colours of formations and pictures stay."""
        key = str(self.template.currentData())
        if key == "own":
            return
        self.take_template(load_template(key, self._near()) if key else None, key)

    def take_template(self, template: CounterTemplate | None, ref: str) -> None:
        """Make a template the one that is edited."""
        self._why = ""
        self.model.use_template(template, ref)

    def _near(self) -> Path | None:
        return Path(self.folder) if self.folder else None

    def _open(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self, "Open template", self.folder, TEMPLATE_FILES)
        if path:
            self.open_template(Path(path))

    def open_template(self, path: Path) -> None:
        """Begin with the template of a file; the scenario holds it itself."""
        try:
            template = read_template(path)
        except HexwrightError as error:
            self._why = f"Could not open {path.name}: {str(error).splitlines()[0]}"
            self.check()
            return
        self.take_template(template, "")

    def _save(self) -> None:
        path, _ = QFileDialog.getSaveFileName(self, "Save template", self.folder, TEMPLATE_FILES)
        if path:
            self.save_template(Path(path))

    def save_template(self, path: Path) -> None:
        """Write the template to a file, whole or not at all."""
        template = self.model.template
        if template is None:
            return
        path = path if path.suffix else path.with_suffix(".yaml")
        try:
            write_text(path, dump_template(template))
            self._why = ""
        except HexwrightError as error:
            self._why = f"Could not save {path.name}: {error}. Try another folder."
        self.check()
