"""Modules of VASSAL read apart from the program: the format as its own source has it, written down a second time."""

from __future__ import annotations

import zipfile
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

V = "VASSAL.build."


def tokens(text: str, mark: str) -> list[str]:
    """A sequence letter by letter: a mark behind a backslash belongs to the token."""
    found, current = [], ""
    for letter in text:
        if letter == mark and current.endswith("\\"):
            current = current[:-1] + mark
        elif letter == mark:
            found.append(current)
            current = ""
        else:
            current += letter
    found.append(current)
    return [one[1:-1] if len(one) > 1 and one[0] == one[-1] == "'" else one for one in found]


def levels(text: str) -> list[str]:
    """Nested sequences of a tab, the outermost first."""
    parts = tokens(text, "\t")
    return parts if len(parts) == 1 else [parts[0], *levels(parts[1])]


@dataclass
class Piece:
    """What a piece shows, its prototypes filled in."""

    name: str
    images: list[str]
    marks: dict[str, str]
    gpid: str
    traits: list[str]


class Module:
    """A module as a player of VASSAL would find it."""

    def __init__(self, path: Path) -> None:
        with zipfile.ZipFile(path) as archive:
            assert archive.testzip() is None
            self.entries = {name: archive.read(name) for name in archive.namelist()}
        self.root = ElementTree.fromstring(self.entries["buildFile.xml"])
        self.prototypes = {
            node.get("name", ""): node.text or "" for node in self.root.iter(V + "module.PrototypeDefinition")
        }

    def piece(self, node: ElementTree.Element) -> Piece:
        """The piece of a slot."""
        made = Piece("", [], {}, "", [])
        self._take((node.text or "").strip(), made)
        return made

    def _take(self, text: str, piece: Piece) -> None:
        assert text.startswith("+/")
        identity, kinds, states = tokens(text[2:], "/")
        assert identity == "null"
        types, held = levels(kinds), levels(states)
        assert len(types) == len(held), "VASSAL throws where states are missing"
        for kind, state in zip(types, held, strict=True):
            name = kind.split(";")[0]
            if name == "prototype":
                self._take(self.prototypes[tokens(kind[10:], ";")[0]], piece)
            elif name == "mark":
                piece.marks |= dict(zip(tokens(kind[5:], ","), tokens(state, ","), strict=True))
            elif name == "emb2":
                fields = tokens(kind[5:], ";")
                assert len(fields) == 33, "the fields of a layer"
                piece.images = tokens(fields[15], ",")
            elif name == "piece":
                _, _, image, called = tokens(kind[6:], ";")
                piece.name = piece.name or called
                piece.images = piece.images or ([image] if image else [])
                piece.gpid = piece.gpid or tokens(state, ";")[3]
            piece.traits.append(name)

    def board(self) -> ElementTree.Element:
        """The board of the main map."""
        found = self.root.find(f"{V}module.Map/{V}module.map.BoardPicker/{V}module.map.boardPicker.Board")
        assert found is not None
        return found

    def stacks(self, window: str) -> list[tuple[int, int, list[Piece]]]:
        """The stacks of a window when a new game begins."""
        found = []
        for place in self.root.iter(V + "module.Map"):
            if place.get("mapName") == window:
                for stack in place.iter(V + "module.map.SetupStack"):
                    pieces = [self.piece(slot) for slot in stack.iter(V + "widget.PieceSlot")]
                    found.append((int(stack.get("x", "")), int(stack.get("y", "")), pieces))
        return found

    def hex_name(self, x: float, y: float) -> str:
        """The name that the board's grid gives to the hex whose centre is nearest to a pixel."""
        grid = self.board().find(f"{V}module.map.boardPicker.board.HexGrid")
        assert grid is not None
        numbers = grid[0].attrib
        sideways = grid.get("sideways") == "true"
        along, across = (y, x) if sideways else (x, y)
        dx, dy = float(grid.get("dx", "")), float(grid.get("dy", ""))
        x0, y0 = int(grid.get("x0", "")), int(grid.get("y0", ""))
        near = []
        for column in range(int((along - x0) // dx) - 1, int((along - x0) // dx) + 3):
            shift = dy / 2 if column % 2 else 0.0
            row = round((across - y0 - shift) / dy)
            near.append((abs(column * dx + x0 - along) + abs(row * dy + y0 + shift - across), column, row))
        _, column, row = min(near)
        if numbers["stagger"] == "true" and column % 2:
            row += 1
        h = self._number(column + int(numbers["hOff"]), numbers["hType"], int(numbers["hLeading"]))
        v = self._number(row + int(numbers["vOff"]), numbers["vType"], int(numbers["vLeading"]))
        said = h + numbers["sep"] + v if numbers["first"] == "H" else v + numbers["sep"] + h
        return numbers["locationFormat"].replace("$gridLocation$", said)

    @staticmethod
    def _number(number: int, kind: str, leading: int) -> str:
        if kind == "A":
            text = ""
            while number >= 0:
                text += "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number % 26 if number >= 26 else number]
                number -= 26
            return text
        return str(number).rjust(leading + 1, "0")
