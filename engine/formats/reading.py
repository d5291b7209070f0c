"""From a path to text, and from text to values with positions. Hostile files give one clear finding, and soon."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, NoReturn

import yaml

from engine.findings import Finding, Place, Severity
from engine.formats import foreign
from engine.formats.hints import clip
from engine.formats.oddities import Odd, between, in_key, in_value
from engine.formats.source import Node, Notes, Source
from engine.spelling import composed, on_disk

LARGEST: Final = 32 * 1024 * 1024
"""Bytes that a file may have at most."""
DEEPEST: Final = 64
LARGEST_RULES: Final = 2 * 1024 * 1024
"""Characters of a rules file at most."""
_OF_RULES: Final = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\n)*format:[ \t]*hexwright-system\b")
"""The beginning of a rules file."""
MOST_VALUES: Final = 300_000
MOST_LINES: Final = 600_000
MOST_WORDS: Final = 3_000_000
"""Words between spaces that a file may have at most: a map has a million hexes at most, and thrice as many hexsides."""

_TOO_DEEP: Final = f"the data is nested more than {DEEPEST} deep"
_LOADER: Final[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_BINARY: Final = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_INT: Final = re.compile(r"0|-?[1-9][0-9]{0,29}")
_FLOAT: Final = re.compile(r"-?(0|[1-9][0-9]{0,17})(\.[0-9]{1,40})?([eE][+-]?[0-9]{1,3})?")
_WORDS: Final[dict[str, bool | None]] = {"true": True, "false": False, "null": None, "~": None, "": None}
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")


class WrittenFloat(float):
    """A decimal number that remembers how it was written, for names of hexes such as ``1.10``."""

    written: str

    def __new__(cls, text: str) -> WrittenFloat:
        number = super().__new__(cls, text)
        number.written = text
        return number

    def __reduce__(self) -> tuple[type[WrittenFloat], tuple[str]]:
        return WrittenFloat, (self.written,)


def as_written(value: int | float) -> str:
    """The text that a number was written as."""
    return value.written if isinstance(value, WrittenFloat) else repr(value)


def display_name(path: Path) -> str:
    """A path as findings name it: relative to the working folder where it lies below it."""
    try:
        return str(path.relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)


def read_text(path: str | os.PathLike[str], file: str = "") -> tuple[str, list[Finding]]:
    """The text of a file without a byte order mark, and why it cannot be had."""
    place = Place(file or str(path))

    def refuse(code: str, message: str, hint: str = "", where: Place = place) -> tuple[str, list[Finding]]:
        return "", [Finding(code, Severity.ERROR, message, where, hint=hint)]

    try:
        path = on_disk(Path(path))
        info = os.stat(path)
        if stat.S_ISDIR(info.st_mode):
            return refuse("FILE002", "this is a folder, not a file")
        if not stat.S_ISREG(info.st_mode):
            return refuse("FILE002", "this is not a regular file")
        with open(path, "rb") as stream:
            head = stream.read(foreign.HEAD)
            other = foreign.recognised(head, path)
            if other is not None:
                return refuse("FILE004", f"this is {other.what}, not a file of Hexwright", other.advice)
            if info.st_size > LARGEST:
                return refuse("FILE003", f"the file has {info.st_size:,} bytes; {LARGEST:,} are allowed")
            raw = head + stream.read(LARGEST + 1 - len(head))
    except (FileNotFoundError, NotADirectoryError):
        return refuse("FILE001", "there is no such file")
    except ValueError:
        return refuse("FILE001", "this is not a possible name of a file")
    except OSError as error:
        return refuse("FILE002", f"the file cannot be read: {error.strerror or error}")
    if len(raw) > LARGEST:
        return refuse("FILE003", f"the file has more than {LARGEST:,} bytes")
    if raw.startswith(_UTF16):
        return refuse("FILE004", "the file is UTF-16, not UTF-8", "save it as UTF-8 in your editor")
    try:
        return raw.decode("utf-8-sig"), []
    except UnicodeDecodeError as error:
        head = raw[: error.start]
        line = head.count(b"\n") + 1
        column = len(head.rpartition(b"\n")[2].decode("utf-8-sig", "replace")) + 1
        where = Place(place.file, line, column)
        message = f"byte 0x{raw[error.start]:02x} is not UTF-8 text"
        return refuse("FILE004", message, "save the file as UTF-8 in your editor", where)


def read_source(path: str | os.PathLike[str], file: str = "") -> tuple[Source, list[Finding]]:
    """A file's values with positions, and everything that is wrong with its text."""
    name = file or str(path)
    text, findings = read_text(path, name)
    if findings:
        return Source(name, Path(path)), findings
    return parse_text(text, name, Path(path))


