"""Values of a rules file as forms see them: short forms written out, and written back as short as they were.

A cell is a place in the data. It reads what the file says there, together with its base, and writes by the document's
commands. Where the file has a short form (a title alone, a list of one without the list), a change inside it writes the
short form again or, where it says too little now, the long one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from editor.document.rules_document import RulesDocument
from editor.rules.shapes import RuleShape, whole
from engine.formats.patching import value_at
from engine.formats.source import DataPath
from engine.kit.wordlist import names_in_text


class RuleCell:
    """A value of the rules. ``ident`` is its path in the data with all short forms written out."""

    def __init__(
        self, document: RulesDocument, shape: RuleShape, ident: DataPath, around: RuleCell | None = None
    ) -> None:
        self.document, self.shape, self.ident, self._around = document, shape, ident, around
        self.path: DataPath | None = None
        """Where the file has it, or would have it; None inside a short form."""
        if around is None:
            self.path, self.raw = ident, value_at(document.data, ident)
        else:
            self.raw = around.inside(ident[-1])
            self.path = (*around.path, ident[-1]) if around.path is not None and around.open else None

    @property
    def key(self) -> str | int:
        """The last part of its path."""
        return self.ident[-1] if self.ident else ""

    @property
    def given(self) -> bool:
        """Whether the file or its base has a value here."""
        return self.raw is not None

    @property
    def inherited(self) -> bool:
        """Whether the value comes from the base."""
        there = self.given and self.path is not None and bool(self.document.base)
        return there and self.path is not None and value_at(self.document.own, self.path) is None

    @property
    def long(self) -> bool:
        """Whether a mapping or list is written out, rather than in its short form."""
        kind, raw = self.shape.kind, self.raw
        if kind == "list":
            return isinstance(raw, list)
        if kind == "map":
            return isinstance(raw, Mapping)
        return isinstance(raw, Mapping) and (not self.shape.only or set(raw) <= self.shape.only)

    @property
    def worded(self) -> bool:
        """Whether the value is a word in place of a larger form."""
        return isinstance(self.raw, str) and self.raw in self.shape.choices

    @property
    def open(self) -> bool:
        """Whether what is inside it can be written at a place of its own."""
        if self.shape.kind == "list":
            return self.long and self.path is not None and isinstance(value_at(self.document.own, self.path), list)
        return self.long or (self.raw is None and not self.shape.short)

    # -- what is inside -----------------------------------------------------------------------------------------

    def _written_out(self) -> Any:
        kind, raw = self.shape.kind, self.raw
        if raw is None or self.worded:
            return [] if kind == "list" else {}
        if self.long:
            return raw
        if kind == "list":
            inner = self.shape.inner
            words = isinstance(raw, str) and (self.shape.spaced or (inner is not None and inner.short == "do"))
            return raw.split() if words else [raw]
        if kind == "map":
            return dict.fromkeys(names_in_text(raw), "")
        if self.shape.short == "do" and isinstance(raw, str) and "name" in self.shape.parts():
            return {"name": raw, "do": raw}
        return {self.shape.short: raw} if self.shape.short else {}

    def inside(self, key: str | int) -> Any:
        """The value of a key or number in it."""
        return value_at(self._written_out(), (key,))

    def child(self, key: str | int) -> RuleCell:
        """The cell of a key of a model, a name of a map or a number of a list."""
        shape = self.shape
        if shape.kind == "model":
            inner = shape.parts().get(str(key), RuleShape("any"))
        else:
            inner = replace(shape.inner or RuleShape("any"), label=str(key))
        return RuleCell(self.document, inner, (*self.ident, key), self)

    def children(self) -> Iterator[RuleCell]:
        """The cells of what it has: keys of a model, entries of a map or list."""
        said = self._written_out()
        if isinstance(said, list):
            yield from (self.child(number) for number in range(len(said)))
        elif isinstance(said, Mapping):
            comments = () if self.shape.kind == "model" else ("about", "says", "rule", "rules")
            yield from (self.child(str(key)) for key in said if str(key) not in comments)

    # -- changing it --------------------------------------------------------------------------------------------

    def put(self, value: Any, stroke: int = 0) -> bool:
        """Write a value; None removes it. Returns whether anything changed."""
        if value is None:
            return self.take_out() if self.given else False
        if self.path is not None:
            return self.document.put(self.path, value, f"Change {self.said}", stroke)
        assert self._around is not None
        return self._around.put_inside(self.key, value, stroke)

    def put_inside(self, key: str | int, value: Any, stroke: int = 0) -> bool:
        """Write the value of a key or number in a short form: short if possible, else long."""
        said = self._written_out()
        if isinstance(said, list):
            entries = [*said]
            entries[int(key) : int(key) + 1] = [value]
            return self.put(self._short(entries), stroke)
        made = {**said, str(key): value}
        return self.put(made[self.shape.short] if set(made) == {self.shape.short} else made, stroke)

    def _short(self, entries: list[Any]) -> Any:
        """A list as short as it may be written: words in one text, a single plain entry without the list."""
        if self.shape.spaced and entries and all(isinstance(one, str) for one in entries):
            return " ".join(entries)
        single = len(entries) == 1 and self.shape.single and not isinstance(entries[0], Mapping | list)
        return entries[0] if single else entries

    def take_out(self) -> bool:
        """Take out what is there."""
        if self.path is not None:
            return self.document.take_out(self.path, f"Remove {self.said}")
        assert self._around is not None
        return self._around.take_inside(self.key)

    def take_inside(self, key: str | int) -> bool:
        """Take out a key or number of a short form."""
        said = self._written_out()
        if isinstance(said, list):
            return self.put(self._short([one for number, one in enumerate(said) if number != key]))
        return self.put({name: one for name, one in said.items() if name != key})

    def move(self, step: int) -> bool:
        """Move an entry up (-1) or down (1) among its neighbours."""
        around = self._around
        if around is None:
            return False
        said = around._written_out()
        names: list[str | int] = [*range(len(said))] if isinstance(said, list) else [str(one) for one in said]
        at = names.index(self.key) + min(step, 0)
        if not 0 <= at < len(names) - 1:
            return False
        own = value_at(self.document.own, around.path) if around.path is not None else None
        if around.open and isinstance(own, list | Mapping) and len(own) == len(said):
            assert around.path is not None
            return self.document.swap((*around.path, names[at]), f"Move {self.said}")
        if isinstance(said, list):
            entries = [*said]
            entries[at : at + 2] = reversed(entries[at : at + 2])
            return around.put(around._short(entries))
        return False

    def rename(self, name: str) -> bool:
        """Give the entry of a map another name."""
        if self.path is None or self._around is None:
            return False
        return self.document.rename(self.path, name, f"Rename {self.said}")

    @property
    def said(self) -> str:
        """What it is called in the list of steps."""
        return ", ".join(self._names()[-2:])

    def _names(self) -> list[str]:
        """The names of the places around it and its own; entries of lists have none."""
        if self._around is None:
            return []
        own = [] if isinstance(self.key, int) else [(self.shape.label or str(self.key)).replace("_", " ").lower()]
        return [*self._around._names(), *own]

    @property
    def around(self) -> RuleCell | None:
        """The cell that it is in; None for the whole file."""
        return self._around

    @property
    def title(self) -> str:
        """What an entry of a list is called: its name, its title, else its number."""
        if isinstance(self.key, int):
            said = self._written_out() if self.shape.kind == "model" else {}
            named = said.get("name") if isinstance(said, Mapping) else None
            return str(named) if named else f"{self.key + 1}."
        return str(self.key)


def cell_at(document: RulesDocument, path: DataPath) -> RuleCell:
    """The cell at a path from the root."""
    found = RuleCell(document, whole(), ())
    for part in path:
        found = found.child(part)
    return found
