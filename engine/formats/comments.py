"""Comments of files written by hand: where they stand, and how they come along when the file is written again.

A comment belongs to what it stands above or beside, by data path, not by line: so it goes along when other values
change, when a unit gets another key or an entry of a list another place, and it goes when that is deleted. What is
written on one line has one comment at its end; others come to stand above it. A comment has no place any more where
its key is not written, because what it said is what is usual: that is for the user to decide.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from functools import cached_property
from itertools import pairwise
from typing import Any, Final

from engine.formats.checking import has_field
from engine.formats.matching import Matches
from engine.formats.reading import parse_text
from engine.formats.schema import documents
from engine.formats.source import DataPath, Node, Source

_MAY_BE: Final = re.compile("(?:^|[ \t\r\x85\u2028\u2029])#", re.MULTILINE)
_BREAK: Final = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
_QUOTED: Final = {
    "'": re.compile(r"'(?:[^']|'')*'"),
    '"': re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL),
}


class CommentPlace(Enum):
    """How a comment stands to its place."""

    TOP = auto()
    """At the beginning of the file."""
    ABOVE = auto()
    """On lines of its own above an entry."""
    BESIDE = auto()
    """At the end of an entry's first line."""
    LAST = auto()
    """On lines of its own behind the last entry of a mapping or list."""


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment, or several lines of them that belong together, with the blank lines among them."""

    lines: tuple[str, ...]
    """As they stand in the file; one beside an entry with the gap before it."""
    line: int
    """Where it begins, from 1."""
    stand: CommentPlace
    path: DataPath
    indent: int = 0
    """Of the entry that it stands above, or of those that it follows."""

    @property
    def text(self) -> str:
        """What it says, for people."""
        return " ".join(line.strip().lstrip("#").strip() for line in self.lines if line.strip())


@dataclass(slots=True)
class Kept:
    """A text with the comments of another, and those that found no place in it."""

    text: str
    lost: list[Comment] = field(default_factory=list)


def with_comments(new: str, old: str, kind: str) -> Kept:
    """The text of a file as it is to be written, with the comments of the text that it had.

    ``kind`` is the kind of file (``map``, ``scenario`` ...). Of an old text that cannot be read only the comment that
    it begins with is kept.
    """
    if not _MAY_BE.search(old):
        return Kept(new)
    source, _ = parse_text(old)
    comments = find_comments(source)
    if not comments:
        return Kept(new)
    plain, _ = parse_text(new)
    placed = _Placing(source, plain, kind)
    for comment in comments:
        placed.put(comment)
    text = placed.text()
    # Whatever becomes of comments, the data stay as they are.
    if _data(parse_text(text)[0]) != _data(plain):
        return Kept(new, comments)
    return Kept(text, placed.lost)


def _data(source: Source) -> Any:
    return source.root.data if source.root is not None else None


def leading_comment(text: str) -> str:
    """The comment lines that a text begins with, such as a reference to its JSON Schema."""
    lines = text.splitlines()
    kept = (line.startswith("#") and line.replace("\t", " ").isprintable() for line in lines)
    count = next((number for number, good in enumerate(kept) if not good), len(lines))
    return "".join(f"{line}\n" for line in lines[:count])


# -- where entries and comments stand -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Entry:
    """A key with its value, or an element of a list."""

    path: DataPath
    line: int
    """Of its beginning, from 0."""
    indent: int


class EntryLines:
    """Which entry begins on which line of a text."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.starts = [0, *(match.end() for match in _BREAK.finditer(source.text))]
        self.first: dict[int, _Entry] = {}
        """The outermost entry that begins on a line."""
        self.line_of: dict[DataPath, int] = {}
        self.order: list[_Entry] = []
        """All first entries, by line."""
        for path, at in _places(source.root):
            line = bisect_right(self.starts, at) - 1
            self.line_of[path] = line
            if line not in self.first:
                lead = source.text[self.starts[line] : at]
                dash = lead.rfind("-") if isinstance(path[-1], int) else -1
                indent = dash if dash >= 0 and not lead[:dash].strip() else len(lead)
                entry = _Entry(path, line, indent)
                self.first[line] = entry
                self.order.append(entry)
        self.order.sort(key=lambda entry: entry.line)

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the text, without what ends them."""
        bounds = pairwise([*self.starts, len(self.source.text)])
        return [self.source.text[begin:end].rstrip("\n\r\x85\u2028\u2029") for begin, end in bounds]

    def before(self, line: int) -> _Entry | None:
        """The last first entry that begins on a line before this one."""
        place = bisect_right(self.order, line - 1, key=lambda entry: entry.line)
        return self.order[place - 1] if place else None

    def after(self, line: int) -> _Entry | None:
        """The first entry that begins behind this line."""
        place = bisect_right(self.order, line, key=lambda entry: entry.line)
        return self.order[place] if place < len(self.order) else None

    def end_of(self, path: DataPath) -> int:
        """The line behind the last one of a mapping or list."""
        here = self.line_of.get(path, -1)
        place = bisect_right(self.order, here, key=lambda entry: entry.line)
        for entry in self.order[place:]:
            if entry.path[: len(path)] != path:
                return entry.line
        return len(self.lines) - (not self.lines[-1])


def _places(root: Node | None) -> Iterator[tuple[DataPath, int]]:
    """Every data path and where it begins, outer ones before those inside them."""
    waiting: list[tuple[DataPath, Node]] = [((), root)] if root is not None else []
    while waiting:
        path, node = waiting.pop()
        inside: list[tuple[DataPath, int, Node]] = []
        if node.members is not None:
            inside = [((*path, key), start, value) for key, (start, value) in node.members.items()]
        elif node.items is not None:
            inside = [((*path, number), value.start, value) for number, value in enumerate(node.items)]
        yield from ((below, start) for below, start, _ in inside)
        waiting += [(below, value) for below, _, value in reversed(inside)]


def _hidden(source: Source) -> list[tuple[int, int]]:
    """The parts of a text where a ``#`` begins no comment: quoted texts and text blocks, in order."""
    found: list[tuple[int, int]] = []
    waiting = [source.root] if source.root is not None else []
    text = source.text
    while waiting:
        node = waiting.pop()
        if node.style in ("|", ">"):
            head = _BREAK.search(text, node.start, node.end)
            if head is not None:
                found.append((head.end(), node.end))
        elif node.style:
            found.append((node.start, node.end))
        for start, value in (node.members or {}).values():
            quoted = _QUOTED.get(text[start])
            match = quoted.match(text, start) if quoted else None
            if match is not None:
                found.append(match.span())
            waiting.append(value)
        waiting += node.items or ()
    return sorted(found)


