"""The examples of play by rules files: each proves what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.formats import load_example
from engine.umpire.examples import run_example
from engine.umpire.wording import Words

FOLDER = Path(__file__).parent / "plays"
EXAMPLES = sorted(
    path for path in FOLDER.glob("*.yaml") if path.read_text(encoding="utf-8").startswith("format: hexwright-example")
)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example_of_a_rules_file(path: Path) -> None:
    result = run_example(load_example(path))
    assert not result.failures, "\n" + "\n".join(map(str, result.failures))
    words = Words(result.spec.scenario)
    assert [event.kind for event in result.events if event.kind not in words.sentences or not words.event(event)] == []
