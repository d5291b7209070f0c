"""Reads the texts of actions: ``move ax-1 ax-2: ahead 80; right 20``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from engine.errors import ActionError, HexwrightError, IllegalAction
from engine.mechanics.procedure import END
from engine.play import Action
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.notation import (
    EDGES,
    MOST_PARTS,
    NOTHING,
    PHASES,
    STRAIGHT,
    TURNING,
    TURNS,
    Part,
    PartKind,
    angle_text,
)
from engine.tables.places import BasePlace, parse, parse_point
from engine.tables.sines import CIRCLE

_RANGE: Final = re.compile(r"(.*?)(\d+)\.\.(.*?)(\d+)", re.ASCII)
_NUMBER: Final = re.compile(r"\d{1,4}", re.ASCII)
_ANGLE: Final = re.compile(r"\d{1,4}(?:\.\d)?", re.ASCII)

LineUp = Callable[[tuple[int, ...], int, int], tuple[Part, ...]]
"""Finds the parts of the shortest legal move of some elements into a contact with an enemy; EDGES by number, NOTHING
for any. Raises IllegalAction where there is none."""


def read_action(field: DbmField, text: str, line_up: LineUp) -> Action:
    """The action of a text; raises ActionError, and IllegalAction for a line that nobody can be brought to."""
    try:
        return _read(field, text, line_up)
    except (ActionError, IllegalAction):
        raise
    except HexwrightError as unknown:  # no such element, command or place
        raise ActionError(str(unknown)) from unknown


def _read(field: DbmField, text: str, line_up: LineUp) -> Action:
    reader = _ActionReader(field, text)
    if reader.took("line", "up"):
        units = reader.units("with")
        target = reader.unit()
        edge = reader.choice(EDGES) if reader.words else NOTHING
        reader.end()
        return Action("move", (units, line_up(units, target, edge)))
    verb = reader.word("a verb such as move")
    read = _READ.get(verb)
    if read is None:
        raise ActionError(f"{verb!r} is not an action; actions begin with {', '.join(sorted([*_READ, 'line']))}")
    action = read(reader)
    reader.end()
    return action


class _ActionReader:
    """The words of a text, taken one after another. Case, commas between words and a full stop do not matter."""

    def __init__(self, field: DbmField, text: str) -> None:
        self.field, self.text = field, text
        spaced = re.sub(r"([:;])", r" \1 ", text.strip().rstrip("."))
        self.words = [word.strip(",") or "," for word in spaced.split()]
        self.words = [word for word in self.words if word != ","]

    def fail(self, wanted: str) -> ActionError:
        """What is said where something else was wanted."""
        found = f", not {self.words[0]!r}" if self.words else ""
        return ActionError(f"cannot read {self.text.strip()!r}: expected {wanted}{found}")

    def took(self, *words: str) -> bool:
        """Take some words where they come next."""
        if [word.lower() for word in self.words[: len(words)]] != list(words):
            return False
        del self.words[: len(words)]
        return True

    def word(self, wanted: str) -> str:
        """The next word, in small letters."""
        if not self.words:
            raise self.fail(wanted)
        return self.words.pop(0).lower()

    def need(self, word: str) -> None:
        """Take a word that has to come next."""
        if not self.took(word):
            raise self.fail(repr(word))

    def end(self) -> None:
        """Nothing may be left."""
        if self.words:
            raise self.fail("nothing more")

    def choice(self, words: Sequence[str]) -> int:
        """The number of one of some words."""
        if not self.words or self.words[0].lower() not in words:
            raise self.fail(" or ".join(words))
        return words.index(self.words.pop(0).lower())

    def number(self, wanted: str = "a whole number of paces") -> int:
        """A whole number."""
        if not self.words or not _NUMBER.fullmatch(self.words[0]):
            raise self.fail(wanted)
        return int(self.words.pop(0))

    def angle(self) -> int:
        """An angle, in tenths of a degree."""
        if not self.words or not _ANGLE.fullmatch(self.words[0]):
            raise self.fail("an angle in degrees, with at most one decimal")
        return round(float(self.words.pop(0)) * 10)

    def facing(self) -> int:
        """A facing, in tenths of a degree: from 0 to 359.9."""
        tenths = self.angle()
        if tenths >= CIRCLE:
            raise ActionError(f"the facing {angle_text(tenths)} is not from 0 to 359.9")
        return tenths

    def unit(self) -> int:
        """An element."""
        if not self.words:
            raise self.fail("an element")
        return self.field.roster.find(self.words.pop(0))

    def command(self) -> int:
        """A command."""
        if not self.words:
            raise self.fail("a command")
        return self.field.roster.find_command(self.words.pop(0))

    def units(self, *ends: str) -> tuple[int, ...]:
        """Elements up to one of some words, each once; ranges stand for theirs. A single word has to come, and is
        taken."""
        found: list[int] = []
        while self.words and self.words[0].lower() not in ends:
            found.extend(self._ranged(self.words.pop(0)))
        if not found:
            raise self.fail("elements")
        twice = next((unit for number, unit in enumerate(found) if unit in found[:number]), None)
        if twice is not None:
            raise ActionError(f"cannot read {self.text.strip()!r}: {self.field.roster.keys[twice]} is named twice")
        if len(ends) == 1:
            self.need(ends[0])
        return tuple(found)

    def _ranged(self, word: str) -> Iterator[int]:
        found = _RANGE.fullmatch(word)
        roster = self.field.roster
        if found is None or word.lower() in roster.number:
            yield roster.find(word)
            return
        first, low, second, high = found.groups()
        if second not in ("", first) or not int(low) <= int(high) < int(low) + len(roster.units):
            raise ActionError(f"{word!r} is not a range of keys; write it as bd-1..bd-6")
        for number in range(int(low), int(high) + 1):
            yield roster.find(f"{first}{number:0{len(low)}d}" if low.startswith("0") else f"{first}{number}")

    def place(self, *ends: str) -> BasePlace:
        """A place, up to one of some words."""
        found: list[str] = []
        while self.words and self.words[0].lower() not in (*ends, ";"):
            found.append(self.words.pop(0))
        return parse(" ".join(found))

    def wide(self) -> int:
        """How many stand side by side; 1 where it is left out."""
        return self.number("how many stand side by side") if self.took("wide") else 1

    def move_parts(self) -> tuple[Part, ...]:
        """The parts of a move, with ``;`` between them."""
        found = [self.part()]
        while self.took(";"):
            found.append(self.part())
        if len(found) > MOST_PARTS:
            raise ActionError(f"a move has at most {MOST_PARTS} parts; this one has {len(found)}")
        return tuple(found)

    def part(self) -> Part:
        """A part of a move."""
        word = self.word("a part of a move such as ahead 80")
        if word in STRAIGHT:
            return int(STRAIGHT[word]), self.number()
        if word in ("wheel", "pivot"):
            way = ("left", "right")[self.choice(("left", "right"))]
            return self._turning(word, way)
        if word == "turn":
            return (int(TURNS[("left", "right", "about")[self.choice(("left", "right", "about"))]]),)
        if word == "to":
            where = self.place("by")
            return int(PartKind.TO), *where, *self._by()
        if word == "dismount":
            return (int(PartKind.DISMOUNT),)
        raise ActionError(
            f"{word!r} is not part of a move; the parts are ahead, back, left, right, wheel, pivot, turn, to, dismount"
        )

    def _turning(self, word: str, way: str) -> Part:
        angle = self.angle()
        if not 0 < angle <= 1800:
            raise ActionError(f"a {word} turns by more than 0 and at most 180 degrees, not {angle / 10:g}")
        return int(TURNING[word, way]), angle

    def _by(self) -> list[int]:
        if not self.took("by"):
            return []
        points: list[int] = []
        while self.words and self.words[0] != ";":
            points.extend(parse_point(self.words.pop(0)))
        if not points or len(points) > 2 * MOST_PARTS:
            raise self.fail("points such as 960,1500")
        return points


def units_of(field: DbmField, text: str) -> tuple[int, ...]:
    """The elements that a text names, ranges too; raises ActionError."""
    reader = _ActionReader(field, text)
    return reader.units()


def _placed(verb: str) -> Callable[[_ActionReader], Action]:
    def read(reader: _ActionReader) -> Action:
        units = reader.units("at")
        return Action(verb, (units, tuple(reader.place("wide")), reader.wide()))

    return read


def _moving(verb: str) -> Callable[[_ActionReader], Action]:
    def read(reader: _ActionReader) -> Action:
        return Action(verb, (reader.units(":"), reader.move_parts()))

    return read


def _expand(reader: _ActionReader) -> Action:
    units = reader.units("left", "right")
    way = reader.choice(("left", "right"))
    return Action("expand", (units, way, reader.number("how many elements")))


def _halt(reader: _ActionReader) -> Action:
    units = reader.units("facing", "")
    return Action("halt", (units, reader.facing() if reader.took("facing") else NOTHING))


def _dismount(reader: _ActionReader) -> Action:
    units = reader.units("with", "without", "as", "front", "rear")
    holders = form = half = NOTHING
    if reader.took("with"):
        holders = 1
    elif reader.took("without"):
        holders = 0
    if holders != NOTHING:
        reader.need("holders")
    if reader.took("as"):
        form = reader.choice(("singles", "double"))
    if reader.words:
        half = reader.choice(("front", "rear"))
    return Action("dismount", (units, holders, form, half))


def _mount(reader: _ActionReader) -> Action:
    units = reader.units("front", "rear", "")
    return Action("mount", (units, reader.choice(("front", "rear"))) if reader.words else (units,))


def _shoot(reader: _ActionReader) -> Action:
    unit = reader.unit()
    reader.need("at")
    holders = int(reader.took("holders"))
    target = reader.unit()
    edge = reader.choice(EDGES[:4]) if reader.took("edge") else NOTHING
    helpers = reader.units() if reader.took("with") else ()
    return Action("shoot", (unit, target, holders, edge, helpers))


def _assign(reader: _ActionReader) -> Action:
    die = reader.number("a die")
    reader.need("to")
    return Action("assign", (die, reader.command()))


def _flank(reader: _ActionReader) -> Action:
    command = reader.command()
    return Action("flank", (command, reader.choice(("left", "right"))))


def _aim(reader: _ActionReader) -> Action:
    unit = reader.unit()
    reader.need("at")
    return Action("aim", (unit, reader.unit()))


def _flee(reader: _ActionReader) -> Action:
    unit = reader.unit()
    return Action("flee", (unit, reader.choice(("left", "right"))))


def _end(reader: _ActionReader) -> Action:
    phase = " ".join(reader.words).lower().removesuffix("phase").strip()
    reader.words.clear()
    if phase and phase not in PHASES:
        raise ActionError(f"there is no phase {phase!r}; there are {', '.join(PHASES)}")
    return Action("end", (PHASES.index(phase),)) if phase else END


def _of_unit(verb: str) -> Callable[[_ActionReader], Action]:
    return lambda reader: Action(verb, (reader.unit(),))


def _of_units(verb: str) -> Callable[[_ActionReader], Action]:
    return lambda reader: Action(verb, (reader.units(),))


_READ: Final[dict[str, Callable[[_ActionReader], Action]]] = {
    **{verb: _placed(verb) for verb in ("deploy", "ambush", "arrive")},
    **{verb: _moving(verb) for verb in ("move", "march", "column")},
    **{verb: _of_unit(verb) for verb in ("hold", "fight", "pursue", "stay")},
    **{verb: _of_units(verb) for verb in ("press", "leave", "replace")},
    "mount": _mount,
    "flank": _flank,
    "done": lambda reader: Action("done"),
    "assign": _assign,
    "expand": _expand,
    "halt": _halt,
    "dismount": _dismount,
    "stop": lambda reader: Action("stop"),
    "go": lambda reader: Action("go", (reader.move_parts(),)),
    "aim": _aim,
    "shoot": _shoot,
    "flee": _flee,
    "end": _end,
}
