"""XML of strangers as trees, within bounds and without entities, and XML of ours as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final
from xml.parsers import expat

from engine.errors import HexwrightError
from engine.pauses import OFTEN, pause

DEEPEST: Final = 200
MOST_NODES: Final = 600_000
MOST_ATTRIBUTES: Final = 500
_TEXT: Final = {ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;", ord("\r"): "&#13;"}
_QUOTED: Final = {**_TEXT, ord('"'): "&quot;", ord("\t"): "&#9;", ord("\n"): "&#10;"}


@dataclass(slots=True)
class Element:
    """An element with its attributes, the text directly in it, and the elements in it."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Element] = field(default_factory=list)
    text: str = ""
    line: int = 0

    def get(self, name: str, default: str = "") -> str:
        """An attribute, or the default."""
        return self.attributes.get(name, default)

    def all(self, tag: str) -> list[Element]:
        """The elements directly in it that have a tag."""
        return [child for child in self.children if child.tag == tag]

    def first(self, tag: str) -> Element | None:
        """The first element directly in it that has a tag, or None."""
        return next((child for child in self.children if child.tag == tag), None)

    def walk(self) -> Iterator[Element]:
        """It and all that is in it, in order."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))


class _Reader:
    def __init__(self, where: str, parser: expat.XMLParserType) -> None:
        self.where, self.parser = where, parser
        self.root: Element | None = None
        self.open: list[Element] = []
        self.texts: list[list[str]] = []
        self.count = 0

    def begin(self, tag: str, attributes: dict[str, str]) -> None:
        self.count += 1
        if self.count % OFTEN == 0:
            pause()
        if self.count > MOST_NODES:
            self.refuse(f"it has more than {MOST_NODES:,} elements")
        if len(attributes) > MOST_ATTRIBUTES:
            self.refuse(f"an element has more than {MOST_ATTRIBUTES} attributes")
        node = Element(tag, attributes, line=self.parser.CurrentLineNumber)
        if self.open:
            self.open[-1].children.append(node)
        else:
            self.root = node
        self.open.append(node)
        self.texts.append([])
        if len(self.open) > DEEPEST:
            self.refuse(f"its elements are more than {DEEPEST} deep")

    def end(self, _tag: str) -> None:
        self.open.pop().text = "".join(self.texts.pop())

    def words(self, text: str) -> None:
        if self.texts:
            self.texts[-1].append(text)

    def entity(self, *_declared: object) -> None:
        self.refuse("it declares entities, which are not read")

    def refuse(self, reason: str) -> None:
        raise HexwrightError(f"{self.where}, line {self.parser.CurrentLineNumber}: {reason}")


def read_tree(data: bytes, where: str) -> Element:
    """The tree of an XML text. ``where`` names file and entry in errors. Entities, deep nesting and too many elements
    are refused. Raises HexwrightError, with the line."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    reader = _Reader(where, parser)
    parser.StartElementHandler = reader.begin
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.words
    parser.EntityDeclHandler = reader.entity
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise HexwrightError(
            f"{where}, line {error.lineno}: it is not sound XML ({expat.ErrorString(error.code)})"
        ) from None
    except (ValueError, LookupError) as error:
        if isinstance(error, HexwrightError):
            raise
        raise HexwrightError(f"{where}: its text encoding cannot be read") from None
    if reader.root is None:
        raise HexwrightError(f"{where}: it holds no element")
    return reader.root


def clean(text: str) -> str:
    """The text without letters that XML cannot hold."""
    if text.isprintable():
        return text
    return "".join(
        letter
        for letter in text
        if letter in "\t\n\r" or (letter >= " " and letter not in "\ufffe\uffff" and not "\ud800" <= letter <= "\udfff")
    )


def text_of(text: str) -> str:
    """A text as it stands between elements."""
    return clean(text).translate(_TEXT)


def begun(tag: str, attributes: Mapping[str, object], *, end: str = ">") -> str:
    """The beginning of an element."""
    return (
        "<"
        + tag
        + "".join(f' {name}="{clean(str(value)).translate(_QUOTED)}"' for name, value in attributes.items())
        + end
    )


def written(node: Element, indent: int = 0) -> list[str]:
    """The lines of a tree. An element with text stands on one line, since its text may begin and end anyhow."""
    lead = " " * indent
    if node.text:
        inner = "".join(line.strip() for child in node.children for line in written(child))
        return [f"{lead}{begun(node.tag, node.attributes)}{text_of(node.text)}{inner}</{node.tag}>"]
    if not node.children:
        return [lead + begun(node.tag, node.attributes, end="/>")]
    lines = [lead + begun(node.tag, node.attributes)]
    for child in node.children:
        lines += written(child, indent + 1)
    return [*lines, f"{lead}</{node.tag}>"]


def document(node: Element) -> bytes:
    """A whole XML file, in UTF-8."""
    return ('<?xml version="1.0" encoding="UTF-8"?>\n' + "\n".join(written(node)) + "\n").encode()
