"""Modules of VASSAL, written: board, counters, set-up, turns and notes, as VASSAL 3.7 and later open them."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from PIL import Image, ImageDraw

from engine.errors import HexwrightError, NameNotKnown
from engine.exchange.archives import packed
from engine.exchange.source import MADE, BoardPicture, ExportSource, Pictures, placed
from engine.exchange.trees import Element, document
from engine.exchange.vassal import notes
from engine.exchange.vassal.grids import hex_grid, pixel_of, spacing
from engine.exchange.vassal.options import VassalOptions
from engine.exchange.vassal.pieces import Trait, basic, definition, flip, marks, prototype, usual_traits
from engine.exchange.vassal.sequences import joined
from engine.exchange.vassal.trays import Tray, secret, trays
from engine.formats.boards import dump_map
from engine.formats.roster import cell, columns
from engine.formats.write_palette import dump_palette
from engine.play import registry
from engine.scenario import formations
from engine.scenario.model import Scenario, Unit

VERSION: Final = "3.7.0"
"""Of VASSAL, as modules name the least that opens them."""
MAIN: Final = "Map"
MOVED: Final = "moved.png"
OURS: Final = "hexwright"
"""The global property that has what VASSAL has no place for: rules system, keys and colours of sides."""
OWN_MAP: Final = "hexwright/map.yaml"
"""The entry that has the map as a file of ours."""
OWN_PALETTE: Final = "hexwright/palette.yaml"
_BUILD: Final = "VASSAL.build."
_TOOLS: Final[tuple[tuple[str, dict[str, str]], ...]] = (
    ("ForwardToKeyBuffer", {}),
    ("Scroller", {}),
    ("ForwardToChatter", {}),
    ("MenuDisplayer", {}),
    ("MapCenterer", {}),
    ("StackExpander", {}),
    ("PieceMover", {}),
    ("KeyBufferer", {}),
    ("ImageSaver", {"buttonText": "", "tooltip": "Save the map as a picture"}),
    (
        "CounterDetailViewer",
        {
            "counterReportFormat": "",
            "delay": "500",
            "minDisplayPieces": "1",
            "showgraph": "true",
            "showtext": "true",
            "summaryReportFormat": "$LocationName$",
        },
    ),
    ("SelectionHighlighters", {}),
    ("HighlightLastMoved", {"color": "255,0,0", "enabled": "true", "thickness": "2"}),
    ("Zoomer", {"zoomLevels": "0.25,0.35,0.5,0.7,1.0,1.5,2.0", "zoomStart": "4"}),
)
"""What a window of VASSAL needs so that pieces can be moved, stacks opened and menus shown."""


def write(source: ExportSource, options: VassalOptions, pictures: Pictures, name: str) -> dict[str, bytes]:
    """A module as bytes. Raises HexwrightError for several scenarios, and for a board that is too large."""
    if len(source.scenarios) > 1:
        raise HexwrightError("a module holds one scenario; export each scenario into a module of its own")
    return {".vmod": _Module(source, options, pictures).packed()}


class _Module:
    """A module while it is put together: pictures, and numbers of pieces."""

    def __init__(self, source: ExportSource, options: VassalOptions, pictures: Pictures) -> None:
        self.source, self.options, self.pictures = source, options, pictures
        self.images: dict[str, bytes] = {}
        self.scenario = source.scenario if options.units else None
        self.secret = secret(self.scenario, options) if self.scenario is not None else set()
        self.gpid = 0
        self._images_of: dict[str, tuple[str, str]] = {}
        self._traits: Callable[[Unit], list[Trait]] = lambda unit: []

    def packed(self) -> bytes:
        """The archive."""
        place = placed(self.source.board, self.options.pixels, furniture=self.options.furniture)
        root = self._root(place)
        entries = [
            ("moduledata", _module_data(self.source)),
            ("buildFile.xml", document(root)),
            (notes.NOTES, notes.page(self.source)),
            ("help/" + notes.NOTES, notes.page(self.source)),
            (OWN_MAP, dump_map(self.source.board).encode("utf-8", "replace")),
        ]
        if "/" in self.source.board.palette.key or self.source.board.palette.key.startswith("."):
            entries.append((OWN_PALETTE, dump_palette(self.source.board.palette).encode("utf-8", "replace")))
        entries += [("images/" + name, data) for name, data in sorted(self.images.items())]
        return packed(entries, frozenset({"moduledata"}))

    def _root(self, place: BoardPicture) -> Element:
        source, scenario = self.source, self.scenario
        children = [_node("module.BasicCommandEncoder"), _documentation()]
        if scenario is not None:
            children.append(_roster(scenario))
        children += [_options(), self._properties()]
        if scenario is not None:
            children += [self._prototypes(scenario), self._palette(scenario), *_dice(), _turns(scenario)]
        children.append(_charts())
        children += self._maps(place)
        root = _node("GameModule", name=source.name, version="1.0", VassalVersion=VERSION)
        root.attributes |= {"description": MADE, "nextPieceSlotId": str(self.gpid + 1)}
        root.children = children
        return root

    def _properties(self) -> Element:
        """What VASSAL has no place for, so that an import finds it again."""
        facts: dict[str, Any] = {"map": self.source.board.name}
        if self.scenario is not None:
            facts["system"] = self.scenario.system
            facts["sides"] = [
                {"key": key, "name": side.name, "colour": side.colour, "ink": side.ink, "role": side.role}
                for key, side in self.scenario.sides.items()
            ]
        text = json.dumps(facts, ensure_ascii=True, sort_keys=True)
        node = _node("module.properties.GlobalProperties")
        node.children.append(
            _node("module.properties.GlobalProperty", name=OURS, initialValue=text, isNumeric="false", description=MADE)
        )
        return node

    # -- pieces -------------------------------------------------------------------------------------------------

    def _prototypes(self, scenario: Scenario) -> Element:
        """What counters share: what all can do, then side and type."""
        self.images[MOVED] = _moved_mark()
        shared = {"Counter": usual_traits(MOVED, "Eliminated")}
        shared |= {_side_name(key): [marks({"Side": side.name})] for key, side in scenario.sides.items()}
        types = dict.fromkeys(unit.type for unit in scenario.units.values())
        shared |= {_type_name(kind): [marks({"Type": kind})] for kind in types}
        node = _node("module.PrototypesContainer")
        for name, traits in shared.items():
            text = definition([basic("", "", ""), *traits])
            made = _node("module.PrototypeDefinition", name=name, description="")
            made.text = text
            node.children.append(made)
        values = [column for column in columns(scenario) if column.info is not None or column.key == column.label]

        def traits_of(unit: Unit) -> list[Trait]:
            named = {"Name": unit.name, "Key": unit.key, "Size": unit.size, "Formation": unit.formation}
            named |= {column.label: cell(scenario, unit, column) for column in values if column.key in unit.values}
            return [
                marks(named),
                prototype(_type_name(unit.type)),
                prototype(_side_name(unit.side)),
                prototype("Counter"),
            ]

        self._traits = traits_of
        return node

    def _slot(self, scenario: Scenario, unit: Unit) -> Element:
        """A piece as palettes and set-up stacks hold it, with a number of its own."""
        self.gpid += 1
        front, back = self._faces(scenario, unit)
        layers = [flip(front, back)] if back else []
        text = definition([basic(front, unit.name, str(self.gpid)), *layers, *self._traits(unit)])
        side = str(self.options.counters)
        slot = _node("widget.PieceSlot", entryName=unit.name, gpid=str(self.gpid), height=side, width=side)
        slot.text = text
        return slot

    def _faces(self, scenario: Scenario, unit: Unit) -> tuple[str, str]:
        """The pictures of a unit's front and back; empty for no back."""
        known = self._images_of.get(unit.key)
        if known is not None:
            return known
        stem = f"unit-{len(self._images_of) + 1:04d}"
        faces = [(f"{stem}.png", False)]
        faces += [(f"{stem}-reduced.png", True)] if self.pictures.two_sided(unit) else []
        for name, back in faces:
            self.images[name] = self.pictures.counter(
                scenario, unit, self.options.counters, back=back, folder=self.source.folder
            )
        found = faces[0][0], faces[1][0] if len(faces) > 1 else ""
        self._images_of[unit.key] = found
        return found

    def _palette(self, scenario: Scenario) -> Element:
        """All units, by side and formation."""
        sides = _node("widget.TabWidget", entryName="Counters")
        for key, side in scenario.sides.items():
            own = [unit for unit in scenario.units.values() if unit.side == key and unit.key not in self.secret]
            groups: dict[str, list[Unit]] = {}
            for unit in own:
                named = formations.parts(unit.formation)
                groups.setdefault(named[0] if named else "", []).append(unit)
            lists = [
                _list(name or side.name, [self._slot(scenario, unit) for unit in units])
                for name, units in groups.items()
            ]
            if len(lists) == 1 and "" in groups:
                sides.children += lists
            else:
                box = _node("widget.BoxWidget", entryName=side.name)
                box.children = lists
                sides.children.append(box)
        window = _node("module.PieceWindow", name="Counters", text="Counters", hidden="false", scale="1.0")
        window.children.append(sides)
        return window

    # -- maps ---------------------------------------------------------------------------------------------------

    def _maps(self, place: BoardPicture) -> Iterator[Element]:
        board, options = self.source.board, self.options
        grid = board.grid
        self.images["board.png"] = self.pictures.board(
            self.source, place, style=options.style, numbers=options.numbers, furniture=options.furniture
        )
        where = spacing(grid, place)
        name = _board_name(board.name or MAIN)
        main = _map(MAIN, name, "board.png", (place.width, place.height), [hex_grid(grid, where)], launch=False)
        main.children.append(_node("module.map.LOS_Thread", threadName="LOS", label="Line of sight", snapLOS="true"))
        if self.scenario is not None:
            stacks: dict[int, list[str]] = {}
            for key, spelled in self.scenario.setup.items():
                h = grid.find(spelled)
                if key in self.scenario.units and key not in self.secret and h in grid:
                    stacks.setdefault(h, []).append(key)
            for h in sorted(stacks):
                main.children.append(self._stack(grid.name(h), name, pixel_of(grid, where, h), stacks[h]))
        yield main
        for tray in trays(self.source, self.scenario, options) if self.scenario is not None else []:
            yield self._tray(tray)

    def _tray(self, tray: Tray) -> Element:
        image = tray.name.lower().replace(" ", "-") + ".png"
        self.images[image] = self.pictures.sheet(tray.width, tray.height, tray.boxes)
        node = _map(tray.name, tray.name, image, (tray.width, tray.height), [], launch=True)
        node.children += [self._stack(unit, tray.name, (x, y), [unit]) for unit, x, y in tray.places]
        return node

    def _stack(self, name: str, board: str, at: tuple[int, int], units: Iterable[str]) -> Element:
        """Units in one place when a new game begins, the lowest first."""
        assert self.scenario is not None
        node = _node("module.map.SetupStack", name=name, owningBoard=board, useGridLocation="false")
        node.attributes |= {"x": str(at[0]), "y": str(at[1])}
        node.children = [self._slot(self.scenario, self.scenario.units[key]) for key in units]
        return node


