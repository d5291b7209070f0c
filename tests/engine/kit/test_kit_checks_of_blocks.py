"""The checks of rules files, block by block: what is found in a small file with one block of its own, and where."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from kit_files import first_steps

from engine.errors import HexwrightError
from engine.findings import Finding
from engine.formats import load
from engine.play import Game
from engine.scenario.system_name import SystemName

BANKS = Path(__file__).parents[2] / "kits" / "two_banks.yaml"
KIND = "name: attack, strength: {attacker: strength, defender: strength}, resolve: odds, table: crt"

SHAKEN = (
    "units: {statuses: {shaken: {cannot: move}}}\n"
    "sequence: {phases: [{name: movement, do: move}, {name: combat, do: attack}, {name: recovery, do: rally}]}\n"
    "results: {AR: [{status: shaken, of: attacker}]}\n"
)
"""A status that ends by rallying, a result that gives it, and a phase of rally."""


def found(folder: Path, block: str) -> list[Finding]:
    """The findings of Two Banks with a block of its own."""
    file = folder / "rules.yaml"
    text = f"format: hexwright-system 1\nbase: ./two_banks.yaml\nname: mine\ntitle: Mine\n{block}\n"
    (folder / "two_banks.yaml").write_text(BANKS.read_text(encoding="utf-8"), encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    return load(file).findings


def kind(more: str) -> str:
    """The block of combat with more keys of its kind."""
    return f"combat: [{{{KIND}, {more}}}]"


@pytest.mark.parametrize(
    ("block", "code", "place"),
    [
        ("options: {fog: {choices: [a, b]}}\nzones: {exert: {option: {fog: c}}}", "KIT106", "zones.exert.0.option.fog"),
        ("zones: {exert: {zone: enemy}}", "KIT109", "zones.exert"),
        ("zones: {not_into: {next_to: {zone: own}}}", "KIT109", "zones.not_into"),
        ("conditions: {far: {any: [{zone: none}]}}\nzones: {not_across: {is: far}}", "KIT109", "zones.not_across"),
        ("zones: {exert: {type: '!foot !guns'}}", "KIT120", "zones.exert"),
        ("zones: {not_into: {terrain: '!clear !woods'}}", "KIT120", "zones.not_into"),
        ("zones: {exert: {turn: ''}}", "KIT120", "zones.exert"),
        (kind("who: {within: {side: own, hexes: 2, count: {least: 3, most: 2}}}"), "KIT120", "combat.0.who"),
        (
            kind("shifts: [{when: {strength: {attacker: {least: 5, most: 3}}}, columns: 1}]"),
            "KIT120",
            "combat.0.shifts.0.when",
        ),
        (
            kind("shifts: [{when: {attackers: {count: {least: 5, most: 3}}}, columns: 1}]"),
            "KIT120",
            "combat.0.shifts.0.when",
        ),
        (kind("shifts: [{when: {kind: '!attack'}, columns: 1}]"), "KIT120", "combat.0.shifts.0.when"),
        (kind("shifts: [{when: {result: DR}, columns: 1}]"), "KIT121", "combat.0.shifts.0.when.0.result"),
        (kind("shifts: [{when: {range: {least: 1}}, columns: 1}]"), "KIT122", "combat.0.shifts.0.when.0.range"),
        ("zones: {exert: {any: [{type: foot}, {type: '!foot'}]}}", "KIT122", "zones.exert.0.any"),
        ("zones: {exert: {any: [{supplied: true}, {supplied: false}]}}", "KIT122", "zones.exert.0.any"),
        ("zones: {exert: {steps: {least: 1}}}", "KIT122", "zones.exert.0.steps"),
        ("movement: {allowance: {value: movement, changes: [{columns: 1}]}}", "KIT124", "movement.allowance.changes.0"),
        ("movement: {allowance: {foot: 4, guns: 0}}", "KIT111", "units.types.guns"),
        (
            "units: {values: {movement: null, pace: {default: 4}}}\nmovement: {allowance: {foot: pace}}",
            "KIT111",
            "units.types.guns",
        ),
        (
            "sequence: {phases: [{name: movement, do: move}, {name: combat, do: attack, with: {type: foot}}]}",
            "KIT112",
            "units.types.guns",
        ),
        (
            SHAKEN + "rally: [{tries: {status: shaken}, pass: [{points: 1, to: active}]}]",
            "KIT117",
            "units.statuses.shaken",
        ),
        (SHAKEN.replace("cannot: move", "cannot: rally") + "rally: [{tries: {}}]", "KIT117", "units.statuses.shaken"),
        (
            SHAKEN.replace("cannot: move", "cannot: move attack rally") + "rally: [{tries: {}}]",
            "KIT119",
            "units.statuses.shaken",
        ),
        (
            kind("retreat: {not_into: [{terrain: woods}, prohibited, {terrain: clear}]}"),
            "KIT128",
            "combat.0.retreat.not_into",
        ),
        ("zones: null\nreaction: [{name: ambush, with: attack, when: enters_zone}]", "KIT146", "reaction.0.when"),
        ("reaction: [{name: ambush, with: attack, when: activates}]", "KIT146", "reaction.0.when"),
        ("movement: {allowance: {foot: 4, guns: -1}}", "KIT111", "units.types.guns"),
        ("movement: {costs: {hex: {clear: [1, 2]}}}", "KIT124", "movement.costs.hex.clear.1"),
        ("movement: {costs: {hex: {clear: -1}}}", "FILE020", "movement.costs.hex.clear"),
        ("movement: {costs: {hex: {clear: {foot: -1, else: 1}}}}", "FILE020", "movement.costs.hex.clear"),
        ("movement: {costs: {path: {road: -1/2}}}", "FILE020", "movement.costs.path.road"),
        ("transport: [{carriers: {type: guns}, carried: {type: foot}, load: -1}]", "FILE020", "transport.0.load"),
        (kind("shifts: [{add: 1}]"), "KIT124", "combat.0.shifts.0"),
        (
            "zones: {leave: {else: never}}\nsequence: {phases: {name: march, do: move}}",
            "KIT126",
            "zones.leave",
        ),
        (kind("retreat: {not_into: [{terrain: clear woods}]}"), "KIT128", "combat.0.retreat.not_into"),
        (
            "conditions: {all_of_it: {terrain: clear woods}}\n" + kind("retreat: {not_into: all_of_it}"),
            "KIT128",
            "combat.0.retreat.not_into",
        ),
        (
            "weather: {kinds: fair rain, dice: 1d6, table: {fair: {1-4: fair, 4-6: rain}}}",
            "KIT141",
            "weather.table.fair.4-6",
        ),
        ("weather: {kinds: fair rain, dice: 1d6, table: {fair: {'7': rain}}}", "KIT142", "weather.table.fair.7"),
        (
            "events: {luck: {dice: 1d6, rows: [{name: a, on: 1-4}, {name: b, on: 4-6}]}}",
            "KIT141",
            "events.luck.rows.1.on",
        ),
        ("zones: {enter: 1/5}\nmovement: {costs: {hex: {clear: 1/3}}}", "KIT144", "zones.enter"),
        ("sequence: {phases: [{name: movement, do: move, allowance: 1/7}]}", "KIT144", "movement.costs.path.road.cost"),
        ("results: {BL: [{lose: attacker, strength_of: other}]}", "KIT145", "results.BL.do.0.strength_of"),
        (
            "supply: {sources: {units: {type: '!foot !guns'}}, trace: {hexes: 3}}",
            "KIT147",
            "supply.sources",
        ),
    ],
)
def test_what_is_wrong_is_found_at_its_place(tmp_path: Path, block: str, code: str, place: str) -> None:
    assert (code, place) in [(finding.code, finding.place.data_path) for finding in found(tmp_path, block)]


CHECKS = "{check: ROLE, dice: 1d6, at_most: 3, fail: [INNER]}"


@pytest.mark.parametrize(("deep", "refused"), [(3, False), (4, True)])
def test_checks_are_at_most_three_deep(tmp_path: Path, deep: int, refused: bool) -> None:
    effect = "{lose: unit}"
    for role in [*["unit"] * (deep - 1), "defender"]:
        effect = CHECKS.replace("INNER", effect).replace("ROLE", role, 1)
    codes = [finding.code for finding in found(tmp_path, f"results: {{BL: [{effect}]}}")]
    assert codes.count("KIT145") == int(refused)


@pytest.mark.parametrize(
    "block",
    [
        "zones: {affects: {zone: none}}",
        "events: {luck: {dice: 2d6, rows: [{name: a, on: 2}, {name: b, on: 11+}]}}",
        "weather: {kinds: fair rain, dice: 1d6, table: {fair: {6: rain}}}",
        kind("shifts: [{when: {die: {most: 2}}, die: 1}, {add: 1, total: defender}]"),
        "zones: {leave: {foot: never, else: free}}",
        "zones: {enter: 1/6}\nmovement: {costs: {hex: {clear: 1/4}}}",
        "zones: {exert: {any: [{type: foot}, {type: '!guns'}]}}",
        "movement: {costs: {hex: {clear: [{cost: 2, when: {night: true}}, 1], woods: [{foot: 2}, 3]}}}",
        "movement: {costs: {hexside: {river: -1}}}",
    ],
)
def test_what_is_right_has_no_such_finding(tmp_path: Path, block: str) -> None:
    codes = {finding.code for finding in found(tmp_path, block)}
    assert not codes & {"KIT106", "KIT109", "KIT120", "KIT121", "KIT122", "KIT124", "KIT126", "KIT140", "KIT141"}
    assert "KIT144" not in codes


@pytest.mark.parametrize(
    ("block", "hint"),
    [
        ("zonse: {}", "'zones'"),
        ("zones: {exert: {typ: foot}}", "'type'"),
        ("zones: {exert: [{any: [{typ: foot}]}]}", "'type'"),
        ("conditions: {a: {not: {terain: woods}}}\nzones: {exert: {is: a}}", "'terrain'"),
        ("zones: {exert: {next_to: {coun: 2}}}", "'count'"),
        (kind("shifts: [{when: {attackers: {al: {type: foot}}}, columns: 1}]"), "'all'"),
        (kind("shifts: [{column: 1}]"), "'columns'"),
        ("results: {BL: [{loose: both}]}", "'lose'"),
        ("results: {BL: {text: A, do: {loose: both}}}", "'lose'"),
        ("sequence: {phases: [{name: movement, do: move, buy: both}]}", "'by'"),
        ("units: {statuses: {tired: {title: Tired, cannt: move}}}", "'cannot'"),
    ],
)
def test_a_key_that_is_not_known_is_told_with_the_nearest(tmp_path: Path, block: str, hint: str) -> None:
    hints = [finding.hint for finding in found(tmp_path, block) if finding.code == "FILE017"]
    assert hints == [f"did you mean {hint}?"]


def test_the_directions_that_units_print_are_those_of_the_map(tmp_path: Path) -> None:
    found(tmp_path, "facing: {}")
    facing: dict[str, Any] = {"us-1": "E", "us-2": "nw", "us-guns": 3, "ac-warband": "3"}
    given = first_steps()
    units = {
        key: replace(unit, values={**unit.values, "facing": facing[key]}) if key in facing else unit
        for key, unit in given.units.items()
    }
    scenario = given.with_(units=units, system=SystemName("./rules.yaml", str(tmp_path / "rules.yaml")))
    with pytest.raises(HexwrightError, match="faces E; this map has the directions N NE SE S SW NW"):
        Game(scenario, 1)
    units["us-1"] = replace(units["us-1"], values={**units["us-1"].values, "facing": "SE"})
    told = Game(scenario.with_(units=units), 1)
    shown = told.rules.units(told.state)
    assert [shown[key]["facing"] for key in facing] == ["SE", "NW", "S", "S"]


@pytest.mark.parametrize(
    "block",
    [
        "movement: {allowance: {foot: 4}}",
        SHAKEN + "rally: [{tries: {status: shaken}, pass: [{clear: shaken, of: unit}]}]",
        SHAKEN + "rally: [{tries: {status: shaken}}]",
        "reaction: [{name: ambush, with: attack, when: enters_zone}]",
        kind("retreat: {not_into: [{terrain: woods}, prohibited]}"),
    ],
)
def test_what_works_is_not_found(tmp_path: Path, block: str) -> None:
    kept = {"KIT111", "KIT112", "KIT117", "KIT119", "KIT128", "KIT146"}
    assert not kept & {finding.code for finding in found(tmp_path, block)}


def test_results_with_errors_are_not_compared(tmp_path: Path) -> None:
    assert [one.code for one in found(tmp_path, "results: {DR: [{lose: unit}]}")] == ["KIT145"]
