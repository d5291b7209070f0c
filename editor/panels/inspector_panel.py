"""The inspector: all that is known of the selected hexes and units, and their values to edit, one or many at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from html import escape
from typing import Any, Final

from PySide6.QtCore import Qt, QTimer, QUrl
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QGroupBox,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from editor.canvas.concealed import said_of
from editor.canvas.drawing.counters import counter_pixmap
from editor.canvas.drawing.faces import CounterLook, look_of
from editor.canvas.drawing.unit_names import SIZES
from editor.canvas.group_markers import groups_shown
from editor.canvas.markers import markers_shown, said_of_mark
from editor.canvas.pieces import describe, piece_in_play
from editor.commands.change import Change
from editor.commands.revise_units import ReviseUnits
from editor.commands.undo_stack import new_stroke
from editor.desk.desk import Desk
from editor.dialogs.forms import form
from editor.dialogs.system_info import unit_types
from editor.dialogs.unit_parts import PlaceRows, formation_box, formations_of, side_box, turn_spin
from editor.dialogs.value_form import ValueForm
from editor.document.document import Document
from editor.hexes.panels.bulk_hexes import BulkHexes
from editor.kinds import kind_of
from editor.look.keeping_wheel import keep_wheel
from editor.look.rebuilding import rebuilt, taken_out
from editor.panels.bulk_parts import slim
from editor.panels.bulk_units import BulkUnits
from editor.panels.in_dock import empty_state
from editor.panels.kind_page import KindPage
from editor.panels.links import follow, hex_link, unit_link
from editor.plain import Html, PlainLabel, RichLabel, TextPage
from engine.errors import HexwrightError
from engine.formats.fields import unit_fields
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE, Grid
from engine.scenario import Scenario, Unit, formations

MANY: Final = 500
"""The number of hexes from which the inspector waits until the selection rests ..."""
LATER: Final = 120
"""... and the milliseconds that it waits."""

COUNTER: Final = 84
"""The side of the picture of a unit's counter, in pixels ..."""
LOW: Final = 360
"""... from this height of the panel on ..."""
LOW_COUNTER: Final = 48
"""... and below it."""


def describe_hex(battle_map: BattleMap, h: int) -> list[tuple[Html, Html]]:
    """What a hex is, as (what, HTML) pairs."""
    grid, palette = battle_map.grid, battle_map.palette

    def named(kinds: Mapping[str, Any], key: str) -> Html:
        kind = kinds.get(key)
        return escape(kind.name if kind is not None else f"{key} (not in the palette)")

    rows = [("Terrain", named(palette.terrain, battle_map.terrain[h]))]
    rows.append(("Elevation", f"{battle_map.elevation[h]:d}"))
    features = ", ".join(named(palette.features, key) for key in battle_map.features.get(h, ()))
    if features:
        rows.append(("Features", features))
    sides, paths = [], []
    for direction, side in enumerate(grid.sides[h]):
        compass = escape(grid.direction_names[direction])
        for key, high in battle_map.hexsides.get(side, {}).items():
            slope = "" if high == NOWHERE else " (this hex high)" if high == h else " (this hex low)"
            sides.append(f"{compass}: {named(palette.hexsides, key)}{slope}")
        for key in sorted(battle_map.paths.get(side, ())):
            paths.append(f"{compass}: {named(palette.paths, key)}")
    if sides:
        rows.append(("Hexsides", "<br>".join(sides)))
    if paths:
        rows.append(("Paths", "<br>".join(paths)))
    names = [escape(label.text) for label in battle_map.labels if label.at == h]
    if names:
        rows.append(("Names", "<br>".join(names)))
    regions = [escape(region.name or key) for key, region in battle_map.regions.items() if h in region.hexes]
    if regions:
        rows.append(("Regions", "<br>".join(regions)))
    return rows


def _on_map(grid: Grid, hexes: list[int]) -> list[int]:
    """Those of the hexes that are on the map: nearly always all, which is seen faster than hex by hex."""
    if hexes and min(hexes) >= 0 and max(hexes) < grid.size and (not grid.void or grid.void.isdisjoint(hexes)):
        return hexes
    return [h for h in hexes if h in grid]


