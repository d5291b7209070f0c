"""Every sentence of the code that a person can meet, as the code has it: menus, buttons, tips, prompts, refusals,
events, findings, errors, dialogs.

``make record ARGS=sentences`` writes them into tests/sentences/code, sorted: a file for each folder of code, such as
``editor.panels.txt``, so that changes of wording in two rooms never conflict. ``{…}`` stands for a value, ``{hex}`` for
a value made from this word, ``{is|are}`` for one of the two. What only programmers read is left out: docstrings, names,
patterns, style sheets.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from engine.formats import write_text

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = ROOT / "tests" / "sentences" / "code"
PACKAGES: Final = ("engine", "editor")
VALUE: Final = "{…}"
_SPACED: Final = re.compile(
    r"[^\W\d_][\w’'-]*[,.:;!?)”’]*\s+[(“‘]?[\w{]|\}[,.:;]? [^\W\d_]|[^\W\d_] \{|[^\W\d_],? [(“‘]\w"
)
_LABEL: Final = re.compile(r"[A-Z][a-z’-]{2,}(?:…|\.\.\.)?|&[A-Z][a-z]+")
"""A button or heading of one word."""
_CODE: Final = re.compile(r"\\[bdsw(]|\(\?|[{;]\s*[\w-]+:\s|::|^[\w.-]+\.(py|yaml|svg)$|[\w-]+: [\w#-]+;|^<svg")
"""Patterns and style sheets."""
_NAMING: Final = frozenset(
    {"compile", "getattr", "setattr", "hasattr", "setObjectName", "TypeVar", "ParamSpec", "NewType", "import_module"}
    | {"setStyleSheet", "setProperty", "property", "strftime", "encode", "decode", "Signal", "invokeMethod"}
)
"""Calls whose texts are names for the program."""


def rooms() -> list[str]:
    """The folders of code by their dotted names: ``editor.panels``, ``engine.systems.sun_never_sets.battle``."""
    folders = {path.parent for package in PACKAGES for path in (ROOT / package).rglob("*.py")}
    return sorted(".".join(folder.relative_to(ROOT).parts) for folder in folders)


def file_of(room: str) -> Path:
    """The file with the sentences of a room; a room without sentences has no file."""
    return FOLDER / f"{room}.txt"


@cache
def sentences(room: str) -> list[str]:
    """The sentences of a room, sorted, each once."""
    modules = sorted(ROOT.joinpath(*room.split(".")).glob("*.py"))
    return sorted({text for path in modules for text in of_module(ast.parse(path.read_text(encoding="utf-8")))})


def of_module(tree: ast.Module) -> Iterator[str]:
    """The sentences of a module, as often as they come."""
    yield from (text for node in _spoken(tree) if (text := _text(node)) and _is_sentence(text))


def _spoken(node: ast.AST) -> Iterator[ast.expr]:
    """The texts below a node, whole ones and none of their parts; no docstrings, annotations and names."""
    if isinstance(node, ast.Constant | ast.JoinedStr):
        yield node
        return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.Assert):
        yield from _spoken(node.test)
        return
    if isinstance(node, ast.Call) and _called(node) in _NAMING:
        return
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "type_comment"):
            continue
        for below in value if isinstance(value, list) else [value]:
            if isinstance(below, ast.AST):
                yield from _spoken(below)


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _text(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return node.value.replace("\n", "\\n") if isinstance(node.value, str) else ""
    if isinstance(node, ast.JoinedStr):
        return "".join(map(_text, node.values))
    if isinstance(node, ast.FormattedValue):
        return _value(node.value)
    return ""


def _value(node: ast.expr) -> str:
    """A value within a sentence, by the words that it is made from, if any."""
    words = [text for one in _spoken(node) if (text := _text(one)) and re.search(r"[^\W\d_]{2}", text)]
    return "{" + "|".join(words) + "}" if words else VALUE


def _is_sentence(text: str) -> bool:
    if _CODE.search(text):
        return False
    return bool(_SPACED.search(text) or _LABEL.fullmatch(text))


def write(room: str) -> None:
    """Write the file of a room, or remove it if the room has no sentences."""
    if sentences(room):
        FOLDER.mkdir(parents=True, exist_ok=True)
        write_text(file_of(room), "\n".join(sentences(room)) + "\n")
    else:
        file_of(room).unlink(missing_ok=True)
