"""Templates of counters: those that ship, reading and writing their files, and the findings for wrong files."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import data, formats
from engine.errors import HexwrightError
from engine.findings import FileProblem
from engine.formats.counter_templates import dump_template, load_template, read_template, shipped_templates
from engine.formats.write_scenario import digest, dump_scenario
from engine.scenario import Scenario, Side, Unit
from engine.scenario.counters import USUAL
from engine.scenario.elements import ColourRule, CounterElement, CounterTemplate, UnitCondition
from engine.scenario.words import words_of

HEAD = """\
format: hexwright-scenario 1
name: Counters
system: fm
map: juno
turns: {count: 1}
sides:
  cw: {name: cw, colour: "#9cc3e6", ink: "#10202e"}
"""
OWN = """\
counters:
  size: 20.0
  faces:
    front:
    - {kind: name, box: [1, 0.5, 13.9, 3], show: "{name}", letters: 2.2, lines: 2}
    - {kind: badge, box: [1, 10, 4, 4], show: "{entry}", form: shield, fill: "#aa0000", when: {types: [armour]}}
    cover:
    - {kind: shape, box: [2, 2, 8, 8], form: star, fill: ink}
  rules:
  - {when: {formations: [12th SS Panzer Division], values: {movement: ["5", "8"]}}, colour: "#202020", ink: "#ffffff"}
"""


def loaded(text: str) -> tuple[formats.Loaded, list[tuple[str, int, int]]]:
    found = formats.load_text(text)
    return found, [(one.code, one.place.line, one.place.column) for one in found.findings]


@pytest.mark.parametrize("name", sorted(shipped_templates()))
def test_a_shipped_template_is_written_as_it_is_read(name: str, tmp_path: Path) -> None:
    template = load_template(name)
    path = tmp_path / f"{name}.yaml"
    path.write_text(dump_template(template), encoding="utf-8")
    assert read_template(path, name) == template


def test_what_ships_is_what_the_issue_names() -> None:
    assert set(shipped_templates()) == {
        "nato",
        "silhouettes",
        "blocks",
        "napoleonic",
        "ancient",
        "bladensburg",
        "the_ridge",
        "winter_line",
    }
    assert (data.resources() / "counters").is_dir()


def test_a_scenario_holds_a_template_of_its_own_and_is_saved_as_it_was_read() -> None:
    made, said = loaded(HEAD + OWN)
    assert said == []
    scenario = made.model
    assert isinstance(scenario, Scenario)
    template = scenario.counters.template
    assert template is not None
    assert template.size == scenario.counters.size == 20.0
    name, badge = template.front
    assert (name.kind, name.lines) == ("name", 2)
    assert badge.when == UnitCondition(types=("armour",))
    assert name.width == pytest.approx(13.9 * 20 / 15.9)
    assert scenario.counters.rules[0].ink == "#ffffff"
    again = formats.load_text(dump_scenario(scenario)).model
    assert isinstance(again, Scenario)
    assert dump_scenario(again) == dump_scenario(scenario)
    assert digest(scenario) == digest(scenario.with_(counters=USUAL))


def test_a_template_by_name_is_saved_by_name() -> None:
    made, said = loaded(HEAD + "counters:\n  template: nato\n")
    assert said == []
    assert isinstance(made.model, Scenario)
    assert made.model.counters.template == load_template("nato")
    assert "template: nato" in dump_scenario(made.model)
    assert "kind:" not in dump_scenario(made.model)


def test_a_template_that_is_not_there_is_a_warning_with_its_place() -> None:
    made, said = loaded(HEAD + "counters:\n  template: natto\n")
    assert said == [("FILE030", 9, 13)]
    assert "nato" in str(made.findings[0])
    assert isinstance(made.model, Scenario)
    assert made.model.counters.template is None
    assert "template: natto" in dump_scenario(made.model), "what the file says is not lost"


def test_a_template_beside_the_scenario_that_is_broken_names_its_line(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(
        "format: hexwright-counters 1\nname: Mine\nfront:\n- {kind: shape, form: blob, box: [0, 0, 4, 4]}\n", "utf-8"
    )
    (tmp_path / "scenario.yaml").write_text(HEAD + "counters:\n  template: mine.yaml\n", "utf-8")
    found = [one for one in formats.load(tmp_path / "scenario.yaml").findings if one.code == "FILE030"]
    assert "no form 'blob'" in found[0].message
    assert found[0].hint == "see line 4 of it"


@pytest.mark.parametrize(
    ("element", "code", "said"),
    [
        ("{kind: star, box: [0, 0, 4, 4]}", "FILE020", "symbol"),
        ("{kind: shape, box: [0, 0, 4]}", "FILE020", "4"),
        ("{kind: shape, box: [0, 0, 0, 4]}", "FILE020", "above 0"),
        ("{kind: name, form: disc, box: [0, 0, 4, 4]}", "FILE020", "no form 'disc'"),
        ("{kind: name, box: [0, 0, 4, 4], colour: red}", "FILE017", "colour"),
        ("{kind: name, box: [0, 0, 4, 4], ink: reddish}", "FILE020", ""),
        ("{kind: name, box: [0, 0, 4, 4], turn: 45}", "FILE020", ""),
        ("{kind: name, box: [0, 0, .nan, 4]}", "FILE019", ""),
    ],
)
def test_what_is_wrong_with_an_element_has_its_place(element: str, code: str, said: str) -> None:
    made, found = loaded(HEAD + f"counters:\n  faces:\n    front:\n    - {element}\n")
    assert [(one, line) for one, line, _ in found] == [(code, 11)], made.findings
    assert said in str(made.findings[0])


def test_ten_thousand_elements_are_refused_in_one_finding() -> None:
    lines = "    - {kind: name, box: [0, 0, 4, 4]}\n" * 10_000
    made, found = loaded(HEAD + "counters:\n  faces:\n    front:\n" + lines)
    assert [(code, line) for code, line, _ in found] == [("FILE020", 10)]
    assert "200" in str(made.findings[0])


def test_a_file_of_another_kind_is_no_template() -> None:
    with pytest.raises(FileProblem, match="is a palette file; expected a counters file"):
        read_template(data.resources() / "palettes" / "standard.yaml")
    with pytest.raises(HexwrightError, match="no template of counters named"):
        load_template("nothing_of_the_kind")


def test_a_template_grows_with_its_counters() -> None:
    one = CounterElement("name", 1, 2, 3, 4, letters=2, line=0.5)
    made = CounterTemplate(size=10, front=(one,), rules=(ColourRule(UnitCondition(), "#ffffff"),)).sized(20)
    assert made.front == (CounterElement("name", 2, 4, 6, 8, letters=4, line=1.0),)
    assert made.rules
    assert made.sized(20) is made


def test_a_command_is_printed_as_a_name_and_not_as_its_key() -> None:
    side = Side("rome", "Rome")
    for value, printed in (("numidia", "Numidia"), ("right_wing", "Right wing"), (3, "3"), (None, "")):
        unit = Unit("masinissa", "rome", "Masinissa", "LH", values={"command": value})
        assert words_of(unit, side)["command"] == printed
