"""What this system's actions are called for people: on buttons, and in the list of what was played.

Verbs that read well as they are written (``halt``, ``led by HQ``) have no entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.hexes.board.battlemap import hexes_of
from engine.hexes.board.grid import NOWHERE
from engine.play.parts import Parts, Word, WordKind
from engine.play.words import Caption, Names, listed
from engine.systems.sun_never_sets.position.battle_words import fired


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
    grid = hexes_of(names.scenario.map).grid
    h, side = grid.find(bank), grid.parse_side(water)
    found = (name for d, name in enumerate(grid.direction_names) if h != NOWHERE and grid.side(h, d) == side)
    return f"{next(found, water)} side"


def _led(names: Names, parts: Parts) -> tuple[list[str], str]:
    """The units of an action without who leads them, and who does, who stands last, behind ``by``: ``, led by Napier``;
    empty where nobody is said to."""
    units = [word.text for word in parts.words[1:] if word.kind is WordKind.UNIT]
    if len(parts.words) > 2 and parts.words[-2].text == "by":
        return units[:-1], f", led by {names.unit(units[-1])}"
    return units, ""


def _afloat(verb: str) -> Caption:
    """A voyage: to the side of a hex, on which those aboard would land."""

    def caption(names: Names, parts: Parts) -> str:
        boats, leader = _led(names, parts)
        water = [word.text for word in parts.words if word.kind is WordKind.WORD and "/" in word.text]
        where = names.place(parts.goal) + (f", {_side(names, water[0], parts.goal)}" if water else "")
        comma = "," if water else ""
        who = f"{comma} with {names.units(boats)}" if boats else ""
        return f"{verb} to {where}{who}{leader}" if where else f"{verb}{who}{leader}"

    return caption


def _embark(names: Names, parts: Parts) -> str:
    passenger, *boats = parts.units
    return f"embark {names.unit(passenger)} on {listed(names.unit(boat) for boat in boats)}"


def _transfer(names: Names, parts: Parts) -> str:
    units, led = _led(names, parts)
    where = f" to {names.place(parts.goal)}" if parts.goal else ""
    return f"carry {names.units(units)} by sea{where}{led}"


def _fire(names: Names, parts: Parts) -> str:
    units, led = _led(names, parts)
    among = f" ({names.units(units)})" if units else ""
    return f"fire {fired(parts.words[1].text)}{among}{led}"


def _issue(names: Names, parts: Parts) -> str:
    where = listed(names.place(place) for place in parts.places)
    return f"issue {names.units(list(parts.units))} to {where}" if where else f"issue {names.units(list(parts.units))}"


CAPTIONS: Final[Mapping[str, Caption]] = {
    "march": _force("march"),
    "rail": _force("go by rail"),
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
    "mend": _instead("repair the railway in"),
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
    "transfer": _transfer,
    "screen": _of_units("screens", "screen"),
    "end": lambda names, parts: "end the segment" if parts.words[-1].text == "phase" else _said(names, parts.words),
    "pick": _instead("choose"),
    "draw": lambda names, parts: "draw a unit by chance",
    "roll": lambda names, parts: "roll the die",
    "fire": _fire,
    "cease": lambda names, parts: "hold the fire of the rest",
    "atrocity": _instead("commit an atrocity in"),
    "fair play": _instead("try fair play in"),
    "sap": _instead("undermine"),
    "scout": _instead("reconnoitre"),
    "issue": _issue,
    "feed": _instead("feed the units in"),
    "forage": _instead("forage in"),
}
"""Verb to its caption."""


def _left_out(bare: str, at: str) -> Caption:
    """An action that is told without its units, or without its column: with the hexes where these are told."""
    return lambda names, parts: f"{at} {_said(names, parts.words[1:])}" if parts.places else bare


TOLD: Final[Mapping[str, Caption]] = {
    "deploy": _left_out("choose a unit to set up", "set up a unit in"),
    "at": _left_out("put it on the map", "put it in"),
    "place": _left_out("choose a unit to place", "place a unit in"),
    "replace": _left_out("bring back a unit", "bring back a unit in"),
    "remove": _left_out("take a unit off the map", "take a unit off the map in"),
    "lose": _left_out("lose a unit", "lose a unit in"),
    "shake": _left_out("choose the unit demoralized", "choose the unit demoralized in"),
    "raise": _left_out("raise friendly Natives", "raise friendly Natives in"),
    "organise": _left_out("organise columns", "organise columns in"),
    "form": _left_out("form a column", "form a column in"),
    "join": _left_out("add a unit to a column", "add a unit to a column in"),
    "leave": _left_out("take a unit out of its column", "take a unit out of its column in"),
    "march": _left_out("march with a column", "march from"),
    "rail": _left_out("go by rail with a column", "go by rail from"),
    "entrench": _left_out("build fieldworks", "build fieldworks in"),
    "lay": _left_out("lay rails", "lay rails to"),
    "mend": _left_out("repair the railway", "repair the railway in"),
    "parley": _left_out("negotiate", "negotiate with"),
    "with": _left_out("add a unit to the force", "add a unit to the force in"),
    "led": _left_out("choose the leader", "choose the leader in"),
    "drop": _left_out("drop a unit", "drop a unit in"),
    "withdraw": _left_out("withdraw", "withdraw from"),
    "ambush": _left_out("ambush", "ambush from"),
    "sail": _left_out("sail", "sail to"),
    "embark": _left_out("embark a unit", "embark a unit in"),
    "land": _left_out("land a unit", "land a unit in"),
    "transfer": _left_out("carry units by sea", "carry units by sea to"),
    "attack": _left_out("attack", "attack"),
    "without": _left_out("leave a unit out", "leave a unit out in"),
    "command": _left_out("choose the commander", "choose the commander in"),
    "fire": _left_out("fire a volley", "fire a volley in"),
    "spend": _left_out("spend a supply unit", "spend a supply unit in"),
    "evade": _left_out("evade", "evade from"),
    "sap": _left_out("undermine walls", "undermine"),
    "scout": _left_out("reconnoitre", "reconnoitre"),
    "screen": _left_out("screen", "screen"),
    "spy": _left_out("strategic intelligence", "strategic intelligence on"),
    "check": _left_out("test for rout", "test for rout in"),
    "follow": _left_out("move a headquarters", "move a headquarters to"),
    "advance": _left_out("advance", "advance to"),
    "fair play": _left_out("try fair play", "try fair play in"),
    "issue": _left_out("issue a supply unit", "issue a supply unit to"),
    "forage": _left_out("forage", "forage in"),
    "starve": _left_out("choose the unit not fed", "choose the unit not fed in"),
    "rally": _left_out("rally a unit", "rally a unit in"),
    "pick": _left_out("choose", "choose"),
}
"""Verb to what the other side is told of it, which sees neither units nor columns (5.6)."""
