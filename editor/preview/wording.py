"""What happened, in a sentence for the log: events of play with names instead of keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.play import Event
from engine.scenario import Scenario

Data = Mapping[str, Any]


class Words:
    """Names of units and sides of one scenario."""

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
        names = [self.unit(key) for key in (keys if isinstance(keys, list | tuple) else [keys])]
        return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else ""

    def event(self, event: Event) -> str:
        """An event as a sentence."""
        known = _SENTENCES.get(event.kind)
        if known is not None:
            try:
                return known(self, event.data)
            except (KeyError, IndexError, TypeError):
                return self._plain(event)
        return self._plain(event)

    def _plain(self, event: Event) -> str:
        """An event nobody found words for: its kind and its data."""
        parts: list[str] = []
        for key, value in event.data.items():
            if value in (None, "", [], {}):
                continue
            if key == "unit":
                parts.insert(0, self.unit(value))
            elif key in ("units", "attackers", "defenders"):
                parts.append(f"{key}: {self.units(value)}")
            elif key == "side":
                parts.append(self.side(value))
            elif isinstance(value, list | tuple):
                parts.append(f"{key} {' '.join(str(item) for item in value)}")
            elif not isinstance(value, Mapping):
                parts.append(f"{key} {value}")
        title = event.kind.replace("_", " ").capitalize()
        return f"{title}: {', '.join(parts)}" if parts else title


def _points(value: Any) -> str:
    number = float(value)
    return f"{number:g} point" + ("" if number == 1 else "s")


def _move(words: Words, data: Data) -> str:
    cost = f" for {_points(data['cost'])}" if data.get("cost") is not None else ""
    return f"{words.unit(data['unit'])} moves from {data['from']} to {data['to']}{cost}"


def _enter(words: Words, data: Data) -> str:
    to = f" and moves to {data['to']}" if data.get("to") and data["to"] != data["at"] else ""
    return f"{words.unit(data['unit'])} enters at {data['at']}{to}"


def _phase(words: Words, data: Data) -> str:
    return f"{words.side(data['side'])}: {data['phase']} phase"


def _turn(words: Words, data: Data) -> str:
    label = data.get("label") or ""
    return f"Turn {data['turn']}" + (f", {label}" if label and label != f"Turn {data['turn']}" else "")


def _attack(words: Words, data: Data) -> str:
    verb = "bombards" if data.get("kind") == "bombardment" else "attacks"
    who = words.units(data["attackers"])
    if len(data["attackers"]) > 1:
        verb = verb[:-1]
    against = words.units(data["defenders"])
    shifts = "".join(f", {_shift(shift)}" for shift in data.get("shifts", ()))
    odds = f", {data['odds']}" if data.get("odds") else ""
    basic = f" ({data['strength']}{shifts})" if data.get("strength") else ""
    return f"{who} {verb} {against} in {' '.join(data.get('targets', ()) or [data['target']])}{odds}{basic}"


def _shift(shift: Any) -> str:
    if isinstance(shift, Mapping):
        columns = int(shift["columns"])
        return f"{abs(columns)} {'right' if columns > 0 else 'left'} for {shift['cause']}"
    return str(shift)


def _result(words: Words, data: Data) -> str:
    return f"The die shows {data['die']} at {data['odds']}: {data['result']}"


def _loss(words: Words, data: Data) -> str:
    left = data.get("steps")
    last = "" if left is None else ", its last one" if left == 0 else f", {left} left"
    return f"{words.unit(data['unit'])} loses a step{last}"


def _eliminated(words: Words, data: Data) -> str:
    at = f" in {data['at']}" if data.get("at") else ""
    return f"{words.unit(data['unit'])} is eliminated{at}"


def _goes(verb: str) -> Callable[[Words, Data], str]:
    def sentence(words: Words, data: Data) -> str:
        return f"{words.unit(data['unit'])} {verb} from {data['from']} to {data['to']}"

    return sentence


def _end(words: Words, data: Data) -> str:
    winner = f"{words.side(data['winner'])} wins" if data.get("winner") else "A draw"
    level = f", {data['level']}" if data.get("level") else ""
    return f"The game is over. {winner}{level}: {data['reason']}"


_SENTENCES: Final[dict[str, Callable[[Words, Data], str]]] = {
    "move": _move,
    "enter": _enter,
    "phase": _phase,
    "turn": _turn,
    "attack": _attack,
    "result": _result,
    "loss": _loss,
    "eliminated": _eliminated,
    "retreat": _goes("retreats"),
    "displace": _goes("is displaced"),
    "displaced": _goes("is displaced"),
    "advance": _goes("advances"),
    "end": _end,
}


def place_of(event: Event) -> str:
    """The hex where an event happened, if its data say one."""
    for key in ("to", "at", "target", "from"):
        value = event.data.get(key)
        if isinstance(value, str) and value:
            return value
    return ""
