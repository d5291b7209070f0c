"""The pieces of a module as units: names, sides, formations, values, pictures, and where they are set up."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from engine.errors import HexwrightError
from engine.exchange.matches import NOTHING, MatchingTable
from engine.exchange.trees import Element
from engine.exchange.vassal.matching import PieceMatching, PieceWishes, ReadPiece
from engine.exchange.vassal.opening import OpenModule, kind_of_part
from engine.exchange.vassal.pictures import main_colour
from engine.exchange.vassal.pieces import DrawPile, Trait, facing_of, pixel, read_definition, read_layers, read_marks
from engine.exchange.vassal.saves import SavedPiece
from engine.exchange.vassal.sequences import MOST_TRAITS, parted
from engine.formats.documents import KEY_PATTERN, LONGEST_FORMATION, LONGEST_NAME
from engine.formats.fields import FieldInfo, counter_fields
from engine.pauses import pause
from engine.scenario import formations
from engine.scenario.model import Side, Unit, Value
from engine.spelling import folded

MOST_PIECES: Final = 20_000
MOST_SIDES: Final = 20
WINDOWS: Final = ("Map", "PrivateMap", "PlayerHand")
"""The parts of a module that hold boards."""
FACTS: Final = ("key", "name", "colour", "ink", "role", "sentence_name")
"""What Hexwright writes of each side into a module."""
DEEPEST: Final = 40
"""Prototypes that use each other, at most."""
USUAL: Final = frozenset(
    {"piece", "mark", "emb", "emb2", "prototype", "delete", "clone", "markmoved", "footprint", "sendto"}
)
"""Traits that a unit has a place for, or that every piece has."""
_FIGURES: Final = re.compile(r"(?<!\d)(\d{1,2})-(\d{1,2})(?:-(\d{1,2}))?(?!\d)")
_SAID: Final = {"yes": True, "true": True, "1": True, "x": True, "no": False, "false": False, "0": False, "": False}
_NOT_PLAYERS: Final = ("solitaire", "solo", "observer", "referee", "umpire")


@dataclass(slots=True)
class Armies:
    """The units of a module."""

    sides: dict[str, Side] = field(default_factory=dict)
    units: dict[str, Unit] = field(default_factory=dict)
    pieces: dict[str, ReadPiece] = field(default_factory=dict)
    """The piece of each unit."""
    traits: Counter[str] = field(default_factory=Counter)
    """Traits that units have no place for, by name."""
    unread: int = 0
    """Pieces whose text could not be read."""
    sideless: list[str] = field(default_factory=list)
    """Units of which nothing told the side."""
    left_out: int = 0
    """Pieces that the user leaves out."""
    tables: list[MatchingTable] = field(default_factory=list)
    """What pieces say of their side and type, and what became of it."""


class PieceReader:
    """Reads pieces of a module."""

    def __init__(self, module: OpenModule) -> None:
        self.module = module
        self.prototypes: dict[str, list[Trait]] = {}
        self.traits: Counter[str] = Counter()
        self.unread = 0
        for node in module.every("PrototypeDefinition"):
            try:
                self.prototypes[node.get("name")] = read_definition(node.text)
            except HexwrightError:
                self.unread += 1

    def read(self, slot: Element) -> ReadPiece | None:
        """The piece of a slot; None for one that cannot be read."""
        try:
            return self.piece_of(read_definition(slot.text), slot.get("entryName"))
        except HexwrightError:
            self.unread += 1
            return None

    def piece_of(self, traits: list[Trait], called: str = "") -> ReadPiece:
        """The piece that has these traits; ``called`` is its name where they give none. Raises HexwrightError for
        prototypes that use each other without end."""
        piece = ReadPiece("", "", {})
        self._fill(piece, traits, 0, [0])
        piece.name = piece.name.strip() or called.strip() or "piece"
        return piece

    def _fill(self, piece: ReadPiece, traits: list[Trait], depth: int, count: list[int]) -> None:
        for trait in traits:
            count[0] += 1
            if count[0] > MOST_TRAITS or depth > DEEPEST:
                raise HexwrightError("its prototypes use each other without end")
            name = trait.name
            if name == "prototype":
                named = parted(trait.type.partition(";")[2], ";")[0]
                piece.prototypes.append(named)
                self._fill(piece, self.prototypes.get(named, []), depth + 1, count)
            elif name == "mark":
                piece.marks.update(read_marks(trait))
            elif name in ("emb", "emb2"):
                images = [image for image in read_layers(trait).images if image]
                piece.image = piece.image or next(iter(images), "")
            elif name == "rotate":
                piece.facing = facing_of(trait)
            elif name == "piece":
                fields = trait.fields + [""] * 4
                piece.image = piece.image or fields[2]
                piece.name = piece.name or fields[3]
            if name not in USUAL:
                self.traits[name] += 1


def palette_slots(module: OpenModule) -> Iterator[tuple[Element, tuple[str, ...]]]:
    """The slots of all palettes, with the names of the tabs and lists around them."""
    for window in module.every("PieceWindow"):
        waiting: list[tuple[Element, tuple[str, ...]]] = [(window, ())]
        while waiting:
            node, path = waiting.pop()
            if kind_of_part(node) == "PieceSlot":
                yield node, path
                continue
            name = node.get("entryName").strip()
            inner = (*path, name) if name and node is not window else path
            waiting.extend((child, inner) for child in reversed(node.children))


def stacked(module: OpenModule) -> Iterator[tuple[Element, Element, Element]]:
    """The slots of all stacks of a new game, with their window and stack; also those of decks."""
    for kind in WINDOWS:
        for window in module.every(kind):
            for stack in window.walk():
                if kind_of_part(stack) in ("SetupStack", "DrawPile"):
                    for slot in stack.walk():
                        if kind_of_part(slot) == "PieceSlot":
                            yield window, stack, slot


def read_armies(module: OpenModule, facts: Mapping[str, Any], wanted: PieceWishes) -> Armies:
    """All units of a module as a new game has them. Raises HexwrightError for too many pieces."""
    reader = PieceReader(module)
    offered = _offered(reader)
    pieces = [piece for same in offered.values() for piece in same]
    for number, (window, stack, slot) in enumerate(stacked(module)):
        pause()
        _refuse_many(number)
        piece = reader.read(slot)
        if piece is None:
            continue
        known = offered.get(_same(piece), [])
        laid = next((one for one in known if one.at is None), None)
        if laid is None:
            piece.path = known[0].path if known else ()
            pieces.append(piece)
            laid = piece
        laid.at = window.get("mapName"), *_pixel(stack, window)
        laid.owner, laid.facing = window.get("side"), piece.facing
        if kind_of_part(stack) == "DrawPile":
            laid.pile = DrawPile(stack.get("name").strip() or "pool", stack.get("shuffle") != "Never")
        if stack.get("useGridLocation") == "true":
            laid.grid_place = stack.get("location").strip()
    return _armies(reader, facts, pieces, wanted)


def saved_armies(
    module: OpenModule, facts: Mapping[str, Any], wanted: PieceWishes, saved: Sequence[SavedPiece], broken: int
) -> Armies:
    """The units of a saved game of a module. Raises HexwrightError for too many pieces."""
    reader = PieceReader(module)
    reader.unread = broken
    known = {same: pieces[0].path for same, pieces in _offered(reader).items()}
    reader.traits.clear()
    edges = {window.get("mapName"): window for kind in WINDOWS for window in module.every(kind)}
    pieces = []
    for number, one in enumerate(saved):
        pause()
        _refuse_many(number)
        try:
            piece = reader.piece_of(one.traits)
        except HexwrightError:
            reader.unread += 1
            continue
        piece.path = known.get(_same(piece), ())
        piece.at = one.window, *_within_edges(one.x, one.y, edges.get(one.window))
        piece.owner = edges[one.window].get("side") if one.window in edges else ""
        piece.pile = one.pile
        pieces.append(piece)
    return _armies(reader, facts, pieces, wanted)


def _offered(reader: PieceReader) -> dict[tuple[str, str, str], list[ReadPiece]]:
    """The pieces of the palettes, by what tells them apart."""
    offered: dict[tuple[str, str, str], list[ReadPiece]] = {}
    for number, (slot, path) in enumerate(palette_slots(reader.module)):
        pause()
        _refuse_many(number)
        piece = reader.read(slot)
        if piece is not None:
            piece.path = path
            offered.setdefault(_same(piece), []).append(piece)
    return offered


def _armies(reader: PieceReader, facts: Mapping[str, Any], pieces: list[ReadPiece], wanted: PieceWishes) -> Armies:
    made = Armies(traits=reader.traits, unread=reader.unread)
    made.sides = _sides(reader.module, facts)
    _add_units(made, pieces, wanted, partial(_colour_of, reader.module))
    return made


def _colour_of(module: OpenModule, image: str) -> str:
    """The colour of a picture of a module; empty for none."""
    pause()
    entry = f"images/{image}"
    try:
        return main_colour(module.archive.read(entry)) if entry in module.archive else ""
    except HexwrightError:
        return ""


def _refuse_many(number: int) -> None:
    if number >= MOST_PIECES:
        raise HexwrightError(f"the module has more than {MOST_PIECES:,} pieces")


def _same(piece: ReadPiece) -> tuple[str, str, str]:
    """What tells pieces apart: a palette offers as many of one as one takes."""
    return piece.marks.get("Key", ""), piece.name, piece.image


def _pixel(stack: Element, window: Element) -> tuple[float, float]:
    x, y = pixel(stack.get("x", "0")), pixel(stack.get("y", "0"))
    return (x, y) if stack.get("owningBoard") else _within_edges(x, y, window)


def _within_edges(x: float, y: float, window: Element | None) -> tuple[float, float]:
    """A pixel of a window as a pixel of its board, which has an edge around it."""
    if window is None:
        return -1.0, -1.0
    return x - pixel(window.get("edgeWidth") or "0"), y - pixel(window.get("edgeHeight") or "0")


def _sides(module: OpenModule, facts: Mapping[str, Any]) -> dict[str, Side]:
    """The sides: as Hexwright wrote them into the module, else those of the players' list."""
    told = facts.get("sides")
    if isinstance(told, list):
        sides = {}
        for fact in told[:MOST_SIDES]:
            words = {name: str(fact.get(name, "")) for name in FACTS} if isinstance(fact, dict) else {}
            key = words.get("key", "")
            if re.fullmatch(KEY_PATTERN, key):
                coloured = all(re.fullmatch(r"#[0-9a-f]{6}", words[name]) for name in ("colour", "ink"))
                colours = (words["colour"], words["ink"]) if coloured else ("#9cc3e6", "#10202e")
                sides[key] = Side(key, words["name"], *colours, words["role"], words["sentence_name"])
        if sides:
            return sides
    names = [node.text.strip() for roster in module.every("PlayerRoster") for node in roster.all("entry")]
    usual = (("#9cc3e6", "#10202e"), ("#f2b8c0", "#3a1018"), ("#c8dfa8", "#1e3010"), ("#e9d39a", "#3a2c08"))
    found: dict[str, Side] = {}
    for name in names:
        if name and not any(word in name.lower() for word in _NOT_PLAYERS):
            key = unique(slug(name), found)
            found[key] = Side(key, name[:LONGEST_NAME], *usual[len(found) % len(usual)])
    for number in (1, 2):
        if len(found) < number:
            key = unique(f"side-{number}", found)
            found[key] = Side(key, f"Side {number}", *usual[len(found)])
    return found


