"""Which rules of a file rest on which paragraph."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.formats.source import DataPath
from engine.kit.wordlist import names_in_text


def cited_at(data: Mapping[str, Any]) -> dict[str, list[DataPath]]:
    """By paragraph the places of the rules that rest on it: blocks and entries by ``rule``, keys by ``rules``."""
    found: dict[str, list[DataPath]] = {}
    for path, number in _citations(data):
        there = found.setdefault(number, [])
        if path not in there:
            there.append(path)
    return found


def _citations(data: Mapping[str, Any]) -> Iterator[tuple[DataPath, str]]:
    waiting: list[tuple[DataPath, Any]] = [((), data)]
    while waiting:
        path, node = waiting.pop()
        if isinstance(node, Mapping):
            yield from ((path, number) for number in names_in_text(node.get("rule")))
            rules = node.get("rules")
            for key, numbers in rules.items() if isinstance(rules, Mapping) else ():
                yield from (((*path, str(key)), number) for number in names_in_text(numbers))
            inner = [((*path, str(key)), value) for key, value in node.items() if key not in ("rule", "rules")]
            waiting += reversed([one for one in inner if one[0][:1] != ("paragraphs",)])
        elif isinstance(node, list):
            waiting += reversed([((*path, number), value) for number, value in enumerate(node)])


def place_in_words(path: DataPath, data: Mapping[str, Any]) -> str:
    """A place of the rules as a link says it: ``combat, attack, shifts, 2``."""
    said: list[str] = []
    node: Any = data
    for part in path:
        node = node.get(part) if isinstance(node, Mapping) else node[part] if isinstance(part, int) else None
        named = node.get("name") if isinstance(node, Mapping) else None
        said.append(str(named) if isinstance(part, int) and named else str(part + 1 if isinstance(part, int) else part))
    return ", ".join(said).replace("_", " ")
