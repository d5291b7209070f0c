"""The sentences of combat, shooting and what follows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.play.words import Data, Names, Sentence
from engine.plural import in_series


def _listed(names: Names, keys: str) -> str:
    """Elements in a sentence."""
    return in_series(names.unit(key) for key in keys.split())


def _by(names: Names, data: Data) -> str:
    return f" by {names.unit(data['by'])}" if data.get("by") else ""


def _combat(names: Names, data: Data) -> str:
    first, second = data["totals"]
    rolled = " and ".join(map(str, data["dice"]))
    against = f"{_listed(names, data['attackers'])} fought {_listed(names, data['defenders'])}"
    return f"{against}: rolled {rolled}, {first} against {second}"


def _shot(names: Names, data: Data) -> str:
    first, second = data["totals"]
    rolled = " and ".join(map(str, data["dice"]))
    who = _listed(names, data["units"])
    return f"{who} shot at {names.unit(data['target'])}: rolled {rolled}, {first} against {second}"


def _flight(names: Names, data: Data) -> str:
    return f"{names.unit(data['unit'])} fled {data['length']} paces {names.way(data)}"


def _destroyed(names: Names, data: Data) -> str:
    who = names.unit(data["unit"])
    return f"{f'The front element of {who}' if data.get('half') else who} was destroyed{_by(names, data)}"


SENTENCES: Final[Mapping[str, Sentence]] = {
    "combat": _combat,
    "shot": _shot,
    "holders": lambda names, data: f"The horses held for {names.unit(data['unit'])} were removed",
    "recoil": lambda names, data: f"{names.unit(data['unit'])} recoiled {data['length']} paces",
    "pushed": lambda names, data: f"{names.unit(data['unit'])} was pushed back {data['length']} paces",
    "destroyed": _destroyed,
    "flight": _flight,
    "pursuit": lambda names, data: f"{_listed(names, data['units'])} went forward {data['length']} paces",
    "turned": lambda names, data: f"{names.unit(data['unit'])} was contacted and went to {names.place(data['to'])}",
}
"""Kind of event to its sentence."""
