"""Pictures and printed sheets: asked for in dialogs, drawn off the main thread, with a way to break off."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from editor.canvas.drawing.look import Look
from editor.canvas.drawing.underlay import Underlaid
from editor.controls.save_door import may_replace
from editor.desk.desk import Desk
from editor.dialogs.asking import asked
from editor.dialogs.export_picture import ExportDialog
from editor.dialogs.picture_parts import LookField, PictureSubject
from editor.dialogs.print_counters import PrintCountersDialog
from editor.dialogs.print_sheets import TURNS, PrintDialog
from editor.menus.long_work import LongWork
from editor.output.counter_sheets import FLIPS, CounterSheetSetup, print_counters
from editor.output.export import MapDrawing, render
from editor.output.sheet_writer import print_sheets
from editor.output.sheets import PAPERS, SheetSetup
from editor.work.settings import settings
from engine.errors import HexwrightError
from engine.plural import counted


class PrintActions(LongWork):
    """File > Export picture and File > Print sheets."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, "pictures", "It cannot be drawn")
        add = desk.actions.add
        add(
            "file.export",
            "&Export picture…",
            self.export,
            menu="File",
            group=3,
            shortcut="Ctrl+E",
            tip="Draw the map with its units into a PNG, JPEG, SVG or PDF file",
        )
        add(
            "file.print-sheets",
            "&Print sheets…",
            self.print_sheets,
            menu="File",
            group=3,
            shortcut="Ctrl+P",
            tip="Print the map at true size across sheets of A4 or Letter",
        )
        self._counters = add(
            "file.print-counters",
            "Print &counters…",
            self.print_counters,
            menu="File",
            group=3,
            tip="Print counters at true size on sheets to be cut out, front and back",
        )
        desk.document_changed.connect(lambda _document: self._enable())
        desk.changed.connect(lambda _change: self._enable())
        self._enable()

    # -- asking -------------------------------------------------------------------------------------------------

    def subject(self) -> PictureSubject:
        """The open map as the window shows it."""
        desk, document = self.desk, self.desk.document
        control = desk.controls.underlay
        if document.path is not None:
            file = document.path
        else:
            words = "".join(c if c.isalnum() else " " for c in document.title.lower()).split()
            file = Path.cwd() / ("_".join(words) or "untitled")
        return PictureSubject(
            document.board,
            document.scenario is not None,
            replace(desk.canvas.map_scene.map_layer.look, printed=True),
            tuple(desk.selection.spots),
            desk.canvas.visible_rect,
            desk.canvas.map_scene.map_layer.from_afar(),
            bool(control.shown),
            file.with_suffix(""),
        )

    def export(self) -> None:
        """Ask how, and draw the map into a picture."""
        if self._has_hands_full():
            return
        dialog = ExportDialog(self.subject(), self.desk.window)
        with asked(dialog) as accepted:
            if not accepted or not self._may_replace(dialog.file.path):
                return
            path, dpi, part = dialog.file.path, dialog.dpi.value(), dialog.area.part
            (look, underlaid), units = self._look(dialog.shown), dialog.shown.units
        board, scenario = self.desk.document.snapshot()
        drawing = MapDrawing(board, scenario if units else None, look, part, underlaid, self._folder())
        self._run(
            f"Drawing {path.name}",
            lambda tell: render(drawing, path, dpi, tell=tell, apart=True),
            f"Saved the picture as {path}",
        )

    def print_sheets(self) -> None:
        """Ask how, and print the map across sheets."""
        if self._has_hands_full():
            return
        dialog = PrintDialog(
            self.subject(), _remembered(), str(settings().value("print/turn", "auto")), self.desk.window
        )
        with asked(dialog) as accepted:
            laid, path = dialog.plan, dialog.file.path
            if not accepted or laid is None or not self._may_replace(path):
                return
            _remember(dialog.setup(), str(dialog.turn.currentData()))
            (look, underlaid), with_units = self._look(dialog.shown), dialog.shown.units
        board, scenario = self.desk.document.snapshot()
        units, folder = scenario if with_units else None, self._folder()
        count = counted(len(laid.sheets), "sheet")
        self._run(
            f"Printing {path.name}",
            lambda tell: print_sheets(
                board, units, path, laid, look, underlaid=underlaid, folder=folder, tell=tell, apart=True
            ),
            f"{count} of {PAPERS[laid.setup.paper][0]} printed to {path}",
        )

    def _enable(self) -> None:
        scenario = self.desk.document.scenario
        self._counters.setEnabled(scenario is not None and bool(scenario.units))

    def print_counters(self) -> None:
        """Ask how, and print counters on sheets."""
        if self._has_hands_full():
            return
        desk, folder = self.desk, self._folder()
        scenario = desk.document.require_scenario()
        file = self.subject().file
        setup = _remembered_counters(scenario.counters.size)
        dialog = PrintCountersDialog(
            scenario,
            setup,
            file.with_name(file.name + "_counters.pdf"),
            [key for key in desk.selection.units if key in scenario.units],
            folder,
            desk.window,
        )
        with asked(dialog) as accepted:
            laid, path = dialog.plan, dialog.file.path
            if not accepted or laid is None or not self._may_replace(path):
                return
            _remember_counters(dialog.setup())
        count = counted(laid.sheets, "sheet")
        self._run(
            f"Printing {path.name}",
            lambda tell: print_counters(scenario, path, laid, folder, tell=tell),
            f"{count} of counters printed to {path}",
        )

    def _folder(self) -> str:
        """Where the pictures on counters are looked up."""
        path = self.desk.document.path
        return str(path.parent) if path is not None else ""

    def _look(self, shown: LookField) -> tuple[Look, Underlaid]:
        control = self.desk.controls.underlay
        if shown.underlay and control.shown:
            return shown.look(control.ground), control.shown
        return shown.look(), ()

    def _may_replace(self, path: Path) -> bool:
        return may_replace(self.desk, [path])


