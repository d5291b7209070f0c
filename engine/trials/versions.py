"""Versions of a scenario by other rules, for trials that compare two rules files."""

from __future__ import annotations

from pathlib import Path

from engine.errors import HexwrightError
from engine.findings import FileProblem, Severity
from engine.formats import load
from engine.formats.locate import NotFoundError, locate
from engine.play import registry
from engine.scenario import Scenario
from engine.scenario.system_name import SystemName
from engine.umpire.checks import check_scenario


def rules_at(ref: str) -> Path | None:
    """The rules file that a path or name means; None for a scenario, or for nothing. Raises FileProblem for a rules
    file with errors."""
    path = Path(ref)
    if not path.is_file():
        if _is_there("scenario", ref) or not _is_there("system", ref):
            return None
        path = locate("system", ref)
    loaded = load(path)
    if loaded.kind != "system":
        return None
    if loaded.model is None:
        raise FileProblem(loaded.findings)
    return path


def _is_there(kind: str, ref: str) -> bool:
    try:
        locate(kind, ref)
    except (NotFoundError, OSError):
        return False
    return True


def with_rules(scenario: Scenario, file: Path) -> Scenario:
    """A scenario as it is played by other rules. Raises HexwrightError where they do not fit it."""
    path = str(file.resolve())
    name = registry.system(SystemName(file.stem, path)).name
    found = scenario.with_(system=SystemName(name, path))
    known = {(one.code, one.message) for one in check_scenario(scenario)}
    for one in check_scenario(found):
        if one.severity is Severity.ERROR and (one.code, one.message) not in known:
            raise HexwrightError(f"{scenario.name} cannot be played by {file.name}: {one.message} [{one.code}]")
    return found
