"""Examples of play as a stranger writes them from docs/formats.md: what is natural works, the rest is told clearly."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.findings import FileProblem
from engine.formats import load, load_example
from engine.umpire.checks import check_loaded
from engine.umpire.examples import run_example

PLAIN = """\
format: hexwright-example 1
rule: tlg2:6.12
about: a beaten unit goes back
scenario:
  system: tlg2
  map:
    grid: {columns: 8, rows: 8, shifted: even}
    legend: {".": clear, f: forest}
    terrain: |
      ........
      ........
      ...f....
      ........
      ........
      ........
      ........
      ........
  turns: {count: 5}
  sides:
    us: {name: United States}
    br: {name: British}
  units:
    us-1: {side: us, name: First, type: infantry, strength: 8, reduced: 4}
    us-2: {side: us, type: artillery, strength: 3, range: 8}
    br-1: {side: br, type: infantry, strength: 4, reduced: 2}
  setup: {us-1: 0404, br-1: 0403, us-2: 0408}
start:
  turn: 1
  side: us
  phase: combat
dice: [5]
script:
- us: attack 0403 with us-1
- br: retreat br-1 0402
expect:
- {event: attack, target: 0403, attackers: us-1, basic: "2:1"}
- {event: result, result: DR, die: 5}
- {event: retreat, unit: br-1, from: 0403, to: 0402, rule: tlg2:6.12}
- {event: advance, unit: us-1, to: 0403}
final:
  br-1: {at: 0402, steps: 2}
  us-1: {at: 0403}
