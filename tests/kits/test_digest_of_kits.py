"""A replay of a game by a rules file says when that file has changed since."""

from __future__ import annotations

import shutil
from pathlib import Path

from engine.formats import load, load_scenario
from engine.formats.write_scenario import digest

PLAYS = Path(__file__).parent / "plays"
SCENARIO = """format: hexwright-scenario 1
name: Small
system: ./plain.yaml
map:
  grid: {columns: 4, rows: 4}
turns: {count: 2}
sides: {us: {name: Union}, ac: {name: Confederates}}
units:
  us-1: {side: us, type: foot}
  ac-1: {side: ac, type: foot}
setup: {us-1: "0101", ac-1: "0404"}
"""


def test_a_replay_over_a_rules_file_that_has_changed_says_so(tmp_path: Path) -> None:
    shutil.copy(PLAYS / "plain.yaml", tmp_path / "plain.yaml")
    scenario = tmp_path / "small.yaml"
    scenario.write_text(SCENARIO, encoding="utf-8")
    before = digest(load_scenario(scenario))
    replay = tmp_path / "replay.yaml"
    replay.write_text(
        f"format: hexwright-replay 1\nscenario: small.yaml\nscenario_digest: {before}\nseed: 1\n", "utf-8"
    )
    assert [finding.code for finding in load(replay).findings] == []
    rules = tmp_path / "plain.yaml"
    rules.write_text(rules.read_text(encoding="utf-8").replace("woods: 2", "woods: 3"), encoding="utf-8")
    assert digest(load_scenario(scenario)) != before
    said = [finding.message for finding in load(replay).findings if finding.code == "FILE023"]
    assert said == ["the scenario, its map or its rules file has changed since this replay was written"]
