"""The losses of an export or import as data, with a code, a place and a reason."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from engine.errors import HexwrightError

MOST_PLACES: Final = 2000
"""Places that a loss lists."""


@dataclass(frozen=True, slots=True)
class LossKind:
    """What a code means."""

    title: str
    why: str
    instead: str = ""
    """What is done in its place; empty where nothing is done."""


LOSSES: Final[dict[str, LossKind]] = {
    "LOSS101": LossKind("Rules", "the other program does not enforce the rules", "the help page says so"),
    "LOSS102": LossKind("Void hexes", "void hexes have names there and units can be put in them", "they look empty"),
    "LOSS103": LossKind("Hex numbers", "the other program cannot write these hex numbers", "its own numbers are used"),
    "LOSS104": LossKind("Hidden set-up", "groups that are set up in secret are left out unless you ask for them"),
    "LOSS105": LossKind("Victory conditions", "they are not counted there", "they are on the help page as text"),
    "LOSS106": LossKind("Replacements", "there is no place for replacement factors"),
    "LOSS107": LossKind("Exclusive rules and tables", "there is no place for them"),
    "LOSS108": LossKind("Conditions of reinforcements", "reinforcements are in the box of their turn whatever happens"),
    "LOSS109": LossKind("Units", "this format holds maps only"),
    "LOSS110": LossKind("Underlay picture", "the picture is not copied", "its file name is kept"),
    "LOSS111": LossKind("Kinds", "the other program has no such kinds", "the nearest of its own are drawn"),
    "LOSS112": LossKind(
        "Pictures", "other programs show pictures from an address only", "their names are there without one"
    ),
    "LOSS114": LossKind("Set-up areas and groups", "no side sets up units there by rule", "their units are in boxes"),
    "LOSS115": LossKind("Details of the scenario", "this format has no place for them"),
    "LOSS116": LossKind("Data", "the file has pictures only"),
    "LOSS117": LossKind("Parts of the map", "this format has no place for them"),
    "LOSS118": LossKind("Layers that are not printed", "you switched off their printing", "they are left out"),
    "LOSS119": LossKind("Units left out", "you chose other sides and formations"),
    "LOSS201": LossKind("Traits of pieces", "units of Hexwright have no such traits"),
    "LOSS202": LossKind("Parts of the module", "Hexwright does not know them"),
    "LOSS203": LossKind(
        "Pieces off the map", "they are not in a hex, or not on the table", "they are units off the map"
    ),
    "LOSS204": LossKind("Pictures", "the picture is missing or cannot be read"),
    "LOSS205": LossKind("Tiles that were not matched", "no terrain of the palette is like them", "the first terrain"),
    "LOSS206": LossKind("Objects", "Hexwright does not know what they are"),
    "LOSS207": LossKind("Turned and flipped tiles", "terrain has no direction"),
    "LOSS208": LossKind("Further layers", "a hex has one terrain, and pictures are not included"),
    "LOSS209": LossKind("Further boards and grids", "a map has one board with one grid"),
    "LOSS211": LossKind(
        "Hex numbers", "Hexwright cannot write hex numbers of this kind", "the default numbers are used"
    ),
    "LOSS212": LossKind("Kinds that are unknown", "the palette has no such kinds, or the map no such places"),
    "LOSS213": LossKind("Saved games of a module", "they are broken, or there are too many"),
    "LOSS214": LossKind("Heights", "the grid has no height for these hexes", "they are at level 0"),
    "LOSS215": LossKind("Values of tiles", "hexes have levels only, and no such values"),
    "LOSS216": LossKind("Objects without a hex", "no hex or hexside of the map is under them"),
    "LOSS217": LossKind(
        "Sides of pieces", "neither name, tab nor colour says which side they are of", "the first side"
    ),
    "LOSS218": LossKind("Pieces left out", "you chose to leave out pieces of their side"),
    "LOSS219": LossKind("Grid", "the picture has none that Hexwright can read", "a grid of hexes is laid over it"),
    "LOSS220": LossKind("Shapes without a place", "they have no coordinates, or coordinates that are not sound"),
    "LOSS221": LossKind("Files of the map", "they are missing, broken or outside the folder of the map"),
}
"""Code to its meaning: 100 and on are lost on the way out, 200 and on on the way in."""


@dataclass(frozen=True, slots=True)
class LostPart:
    """One kind of loss."""

    code: str
    what: str
    """Kind and number: ``3 passes of 'rail_planned'``."""
    where: tuple[str, ...] = ()
    """Hexes, hexsides or keys of units."""
    option: str = ""
    """The option, as ``name=value``, that would keep it; empty where none does."""

    @property
    def why(self) -> str:
        """Why it is lost."""
        return LOSSES[self.code].why

    @property
    def instead(self) -> str:
        """What is done in its place."""
        return LOSSES[self.code].instead

    def to_json(self) -> dict[str, Any]:
        """Plain data for ``--losses json``."""
        return {
            "code": self.code,
            "what": self.what,
            "where": list(self.where),
            "why": self.why,
            "instead": self.instead,
            "option": self.option,
        }

    def __str__(self) -> str:
        text = f"{self.code} {self.what}: {self.why}"
        if self.instead:
            text += f"; {self.instead}"
        if self.where:
            text += f" ({', '.join(self.where[:6])}{', …' if len(self.where) > 6 else ''})"
        return text + (f" (kept with --set {self.option})" if self.option else "")


def loss(code: str, what: str, where: Iterable[str] = (), option: str = "") -> LostPart:
    """A loss with its places in order, each once, and no more than `MOST_PLACES`. Raises LookupError for a code that
    is not in `LOSSES`."""
    if code not in LOSSES:
        raise LookupError(f"there is no loss {code}")
    return LostPart(code, what, tuple(dict.fromkeys(where))[:MOST_PLACES], option)


class StrictError(HexwrightError):
    """Something would be lost, and the user asked for nothing to be written then."""

    def __init__(self, losses: list[LostPart]) -> None:
        super().__init__("nothing was written, because something would be lost")
        self.losses = losses