def _add_units(made: Armies, pieces: list[ReadPiece], wanted: PieceWishes, colour_of: Callable[[str], str]) -> None:
    matching = PieceMatching(made.sides, wanted)
    infos = {folded(word): info for info in counter_fields(wanted.system) for word in (info.key, info.label)}
    names = {folded(side.name): key for key, side in made.sides.items()}
    for piece, side in zip(pieces, matching.given_sides(pieces, colour_of), strict=True):
        pause()
        if side == NOTHING:
            made.left_out += 1
            continue
        own = piece.marks.get("Key", "")
        key = unique(own if re.fullmatch(KEY_PATTERN, own) else slug(piece.name), made.units)
        kind = matching.kind(piece)
        name = piece.marks.get("Name", "") or piece.name
        given = piece.marks.get("Formation")
        groups = [part for part in piece.path if folded(part) not in names and folded(part) != "counters"]
        formation = given if given is not None else formations.text(group.replace(">", "-") for group in groups)
        size = piece.marks.get("Size", "")
        values = _values(piece, infos)
        made.sideless += [] if side else [key]
        made.units[key] = Unit(
            key,
            side or next(iter(made.sides)),
            name[:LONGEST_NAME],
            kind,
            size[:LONGEST_NAME],
            values,
            "",
            formation[:LONGEST_FORMATION],
        )
        made.pieces[key] = piece
    made.tables = matching.tables()


