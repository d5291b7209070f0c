"""Where each value of a file stands: line and column of every key, value, token and character."""

from __future__ import annotations

import bisect
import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

from engine.findings import Finding, Place, Severity
from engine.formats.codes import CODES
from engine.formats.hints import did_you_mean
from engine.spelling import composed

DataPath = tuple[str | int, ...]

MOST_FINDINGS: Final = 200
"""How many findings of a file are kept."""

MOST_SUGGESTIONS: Final = 30
"""How many findings of a file get a suggestion of what may have been meant."""

_BREAK: Final = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
_TOKEN: Final = re.compile(r"\S+")


class Node:
    """One value of the file: a scalar, a mapping or a list, with the part of the text it was read from.

    ``start`` and ``end`` count characters from the beginning of the text.
    """

    __slots__ = ("data", "end", "items", "members", "start", "style")

    def __init__(self, data: Any, start: int, end: int, style: str = "") -> None:
        self.data = data
        self.start = start
        self.end = end
        self.style = style
        """For scalars: empty when plain, else ``'``, ``"``, ``|`` or ``>``."""
        self.items: list[Node] | None = None
        self.members: dict[str, tuple[int, Node]] | None = None
        """For mappings: key to (start of the key, value)."""


@dataclass(slots=True)
class Source:
    """A file's text and the tree of its values."""

    file: str = ""
    """The name that findings give the file."""
    path: Path | None = None
    text: str = field(default="", repr=False)
    root: Node | None = field(default=None, repr=False)
    stand_ins: dict[DataPath, str] = field(default_factory=dict, repr=False)
    """Keys under which the file has what is at a data path, where those differ: the range that a unit is in."""
    _lines: list[int] = field(default_factory=list, repr=False)
    _indents: dict[DataPath, int] = field(default_factory=dict, repr=False)
    _starts: dict[DataPath, list[int]] = field(default_factory=dict, repr=False)

    def node(self, path: DataPath) -> Node | None:
        """The node at a data path, or None."""
        node = self.root
        for number in range(len(path)):
            node = _child(node, self._as_written(node, path, number))
            if node is None:
                return None
        return node

    def _as_written(self, around: Node | None, path: DataPath, number: int) -> str | int:
        """A part of a data path as the file has it in the mapping or list around it."""
        part = path[number]
        if self.stand_ins and _child(around, part) is None:
            return self.stand_ins.get(path[: number + 1], part)
        return part

    def position(self, path: DataPath, *, key: bool = False) -> tuple[int, int]:
        """Line and column, from 1, of the value at a data path.

        A mapping or list stands where its key stands; ``key`` asks for the key of any value. Where the path
        leads to nothing, its nearest existing part is taken; (0, 0) for a file without values.
        """
        node, at = self.root, self.root.start if self.root else 0
        if node is None:
            return 0, 0
        for number in range(len(path)):
            part = self._as_written(node, path, number)
            below = _child(node, part)
            if below is None or node is None:
                break
            at = below.start
            if node.members is not None and (key or below.members is not None or below.items is not None):
                at = node.members[str(part)][0]
            node = below
        return self.line_column(at)

    def line_column(self, index: int) -> tuple[int, int]:
        """Line and column, from 1, of a character of the text."""
        if not index:
            return 1, 1
        if not self._lines:
            self._lines = _line_starts(self.text)
        line = bisect.bisect_right(self._lines, index)
        return line, index - self._lines[line - 1] + 1

    def place(
        self, path: DataPath, token: int | None = None, *, key: bool = False, hex: str = "", unit: str = ""
    ) -> Place:
        """The place of a value, or of the ``token``-th name (from 0) in a text block or list of names."""
        line, column = self.position(path, key=key)
        if token is not None:
            starts = self.token_starts(path)
            if token < len(starts):
                line, column = self.line_column(starts[token])
        return Place(self.file, line, column, path, hex, unit)

    def token_starts(self, path: DataPath) -> list[int]:
        """Where each name of a text block, or of a list of names, begins in the text."""
        if path not in self._starts:
            node = self.node(path)
            parts = [] if node is None else node.items if node.items is not None else [node]
            self._starts[path] = [start for part in parts for start in self._tokens_of(part)]
        return self._starts[path]

    def _tokens_of(self, node: Node) -> list[int]:
        begin, end = node.start, node.end
        if node.style in ("|", ">"):
            begin = self.text.find("\n", begin, end) + 1 or end
        elif node.style:
            begin, end = begin + 1, end - 1
        starts = [match.start() for match in _TOKEN.finditer(self.text, begin, end)]
        # Escapes in quoted text may hide or make spaces: then only the beginning is certain.
        expected = len(str(node.data).split())
        return starts if len(starts) == expected or not node.style else [node.start] * expected

    def character_place(self, path: DataPath, row: int, column: int) -> Place:
        """The place of a character of a ``|`` text block: its row and column, both from 0."""
        node = self.node(path)
        if node is None or node.style != "|":
            return self.place(path)
        line, _ = self.line_column(node.start)
        if path not in self._indents:
            self._indents[path] = self._indent(node, line)
        at = self._indents[path] + _as_written(self._line_text(line + 1 + row)[self._indents[path] :], column)
        return Place(self.file, line + 1 + row, at + 1, path)

    def _indent(self, node: Node, line: int) -> int:
        """How far a text block, whose ``|`` is in this line, is indented."""
        for number, content in enumerate(str(node.data).split("\n")):
            if content.strip():
                return len(self._line_text(line + 1 + number)) - len(content)
        return 0

    def _line_text(self, line: int) -> str:
        if line > len(self._lines):
            return ""
        begin = self._lines[line - 1]
        end = self._lines[line] if line < len(self._lines) else len(self.text)
        return self.text[begin:end].rstrip("\r\n\x85\u2028\u2029")


