"""The layers of the map: which are shown, how strongly, and which are locked. Remembered for each map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, Signal

from editor.canvas.drawing.look import Look
from editor.commands.change import Change
from editor.commands.set_layers import OWN, own_layer
from editor.commands.set_underlay import SetUnderlays
from editor.commands.undo_stack import new_stroke
from editor.controls.units import UnitsControl
from editor.document.document import Document
from editor.kinds import MapKind, kind_of
from editor.preview.regions import regions_that_count
from editor.stage.stage import Stage
from editor.work.remembered import remember, remembered
from editor.work.settings import settings
from engine.boards.look import UserLayer
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
ABOVE_OWN: Final = "labels"
"""The layer that the designer's own ones are listed below."""
CARRIERS: Final = frozenset({"labels", "furniture"})
"""The layers that what lies on the designer's own ones is drawn with."""
GROUP: Final = "group:"
"""How the key of a group of layers begins."""


@dataclass(frozen=True, slots=True)
class LayerState:
    """Whether a layer is shown and locked, and how strongly it is drawn (0.1 to 1)."""

    shown: bool = True
    locked: bool = False
    opacity: float = 1.0


class LayerRow(NamedTuple):
    """A line of the list of layers: a layer of the map's kind, a group, or a layer of the designer's own."""

    key: str
    name: str
    depth: int = 0


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
        self._listed: list[LayerRow] = []
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

    @property
    def rows(self) -> list[LayerRow]:
        """The layers of the map in front, from the top down, with the designer's own ones by groups."""
        found = []
        for key, name in self.kind.layers.items():
            found.append(LayerRow(key, name))
            if key == ABOVE_OWN:
                found += own_rows(self.stage.document.board.look.layers)
        return found

    def members(self, key: str) -> list[str]:
        """The names of the designer's own layers that a row stands for: one, those of a group, or none."""
        layers = self.stage.document.board.look.layers
        if key.startswith(GROUP):
            return [layer.name for layer in layers if GROUP + layer.group == key]
        return [layer.name for layer in layers if own_layer(layer.name) == key]

    def state(self, key: str) -> LayerState:
        """Whether a layer is shown and locked, and how strongly it is drawn."""
        if key.startswith(GROUP):
            states = [self.state(own_layer(name)) for name in self.members(key)]
            return LayerState(any(one.shown for one in states), all(one.locked for one in states))
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
            members = self.members(key)
            seen = {key, *CARRIERS} if members else {key}
            if members:
                seen |= {own_layer(name) for name in members}
            for other in (*self.kind.layers, *map(own_layer, self._own)):
                if other != UNDERLAY:
                    self._states[other] = replace(self.state(other), shown=other in seen)
        self._apply()

    def follow(self, old: str, new: str) -> None:
        """A layer or a group has another key: it is shown and locked as before."""
        if old in self._states:
            self._states[new] = self._states[old]
        document = self.stage.document
        if self.alone == old:
            self._alone[document] = new, self._alone[document][1]
        self._remember()
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
        for one in map(own_layer, self.members(key)) if key.startswith(GROUP) else (key,):
            self._states[one] = state
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
        self._listed = self.rows
        for key in SWITCHED & self.kind.layers.keys():
            if _switched_on(key) != self.state(key).shown:
                settings().setValue(f"view/{key}", self.state(key).shown)
        painted = self.kind.layers.keys() - APART
        faint = {key: state.opacity if state.shown else 0.0 for key, state in self._states.items() if key in painted}
        opacities = tuple((key, share) for key, share in faint.items() if share < 1)
        shown: dict[str, Any] = {key: self.state(key).shown for key in SWITCHED}
        hidden = frozenset(name for name in self._own if not self.state(own_layer(name)).shown)
        if self.members(self.alone):
            hidden |= {""}
        look = replace(self._look, opacities=opacities, of_regions=self._of_regions, hidden=hidden, printed=False)
        self._show(replace(look, **shown))
        units = self.state("units")
        self._units.set_visible(units.shown)
        self._units.layer.setOpacity(units.opacity)
        self.stage.canvas.map_scene.furniture.setOpacity(self.state("furniture").opacity)
        names = self.kind.layers
        self.stage.document.locked = {
            key: names.get(key) or key.removeprefix(OWN) for key, state in self._states.items() if state.locked
        }
        self.changed.emit()

    @property
    def _own(self) -> list[str]:
        return [layer.name for layer in self.stage.document.board.look.layers]

    @property
    def _of_regions(self) -> frozenset[str] | None:
        """The regions that are shown: in play only those that matter there, otherwise all."""
        game = self.stage.preview.game
        return None if game is None else regions_that_count(game.scenario)

    @property
    def _look(self) -> Look:
        return self.stage.canvas.map_scene.map_layer.look

    def _show(self, look: Look) -> None:
        scene, before = self.stage.canvas.map_scene, self._look
        scene.map_layer.set_look(look)
        if (look.furniture, look.hidden) != (before.furniture, before.hidden):
            scene.furniture.refresh()
            scene.paper_changed.emit()

    # -- remembering --------------------------------------------------------------------------------------------

    def _on_change(self, change: Change) -> None:
        if change.what in ("underlay", "all") or self.rows != self._listed:
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


def own_rows(layers: Sequence[UserLayer]) -> Iterator[LayerRow]:
    """The rows of the designer's own layers: each group where its first layer is, with its layers below it."""
    listed = set[str]()
    for layer in layers:
        if not layer.group:
            yield LayerRow(own_layer(layer.name), layer.name, 1)
        elif layer.group not in listed:
            listed.add(layer.group)
            yield LayerRow(GROUP + layer.group, layer.group, 1)
            yield from (LayerRow(own_layer(one.name), one.name, 2) for one in layers if one.group == layer.group)


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
            if (key in kind_of(document).layers and key != UNDERLAY) or key.startswith(OWN)
        }
    except (ValueError, TypeError, KeyError, AttributeError):
        # Written by another version, or by hand: all layers as usual.
        return {}