def _node(kind: str, **attributes: str) -> Element:
    return Element(_BUILD + kind, attributes)


def _board_name(name: str) -> str:
    """A board's name: VASSAL keeps it in a sequence with ``/``."""
    return name.replace("/", "-").replace("\t", " ")


def _side_name(key: str) -> str:
    return f"Side {key}"


def _type_name(kind: str) -> str:
    return f"Type {kind}"


def _list(name: str, slots: list[Element]) -> Element:
    node = _node("widget.ListWidget", entryName=name, scale="1.0", width="300", height="300", divider="194")
    node.children = slots
    return node


def _map(name: str, board: str, image: str, size: tuple[int, int], grids: list[Element], *, launch: bool) -> Element:
    """A window with one board, which a new game does not ask for."""
    node = _node(
        "module.Map",
        mapName=name,
        allowMultiple="false",
        backgroundcolor="255,255,255",
        buttonName=name if launch else "",
        edgeHeight="0",
        edgeWidth="0",
        launch="true" if launch else "false",
        markMoved="Always",
        moveToFormat="$pieceName$ moves $previousLocation$ -> $location$ *",
        moveWithinFormat="$pieceName$ moves $previousLocation$ -> $location$ *",
    )
    picker = _node("module.map.BoardPicker", title="Choose boards", slotScale="0.2", slotWidth="350", slotHeight="125")
    chosen = Element("setup", text="\t".join((f"{name}BoardPicker", board, "0", "0")))
    drawn = _node("module.map.boardPicker.Board", name=board, image=image, reversible="false")
    drawn.attributes |= {"width": str(size[0]), "height": str(size[1])}
    drawn.children = grids
    picker.children = [chosen, drawn]
    node.children = [picker, _node("module.map.StackMetrics", exSepX="6", exSepY="18", unexSepX="8", unexSepY="16")]
    node.children += [_node("module.map." + kind, **attributes) for kind, attributes in _TOOLS]
    return node