def _values(piece: ReadPiece, infos: Mapping[str, FieldInfo]) -> dict[str, Value]:
    """The values of a unit: marks that the rules system knows, else figures such as 4-3-6 in names."""
    values: dict[str, Value] = {}
    for name, text in piece.marks.items():
        info = infos.get(folded(name))
        value = value_of(text, info) if info is not None else None
        if info is not None and value is not None:
            values[info.key] = value
    if not values:
        found = _FIGURES.search(piece.image) or _FIGURES.search(piece.name)
        known = {info.key for info in infos.values()}
        keys = ("attack", "defense", "movement") if found and found[3] else ("strength", "movement")
        if found is not None:
            figures = [int(figure) for figure in found.groups() if figure]
            values = {key: figure for key, figure in zip(keys, figures, strict=False) if key in known}
    return values


def value_of(text: str, info: FieldInfo) -> Value:
    """The value that a text of a mark is; None for one that does not fit."""
    text = text.strip()
    if info.kind == "bool":
        return _SAID.get(text.lower())
    if not text:
        return None
    if info.kind in ("int", "number"):
        if not re.fullmatch(r"-?\d{1,9}(\.\d{1,6})?", text):
            return None
        return float(text) if "." in text else int(text)
    return text


def slug(name: str) -> str:
    """A key made of a name."""
    made = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40].strip("-")
    return made or "unit"


def unique(key: str, taken: Mapping[str, object]) -> str:
    """A key that is not taken yet: ``guns``, then ``guns-2``."""
    made, number = key, 1
    while made in taken:
        number += 1
        made = f"{key}-{number}"
    return made