illegal:
- {us: move us-1 0405, rule: tlg2:3.2}
"""


def changed(*changes: tuple[str, str]) -> str:
    text = PLAIN
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


def failures(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "example.yaml"
    path.write_text(text, encoding="utf-8")
    return [failure.message for failure in run_example(load_example(path)).failures]


def test_the_plain_one_passes(tmp_path: Path) -> None:
    assert failures(tmp_path, PLAIN) == []


@pytest.mark.parametrize(
    "changes",
    [
        [("system: tlg2", "system: Twilight's Last Gleaming 2")],
        [("turns: {count: 5}", "turns: 5")],
        [("us: {name: United States}", "us: United States"), ("br: {name: British}", "br:")],
        [("  sides:\n    us: {name: United States}\n    br: {name: British}\n", "  sides: [us, br]\n")],
        [("dice: [5]", "dice: 5")],
        [("rule: tlg2:3.2", "rule: 3.2"), ("rule: tlg2:6.12}", "rule: 6.12}"), ("rule: tlg2:6.12\n", "rule: 6.12\n")],
        [("attack 0403 with us-1", "attack 0403 us-1")],
        [("attack 0403 with us-1", "Attack br-1 with us-1")],
        [("attack 0403 with us-1", "Attack 0403, with us-1.")],
        [("- {event: advance, unit: us-1, to: 0403}", "- advance")],
        [("us: attack 0403 with us-1", "{side: us, do: attack 0403 with us-1}")],
        [("phase: combat", "phase: Combat Phase")],
        [("br-1: {at: 0402, steps: 2}", "br-1: 0402")],
        [("phase: combat", "phase: combat\n  units: {br-1: {steps: 2}, us-2: 0407}")],
        [("phase: combat", "phase: combat\n  units: {br-1: 0403, us-1: 0404}\n  only: true")],
        [("phase: combat", "phase: combat\n  units: {us-2: eliminated}")],
        [("terrain: |\n", "terrain:\n"), ("      ........\n", '      - "........"\n'), ("      ...f", "      - ...f")],
        [("us-1: 0404, br-1", "us-1: {at: 0404}, br-1")],
        [("- us: attack", "- US: attack"), ("side: us\n", "side: US\n")],
        [("- us: attack 0403 with us-1", "- 'us: attack 0403 with us-1'")],
        [("us: attack 0403 with us-1", "{us: attack 0403 with us-1, about: two to one}")],
        [("dice: [5]", "dice: 5 1")],
        [("- {event: advance, unit: us-1, to: 0403}", "- advance: {unit: US-1, to: 0403}")],
        [("result: DR, die: 5", "result: dr, die: '5'")],
        [("illegal:\n", "decision: combat\nillegal:\n")],
        [("dice: [5]", "results: DR")],
        [("rule: tlg2:3.2", "rule: TLG2:3.2")],
        [("illegal:\n- {", "illegal: {")],
        [("  us-1: {at: 0403}\n", "  us-1: {at: 0403, eliminated: false}\n")],
        [("illegal:\n", "illegal:\n- {br: end phase, rule: 3.1}\n- {br: end phase, rule: 6.2}\n")],
    ],
    ids=lambda changes: changes[0][1].strip()[:40],
)
def test_natural_ways_to_write_it(tmp_path: Path, changes: list[tuple[str, str]]) -> None:
    assert failures(tmp_path, changed(*changes)) == []


def test_steps_alone_leave_a_unit_where_the_set_up_has_it(tmp_path: Path) -> None:
    text = changed(("phase: combat", "phase: combat\n  units: {br-1: {steps: 1}}"), ("steps: 2}", "steps: 0}"))
    found = failures(tmp_path, text)
    assert any("strength 8:2" in message for message in found)


def test_a_unit_may_end_dead(tmp_path: Path) -> None:
    [message] = failures(tmp_path, changed(("br-1: {at: 0402, steps: 2}", "br-1: eliminated")))
    assert "expected br-1 dead true, but it is false" in message


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            ("phase: combat", "phase: combat\n  units: {br-1: {hex: 0403}}"),
            "a unit starts with at, steps and dead; br-1 has 'hex'",
        ),
        (("phase: combat", "phase: combat\n  units: {us-2: 0404}"), "would start stacked in 0404 [tlg2:4.9]"),
        (("phase: combat", "phase: fighting"), "there is no phase 'fighting'; there are movement, combat"),
        (("dice: [5]", "dice: [7]"), "forced result 7 is not on a die of 6 sides"),
        (("attack 0403 with us-1", "us-1 attacks 0403"), "'us-1' is not an action here; actions begin with advance"),
    ],
)
def test_what_cannot_be_played_is_told(tmp_path: Path, changes: tuple[str, str], said: str) -> None:
    assert any(said in message for message in failures(tmp_path, changed(changes)))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (("format: hexwright-example 1\n", ""), "begin the file with 'format: hexwright-example 1'"),
        (("  sides:\n    us: {name: United States}\n    br: {name: British}\n", "  sides: us br\n"), "'sides' must be"),
        (("- us: attack 0403 with us-1", "- attack 0403"), "entry 1 of 'script' must be a side and its action"),
        (("{us: move us-1 0405, rule", "{us: move us-1 0405, why: late, rule"), "there may be rule and about"),
        (("{count: 5}", "-5"), "must be at least 1"),
    ],
)
def test_what_cannot_be_read_is_told(tmp_path: Path, changes: tuple[str, str], said: str) -> None:
    with pytest.raises(FileProblem) as problem:
        failures(tmp_path, changed(changes))
    told = [f"{finding.message} {finding.hint}" for finding in problem.value.findings]
    assert any(said in line for line in told), told


def test_counters_misspelt_in_an_example_are_found(tmp_path: Path) -> None:
    path = tmp_path / "example.yaml"
    path.write_text(changed(("strength: 8, ", "strenght: 8, ")), encoding="utf-8")
    told = [f"{finding.place.line} {finding.message}" for finding in check_loaded(load(path))]
    assert any("(us-1): 'strenght' is not a value of these counters" in line for line in told), told
    assert any("'strength' is missing" in line for line in told)
    path.write_text(PLAIN, encoding="utf-8")
    assert check_loaded(load(path)) == []


AT_SEA = """\
format: hexwright-example 1
rule: sns2:6.34
scenario:
  system: sns2
  map:
    grid: {columns: 4, rows: 2, numbering: {prefix: S}}
    palette: campaign
    legend: {".": clear, s: sea}
    terrain: "..ss\\n..ss\\n"
  turns: 3
  sides: {british: {name: British, role: empire}, native: {name: Natives, role: native}}
  options: {fleets: true}
  units:
    br-1: {side: british, type: infantry, strength: 3, weapon: R, morale: L, movement: 6}
    br-2: {side: british, type: infantry, strength: 3, weapon: R, morale: L, movement: 6}
    br-fleet: {side: british, type: fleet, weapon: H, morale: V, guns: 4}
    na-1: {side: native, type: infantry, strength: 3, weapon: R, morale: L, movement: 6}
start: {units: {br-1: S0301, br-2: S0302, br-fleet: S0302, na-1: S0101}, set: {aboard: {br-2: br-fleet}}}
"""


def test_who_starts_in_the_water_is_told(tmp_path: Path) -> None:
    path = tmp_path / "at_sea.yaml"
    path.write_text(AT_SEA, encoding="utf-8")
    (wrong,) = check_loaded(load(path))
    assert (wrong.code, wrong.rule, wrong.place.unit, wrong.place.hex) == ("SETUP103", "sns2:6.34", "br-1", "S0301")
    assert (wrong.place.line, wrong.place.data_path) == (18, "start.units.br-1"), "not the fleet, nor who is aboard"
    path.write_text(AT_SEA.replace("br-1: S0301", "br-1: S0201"), encoding="utf-8")
    assert check_loaded(load(path)) == []
