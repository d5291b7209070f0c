"""The ``format:`` line: what kind of file it is, of which version, and the data brought up to today's version."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from engine.findings import Finding, Severity
from engine.formats.hints import clip, nearest
from engine.formats.migrations import CURRENT, MIGRATIONS, migrate
from engine.formats.reading import parse_text, read_source
from engine.formats.source import Notes, Section, Source

_TELLING: Final = {"script": "example", "actions": "replay", "sequence": "system", "units": "scenario"}
"""Kind of file to a key that only it has, to guess what a file without a ``format:`` line is."""
_LINE: Final = re.compile(r"hexwright-([A-Za-z-]+)\s+([0-9]{1,6})")


@dataclass(slots=True)
class Opened:
    """A file whose text and ``format:`` line were read; ``data`` is None when that failed."""

    source: Source
    notes: Notes = field(default_factory=Notes)
    kind: str = ""
    data: dict[str, Any] | None = None


def open_document(path: Path, file: str, wanted: str = "") -> Opened:
    """Read a file as far as its ``format:`` line; with ``wanted``, any other kind is refused."""
    source, findings = read_source(path, file)
    return _opened(source, findings, wanted)


def open_text(text: str, file: str, path: Path | None, wanted: str = "") -> Opened:
    """The same for a text that is, or might be, in a file."""
    source, findings = parse_text(text, file, path)
    return _opened(source, findings, wanted)


def _opened(source: Source, findings: list[Finding], wanted: str) -> Opened:
    opened = Opened(source)
    opened.notes.extend(findings)
    section = Section(source, notes=opened.notes)
    data = source.root.data if source.root else None
    if not isinstance(data, dict):
        if not any(finding.severity is Severity.ERROR for finding in findings):
            what = "the file is empty" if data is None else "the file is not a mapping of keys to values"
            section.error("FILE013", what, (), hint="it begins with a line such as 'format: hexwright-map 1'")
        return opened
    opened.kind = read_format(section, data, wanted)
    if opened.kind:
        version = int(str(data["format"]).split()[1])
        opened.data = migrate(opened.kind, version, data) if version < CURRENT[opened.kind] else data
    return opened


def read_format(section: Section, data: dict[str, Any], wanted: str = "") -> str:
    """The kind that a ``format:`` line names, when it is one we read; else an empty text, and a finding."""
    kinds = [f"hexwright-{kind}" for kind in CURRENT]
    if "format" not in data:
        kind = wanted or next((kind for key, kind in _TELLING.items() if key in data), "map")
        hint = f"begin the file with 'format: hexwright-{kind} {CURRENT[kind]}'"
        section.error("FILE014", "the 'format:' line is missing", (), hint=hint)
        return ""
    text = str(data["format"]).strip()
    match = _LINE.fullmatch(text)
    if match is None or match[1].lower() not in CURRENT:
        first = text.split()[0] if text.split() else ""
        near = nearest(first, kinds)
        hint = f"did you mean {near} 1?" if near else f"write one of {', '.join(kinds)}, and its version"
        section.error("FILE014", f"{clip(text)} is not a format of these files", ("format",), hint=hint)
        return ""
    kind, version = match[1].lower(), int(match[2])
    if version > CURRENT[kind]:
        section.error(
            "FILE015",
            f"this {kind} is of version {version}; this Hexwright reads up to {CURRENT[kind]}",
            ("format",),
            hint="a newer Hexwright reads it",
        )
        return ""
    if version < CURRENT[kind] and any((kind, step) not in MIGRATIONS for step in range(version, CURRENT[kind])):
        section.error("FILE014", f"{kind} files have no version {version}", ("format",))
        return ""
    if wanted and kind != wanted:
        section.error("FILE016", f"this is a {kind} file; expected a {wanted} file", ("format",))
        return ""
    return kind