def _documentation() -> Element:
    node = _node("module.Documentation")
    node.children.append(
        _node("module.documentation.HelpFile", title="Notes", fileName=notes.NOTES, fileType="archive")
    )
    return node


def _charts() -> Element:
    node = _node("module.ChartWindow", name="Notes", text="Notes", tooltip="Victory, turns, terrain and sources")
    node.children.append(_node("widget.HtmlChart", chartName="Notes", fileName=notes.NOTES))
    return node


def _roster(scenario: Scenario) -> Element:
    node = _node("module.PlayerRoster", buttonText="Retire", buttonToolTip="Leave a side, or take another")
    node.children = [
        Element("entry", text=name) for name in [*(side.name for side in scenario.sides.values()), "Solitaire"]
    ]
    return node


def _options() -> Element:
    return _node(
        "module.GlobalOptions",
        autoReport="Always",
        centerOnMove="Use Preferences Setting",
        nonOwnerUnmaskable="Never",
        playerIdFormat="$PlayerName$",
        promptString="Opponents can unmask my pieces",
    )


def _dice() -> list[Element]:
    """All systems roll six-sided dice."""
    dice = []
    for count in (1, 2):
        text = f"{count}d6"
        node = _node("module.DiceButton", name=text, text=text, nDice=str(count), nSides="6", plus="0", addToTotal="0")
        node.attributes |= {"reportTotal": "false", "prompt": "false"}
        node.attributes["reportFormat"] = "** $name$ = $result$ *** <$PlayerName$>"
        dice.append(node)
    return dice