class InspectorPanel(QWidget):
    """Shows what is selected."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self._unit: Unit | None = None
        self._together: object = None
        """The units that are shown together, and where they stand."""
        self._how: Mapping[str, Any] | None = None
        self._writing = False
        self._counter_shown = 0
        self._stroke = new_stroke()
        self._build()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.refresh)
        desk.selection.selection_changed.connect(self._soon)
        desk.game.started.connect(self._soon)
        desk.game.moved.connect(lambda _number: self._soon())
        desk.game.closed.connect(self._soon)
        desk.document_changed.connect(self._watch)
        desk.changed.connect(self._changed)
        self._watch(desk.document)

    def _build(self) -> None:
        self.inside = inside = QWidget()
        self.column = QVBoxLayout(inside)
        self.column.setContentsMargins(6, 8, 6, 8)
        self.hex_text = TextPage()
        self.hex_text.setOpenLinks(False)
        self.hex_text.setFrameShape(TextPage.Shape.NoFrame)
        self.hex_text.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.hex_text.setAccessibleName("The selected hex")
        self.hex_text.viewport().setAutoFillBackground(False)
        self.hex_text.anchorClicked.connect(self._follow)
        self.empty = empty_state("Select a place or a unit to see its details.")
        self.unit_box = QGroupBox("Unit")
        self.unit_layout = QVBoxLayout(self.unit_box)
        # Longer words of fields have room in the narrowest column.
        self.unit_layout.setContentsMargins(8, 6, 8, 8)
        self.unit_form: QWidget | None = None
        self.bulk_units: BulkUnits | None = None
        self.bulk_hexes = BulkHexes(self.desk)
        self._pages: dict[str, KindPage] = {}
        """The pages of kinds of map that have one, made when it is first wanted."""
        self.column.addWidget(self.empty)
        self.column.addWidget(self.unit_box)
        self.column.addWidget(self.hex_text)
        self.column.addWidget(self.bulk_hexes)
        self.column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidget(inside)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(area)

    def _watch(self, document: Document) -> None:
        self.refresh()

    def _changed(self, change: Change) -> None:
        if change.what == "all":
            # Of another grid no field may work on the hexes of the one before, not even for a moment.
            self._timer.stop()
            self.refresh()
            return
        hexes = self.desk.selection.hexes
        touched = len(hexes) > 1 or not change.hexes or hexes[-1:] == [h for h in hexes[-1:] if h in change.hexes]
        if (touched or change.sides or change.keys) and not self._writing:
            self._soon()

    def _soon(self) -> None:
        """Show it when the events at hand are done with; many hexes a little later, so that a drag is not held up."""
        self._timer.start(LATER if len(self.desk.selection.hexes) > MANY else 0)

    # -- showing ----------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show what is selected now."""
        selection, document = self.desk.selection, self.desk.document
        hexes = _on_map(document.battle_map.grid, selection.hexes) if selection.hexes else []
        scenario = document.scenario
        units = [scenario.units[key] for key in selection.units if key in scenario.units] if scenario else []
        together = len(units) > 1 and not self.desk.preview.active
        self._show_together(units if together else [])
        self._show_unit(units[-1] if units and not together else None)
        resting = self.desk.preview.active
        self.hex_text.setVisible(bool(hexes) and not together and (len(hexes) == 1 or bool(units) or resting))
        # What changes the map rests during play, as the tools do.
        self.bulk_hexes.setVisible(bool(hexes) and not units and not resting)
        paged = self._show_page(shown=not units and not resting)
        self.empty.setVisible(not hexes and not units and not paged)
        if hexes and not units and not resting:
            self.bulk_hexes.show_hexes(hexes)
        if self.hex_text.isVisibleTo(self):
            self.hex_text.setHtml(self._hex_html(hexes[-1]))
            self._fit_text()

    def _show_page(self, *, shown: bool) -> bool:
        """Show the page of the kind of map in front, where it has one and there is something to show."""
        kind = kind_of(self.desk.document)
        for page in self._pages.values():
            page.setVisible(False)
        if not kind.inspector or not shown:
            return False
        if kind.key not in self._pages:
            page = kind.offers("inspector")(self.desk)
            self._pages[kind.key] = page
            self.column.insertWidget(self.column.count() - 1, page)
        page = self._pages[kind.key]
        visible = page.show_selected()
        page.setVisible(visible)
        return visible

    def _show_together(self, units: list[Unit]) -> None:
        """The fields for several units; made again when something of theirs has changed."""
        scenario = self.desk.document.scenario
        now = (units, scenario.setup, scenario.arrivals) if scenario is not None and units else None
        if now == self._together and all(a is b for a, b in zip(units, self._together_units(), strict=False)):
            return
        self._together = now
        with rebuilt(self.inside):
            if self.bulk_units is not None:
                taken_out(self.column, self.bulk_units)
                self.bulk_units = None
            if units:
                self.bulk_units = BulkUnits(self.desk, units)
                self.bulk_units.refused.connect(self._show_anew)
                self.column.insertWidget(0, self.bulk_units)
                self.bulk_units.show()

    def _show_anew(self) -> None:
        """A change was refused: the fields are to show how the units are."""
        self._together = self._unit = None
        self._soon()

    def _together_units(self) -> list[Unit]:
        return self.bulk_units.units if self.bulk_units is not None else []

    def _hex_html(self, h: int) -> Html:
        battle_map = self.desk.document.battle_map
        selected = len(self.desk.selection.hexes)
        more = f" and {selected - 1:d} more" if selected > 1 else ""
        rows = describe_hex(battle_map, h)
        units = self._units_html(h)
        if units:
            rows.append(("Units", units))
        preview = self.desk.preview
        told = preview.position.concealed.get(battle_map.grid.name(h)) if preview.active else None
        side = preview.game.scenario.sides.get(told.side) if told and preview.game is not None else None
        if told is not None and side is not None:
            rows.append(("Not known", escape(said_of(told, side))))
        rows += self._answers_of(h)
        if preview.game is not None and (marks := markers_shown(preview).get(h)):
            lying = (escape(said_of_mark(mark, preview.game.scenario)) for mark in marks)
            rows.append(("Markers", "<br>".join(lying)))
        if groups := groups_shown(self.desk.preview).get(h):
            heading = escape(f"{groups[0].noun.capitalize()}s")
            rows.append((heading, "<br>".join(escape(group.said()) for group in groups)))
        cells = "".join(
            f'<tr><td style="padding: 2px 10px 2px 0">{what}</td><td style="padding: 2px 0">{text}</td></tr>'
            for what, text in rows
        )
        return f"<h3>Hex {hex_link(battle_map.grid.name(h))}{more}</h3><table>{cells}</table>"

    def _answers_of(self, h: int) -> list[tuple[Html, Html]]:
        """What the rules answer for the units of a hex, with its heading: what foraging would bring them."""
        in_reach = self.desk.controls.in_reach
        overlay, unit = in_reach.overlay(), next(iter(self._units_at(h)), None)
        said = in_reach.of_hex(unit) if unit is not None else ""
        return [(escape(overlay.heading), escape(said))] if overlay is not None and said else []

    def _units_html(self, h: int) -> Html:
        scenario = self.desk.document.scenario
        here = self._units_at(h)
        return "<br>".join(unit_link(key, scenario.units[key].name) for key in here) if scenario is not None else ""

    def _units_at(self, h: int) -> list[str]:
        """The units of a hex, in the position of the test game or in the set-up."""
        preview, scenario = self.desk.preview, self.desk.document.scenario
        if scenario is None:
            return []
        name = self.desk.document.battle_map.grid.name(h)
        if preview.active:
            here = [key for key, how in preview.position.units.items() if how.get("at") == name]
        else:
            here = [key for key, at in scenario.setup.items() if at == name]
        return [key for key in here if key in scenario.units]

    def _fit_text(self) -> None:
        document = self.hex_text.document()
        document.setTextWidth(max(120, self.hex_text.viewport().width()))
        self.hex_text.setFixedHeight(int(document.size().height()) + 6)

    def resizeEvent(self, event: object) -> None:
        """Keep the text as high as it needs to be, and the counter as large as there is room."""
        self._fit_text()
        if self._unit is not None and self._how is None and self._counter_size != self._counter_shown:
            self._show_counter(self._unit)

    def _follow(self, url: QUrl) -> None:
        follow(self.desk, url.toString())

    # -- the unit ---------------------------------------------------------------------------------------------

    def _show_unit(self, unit: Unit | None) -> None:
        self.unit_box.setVisible(unit is not None)
        how = self._in_play(unit)
        if (unit, how) == (self._unit, self._how) and self.unit_form is not None:
            if unit is not None and how is None:
                self._show_counter(unit)
                self._show_places(unit)
            return
        same = unit is not None and self._unit is not None and unit.key == self._unit.key
        self._unit, self._how = unit, how
        with rebuilt(self.inside, scroll=same):
            if self.unit_form is not None:
                taken_out(self.unit_layout, self.unit_form)
                self.unit_form = None
            if unit is not None:
                self._stroke = new_stroke()
                self.unit_form = self._make_form(unit) if how is None else self._make_card(unit, how)
                self.unit_layout.addWidget(self.unit_form)
                self.unit_box.setTitle(unit.name.replace("&", "&&") or unit.key)

    def _in_play(self, unit: Unit | None) -> Mapping[str, Any] | None:
        """How a unit stands in the position of the test game; None while there is no test game."""
        preview = self.desk.preview
        if unit is None or not preview.active:
            return None
        return preview.position.units.get(unit.key, {})

    def _make_card(self, unit: Unit, how: Mapping[str, Any]) -> QWidget:
        """A unit of the test game, to be read only."""
        scenario = self.desk.document.require_scenario()
        side = scenario.sides.get(unit.side)
        page = QWidget()
        column = QVBoxLayout(page)
        steps = how.get("steps")
        if side is not None:
            picture = PlainLabel()
            picture.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            left = steps if isinstance(steps, int) else None
            picture.setPixmap(
                counter_pixmap(unit, side, COUNTER, steps=left, ratio=self.devicePixelRatioF(), look=self._look())
            )
            column.addWidget(picture)
            where = "eliminated" if how.get("dead") else str(how.get("at") or "not on the map")
            if how.get("along"):
                where += f", at the hexside {how['along']}"
            shown = piece_in_play(scenario, self.desk.preview.position.units, unit, side, NOWHERE)
            text = RichLabel(describe(shown, where))
            text.setWordWrap(True)
            column.addWidget(text)
        return page

    def _make_form(self, unit: Unit) -> QWidget:
        scenario = self.desk.document.require_scenario()
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        self.counter = PlainLabel()
        self.counter.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self.counter)
        layout = form()
        self.name = QLineEdit(unit.name)
        self.name.textEdited.connect(lambda _text: self._write())
        self.type = QComboBox()
        self.type.addItems(list(dict.fromkeys([*unit_types(scenario.system), unit.type])))
        self.type.setCurrentText(unit.type)
        self.type.currentTextChanged.connect(lambda _text: self._write())
        self.size_box = QComboBox()
        self.size_box.addItems(list(dict.fromkeys(["", *SIZES, unit.size])))
        self.size_box.setCurrentText(unit.size)
        self.size_box.currentTextChanged.connect(lambda _text: self._write())
        self.side = slim(side_box(scenario, unit.side))
        self.side.activated.connect(lambda _index: self._write())
        self.formation = formation_box(formations_of(scenario, unit.side), unit.formation)
        self.formation.textActivated.connect(lambda _text: self._write())
        line = self.formation.lineEdit()
        if line is not None:
            line.editingFinished.connect(self._write)
        layout.addRow("&Name", self.name)
        layout.addRow("&Side", self.side)
        layout.addRow("&Formation", self.formation)
        layout.addRow("&Type", self.type)
        layout.addRow("Si&ze", self.size_box)
        column.addLayout(layout)
        self.values = ValueForm(unit_fields(scenario), unit.values)
        self.values.changed.connect(self._write)
        self.values.rule_asked.connect(self.desk.rule_asked)
        column.addWidget(self.values)
        column.addLayout(self._places(scenario, unit))
        keep_wheel(page)
        self._show_counter(unit)
        return page

    def _places(self, scenario: Scenario, unit: Unit) -> QFormLayout:
        """Where a unit begins, or when it comes."""
        layout = form()
        self.place: PlaceRows = kind_of(self.desk.document).offers("place_rows")(layout, self._put)
        self.place.show_place(scenario.setup.get(unit.key, ""))
        arrival = scenario.arrival_of(unit.key)
        self.turn = turn_spin(scenario, arrival.turn if arrival else 0)
        self.turn.setKeyboardTracking(False)
        self.turn.valueChanged.connect(self._arrive)
        layout.addRow("&Arrival turn", self.turn)
        return layout

    def _put(self, text: str) -> None:
        """Set the unit up at a place."""
        unit = self._unit
        if unit is not None:
            self._revise(ReviseUnits(f"Place {unit.name}" if text else _off(unit), places={unit.key: text}))

    def _arrive(self, turn: int) -> None:
        """Let the unit come on a turn."""
        unit = self._unit
        if unit is not None:
            text = f"Let {unit.name} enter on turn {turn}" if turn else f"Take {unit.name} off the reinforcement track"
            self._revise(ReviseUnits(text, turns={unit.key: turn}))

    def _revise(self, command: ReviseUnits) -> None:
        """Do it, and show how things are then: a hex and a turn exclude each other."""
        self.desk.push(command)
        if self._unit is not None:
            self._show_places(self._unit)

    def _show_places(self, unit: Unit) -> None:
        """Show in the form where the unit begins, or when it comes."""
        scenario = self.desk.document.require_scenario()
        arrival = scenario.arrival_of(unit.key)
        self.place.show_place(scenario.setup.get(unit.key, ""))
        self.turn.blockSignals(True)
        self.turn.setMaximum(max(scenario.turns.count, arrival.turn if arrival else 0))
        self.turn.setValue(arrival.turn if arrival else 0)
        self.turn.blockSignals(False)

    def _look(self) -> CounterLook:
        document = self.desk.document
        return look_of(document.require_scenario(), document.path)

    def _show_counter(self, unit: Unit) -> None:
        side = self.desk.document.require_scenario().sides.get(unit.side)
        if side is not None:
            size, ratio = self._counter_size, self.devicePixelRatioF()
            self._counter_shown = size
            self.counter.setPixmap(counter_pixmap(unit, side, size, ratio=ratio, look=self._look()))

    @property
    def _counter_size(self) -> int:
        """The side of the picture of the counter, in pixels: little in a low panel, so that fields have room."""
        return COUNTER if self.height() >= LOW else LOW_COUNTER

    def _write(self) -> None:
        """Take the values of the form over into the unit; one visit to the form is one step of undo."""
        old = self._unit
        if old is None or not self.name.text().strip():
            return
        unit = replace(
            old,
            name=self.name.text().strip(),
            type=self.type.currentText(),
            size=self.size_box.currentText(),
            values=self.values.values(),
            side=str(self.side.currentData()),
            formation=formations.text(formations.parts(self.formation.currentText())),
        )
        self._writing = True
        try:
            self.desk.document.push(ReviseUnits(f"Edit {unit.name}", [unit], stroke=self._stroke))
            self._unit = unit
            self._show_counter(unit)
        except HexwrightError as error:
            self.desk.status(str(error))
            if "units" in self.desk.document.locked:
                # Whatever is typed will be refused; anything else may be on its way to something sound.
                self._show_anew()
        finally:
            self._writing = False


def _off(unit: Unit) -> str:
    return f"Take {unit.name} off the map"
