"""Saved objects for Tabletop Simulator: a board with snap points, tiles with two sides, bags; pictures beside them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from pydantic import Field, field_validator

from engine.boards.board import Board
from engine.boards.kinds import kind_of
from engine.errors import HexwrightError
from engine.exchange.bases import BROAD, depth_of, standing
from engine.exchange.choosing import ONLY, left_out, unchosen_lost
from engine.exchange.losses import LostPart, loss
from engine.exchange.source import MADE, BoardPicture, ExportSource, Options, Pictures, placed, unprinted
from engine.exchange.vassal.notes import title_of
from engine.exchange.vassal.surveying import of_scenario
from engine.exchange.vassal.trays import TrayGroup, arriving, off_the_map
from engine.hexes.board.battlemap import BattleMap, hexes_of
from engine.hexes.board.grid import NOWHERE
from engine.scenario.model import Scenario, Unit
from engine.scenario.victory_words import line_text, win_text
from engine.tables.table import Table

Data = dict[str, Any]
MOST_PIXELS: Final = 10_000
"""Pixels of a picture's longer side that the program shows."""
COUNTER: Final = 0.84
"""A counter's side, from side to side of a hex 1: as on paper, where a 5/8 inch counter lies in a hex."""
THICK: Final = 0.1
TOP: Final = 1.06
"""Height of the board's upper side above the floor of the table."""
_AT_RANDOM: Final = 2
"""How bags of the program say that what is taken out comes at random."""
_APART: Final = 1.5
"""Inches between the board and the bags beside it."""


class SimulatorOptions(Options):
    """How an object is written."""

    address: str = Field("", description="address of the folder where the pictures will be, such as https://…/game/")
    hex: float = Field(1.0, ge=0.3, le=4.0, description="inches there from side to side of a hex, or for 100 paces")
    pixels: int = Field(
        100, ge=40, le=200, description="pixels of the board from side to side of a hex, or for 100 paces"
    )
    counters: int = Field(150, ge=50, le=500, description="pixels of a counter's side, or of a base's front")
    style: Literal["organic", "plain", "grey"] = Field("organic", description="map style of the board")
    numbers: bool = Field(True, description="print hex numbers on the board")
    furniture: bool = Field(True, description="draw legend, boxes and tracks beside the board")
    units: bool = Field(True, description="include units")
    only: str = Field("", description=ONLY)
    hidden: bool = Field(False, description="include units that are set up in secret")

    @field_validator("address")
    @classmethod
    def _is_address(cls, value: str) -> str:
        text = value.strip()
        if text and not text.lower().startswith(("https://", "http://", "file:///")):
            raise ValueError("an address begins with https://, http:// or file:///")
        return text if not text or text.endswith(("/", "=")) else text + "/"


def survey(source: ExportSource, options: SimulatorOptions) -> list[LostPart]:
    """What would be lost."""
    found = []
    if not options.address:
        found.append(loss("LOSS112", "the address of the pictures", option="address=https://..."))
    if source.board.look.underlays:
        found.append(loss("LOSS110", "the underlay picture"))
    found += unprinted(source.board)
    if len(source.scenarios) > 1:
        found.append(loss("LOSS115", "all scenarios but the first"))
    scenario = source.scenario
    if scenario is not None and options.units:
        found += [*of_scenario(scenario, hidden=options.hidden), *unchosen_lost(scenario, options.only)]
    elif scenario is not None and scenario.units:
        found.append(loss("LOSS109", f"scenario {scenario.name}", option="units=true"))
    return found


def write(source: ExportSource, options: SimulatorOptions, pictures: Pictures, name: str) -> dict[str, bytes]:
    """A saved object, and its pictures. Raises HexwrightError for a board that is too large."""
    return _Object(source, options, pictures, name).files()


