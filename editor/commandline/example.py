"""Run examples of play: files that prove a paragraph of the rules."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from editor.commandline.opening import add_trust, not_empty, refuse_unplayable
from editor.commandline.output import complain, paint, print_json
from engine.errors import HexwrightError
from engine.findings import FileProblem
from engine.formats import load
from engine.formats.specs import ExampleSpec, Loaded
from engine.play.words import Names
from engine.plural import counted
from engine.umpire.checks import check_loaded
from engine.umpire.examples import ExampleResult, run_example
from engine.umpire.wording import Words


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("files", nargs="+", type=not_empty, metavar="FILE", help="examples of play, or folders of them")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="output format (default: text)")
    parser.add_argument(
        "-v",
        "--verbose",
        action="store_true",
        help="show the events of every example, and why what it tries is refused",
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="show failures only")
    add_trust(parser)


def run(given: argparse.Namespace) -> int:
    """Run them all: 0 when every one is as it says, 1 when some are not, 2 when one cannot be read."""
    status, results = 0, []
    for path in _files(given.files):
        try:
            loaded = load(path)
            result = run_example(_example(path, loaded))
        except HexwrightError as error:
            status = 2
            results.append(_unreadable_json(path, error))
            if given.format == "text":
                complain(error)
            continue
        status = max(status, 0 if result.passed else 1)
        results.append(_as_json(path, result))
        if given.format == "text":
            _tell(path, result, given)
            if not result.passed:
                for finding in check_loaded(loaded):
                    print(f"  {finding}")
    if given.format == "json":
        print_json({"status": status, "examples": results})
    elif len(results) > 1:
        passed = sum(1 for item in results if item["passed"])
        print(f"{passed} of {counted(len(results), 'example')} passed")
    return status


def _files(words: list[str]) -> list[Path]:
    """The files named, and those in the folders named, in order. Raises HexwrightError for an empty folder."""
    found: list[Path] = []
    for word in words:
        path = Path(word)
        inside = (
            sorted(item for item in path.rglob("*") if item.suffix in (".yaml", ".yml")) if path.is_dir() else [path]
        )
        if not inside:
            raise HexwrightError(f"there are no examples in the folder {word}")
        found += inside
    return list(dict.fromkeys(found))


def _example(path: Path, loaded: Loaded) -> ExampleSpec:
    refuse_unplayable(loaded)
    if not isinstance(loaded.model, ExampleSpec):
        raise HexwrightError(f"{path} is a {loaded.kind}; this needs an example of play")
    return loaded.model


def _tell(path: Path, result: ExampleResult, given: argparse.Namespace) -> None:
    spec = result.spec
    if not result.passed or not given.quiet:
        mark = paint("ok  ", "good") if result.passed else paint("FAIL", "error")
        print(f"{mark} {path}: {spec.rule} {spec.about}".rstrip())
    for failure in result.failures:
        print(f"  {failure}")
    if given.verbose:
        words = Words(spec.scenario)
        for event in result.events:
            print(f"    {words.line(event)}")
        for step, verdict in result.refused.values():
            side = Names(spec.scenario).side(step.side)
            print(f"    {side}: {step.do} is refused: {verdict.reason} [{verdict.rule}]")


def _as_json(path: Path, result: ExampleResult) -> dict[str, Any]:
    return {
        "file": str(path),
        "rule": result.spec.rule,
        "about": result.spec.about,
        "passed": result.passed,
        "failures": [failure.to_json() for failure in result.failures],
        "events": [event.to_json() for event in result.events],
    }


def _unreadable_json(path: Path, error: HexwrightError) -> dict[str, Any]:
    findings = [finding.to_json() for finding in error.findings] if isinstance(error, FileProblem) else []
    failures = findings or [{"file": str(path), "line": 0, "column": 0, "message": str(error)}]
    return {"file": str(path), "rule": "", "about": "", "passed": False, "failures": failures, "events": []}