def _as_written(row: str, column: int) -> int:
    """Where a character of a row, counted in composed letters, is in the row as the file has it."""
    if composed(row) == row:
        return column
    starts = [at for at, char in enumerate(row) if not unicodedata.combining(char)]
    return starts[column] if column < len(starts) else len(row)


def _line_starts(text: str) -> list[int]:
    if any(sign in text for sign in "\r\x85\u2028\u2029"):
        return [0, *(match.end() for match in _BREAK.finditer(text))]
    return [0, *accumulate(len(line) + 1 for line in text.split("\n")[:-1])]


def _child(node: Node | None, part: str | int) -> Node | None:
    if node is None:
        return None
    if node.members is not None:
        found = node.members.get(str(part))
        return found[1] if found else None
    if node.items is not None and isinstance(part, int) and 0 <= part < len(node.items):
        return node.items[part]
    return None


class Notes:
    """The findings of one file, collected as they turn up; of a great many only the first are kept."""

    def __init__(self) -> None:
        self._findings: list[Finding] = []
        self._more = False
        self._suggestions = 0

    def add(self, finding: Finding) -> None:
        """Keep a finding."""
        if len(self._findings) < MOST_FINDINGS:
            self._findings.append(finding)
        else:
            self._more = True

    def revise(self, change: Callable[[Finding], Finding]) -> None:
        """Have every finding as ``change`` gives it."""
        self._findings = [change(finding) for finding in self._findings]

    def extend(self, findings: list[Finding]) -> None:
        """Keep several findings."""
        for finding in findings:
            self.add(finding)

    @property
    def full(self) -> bool:
        """Whether no further findings are kept."""
        return len(self._findings) >= MOST_FINDINGS

    def stop(self) -> bool:
        """Whether to look no further, because no further findings are kept."""
        self._more = self._more or self.full
        return self.full

    def may_suggest(self) -> bool:
        """Whether another suggestion may be looked for: among many names that takes its time."""
        self._suggestions += 1
        return self._suggestions <= MOST_SUGGESTIONS and not self.full

    @property
    def findings(self) -> list[Finding]:
        """All findings, those of one file in the order of its lines."""
        files = list(dict.fromkeys(finding.place.file for finding in self._findings))
        found = sorted(
            self._findings,
            key=lambda f: (files.index(f.place.file), f.place.line, f.place.column, f.code),
        )
        if self._more:
            message = f"there may be more findings; the first {MOST_FINDINGS} are listed"
            found.append(Finding("FILE024", Severity.INFO, message, Place(files[0])))
        return found


class Section:
    """A part of a file that holds one model (a map inside a scenario, say): places and findings relative to it."""

    def __init__(self, source: Source, prefix: DataPath = (), notes: Notes | None = None) -> None:
        self.source = source
        self.prefix = prefix
        self.notes = notes if notes is not None else Notes()
        self._kept: dict[DataPath, list[int]] = {}
        self.advice: dict[DataPath, str] = {}
        """Hints for keys that are missing, by data path."""

    def sub(self, *path: str | int) -> Section:
        """The section below a data path; it shares the findings."""
        return Section(self.source, self.prefix + path, self.notes)

    @cached_property
    def near(self) -> Path | None:
        """The file, to look up other files from."""
        return self.source.path

    def place(
        self, path: DataPath, token: int | None = None, *, key: bool = False, hex: str = "", unit: str = ""
    ) -> Place:
        """The place of a value, key or token: see `Source.place`."""
        return self.source.place(self.prefix + path, token, key=key, hex=hex, unit=unit)

    def character_place(self, path: DataPath, row: int, column: int) -> Place:
        """The place of a character of a text block."""
        return self.source.character_place(self.prefix + path, row, column)

    def suggest(self, word: str, choices: Iterable[str]) -> str:
        """A hint: the nearest of the choices, or what there is to choose from; nothing after many hints."""
        return did_you_mean(word, choices) if self.notes.may_suggest() else ""

    def stand_in(self, path: DataPath, key: str) -> None:
        """Remember under which key the file has what is at a data path."""
        self.source.stand_ins[self.prefix + path] = key

    def keep(self, path: DataPath, indices: list[int]) -> None:
        """Remember which elements of a list were good enough to be read, by their place in the file."""
        self._kept[path] = indices

    def index(self, path: DataPath, number: int) -> int:
        """The place in the file's list of the ``number``-th element that was read."""
        kept = self._kept.get(path)
        return kept[number] if kept is not None and number < len(kept) else number

    def as_filed(self, path: DataPath) -> DataPath:
        """A data path in what was read, as the path of the same thing in the file."""
        filed: DataPath = ()
        for part in path:
            filed = (*filed, self.index(filed, part) if isinstance(part, int) else part)
        return filed

    def error(
        self,
        code: str,
        message: str,
        path: DataPath | Place,
        *,
        token: int | None = None,
        key: bool = False,
        hint: str = "",
        hex: str = "",
        unit: str = "",
        severity: Severity = Severity.ERROR,
    ) -> None:
        """Report a finding (an error unless ``severity`` says otherwise) at a data path, or at a place."""
        assert code in CODES
        if isinstance(path, Place):
            place = path
        elif self.notes.full:
            place = Place(self.source.file)
        else:
            place = self.place(path, token, key=key, hex=hex, unit=unit)
        self.notes.add(Finding(code, severity, message, place, hint=hint))

    def warn(self, code: str, message: str, path: DataPath | Place, **more: Any) -> None:
        """Report a warning."""
        self.error(code, message, path, severity=Severity.WARNING, **more)
