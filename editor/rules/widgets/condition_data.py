"""The data of a condition as a list of requirements that can be changed, and made into data again.

What is not changed stays as the file has it: a mapping or a list of mappings, a text or a list of names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.kit.condition_text import written_names
from engine.kit.requirement_kinds import KINDS, misfit
from engine.kit.wordlist import WordList


@dataclass(slots=True)
class RequirementPart:
    """One requirement. Its key is empty for something that is not one, which stays as it is."""

    key: str
    value: Any
    entry: int = 0
    """Which entry of the condition's list it is in."""


class ConditionParts:
    """The requirements of a condition."""

    def __init__(self, raw: Any) -> None:
        self._raw = raw
        self._changed = False
        self._listed = isinstance(raw, list)
        self.short = bool(raw) and (isinstance(raw, str) or (self._listed and all(isinstance(r, str) for r in raw)))
        """Whether it is written as names of types alone, as classes may be."""
        self.parts: list[RequirementPart] = [RequirementPart("type", raw)] if self.short else list(_parts(raw))

    def data(self) -> Any:
        """The condition as plain data; None where nothing is left of it."""
        if not self._changed:
            return self._raw
        if not self.parts:
            return None
        if self.short and len(self.parts) == 1 and self.parts[0].key == "type":
            return self.parts[0].value
        entries = [self._entry(number) for number in sorted({part.entry for part in self.parts})]
        return entries if len(entries) > 1 or (self._listed and not self.short) else entries[0]

    def _entry(self, number: int) -> Any:
        inside = [part for part in self.parts if part.entry == number]
        return inside[0].value if not inside[0].key else {part.key: part.value for part in inside}

    def put(self, number: int, value: Any) -> None:
        """Give a requirement another value."""
        self._changed = True
        self.parts[number].value = value

    def add(self, key: str, value: Any) -> int:
        """Add a requirement at the end; returns its number."""
        self._changed = True
        last = self.parts[-1].entry if self.parts else 0
        taken = any(part.entry == last and part.key in (key, "") for part in self.parts)
        self.parts.append(RequirementPart(key, value, last + taken))
        return len(self.parts) - 1

    def remove(self, number: int) -> None:
        """Take a requirement out."""
        self._changed = True
        del self.parts[number]

    def move(self, number: int, to: int) -> None:
        """Put a requirement at another place of the order."""
        self._changed = True
        entries = [part.entry for part in self.parts]
        self.parts.insert(to, self.parts.pop(number))
        for part, entry in zip(self.parts, entries, strict=True):
            part.entry = entry
        seen = {(part.entry, part.key) for part in self.parts if part.key}
        if len(seen) < len(self.parts):
            for entry, part in enumerate(self.parts):
                part.entry = entry


def _parts(raw: Any) -> Iterator[RequirementPart]:
    if raw is None:
        return
    for number, entry in enumerate(raw if isinstance(raw, list) else [raw]):
        if isinstance(entry, Mapping):
            for key, value in entry.items():
                yield RequirementPart(str(key), value, number)
        else:
            yield RequirementPart("", entry, number)


def same(one: Any, other: Any) -> bool:
    """Whether two pieces of plain data are written alike; 1 is not true, and the order of keys counts."""
    return repr(one) == repr(other)


def fault_of(part: RequirementPart, words: WordList, subjects: frozenset[str] | None) -> str:
    """What is wrong with a requirement, in a few words; empty where nothing is."""
    kind = KINDS.get(part.key)
    if kind is None:
        return f"{part.key or 'this'} is not a requirement"
    if subjects is not None and not kind.fits(subjects):
        if "printed" in subjects:
            return f"{kind.label} is not printed on units"
        return f"{kind.label} asks about the {kind.subject}, and there is none here"
    said = misfit(part.key, part.value)
    if said or not kind.domains:
        return said
    if isinstance(part.value, Mapping):
        named = [str(name) for name in part.value] if kind.shape.startswith("dict") else []
    else:
        named = [] if isinstance(part.value, bool) else written_names(kind, part.value)
    wrong = (words.unknown(kind.domains, name.removeprefix("!")) for name in named)
    return next(filter(None, wrong), "")
