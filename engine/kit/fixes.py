"""Quick fixes of rules files: what the words of a finding, or its code, offer."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from engine.findings import Finding, Fix

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
