"""All tools, which of them is in use, and who is told of the pointer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QCursor

from editor.canvas.aim import PointerAim
from editor.commands.change import Change
from editor.controls.controls import Controls
from editor.hexes.tools.label import LabelTool
from editor.kinds import kind_of, parts_of
from editor.stage.stage import Stage
from editor.tools import TOOLS, working_tools
from editor.tools.base import Tool
from editor.tools.options import OneOf
from engine.boards.board import Spot
from engine.boards.palette import Layer
from engine.hexes.board.battlemap import Label
from engine.hexes.board.grid import NOWHERE


class ToolManager(QObject):
    """Makes the tools and tells the one in use what the pointer does."""

    changed = Signal(str)
    """Another tool is in use: its key."""
    added = Signal(object)
    """There are more tools, for a kind of map that came to the front for the first time: a list of them."""

    def __init__(self, stage: Stage, controls: Controls) -> None:
        super().__init__(stage)
        self.stage, self._controls = stage, controls
        self.settings = stage.settings
        self.settings.use_palette(stage.document.board.palette)
        made = [*(kind(stage, controls) for kind in TOOLS), *working_tools(TOOLS, stage, controls)]
        self._tools: dict[str, Tool[Any]] = {tool.key: tool for tool in made}
        self._known: set[str] = set()
        """Kinds of map whose own tools are made."""
        self._current = self.settings.tool
        self._before_pick = TOOLS[1].key
        self.make_tools()
        if self.tool not in self.offered:
            self._current = self._first.key
            self.settings.set("tool", self._current)
        self._lie = self._lie_now()
        stage.leaving.connect(lambda: self.tool.deactivate())
        stage.document_changed.connect(self._on_document)
        stage.changed.connect(self._on_change)
        self.settings.changed.connect(self._on_setting)
        self.settings.picked.connect(self.paint_with)
        stage.form_in_hand.connect(self.put_down)

    @property
    def all(self) -> list[Tool[Any]]:
        """All tools, in the order of the tool bar."""
        return list(self._tools.values())

    @property
    def current(self) -> str:
        """The key of the tool in use."""
        return self._current

    @property
    def tool(self) -> Tool[Any]:
        """The tool in use."""
        return self._tools[self._current]

    def get(self, key: str) -> Tool[Any]:
        """A tool by its key."""
        return self._tools[key]

    def choose(self, key: str) -> None:
        """Use another tool. One that is not for the kind of map in front is left where it is."""
        if self.get(key) in self.offered:
            self.settings.set("tool", key)

    def put_down(self) -> None:
        """A form is filled in: a stray click on the map is not to draw there."""
        if self.tool.draws:
            title = self.tool.title
            self.choose(self._first.key)
            self.stage.status(f"{title} was deselected: the scenario is being edited. Choose a tool to draw again.")

    def _take_up(self, key: str) -> None:
        """Another tool was chosen. One for another kind of map was put down when that went behind."""
        if self.tool in self.offered:
            self.tool.deactivate()
        if key == "pick":
            self._before_pick = self._current
        self._current = key
        self.tool.activate()
        self.changed.emit(key)
        self.stage.panes.update_cursor()

    def paint_with(self, layer: Layer | str, key: str) -> None:
        """Choose a kind of the palette, and a tool that paints it; a tool of that layer in use is kept."""
        self.settings.set(str(layer), key)
        used = self._tools[self._before_pick] if self._current == "pick" else self.tool
        able = [tool for tool in (used, *self.offered) if tool.layer == str(layer)]
        if able and able[0] is self.tool:
            self.tool.activate()
        elif able:
            self.choose(able[0].key)

    def step_kind(self, by: int) -> bool:
        """Take up the kind of the palette that comes ``by`` places later in the layer of the tool; False where the tool
        paints with none."""
        layer = next((one for one in self.stage.board.palette.kinds if str(one) == self.tool.layer), None)
        kinds = self.stage.board.palette.kinds[layer] if layer is not None else {}
        if layer is None or not kinds:
            return False
        keys, now = list(kinds), self.settings.kind(layer)
        at = (keys.index(now) + by) % len(keys) if now in keys else 0
        self.settings.set(str(layer), keys[at])
        self.stage.status(f"{self.tool.title}: {kinds[keys[at]].name}")
        return True

    def _on_change(self, change: Change) -> None:
        if change.what == "all":
            self._keep_centre()

    def _lie_now(self) -> object:
        """Where the places of the map in front lie."""
        document = self.stage.document
        return parts_of(document).lie(document.board)

    def _keep_centre(self) -> None:
        """A centre of symmetry was picked on one grid: on another it would be any hex."""
        lie = self._lie_now()
        if lie != self._lie:
            self._lie = lie
            # What a stroke knows of the places it began on is worth nothing now; what it has drawn stays.
            self.tool.busy = False
            self.settings.set("symmetry_centre", NOWHERE)

    @property
    def offered(self) -> list[Tool[Any]]:
        """The tools for the kind of map in front."""
        kind = kind_of(self.stage.document).key
        return [tool for tool in self.all if not tool.kinds or kind in tool.kinds]

    @property
    def _first(self) -> Tool[Any]:
        """The tool to begin with on the kind of map in front: the first that is made for it."""
        return next((tool for tool in self.offered if tool.kinds), self.offered[0])

    def make_tools(self) -> None:
        """Make the tools of the kind of map in front, where that has some of its own."""
        kind = kind_of(self.stage.document)
        if not kind.tools or kind.key in self._known:
            return
        self._known.add(kind.key)
        made = [tool(self.stage, self._controls) for tool in kind.offers("tools")]
        self._tools |= {tool.key: tool for tool in made}
        self.added.emit(made)

    def _on_document(self) -> None:
        self.tool.busy = False
        self.make_tools()
        if self.tool not in self.offered:
            self.choose(self._first.key)
        self._keep_centre()
        self.settings.use_palette(self.stage.document.board.palette)

    def write_name(self, label: Label | None, h: int) -> None:
        """Ask for the text of a name, or with None of a new one at a hex."""
        writer = self._tools["label"]
        if isinstance(writer, LabelTool):
            writer.edit(label, h)

    def _on_setting(self, name: str) -> None:
        if name == "tool":
            self._take_up(self.settings.tool)
            return
        self.stage.marks.clear()
        if any(isinstance(option, OneOf) and option.name == name for option in self.tool.options):
            # It works otherwise now, and may say so.
            self.tool.activate()

    # -- the pointer, passed on ---------------------------------------------------------------------------------

    @property
    def takes_items(self) -> bool:
        """Whether units under the pointer come first."""
        return self.tool.takes_items

    @property
    def busy(self) -> bool:
        """Whether a stroke is going on."""
        return self.tool.busy

    @property
    def cursor(self) -> QCursor:
        """The pointer's shape."""
        return self.tool.cursor if self._tools else QCursor(Qt.CursorShape.ArrowCursor)

    def hover(self, aim: PointerAim) -> None:
        """The pointer moves with no button held: the tool in use shows what a click would do."""
        self.tool.hover(aim)

    def press(self, aim: PointerAim) -> None:
        """The left button goes down: the tool in use begins a stroke."""
        self.tool.press(aim)

    def drag(self, aim: PointerAim) -> None:
        """The pointer moves with the left button held: the stroke of the tool in use goes on."""
        self.tool.drag(aim)

    def release(self, aim: PointerAim) -> None:
        """The left button comes up: the stroke of the tool in use ends."""
        self.tool.release(aim)

    def double_click(self, aim: PointerAim) -> None:
        """The left button is clicked twice over the tool in use."""
        self.tool.double_click(aim)

    def leave(self) -> None:
        """The pointer leaves the map: the tool in use shows no marks any more."""
        self.tool.leave()

    def key_action(self, key: int, shift: bool) -> Callable[[], None] | None:
        """What a key does with the tool in use, before any shortcut; None for keys that it does not use."""
        return self.tool.key_action(key, shift)

    def spots(self, spot: Spot) -> list[tuple[float, float]]:
        """The points of a place, on paper, that the keyboard's cursor visits with the tool in use."""
        return self.tool.spots(spot)

    def cancel(self) -> None:
        """Esc: the tool in use takes its stroke back."""
        self.tool.cancel()
