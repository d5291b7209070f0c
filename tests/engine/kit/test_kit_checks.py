"""The checks of rules files: each code has a file with that fault; the sound file that they rest on has none."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from engine.findings import Finding, Severity
from engine.formats import load
from engine.formats.kit_codes import KIT_CODES
from engine.kit.hints import HINTS, with_hint
from engine.kit.table_shares import whom_it_hurts

HERE = Path(__file__).parents[2] / "kits" / "checks"
ELSEWHERE = {"KIT149": "test turns"}
"""Codes that a rules file alone does not give."""


def found(name: str) -> list[Finding]:
    return load(HERE / f"{name}.yaml").findings


def test_nothing_is_said_of_the_sound_file() -> None:
    assert [str(finding) for finding in found("sound")] == []


def test_nothing_is_said_of_the_small_file_but_advice() -> None:
    findings = load(HERE.parent / "two_banks.yaml").findings
    assert [str(finding) for finding in findings] == []


@pytest.mark.parametrize("code", sorted({*KIT_CODES} - {*ELSEWHERE}))
def test_every_code_is_found_at_its_place(code: str) -> None:
    findings = [finding for finding in found(code) if finding.code == code]
    assert findings
    assert all(finding.place.line > 0 for finding in findings)
    assert all(Path(finding.place.file).name in (f"{code}.yaml", "sound.yaml") for finding in findings)


@pytest.mark.parametrize(
    ("code", "title"),
    [
        ("KIT108", "Remove it"),
        ("KIT130", "Add the paragraph"),
        ("KIT131", "Make it advice"),
        ("KIT132", "Add the result"),
        ("KIT133", "Remove it"),
    ],
)
def test_a_finding_with_one_plain_mend_offers_it_wherever_the_file_is_checked(code: str, title: str) -> None:
    offered = [finding.fix for finding in found(code) if finding.code == code]
    assert {(fix.verb, fix.title) for fix in offered if fix is not None} == {("mend_rules", title)}


@pytest.mark.parametrize(
    "effects",
    [
        "{retreat: defender}, {status: shaken, of: defender}",
        "{status: shaken, of: attacker}, {retreat: defender}",
        "{status: shaken, of: defender}, {retreat: both}",
        "{status: shaken, of: defender, who: {type: foot}}, {retreat: defender}",
        "{status: shaken, of: defender, units: one}, {retreat: defender}",
        "{status: shaken, of: defender}, {clear: shaken, of: defender}, {retreat: defender}",
        "{status: shaken, of: defender}, {status: calm, of: defender}, {retreat: defender}",
    ],
)
def test_units_that_may_be_able_to_retreat_are_no_finding(tmp_path: Path, effects: str) -> None:
    statuses = "{shaken: {cannot: attack retreat}, calm: {replaces: shaken}}"
    said = said_of(tmp_path, f"units: {{statuses: {statuses}}}\nresults: {{DR: [{effects}]}}")
    assert "KIT128" not in [code for code, _ in said]


def test_a_kind_of_combat_names_the_paragraphs_of_its_facing_and_sight(tmp_path: Path) -> None:
    assert said_of(tmp_path, f"combat: [{KIND}, rules: {{facing: '6', sight: '4'}}}}]") == [
        ("KIT108", "conditions.tired")
    ]
    said = said_of(tmp_path, f"combat: [{KIND}, rules: {{stacking: '6'}}}}]")
    assert ("KIT106", "combat.0.rules.stacking") in said


@pytest.mark.parametrize("code", sorted(KIT_CODES))
def test_every_finding_says_what_to_do_next(code: str) -> None:
    assert HINTS[code]
    assert code in ELSEWHERE or all(finding.hint for finding in found(code) if finding.code == code)


def test_a_hint_of_a_finding_itself_comes_before_that_of_its_code() -> None:
    finding = Finding("KIT106", Severity.ERROR, "there is no type 'foto'")
    assert with_hint(finding).hint == HINTS["KIT106"]
    assert with_hint(replace(finding, hint="did you mean 'foot'?")).hint == "did you mean 'foot'?"
    assert with_hint(replace(finding, code="FILE017")).hint == ""


def test_every_code_has_a_bad_file() -> None:
    files = {path.stem for path in HERE.glob("KIT*.yaml")}
    assert files == {*KIT_CODES} - {*ELSEWHERE}


def test_a_name_that_nothing_defines_gives_one_finding_with_the_nearest() -> None:
    findings = found("KIT106")
    assert [(finding.code, finding.hint) for finding in findings] == [("KIT106", "did you mean 'foot'?")]


@pytest.mark.parametrize(
    ("block", "place"),
    [
        ("movement: {enemies: {overrun: {ratio: 4}}}\ncombat: []", "movement.enemies.overrun"),
        (
            "movement: {enemies: {overrun: {ratio: 4}}}\ncombat: [{name: attack, strength: {attacker: strength}}]",
            "movement.enemies.overrun",
        ),
    ],
)
def test_what_cannot_be_enforced_is_refused_at_its_place(tmp_path: Path, block: str, place: str) -> None:
    shutil.copy(HERE / "sound.yaml", tmp_path / "sound.yaml")
    file = tmp_path / "rules.yaml"
    file.write_text(f"format: hexwright-system 1\nbase: ./sound.yaml\nname: new\ntitle: New\n{block}\n", "utf-8")
    refused = [finding.place.data_path for finding in load(file).findings if finding.code == "KIT150"]
    assert set(place.split()) <= set(refused)


def said_of(folder: Path, block: str) -> list[tuple[str, str]]:
    """The codes and data paths of the findings in the sound file with a block of its own."""
    shutil.copy(HERE / "sound.yaml", folder / "sound.yaml")
    file = folder / "rules.yaml"
    file.write_text(f"format: hexwright-system 1\nbase: ./sound.yaml\nname: new\ntitle: New\n{block}\n", "utf-8")
    return [(finding.code, finding.place.data_path) for finding in load(file).findings]


KIND = "{name: attack, strength: {attacker: strength, defender: strength}, table: crt, retreat: {}, advance: {}"


@pytest.mark.parametrize(
    ("block", "code", "place"),
    [
        (f"combat: [{KIND.replace('attack', 'Move', 1)}}}]", "KIT104", "combat.0.name"),
        (f"combat: [{KIND}}}, {KIND.replace('attack', 'Attack', 1)}}}]", "KIT105", "combat.1.name"),
        (
            "sequence: {phases: [{name: movement, do: move}, {name: Movement, do: attack}]}",
            "KIT105",
            "sequence.phases.1.name",
        ),
        ("options: {fog: {choices: [thick, thin], default: blue}}", "KIT106", "options.fog.default"),
        ("settings: {few: {kind: number}}\nsupply: {sources: [{place: few}]}", "KIT106", "supply.sources.0.place"),
        ("settings: {few: {kind: number}}\nzones: {not_into: {place: few}}", "KIT106", "zones.not_into.0.place"),
        ("settings: {home: {kind: hexes}}\nconditions: {tired: {setting: {home: 1}}}", "KIT106", "setting.home"),
        ("conditions: {tired: {any: []}}", "KIT120", "conditions.tired"),
        (
            "sequence: {order: chits, phases: [{name: orders, do: activate}, {name: fight, do: attack}]}",
            "KIT115",
            "sequence.order",
        ),
        (
            "units: {values: {movement: {default: 1/5}}}\nmovement: {costs: {hex: {clear: 1/7}}}",
            "KIT144",
            "movement.costs.hex.clear.0.cost",
        ),
        (f"combat: [{KIND}, shifts: [{{when: {{kind: '!attack'}}, columns: 1}}]}}]", "KIT124", "combat.0.shifts.0"),
        (
            f"combat: [{KIND.replace('retreat: {}', 'retreat: {eliminated: {type: foot guns}}')}}}]",
            "KIT128",
            "combat.0.retreat.eliminated",
        ),
        *(
            (
                f"units: {{statuses: {{shaken: {{cannot: attack retreat}}}}}}\nresults: {{DR: [{effects}]}}",
                "KIT128",
                f"results.DR.do.{number}.retreat",
            )
            for effects, number in (
                ("{status: shaken, of: defender}, {retreat: defender}", 1),
                ("{status: shaken, of: both}, {lose: attacker}, {retreat: attacker}", 2),
                ("{status: shaken, of: attacker}, {status: shaken, of: defender}, {retreat: both}", 2),
            )
        ),
        ("rally: [{dice: 1d6}]", "FILE018", "rally.0"),
        ("rally: [{at_most: 3}]", "FILE018", "rally.0"),
        ("rally: [{dice: 1d6, at_most: 3, at_least: 2}]", "FILE020", "rally.0.at_least"),
        ("results: {DR: [{check: defender, at_most: 7}]}", "FILE018", "results.DR.do.0"),
        ("leaders: [{}]", "FILE018", "leaders.0.who"),
        ("weather: {kinds: []}", "FILE020", "weather.kinds"),
        ("paragraphs: {'!': {title: What}}", "FILE020", "paragraphs.!"),
        (f"combat: [{KIND}, range: {{least: 3, most: 2}}}}]", "FILE020", "combat.0.range"),
        ("zones: {enter: -1}", "FILE020", "zones.enter"),
        ("facing: {turn: -1/2}", "FILE020", "facing.turn"),
        ("units: {values: {strength: {least: 9, most: 3}}}", "FILE020", "units.values.strength.least"),
        ("units: {values: {movement: {most: 3, default: 4}}}", "FILE020", "units.values.movement.default"),
    ],
)
def test_what_can_mean_nothing_is_found_at_its_place(tmp_path: Path, block: str, code: str, place: str) -> None:
    found_there = [one for one, at in said_of(tmp_path, block) if at.endswith(place)]
    assert code in found_there


def test_rules_have_a_title(tmp_path: Path) -> None:
    file = tmp_path / "rules.yaml"
    file.write_text((HERE / "sound.yaml").read_text("utf-8").replace("title: Sound Rules", "title: ''"), "utf-8")
    assert [(one.code, one.place.data_path) for one in load(file).findings] == [("FILE020", "title")]


def test_what_nobody_can_weigh_is_not_worse() -> None:
    assert "KIT138" not in [finding.code for finding in found("KIT132")]
    assert whom_it_hurts([{"to_pool": "defender"}]) == "defender"
    assert whom_it_hurts([{"clear": "shaken", "of": "attacker"}]) == "defender"
    assert whom_it_hurts([{"lose": "both"}, {"points": 1, "to": "defender"}]) == "attacker"
    assert whom_it_hurts([{"lose": "defender"}, {"draw": "luck"}]) == "unknown"


CHECK = "results: {DR: [{check: defender, dice: 2d6, at_most: 7, fail: EFFECT}]}"


@pytest.mark.parametrize(
    ("effect", "place"),
    [
        ("[{status: shaken}]", "results.DR.do.0.fail.0.status"),
        ("[{clear: shaken}]", "results.DR.do.0.fail.0.clear"),
        ("[{points: 2}]", "results.DR.do.0.fail.0.points"),
    ],
)
def test_an_effect_that_does_not_say_whom_it_means_is_refused(tmp_path: Path, effect: str, place: str) -> None:
    assert ("KIT145", place) in said_of(tmp_path, CHECK.replace("EFFECT", effect))
    whom = {"points": "to: attacker"}.get(effect.strip("[{").partition(":")[0], "of: unit")
    assert said_of(tmp_path, CHECK.replace("EFFECT", effect.replace("}]", f", {whom}}}]"))) == []


def test_buckets_of_a_kind_that_throws_none_are_never_used(tmp_path: Path) -> None:
    kind = "{name: attack, strength: {attacker: strength, defender: strength}, table: crt, retreat: {}, advance: {}"
    buckets = ", buckets: {dice: 1, hit: 1}"
    block = f"combat: [{kind}{buckets}}}]\nconditions: null"
    assert ("KIT108", "combat.0.buckets") in said_of(tmp_path, block)


@pytest.mark.parametrize(
    "clash",
    [
        "[{type: guns}, {class: leg}]",
        "[{status: shaken}, {status: '!shaken'}]",
        "[{value: {strength: {least: 5}}}, {value: {strength: {most: 3}}}]",
        "[{steps: full}, {steps: reduced}]",
        "[{side: own}, {side: enemy}]",
        "[{phase: movement}, {phase: combat}]",
    ],
)
def test_requirements_that_exclude_each_other_are_found(tmp_path: Path, clash: str) -> None:
    block = f"units: {{classes: {{leg: foot}}}}\nmovement: {{friends: {clash}}}\nzones: {{exert: {{class: leg}}}}"
    assert ("KIT120", "movement.friends") in said_of(tmp_path, block)


@pytest.mark.parametrize(
    "sound", ["[{zone: own}, {zone: enemy}]", "[{flag: '!red'}, {type: guns}]", "[{class: leg}, {type: foot}]"]
)
def test_requirements_that_hold_together_are_not(tmp_path: Path, sound: str) -> None:
    units = "units: {classes: {leg: foot}, flags: red}"
    block = f"{units}\nmovement: {{friends: {sound}}}\nzones: {{exert: {{class: leg}}}}"
    assert not [code for code, _ in said_of(tmp_path, block) if code == "KIT120"]


def test_the_file_of_the_page_on_formats_has_no_finding(tmp_path: Path) -> None:
    page = (HERE.parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
    block = next(part for part in page.split("```yaml\n")[1:] if part.startswith("format: hexwright-system 1"))
    file = tmp_path / "rules.yaml"
    file.write_text(block.partition("```")[0], encoding="utf-8")
    assert [str(finding) for finding in load(file).findings] == []
