"""Keeps the picture under the map in step with the document: reads it, shows it, and fits it by clicks."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from editor.canvas.drawing.paper import SCALE, paper_size
from editor.canvas.underlay_layer import TieMarks, UnderlayLayer
from editor.commands.base import new_stroke
from editor.commands.change import Change
from editor.commands.set_underlay import SetUnderlay
from editor.document.document import Document
from editor.pictures import pyramid as pyramids
from editor.pictures.opening import PictureError
from editor.pictures.pyramid import Pyramid
from editor.stage.stage import Stage
from editor.work.background import Worker
from engine.boards.board import Board
from engine.boards.underlay import Fit, Tie, Underlay, fit
from engine.errors import HexwrightError

FAINT: Final = 0.25
"""Opacity of the map while the user looks for hexes on the picture."""


@dataclass(slots=True)
class Fitting:
    """A fit in the making."""

    stroke: int
    ties: list[tuple[float, float, int]] = field(default_factory=list)
    """Pixel and hex of each click."""
    deskew: bool = False
    fit: Fit | None = None
    problem: str = ""
    """Why the clicks so far give no placement."""


class UnderlayControl(QObject):
    """The picture under the open map."""

    changed = Signal()
    """What the panel shows may be different."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.stage = stage
        self.pyramid: Pyramid | None = None
        self.layer: UnderlayLayer | None = None
        self.fitting: Fitting | None = None
        self.problem = ""
        """Why the picture is not shown."""
        self.progress: float | None = None
        """How much of a picture is read; None when none is being read."""
        self._worker = Worker("underlay", self)
        self._tiles = Worker("underlay-tiles", self)
        self._marks: TieMarks | None = None
        self._reading = 0
        self._stopped: set[int] = set()
        self._path: Path | None = None
        stage.leaving.connect(self._leave)
        stage.document_changed.connect(self._watch)
        stage.changed.connect(self._on_change)
        stage.settings.changed.connect(self._setting_changed)
        self._watch(stage.document)

    # -- following the document ---------------------------------------------------------------------------------

    @property
    def underlay(self) -> Underlay | None:
        """The underlay of the open map."""
        return self.stage.document.board.look.underlay

    @property
    def busy(self) -> bool:
        """Whether a picture is being read, or tiles of it."""
        return self._worker.busy or self._tiles.busy

    def _leave(self) -> None:
        """The map goes behind another: its picture, and marks on it, are not kept ready."""
        if self.fitting is not None:
            self.finish_fitting()
        self._drop()

    def _watch(self, _document: Document) -> None:
        self.fitting = None
        self._drop()
        self._path = None
        self._show()

    def _on_change(self, change: Change) -> None:
        if change.what in ("underlay", "all"):
            self._end_undone_fit()
            self._show()

    def _end_undone_fit(self) -> None:
        """A fit whose placement was undone, or changed by hand, is over: its clicks tell of another one."""
        fitting, underlay = self.fitting, self.underlay
        if fitting is None or fitting.fit is None:
            return
        if underlay is None or underlay.matrix != fitting.fit.underlay.matrix:
            self.fitting = None
            self.stage.status("The underlay was moved, so fitting by clicks has ended")

    def _show(self) -> None:
        """Show the picture as the document has it now; read it first where needed."""
        underlay = self.underlay
        path = self.path_of(underlay) if underlay is not None else None
        if path != self._path:
            self._drop()
            self._path = path
            self.problem = ""
            if path is not None:
                self._read(path)
        self._place()

    def _place(self) -> None:
        underlay, canvas = self.underlay, self.stage.canvas
        shown = underlay is not None and underlay.shown and self.pyramid is not None
        if shown and underlay is not None and self.pyramid is not None:
            if self.layer is None or not isValid(self.layer) or self.layer.pyramid != self.pyramid:
                self._remove_layer()
                self.layer = UnderlayLayer(self.pyramid, underlay, self._tiles)
                canvas.add_layer(self.layer)
            self.layer.set_underlay(underlay)
        else:
            self._remove_layer()
        ground = underlay.ground if shown and underlay is not None else 1.0
        layer = canvas.map_scene.map_layer
        layer.set_look(replace(layer.look, ground=min(ground, 0.999) if shown else 1.0))
        layer.setOpacity(FAINT if shown and self.fitting is not None else 1.0)
        self._show_marks()
        self.changed.emit()

    def _remove_layer(self) -> None:
        if self.layer is not None and isValid(self.layer):
            self.layer.close()
            if self.layer.scene() is not None:
                self.layer.scene().removeItem(self.layer)
        self.layer = None

    def _drop(self) -> None:
        """The picture shown so far is not this map's."""
        self._reading += 1
        self.progress = None
        self._remove_layer()
        self.pyramid = None

    # -- reading pictures ---------------------------------------------------------------------------------------

    def folder(self) -> Path | None:
        """The folder that pictures are named from: the map's, or None while it has no file."""
        document = self.stage.document
        path = document.map_path or document.scenario_path
        return path.resolve().parent if path is not None else None

    def path_of(self, underlay: Underlay) -> Path:
        """The file of a picture."""
        folder = underlay.folder or str(self.folder() or Path.cwd())
        return Path(os.path.normpath(os.path.join(folder, underlay.image)))

    def choose(self, path: Path) -> None:
        """Put a picture under the map, once it is read; a picture that cannot be used changes nothing."""
        path = Path(os.path.abspath(path))
        document = self.stage.document
        self._start(path, partial(self._chosen, document, path), partial(self._refuse, path))

    def _chosen(self, document: Document, path: Path, found: Pyramid) -> None:
        if document is not self.stage.document:
            return
        folder = self.folder() or path.parent
        image = str(path)
        with suppress(ValueError):  # another drive: the whole path has to do
            image = os.path.relpath(path, folder)
        old = self.underlay
        made = replace(old or Underlay(""), image=image.replace(os.sep, "/"), folder=str(folder), crop=None, shown=True)
        if old is None:
            made = _laid_under(made, found, _in_circumradii(document.board))
        self.pyramid, self._path, self.problem = found, path, ""
        self.push(made, "Underlay")
        self._place()

    def _read(self, path: Path) -> None:
        ready = pyramids.ready(path)
        if ready is not None:
            self.pyramid = ready
            return
        self._start(path, self._have, partial(self._refuse_own, path))

    def _have(self, found: Pyramid) -> None:
        self.pyramid = found
        self._place()

    def _start(self, path: Path, then: object, failed: object) -> None:
        self._reading += 1
        number = self._reading
        self.progress = 0.0
        tell = self._worker.telling(partial(self._tell, number))

        def on_progress(part: float) -> None:
            # Another picture was asked for, or the user has enough.
            if number != self._reading or number in self._stopped:
                raise InterruptedError
            tell(part)

        self._worker.start(
            partial(pyramids.make, path, on_progress),
            partial(self._done, number, then),
            partial(self._done, number, failed),
        )
        self.changed.emit()

    def _done(self, number: int, then: object, result: object) -> None:
        if number != self._reading:
            return
        self.progress = None
        if callable(then) and not isinstance(result, InterruptedError):
            then(result)
        self.changed.emit()

    def _tell(self, number: int, part: float) -> None:
        if number == self._reading and self.progress is not None:
            self.progress = part
            self.changed.emit()

    def stop(self) -> None:
        """Read no further; what was there before stays."""
        if self.progress is not None:
            self._stopped.add(self._reading)

    def _refuse(self, path: Path, error: Exception) -> None:
        """A picture that was chosen cannot be used."""
        self.problem = _words(path, error)
        self.stage.status(self.problem)

    def _refuse_own(self, path: Path, error: Exception) -> None:
        """The picture that the map names cannot be shown; the map is as it was."""
        self._refuse(path, error)
        self.stage.log.add(self.problem, "warning")
        self._place()

    # -- changing it --------------------------------------------------------------------------------------------

    def push(self, underlay: Underlay | None, text: str, stroke: int = 0) -> bool:
        """Change the underlay; what stands against it goes to the status bar."""
        return self.stage.push(SetUnderlay(underlay, text, stroke))

    # -- fitting ------------------------------------------------------------------------------------------------

    def start_fitting(self) -> None:
        """From now on clicks on the picture say where hexes are."""
        if self.underlay is None or self.pyramid is None:
            self.stage.status("Choose a picture first")
            return
        if self.underlay.locked:
            self.stage.status("The underlay is locked; unlock it in the Underlay or the Layers panel to fit it")
            return
        self.fitting = Fitting(new_stroke())
        self.stage.settings.set("tool", "underlay")
        self._place()

    def finish_fitting(self) -> None:
        """Keep the placement that was found."""
        self.fitting = None
        self._place()

    def abandon_fitting(self) -> None:
        """Put the picture back where it was before the first click."""
        fitting, self.fitting = self.fitting, None
        if fitting is not None:
            self.stage.document.take_back(fitting.stroke)
        self.finish_fitting()

    def add_tie(self, pixel: tuple[float, float], h: int) -> None:
        """This pixel is the centre of this hex. A hex is where it was said to be last."""
        if self.fitting is None:
            return
        self.fitting.ties = [tie for tie in self.fitting.ties if tie[2] != h]
        self.fitting.ties.append((pixel[0], pixel[1], h))
        self._fit()

    def remove_tie(self, number: int) -> None:
        """Forget a click."""
        if self.fitting is not None and 0 <= number < len(self.fitting.ties):
            del self.fitting.ties[number]
            self._fit()

    def set_deskew(self, on: bool) -> None:
        """Whether three clicks and more also stretch and shear the picture."""
        if self.fitting is not None and self.fitting.deskew != on:
            self.fitting.deskew = on
            self._fit()

    def _fit(self) -> None:
        fitting, underlay = self.fitting, self.underlay
        if fitting is None or underlay is None:
            return
        fitting.fit, fitting.problem = None, ""
        grid = self.stage.document.battle_map.grid
        ties = [Tie((px, py), grid.centre(h)) for px, py, h in fitting.ties]
        if not fitting.deskew and (underlay.shear or abs(underlay.stretch) != 1.0):
            underlay = replace(underlay, shear=0.0, stretch=1.0 if underlay.stretch > 0 else -1.0)
        try:
            if ties:
                fitting.fit = fit(underlay, ties, deskew=fitting.deskew)
                self.push(fitting.fit.underlay, "Fit underlay", fitting.stroke)
                self.stage.status(
                    f"Residual: {fitting.fit.pixels:.1f} pixels, {fitting.fit.hexes:.3f} hexes"
                    if len(ties) > 1
                    else "Now click another hex, far from the first"
                )
        except HexwrightError as error:
            fitting.problem = str(error)
            self.stage.status(fitting.problem)
        self._place()

    def _show_marks(self) -> None:
        underlay, fitting = self.underlay, self.fitting
        scene = self.stage.canvas.map_scene
        if self._marks is None or not isValid(self._marks) or self._marks.scene() is not scene:
            if fitting is None:
                return
            self._marks = TieMarks()
            scene.add_layer(self._marks)
        name = self.stage.board.spell
        ties = fitting.ties if fitting is not None and underlay is not None else []
        self._marks.set_marks([(*underlay.to_paper(px, py), name(h)) for px, py, h in ties if underlay is not None])

    def _setting_changed(self, name: str) -> None:
        """With another tool the fit is over."""
        if name == "tool" and self.stage.settings.tool != "underlay" and self.fitting is not None:
            self.finish_fitting()


def _words(path: Path, error: Exception) -> str:
    if isinstance(error, PictureError):
        return str(error)
    return f"{path.name} cannot be read: {error}"


def _in_circumradii(board: Board) -> tuple[float, float]:
    """The size of a map in the unit that pictures under it are placed in."""
    width, height = paper_size(board)
    return width / SCALE, height / SCALE


def _laid_under(underlay: Underlay, found: Pyramid, extent: tuple[float, float]) -> Underlay:
    """The picture as large as the map, in its middle, upright."""
    wide, high = found.upright_size
    scale = min(extent[0] / wide, extent[1] / high)
    x, y = (extent[0] - scale * wide) / 2, (extent[1] - scale * high) / 2
    a, b, c, d, e, f = (value * scale for value in found.upright)
    return underlay.placed((a, b, c, d, e + x, f + y))