def _turns(scenario: Scenario) -> Element:
    """Turns, in them the sides, in them the phases of the rules."""
    try:
        phases = registry.system(scenario.system).rules.phases
    except NameNotKnown:
        phases = ()
    turns = [scenario.turns.label(turn) for turn in range(1, scenario.turns.count + 1)]
    levels = [("Turn", turns), ("Side", [side.name for side in scenario.sides.values()]), ("Phase", list(phases))]
    used = [(name, values) for name, values in levels if values]
    node = _node(
        "module.turn.TurnTracker",
        name="Turn",
        buttonText="Turn",
        reportFormat="Turn is now $newTurn$",
        turnFormat=", ".join(f"$level{number}$" for number in range(1, len(used) + 1)),
    )
    inner = node
    for name, values in used:
        level = _node("module.turn.ListTurnLevel", name=name, property=name, list=joined(values, ","))
        level.attributes |= {"configList": "false", "configFirst": "false"}
        inner.children.append(level)
        inner = level
    return node


def _module_data(source: ExportSource) -> bytes:
    """What VASSAL looks at before it opens a module. The date is fixed, so that the same game gives the same bytes."""
    node = Element("data", {"version": "1"})
    facts = {
        "version": "1.0",
        "extra1": "",
        "extra2": "",
        "VassalVersion": VERSION,
        "dateSaved": "315532800000",
        "description": MADE,
        "name": source.name,
    }
    node.children = [Element(key, text=value) for key, value in facts.items()]
    return document(node)


def _moved_mark() -> bytes:
    """A red disc, for counters that have moved."""
    image = Image.new("RGBA", (16, 16))
    ImageDraw.Draw(image).ellipse((1, 1, 14, 14), fill=(200, 30, 30, 255), outline=(255, 255, 255, 255))
    made = io.BytesIO()
    image.save(made, "PNG")
    return made.getvalue()
