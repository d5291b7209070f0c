"""Examples of play and replays: what is read, what is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from format_fields import SCENARIO

from engine.findings import Severity
from engine.formats import (
    ExampleSpec,
    ReplayAction,
    ReplayLine,
    ReplaySpec,
    digest,
    dump_replay,
    load,
    load_example,
    load_replay,
    load_scenario,
    load_text,
    save_replay,
    save_scenario,
)
from engine.hexes.board.battlemap import Label, Region
from engine.play.game import Game
from engine.play.model import Start
from engine.players import seat
from engine.scenario import Scenario
from engine.umpire.checks import bars_to_play
from engine.umpire.replays import record, replay
from engine.umpire.testturns import play

ROOT = Path(__file__).parents[3]

EXAMPLE = """\
format: hexwright-example 1
rule: tlg2:6.12
about: a retreating unit leaves the EZOC when it can
scenario:
  system: tlg2
  map: {grid: {columns: 4, rows: 3}}
  sides: {us: {name: United States}, ac: {name: Anglo-Canadian}}
  units:
    us-9: {side: us, type: infantry, strength: 8}
    ac-1: {side: ac, type: infantry, strength: 4, reduced: 2}
options: {mandatory_attacks: strict}
start:
  turn: 2
  side: us
  phase: combat
  units: {us-9: 0101, ac-1: {at: 1202, steps: 1}}
  only: true
