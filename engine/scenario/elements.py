"""Templates of counters: elements that are placed in millimetres, and rules that give units their colours.

A template has three faces: the front, the back (the reduced side) and the cover, which is the back of a unit that has
no reduced side. An element is for all units, or for those that its condition fits.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

KINDS: Final = ("value", "name", "symbol", "artwork", "band", "badge", "shape", "steps")
"""What an element can be."""
SYMBOL_FORMS: Final = ("nato", "silhouette", "letters", "size")
"""How a symbol is drawn: boxes of military maps, figures, letters of the type; and the size mark."""
FORMS: Final = ("box", "rounded", "disc", "diamond", "triangle", "shield", "cross", "star", "line", "slash")
"""The forms of shapes and badges."""
STEP_FORMS: Final = ("pips", "edges")
"""Step marks in a row, or along the edges of a block."""
ALIGNS: Final = ("left", "centre", "right")
FACES: Final = ("front", "back", "cover")
TEXT_KINDS: Final = ("value", "name", "badge")
"""The kinds that print a text."""
USUAL_SIZE: Final = 15.9
"""Millimetres: 5/8 inch."""
MOST_ELEMENTS: Final = 200
"""Elements of one face."""


@dataclass(frozen=True, slots=True)
class UnitCondition:
    """Which units an element or a rule is for; what is empty fits every unit."""

    sides: tuple[str, ...] = ()
    formations: tuple[str, ...] = ()
    """Formations with all that is part of them: a whole path, or a name alone."""
    types: tuple[str, ...] = ()
    sizes: tuple[str, ...] = ()
    steps: str = ""
    """``one`` or ``two``: how many steps a unit has, two for two or more."""
    has: tuple[str, ...] = ()
    """Patterns such as ``{movement}`` that all print something."""
    lacks: tuple[str, ...] = ()
    """Patterns that all print nothing."""
    values: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Values of the unit, and what each may be, as it is printed."""


EVERY_UNIT: Final = UnitCondition()


@dataclass(frozen=True, slots=True)
class CounterElement:
    """A thing on a face of a counter; lengths are millimetres from the counter's upper left corner."""

    kind: str
    x: float
    y: float
    width: float
    height: float
    show: str = ""
    """A text with values in braces; of artwork the path of a picture, empty for the picture of the unit or its type."""
    form: str = ""
    """The form of a symbol, badge, shape or of step marks; empty for the first of its list."""
    letters: float = 0.0
    """The height of letters at most, in millimetres; 0 for as high as the box."""
    lines: int = 1
    """Lines that a text may take."""
    bold: bool = True
    align: str = "centre"
    ink: str = ""
    """A colour, or one of `COLOUR_WORDS`; empty for the ink of the counter."""
    fill: str = ""
    """Likewise; empty for no fill, of a band for the colour of the formation."""
    turn: int = 0
    """Degrees that a text is turned clockwise: 0, 90, 180 or 270."""
    line: float = 0.0
    """Width of an outline in millimetres."""
    when: UnitCondition = EVERY_UNIT

    def scaled(self, factor: float) -> CounterElement:
        """The same element on a counter of another size."""
        lengths = ("x", "y", "width", "height", "letters", "line")
        return replace(self, **{name: getattr(self, name) * factor for name in lengths})


COLOUR_WORDS: Final = ("ink", "ground", "paper", "formation", "side", "white", "black")
"""Colours by what they are of: letters, the counter, a symbol's box, the stripe of the formation or rule, the side."""


@dataclass(frozen=True, slots=True)
class ColourRule:
    """Colours of the units that a condition fits; what is empty stays as it is."""

    when: UnitCondition
    ground: str = ""
    ink: str = ""
    stripe: str = ""
    """The colour that elements call ``formation``."""


@dataclass(frozen=True, slots=True)
class CounterTemplate:
    """The faces of counters, and the colours of their units."""

    key: str = ""
    name: str = ""
    size: float = USUAL_SIZE
    """Side of the counter that the elements are placed on, in millimetres."""
    front: tuple[CounterElement, ...] = ()
    back: tuple[CounterElement, ...] = ()
    cover: tuple[CounterElement, ...] = ()
    rules: tuple[ColourRule, ...] = field(default=())
    """Of those that fit a unit the last has the last word."""

    def face(self, name: str) -> tuple[CounterElement, ...]:
        """The elements of a face."""
        return {"front": self.front, "back": self.back, "cover": self.cover}[name]

    def with_face(self, name: str, elements: tuple[CounterElement, ...]) -> CounterTemplate:
        """The template with other elements on a face."""
        front, back, cover = (elements if name == face else self.face(face) for face in FACES)
        return replace(self, front=front, back=back, cover=cover)

    def sized(self, size: float) -> CounterTemplate:
        """The template for counters of another size: everything grows or shrinks with them."""
        if size == self.size:
            return self
        factor = size / self.size
        front, back, cover = (tuple(one.scaled(factor) for one in self.face(face)) for face in FACES)
        return replace(self, size=size, front=front, back=back, cover=cover)
