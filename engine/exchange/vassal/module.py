"""Modules of VASSAL, written: board, counters, set-up, turns and notes, as VASSAL 3.7 and later open them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from engine.boards.board import Board
from engine.errors import HexwrightError, NameNotKnown
from engine.exchange.archives import packed
from engine.exchange.bases import BROAD, standing
from engine.exchange.source import MADE, BoardPicture, ExportSource, Pictures, placed
from engine.exchange.trees import Element, document
from engine.exchange.vassal import notes
from engine.exchange.vassal.armies import FACTS
from engine.exchange.vassal.counters import Counters, ScenarioPieces, node
from engine.exchange.vassal.grids import hex_grid, pixel_of, spacing
from engine.exchange.vassal.options import VassalOptions
from engine.exchange.vassal.pools import POOLS
from engine.exchange.vassal.saves import SavedStack, saved_game
from engine.exchange.vassal.sequences import joined
from engine.exchange.vassal.tables import pixel_of_base, placed_bases
from engine.exchange.vassal.trays import Tray, eliminated, trays
from engine.formats.boards import dump_map
from engine.formats.write_palette import dump_palette
from engine.hexes.board.battlemap import BattleMap, hexes_of
from engine.mechanics.dice import TENS
from engine.play import registry
from engine.play.system import USUAL_DICE
from engine.scenario.model import Scenario, Side
from engine.tables.table import Table

VERSION: Final = "3.7.0"
"""Of VASSAL, as modules name the least that opens them."""
MAIN: Final = "Map"
OURS: Final = "hexwright"
"""The global property that has what VASSAL has no place for: rules system, keys and colours of sides."""
OWN_MAP: Final = "hexwright/map.yaml"
"""The entry that has the map as a file of ours."""
OWN_PALETTE: Final = "hexwright/palette.yaml"
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
    """A module as bytes. Raises HexwrightError for a board that is too large."""
    if isinstance(source.board, Table):
        # Bases are as wide as those of the board's picture.
        options = options.model_copy(update={"counters": round(BROAD * options.pixels / 100)})
    return {".vmod": _Module(source, options, pictures).packed()}


class _Module:
    """A module while it is put together. One scenario stands set up in a new game; of several each is a saved game that
    a new game offers."""

    def __init__(self, source: ExportSource, options: VassalOptions, pictures: Pictures) -> None:
        self.source, self.options, self.pictures = source, options, pictures
        self.counters = Counters(source, options, pictures)
        self.forces = self.counters.forces
        self.images: dict[str, bytes] = {}
        self.boards: list[str] = []
        """What lays out the board of each window."""
        self.stacks: dict[int, list[PlacedStack]] = {}
        """The stacks of each scenario, by its place in the list."""

    def packed(self) -> bytes:
        """The archive."""
        place = placed(self.source.board, self.options.pixels, furniture=self.options.furniture)
        root = self._root(place)
        entries = [
            ("moduledata", _module_data(self.source)),
            ("buildFile.xml", document(root)),
            (notes.NOTES, notes.page(self.source)),
            ("help/" + notes.NOTES, notes.page(self.source)),
        ]
        board = self.source.board
        entries.append((OWN_MAP, dump_map(board).encode("utf-8", "replace")))
        if "/" in board.palette.key or board.palette.key.startswith("."):
            entries.append((OWN_PALETTE, dump_palette(board.palette).encode("utf-8", "replace")))
        entries += list(self._saves())
        entries += [("images/" + name, data) for name, data in sorted((self.images | self.counters.images).items())]
        return packed(entries, frozenset({"moduledata"}))

    def _root(self, place: BoardPicture) -> Element:
        source, forces = self.source, self.forces
        children = [node("module.BasicCommandEncoder"), _documentation()]
        if forces:
            children.append(_roster(force.scenario for force in forces))
        children += [_options(), self._properties(place)]
        if forces:
            children += [
                self.counters.prototype_part(),
                self.counters.palette(),
                *_dice(force.scenario.system for force in forces),
            ]
            children += [
                _turns(force.scenario, f"Turn: {force.scenario.name}" if self.several else "Turn") for force in forces
            ]
        children.append(self._charts())
        children += self._maps(place)
        if self.several:
            children += [
                node(
                    "module.PredefinedSetup",
                    name=force.scenario.name,
                    file=_save_name(number),
                    useFile="true",
                    isMenu="false",
                    description=MADE,
                )
                for number, force in enumerate(forces)
            ]
        root = node("GameModule", name=source.name, version="1.0", VassalVersion=VERSION)
        root.attributes |= {"description": MADE, "nextPieceSlotId": str(self.counters.gpid + 1)}
        root.children = children
        return root

    @property
    def several(self) -> bool:
        """Whether a new game offers several scenarios."""
        return len(self.forces) > 1

    def _charts(self) -> Element:
        """The notes as one page to be read and searched, and as pictures."""
        names: Counter[str] = Counter()
        tabs = node("widget.TabWidget", entryName="Notes")
        tabs.children.append(node("widget.HtmlChart", chartName="Notes", fileName=notes.NOTES))
        for number, (chapter, picture) in enumerate(
            self.pictures.pages(notes.document(self.source), self.source.folder), 1
        ):
            names[chapter] += 1
            name = chapter if names[chapter] == 1 else f"{chapter}, page {names[chapter]}"
            image = f"notes-{number:02d}.png"
            self.images[image] = picture
            tabs.children.append(node("widget.Chart", chartName=name, fileName=image, description=""))
        made = node(
            "module.ChartWindow", name="Notes", text="Notes", tooltip="Victory, turns, charts, terrain and sources"
        )
        made.children.append(tabs)
        return made

    def _properties(self, place: BoardPicture) -> Element:
        """What VASSAL has no place for, so that an import finds it again."""
        facts: dict[str, Any] = {"map": self.source.board.name}
        if self.forces:
            facts |= _facts_of([force.scenario for force in self.forces]) | self._bases(self.forces[0], place)
        if self.several:
            facts["scenarios"] = {
                _save_name(number): _facts_of([force.scenario]) | self._bases(force, place)
                for number, force in enumerate(self.forces)
            }
        text = json.dumps(facts, ensure_ascii=True, sort_keys=True)
        made = node("module.properties.GlobalProperties")
        made.children.append(
            node("module.properties.GlobalProperty", name=OURS, initialValue=text, isNumeric="false", description=MADE)
        )
        return made

    def _bases(self, force: ScenarioPieces, place: BoardPicture) -> dict[str, Any]:
        """Where bases stand on a table, to be found again to the pace; nothing on other maps."""
        board = self.source.board
        return placed_bases(board, force.scenario, force.secret, place) if isinstance(board, Table) else {}

    # -- maps ---------------------------------------------------------------------------------------------------

    def _maps(self, place: BoardPicture) -> Iterator[Element]:
        board, options = self.source.board, self.options
        # What tracks and boxes show is that of one scenario.
        shown = self.source if not self.several else ExportSource(board, (), self.source.folder)
        self.images["board.png"] = self.pictures.board(
            shown, place, style=options.style, numbers=options.numbers, furniture=options.furniture
        )
        name = _board_name(board.name or MAIN)
        grids = [hex_grid(board.grid, spacing(board.grid, place))] if isinstance(board, BattleMap) else []
        main = self._window(MAIN, name, "board.png", (place.width, place.height), grids)
        snap = "true" if grids else "false"
        main.children.append(node("module.map.LOS_Thread", threadName="LOS", label="Line of sight", snapLOS=snap))
        for number, force in enumerate(self.forces):
            main.children += self._laid(number, list(_set_up(board, force, place, name)))
        yield main
        for number, force in enumerate(self.forces):
            beside = f": {force.scenario.name}" if self.several else ""
            for tray in trays(self.source, force.scenario, options):
                yield self._tray(replace(tray, name=tray.name + beside), number)
        if self.forces:
            yield self._tray(eliminated([force.scenario for force in self.forces], options), 0)

    def _tray(self, tray: Tray, number: int) -> Element:
        image = "".join(letter if letter.isalnum() else "-" for letter in tray.name.lower()) + ".png"
        image = image if image not in self.images else f"{len(self.images)}-{image}"
        self.images[image] = self.pictures.sheet(tray.width, tray.height, tray.boxes)
        made = self._window(tray.name, _board_name(tray.name), image, (tray.width, tray.height), [])
        board = _board_name(tray.name)
        made.children += self._laid(
            number, [PlacedStack(tray.name, unit, board, (x, y), [unit]) for unit, x, y in tray.places]
        )
        made.children += [self.counters.pile(self.forces[number], pile, board) for pile in tray.piles]
        return made

    def _window(self, name: str, board: str, image: str, size: tuple[int, int], grids: list[Element]) -> Element:
        chosen = "\t".join((f"{name}BoardPicker", board, "0", "0"))
        self.boards.append(chosen)
        return _map(name, board, image, size, grids, chosen, launch=name != MAIN)

    def _laid(self, number: int, stacks: Sequence[PlacedStack]) -> list[Element]:
        """The stacks of a scenario, as parts of a window where a new game lays them out by itself."""
        if self.several:
            self.stacks.setdefault(number, []).extend(stacks)
            return []
        return [self.counters.stack(self.forces[number], one.name, one.board, one.at, one.units) for one in stacks]

    def _saves(self) -> Iterator[tuple[str, bytes]]:
        """A saved game for each of several scenarios."""
        for number, force in enumerate(self.forces if self.several else ()):
            stacks = [
                SavedStack(
                    one.window, *one.at, [self.counters.traits(force, force.scenario.units[key]) for key in one.units]
                )
                for one in self.stacks.get(number, ())
            ]
            name = force.scenario.name
            yield (
                _save_name(number),
                saved_game(stacks, self.boards, _module_data(self.source), _module_data(self.source, name)),
            )


class PlacedStack(NamedTuple):
    """Units of a scenario in one place of a window."""

    window: str
    name: str
    board: str
    at: tuple[int, int]
    units: Sequence[str]


def _set_up(board: Board, force: ScenarioPieces, place: BoardPicture, name: str) -> Iterator[PlacedStack]:
    """The stacks of a set-up on the board of this name: one for a hex, or a base each on a table."""
    scenario = force.scenario
    if isinstance(board, Table):
        for base in standing(board, scenario, force.secret):
            yield PlacedStack(MAIN, base.unit.name, name, pixel_of_base(base, place), [base.unit.key])
        return
    grid = hexes_of(board).grid
    where = spacing(grid, place)
    held: dict[int, list[str]] = {}
    for key, spelled in scenario.setup.items():
        h = grid.find(spelled)
        if key in scenario.units and key not in force.secret and h in grid:
            held.setdefault(h, []).append(key)
    for h in sorted(held):
        yield PlacedStack(MAIN, grid.name(h), name, pixel_of(grid, where, h), held[h])


def _save_name(number: int) -> str:
    return f"scenario-{number + 1}.vsav"


def _facts_of(scenarios: Sequence[Scenario]) -> dict[str, Any]:
    """Rules system, keys and colours of sides: of all scenarios, each side as the first has it; pools of one scenario
    alone."""
    sides: dict[str, Side] = {}
    for scenario in scenarios:
        for key, side in scenario.sides.items():
            sides.setdefault(key, side)
    facts: dict[str, Any] = {
        "system": scenarios[0].system,
        "sides": [{"key": key, **{fact: getattr(side, fact) for fact in FACTS[1:]}} for key, side in sides.items()],
    }
    if len(scenarios) == 1 and scenarios[0].pools:
        facts[POOLS] = {
            key: {"side": pool.side, "units": list(pool.units), "draw": pool.draw, "back": pool.back}
            for key, pool in scenarios[0].pools.items()
        }
    return facts


def _board_name(name: str) -> str:
    """A board's name: VASSAL keeps it in a sequence with ``/``."""
    return name.replace("/", "-").replace("\t", " ")


