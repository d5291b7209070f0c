"""Say everything that is wrong, or looks wrong, with maps and scenarios."""

from __future__ import annotations

import argparse
import gc
import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from editor.commandline.opening import add_trust, find, whole
from editor.commandline.output import counts, finding_line, paint, print_json
from editor.work.version import version
from engine.errors import HexwrightError
from engine.findings import Finding, Place, Severity
from engine.formats import load
from engine.formats.specs import Loaded
from engine.plural import counted
from engine.scenario import Scenario
from engine.umpire.checks import check_loaded

UNREADABLE: Final = 2
_UNREADABLE: Final = frozenset({*(f"FILE{number:03}" for number in range(1, 17)), "FILE021", "FILE022"})
"""No such file, no text, no YAML, another kind of file, a map that is missing or outside the project."""

_SARIF_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
_SARIF_LEVELS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_GITHUB_WORDS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


@dataclass(slots=True)
class Checked:
    """A file and what was found in it."""

    file: str
    kind: str = ""
    name: str = ""
    findings: list[Finding] = field(default_factory=list)
    readable: bool = True

    @property
    def status(self) -> int:
        """0 without errors, 1 with some, 2 when nothing could be made of the file."""
        if not self.readable:
            return UNREADABLE
        return 1 if any(finding.severity is Severity.ERROR for finding in self.findings) else 0


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a file, or the name of a shipped map or scenario")
    parser.add_argument("--format", choices=list(_WRITERS), default="text", help="output format (default: text)")
    parser.add_argument("--play", action="store_true", help="also play a few random games, and report what stops them")
    parser.add_argument(
        "--turns",
        type=whole,
        metavar="N",
        help="also let Staff play N test turns; report dead ends and idle units",
    )
    add_trust(parser)


def run(given: argparse.Namespace) -> int:
    """Check every file; the worst status of all."""
    checked = [_check(file, given.play, given.turns) for file in dict.fromkeys(given.files)]
    status = max(item.status for item in checked)
    _WRITERS[given.format](checked, status)
    return status


def _check(file: str, play: bool, turns: int | None) -> Checked:
    try:
        path = find(file)
    except HexwrightError as error:
        missing = Finding("FILE001", Severity.ERROR, str(error), Place(file))
        return Checked(file, findings=[missing], readable=False)
    loaded = _loaded(path)
    found = Checked(str(path), loaded.kind, getattr(loaded.model, "name", ""), check_loaded(loaded))
    found.readable = loaded.model is not None and not _unusable(loaded)
    if play and found.status == 0 and isinstance(loaded.model, Scenario):
        found.findings += _play(loaded.model, str(path))
    if turns and found.status == 0 and isinstance(loaded.model, Scenario):
        found.findings += _rehearse(loaded.model, str(path), turns)
    return found


def _loaded(path: Path) -> Loaded:
    """The file, read. Garbage is not looked for meanwhile, which takes a quarter of the time of a large rules file."""
    collects = gc.isenabled()
    gc.disable()
    try:
        return load(path)
    finally:
        if collects:
            gc.enable()


def _unusable(loaded: Loaded) -> bool:
    """Whether the file itself, or one it names, could not be read: that is more than a mistake in it."""
    return any(finding.code in _UNREADABLE for finding in loaded.errors)


def _play(scenario: Scenario, file: str) -> list[Finding]:
    """What stops random games of a scenario, once for each kind of finding."""
    from engine.umpire.playouts import playout_findings

    return [finding.at(file=file) for finding in playout_findings(scenario)]


def _rehearse(scenario: Scenario, file: str, turns: int) -> list[Finding]:
    """What test turns of a scenario run into."""
    from engine.umpire.rehearsal import rehearse

    return [finding.at(file=file) for finding in rehearse(scenario, turns)]


# -- how it is said ------------------------------------------------------------------------------------------------


