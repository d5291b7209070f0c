"""Lundy's Lane made again from an empty file, as somebody would who has it on paper beside him: with mouse and keys."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from math import dist
from pathlib import Path

from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import (
    QFileDialog,
    QInputDialog,
    QTableWidget,
)
from settling import settle
from shapely import Polygon, unary_union
from user import CTRL, KEYS, User

from editor.canvas.drawing.paper import SCALE
from editor.dialogs.edit_label import LabelDialog
from editor.dialogs.forms import SidesTable
from editor.dialogs.map_properties import MapPropertiesDialog
from editor.dialogs.new_scenario import NewScenarioDialog
from editor.dialogs.scenario_properties import ScenarioPropertiesDialog
from editor.dialogs.system_info import systems
from editor.dialogs.texts import turns_text
from editor.hexes.dialogs.new_map import NewMapDialog
from editor.hexes.dialogs.slopes import SlopesDialog
from editor.hexes.drawing.place_names import label_rect
from editor.hexes.panels.palette_panel import PalettePanel
from editor.panels.unit_picker import UnitPicker
from editor.panels.victory_page import VictoryPage
from engine.boards.palette import Layer
from engine.formats import roster
from engine.hexes.board.battlemap import BattleMap, Label
from engine.hexes.board.chains import chains
from engine.hexes.mapping.edit import same_terrain_area
from engine.scenario import Scenario

INSIDE = 0.14
"""Circumradii that a lasso keeps from the edge of what it takes in."""


class Designer(User):
    """Makes a scenario like one that lies beside him, part by part."""

    pattern: Scenario

    @property
    def board(self) -> BattleMap:
        """The map that is copied."""
        return self.pattern.map

    # -- strokes ------------------------------------------------------------------------------------------------

    def take(self, layer: Layer, kind: str, tool: str = "") -> None:
        """Choose a kind in the palette, then another tool by its key."""
        palette = self.window.findChild(PalettePanel)
        assert palette is not None
        self.click(palette.swatch(layer, kind))
        if tool:
            self.map_key(tool)

    def map_key(self, key: str) -> None:
        """Press a key on the map."""
        self.hand.canvas.setFocus()
        self.qtbot.keyClicks(self.hand.canvas, key)

    def lasso(self, hexes: Iterable[int]) -> None:
        """Draw a line around hexes that hang together."""
        grid = self.hand.grid
        shape = unary_union([Polygon(grid.outline(h)).buffer(0.01) for h in hexes]).buffer(-INSIDE)
        self.hand.drag(*shape.exterior.simplify(0.05).coords, steps=1)

    def runs(self, hexes: Iterable[int]) -> list[list[str]]:
        """Hexes as runs down the columns of the map, by name."""
        grid = self.hand.grid
        placed = sorted(grid.offset(h) for h in hexes)
        runs = groupby(enumerate(placed), key=lambda one: (one[1][0], one[1][1] - one[0]))
        return [[grid.name(row * grid.columns + column) for _, (column, row) in run] for _, run in runs]

    def paint(self, hexes: Iterable[int]) -> None:
        """Go down the columns with the tool in hand."""
        for run in self.runs(hexes):
            self.hand.drag(run[0], run[-1], steps=max(1, len(run)))

    # -- the map ------------------------------------------------------------------------------------------------

    def sheet(self) -> None:
        """File > New map; its provenance under Map > Properties."""
        board, spec = self.board, self.board.grid.spec

        def fill(dialog: NewMapDialog) -> None:
            self.write("Name", board.name, dialog)
            self.write("A hex is across", board.scale, dialog)
            self.write("Columns", str(spec.columns), dialog)
            self.write("Rows", str(spec.rows), dialog)
            self.write("First column, row", str(spec.first_column), dialog)
            self.write("Prefix", spec.numbering.prefix, dialog)

        self.answer(NewMapDialog, lambda: self.choose("File", "New map…"), fill, "Create map")

        def source(dialog: MapPropertiesDialog) -> None:
            self.write("Provenance", board.provenance, dialog)

        self.answer(MapPropertiesDialog, lambda: self.choose("Map", "Properties…"), source, "Apply")
        self.choose("View", "Fit map in view")
        settle()

    def terrain(self) -> None:
        """Every wood, bog and the river in one line each; clearings are drawn afterwards."""
        board = self.board
        self.map_key("o")
        self.pick("Shape", "Lasso")
        left = {h for h, kind in enumerate(board.terrain) if kind != "clear"}
        kind = ""
        for h in sorted(left, key=lambda one: board.terrain[one]):
            if h in left:
                area = same_terrain_area(board, h)
                left -= set(area)
                if board.terrain[h] != kind:
                    kind = board.terrain[h]
                    self.take(Layer.TERRAIN, kind)
                self.lasso(area)
        drawn = self.hand.map.terrain
        self.take(Layer.TERRAIN, "clear", "b")
        self.paint(h for h, kind in enumerate(board.terrain) if kind == "clear" and drawn[h] != kind)

    def hill(self) -> None:
        """The hill is set to its level; slopes come of it."""
        self.map_key("e")
        self.pick("What is done to the ground", "Set to")
        self.write("Level", "1")
        self.paint(h for h, level in enumerate(self.board.elevation) if level)
        way = ("Map", "Rivers, bridges, slopes", "Slopes from elevation…")
        self.answer(SlopesDialog, lambda: self.choose(*way), lambda _dialog: None, "OK")

    def water(self) -> None:
        """Brook and bank, from vertex to vertex."""
        grid = self.hand.grid
        self.map_key("h")
        self.pick("Draw", "From vertex to vertex")
        for kind in ("creek", "river"):
            self.take(Layer.HEXSIDE, kind)
            sides = [side for side, kinds in self.board.hexsides.items() if kind in kinds]
            for chain in chains(grid, sides):
                # Of two hexsides in a row there is one shortest way.
                for vertex in [*chain[:-1:2], chain[-1]]:
                    self.hand.click(grid.paper(vertex))
                self.qtbot.keyClick(self.hand.viewport, KEYS.Key_Escape)

    def houses(self) -> None:
        """Houses, church, orchards, a click each."""
        kinds = {kind for there in self.board.features.values() for kind in there}
        for kind in sorted(kinds):
            self.take(Layer.FEATURE, kind)
            for h, there in self.board.features.items():
                if kind in there:
                    self.hand.click(self.hand.grid.name(h))

    def roads(self, ways: Sequence[Sequence[str]]) -> None:
        """Roads from hex to hex, over the edges of the map."""
        self.take(Layer.PATH, "road", "r")
        for way in ways:
            self.hand.drag(
                *(self._beyond(way, n) if step.startswith("/") else step for n, step in enumerate(way)), steps=2
            )

    def _beyond(self, way: Sequence[str], n: int) -> tuple[float, float]:
        """A place outside the map, over a hexside of the first or last hex of a way."""
        grid, inner = self.hand.grid, way[n + 1] if not n else way[n - 1]
        (ax, ay), (bx, by) = (grid.paper(end) for end in grid.side_ends(grid.parse_side(inner + way[n])))
        x, y = grid.centre(grid.parse(inner))
        return ax + bx - x, ay + by - y

    def names(self) -> None:
        """Each name is written where there is room, and dragged to its place."""
        self.map_key("t")
        for label in self.board.labels:
            self.name(label)

    def name(self, label: Label) -> None:
        """Write a place name in its hex and drag it to its place."""
        grid = self.hand.grid
        x, y = grid.centre(label.at)
        there = next(
            (x + dx, y + dy)
            for dx, dy in ((0.0, 0.0), (0.5, 0.0), (-0.5, 0.0), (0.0, 0.6), (0.0, -0.6), (0.4, 0.4), (-0.4, -0.4))
            if not self._named(x + dx, y + dy)
        )

        def fill(dialog: LabelDialog) -> None:
            self.write("Name", label.text, dialog)
            self.pick("Size", label.size.capitalize(), dialog)
            self.pick("Style", label.style.capitalize(), dialog)
            if label.angle:
                self.write("Angle", f"{label.angle:g}", dialog)

        self.answer(LabelDialog, lambda: self.hand.click(there), fill, "OK")
        start, end = (x, y + 0.62), (x + label.dx, y + label.dy)
        if dist(start, end) > 0.05:
            # One that is where it belongs would only be clicked, which edits it.
            self.hand.drag(start, end, steps=2)

    def _named(self, x: float, y: float) -> bool:
        """Whether there is a name at a place already."""
        spot = QPointF(x * SCALE, y * SCALE)
        return any(
            label_rect(label, self.hand.canvas.map_scene.geometry).contains(spot) for label in self.hand.map.labels
        )

    def regions(self) -> None:
        """Regions by name, their hexes down the columns."""
        self.map_key("g")
        for region in self.board.regions.values():

            def called(dialog: QInputDialog, name: str = region.name) -> None:
                self.type(name)

            self.answer(QInputDialog, lambda: self.push("New region"), called, "OK")
            self.paint(region.hexes)
        self.map_key("v")

    # -- the scenario -------------------------------------------------------------------------------------------

    def scenario(self) -> None:
        """Scenario > New scenario and its properties: sides, turns, night, texts."""
        pattern = self.pattern

        def begin(dialog: NewScenarioDialog) -> None:
            self.write("Name", pattern.name, dialog)
            self.pick("Rules", systems()[pattern.system], dialog)
            self.write("Game turns", str(pattern.turns.count), dialog)
            for row, side in enumerate(pattern.sides.values()):
                self.cell(dialog.sides_table.table, row, SidesTable.NAME, side.name)
                self.cell(dialog.sides_table.table, row, SidesTable.SENTENCE, side.sentence_name)
                self.cell(dialog.sides_table.table, row, SidesTable.KEY, side.key)

        self.answer(NewScenarioDialog, lambda: self.choose("Scenario", "New scenario…"), begin, "Create scenario")

        def fill(dialog: ScenarioPropertiesDialog) -> None:
            self.write("Description", pattern.description, dialog)
            self.write("Provenance", pattern.provenance, dialog)
            self.turn_page(dialog.tabs, "Turns")
            self.write("Night turns", turns_text(pattern.turns.night), dialog)
            self.write("Labels", "\n".join(f"{turn}: {text}" for turn, text in pattern.turns.labels.items()), dialog)

        self.answer(ScenarioPropertiesDialog, lambda: self.press(KEYS.Key_F4), fill, "Apply")

    def units(self) -> None:
        """The units come from a spreadsheet with headings; where they stand is one of its columns."""
        later = (roster.TURN, roster.ENTRY)
        listed = [column for column in roster.columns(self.pattern) if column.key not in later]
        rows = [[column.label for column in listed]]
        rows += [[roster.cell(self.pattern, unit, column) for column in listed] for unit in self.pattern.units.values()]
        self.press(KEYS.Key_T, CTRL | Qt.KeyboardModifier.AltModifier)
        self.paste("\n".join("\t".join(f'"{text}"' if '"' in text else text for text in row) for row in rows))
        settle()
        table = self.window.docks.panel("units")
        assert table is not None
        refused = table.complaint
        assert not refused.isVisible(), refused.text()

    def reinforcements(self) -> None:
        """Groups are added to the track; entry hexes are clicked, units chosen."""
        self.press(KEYS.Key_4, Qt.KeyboardModifier.AltModifier)
        panel = self.window.docks.panel("arrivals")
        assert panel is not None
        for group in self.pattern.arrivals:
            self.push("Add a group; its entry hex can be clicked on the map at once", panel)
            for name in group.entry:
                self.hand.click(name)
            self.press(KEYS.Key_Escape)
            settle()
            self.pick("Side", self.pattern.sides[group.side].name, panel)
            self.write("Name", group.name, panel)
            self.write("Turn", str(group.turn), panel)
            self.push("Add units", panel)
            picker = next(one for one in panel.findChildren(UnitPicker) if one.isVisible())
            for key in group.units:
                self.row(picker.tree, self.pattern.units[key].name)
                self.push("Add selected", picker)
            self.push("Done", picker)

    def victory(self) -> None:
        """Blocks of points; hexes are clicked; how the game ends."""
        self.choose("Scenario", "Victory…")
        page = self.window.findChild(VictoryPage)
        assert page is not None
        sides = self.pattern.sides
        for line in self.pattern.victory.scoring:
            self.pull_down(
                page.add_button, {"hold": "Points: hold hexes"}.get(line.kind, "Points: losses of the enemy")
            )
            for name in line.hexes:
                self.hand.click(name)
            self.write("Points", f"{line.points:g}", page)
            self.write("Name", line.name, page)
            if line.initial:
                self.pick("Held at first by", sides[line.initial].name, page)
        self.row(page.tree, "How the game ends")
        victory = self.pattern.victory
        self.write("In words", victory.text, page)
        self.pick("A tie is won by", sides[victory.tie].name, page)
        for key, points in victory.handicap.items():
            self.write(f"{sides[key].name} begins with", f"{points:g}", page)
        table = self.find(QTableWidget, "Levels of victory", page)
        for row, level in enumerate(victory.levels):
            self.push("Add level", page)
            self.cell(table, row, 0, level.name)
            self.cell(table, row, 1, f"{level.margin:g}")

    def save(self, path: Path) -> None:
        """File > Save asks for a name, the first time."""

        def named(dialog: QFileDialog) -> None:
            self.write("File name:", str(path), dialog)

        self.answer(QFileDialog, lambda: self.press(KEYS.Key_S, CTRL), named, "Save")