def _map(
    name: str, board: str, image: str, size: tuple[int, int], grids: list[Element], picked: str, *, launch: bool
) -> Element:
    """A window with one board, which a new game does not ask for; ``picked`` says so."""
    made = node(
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
    picker = node("module.map.BoardPicker", title="Choose boards", slotScale="0.2", slotWidth="350", slotHeight="125")
    chosen = Element("setup", text=picked)
    drawn = node("module.map.boardPicker.Board", name=board, image=image, reversible="false")
    drawn.attributes |= {"width": str(size[0]), "height": str(size[1])}
    drawn.children = grids
    picker.children = [chosen, drawn]
    made.children = [picker, node("module.map.StackMetrics", exSepX="6", exSepY="18", unexSepX="8", unexSepY="16")]
    made.children += [node("module.map." + kind, **attributes) for kind, attributes in _TOOLS]
    return made


def _documentation() -> Element:
    made = node("module.Documentation")
    made.children.append(node("module.documentation.HelpFile", title="Notes", fileName=notes.NOTES, fileType="archive"))
    return made


def _roster(scenarios: Iterable[Scenario]) -> Element:
    names = dict.fromkeys(side.name for scenario in scenarios for side in scenario.sides.values())
    made = node("module.PlayerRoster", buttonText="Retire", buttonToolTip="Leave a side, or take another")
    made.children = [Element("entry", text=name) for name in [*names, "Solitaire"]]
    return made


def _options() -> Element:
    return node(
        "module.GlobalOptions",
        autoReport="Always",
        centerOnMove="Use Preferences Setting",
        nonOwnerUnmaskable="Never",
        playerIdFormat="$PlayerName$",
        promptString="Opponents can unmask my pieces",
    )


def _dice(systems: Iterable[str]) -> list[Element]:
    """A button for each throw that rules systems make."""
    throws: dict[str, None] = {}
    for name in systems:
        try:
            throws |= dict.fromkeys(registry.system(name).dice)
        except HexwrightError:
            throws |= dict.fromkeys(USUAL_DICE)
    dice = []
    for text in throws:
        count, sides = ("2", "6") if text == TENS else text.split("d")
        made = node("module.DiceButton", name=text, text=text, nDice=count, nSides=sides, plus="0", addToTotal="0")
        made.attributes |= {"reportTotal": "false", "prompt": "false"}
        made.attributes["reportFormat"] = "** $name$ = $result$ *** <$PlayerName$>"
        dice.append(made)
    return dice


def _turns(scenario: Scenario, name: str) -> Element:
    """Turns, in them the sides, in them the phases of the rules."""
    try:
        phases = registry.system(scenario.system).rules.phases
    except NameNotKnown:
        phases = ()
    turns = [scenario.turns.label(turn) for turn in range(1, scenario.turns.count + 1)]
    levels = [("Turn", turns), ("Side", [side.name for side in scenario.sides.values()]), ("Phase", list(phases))]
    used = [(name, values) for name, values in levels if values]
    made = node(
        "module.turn.TurnTracker",
        name=name,
        buttonText=name,
        reportFormat="Turn is now $newTurn$",
        turnFormat=", ".join(f"$level{number}$" for number in range(1, len(used) + 1)),
    )
    inner = made
    for name, values in used:
        level = node("module.turn.ListTurnLevel", name=name, property=name, list=joined(values, ","))
        level.attributes |= {"configList": "false", "configFirst": "false"}
        inner.children.append(level)
        inner = level
    return made


def _module_data(source: ExportSource, about: str = MADE) -> bytes:
    """What VASSAL looks at before it opens a module or a saved game. The date is fixed, so that the same game gives the
    same bytes."""
    made = Element("data", {"version": "1"})
    facts = {
        "version": "1.0",
        "extra1": "",
        "extra2": "",
        "VassalVersion": VERSION,
        "dateSaved": "315532800000",
        "description": about,
        "name": source.name,
    }
    made.children = [Element(key, text=value) for key, value in facts.items()]
    return document(made)
