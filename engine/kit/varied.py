"""One value of a rules file, set to another: for trials that ask what a rule does to the balance.

A value is named by its place in the file: ``movement.costs.hex.woods.leg``. Inside lists an entry is named by its
number from 0, or by its name where it has one: ``combat.attack.shifts.0.columns``. A list of one may be written as its
entry.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.errors import HexwrightError

PLAIN: Final = (str, int, float, bool)
"""Kinds of values that can be set."""
_TEXTS: Final = frozenset({"paragraphs", "format", "base", "name", "title", "about", "says", "rule", "rules", "hooks"})
"""Keys that no rule of play depends on."""


def value_at(data: Mapping[str, Any], place: tuple[str, ...]) -> Any:
    """The value at a place; None where the file does not say it. Raises HexwrightError where there is no such place."""
    node: Any = data
    for number, word in enumerate(place):
        key = _key(node, word, number == len(place) - 1)
        if key is None:
            said = ".".join(place[:number])
            raise HexwrightError(f"there is no {word!r} {f'in {said}' if said else 'in the rules'}{_there(node)}")
        node = _inside(node, key)
    if node is not None and not isinstance(node, PLAIN):
        raise HexwrightError(f"{'.'.join(place)} is not a single value{_there(node)}")
    return node


def changed(data: Mapping[str, Any], place: tuple[str, ...], value: Any) -> dict[str, Any]:
    """The data with another value at a place that `value_at` has."""
    found: dict[str, Any] = _changed(data, place, value)
    return found


def _changed(node: Any, place: tuple[str, ...], value: Any) -> Any:
    if not place:
        return value
    key = _key(node, place[0], len(place) == 1)
    inner = _changed(_inside(node, key), place[1:], value)
    if key == "" or key is None:
        return inner
    if isinstance(node, Mapping):
        return {**node, key: inner}
    return [inner if number == key else one for number, one in enumerate(node)]


def _key(node: Any, word: str, last: bool) -> Any:
    """The key or number that a word names; empty where an entry stands for a list of one; None for none."""
    if isinstance(node, Mapping):
        found = next((key for key in node if str(key) == word), None)
        if found is not None:
            return found
        if word == "0" or node.get("name") == word:
            return ""
        return word if last else None
    if isinstance(node, list):
        if word.isdecimal():
            return int(word) if int(word) < len(node) else None
        named = (number for number, one in enumerate(node) if isinstance(one, Mapping) and one.get("name") == word)
        return next(named, None)
    return "" if word == "0" and isinstance(node, PLAIN) else None


def _inside(node: Any, key: Any) -> Any:
    if key == "":
        return node
    return node.get(key) if isinstance(node, Mapping) else node[key]


def _there(node: Any) -> str:
    if isinstance(node, Mapping):
        names = [str(key) for key in node]
    elif isinstance(node, list):
        names = [str(one.get("name", n)) if isinstance(one, Mapping) else str(n) for n, one in enumerate(node)]
    else:
        return ""
    return f"; there are {', '.join(names[:12])}{' ...' if len(names) > 12 else ''}" if names else ""


def numbers_in(data: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every number and switch of a file that rules of play depend on, with its place, in the order of the file."""
    waiting: list[tuple[tuple[str, ...], Any]] = [((), data)]
    while waiting:
        place, node = waiting.pop()
        if isinstance(node, Mapping):
            inner = [((*place, str(key)), value) for key, value in node.items() if str(key) not in _TEXTS]
            waiting += reversed(inner)
        elif isinstance(node, list):
            waiting += reversed([((*place, _name(one, number)), one) for number, one in enumerate(node)])
        elif isinstance(node, int | float):
            yield place, node


def _name(entry: Any, number: int) -> str:
    name = entry.get("name") if isinstance(entry, Mapping) else None
    return name if isinstance(name, str) else str(number)