def find_comments(source: Source) -> list[Comment]:
    """The comments of a file, in order. Of one that could not be read only what it begins with."""
    layout = EntryLines(source)
    lines = layout.lines
    signs = _signs(source, layout, lines)
    own = {number for number, column in signs.items() if not lines[number][:column].strip()}
    top = 0
    while top in own:
        top += 1
    found = [Comment(tuple(lines[:top]), 1, CommentPlace.TOP, ())] if top else []
    if source.root is None:
        return found
    for number, column in signs.items():
        if number not in own:
            found.append(_beside(layout, lines[number], number, column))
    found += [comment for block in _blocks(lines, own, top) for comment in _alone(layout, lines, signs, block)]
    return sorted(found, key=lambda comment: comment.line)


def _signs(source: Source, layout: EntryLines, lines: list[str]) -> dict[int, int]:
    """Line to the column of the ``#`` that begins its comment."""
    hidden = _hidden(source)
    begins = [begin for begin, _ in hidden]
    found: dict[int, int] = {}
    for match in _MAY_BE.finditer(source.text):
        at = match.end() - 1
        place = bisect_right(begins, at) - 1
        if place >= 0 and at < hidden[place][1]:
            continue
        line = bisect_right(layout.starts, at) - 1
        found.setdefault(line, at - layout.starts[line])
    return found


def _beside(layout: EntryLines, line: str, number: int, column: int) -> Comment:
    content = line[:column].rstrip()
    entry = layout.first.get(number) or layout.before(number)
    path = entry.path if entry is not None else ()
    if entry is not None and entry.line != number:
        # The line goes on with what began before: the innermost of that.
        path = max((path for path, at in layout.line_of.items() if at == entry.line), key=len)
    return Comment((line[len(content) :],), number + 1, CommentPlace.BESIDE, path)


def _blocks(lines: list[str], own: set[int], top: int) -> Iterator[range]:
    """Lines of comments that follow each other, with the blank ones around them."""
    number = top
    for begin in sorted(own):
        if begin < number:
            continue
        number = begin
        while begin > top and not lines[begin - 1].strip():
            begin -= 1
        while number < len(lines) and (number in own or not lines[number].strip()):
            number += 1
        # What splitting leaves behind the last line end is no line.
        yield range(begin, min(number, len(lines) - (not lines[-1])))


