"""Every example of play in tests/examples proves what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.formats import load_example
from engine.umpire.examples import run_example

FOLDER = Path(__file__).parent / "examples"
EXAMPLES = sorted(FOLDER.rglob("*.yaml"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: str(path.relative_to(FOLDER).with_suffix("")))
def test_example(path: Path) -> None:
    result = run_example(load_example(path))
    assert result.passed, "\n" + "\n".join(str(failure) for failure in result.failures)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: str(path.relative_to(FOLDER).with_suffix("")))
def test_an_example_proves_something(path: Path) -> None:
    """An example without anything to compare would pass whatever happens."""
    spec = load_example(path)
    assert spec.about
    assert (
        spec.expect
        or spec.final
        or spec.tried
        or spec.decision
        or spec.outcome
        or any(step.tried for step in spec.script)
    )