def _text(checked: list[Checked], status: int) -> None:
    for item in checked:
        for finding in item.findings:
            print(finding_line(finding))
        if not item.findings:
            print(f"{item.file}: {paint('nothing to report', 'good')}")
    number = counts(finding for item in checked for finding in item.findings)
    said = [counted(number["error"], "error"), counted(number["warning"], "warning"), f"{number['info']} info"]
    print(f"{', '.join(said)} in {counted(len(checked), 'file')}")


def _json(checked: list[Checked], status: int) -> None:
    findings = [finding for item in checked for finding in item.findings]
    print_json(
        {
            "tool": "hexwright",
            "version": version(),
            "status": status,
            "counts": counts(findings),
            "files": [
                {"file": item.file, "kind": item.kind, "name": item.name, "status": item.status} for item in checked
            ],
            "findings": [finding.to_json() for finding in findings],
        }
    )


def _github(checked: list[Checked], status: int) -> None:
    for item in checked:
        for finding in item.findings:
            print(_annotation(finding))


def _annotation(finding: Finding) -> str:
    """A workflow command of GitHub Actions: it shows the finding beside the line."""
    place = finding.place
    where = {"file": place.file, "line": place.line or None, "col": place.column or None, "title": finding.code}
    parts = ",".join(f"{key}={_escape(str(value), ':,')}" for key, value in where.items() if value)
    message = finding.message + (f" [{finding.rule}]" if finding.rule else "")
    message += f" ({finding.hint})" if finding.hint else ""
    return f"::{_GITHUB_WORDS[finding.severity]} {parts}::{_escape(message)}"


def _escape(text: str, more: str = "") -> str:
    for char in "%\r\n" + more:
        text = text.replace(char, f"%{ord(char):02X}")
    return text


def _sarif(checked: list[Checked], status: int) -> None:
    findings = [finding for item in checked for finding in item.findings]
    document = {
        "$schema": _SARIF_SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "hexwright",
                        "semanticVersion": _semantic(version()),
                        "rules": [_sarif_rule(finding) for finding in _one_a_code(findings)],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "invocations": [{"executionSuccessful": status != UNREADABLE, "exitCode": status}],
                "results": [_sarif_result(finding) for finding in findings],
            }
        ],
    }
    json.dump(document, sys.stdout, indent=2, ensure_ascii=False)
    sys.stdout.write("\n")


def _semantic(text: str) -> str:
    return text if text[:1].isdecimal() else "0.0.0"


def _one_a_code(findings: list[Finding]) -> list[Finding]:
    """The first finding of each code, sorted by code."""
    first: dict[str, Finding] = {}
    for finding in findings:
        first.setdefault(finding.code, finding)
    return [first[code] for code in sorted(first)]


def _sarif_rule(finding: Finding) -> dict[str, Any]:
    from engine.umpire.handbook import explanation

    title, about = explanation(finding.code, finding.rule.partition(":")[0])
    return {"id": finding.code, "shortDescription": {"text": title}, "fullDescription": {"text": about}}


def _sarif_result(finding: Finding) -> dict[str, Any]:
    place = finding.place
    location: dict[str, Any] = {"physicalLocation": {"artifactLocation": {"uri": place.file.replace("\\", "/")}}}
    if place.line:
        location["physicalLocation"]["region"] = {"startLine": place.line, "startColumn": max(place.column, 1)}
    names = [("hex", place.hex), ("unit", place.unit), ("path", place.data_path)]
    logical = [{"fullyQualifiedName": name, "kind": kind} for kind, name in names if name]
    if logical:
        location["logicalLocations"] = logical
    message = finding.message + (f" [{finding.rule}]" if finding.rule else "")
    message += f" ({finding.hint})" if finding.hint else ""
    return {
        "ruleId": finding.code,
        "level": _SARIF_LEVELS[finding.severity],
        "message": {"text": message},
        "locations": [location],
        "properties": {"rule": finding.rule, "hint": finding.hint},
    }


_WRITERS: Final = {"text": _text, "json": _json, "sarif": _sarif, "github": _github}
