"""Rules files that differ from another one: their data laid over its data, and where each value stands."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from engine.findings import Place, Severity
from engine.formats.hints import clip
from engine.formats.locate import NotFoundError, OutsideError, locate
from engine.formats.reading import display_name
from engine.formats.source import DataPath, Section, Source
from engine.formats.versions import Opened, open_document, open_text
from engine.kit.hooks.reading import HookFile
from engine.kit.unsaved import held_text

LEFT_OUT: Final = ("do", "value", "cost", "what", "hides")
"""Keys that a short form leaves out."""
DEEPEST: Final = 8
"""Files that are laid one over the other at most."""


class LaidSection(Section):
    """A rules file with the files that it rests on: a value stands in the first of them that has it."""

    def __init__(self, section: Section) -> None:
        super().__init__(section.source, section.prefix, section.notes)
        self.sources: list[Source] = [section.source]
        self.data: dict[str, Any] = {}
        """The data of all files, laid over each other."""
        self.hooks: HookFile | None = None
        """The hooks that it names, once they have been found sound as text."""

    def place(
        self, path: DataPath, token: int | None = None, *, key: bool = False, hex: str = "", unit: str = ""
    ) -> Place:
        """The place of a value in the file that has it, or of what is nearest to it."""
        found = [(reached(source, path), source) for source in self.sources]
        written, source = max(found, key=lambda one: len(one[0]))
        at = source.place(written, token, key=key, hex=hex, unit=unit)
        return Place(at.file, at.line, at.column, path, hex, unit)

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that were read, the one itself first."""
        hooks = (self.hooks.path,) if self.hooks is not None else ()
        return (*(source.path for source in self.sources if source.path is not None), *hooks)


def reached(source: Source, path: DataPath) -> DataPath:
    """The part of a data path that a file has, in its own spelling: a list of one may be written as its entry alone."""
    node, written = source.root, list[str | int]()
    for part in path:
        if node is None:
            break
        if node.members is not None and str(part) in node.members:
            node = node.members[str(part)][1]
        elif node.items is not None and isinstance(part, int) and 0 <= part < len(node.items):
            node = node.items[part]
        elif isinstance(part, int) or part in LEFT_OUT:
            continue
        else:
            break
        written.append(part)
    return tuple(written)


def laid_over(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """The data of a base with another file's laid over them: mappings key by key, other values in place of the old
    ones, and nothing (``null``) takes a key out."""
    made = dict(base)
    waiting: list[tuple[dict[str, Any], Mapping[str, Any]]] = [(made, own)]
    while waiting:
        target, source = waiting.pop()
        for key, value in source.items():
            there = target.get(key)
            if value is None:
                target.pop(key, None)
            elif isinstance(value, Mapping) and isinstance(there, Mapping):
                inner = dict(there)
                target[key] = inner
                waiting.append((inner, value))
            else:
                target[key] = value
    return made


def laid(section: Section, data: dict[str, Any]) -> LaidSection | None:
    """A rules file with all that it rests on; None where its base cannot be had, and the section says why."""
    whole = LaidSection(section)
    layers = [data]
    seen = {section.source.path.resolve()} if section.source.path else set[Path]()
    at: Section = section
    while layers[-1].get("base") is not None:
        opened = _base(section, at, layers[-1]["base"], seen)
        if opened is None or opened.data is None:
            return None
        whole.sources.append(opened.source)
        layers.append(opened.data)
        at = Section(opened.source, notes=section.notes)
    for layer in reversed(layers):
        whole.data = laid_over(whole.data, layer)
    if len(layers) > 1 and "name" not in data:
        section.error("FILE018", "the key 'name' is missing: a file with a base has a name of its own", ())
    return whole


def _base(section: Section, at: Section, ref: Any, seen: set[Path]) -> Opened | None:
    """The file of a base, read; None where it cannot be had."""
    if not isinstance(ref, str) or not ref.strip():
        at.error("FILE019", "base must be the name or path of a rules file", ("base",))
        return None
    try:
        path = locate("system", ref, at.near)
    except NotFoundError as error:
        at.error("KIT101", f"the base is not found: {error}", ("base",), hint=error.hint)
        return None
    except OutsideError as error:
        at.error("FILE022", str(error), ("base",))
        return None
    if path.resolve() in seen or len(seen) > DEEPEST:
        at.error("KIT101", f"{clip(ref)} is based on this file itself, or on too many others", ("base",))
        return None
    seen.add(path.resolve())
    text, name = held_text(path), display_name(path)
    opened = open_text(text, name, path, "system") if text is not None else open_document(path, name, "system")
    if any(finding.severity is Severity.ERROR for finding in opened.notes.findings):
        section.notes.extend(opened.notes.findings)
        at.error("KIT101", f"the base {clip(ref)} cannot be read", ("base",))
        return None
    return opened
