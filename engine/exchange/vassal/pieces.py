"""Pieces of VASSAL: their traits as data, and the text that a module holds of them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from engine.errors import HexwrightError
from engine.exchange.vassal.sequences import LONGEST, joined, levels_of, nested, parted

FLIP: Final = "70,130"
"""Ctrl+F, as VASSAL writes keys: the code of the letter and that of Ctrl."""
ELIMINATE: Final = "69,130"
MARK_MOVED: Final = "77,130"
TRAIL: Final = "84,130"
DELETE: Final = "68,130"
TURN: Final = "82,130"
HIDE: Final = "72,130"

NOWHERE: Final = -1e6
"""The pixel of a piece that says no place."""


class Trait(NamedTuple):
    """A trait: what it is, with its fields, and the state that it is in."""

    type: str
    state: str = ""

    @property
    def name(self) -> str:
        """What kind of trait it is: ``emb2``."""
        return self.type.partition(";")[0]

    @property
    def fields(self) -> list[str]:
        """The fields behind its name."""
        return parted(self.type.partition(";")[2], ";")


class DrawPile(NamedTuple):
    """The draw pile that a piece lies in."""

    name: str
    at_random: bool


class Layers(NamedTuple):
    """What a layer trait shows: pictures and names, level by level."""

    images: list[str]
    names: list[str]


def basic(image: str, name: str, gpid: str) -> Trait:
    """The innermost trait: picture and name. A tab in the name becomes a blank: VASSAL itself could not save it."""
    return Trait(
        "piece;" + joined(("", "", image, name.replace("\t", " ")), ";"), joined(("null", "0", "0", gpid, "0"), ";")
    )


def flip(front: str, back: str) -> Trait:
    """Two pictures, turned over by Ctrl+F; the back adds ``(reduced)`` to the name."""
    fields = (
        *("", "2", "", "Flip", "2", "", "", "2", "", "", "", "", "false", "0", "0"),
        joined((front, back), ","),
        joined(("", "+ (reduced)"), ","),
        *("true", "Step", "", "", "false", "", "1", "1", "true", "", FLIP, "", "", "1.0", "", ""),
    )
    return Trait("emb2;" + joined(fields, ";"), "1")


def turned(facing: float) -> Trait:
    """The picture turned freely, in degrees clockwise: Ctrl+R turns it with the mouse. VASSAL counts the other way."""
    return Trait("rotate;" + joined(("1", TURN, "Turn", "", "", "Facing", ""), ";"), f"{-facing + 0.0:.1f}")


def facing_of(trait: Trait) -> float:
    """The degrees clockwise of a piece that turns freely; 0 for one with so many facings."""
    if trait.fields[0] != "1" or not re.fullmatch(r"-?\d{1,6}(\.\d{1,9})?", trait.state):
        return 0.0
    return -float(trait.state) % 360


def alone() -> Trait:
    """The piece stacks with no other, however near they are."""
    return Trait("immob;;N")


def marks(values: Mapping[str, str]) -> Trait:
    """Named values of a piece, for reports and for the view of what is under the pointer."""
    return Trait("mark;" + joined(values, ","), joined(values.values(), ","))


def masked(image: str) -> Trait:
    """The piece is seen from its back, this picture, until it is drawn; Ctrl+H turns it to its back again."""
    return Trait("obs;" + joined((HIDE, image, "Hide", "B", "?", "player:", "", ""), ";"), "null;")


def prototype(name: str) -> Trait:
    """Traits that several pieces share, by name."""
    return Trait("prototype;" + joined((name,), ";"))


def usual_traits(moved_image: str, eliminated: str) -> list[Trait]:
    """What every counter can do: be deleted, be eliminated, be marked as moved, leave a trail. The innermost first."""
    sent = (
        "Eliminate",
        ELIMINATE,
        eliminated,
        eliminated,
        "60",
        "60",
        "",
        "",
        "",
        "0",
        "",
        "0",
        "",
        "L",
        "",
        "",
        "",
        "",
    )
    trail = (
        *("footprint", TRAIL, "Movement Trail", "false", "false", "10", "255,255,255", "0,0,0", "100", "0", "20"),
        *("30", "1.0", "", "", "", "", "false"),
    )
    return [
        Trait("delete;" + joined(("Delete", DELETE, ""), ";")),
        Trait("sendto;" + joined(sent, ";"), ";;"),
        Trait(joined(trail, ";"), "false;;0;false;0"),
        Trait(
            "markmoved;" + joined((moved_image, "0", "0", "Mark Moved", MARK_MOVED, "", "false", "", "", "", ""), ";"),
            "false",
        ),
    ]


def definition(traits: Sequence[Trait], number: str = "null") -> str:
    """The text of a piece. ``traits`` are the innermost first, as VASSAL's editor lists them; ``number`` is that of a
    piece in a saved game."""
    outer = list(reversed(traits))
    types, states = nested([trait.type for trait in outer]), nested([trait.state for trait in outer])
    return "+/" + joined((number, types, states), "/")


def read_definition(text: str) -> list[Trait]:
    """The traits of a piece's text, the innermost first. Raises HexwrightError for what is not a piece."""
    text = text.strip()
    if len(text) > LONGEST:
        raise HexwrightError(f"the definition of a piece is longer than {LONGEST:,} letters")
    if not text.startswith("+/"):
        raise HexwrightError("the definition of a piece does not begin with +/")
    parts = parted(text[2:], "/")
    if len(parts) < 3:
        raise HexwrightError("the definition of a piece has no state")
    types, states = levels_of(parts[1]), levels_of(parts[2])
    states += [""] * (len(types) - len(states))
    return [Trait(kind, state) for kind, state in reversed(list(zip(types, states, strict=False)))]


def pixel(text: str) -> float:
    """A place of a piece, in pixels; far beyond any board for what is not a number."""
    try:
        found = float(text)
    except ValueError:
        return NOWHERE
    return found if abs(found) < -NOWHERE else NOWHERE


def read_marks(trait: Trait) -> dict[str, str]:
    """The named values of a mark trait."""
    names, values = parted(trait.type.partition(";")[2], ","), parted(trait.state, ",")
    return dict(zip(names, values + [""] * len(names), strict=False))


def read_layers(trait: Trait) -> Layers:
    """Pictures and names of a layer trait, of today's form or the old one."""
    fields = trait.fields
    if trait.name == "emb2":
        return Layers(parted(fields[15], ","), parted(fields[16], ",")) if len(fields) > 16 else Layers([], [])
    # emb: fields in threes of keys, then pairs of picture and name.
    pairs = [parted(field, ",") for field in fields[10:]] if len(fields) > 10 else []
    return Layers([pair[0] for pair in pairs], [pair[1] if len(pair) > 1 else "" for pair in pairs])
