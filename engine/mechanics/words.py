"""What happened, in sentences: names in place of keys. Each system adds sentences for the events that are its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from engine.scenario import Scenario

Data = Mapping[str, Any]


class Names:
    """Names of the units and sides of one scenario."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario

    def unit(self, key: Any) -> str:
        """A unit's name; its key where there is no such unit."""
        unit = self.scenario.units.get(str(key))
        return unit.name if unit else str(key)

    def side(self, key: Any) -> str:
        """A side's name; its key where there is no such side."""
        side = self.scenario.sides.get(str(key))
        return side.name if side else str(key)

    def units(self, keys: Any) -> str:
        """Several units: ``9th Infantry, 11th Infantry and Towson``."""
        return listed(self.unit(key) for key in (keys if isinstance(keys, list | tuple) else [keys]))


Sentence = Callable[[Names, Data], str]
"""Says an event of one kind; raises KeyError for data that an event of its kind never lacks."""


def listed(words: Iterable[str], nothing: str = "") -> str:
    """``one, two and three``; ``nothing`` where there are none."""
    *most, last = list(words) or [nothing]
    return f"{', '.join(most)} and {last}" if most else last


def points(value: float) -> str:
    """``1 point``, ``2.5 points``."""
    return f"{value:g} point" + ("" if value == 1 else "s")


def meant(code: str, meanings: Mapping[str, str]) -> str:
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
    return f"{names.unit(data['unit'])} moves from {data['from']} to {data['to']} for {points(data['cost'])}"


def _enter(names: Names, data: Data) -> str:
    onward = f" and moves to {data['to']}" if data["to"] != data["at"] else ""
    return f"{names.unit(data['unit'])} enters at {data['at']}{onward} for {points(data['cost'])}"


def _loss(names: Names, data: Data) -> str:
    left = data["steps"]
    return f"{names.unit(data['unit'])} loses a step, {f'{left} left' if left else 'its last one'}"


def _eliminated(names: Names, data: Data) -> str:
    return f"{names.unit(data['unit'])} is eliminated in {data['at']}"


def goes(verb: str) -> Sentence:
    """A unit goes from hex to hex: ``goes("retreats")``."""
    return lambda names, data: f"{names.unit(data['unit'])} {verb} from {data['from']} to {data['to']}"


def _end(names: Names, data: Data) -> str:
    winner = f"{names.side(data['winner'])} wins" if data["winner"] else "A draw"
    level = f", {data['level']}" if data["level"] else ""
    return f"The game is over. {winner}{level}: {data['reason']}"


COMMON: Final[Mapping[str, Sentence]] = {
    "turn": _turn,
    "phase": _phase,
    "move": _move,
    "enter": _enter,
    "loss": _loss,
    "eliminated": _eliminated,
    "retreat": goes("retreats"),
    "displaced": goes("is displaced"),
    "advance": goes("advances"),
    "end": _end,
}
"""Kind of event to its sentence, for what every game of units in hexes tells."""
