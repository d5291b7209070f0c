"""Quick fixes of rules files: what a finding's own words offer, as another text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from editor.document.rules_document import ORDER, EditText, RulesDocument, look_over_rules
from engine.errors import HexwrightError
from engine.findings import Finding, Fix
from engine.formats.patching import put, renamed, taken, value_at
from engine.formats.source import DataPath
from engine.kit.laid import reached

VERB: Final = "mend_rules"
_MEANT: Final = re.compile(r"did you mean '?([^'?]+)'?\?")
_WRONG: Final = re.compile(r"'([^']+)'")
_BY_CODE: Final = {
    "FILE017": ("Remove it", "remove"),
    "KIT108": ("Remove it", "remove"),
    "KIT130": ("Add the paragraph", "paragraph"),
    "KIT131": ("Make it advice", "advice"),
    "KIT132": ("Add the result", "result"),
    "KIT133": ("Remove it", "remove"),
}
"""By code the title of a fix and what it does."""


def rules_with_fixes(text: str, path: Path | None) -> list[Finding]:
    """All that the umpire finds in a text of rules, with quick fixes where its words offer one."""
    return [with_fix(one) for one in look_over_rules(text, path)]


def with_fix(finding: Finding) -> Finding:
    """A finding with the quick fix that its hint or its code offers; as it is where there is none."""
    if finding.fix is not None or not finding.place.path:
        return finding
    meant = _MEANT.search(finding.hint)
    title, does = (f"Change to {meant[1]}", "replace") if meant else _BY_CODE.get(finding.code, ("", ""))
    if not does:
        return finding
    wrong = _WRONG.search(finding.message)
    data = {
        "does": does,
        "path": finding.place.path,
        "wrong": wrong[1] if wrong else "",
        "word": meant[1] if meant else "",
    }
    return replace(finding, fix=Fix(title, VERB, data))


def mending(document: RulesDocument, data: Mapping[str, Any]) -> EditText:
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
