"""Writing YAML the one canonical way: short things on one line, long ones in blocks, nothing left to taste.

What is written here is read back the same by our own reader and by any other YAML 1.1 or 1.2 reader:
whatever one of them might take for a number, a date or a yes is put in quotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Any, Final

from engine.errors import HexwrightError
from engine.pauses import with_pauses

WIDTH: Final = 100
"""Columns that a line fills at most where it can be broken."""

_LONGEST_KEY: Final = 500
_AMBIGUOUS: Final = re.compile(r"[-+.]?[0-9][0-9_,.:eExXoOa-fA-F+\-tTzZ ]*|[-+]?\.(inf|nan)", re.IGNORECASE)
_WORDS: Final = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"})
_ESCAPES: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r", "\0": "\\0"}


class NameList(tuple[str, ...]):
    """Names that are written as one text: on one line, or as a text block."""

    __slots__ = ()


class Prose(str):
    """A text that is folded when it is long."""

    __slots__ = ()


def quoted(text: str) -> str:
    """A text in double quotes."""
    if text.isprintable():
        text = text.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{text}"'
    return '"' + "".join(_escape(char) for char in text) + '"'


def _escape(char: str) -> str:
    if char in _ESCAPES:
        return _ESCAPES[char]
    if char.isprintable():
        return char
    code = ord(char)
    if 0xD800 <= code <= 0xDFFF:
        return "�"
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def scalar(value: Any, *, flow: bool = False) -> str:
    """A text, number, true, false or null on one line; ``flow`` when it stands inside braces or brackets."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return _number(str(int(value)))
    if isinstance(value, float):
        if not isfinite(value):
            raise HexwrightError(f"the number {value} cannot be written to a file")
        return repr(float(value))
    if isinstance(value, NameList):
        value = " ".join(value)
    if not isinstance(value, str):
        raise HexwrightError(f"a value of kind {type(value).__name__} cannot be written to a file")
    return str(value) if _plain(value, flow=flow) else quoted(value)


def _number(digits: str) -> str:
    if len(digits) > 30:
        raise HexwrightError("a whole number of more than 30 digits cannot be written to a file")
    return digits


def _plain(text: str, *, flow: bool) -> bool:
    if not text or not text.isprintable() or text != text.strip():
        return False
    if not (text[0].isalnum() or text[0] in "_/(") or text[-1] == ":":
        return False
    if text.lower() in _WORDS or _AMBIGUOUS.fullmatch(text):
        return False
    if ": " in text or " #" in text:
        return False
    return not (flow and any(char in ",[]{}:" for char in text))


def key(name: Any) -> str:
    """A key."""
    text = str(name)
    if not text or len(text) > _LONGEST_KEY:
        raise HexwrightError("an empty key, or one of more than 500 characters, cannot be written to a file")
    return scalar(text, flow=True)


def flow(value: Any) -> str:
    """A value on one line: ``{side: us, hexes: [L0101, L0102]}``."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key(name)}: {flow(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list | tuple) and not isinstance(value, NameList):
        return "[" + ", ".join(flow(item) for item in value) + "]"
    return scalar(value, flow=True)


def pair(name: Any, value: Any, indent: int = 0) -> list[str]:
    """The lines of ``name: value``."""
    lead = " " * indent + key(name) + ":"
    return _after(lead, value, indent + 2)


def entry(value: Any, indent: int = 0) -> list[str]:
    """The lines of a list's element."""
    lead = " " * indent + "-"
    if isinstance(value, NameList) or not isinstance(value, Mapping | list | tuple):
        return _after(lead, value, indent + 2)
    line = f"{lead} {flow(value)}"
    if len(line) <= WIDTH or not value:
        return [line]
    lines = mapping(value, indent + 2) if isinstance(value, Mapping) else listing(value, indent + 2)
    return [lead + lines[0][indent + 1 :], *lines[1:]]


def mapping(value: Mapping[Any, Any], indent: int = 0) -> list[str]:
    """The lines of a mapping in block style."""
    return [line for name, item in value.items() for line in pair(name, item, indent)]


def listing(value: Iterable[Any], indent: int = 0) -> list[str]:
    """The lines of a list in block style."""
    return [line for item in value for line in entry(item, indent)]


def table(name: str, rows: Mapping[str, Any], indent: int = 0) -> list[str]:
    """A mapping of keys to values, each value on one line whatever its length: ``us-9: {side: us, ...}``."""
    inner = " " * (indent + 2)
    return [" " * indent + key(name) + ":", *(f"{inner}{key(k)}: {flow(v)}" for k, v in rows.items())]


def block(name: str, rows: Iterable[str], indent: int = 0) -> list[str]:
    """A text block whose lines are kept as they are: ``terrain: |``."""
    lines = list(rows)
    # A first line that begins with a space would be taken for deeper indentation.
    mark = "|2" if lines and lines[0].startswith(" ") else "|"
    inner = " " * (indent + 2)
    return [f"{' ' * indent}{key(name)}: {mark}", *(inner + line for line in lines)]


def _after(lead: str, value: Any, indent: int) -> list[str]:
    """The lines of a value after ``key:`` or ``-``; ``indent`` is that of lines below it."""
    if isinstance(value, NameList):
        return _names(lead, value, indent)
    if isinstance(value, Prose):
        return _prose(lead, value, indent)
    if isinstance(value, str) or not isinstance(value, Mapping | list | tuple):
        return [f"{lead} {scalar(value)}"]
    line = f"{lead} {flow(value)}"
    if len(line) <= WIDTH or not value:
        return [line]
    # The elements of a list stand under its key, not deeper.
    return [lead, *(mapping(value, indent) if isinstance(value, Mapping) else listing(value, indent - 2))]


def _names(lead: str, names: NameList, indent: int) -> list[str]:
    line = f"{lead} {scalar(names)}"
    if len(line) <= WIDTH or not " ".join(names).isprintable():
        return [line]
    inner = " " * indent
    return [f"{lead} |", *(inner + row for row in wrap(names, WIDTH - indent))]


def wrap(words: Iterable[str], width: int) -> list[str]:
    """Words filled into lines."""
    lines: list[str] = []
    line: list[str] = []
    used = 0
    for word in with_pauses(words):
        if line and used + 1 + len(word) > width:
            lines.append(" ".join(line))
            line, used = [], 0
        used += len(word) + (1 if line else 0)
        line.append(word)
    if line:
        lines.append(" ".join(line))
    return lines


def _prose(lead: str, text: str, indent: int) -> list[str]:
    line = f"{lead} {scalar(str(text))}"
    body = text.removesuffix("\n")
    paragraphs = body.split("\n")
    if len(line) <= WIDTH and "\n" not in text:
        return [line]
    if not body or not all(part.isprintable() for part in paragraphs) or not body[0].strip() or body.endswith("\n"):
        return [line]
    chomp = "" if text.endswith("\n") else "-"
    inner = " " * indent
    if len(paragraphs) > 1 and all(len(part) <= WIDTH - indent for part in paragraphs):
        return [f"{lead} |{chomp}", *((inner + part) if part else "" for part in paragraphs)]
    if any(part != part.strip() or "  " in part for part in paragraphs):
        return [line]
    lines = [f"{lead} >{chomp}"]
    for number, part in enumerate(paragraphs):
        if number:
            lines.append("")
        lines.extend(inner + row for row in wrap(part.split(" "), WIDTH - indent) if row)
    return lines