def _remember(setup: SheetSetup, turn: str) -> None:
    store = settings()
    for name in ("paper", "hex_mm", "margin", "overlap", "marks", "index"):
        store.setValue(f"print/{name}", getattr(setup, name))
    store.setValue("print/turn", turn if turn in TURNS else "auto")


def _remembered() -> SheetSetup:
    """The setup used last; whatever is odd in it is left as usual."""
    store, usual = settings(), SheetSetup()

    def number(name: str, default: float) -> float:
        try:
            return float(str(store.value(f"print/{name}", default)))
        except ValueError:
            return default

    def yes(name: str) -> bool:
        return str(store.value(f"print/{name}", "true")).lower() != "false"

    paper = str(store.value("print/paper", usual.paper))
    setup = SheetSetup(
        paper if paper in PAPERS else usual.paper,
        False,
        number("hex_mm", usual.hex_mm),
        number("margin", usual.margin),
        number("overlap", usual.overlap),
        yes("marks"),
        yes("index"),
    )
    try:
        setup.check()
    except HexwrightError:
        return usual
    return setup


def _remember_counters(setup: CounterSheetSetup) -> None:
    store = settings()
    for name in ("paper", "margin", "bleed", "backs", "flip", "marks", "lines", "gutter"):
        store.setValue(f"print-counters/{name}", getattr(setup, name))


def _remembered_counters(size: float) -> CounterSheetSetup:
    """The setup used last, for counters of this size; whatever is odd in it is left as usual."""
    store, usual = settings(), CounterSheetSetup(size)

    def text(name: str) -> str:
        return str(store.value(f"print-counters/{name}", getattr(usual, name)))

    def yes(name: str) -> bool:
        return text(name).lower() != "false"

    paper, flip = text("paper"), text("flip")
    try:
        setup = CounterSheetSetup(
            size,
            paper if paper in PAPERS else usual.paper,
            float(text("margin")),
            float(text("bleed")),
            yes("backs"),
            flip if flip in FLIPS else usual.flip,
            yes("marks"),
            lines=yes("lines"),
            gutter=float(text("gutter")),
        )
        setup.check()
    except (ValueError, HexwrightError):
        return usual
    return setup
