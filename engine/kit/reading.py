"""From the data of a rules file to its model, with every finding at its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from engine.findings import Finding, Severity
from engine.formats.checking import describe
from engine.formats.reading import display_name, too_large
from engine.formats.source import Section
from engine.formats.versions import Opened, open_document, open_text
from engine.kit.checks import checked
from engine.kit.fixes import with_fix
from engine.kit.hints import with_hint
from engine.kit.hooks.reading import HookFile
from engine.kit.laid import LaidSection, laid
from engine.kit.model.system_file import SystemFile
from engine.kit.unsaved import held_text
from engine.kit.varied import changed
from engine.scenario.system_name import Changes

HOOKS: Final = "KIT148"
"""The code of what is wrong with hooks."""
_OF_UNIONS: Final = frozenset({"literal_error", "string_type", "int_type", "bool_type", "tuple_type"})
"""What pydantic also says of a mapping that may be a single word instead."""


@dataclass(slots=True)
class ReadSystem:
    """A rules file as it was read."""

    path: Path
    model: SystemFile | None = None
    findings: list[Finding] = field(default_factory=list)
    section: LaidSection | None = None

    @property
    def errors(self) -> list[Finding]:
        """The findings that bar its use. Hooks bar play alone (`KitFile.hooks`): the rest of the file is read and
        shown."""
        return [one for one in self.findings if one.severity is Severity.ERROR and one.code != HOOKS]

    @property
    def hooks(self) -> HookFile | str | None:
        """The hooks of the file, or why they cannot be used; None where it has none."""
        if self.model is None or self.section is None or self.model.hooks is None:
            return None
        unsound = next((one.message for one in self.findings if one.code == HOOKS), "its hooks cannot be used")
        return self.section.hooks or unsound

    @property
    def files(self) -> tuple[Path, ...]:
        """All files that it was read from."""
        return self.section.files if self.section is not None else (self.path,)


def read_system(path: Path) -> ReadSystem:
    """Read a rules file with all that it rests on; what is wrong is in its findings."""
    text = held_text(path)
    if text is not None:
        return read_system_text(text, path)
    return _read(path, open_document(path, display_name(path), "system"))


def read_system_text(text: str, path: Path | None) -> ReadSystem:
    """Read a text as if it were the rules file at a path, which need not exist."""
    there = path if path is not None else Path("rules.yaml")
    name = display_name(there) if path is not None else "these rules"
    return _read(there, open_text(text, name, path, "system"))


def _read(path: Path, opened: Opened) -> ReadSystem:
    read = ReadSystem(path)
    if opened.data is not None:
        section = Section(opened.source, notes=opened.notes)
        read.section = _laid(section, opened.data)
        read.model = _built(read.section) if read.section is not None else None
    opened.notes.revise(_with_advice)
    read.findings = opened.notes.findings
    return read


def varied(read: ReadSystem, changes: Changes) -> ReadSystem:
    """A rules file that was read, with other values at some places; what is wrong is in its findings. Raises
    HexwrightError for a place that it does not have."""
    if read.section is None:
        return read
    section = LaidSection(Section(read.section.source))
    section.sources, section.data = read.section.sources, read.section.data
    for place, value in changes:
        section.data = changed(section.data, tuple(place.split(".")), value)
    found = ReadSystem(read.path, section=section)
    found.model = _built(section)
    section.notes.revise(_with_advice)
    found.findings = section.notes.findings
    return found


def build_system(section: Section, data: dict[str, Any]) -> SystemFile | None:
    """The model of a rules file's data; all that is wrong is noted in the section. None where nothing can be made."""
    whole = _laid(section, data)
    model = _built(whole) if whole is not None else None
    section.notes.revise(_with_advice)
    return model


def _with_advice(finding: Finding) -> Finding:
    """A finding with what to do next, and with its quick fix where there is one."""
    return with_hint(with_fix(finding))


def _laid(section: Section, data: dict[str, Any]) -> LaidSection | None:
    message = too_large(section.source.text)
    if message:
        section.error("KIT151", message, ())
        return None
    return laid(section, data)


def _built(section: LaidSection) -> SystemFile | None:
    try:
        model = SystemFile.model_validate(section.data)
    except ValidationError as error:
        _note(section, error)
        return None
    checked(section, model)
    return model


def _note(section: LaidSection, error: ValidationError) -> None:
    said = set[tuple[Any, ...]]()
    for problem in _apart_from_unions(error.errors(include_url=False)):
        if section.notes.stop():
            return
        one = describe(SystemFile, section.data, problem, section.suggest)
        if (one.path, one.message) not in said:
            said.add((one.path, one.message))
            section.error(one.code, one.message, one.path, key=one.key, hint=one.hint)


def _apart_from_unions(problems: list[Any]) -> Iterator[Any]:
    """The problems, without those that only say that a mapping is no single word."""
    for problem in problems:
        structured = isinstance(problem["input"], dict | list | tuple)
        around = tuple(problem["loc"])[:-1]
        if problem["type"] in _OF_UNIONS and structured and around:
            others = (one for one in problems if one is not problem and one["type"] not in _OF_UNIONS)
            if any(tuple(one["loc"])[: len(around)] == around for one in others):
                continue
        yield problem