def too_large(text: str) -> str:
    """The message about the text of a rules file that is over the limit; empty where it is not."""
    if len(text) <= LARGEST_RULES:
        return ""
    return f"the file has {len(text):,} characters; {LARGEST_RULES:,} are allowed"


def parse_text(text: str, file: str = "", path: Path | None = None) -> tuple[Source, list[Finding]]:
    """Values with positions of a YAML text; ``source.root`` is None when there are none to be had."""
    source = Source(file, path, text)
    binary = _BINARY.search(text)
    if binary:
        line, column = source.line_column(binary.start())
        what = "a NUL byte" if binary[0] == "\0" else f"the control character U+{ord(binary[0]):04X}"
        message = f"the file holds {what}: it is not text"
        return source, [Finding("FILE004", Severity.ERROR, message, Place(file, line, column))]
    composer = _Composer(source)
    try:
        composer.measure()
        composer.run()
    except _GivenUpError:
        pass
    except yaml.YAMLError as error:
        wrong = _syntax_findings(source, error)
        told = {finding.place for finding in wrong}
        return source, [finding for finding in composer.notes.findings if finding.place not in told] + wrong
    return source, composer.notes.findings


class _GivenUpError(Exception):
    """The file is hopeless; the finding that says why is already noted."""


class _Composer:
    """Builds the tree of nodes from the parser's events, without recursion."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.notes = Notes()
        self.stack: list[Node] = []
        self.keys: list[tuple[str, int] | None] = []
        """For each open mapping the key (and its start) that waits for a value; None for lists and between pairs."""
        self.anchored: dict[str, Any] = {}
        """Scalars that an anchor names."""
        self.commented = " #" in source.text or "\t#" in source.text or not source.text.isascii()
        """Whether a value may be cut off by a comment, or have odd characters."""
        self.count = 0
        self.documents = 0

    def note(self, code: str, message: str, at: int, hint: str = "") -> None:
        if self.notes.stop():
            # Reading further cannot correct this.
            self.source.root = None
            raise _GivenUpError
        line, column = self.source.line_column(at)
        self.notes.add(Finding(code, Severity.ERROR, message, Place(self.source.file, line, column), hint=hint))

    def give_up(self, code: str, message: str, at: int, hint: str = "") -> NoReturn:
        self.source.root = None
        # The first line is found without looking where all others begin.
        self.note(code, message, at, hint)
        raise _GivenUpError

    def measure(self) -> None:
        """Give up on a text that no map, scenario or replay could need, before it is taken apart."""
        text = self.source.text
        if too_large(text) and _OF_RULES.match(text):
            self.give_up("KIT151", too_large(text), 0, "remove entries until the file is within the limit")
        lines = text.count("\n") + text.count("\r") - text.count("\r\n") + sum(map(text.count, "\x85\u2028\u2029"))
        if lines > MOST_LINES:
            self.give_up("FILE010", f"the file has more than {MOST_LINES:,} lines", 0)
        # They are counted only where there might be too many.
        gaps = text.count(" ") + text.count("\t") + lines
        if gaps >= MOST_WORDS and len(text.split(None, MOST_WORDS)) > MOST_WORDS:
            self.give_up("FILE010", f"the file has more than {MOST_WORDS:,} words", 0)

    def run(self) -> None:
        events: Any = yaml.parse(self.source.text, Loader=_LOADER)
        for event in events:
            kind = type(event)
            if kind is yaml.ScalarEvent:
                self.scalar(event)
            elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
                self.open(event, kind is yaml.MappingStartEvent)
            elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                self.close(event)
            elif kind is yaml.AliasEvent:
                at = self.counted(event)
                self.note("FILE007", f"the alias {clip('*' + event.anchor)} is not allowed", at, "write it out")
                # The value of a named scalar is taken, so that one mistake is not reported as two.
                self.put(Node(self.anchored.get(event.anchor), at, event.end_mark.index))
            elif kind is yaml.DocumentStartEvent:
                self.documents += 1
                if self.documents > 1:
                    at = event.start_mark.index
                    self.give_up("FILE012", "a second document begins here", at, "one file holds one document")

    def counted(self, event: Any) -> int:
        """Count a value; where it begins."""
        at: int = event.start_mark.index
        self.count += 1
        if self.count > MOST_VALUES:
            self.give_up("FILE010", f"the file holds more than {MOST_VALUES:,} values", at)
        return at

    def check(self, event: Any) -> int:
        at = self.counted(event)
        if event.anchor is not None:
            self.note("FILE007", f"the anchor {clip('&' + event.anchor)} is not allowed", at, "leave it out")
        if event.tag is not None:
            self.note("FILE008", f"the tag {clip(event.tag)} is not allowed", at, "leave it out")
        return at

    def scalar(self, event: Any) -> None:
        at = self.check(event)
        style: str = event.style if event.style and event.style != ":" else ""
        # A letter of the legend stays one, and rows of letters as long as they are.
        text: str = event.value if style == "|" or len(event.value) == 1 else composed(event.value)
        node = Node(text if style else resolve(text), at, event.end_mark.index, style)
        if event.anchor is not None:
            self.anchored[event.anchor] = node.data
        if self.stack and self.stack[-1].members is not None and self.keys[-1] is None:
            if not style:
                self.odd(in_key(self.source.text[node.start : node.end], node.start), Severity.ERROR)
            self.key(text, node)
        else:
            if not style and self.commented:
                self.odd(in_value(self.source.text, node.start, node.end), Severity.WARNING)
            self.put(node)

    def odd(self, found: Iterable[Odd], severity: Severity) -> None:
        """Note what is odd in a key or value."""
        for one in found:
            line, column = self.source.line_column(one.at)
            self.notes.add(one.finding(Place(self.source.file, line, column), severity))

    def key(self, text: str, node: Node) -> None:
        """A scalar that is a key. Keys are text, however they look."""
        if not node.style and text == "<<":
            self.note("FILE007", "the merge key '<<' is not allowed", node.start, "write the values out")
        if text == "":
            self.note("FILE011", "a key is missing here", node.start)
        self.keys[-1] = (text, node.start)

    def put(self, node: Node) -> None:
        """A finished or just opened value takes its place in what surrounds it."""
        if not self.stack:
            self.source.root = node
            return
        around = self.stack[-1]
        if around.items is not None:
            around.items.append(node)
            around.data.append(node.data)
            return
        waiting = self.keys[-1]
        if waiting is None:
            self.note("FILE011", "a mapping, a list or an alias cannot be a key", node.start)
            self.keys[-1] = ("\0", node.start)
            return
        self.keys[-1] = None
        members = around.members
        text, start = waiting
        if members is None or text == "\0":
            return
        if text in members:
            line, column = self.source.line_column(members[text][0])
            message = f"the key {clip(text)} is given twice, first in line {line}, column {column}"
            self.note("FILE006", message, start, "keep one of the two")
            return
        members[text] = (start, node)
        around.data[text] = node.data

    def open(self, event: Any, mapping: bool) -> None:
        at = self.check(event)
        if len(self.stack) >= DEEPEST:
            self.give_up("FILE009", _TOO_DEEP, at)
        node = Node({} if mapping else [], at, event.end_mark.index)
        if mapping:
            node.members = {}
        else:
            node.items = []
        self.put(node)
        self.stack.append(node)
        self.keys.append(None)

    def close(self, event: Any) -> None:
        self.stack.pop().end = event.end_mark.index
        self.keys.pop()


def resolve(text: str) -> str | int | float | bool | None:
    """The value of a plain scalar: decimal numbers without leading zeros, true, false, null and ~; all else is text."""
    if text in _WORDS:
        return _WORDS[text]
    first = text[0]
    if not (first == "-" or "0" <= first <= "9"):
        return text
    if _INT.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text) and text != "-0":
        number = float(text)
        if number in (float("inf"), float("-inf")):
            return text
        return number if repr(number) == text else WrittenFloat(text)
    return text


# What libyaml says, and what we say instead.
_SYNTAX: Final = (
    ("mapping values are not allowed", "a ':' where no key can be", "put text that holds ': ' in quotes"),
    (
        "cannot start any token",
        "there is a character here that YAML reserves, or a tab",
        "indent with spaces, and put text that begins with @, `, % or a tab in quotes",
    ),
    ("could not find expected ':'", "a key without its ':'", "write 'key: value'"),
    ("did not find expected key", "this does not fit what surrounds it", "look at the indentation and at quotes"),
    ("did not find expected '-' indicator", "this does not belong to the list above", "look at the indentation"),
    ("did not find expected ',' or ']'", "a '[' is not closed, or a ',' is missing", ""),
    ("did not find expected ',' or '}'", "a '{' is not closed, or a ',' is missing", ""),
    ("found unexpected end of stream", "the file ends inside a quoted text", "close the quotes"),
    ("did not find expected node content", "a value is missing here", ""),
    ("unknown escape character", "a backslash in double quotes without a meaning", "use single quotes"),
    ("unexpected document", "a quoted text runs into the end of the document", "close the quotes"),
    ("block sequence entries are not allowed", "a list cannot begin here", "begin it on its own line"),
    ("found undefined tag handle", "tags are not used in these files", "put text that begins with '!' in quotes"),
)


def _syntax_findings(source: Source, error: yaml.YAMLError) -> list[Finding]:
    """What is wrong with a text that is no YAML: characters that only look like those of YAML, if there are any up to
    where it cannot be read on; else what the parser says."""
    source.root = None
    around = getattr(error, "context_mark", None)
    mark = getattr(error, "problem_mark", None) or around
    end = min(mark.index, len(source.text)) if mark else 0
    # What is open within braces began where they did; a mapping in lines began with the file.
    start = around.index if around and "flow" in str(getattr(error, "context", "")) else end
    odd = between(source.text, start, end)
    return [one.finding(Place(source.file, *source.line_column(one.at)), Severity.ERROR) for one in odd] or [
        _syntax_finding(source, error, end)
    ]


def _syntax_finding(source: Source, error: yaml.YAMLError, end: int) -> Finding:
    problem = str(getattr(error, "problem", "") or "")
    line, column = source.line_column(end)
    place = Place(source.file, line, column)
    if "maximum nesting depth" in problem:
        # From 0.2.6 on libyaml gives up by itself, at a depth of 1,000, before it has told where anything begins.
        return Finding("FILE009", Severity.ERROR, _TOO_DEEP, place)
    for theirs, ours, hint in _SYNTAX:
        if theirs in problem:
            return Finding("FILE005", Severity.ERROR, f"not well-formed: {ours}", place, hint=hint)
    return Finding("FILE005", Severity.ERROR, f"not well-formed YAML: {problem or 'it cannot be read'}", place)
