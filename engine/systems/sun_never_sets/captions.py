"""What this system's actions are called for people: on buttons, and in the list of what was played.

Verbs that read well as they are written (``halt``, ``led by HQ``) have no entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.board.grid import NOWHERE
from engine.play.parts import Parts, Word, WordKind
from engine.play.words import Caption, Names, listed


def _said(names: Names, words: tuple[Word, ...]) -> str:
    return " ".join(names.word(word) for word in words)


def _instead(begins: str) -> Caption:
    """Other words in place of the verb; what follows it stays."""
    return lambda names, parts: f"{begins} {_said(names, parts.words[1:])}".strip()


def _goal(begins: str) -> Caption:
    """Only where a way ends: the hexes on it are shown on the map."""
    return lambda names, parts: f"{begins} {names.place(parts.goal)}"


def _of_units(tells: str, several: str = "") -> Caption:
    """The units first: ``Browne commands``; ``several`` where there are more of them."""

    def caption(names: Names, parts: Parts) -> str:
        return f"{names.units(list(parts.units))} {several if several and len(parts.units) > 1 else tells}"

    return caption


def _force(begins: str) -> Caption:
    """Who marches: a column by its number, or who stands in a hex."""

    def caption(names: Names, parts: Parts) -> str:
        who = "column " if parts.words[1].kind is WordKind.NUMBER else "from "
        return f"{begins} {who}{_said(names, parts.words[1:])}"

    return caption


def _joins(names: Names, parts: Parts) -> str:
    _verb, column, *_unit = parts.words
    return f"{names.units(list(parts.units))} to column {column.text}"


def _advance(names: Names, parts: Parts) -> str:
    return f"advance to {names.place(parts.goal)} with {names.units(list(parts.units))}"


def _lay(names: Names, parts: Parts) -> str:
    return f"lay rails to {names.place(parts.goal)} with {names.units(list(parts.units))}"


def _follow(names: Names, parts: Parts) -> str:
    return f"{names.units(list(parts.units))} to {names.place(parts.goal)}"


def _spy(names: Names, parts: Parts) -> str:
    on = f" on {names.place(parts.goal)}" if parts.goal else ""
    return f"strategic intelligence{on} by {names.units(list(parts.units))}"


def _raise(names: Names, parts: Parts) -> str:
    raised, officer = parts.units
    return f"raise {names.unit(raised)} by {names.unit(officer)}"


def _side(names: Names, water: str, bank: str) -> str:
    """A hexside as its hex has it: ``NE side``."""
    grid = names.scenario.map.grid
    h, side = grid.find(bank), grid.parse_side(water)
    found = (name for d, name in enumerate(grid.direction_names) if h != NOWHERE and grid.side(h, d) == side)
    return f"{next(found, water)} side"


def _afloat(verb: str) -> Caption:
    """A voyage: to the side of a hex, on which those aboard would land."""

    def caption(names: Names, parts: Parts) -> str:
        boats = [word.text for word in parts.words[1:] if word.kind is WordKind.UNIT]
        water = [word.text for word in parts.words if word.kind is WordKind.WORD and "/" in word.text]
        where = names.place(parts.goal) + (f", {_side(names, water[0], parts.goal)}" if water else "")
        # Behind ``by`` stands who leads.
        led = parts.words[-2].text == "by" if len(parts.words) > 2 else False
        leader = f", led by {names.unit(boats.pop())}" if led and boats else ""
        comma = "," if water else ""
        who = f"{comma} with {names.units(boats)}" if boats else ""
        return f"{verb} to {where}{who}{leader}" if where else f"{verb}{who}{leader}"

    return caption


def _embark(names: Names, parts: Parts) -> str:
    passenger, *boats = parts.units
    return f"embark {names.unit(passenger)} on {listed(names.unit(boat) for boat in boats)}"


CAPTIONS: Final[Mapping[str, Caption]] = {
    "march": _force("march"),
    "rail": _force("by rail"),
    "go": _goal("go to"),
    "retreat": _goal("retreat to"),
    "advance": _advance,
    "organise": _instead("organise columns in"),
    "form": _instead("form column"),
    "join": _joins,
    "leave": _of_units("leaves the column", "leave the column"),
    "done": lambda names, parts: "done with this hex",
    "muddle": _instead("muddle through"),
    "lay": _lay,
    "mend": _instead("mend the railway in"),
    "cut": _instead("cut the railway in"),
    "entrench": _instead("build fieldworks in"),
    "besiege": _instead("lay siege to"),
    "parley": _instead("negotiate with"),
    "command": _of_units("commands", "command"),
    "lose": _of_units("is eliminated", "are eliminated"),
    "shake": _of_units("is demoralized", "are demoralized"),
    "starve": _of_units("is not fed", "are not fed"),
    "remove": _of_units("leaves the map", "leave the map"),
    "check": _instead("test for rout"),
    "follow": _follow,
    "raise": _raise,
    "sail": _afloat("sail"),
    "steer": _afloat("go"),
    "embark": _embark,
    "treaty": lambda names, parts: "end the game by a treaty",
    "on": lambda names, parts: "play on",
    "extend": lambda names, parts: "refuse the treaty and play on",
    "use": lambda names, parts: "use it now",
    "pass": lambda names, parts: "pass",
    "show": _instead("show the force in"),
    "spy": _spy,
    "transfer": _instead("carry by sea"),
    "screen": _of_units("screens", "screen"),
}
"""Verb to its caption."""
