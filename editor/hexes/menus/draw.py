"""The Map menu's drawing: replace a terrain, slopes from elevation, bridges; and the marks of the symmetry in use."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, QSignalBlocker
from PySide6.QtGui import QColor

from editor.canvas import layers
from editor.canvas.drawing.paper import Spot
from editor.commands.set_drawing import SEEDS, SetDrawing
from editor.desk.desk import Desk
from editor.dialogs.asking import asked
from editor.document.document import Document
from editor.hexes.canvas.map_layer import geometry_of
from editor.hexes.canvas.marks import Marks
from editor.hexes.commands.paint_mix import PaintMix
from editor.hexes.commands.paint_terrain import PaintTerrain
from editor.hexes.commands.write_changes import WriteChanges
from editor.hexes.dialogs.replace_terrain import ReplaceTerrainDialog
from editor.hexes.dialogs.slopes import SlopesDialog
from editor.hexes.dialogs.terrain_mix import mix_in_words
from editor.hexes.tools.base import middle_of
from editor.kinds import HEXES
from editor.stage.submenus import WATER_MENU
from engine.hexes.board.shapes import mixed
from engine.hexes.mapping.crossing import missing_crossings
from engine.plural import counted

AXES = QColor("#8a3ffc")


class DrawActions(QObject):
    """What is drawn over the whole map in one step."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.desk = desk
        self._marks: Marks | None = None
        add = desk.actions.add
        add(
            "map.replace-terrain",
            "Replace &terrain…",
            self.replace_terrain,
            menu="Map",
            group=3,
            tip="Change every hex of one terrain to another, on the whole map or in the selection",
        )
        add(
            "map.slopes",
            "&Slopes from elevation…",
            self.slopes,
            menu=WATER_MENU,
            group=3,
            tip="Draw slopes and cliffs where the ground rises; the number is shown first",
        )
        self.bridges = add(
            "map.bridges",
            "Add &bridges with roads",
            self._want_bridges,
            menu=WATER_MENU,
            group=3,
            checkable=True,
            checked=True,
            tip="Roads drawn over water get bridges, trails fords; remembered with the map",
        )
        add(
            "map.add-bridges",
            "Add &missing bridges",
            self.add_bridges,
            menu=WATER_MENU,
            group=3,
            tip="Give every road over water on this map its bridge or ford",
        )
        desk.leaving.connect(self._remove_marks)
        self.widen = add(
            "map.widen",
            "&Widen rivers downstream",
            self._want_widening,
            menu=WATER_MENU,
            group=3,
            checkable=True,
            tip="Draw rivers and streams wider from source to mouth; remembered with the map",
        )
        self.coast = add(
            "map.coast",
            "&True coasts",
            self._want_coast,
            menu=WATER_MENU,
            group=3,
            checkable=True,
            tip="Draw coasts by the line of the data that the map was made from; remembered with the map",
        )
        add(
            "map.outlines",
            "New random &outlines",
            self.draw_lots,
            menu=WATER_MENU,
            group=3,
            tip="Redraw coasts, woods, bends and houses with a new random seed; saved with the map",
        )
        self._heard = heard = desk.only(self, HEXES.key)
        heard.follow(self._on_document)
        heard.changed.connect(self._on_change)
        desk.settings.changed.connect(self._on_setting)

    def _on_document(self, _document: Document) -> None:
        self._show()

    def _remove_marks(self) -> None:
        scene = self.desk.canvas.map_scene
        if self._marks is not None and self._marks.scene() is scene:
            scene.removeItem(self._marks)
        self._marks = None

    def _on_change(self, change: object) -> None:
        what = getattr(change, "what", "")
        if what in ("all", "map", "look"):
            self._show()

    def _on_setting(self, name: str) -> None:
        if name.startswith("symmetry") and self._heard.concerned:
            self._show()

    def _show(self) -> None:
        board = self.desk.document.battle_map
        coast = board.look.coast
        switches = (self.bridges, board.look.bridges), (self.widen, board.look.widen)
        for switch, on in (*switches, (self.coast, coast is not None and coast.shown)):
            with QSignalBlocker(switch):
                switch.setChecked(on)
        self.coast.setEnabled(coast is not None)
        self._show_axes()

    # -- symmetry -----------------------------------------------------------------------------------------------

    def _show_axes(self) -> None:
        """The centre that is drawn about, and the lines that part the images from each other."""
        settings = self.desk.settings
        scene = self.desk.canvas.map_scene
        geometry = geometry_of(scene)
        kind = str(settings.get("symmetry"))
        self._remove_marks()
        if not kind:
            return
        grid = self.desk.document.battle_map.grid
        centre = int(settings.get("symmetry_centre"))
        centre = centre if centre in grid else middle_of(grid)
        marks = self._marks = Marks(geometry, AXES, layers.PREVIEW - 2)
        marks.setOpacity(0.6)
        scene.addItem(marks)
        x, y = geometry.centre(centre)
        width, height = geometry.size
        line = []
        if kind in ("left-right", "both"):
            line += [(x, 0.0), (x, height), (x, y)]
        if kind in ("top-bottom", "both"):
            line += [(0.0, y), (width, y)]
        if kind in ("2", "3", "6"):
            # Towards every sixth, third or second neighbour, whether or not there is one on the map.
            corners = [geometry.spot(*vertex) for vertex in grid.corners(centre)]
            for (ax, ay), (bx, by) in list(zip(corners, corners[1:] + corners[:1], strict=True))[:: 6 // int(kind)]:
                line += [(x, y), _to_edge((x, y), ((ax + bx) / 2 - x, (ay + by) / 2 - y), (width, height)), (x, y)]
        marks.show_marks(hexes=[centre], line=line)

    # -- the whole map ------------------------------------------------------------------------------------------

    def replace_terrain(self) -> None:
        """Ask which terrain becomes which, and do it."""
        document, settings = self.desk.document, self.desk.settings
        board = document.battle_map
        mix = {key: weight for key, weight in dict(settings.get("mix")).items() if key in board.palette.terrain}
        dialog = ReplaceTerrainDialog(
            board,
            self.desk.selection.hexes,
            settings.terrain,
            mix_in_words(board.palette, mix),
            self.desk.window,
        )
        with asked(dialog) as accepted:
            if not accepted:
                return
            hexes, new = dialog.hexes, str(dialog.new.currentData())
        if new:
            self.desk.push(PaintTerrain(hexes, new))
        else:
            self.desk.push(PaintMix(mixed(hexes, mix, int(settings.get("mix_seed")))))
        self.desk.status(f"{counted(len(hexes), 'hex', 'hexes')} changed")

    def slopes(self) -> None:
        """Ask which slopes are drawn from which step on, and draw them."""
        document = self.desk.document
        dialog = SlopesDialog(document.battle_map, self.desk.selection.hexes, self.desk.window)
        with asked(dialog) as accepted:
            if accepted:
                self.desk.push(WriteChanges("Slopes from elevation", dialog.changes))

    def add_bridges(self) -> None:
        """Draw every bridge and ford that is missing."""
        document = self.desk.document
        changes = missing_crossings(document.battle_map)
        count = len(changes.hexsides) + len(changes.features)
        if count:
            self.desk.push(WriteChanges("Add missing bridges", changes))
        self.desk.status(f"{count} bridges and fords added" if count else "No road crosses water without one")

    def _want_bridges(self, wanted: bool) -> None:
        text = "Bridges with roads" if wanted else "No bridges with roads"
        self.desk.push(SetDrawing(text, bridges=wanted))

    def _want_widening(self, wanted: bool) -> None:
        text = "Rivers widen" if wanted else "Rivers of one width"
        self.desk.push(SetDrawing(text, widen=wanted))

    def _want_coast(self, wanted: bool) -> None:
        coast = self.desk.document.battle_map.look.coast
        if coast is not None:
            text = "True coasts" if wanted else "Rounded coasts"
            self.desk.push(SetDrawing(text, coast=replace(coast, shown=wanted)))

    def draw_lots(self) -> None:
        """Draw coasts, woods, bends and houses by another lot; undo brings the old ones back."""
        document = self.desk.document
        seed = (document.battle_map.look.seed + 1) % SEEDS
        self.desk.push(SetDrawing("Another outline", seed=seed))
        self.desk.status(f"New outlines: number {seed}")


def _to_edge(start: Spot, way: tuple[float, float], size: tuple[float, float]) -> Spot:
    """Where a ray from a point of the paper leaves it."""
    axes = zip(start, way, size, strict=True)
    reach = min(((end if step > 0 else 0.0) - at) / step for at, step, end in axes if abs(step) > 1e-9)
    return start[0] + way[0] * reach, start[1] + way[1] * reach