def _alone(layout: EntryLines, lines: list[str], signs: dict[int, int], block: range) -> Iterator[Comment]:
    """The comments of a block of lines: those that close what goes before, and those above what comes next."""
    following = layout.after(block[-1])
    indent = following.indent if following is not None else -1
    cut = block.start
    for number in reversed(block):
        if signs.get(number, -1) > indent and _closed(layout, block.start, signs[number], indent) is not None:
            cut = number + 1
            break
    closing = [number for number in block if number < cut]
    if closing:
        last = max(signs[number] for number in closing if number in signs)
        closed = _closed(layout, block.start, last, indent)
        if closed is not None:
            yield Comment(tuple(lines[n] for n in closing), block.start + 1, CommentPlace.LAST, *closed)
    above = [number for number in block if number >= cut]
    if any(number in signs for number in above):
        if following is not None:
            yield Comment(tuple(lines[n] for n in above), above[0] + 1, CommentPlace.ABOVE, following.path, indent)
        else:
            yield Comment(tuple(lines[n] for n in above), above[0] + 1, CommentPlace.LAST, (), 0)


def _closed(layout: EntryLines, line: int, column: int, next_indent: int) -> tuple[DataPath, int] | None:
    """The innermost mapping or list that a comment in a column closes, and the indentation of its entries."""
    entry = layout.before(line)
    while entry is not None:
        around = entry.path[:-1]
        if next_indent < entry.indent <= column:
            return around, entry.indent
        entry = layout.first[layout.line_of[around]] if around else None
    return None


# -- where they come to stand -------------------------------------------------------------------------------------


class _Placing:
    """Puts the comments of one text into another."""

    def __init__(self, old: Source, new: Source, kind: str) -> None:
        self.kind = kind
        self.old = old
        self.matches = Matches(old.root, new.root)
        self.layout = EntryLines(new)
        self.lost: list[Comment] = []
        self._above: dict[int, list[str]] = {}
        self._beside: dict[int, str] = {}

    def put(self, comment: Comment) -> None:
        """Find a comment its place."""
        if comment.stand is CommentPlace.TOP:
            self._above.setdefault(-1, []).extend(comment.lines)
            return
        found = self.matches.find(comment.path)
        if found.whole:
            self._put_at(comment, found.path)
        elif found.flat:
            self._put_at(
                replace(comment, stand=CommentPlace.ABOVE) if comment.stand is CommentPlace.LAST else comment,
                found.path,
            )
        elif self._left_out(comment.path[: len(found.path) + 1]):
            self.lost.append(comment)

    def _left_out(self, path: DataPath) -> bool:
        """Whether something is not written because it is usual or empty, rather than because it was deleted."""
        node = self.old.node(path)
        kind = "map" if self.kind == "scenario" and path[0] == "map" and len(path) > 1 else self.kind
        inner = path[1:] if kind != self.kind else path
        fixed = any(has_field(document, inner) for document in documents(kind))
        return fixed or (node is not None and node.data in (None, "", [], {}))

    def _put_at(self, comment: Comment, path: DataPath) -> None:
        line = self.layout.line_of.get(path)
        if comment.stand is CommentPlace.LAST and self._is_block(path):
            end = self.layout.end_of(path)
            inside = next((entry for entry in self.layout.order if entry.path[:-1] == path), None)
            self._add(end, comment, inside.indent if inside is not None else comment.indent)
        elif line is None:
            # The whole file: there is nothing to stand above or beside.
            self._add(self.layout.end_of(()), comment, comment.indent)
        elif comment.stand is CommentPlace.BESIDE and line not in self._beside:
            self._beside[line] = comment.lines[0]
        else:
            indent = self.layout.first[line].indent
            given = comment
            if comment.stand is not CommentPlace.ABOVE:
                given = replace(comment, lines=tuple(text.strip() for text in comment.lines), indent=0)
            self._add(line, given, indent)

    def _is_block(self, path: DataPath) -> bool:
        """Whether the entries of a mapping or list stand on lines of their own."""
        return not path or any(entry.path[:-1] == path for entry in self.layout.order)

    def _add(self, line: int, comment: Comment, indent: int) -> None:
        shift = indent - comment.indent
        self._above.setdefault(line, []).extend(_shifted(text, shift, indent) for text in comment.lines)

    def text(self) -> str:
        """The text with its comments."""
        lines = self.layout.lines
        made = list(self._above.get(-1, ()))
        for number, line in enumerate(lines):
            made += self._above.get(number, ())
            made.append(line + self._beside.get(number, ""))
        return "\n".join(made)


def _shifted(text: str, shift: int, most: int) -> str:
    """A line of its own, moved to where its entry is; deeper than that it might be taken for text of a block."""
    bare = text.lstrip(" ")
    return " " * min(max(0, len(text) - len(bare) + shift), most) + bare if bare.strip() else text


def said(comments: Iterable[Comment]) -> str:
    """Comments in a sentence: ``"the old fort" (line 12)``."""
    return ", ".join(f"{comment.text[:60]!r} (line {comment.line})" for comment in comments)
