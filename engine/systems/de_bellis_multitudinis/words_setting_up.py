"""The sentences of the set-up, of flank marches and of ambushes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.play.words import Data, Names, Sentence, listed
from engine.systems.de_bellis_multitudinis.naming import command_name


def _deploy(names: Names, data: Data) -> str:
    hidden = " in ambush" if data.get("hidden") else ""
    units, place = names.units(data["units"].split()), names.place(data["at"])
    return f"{names.the_side(data['side'])} set up {units}{hidden} at {place}"


def _flank(names: Names, data: Data) -> str:
    return f"{command_name(names, data['command'])} was sent on a flank march to the {data['edge']} table edge"


def _arrival(names: Names, data: Data) -> str:
    units = names.units(data["units"].split())
    return f"{units} arrived at the {data['edge']} table edge"


def _flank_die(names: Names, data: Data) -> str:
    result = "it arrives" if data["arrives"] else "it does not arrive yet"
    return f"{command_name(names, data['command'])} threw {data['die']} for its flank march: {result}"


def _discovered(names: Names, data: Data) -> str:
    units = names.units(data["units"].split())
    by = data.get("by", "")
    return f"{units} left ambush" if not by else f"{names.units(by.split())} discovered {units} in ambush"


def _misplaced(names: Names, data: Data) -> str:
    return f"{names.units(data['units'].split())} had been set up in a place that the rules forbid"


def _replaced(names: Names, data: Data) -> str:
    return f"{names.units(data['units'].split())} were placed at the base edge of {names.the_side(data['side'])}"


def _ambush_map(names: Names, data: Data) -> str:
    hidden = [f"{names.unit(key)} in ambush at {names.place(one['at'])}" for key, one in data["ambush"].items()]
    hidden += [
        f"{command_name(names, key)} on a flank march to the {edge} table edge" for key, edge in data["flank"].items()
    ]
    return f"{names.the_side(data['side'])} had hidden {listed(hidden)}"


SENTENCES: Final[Mapping[str, Sentence]] = {
    "deploy": _deploy,
    "flank": _flank,
    "deployed": lambda names, data: f"{names.the_side(data['side'])} completed its set-up",
    "ambush map": _ambush_map,
    "arrival": _arrival,
    "flank die": _flank_die,
    "discovered": _discovered,
    "misplaced": _misplaced,
    "replaced": _replaced,
}
"""Kind of event to its sentence."""
