"""Keeps the pictures under the map in step with the document: reads them, shows them, and fits them by clicks."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from editor.canvas.drawing.paper import SCALE, paper_size
from editor.canvas.underlay_layer import TieMarks, UnderlayLayer
from editor.commands.change import Change
from editor.commands.set_underlay import SetUnderlays
from editor.commands.undo_stack import new_stroke
from editor.controls.ties import TiePlaces
from editor.document.document import Document
from editor.kinds import kind_of
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
    ties: list[tuple[float, float, Any]] = field(default_factory=list)
    """Pixel and place of each click."""
    deskew: bool = False
    fit: Fit | None = None
    problem: str = ""
    """Why the clicks so far give no placement."""


class UnderlayControl(QObject):
    """The pictures under the open map. One of them is in hand: it is moved, fitted and traced."""

    changed = Signal()
    """What the panel shows may be different."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.stage = stage
        self.fitting: Fitting | None = None
        self.problem = ""
        """Why a picture is not shown."""
        self._in_hand = -1
        self._pyramids: dict[Path, Pyramid] = {}
        """The pictures of the open map that are read."""
        self._layers: list[UnderlayLayer] = []
        """What shows them, the lowest first."""
        self._worker = Worker("underlay", self)
        self._tiles = Worker("underlay-tiles", self)
        self._marks: TieMarks | None = None
        self._readings: dict[int, float] = {}
        """How much is read of each picture that is being read."""
        self._last_reading = 0
        self._choosing = 0
        """The reading of the picture that was chosen last."""
        self._stopped: set[int] = set()
        self._paths: frozenset[Path] = frozenset()
        stage.leaving.connect(self._leave)
        stage.document_changed.connect(self._watch)
        stage.changed.connect(self._on_change)
        stage.settings.changed.connect(self._setting_changed)
        self._watch(stage.document)

    # -- what there is ------------------------------------------------------------------------------------------

    @property
    def underlays(self) -> tuple[Underlay, ...]:
        """The pictures under the open map, the lowest first."""
        return self.stage.document.board.look.underlays

    @property
    def number(self) -> int:
        """Which of them is in hand, from 0; -1 where there are none. At first it is the topmost."""
        last = len(self.underlays) - 1
        return last if self._in_hand < 0 else min(self._in_hand, last)

    @property
    def underlay(self) -> Underlay | None:
        """The picture in hand."""
        return self.underlays[self.number] if self.underlays else None

    @property
    def pyramid(self) -> Pyramid | None:
        """The pixels of the picture in hand; None while they are not read."""
        return self._pyramid_of(self.underlay) if self.underlay is not None else None

    @property
    def shown(self) -> list[tuple[Underlay, Pyramid]]:
        """The pictures that are shown, the lowest first, each with its pixels."""
        found = [(underlay, self._pyramid_of(underlay)) for underlay in self.underlays if underlay.shown]
        return [(underlay, pyramid) for underlay, pyramid in found if pyramid is not None]

    @property
    def ground(self) -> float:
        """The opacity of the terrain above the pictures: the least that one of them asks for."""
        return min((underlay.ground for underlay, _ in self.shown), default=1.0)

    @property
    def layer(self) -> UnderlayLayer | None:
        """What shows the topmost picture that is shown."""
        return self._layers[-1] if self._layers else None

    @property
    def progress(self) -> float | None:
        """How much of the pictures is read; None when none is being read."""
        return min(self._readings.values(), default=None)

    @property
    def busy(self) -> bool:
        """Whether a picture is being read, or tiles of one."""
        return self._worker.busy or self._tiles.busy

    def _pyramid_of(self, underlay: Underlay) -> Pyramid | None:
        return self._pyramids.get(self.path_of(underlay))

    def take_in_hand(self, number: int) -> None:
        """Have another picture in hand, by its number from the lowest."""
        if number != self.number and 0 <= number < len(self.underlays):
            if self.fitting is not None:
                self.finish_fitting()
            self._in_hand = number
            self.changed.emit()

    # -- following the document ---------------------------------------------------------------------------------

    def _leave(self) -> None:
        """The map goes behind another: its pictures, and marks on them, are not kept ready."""
        if self.fitting is not None:
            self.finish_fitting()
        self._drop()

    def _watch(self, _document: Document) -> None:
        self.fitting = None
        self._in_hand = -1
        self._drop()
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
        """Show the pictures as the document has them now; read first those that are not read."""
        paths = frozenset(self.path_of(underlay) for underlay in self.underlays)
        fresh, self._paths = paths - self._paths, paths
        if fresh or not paths:
            self.problem = ""
        for path in self._pyramids.keys() - paths:
            del self._pyramids[path]
        for path in sorted(fresh - self._pyramids.keys()):
            self._read(path)
        self._place()

    def _place(self) -> None:
        shown, canvas = self.shown, self.stage.canvas
        if [pyramid for _, pyramid in shown] != [layer.pyramid for layer in self._layers if isValid(layer)]:
            self._remove_layers()
            for height, (underlay, pyramid) in enumerate(shown):
                layer = UnderlayLayer(pyramid, underlay, self._tiles, height)
                self._layers.append(layer)
                canvas.add_layer(layer)
        for layer, (underlay, _) in zip(self._layers, shown, strict=True):
            layer.set_underlay(underlay)
        ground = canvas.map_scene.map_layer
        ground.set_look(replace(ground.look, ground=min(self.ground, 0.999) if shown else 1.0))
        ground.setOpacity(FAINT if shown and self.fitting is not None else 1.0)
        self._show_marks()
        self.changed.emit()

    def _remove_layers(self) -> None:
        for layer in self._layers:
            if isValid(layer):
                layer.close()
                if layer.scene() is not None:
                    layer.scene().removeItem(layer)
        self._layers = []

    def _drop(self) -> None:
        """The pictures shown so far are not this map's."""
        self._readings.clear()
        self._remove_layers()
        self._pyramids = {}
        self._paths = frozenset()

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

    def choose(self, path: Path, *, above: bool = False) -> None:
        """Put another picture in the place of the one in hand, or ``above`` all others, once it is read. A picture that
        cannot be used changes nothing."""
        path = Path(os.path.abspath(path))
        self._readings.pop(self._choosing, None)
        document = self.stage.document
        then = partial(self._chosen, document, path, above or not self.underlays)
        self._choosing = self._start(path, then, partial(self._refuse, path))

    def _chosen(self, document: Document, path: Path, above: bool, found: Pyramid) -> None:
        if document is not self.stage.document:
            return
        folder = self.folder() or path.parent
        image = str(path)
        with suppress(ValueError):  # another drive: the whole path has to do
            image = os.path.relpath(path, folder)
        old = None if above else self.underlay
        made = replace(old or Underlay(""), image=image.replace(os.sep, "/"), folder=str(folder), crop=None, shown=True)
        if old is None:
            made = _laid_under(made, found, _in_circumradii(document.board))
        self._pyramids[path], self.problem = found, ""
        self._paths |= {path}
        if old is not None:
            self.push(made, "Underlay")
        elif self.stage.push(SetUnderlays([*self.underlays, made], "Underlay")):
            self.take_in_hand(len(self.underlays) - 1)
        self._place()

    def _read(self, path: Path) -> None:
        ready = pyramids.ready(path)
        if ready is not None:
            self._pyramids[path] = ready
            return
        self._start(path, partial(self._have, path), partial(self._refuse_own, path))

    def _have(self, path: Path, found: Pyramid) -> None:
        self._pyramids[path] = found
        self._place()

    def _start(self, path: Path, then: Callable[[Any], None], failed: Callable[[Any], None]) -> int:
        """Read a picture in the background. Gives the number of the reading."""
        self._last_reading += 1
        number = self._last_reading
        self._readings[number] = 0.0
        tell = self._worker.telling(partial(self._tell, number))

        def on_progress(part: float) -> None:
            # Another picture was asked for, or the user has enough.
            if number not in self._readings or number in self._stopped:
                raise InterruptedError
            tell(part)

        self._worker.start(
            partial(pyramids.make, path, on_progress),
            partial(self._done, number, then),
            partial(self._done, number, failed),
        )
        self.changed.emit()
        return number

    def _done(self, number: int, then: Callable[[Any], None], result: object) -> None:
        if self._readings.pop(number, None) is None:
            return
        if not isinstance(result, InterruptedError):
            then(result)
        self.changed.emit()

    def _tell(self, number: int, part: float) -> None:
        if number in self._readings:
            self._readings[number] = part
            self.changed.emit()

    def stop(self) -> None:
        """Read no further; what was there before stays."""
        self._stopped |= self._readings.keys()

    def _refuse(self, path: Path, error: Exception) -> None:
        """A picture that was chosen cannot be used."""
        self.problem = _words(path, error)
        self.stage.status(self.problem)

    def _refuse_own(self, path: Path, error: Exception) -> None:
        """A picture that the map names cannot be shown; the map is as it was."""
        self._refuse(path, error)
        self.stage.log.add(self.problem, "warning")
        self._place()

    # -- changing it --------------------------------------------------------------------------------------------

    def push(self, underlay: Underlay | None, text: str, stroke: int = 0) -> bool:
        """Change the picture in hand, or take it away; what stands against it goes to the status bar."""
        pictures, number = self.underlays, self.number
        here = [] if underlay is None else [underlay]
        return self.stage.push(SetUnderlays([*pictures[:number], *here, *pictures[number + 1 :]], text, stroke))

    def shift(self, steps: int) -> None:
        """Put the picture in hand a number of places higher; negative for lower."""
        pictures, number = list(self.underlays), self.number
        to = number + steps
        if number >= 0 and 0 <= to < len(pictures):
            pictures.insert(to, pictures.pop(number))
            if self.stage.push(SetUnderlays(pictures, "Raise underlay" if steps > 0 else "Lower underlay")):
                self.take_in_hand(to)

    # -- fitting ------------------------------------------------------------------------------------------------

    def start_fitting(self) -> None:
        """From now on clicks on the picture say where places are."""
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

    @property
    def places(self) -> TiePlaces:
        """The places of the open map that the picture is fitted to."""
        row = kind_of(self.stage.document).pictures.ties
        module, _, name = row.partition(":")
        found: TiePlaces = getattr(import_module(module), name)(self.stage.board)
        return found

    def add_tie(self, pixel: tuple[float, float], spot: Any) -> None:
        """This pixel belongs on this place. A place is where it was said to be last."""
        if self.fitting is None:
            return
        self.fitting.ties = [tie for tie in self.fitting.ties if tie[2] != spot]
        self.fitting.ties.append((pixel[0], pixel[1], spot))
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
        places = self.places
        ties = [Tie((px, py), places.paper(spot)) for px, py, spot in fitting.ties]
        if not fitting.deskew and (underlay.shear or abs(underlay.stretch) != 1.0):
            underlay = replace(underlay, shear=0.0, stretch=1.0 if underlay.stretch > 0 else -1.0)
        try:
            if ties:
                fitting.fit = fit(underlay, ties, deskew=fitting.deskew)
                self.push(fitting.fit.underlay, "Fit underlay", fitting.stroke)
                self.stage.status(
                    f"Residual: {fitting.fit.pixels:.1f} pixels, {places.words.missed(fitting.fit.residual)}"
                    if len(ties) > 1
                    else places.words.another
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
        name = self.places.name if fitting is not None else str
        ties = fitting.ties if fitting is not None and underlay is not None else []
        self._marks.set_marks(
            [(*underlay.to_paper(px, py), name(spot)) for px, py, spot in ties if underlay is not None]
        )

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
