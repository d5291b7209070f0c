"""What happens in games of rules files, in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.mechanics.words import COMMON
from engine.play.words import Data, Names, Sentence


def _attack(names: Names, data: Data) -> str:
    said = f"{names.units(data['attackers'])} attacked {names.place(data['target'])}"
    return f"{said}: {data['strength']}" if data.get("strength") else said


def _result(names: Names, data: Data) -> str:
    return f"The die shows {data['die']}: {data['result']}" if "die" in data else f"The result is {data['result']}"


def _status(names: Names, data: Data) -> str:
    status = str(data["status"]).replace("_", " ")
    return f"{names.unit(data['unit'])} is {status if data['on'] else f'no longer {status}'}"


def _stand(names: Names, data: Data) -> str:
    return f"{names.unit(data['unit'])} did not retreat"


def _phase(names: Names, data: Data) -> str:
    phase = f"{str(data['phase']).replace('_', ' ')} phase"
    return f"{names.side(data['side'])}: {phase}" if data["side"] else phase[0].upper() + phase[1:]


def _marched(kind: str) -> Sentence:
    """The sentence of a march, also of one by a unit that is not known to who reads it."""

    def said(names: Names, data: Data) -> str:
        return COMMON[kind](names, data if data["unit"] else {**data, "unit": "An enemy unit"})

    return said


def _tried(what: str) -> Sentence:
    """A unit threw for something: ``_tried("rally")``."""

    def said(names: Names, data: Data) -> str:
        throw = f" with a {data['die']}" if data["die"] else ""
        return f"{names.unit(data['unit'])} {'passed' if data['passed'] else 'failed'} its {what}{throw}"

    return said


def _activated(names: Names, data: Data) -> str:
    what = names.unit(data["unit"]) if "unit" in data else names.place(data["hex"]) if "hex" in data else ""
    what = what or str(data.get("formation", "its units"))
    return f"{names.the_side(data['side'])} activated {what}"


def _passed(names: Names, data: Data) -> str:
    return f"{names.the_side(data['side'])} passed"


def _chit(names: Names, data: Data) -> str:
    chit = str(data["name"]).replace("_", " ")
    return f"The chit {chit} was drawn" + (f" for {names.the_side(data['side'])}" if data["side"] else "")


def _reaction(names: Names, data: Data) -> str:
    name = str(data["name"]).replace("_", " ")
    return f"{names.unit(data['unit'])} reacted to {names.unit(data['cause'])} in {names.place(data['at'])} ({name})"


def _faced(names: Names, data: Data) -> str:
    return f"{names.unit(data['unit'])} faces {data['facing']}"


def _loaded(names: Names, data: Data) -> str:
    return f"{names.unit(data['unit'])} was loaded on {names.unit(data['by'])}"


def _unloaded(names: Names, data: Data) -> str:
    return f"{names.unit(data['unit'])} was unloaded in {names.place(data['at'])}"


def _supply(names: Names, data: Data) -> str:
    return f"{names.unit(data['unit'])} is {'in' if data['supplied'] else 'out of'} supply"


def _weather(names: Names, data: Data) -> str:
    return f"The weather is {str(data['kind']).replace('_', ' ')}"


def _event(names: Names, data: Data) -> str:
    return f"Event: {data['title']}"


def _marker(names: Names, data: Data) -> str:
    marker = str(data["kind"]).replace("_", " ")
    return f"A marker {marker} was {'placed in' if data['on'] else 'removed from'} {names.place(data['at'])}"


def _points(names: Names, data: Data) -> str:
    why = f": {data['why']}" if data.get("why") else ""
    return f"{names.the_side(data['side'])} gained {data['gained']:g} VP ({data['points']:g} so far){why}"


def _replaced(names: Names, data: Data) -> str:
    steps = "step" if data["steps"] == 1 else "steps"
    return f"{names.unit(data['unit'])} has {data['steps']} {steps} again in {names.place(data['at'])}"


def _hits(names: Names, data: Data) -> str:
    if not data["dice"]:
        return f"{names.units(data['units'])} had no dice to roll"
    dice = " ".join(map(str, data["dice"]))
    return f"{names.units(data['units'])} threw {dice}: {data['hits']} {'hit' if data['hits'] == 1 else 'hits'}"


def _duel(names: Names, data: Data) -> str:
    totals = " to ".join(map(str, data["totals"]))
    return f"The totals are {totals}: {str(data['result']).replace('_', ' ')}"


SENTENCES: Final[Mapping[str, Sentence]] = {
    **COMMON,
    "attack": _attack,
    "result": _result,
    "status": _status,
    "stand": _stand,
    "phase": _phase,
    "move": _marched("move"),
    "enter": _marched("enter"),
    "exit": _marched("exit"),
    "check": _tried("check"),
    "rally": _tried("rally"),
    "activated": _activated,
    "passed": _passed,
    "chit": _chit,
    "reaction": _reaction,
    "faced": _faced,
    "loaded": _loaded,
    "unloaded": _unloaded,
    "supply": _supply,
    "weather": _weather,
    "event": _event,
    "marker": _marker,
    "points": _points,
    "replaced": _replaced,
    "hits": _hits,
    "duel": _duel,
}
"""Kind of event to its sentence."""