dice: [4, 6]
script:
- us: attack 0102 with us-9
- {ac: "retreat ac-1 0202 "}
expect: [{event: retreat, unit: ac-1, to: "0202"}]
final: {ac-1: {at: 1102, steps: 2}, us-9: 0101}
illegal:
- {us: "move us-9 0303", rule: tlg2:4.1}
- {us: "attack 0102"}
legal:
- {us: end phase}
decision: {side: us, kind: combat}
outcome: {winner: us}
"""


def example(text: str) -> ExampleSpec:
    loaded = load_text(text)
    assert isinstance(loaded.model, ExampleSpec), loaded.findings
    return loaded.model


def test_an_example_is_plain_data_with_a_scenario() -> None:
    text = EXAMPLE.replace("1202", "0202").replace("1102", "0102")
    assert load_text(text).findings == []
    spec = example(text)
    assert (spec.rule, spec.dice, spec.options) == ("tlg2:6.12", [4, 6], {"mandatory_attacks": "strict"})
    assert spec.start == Start(2, "us", "combat", {"us-9": "0101", "ac-1": {"at": "0202", "steps": 1}}, True)
    assert [(step.side, step.do) for step in spec.script] == [
        ("us", "attack 0102 with us-9"),
        ("ac", "retreat ac-1 0202"),
    ]
    assert spec.expect == [{"event": "retreat", "unit": "ac-1", "to": "0202"}]
    assert spec.final == {"ac-1": {"at": "0102", "steps": 2}, "us-9": {"at": "0101"}}
    assert [(step.tried, step.side, step.do, step.rules) for step in spec.tried] == [
        ("illegal", "us", "move us-9 0303", ("tlg2:4.1",)),
        ("illegal", "us", "attack 0102", ()),
        ("legal", "us", "end phase", ()),
    ]
    assert (spec.decision, spec.outcome) == ({"side": "us", "kind": "combat"}, {"winner": "us"})
    assert spec.scenario.units["ac-1"].values == {"strength": 4, "reduced": 2}
    assert spec.scenario.units["ac-1"].name == "ac-1"


def test_hex_names_that_look_like_numbers_stay_names() -> None:
    text = EXAMPLE.replace("columns: 4", "columns: 14")
    assert load_text(text).findings == []
    spec = example(text)
    assert spec.start.units["ac-1"] == {"at": "1202", "steps": 1}
    assert spec.final["ac-1"]["at"] == "1102"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("us-9: 0101, ac-1", "us-8: 0101, ac-1", ("UNIT003", 16, 11, "did you mean 'us-9'?")),
        ("us-9: 0101, ac-1", "us-9: 1509, ac-1", ("SETUP002", 16, 17, "")),
        ("at: 1202", "at: 0409", ("SETUP002", 16, 34, "did you mean")),
        ("  side: us\n", "  side: uk\n", ("SIDE001", 14, 9, "there are us, ac")),
        ("- us: attack", "- uk: attack", ("SIDE001", 20, 3, "there are us, ac")),
        ("- us: attack 0102 with us-9", "- {us: a, ac: b}", ("FILE020", 20, 3, "")),
        ("final: {ac-1", "final: {ac-2", ("UNIT003", 23, 9, "did you mean 'ac-1'?")),
        ("- {us: end phase}", "- end phase", ("FILE019", 28, 3, "")),
        ("[4, 6]", "[4, 0]", ("FILE020", 18, 11, "")),
        ("[4, 6]", "four", ("FILE019", 18, 7, "")),
        ("rule: tlg2:6.12\n", "", ("FILE018", 1, 1, "")),
        ("us-9: 0101}\nill", "us-9: [1]}\nill", ("FILE019", 23, 37, "")),
    ],
)
def test_mistakes_in_examples_are_found(old: str, new: str, expected: tuple[str, int, int, str]) -> None:
    text = EXAMPLE.replace("columns: 4", "columns: 14").replace(old, new, 1)
    assert text.count(new)
    found = {(f.code, f.place.line, f.place.column): f.hint for f in load_text(text).findings}
    assert expected[:3] in found
    assert expected[3] in found[expected[:3]]


def test_a_unit_may_end_nowhere() -> None:
    spec = example(EXAMPLE.replace("columns: 4", "columns: 14").replace("us-9: 0101}\nill", "us-9: {dead: true}}\nill"))
    assert spec.final["us-9"] == {"dead": True}
    spec = example(EXAMPLE.replace("columns: 4", "columns: 14").replace("us-9: 0101}\nill", "us-9: {at: null}}\nill"))
    assert spec.final["us-9"] == {"at": None}


def test_an_example_names_a_scenario_beside_it(tmp_path: Path) -> None:
    (tmp_path / "small.yaml").write_text(SCENARIO, encoding="utf-8")
    path = tmp_path / "example.yaml"
    path.write_text("format: hexwright-example 1\nrule: tlg2:4.1\nscenario: small\n", encoding="utf-8")
    spec = load_example(path)
    assert spec.scenario.key == "small"
    assert spec.scenario_ref == "small"
    assert spec.source.place(("rule",)).line == 2
    broken = SCENARIO.replace("us-9: L0101", "us-9: L9999")
    (tmp_path / "small.yaml").write_text(broken, encoding="utf-8")
    assert [(f.code, Path(f.place.file).name) for f in bars_to_play(load(path))] == [("SETUP102", "small.yaml")]


@pytest.fixture
def scenario() -> Scenario:
    model = load_text(SCENARIO).model
    assert isinstance(model, Scenario)
    return model


def test_a_replay_of_a_changed_scenario_is_a_warning(tmp_path: Path, scenario: Scenario) -> None:
    (tmp_path / "small.yaml").write_text(SCENARIO, encoding="utf-8")
    path = tmp_path / "replay.yaml"
    spec = ReplaySpec(
        scenario,
        scenario_ref="small",
        scenario_digest=digest(scenario),
        seed=2**63 + 1,
        players={"us": "staff", "ac": "random"},
        actions=[
            ReplayAction("us", "move us-9 L0101 L0102", ({"event": "move", "rule": "tlg2:4.1", "path": ["L0102"]},)),
            ReplayAction("us", "end phase"),
        ],
        outcome={"winner": "us", "score": {"us": 3}},
        final="sha256:12",
        line="Line 2",
        lines=[ReplayLine("Straight on", 1, (ReplayAction("us", "end movement"),), (3, 4))],
    )
    save_replay(spec, path)
    loaded = load(path)
    assert loaded.findings == []
    back = load_replay(path)
    assert (back.seed, back.actions, back.players) == (spec.seed, spec.actions, spec.players)
    assert (back.line, back.lines) == (spec.line, spec.lines)
    assert dump_replay(back) == path.read_text(encoding="utf-8")
    (tmp_path / "small.yaml").write_text(SCENARIO.replace("strength: 8", "strength: 9"), encoding="utf-8")
    found = load(path).findings
    assert [(f.code, f.severity, f.place.line) for f in found] == [("FILE023", Severity.WARNING, 3)]
    assert load_replay(path).scenario.units["us-9"].values["strength"] == 9


@pytest.mark.parametrize("look", [{"seed": 7}, {"widen": True}, {"bridges": False}], ids=str)
def test_what_is_only_drawn_does_not_count_for_the_digest(scenario: Scenario, look: dict[str, Any]) -> None:
    before = digest(scenario)
    scenario.map.look = replace(scenario.map.look, **look)
    assert digest(scenario) == before


def test_the_digest_tells_scenarios_apart_and_not_where_they_are_kept(scenario: Scenario) -> None:
    first = digest(scenario)
    assert first.startswith("sha256:")
    assert len(first) == 71
    assert digest(scenario.with_(key="other", map_ref="somewhere")) == first
    assert digest(scenario.with_(setup={})) != first
    scenario.map.elevation[3] = 2
    assert digest(scenario) != first


def test_a_replay_that_names_its_scenario_s_file_is_the_same_game(tmp_path: Path) -> None:
    path = tmp_path / "battle.yaml"
    save_scenario(load_scenario("first_steps"), path)
    game = Game(load_scenario(path), seed=5)
    play(game, seat(["random"], game.scenario.sides, 5), 60)
    spec = record(game, scenario_ref="battle")
    # A scenario written whole and one named by its file have one digest.
    assert spec.scenario_digest == record(game).scenario_digest
    save_replay(spec, tmp_path / "game.yaml")
    assert load(tmp_path / "game.yaml").findings == []
    assert replay(load_replay(tmp_path / "game.yaml")).same
    changed = path.read_text(encoding="utf-8").replace("count: ", "count: 1", 1)
    path.write_text(changed, encoding="utf-8")
    assert [found.code for found in load(tmp_path / "game.yaml").findings] == ["FILE023"]


def test_without_a_digest_of_its_own_a_replay_is_written_with_the_scenario_s(scenario: Scenario) -> None:
    assert f"scenario_digest: {digest(scenario)}\n" in dump_replay(ReplaySpec(scenario, seed=1))


def test_players_of_unknown_sides_are_found() -> None:
    text = "format: hexwright-replay 1\nscenario: first_steps\nplayers: {martians: staff}\n"
    assert [(f.code, f.place.line, f.place.column) for f in load_text(text).findings] == [("SIDE001", 3, 11)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('colour: "#9cc3e6"', 'colour: "#ffffff"'),
        ('ink: "#10202e"', 'ink: "#000000"'),
        ("description: >-\n", "description: >-\n  Told otherwise.\n"),
        ("provenance: Made up", "provenance: Invented"),
        ('provenance: "Made up for teaching: one step (2.6)"', 'provenance: "One step"'),
        ("    Points at the end of turn 3:", "    Points after turn 3:"),
    ],
)
def test_what_is_only_drawn_or_read_is_no_other_scenario(old: str, new: str) -> None:
    """A side in another colour, or a corrected description, leaves replays the same."""
    text = (ROOT / "scenarios" / "first_steps.yaml").read_text(encoding="utf-8")
    assert text.count(old)
    before, after = load_text(text).model, load_text(text.replace(old, new)).model
    assert isinstance(before, Scenario)
    assert isinstance(after, Scenario)
    assert before != after
    assert digest(before) == digest(after)


def test_labels_and_colours_of_a_map_are_no_other_scenario() -> None:
    scenario = load_scenario(ROOT / "scenarios" / "first_steps.yaml")
    before = digest(scenario)
    scenario.map.labels.append(Label("The Mill", 3))
    assert digest(scenario) == before
    scenario.map.regions["heights"] = Region("heights", "Heights", frozenset({3}), "#101010")
    coloured = digest(scenario)
    assert coloured != before
    scenario.map.regions["heights"] = Region("heights", "Heights", frozenset({3}), "#202020")
    assert digest(scenario) == coloured


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("\nunits:\n", "\n  third: Third\nunits:\n", "SIDE102"),
        ("type: warband", "type: martian", "UNIT105"),
        ("system: tlg2", "system: chess", "RULE101"),
        ("entry: F0106, units: us-dragoons", "entry: nowhere, how: pool, units: us-dragoons", "REINF113"),
    ],
)
def test_what_the_rules_refuse_is_said_with_its_place(old: str, new: str, code: str) -> None:
    """What keeps a scenario from being bound to its rules is told by its findings, not by the rules' bare refusal."""
    text = (ROOT / "scenarios" / "first_steps.yaml").read_text(encoding="utf-8")
    assert text.count(old) == 1
    found = bars_to_play(load_text(text.replace(old, new)))
    assert code in {finding.code for finding in found}
    assert all(finding.place.line > 1 for finding in found)
