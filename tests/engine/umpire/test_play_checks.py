"""What is found in play alone is among the checks, each with its gravity."""

from __future__ import annotations

from engine.findings import Severity
from engine.umpire.checks import CHECKS
from engine.umpire.checks.registry import Scope


def test_what_is_found_in_play_is_among_the_checks() -> None:
    found = {code: check.severity for code, check in CHECKS.items() if check.scope is Scope.PLAY}
    assert found == {
        **dict.fromkeys(("PLAY101", "PLAY102", "PLAY103", "PLAY104"), Severity.ERROR),
        **dict.fromkeys(("PLAY105", "PLAY106", "PLAY107", "PLAY109"), Severity.WARNING),
        "PLAY108": Severity.INFO,
    }
