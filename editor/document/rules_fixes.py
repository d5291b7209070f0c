"""Quick fixes of rules files, carried out: another text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from editor.document.rules_document import ORDER, EditText, RulesDocument
from engine.errors import HexwrightError
from engine.formats.patching import put, renamed, taken, value_at
from engine.formats.source import DataPath
from engine.kit.laid import reached


def fix_command(document: RulesDocument, data: Mapping[str, Any]) -> EditText:
    """The change that a quick fix is. Raises HexwrightError where there is nothing left to correct."""
    path = reached(document.source, data["path"])
    made = _DOES[data["does"]](document, path, data)
    if made == document.text:
        raise HexwrightError("the file no longer says this")
    return EditText(made, "Quick fix")


def _replace(document: RulesDocument, path: DataPath, data: Mapping[str, Any]) -> str:
    """Another word in the place of the wrong one: a key, a value, or one of several names."""
    wrong, word, text = data["wrong"], data["word"], document.text
    value = value_at(document.own, path)
    if path and str(path[-1]) == wrong:
        return renamed(text, path, word)
    if isinstance(value, str):
        return put(text, path, re.sub(rf"(?<![\w-]){re.escape(wrong)}(?![\w-])", lambda _found: word, value))
    if isinstance(value, list) and wrong in value:
        return put(text, path, [word if one == wrong else one for one in value])
    if isinstance(value, Mapping) and wrong in value:
        return renamed(text, (*path, wrong), word)
    return text


def _remove(document: RulesDocument, path: DataPath, _data: Mapping[str, Any]) -> str:
    return taken(document.text, path) if path and value_at(document.own, path) is not None else document.text


def _paragraph(document: RulesDocument, _path: DataPath, data: Mapping[str, Any]) -> str:
    return put(document.text, ("paragraphs", data["wrong"]), {"title": f"Rule {data['wrong']}"}, ORDER)


def _advice(document: RulesDocument, path: DataPath, _data: Mapping[str, Any]) -> str:
    return put(document.text, (*path[:2], "kind"), "advice", ORDER)


def _result(document: RulesDocument, _path: DataPath, data: Mapping[str, Any]) -> str:
    return put(document.text, ("results", data["wrong"]), [], ORDER)


_DOES: Final[dict[str, Callable[[RulesDocument, DataPath, Mapping[str, Any]], str]]] = {
    "replace": _replace,
    "remove": _remove,
    "paragraph": _paragraph,
    "advice": _advice,
    "result": _result,
}