@dataclass(slots=True)
class _Object:
    """An object while it is put together."""

    source: ExportSource
    options: SimulatorOptions
    pictures: Pictures
    name: str
    images: dict[str, bytes] = field(default_factory=dict)
    """Pictures by what follows the name of the file."""
    known: dict[bytes, str] = field(default_factory=dict)
    """The picture of each content, so that the same counters have one."""
    used: set[str] = field(default_factory=set)

    def files(self) -> dict[str, bytes]:
        place = placed(self.source.board, self.options.pixels, furniture=self.options.furniture)
        longer = max(place.width, place.height)
        if longer > MOST_PIXELS:
            fits = int(self.options.pixels * MOST_PIXELS / longer)
            raise HexwrightError(
                f"a board of {place.width:,} x {place.height:,} pixels is too large for Tabletop Simulator;"
                f" {fits} pixels per {kind_of(self.source.board).pixels[1]} fit, pixels={fits}"
            )
        objects = [self._board(place)]
        scenario = self.source.scenario
        if scenario is not None and self.options.units:
            objects += self._set_up(scenario, place)
            objects += self._bags(scenario, place)
        data = {
            "SaveName": self.source.name, "GameMode": "", "Gravity": 0.5, "PlayArea": 0.5, "Date": "", "Table": "",
            "Sky": "", "Note": MADE, "TabStates": {}, "LuaScript": "", "LuaScriptState": "", "XmlUI": "",
            "ObjectStates": objects,
        }  # fmt: skip
        text = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
        return {".tts.json": text.encode("utf-8", "replace"), **self.images}

    # -- the board ----------------------------------------------------------------------------------------------

    def _inches(self, place: BoardPicture) -> tuple[float, float]:
        """Half the width and half the height of the board on the table."""
        per_pixel = self.options.hex / self.options.pixels
        return place.width * per_pixel / 2, place.height * per_pixel / 2

    def _share(self, place: BoardPicture, at: tuple[float, float]) -> tuple[float, float]:
        """Where a point of the paper is: -1 to 1 from the left to the right of the board, and from the top down."""
        x, y = at
        return (
            2 * (x - place.left) * place.scale / place.width - 1,
            2 * (y - place.top) * place.scale / place.height - 1,
        )

    def _board(self, place: BoardPicture) -> Data:
        """The board: a tile that its picture fills to the edge, which the object of that name does not do."""
        options, board = self.options, self.source.board
        picture = self.pictures.board(
            self.source, place, style=options.style, numbers=options.numbers, furniture=options.furniture
        )
        wide, high = self._inches(place)
        made = self._tile("board", self.source.name, (0.0, TOP - THICK / 2, 0.0), (wide, high))
        made |= {"Description": _notes(self.source), "Locked": True, "Tooltip": False}
        made["CustomImage"] = self._image("-board.png", picture, "", stackable=False)
        # The board is turned by 180 degrees, as objects are that face the player: its own x runs to the left, z down.
        made["AttachedSnapPoints"] = [
            {"Position": {"x": _round(-u), "y": THICK, "z": _round(v)}, "Rotation": {"x": 0.0, "y": 0.0, "z": 0.0}}
            for u, v in (self._share(place, at) for at in _centres(board))
        ]
        return made

    def _gone(self, scenario: Scenario) -> set[str]:
        """The units that stay behind."""
        return left_out(scenario, hidden=self.options.hidden, only=self.options.only)

    # -- counters -----------------------------------------------------------------------------------------------

    def _set_up(self, scenario: Scenario, place: BoardPicture) -> Iterator[Data]:
        """The counters of the set-up, stacked in the order of the scenario."""
        board, gone = self.source.board, self._gone(scenario)
        if isinstance(board, Table):
            yield from self._bases(board, scenario, place, gone)
            return
        grid = hexes_of(board).grid
        wide, high = self._inches(place)
        piled: dict[int, int] = {}
        for key, spelled in scenario.setup.items():
            h = grid.find(spelled)
            if key not in scenario.units or key in gone or h == NOWHERE:
                continue
            u, v = self._share(place, grid.centre(h))
            below = piled.get(h, 0)
            piled[h] = below + 1
            yield self._counter(scenario, scenario.units[key], (u * wide, TOP + THICK * (below + 0.5), -v * high))

    def _bases(self, table: Table, scenario: Scenario, place: BoardPicture, gone: set[str]) -> Iterator[Data]:
        """The bases on a table, each where it stands and as it faces."""
        wide, high = self._inches(place)
        length = kind_of(table).length
        for base in standing(table, scenario, gone):
            u, v = self._share(place, (base.x / length, base.y / length))
            made = self._counter(scenario, base.unit, (u * wide, TOP + THICK / 2, -v * high))
            made["Transform"]["rotY"] = _round((180.0 + base.facing) % 360)
            yield made

    def _bags(self, scenario: Scenario, place: BoardPicture) -> Iterator[Data]:
        """A bag for each group of arrivals, and for each group that is not on the map, right of the board."""
        gone = self._gone(scenario) | set(scenario.setup)
        groups: list[TrayGroup] = [*arriving(scenario, gone), *off_the_map(scenario, gone)]
        wide, high = self._inches(place)
        rows = max(1, int(2 * high // 2))
        for number, group in enumerate(groups):
            column, row = divmod(number, rows)
            at = (wide + _APART + 2.0 * column, TOP + 0.5, high - 1.0 - 2.0 * row)
            side = scenario.sides.get(scenario.units[group.units[0]].side)
            made = self._object("Bag", f"bag {number} {group.title}", group.title, at, (0.6, 0.6, 0.6))
            made |= {"ColorDiffuse": _colour(side.colour if side is not None else "#888888")}
            made |= {"MaterialIndex": -1, "MeshIndex": -1, "Bag": {"Order": _AT_RANDOM if group.drawn else 0}}
            made["ContainedObjects"] = [
                self._counter(scenario, scenario.units[unit], (at[0], TOP + 1, at[2])) for unit in group.units
            ]
            yield made

    def _counter(self, scenario: Scenario, unit: Unit, at: tuple[float, float, float]) -> Data:
        front, back, half = self._faces(scenario, unit)
        made = self._tile(f"unit {unit.key}", unit.name, at, half)
        made["Description"] = _about(scenario, unit)
        made["Tags"] = [tag for tag in (scenario.sides[unit.side].name, unit.formation) if tag]
        number = f"{len(self.images):04d}"
        reverse = self._picture(f"-{number}-back.png", back) if back else ""
        made["CustomImage"] = self._image(f"-{number}-front.png", front, reverse, stackable=False)
        return made

    def _faces(self, scenario: Scenario, unit: Unit) -> tuple[bytes, bytes, tuple[float, float]]:
        """The front of a unit, its back, empty where it has none, and half its width and height in inches."""
        options, folder = self.options, self.source.folder
        if isinstance(self.source.board, Table):
            inches = options.hex / (kind_of(self.source.board).length * kind_of(self.source.board).pixels[0])
            half = (BROAD * inches / 2, depth_of(scenario, unit) * inches / 2)
            return self.pictures.base(scenario, unit, options.counters), b"", half
        front = self.pictures.counter(scenario, unit, options.counters, back=False, folder=folder)
        two_sided = self.pictures.two_sided(unit)
        back = self.pictures.counter(scenario, unit, options.counters, back=True, folder=folder) if two_sided else b""
        return front, back, (COUNTER * options.hex / 2, COUNTER * options.hex / 2)

    # -- objects ------------------------------------------------------------------------------------------------

    def _tile(self, key: str, name: str, at: tuple[float, float, float], half: tuple[float, float]) -> Data:
        return self._object("Custom_Tile", key, name, at, (half[0], 1.0, half[1]))

    def _object(
        self, kind: str, key: str, name: str, at: tuple[float, float, float], scale: tuple[float, float, float]
    ) -> Data:
        turned = {"rotX": 0.0, "rotY": 180.0, "rotZ": 0.0}
        places = dict(zip(("posX", "posY", "posZ"), map(_round, at), strict=True))
        scales = dict(zip(("scaleX", "scaleY", "scaleZ"), map(_round, scale), strict=True))
        return {
            "GUID": self._guid(key), "Name": kind, "Transform": {**places, **turned, **scales}, "Nickname": name,
            "Description": "", "GMNotes": "", "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0}, "Locked": False,
            "Grid": False, "Snap": True, "IgnoreFoW": False, "MeasureMovement": False, "DragSelectable": True,
            "Autoraise": True, "Sticky": True, "Tooltip": True, "GridProjection": False, "HideWhenFaceDown": False,
            "Hands": False, "LuaScript": "", "LuaScriptState": "", "XmlUI": "",
        }  # fmt: skip

    def _guid(self, key: str) -> str:
        """Six digits that no other object has, the same each time."""
        number = int.from_bytes(hashlib.sha256(key.encode("utf-8", "replace")).digest()[:3], "big")
        while f"{number:06x}" in self.used:
            number = (number + 1) % 0x1000000
        self.used.add(f"{number:06x}")
        return f"{number:06x}"

    def _image(self, ending: str, front: bytes, reverse: str, *, stackable: bool) -> Data:
        return {
            "ImageURL": self._picture(ending, front), "ImageSecondaryURL": reverse, "ImageScalar": 1.0,
            "WidthScale": 0.0,
            "CustomTile": {"Type": 0, "Thickness": THICK, "Stackable": stackable, "Stretch": True},
        }  # fmt: skip

    def _picture(self, ending: str, png: bytes) -> str:
        """The address of a picture; the same content is one picture."""
        known = self.known.setdefault(png, ending)
        self.images[known] = png
        return self.options.address + self.name + known


def _centres(board: Board) -> Iterator[tuple[float, float]]:
    """The points of the paper to which counters snap: the centres of hexes; none on a table."""
    if isinstance(board, BattleMap):
        yield from (board.grid.centre(h) for h in board.grid.hexes)


def _notes(source: ExportSource) -> str:
    """What a player reads of the board: rules, battle, victory, sources."""
    parts = []
    for scenario in source.scenarios[:1]:
        parts.append(f"Rules: {title_of(scenario.system)}. Tabletop Simulator does not enforce them.")
        victory = scenario.victory
        lines = [line_text(scenario, line) for line in victory.scoring]
        lines += [win_text(scenario, win) for win in victory.wins]
        parts += [scenario.description, victory.text, *lines, scenario.provenance]
    board = source.board
    scale = f"A hex is {board.scale} across." if board.scale and isinstance(board, BattleMap) else ""
    parts += [scale, board.provenance]
    return "\n\n".join(part for part in parts if part)


def _about(scenario: Scenario, unit: Unit) -> str:
    """What a player reads of a counter: type, size, formation, values."""
    words = [unit.type, unit.size, unit.formation]
    figures = [f"{name}: {value}" for name, value in unit.values.items() if value not in (None, "", False)]
    return "\n".join([", ".join(word for word in words if word), *figures])


def _round(value: float) -> float:
    return round(value, 5) + 0.0


def _colour(text: str) -> Data:
    parts = (int(text[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return dict(zip("rgb", map(_round, parts), strict=True))
