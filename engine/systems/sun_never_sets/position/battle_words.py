"""The sentences of battles, rallies and historical events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.play.words import Data, Names, Sentence, listed
from engine.plural import counted

_GUNS: Final = {
    "A": "early breechloading guns",
    "B": "late breechloading guns",
    "F": "field guns",
    "G": "early machine guns",
    "H": "heavy guns",
    "L": "light guns",
    "M": "machine guns",
    "R": "rockets",
}
_ARMS: Final = {
    "B": "breechloaders",
    "L": "magazine rifles",
    "M": "muskets",
    "R": "rifled muskets",
    "OT": "foot with firearms",
    "sword": "swordsmen",
    "C": "cavalry",
    "sabre": "cavalry with sabres",
}
"""What fires in a volley, by the weapon of its class."""
_RESULTS: Final = {
    "0": "no effect",
    "(1)": "1 unit demoralized",
    "1": "1 unit eliminated and 1 more demoralized",
    "2": "2 units eliminated and 2 more demoralized",
    "3": "3 units eliminated and 3 more demoralized",
}
RALLIES: Final = {"R": "it rallies", "F": "it stays demoralized", "D": "it deserts"}
_DOES: Final = {"eliminated": "it is eliminated", "shaken": "it is demoralized", "removed": "it leaves"}


def firers(volley: str, name: str) -> str:
    """Who fires in a volley: ``veteran rifled muskets``; ``volley`` is its class, ``name`` the round."""
    weapon, _, morale = volley.partition("-")
    return f"{morale} {weapons(weapon, name)}"


def weapons(weapon: str, name: str) -> str:
    """What the weapon of a class of volleys is called in a round: ``rifled muskets``."""
    return (_GUNS if name == "artillery" else _ARMS).get(weapon, weapon)


def fired(volley: str) -> str:
    """A class of volleys whatever the round: ``veteran muskets``; where its letter stands for a gun in one round and
    for another weapon in the next, the letter: ``veteran units with weapon B``."""
    weapon, _, morale = volley.partition("-")
    named = [names[weapon] for names in (_GUNS, _ARMS) if weapon in names]
    return f"{morale} {named[0]}" if len(named) == 1 else f"{morale} units with weapon {weapon}"


def outcome(result: str) -> str:
    """What a result of a volley means."""
    return _RESULTS[result]


def signed(value: int) -> str:
    """``+2``, ``-1``."""
    return f"{value:+d}"


def _attack(names: Names, data: Data) -> str:
    against = f"{names.units(data['defenders'])} in {names.place(data['target'])}"
    return f"{names.units(data['attackers'])} attacked {against} from {names.place(data['from'])}"


def _superiority(names: Names, data: Data) -> str:
    totals = listed(f"{names.side(side)} {total}" for side, total in data["totals"].items())
    if not data["side"]:
        return f"Tactical superiority: tie ({totals}), rolled again"
    return f"{names.the_side(data['side'])} had tactical superiority ({totals})"


def _volley(names: Names, data: Data) -> str:
    who = f"{names.side(data['side'])}: {firers(data['volley'], data['round'])} ({names.units(data['units'])})"
    adds = "".join(f", {signed(m['value'])} {m['why']}" for m in data["modifiers"] if m["value"])
    row = f"{data['factors']} on the row of {data['row']}"
    return f"{who} fired in the {data['round']} round, {row}, die {data['die']}{adds}: {outcome(data['result'])}"


def _battle(names: Names, data: Data) -> str:
    lost = listed(f"{names.side(side)} {number} of {data['strength'][side]}" for side, number in data["lost"].items())
    if not data["winner"]:
        return f"The battle at {names.place(data['at'])} was a draw; strength lost: {lost}"
    return f"{names.the_side(data['winner'])} won the battle at {names.place(data['at'])}; strength lost: {lost}"


def _force(verb: str) -> Sentence:
    return lambda names, data: f"{names.units(data['units'])} {verb} {names.way(data)}"


def _rally(names: Names, data: Data) -> str:
    adds = f" {signed(data['modifier'])}" if data["modifier"] else ""
    return f"{names.unit(data['unit'])} tried to rally, die {data['die']}{adds}: {RALLIES[data['result']]}"


def _event(names: Names, data: Data) -> str:
    nothing = "" if data["happens"] or data["title"] == "No event" else "; it did not happen"
    return f"{names.side(data['side'])}, historical event {data['row']}: {data['title']}{nothing}"


def _helped(names: Names, data: Data) -> str:
    return f"{names.the_side(data['side'])} used {data['title']} in this battle: {signed(data['value'])}"


def _omen(names: Names, data: Data) -> str:
    return f"The day's omens, die {data['die']}: {signed(data['melee'])} to melee of {names.the_side(data['side'])}"


def _quake(names: Names, data: Data) -> str:
    return f"Earthquake, die {data['die']}: {'fieldworks and walls fell' if data['happens'] else 'no damage'}"


def _factors(names: Names, data: Data) -> str:
    number = counted(data["gained"], "replacement factor")
    return f"{names.the_side(data['side'])} received {number} of any kind"


def _seen(names: Names, data: Data) -> str:
    return f"Seen in {names.place(data['at'])}: {names.units(data['units']) or 'no units'}"


def _thrown(names: Names, data: Data) -> str:
    return f"{names.unit(data['unit'])}, die {data['die']}: {_DOES.get(data['does'], 'nothing happens to it')}"


def _stool(names: Names, data: Data) -> str:
    done = "its units were demoralized" if data["shaken"] else "outrage makes it march faster"
    return f"The stack in {names.place(data['at'])}, die {data['die']}: {done}"


def _fever(names: Names, data: Data) -> str:
    return f"{names.unit(data['unit'])} has a fever: its values are 0 for this player turn"


def _appeared(names: Names, data: Data) -> str:
    number = counted(data["number"], "unit")
    return f"{number} of {names.the_side(data['side'])} appeared in {names.place(data['at'])}"


def _marker(names: Names, data: Data) -> str:
    return f"A marker was placed in {names.place(data['at'])}: {data['kind']}"


def _struck(names: Names, data: Data) -> str:
    return f"{data['title']} in {names.place(data['at'])}: one die roll for each unit there"


SENTENCES: Final[Mapping[str, Sentence]] = {
    "attack": _attack,
    "superiority": _superiority,
    "volley": _volley,
    "battle": _battle,
    "retreat": _force("retreated"),
    "advance": _force("advanced"),
    "rally": _rally,
    "event": _event,
    "helped": _helped,
    "omen": _omen,
    "quake": _quake,
    "factors": _factors,
    "seen": _seen,
    "thrown": _thrown,
    "stool": _stool,
    "struck": _struck,
    "fever": _fever,
    "appeared": _appeared,
    "marker": _marker,
}
"""Kind of event to its sentence, for what happens in these chapters."""
