"""A small battle in files of its own, and the command line over it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from editor.commandline import cli

MAP = """\
format: hexwright-map 1
name: Meadow
grid: {columns: 6, rows: 4}
terrain: |
  ......
  ......
  ......
  ......
"""

SCENARIO = """\
format: hexwright-scenario 1
name: Meeting
system: tlg2
map: ./meadow.yaml
turns: {count: 3}
sides:
  us: {name: United States}
  ac: {name: Anglo-Canadian}
units:
  us-9: {side: us, name: 9th, type: infantry, strength: 4, reduced: 2}
  ac-1: {side: ac, name: Royal Scots, type: infantry, strength: 3}
setup: {us-9: "0102", ac-1: "0602"}
victory:
  scoring:
  - {kind: eliminated, points: 1}
  tie: ac
"""

EXAMPLE = """\
format: hexwright-example 1
rule: tlg2:4.9
about: two units may not share a hex
scenario: ./meeting.yaml
start: {turn: 1, side: us, phase: movement, units: {ac-1: "0602"}}
script:
- us: move us-9 0202
final: {us-9: {at: "0202", steps: 2}}
illegal:
- {us: move us-9 9999, rule: tlg2:4.20}
"""


def battle_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of a designer's own, which is also the working folder."""
    (folder / "meadow.yaml").write_text(MAP)
    (folder / "meeting.yaml").write_text(SCENARIO)
    (folder / "stack.yaml").write_text(EXAMPLE)
    monkeypatch.chdir(folder)
    return folder


def run(*words: str) -> int:
    """What the command line gives back."""
    return cli.main(list(words))


def json_of(capsys: pytest.CaptureFixture[str]) -> Any:
    """The one document that was printed."""
    return json.loads(capsys.readouterr().out)
