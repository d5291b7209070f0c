"""The layers of the map: which are shown, how strongly, and which are locked. Remembered for each map."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, Signal

from editor.canvas.drawing.look import Look
from editor.commands.change import Change
from editor.commands.set_underlay import SetUnderlays
from editor.commands.undo_stack import new_stroke
from editor.controls.units import UnitsControl
from editor.document.document import Document
from editor.kinds import MapKind, kind_of
from editor.preview.regions import regions_that_count
from editor.stage.stage import Stage
from editor.work.remembered import remember, remembered
from editor.work.settings import settings
from engine.boards.underlay import Underlay

SWITCHED: Final = frozenset({"grid", "numbers", "labels", "regions", "furniture"})
"""Layers that the View menu shows and hides too."""
CARRIED: Final = ("grid", "numbers")
"""Layers that a map opened for the first time shows or hides as the one before did: they are a matter of taste."""
FAINTEST: Final = 0.1
UNDERLAY: Final = "underlay"
"""The pictures under the map: how they are shown belongs to the map, not to the settings, and can be undone."""
APART: Final = frozenset({"units", "furniture", UNDERLAY})
"""Layers that are not painted with the map, but are items of their own."""
ROOM: Final = "layers"


@dataclass(frozen=True, slots=True)
class LayerState:
    """Whether a layer is shown and locked, and how strongly it is drawn (0.1 to 1)."""

    shown: bool = True
    locked: bool = False
    opacity: float = 1.0


class LayersControl(QObject):
    """Owns the state of the layers and carries it out on the canvas and the document."""

    changed = Signal()
    """Some layer is shown, locked or drawn otherwise now."""

    def __init__(self, stage: Stage, units: UnitsControl) -> None:
        super().__init__(stage)
        self.stage = stage
        self._units = units
        self._states: dict[str, LayerState] = {}
        self._open_states: WeakKeyDictionary[Document, dict[str, LayerState]] = WeakKeyDictionary()
        """Of every open document, also of those that have no file to be remembered by."""
        self._alone: WeakKeyDictionary[Document, tuple[str, dict[str, LayerState]]] = WeakKeyDictionary()
        """The layer that is shown alone, and how the layers were before."""
        self._stroke = 0
        stage.document_changed.connect(self._open)
        stage.changed.connect(self._on_change)
        for signal in (stage.game.started, stage.game.closed):
            signal.connect(self._apply)
        self._open(stage.document)

    @property
    def kind(self) -> MapKind:
        """The kind of the map in front: it says which layers there are."""
        return kind_of(self.stage.document)

    # -- asking and telling -------------------------------------------------------------------------------------

    def state(self, key: str) -> LayerState:
        """Whether a layer is shown and locked, and how strongly it is drawn."""
        if key == UNDERLAY:
            top, all_ = self._top_picture, self.stage.document.board.look.underlays
            if top is None:
                return LayerState(shown=False)
            return LayerState(any(one.shown for one in all_), all(one.locked for one in all_), top.opacity)
        return self._states.get(key, LayerState())

    def exists(self, key: str) -> bool:
        """Whether the map has this layer: there may be no picture under it."""
        return key != UNDERLAY or self._top_picture is not None

    @property
    def _top_picture(self) -> Underlay | None:
        return self.stage.document.board.look.underlay

    def begin(self) -> None:
        """A slider is being moved: until ``end`` the underlay changes in one step of undo."""
        self._stroke = new_stroke()

    def end(self) -> None:
        """The slider is released: the next change is a step of its own."""
        self._stroke = 0

    def set_shown(self, key: str, on: bool) -> None:
        """Show or hide a layer."""
        self._set(key, replace(self.state(key), shown=on))

    @property
    def alone(self) -> str:
        """The layer that is shown alone; empty for none."""
        return self._alone.get(self.stage.document, ("", {}))[0]

    def show_alone(self, key: str) -> None:
        """Show a layer alone, or, if it is, all layers as they were before. The picture under the map stays as it is:
        it belongs to the map."""
        document = self.stage.document
        before = self._alone.pop(document, ("", dict(self._states)))
        self._states.clear()
        self._states.update(before[1])
        if before[0] != key:
            self._alone[document] = key, before[1]
            for other in self.kind.layers:
                if other != UNDERLAY:
                    self._states[other] = replace(self.state(other), shown=other == key)
        self._apply()

    def set_locked(self, key: str, on: bool) -> None:
        """Lock a layer, so that no tool edits it, or unlock it."""
        self._set(key, replace(self.state(key), locked=on))

    def set_opacity(self, key: str, opacity: float) -> None:
        """Paint a layer more or less strongly, 0.1 to 1."""
        self._set(key, replace(self.state(key), opacity=min(1.0, max(FAINTEST, round(opacity, 2)))))

    def _set(self, key: str, state: LayerState) -> None:
        if state == self.state(key):
            return
        if key == UNDERLAY:
            self._set_underlay(state)
            return
        self._states[key] = state
        # What is chosen by hand while one layer is shown alone is how the layers are from now on.
        self._alone.pop(self.stage.document, None)
        self._remember()
        self._apply()

    def _set_underlay(self, state: LayerState) -> None:
        """Show, lock or dim all pictures under the map alike."""
        document, old = self.stage.document, self.state(UNDERLAY)
        if not self.exists(UNDERLAY):
            self.stage.status("There is no picture under this map; choose one in the Underlay panel")
            self._apply()
            return
        changed = {
            name: getattr(state, name)
            for name in ("shown", "locked", "opacity")
            if getattr(state, name) != getattr(old, name)
        }
        verb = (
            "Show underlay"
            if state.shown > old.shown
            else "Hide underlay"
            if state.shown < old.shown
            else "Lock underlay"
            if state.locked > old.locked
            else "Unlock underlay"
            if state.locked < old.locked
            else "Underlay's opacity"
        )
        new = [replace(one, **changed) for one in document.board.look.underlays]
        document.push(SetUnderlays(new, verb, self._stroke))

    # -- carrying it out ----------------------------------------------------------------------------------------

    def _apply(self) -> None:
        for key in SWITCHED & self.kind.layers.keys():
            if _switched_on(key) != self.state(key).shown:
                settings().setValue(f"view/{key}", self.state(key).shown)
        faint = {key: state.opacity if state.shown else 0.0 for key, state in self._states.items() if key not in APART}
        opacities = tuple((key, share) for key, share in faint.items() if share < 1)
        shown: dict[str, Any] = {key: self.state(key).shown for key in SWITCHED}
        self._show(replace(self._look, opacities=opacities, of_regions=self._of_regions, **shown))
        units = self.state("units")
        self._units.set_visible(units.shown)
        self._units.layer.setOpacity(units.opacity)
        self.stage.canvas.map_scene.furniture.setOpacity(self.state("furniture").opacity)
        names = self.kind.layers
        self.stage.document.locked = {key: names[key] for key, state in self._states.items() if state.locked}
        self.changed.emit()

    @property
    def _of_regions(self) -> frozenset[str] | None:
        """The regions that are shown: in play only those that matter there, otherwise all."""
        game = self.stage.preview.game
        return None if game is None else regions_that_count(game.scenario)

    @property
    def _look(self) -> Look:
        return self.stage.canvas.map_scene.map_layer.look

    def _show(self, look: Look) -> None:
        scene, had_furniture = self.stage.canvas.map_scene, self._look.furniture
        scene.map_layer.set_look(look)
        if look.furniture != had_furniture:
            scene.furniture.refresh()
            scene.paper_changed.emit()

    # -- remembering --------------------------------------------------------------------------------------------

    def _on_change(self, change: Change) -> None:
        if change.what in ("underlay", "all"):
            self._apply()
        elif not self.state(change.what).shown:
            # What is drawn now cannot be seen: that would look as if the tool did nothing.
            self.stage.status(f"The layer {self.kind.layers[change.what]} is hidden; show it in the Layers panel")

    def _open(self, document: Document) -> None:
        known = document in self._open_states
        self._states = self._open_states[document] if known else _read(document)
        self._open_states[document] = self._states
        for key in CARRIED if not known else ():
            if key not in self._states and not _switched_on(key):
                self._states[key] = LayerState(shown=False)
        self._apply()

    def _remember(self) -> None:
        told = {key: asdict(state) for key, state in self._states.items() if state != LayerState()}
        remember(ROOM, _file(self.stage.document), told)


def _switched_on(key: str) -> bool:
    """Whether a layer of the View menu was shown on the map that was in front last, perhaps in another session."""
    return str(settings().value(f"view/{key}", True)).lower() != "false"


def _file(document: Document) -> Path | None:
    """The file by which the layers of a document are remembered: that of its map, where it has one."""
    return document.map_path or document.path


def _read(document: Document) -> dict[str, LayerState]:
    try:
        return {
            key: LayerState(bool(one["shown"]), bool(one["locked"]), min(1.0, max(FAINTEST, float(one["opacity"]))))
            for key, one in remembered(ROOM, _file(document)).items()
            if key in kind_of(document).layers and key != UNDERLAY
        }
    except (ValueError, TypeError, KeyError, AttributeError):
        # Written by another version, or by hand: all layers as usual.
        return {}
