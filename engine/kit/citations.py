"""Where a rules file says that it rests on a paragraph: read from its plain data, which may be half written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.formats.source import DataPath
from engine.kit.wordlist import names_in_text

_TEXTS: Final = frozenset({"paragraphs", "about", "says", "text", "title"})
"""Keys whose values cite nothing."""


def citations(data: Any) -> dict[str, list[DataPath]]:
    """For each paragraph that a file cites the places that do, in the order of the file. One that stands for a key of a
    block (``rules``) is cited by that key."""
    found: dict[str, list[DataPath]] = {}
    for number, path in _cited(data):
        places = found.setdefault(number, [])
        if path not in places:
            places.append(path)
    return found


def _cited(data: Any) -> Iterator[tuple[str, DataPath]]:
    waiting: list[tuple[DataPath, Any]] = [((), data)]
    while waiting:
        path, node = waiting.pop()
        inner: list[tuple[DataPath, Any]] = []
        if isinstance(node, Mapping):
            for number in names_in_text(node.get("rule")):
                yield number, path
            rules = node.get("rules")
            for key, numbers in rules.items() if isinstance(rules, Mapping) else ():
                for number in names_in_text(numbers):
                    yield number, (*path, str(key))
            inner = [((*path, str(key)), value) for key, value in node.items() if key not in _TEXTS and key != "rules"]
        elif isinstance(node, list):
            inner = [((*path, number), value) for number, value in enumerate(node)]
        waiting += reversed(inner)
