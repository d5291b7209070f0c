"""The sentences of events of the optional chapters (17 to 34)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.play.words import Data, Names, Sentence
from engine.plural import counted

_ROUTS: Final = {"R": "it went back a hex", "D": "it was eliminated"}


def _fair_play(names: Names, data: Data) -> str:
    done = "the inhabitants were won over" if data["won"] else "the inhabitants were not won over"
    return f"{names.unit(data['unit'])} tried fair play in {names.place(data['at'])}, die {data['die']}: {done}"


def _evasion(names: Names, data: Data) -> str:
    return f"{names.units(data['units'])} evaded the attack on {names.place(data['at'])}"


_SAPS: Final = {"countermine": "a countermine demoralized it", "blown": "the defenses were blown"}


def _sap(names: Names, data: Data) -> str:
    adds = f" {data['modifier']:+d}" if data["modifier"] else ""
    done = _SAPS.get(data["result"], "nothing happens")
    return f"{names.unit(data['unit'])} undermined {names.place(data['at'])}, die {data['die']}{adds}: {done}"


def _scout(names: Names, data: Data) -> str:
    done = "it was seen" if data["seen"] else "it was screened"
    return f"{names.the_side(data['side'])} reconnoitred the force in {names.place(data['at'])}: {done}"


def _screen(names: Names, data: Data) -> str:
    return f"{names.units(data['units'])} screened {names.place(data['at'])}"


_SPIES: Final = {"seen": "it was seen", "betrayed": "the enemy learned of it"}


def _spy(names: Names, data: Data) -> str:
    done = _SPIES.get(data["result"], "nothing was learned")
    return f"{names.unit(data['unit'])} spied on the force in {names.place(data['at'])}, die {data['die']}: {done}"


def _rout(names: Names, data: Data) -> str:
    adds = f" {data['modifier']:+d}" if data["modifier"] else ""
    far = counted(data["hexes"], "hex", "hexes")
    runs = f"it ran {far}" if data["hexes"] else "it was lost"
    return f"{names.unit(data['unit'])} checked for rout, die {data['die']}{adds}: {_ROUTS.get(data['result'], runs)}"


def _cut(names: Names, data: Data) -> str:
    done = "it was cut" if data["done"] else "it was not cut"
    who, place = names.the_side(data["side"]), names.place(data["at"])
    return f"{who} tried to cut the railway in {place}, die {data['die']}: {done}"


def _casts_off(names: Names, data: Data) -> str:
    goes = "stayed" if data["result"] == "hold" else "sailed"
    die = f"{data['die']}{data['modifier']:+d}" if data["modifier"] else f"{data['die']}"
    return f"{names.units(data['units'])} in {names.place(data['at'])} rolled {die}: {goes}"


def _sails(names: Names, data: Data) -> str:
    sides = " and ".join(names.place(h) for h in data["along"].split("/"))
    along = f", at the hexside between {sides}" if data["along"] else ""
    return f"{names.units(data['units'])} sailed {names.way(data)}{along}"


def _embarks(names: Names, data: Data) -> str:
    return f"{names.unit(data['unit'])} embarked on {names.units(data['boats'])} in {names.place(data['at'])}"


def _transfers(names: Names, data: Data) -> str:
    return f"{names.the_side(data['side'])} carried units by sea {names.way(data)}"


def _lands(names: Names, data: Data) -> str:
    return f"{names.unit(data['unit'])} landed in {names.place(data['at'])}"


def _siege(names: Names, data: Data) -> str:
    return f"{names.the_side(data['side'])} besieged {names.place(data['at'])} from {names.place(data['from'])}"


_PARLEYS: Final = {
    "nobody": "there was no headquarters to negotiate with",
    "insult": "an insult, so its force stops marching",
    "none": "no result",
    "safe_conduct": "safe conduct for its force",
    "honors": "Honors of War for this segment",
    "honors_lasting": "Honors of War until its next player turn",
}


def _parley(names: Names, data: Data) -> str:
    adds = f" {data['modifier']:+d}" if data["modifier"] else ""
    die = f", die {data['die']}{adds}" if data["die"] else ""
    result, place = _PARLEYS[data["result"]], names.place(data["at"])
    return f"{names.unit(data['unit'])} negotiated with the force in {place}{die}: {result}"


def _raised(names: Names, data: Data) -> str:
    points = counted(data["points"], "point")
    factors = counted(data["factors"], "replacement factor")
    return f"{names.unit(data['by'])} raised {names.unit(data['unit'])} for {points} and {factors}"


SENTENCES: Final[Mapping[str, Sentence]] = {
    "casts_off": _casts_off,
    "embarks": _embarks,
    "evasion": _evasion,
    "fair_play": _fair_play,
    "lands": _lands,
    "rout": _rout,
    "scout": _scout,
    "screen": _screen,
    "spy": _spy,
    "sails": _sails,
    "sap": _sap,
    "transfers": _transfers,
    "by_rail": lambda names, data: f"{names.the_side(data['side'])} went by rail {names.way(data)}",
    "cut": _cut,
    "laid": lambda names, data: f"{names.the_side(data['side'])} laid the railway {names.way(data)}",
    "mended": lambda names, data: f"{names.the_side(data['side'])} repaired the railway in {names.place(data['at'])}",
    "parley": _parley,
    "raised": _raised,
    "siege": _siege,
}
"""Kind of event to its sentence."""
