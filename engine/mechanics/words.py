"""The sentences of events that several systems have. Each system adds those of the events that are its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.play.words import Data, Names, Sentence, listed


def with_meaning(code: str, meanings: Mapping[str, str]) -> str:
    """A result of a table with what it means: ``DR, all defending units retreat``."""
    meaning = meanings.get(code, "")
    spoken = any(letter.isalnum() for letter in code)
    return f"{code}, {meaning}" if meaning and spoken else meaning or code


def _turn(names: Names, data: Data) -> str:
    number, label = f"Turn {data['turn']}", data["label"]
    return number if label in ("", number) else f"{number}, {label}"


def _phase(names: Names, data: Data) -> str:
    return f"{names.side(data['side'])}: {data['phase']} phase"


def _move(names: Names, data: Data) -> str:
    return f"{names.unit(data['unit'])} moved {names.way(data)} ({data['cost']:g} MP)"


def _enter(names: Names, data: Data) -> str:
    onward = f" and moved to {names.place(data['to'])}" if data["to"] != data["at"] else ""
    return f"{names.unit(data['unit'])} entered at {names.place(data['at'])}{onward} ({data['cost']:g} MP)"


def _loss(names: Names, data: Data) -> str:
    left = data["steps"]
    return f"{names.unit(data['unit'])} lost {f'a step ({left} left)' if left else 'its last step'}"


def _eliminated(names: Names, data: Data) -> str:
    return f"{names.unit(data['unit'])} was eliminated in {names.place(data['at'])}"


def goes(verb: str) -> Sentence:
    """A unit went from hex to hex: ``goes("retreated")``."""
    return lambda names, data: f"{names.unit(data['unit'])} {verb} {names.way(data)}"


def _end(names: Names, data: Data) -> str:
    winner = f"Victory for {names.the_side(data['winner'])}" if data["winner"] else "A draw"
    level = f", {data['level']}" if data["level"] else ""
    return f"The game is over. {winner}{level}: {data['reason']}"


def _deploy(names: Names, data: Data) -> str:
    return f"{names.the_side(data['side'])} set up {names.unit(data['unit'])} in {names.place(data['at'])}"


def _exit(names: Names, data: Data) -> str:
    return f"{names.unit(data['unit'])} left the map at {names.place(data['at'])}"


def _withdraw(names: Names, data: Data) -> str:
    return f"{names.unit(data['unit'])} was withdrawn" + (f" from {names.place(data['at'])}" if "at" in data else "")


def _revealed(names: Names, data: Data) -> str:
    shown = listed(f"{names.unit(key)} in {names.place(at)}" for key, at in data["places"].items())
    return f"Set-up of {names.the_side(data['side'])} revealed: {shown}"


def _pooled(names: Names, data: Data) -> str:
    return f"{names.unit(data['unit'])} was added to the pool"


def _left_out(names: Names, data: Data) -> str:
    return f"{names.unit(data['unit'])} had no room in its set-up area and is out of the game"


COMMON: Final[Mapping[str, Sentence]] = {
    "deploy": _deploy,
    "revealed": _revealed,
    "pooled": _pooled,
    "left_out": _left_out,
    "turn": _turn,
    "phase": _phase,
    "move": _move,
    "enter": _enter,
    "exit": _exit,
    "withdraw": _withdraw,
    "loss": _loss,
    "eliminated": _eliminated,
    "retreat": goes("retreated"),
    "displaced": goes("was displaced"),
    "advance": goes("advanced"),
    "end": _end,
}
"""Kind of event to its sentence, for what every game of units in hexes tells."""
