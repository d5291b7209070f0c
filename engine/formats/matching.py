"""What in a tree of values is what in a later one: the same keys, keys that were renamed, elements of lists."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, Final

from engine.formats.source import DataPath, Node
from engine.scenario.ranges import first_key

_MANY: Final = 3000
"""Elements of a list from which on only equal ones are found again: comparing all with all would take too long."""

_ALIKE: Final = 0.6
"""From how great a share of the same text on a changed element is taken for the one it was."""


@dataclass(frozen=True, slots=True)
class Match:
    """Where a data path of the earlier tree leads in the later one."""

    path: DataPath
    """As far as it leads."""
    whole: bool = False
    """Whether it leads to its end."""
    flat: bool = False
    """Whether it ends early because the rest is written as one text there."""


class Matches:
    """Finds parts of an earlier tree again in a later one."""

    def __init__(self, old: Node | None, new: Node | None) -> None:
        self._old, self._new = old, new
        self._known: dict[tuple[int, int], dict[str | int, str | int]] = {}

    def find(self, path: DataPath) -> Match:
        """Where a path of the earlier tree leads."""
        old, new = self._old, self._new
        at: DataPath = ()
        for part in path:
            if old is None or new is None:
                return Match(at)
            if new.members is None and new.items is None:
                return Match(at, flat=True)
            there = self._between(old, new).get(part)
            if there is None:
                return Match(at)
            at = (*at, there)
            old, new = _below(old, part), _below(new, there)
        return Match(at, whole=new is not None)

    def _between(self, old: Node, new: Node) -> dict[str | int, str | int]:
        """Key or number to key or number, of two mappings or lists."""
        known = self._known.get((id(old), id(new)))
        if known is None:
            if old.members is not None and new.members is not None:
                known = dict(_keys(old.members, new.members))
            elif old.items is not None and new.items is not None:
                known = dict(_elements([_plain(item) for item in old.items], [_plain(item) for item in new.items]))
            elif old.items is not None and new.members is not None:
                # A list of keys may be written as a mapping.
                known = {n: str(item.data) for n, item in enumerate(old.items) if str(item.data) in new.members}
            else:
                known = {}
            self._known[id(old), id(new)] = known
        return known


def _below(node: Node, part: str | int) -> Node | None:
    if node.members is not None:
        found = node.members.get(str(part))
        return found[1] if found else None
    return node.items[part] if node.items is not None and isinstance(part, int) else None


def _keys(old: dict[str, tuple[int, Node]], new: dict[str, tuple[int, Node]]) -> dict[str | int, str | int]:
    """The keys that stayed, and for those that are gone the new ones that took their place."""
    found: dict[str | int, str | int] = {key: key for key in old if key in new}
    gone = [key for key in old if key not in new]
    come = [key for key in new if key not in old]
    if not gone or not come:
        return found
    values: dict[str, list[str]] = {}
    for key in come:
        values.setdefault(_plain(new[key][1]), []).append(key)
    places = {key: number for number, key in enumerate(new)}
    for number, key in enumerate(old):
        if key in found:
            continue
        if (first := first_key(key)) in come:
            # A range of unit keys is saved singly.
            found[key] = first
            continue
        alike = values.get(_plain(old[key][1]), [])
        if alike:
            nearest = min((abs(places[name] - number), name) for name in alike)[1]
            found[key] = nearest
            alike.remove(nearest)
    taken = set(found.values())
    order = list(new)
    if len(old) == len(new):
        # Renamed and changed at once: it still stands in its old place.
        for number, key in enumerate(old):
            if key not in found and order[number] not in taken:
                found[key] = order[number]
    return found


def _elements(old: list[str], new: list[str]) -> dict[str | int, str | int]:
    """The elements that are equal, those that moved, and those that changed in their place."""
    found: dict[str | int, str | int] = {}
    gaps: list[tuple[range, range]] = []
    if max(len(old), len(new)) > _MANY:
        gaps = [(range(len(old)), range(len(new)))]
    else:
        for what, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            if what == "equal":
                found.update(zip(range(a, b), range(c, d), strict=True))
            else:
                gaps.append((range(a, b), range(c, d)))
    taken = set(found.values())
    left: dict[str, list[int]] = {}
    for number, text in enumerate(new):
        if number not in taken:
            left.setdefault(text, []).append(number)
    for number, text in enumerate(old):
        if number not in found and left.get(text):
            found[number] = left[text].pop(0)
            taken.add(found[number])
    for before, after in gaps:
        changed = [number for number in before if number not in found]
        instead = [number for number in after if number not in taken]
        if len(changed) == len(instead):
            found.update(zip(changed, instead, strict=True))
            taken.update(instead)
    changed = [number for number in range(len(old)) if number not in found]
    instead = [number for number in range(len(new)) if number not in taken]
    found.update(_alike(changed, instead, old, new))
    return found


def _alike(changed: list[int], instead: list[int], old: list[str], new: list[str]) -> Iterator[tuple[int, int]]:
    """Elements that have changed and those, wherever they stand now, that are most like them."""
    if len(changed) * len(instead) > _MANY:
        return
    likeness = {(a, b): SequenceMatcher(None, old[a], new[b]).ratio() for a in changed for b in instead}
    done: set[int] = set()
    took: set[int] = set()
    for (a, b), ratio in sorted(likeness.items(), key=lambda item: (-item[1], item[0])):
        if ratio >= _ALIKE and a not in done and b not in took:
            done.add(a)
            took.add(b)
            yield a, b


def _plain(node: Node) -> str:
    """A value as text, however it is written: a list of names and a text of them are the same."""
    return json.dumps(_simple(node.data), sort_keys=True)


def _simple(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _simple(item) for key, item in value.items()}
    if isinstance(value, list):
        simple = [_simple(item) for item in value]
        return " ".join(simple) if all(isinstance(item, str) for item in simple) else simple
    return " ".join(str(value).split())
