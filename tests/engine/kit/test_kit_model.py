"""The models of a rules file: the small file of the format, and fragments of every block."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from engine.formats.reading import parse_text
from engine.kit.model.conditions import Requirement
from engine.kit.model.system_file import SystemFile
from engine.kit.model.values import ByUnit, DiceAmount, LeaderAmount, Range, RangeOfFire, StepTable, TableAmount

SMALL = (Path(__file__).parents[2] / "kits" / "two_banks.yaml").read_text(encoding="utf-8")

LEAST = """\
name: least
title: Least
units: {types: {foot: Foot}}
sequence: {phases: [{name: movement, do: move}]}
"""


def read(text: str) -> SystemFile:
    source, findings = parse_text(text)
    assert findings == []
    assert source.root is not None
    return SystemFile.model_validate(source.root.data)


def with_(block: str) -> SystemFile:
    """The least file with a block."""
    return read(LEAST + block + "\n")


def refused(block: str) -> list[tuple[Any, ...]]:
    """Where the least file with a block is wrong."""
    with pytest.raises(ValidationError) as caught:
        with_(block)
    return [problem["loc"] for problem in caught.value.errors()]


def test_the_small_file_in_normal_form() -> None:
    file = read(SMALL)
    assert file.units.types["foot"].title == "Foot"
    assert file.units.values["strength"].least == 1
    assert file.units.values["movement"].most == 99
    assert file.units.steps is not None
    assert file.units.steps.reduced == {"strength": "half_up"}
    assert [phase.do for phase in file.sequence.every()] == [("move",), ("attack",)]
    assert file.movement is not None
    assert file.movement.rule == ("4",)
    assert file.movement.allowance.value == "movement"
    woods = file.movement.costs.hex["woods"][0].cost
    assert woods == ByUnit((("foot", Fraction(2)), ("guns", "prohibited")))
    river = file.movement.costs.hexside["river"][0]
    assert river.cost == 2
    assert river.unless == ("road",)
    assert file.movement.costs.path["road"].cost == Fraction(1, 2)
    assert file.movement.costs.path["road"].replaces == "all"
    kind = file.combat[0]
    assert kind.shifts[0].when == (Requirement("defender_in", (Requirement("terrain", ("woods",)),)),)
    assert kind.shifts[0].acts == ("columns",)
    across = kind.shifts[1].when[0]
    assert across.kind == "across"
    assert across.value.all == ("river",)
    assert kind.retreat is not None
    assert kind.retreat.given() == {}
    assert kind.advance is not None
    assert kind.advance.hexes == 1
    assert [effect.verb for effect in file.results["DR"].do] == ["lose", "retreat"]
    assert file.results["DR"].do[1].hexes == 1
    assert file.tables["crt"].rows["1-2"] == ("AR", "AR", "BL", "-")


CONDITIONS = [
    ("{terrain: woods town}", [("terrain", ("woods", "town"))]),
    ('{terrain: "!woods"}', [("terrain", ("!woods",))]),
    ("{hexside: slope up}", [("hexside", ("slope up",))]),
    ("{steps: full}", [("steps", "full")]),
    ("{steps: {least: 2}}", [("steps", Range(Fraction(2)))]),
    ("{night: true}", [("night", True)]),
    ("{turn: 1-3 5}", [("turn", frozenset({1, 2, 3, 5}))]),
    ("{not: {class: leg}}", [("not", (Requirement("class", ("leg",)),))]),
    (
        "{any: [{type: foot}, [{flag: elite}, {night: false}]]}",
        [
            (
                "any",
                ((Requirement("type", ("foot",)),), (Requirement("flag", ("elite",)), Requirement("night", False))),
            )
        ],
    ),
    ("{value: {strength: {most: 3}}}", [("value", {"strength": Range(None, Fraction(3))})]),
    ("{formation: I Corps}", [("formation", ("I Corps",))]),
    ("{map_edge: true}", [("map_edge", True)]),
    ("{map_edge: N NE}", [("map_edge", ("N", "NE"))]),
    ("{option: {mud: deep}}", [("option", {"mud": "deep"})]),
    ("{is: tired}", [("is", "tired")]),
    ("[{terrain: woods}, {is: tired}]", [("terrain", ("woods",)), ("is", "tired")]),
    ("{terrain: woods, type: foot}", [("type", ("foot",)), ("terrain", ("woods",))]),
    ("[]", []),
]


@pytest.mark.parametrize(("text", "expected"), CONDITIONS)
def test_conditions_in_normal_form(text: str, expected: list[tuple[str, Any]]) -> None:
    condition = with_(f"conditions: {{some: {text}}}").conditions["some"]
    assert [(one.kind, one.value) for one in condition] == expected


def test_requirements_with_parts_of_their_own() -> None:
    text = (
        "[{next_to: {type: foot, count: {least: 2}}}, {within: {side: enemy, hexes: 3}}, {did: moved},"
        " {did: {phase: combat, what: attacked fired}}, {attackers: {any: {flag: elite}, count: {least: 2}}},"
        " {across: {any: river road}},"
        " {holds: {place: towns, side: own, count: 2}}, {strength: {attacker: {least: 4}}}]"
    )
    found = [one.value for one in with_(f"conditions: {{some: {text}}}").conditions["some"]]
    assert found[0].count == Range(Fraction(2))
    assert found[0].condition == (Requirement("type", ("foot",)),)
    assert (found[1].hexes, found[1].count) == (3, Range(Fraction(1)))
    assert (found[2].phase, found[2].what) == ("", ("moved",))
    assert (found[3].phase, found[3].what) == ("combat", ("attacked", "fired"))
    assert found[4].any == (Requirement("flag", ("elite",)),)
    assert found[4].count == Range(Fraction(2))
    assert found[5].any == ("river", "road")
    assert (found[6].place, found[6].side) == ("towns", "own")
    assert found[7].attacker == Range(Fraction(4))


AMOUNTS = [
    ("2", Fraction(2)),
    ("0.5", Fraction(1, 2)),
    ("1/3", Fraction(1, 3)),
    ("strength", "strength"),
    ("{leg: 2, horse: 3, else: 1}", ByUnit((("leg", Fraction(2)), ("horse", Fraction(3)), ("else", Fraction(1))))),
    ("{leader: 2, else: 1}", ByUnit((("leader", Fraction(2)), ("else", Fraction(1))))),
    ("{leader: bonus}", LeaderAmount("bonus")),
    ("{table: fire, row: steps, column: a}", TableAmount("fire", "steps", "a")),
    ("{dice: 1d6}", DiceAmount("1d6")),
]


@pytest.mark.parametrize(("text", "expected"), AMOUNTS)
def test_amounts_in_normal_form(text: str, expected: Any) -> None:
    movement = with_(f"movement: {{allowance: {text}}}").movement
    assert movement is not None
    assert movement.allowance.value == expected


def test_an_amount_with_changes() -> None:
    stacking = with_("stacking: {limit: {value: 2, changes: [{when: {terrain: town}, add: 1, rule: 5.2}]}}").stacking
    assert stacking is not None
    assert stacking.limit is not None
    change = stacking.limit.changes[0]
    assert change.add == 1
    assert change.rule == ("5.2",)


FRAGMENTS = [
    "paragraphs: {4.1: {title: A, text: B, kind: advice}}",
    "conditions: {rule: 4.1, tired: {status: shaken}}",
    "settings: {towns: {kind: hexes, default: [], title: Towns}, edge: {kind: edge_by_side}}",
    "options: {mud: {choices: [deep, no], default: no, title: Mud}}",
    "ground: {water: sea, afloat: {type: boat}, base: clear, terrain: clear sea}",
    "movement: {friends: {flag: elite}, enemies: {overrun: {ratio: 4, cost: 1}}, always_one_hex: true}",
    "movement: {costs: {hex: {hill: all, swamp: rest}, feature: {town: {cost: 1, replaces: hex}}}}",
    "movement: {costs: {hex: {hill: [{cost: 2, when: {night: true}}, {cost: 1}]}, changes: [{add: 1}]}}",
    "stacking: {limit: 3, counts: size, when: always, apart: {type: foot}, alike: formation}",
    "zones: {exert: {steps: full}, reach: front, not_into: {terrain: town}, enter: {foot: 2, else: stop}}",
    "zones: {leave: only_start, zone_to_zone: whole, barred: {status: shaken}, cancelled_by_friend: move retreat}",
    "facing: {points: corner, arcs: {front: [5, 0]}, moves: any, turn: 1/2, most: 2, who: {type: foot}}",
    "sight: {blocked_by: woods rise units, hinders: {smoke: 1}, most: 2, limit: {value: 8, changes: [{halve: up}]}}",
    "combat: {name: fire, range: {least: 1, most: reach}, needs: sight, targets: hex, resolve: buckets,"
    " buckets: {dice: steps, hit: {leg: 2, else: 3}, returns: before, hits: {lose: defender, steps: hits}}}",
    "combat: [{name: melee, not_across: [], must: both, resolve: duel, results: {win: {text: A win, do: []}}}]",
    "combat: {name: a, shifts: [{best: [{columns: -1}, {columns: -2}], for: defender}, {crossing: {river: -1}}]}",
    "combat: {name: a, shifts: {die: 1, each: attackers, of: {flag: elite}, at_most: 2}, advance: {most: all}}",
    "combat: {name: a, support: {who: {type: foot}, range: 2, strength: 1, suffers: true},"
    " after: {clear: x, of: both}}",
    "combat: {name: a, retreat: {not_into: [zones, {terrain: sea}], avoid: zones friends, none: stay,"
    " short: {lose: unit, steps: 1}, instead: {lose: 1}, displace: {not_in: zones}}}",
    "results: {A1: {lose: attacker, steps: all}, EX: [{lose: attacker, strength_of: defender}], '1': {again: true}}",
    "results: {M: [{check: defender, dice: 2d6, at_most: morale, pass: [], fail: {status: shaken, of: unit}}]}",
    "results: {R: {retreat: defender, hexes: {dice: 1d6}, off_map: leaves, none: {eliminate: unit}}}",
    "results: {P: [{points: 2, to: attacker}, {place: smoke, at: target, turns: 2}, {withdraw: {type: foot}}]}",
    "reaction: {name: opportunity, when: moves, with: fire, who: {type: foot}, per: {unit: turn, cause: 1}}",
    "rally: [{tries: {status: shaken}, dice: 2d6, at_most: morale, changes: {add: 1}, each: 2}]",
    "supply: {sources: [{place: towns}, {feature: depot, side: held}, {edge: home}, {units: {type: wagon}}],"
    " trace: {hexes: 5, paths: road, blocked_by: enemy zones prohibited}, judged: combat,"
    " without: {movement: half_up, strength: {set: 1}}, status: starving, after: {'2': {lose: unit}}}",
    "leaders: {who: {type: ldr}, lends: {value: bonus, to: 2, take: sum}, command: 4, lost: {dice: 1d6, at_most: 1}}",
    "transport: {carriers: {type: truck}, carried: {class: leg}, most: 1, load: 2, unload: all}",
    "weather: {kinds: fair rain, start: fair, turns: {rain: 3-4}, dice: 1d6, table: {fair: {'1-5': fair, '6': rain}}}",
    "events: {luck: {from: deck, by: both, rows: [{name: a, on: 2, do: {points: 1, to: active}, lasts: 2}]}}",
    "markers: {smoke: {title: Smoke, on: hex, lasts: 2, cost: {foot: 1, else: 2}, most: 6}}",
    "secrecy: values",
    "secrecy: {hides: units, after: again, spot: sight}",
    "arrivals: {blocked_by: enemy zones, blocked: nearest, column: true, cost: 2}",
    "replacements: {what: units, kinds: {leg: {class: leg}}, most: 2, place: towns}",
    "victory: {worth: strength}",
    "tables: {odd: {columns: ['-1', '0', '+1 +2'], rows: {1-: [a, b, c], 2+: [a, 2, '-']}, provenance: reconstructed}}",
    "hooks: ./hooks.py",
]


@pytest.mark.parametrize("block", FRAGMENTS)
def test_every_block_is_read(block: str) -> None:
    assert with_(block)


SEQUENCES = [
    "{order: alternating, phases: {name: act, do: activate}, activation: {of: stack, times: 2, does: [move, fire]}}",
    "{order: chits, phases: [{name: act, do: activate}], activation: {does: move fire, cup: sides, leave: 1}}",
    "{first: {dice: 1d6, add: {us: 1}}, before: {name: sky, do: weather, by: none},"
    " phases: [{name: a, with: {type: foot}}]}",
    "{phases: [{name: a, do: move, allowance: third_down, once: turn}, {name: b, do: move, allowance: 3}]}",
]


@pytest.mark.parametrize("text", SEQUENCES)
def test_sequences_are_read(text: str) -> None:
    assert read(LEAST.replace("{phases: [{name: movement, do: move}]}", text))


def test_the_parts_of_an_activation_have_the_names_of_their_words() -> None:
    file = read(LEAST.replace("{phases: [{name: movement, do: move}]}", SEQUENCES[0]))
    assert file.sequence.activation is not None
    assert [(part.name, part.do) for part in file.sequence.activation.does] == [
        ("move", ("move",)),
        ("fire", ("fire",)),
    ]


UNITS = [
    ("classes: {leg: foot guns}", "classes", "leg", (Requirement("type", ("foot", "guns")),)),
    ("classes: {horse: [{type: cav}]}", "classes", "horse", (Requirement("type", ("cav",)),)),
    ("flags: elite engineer", "flags", "elite", ""),
    ("flags: {elite: Elite}", "flags", "elite", "Elite"),
]


@pytest.mark.parametrize(("text", "part", "name", "expected"), UNITS)
def test_parts_of_units(text: str, part: str, name: str, expected: Any) -> None:
    file = read(LEAST.replace("units: {types: {foot: Foot}}", f"units: {{types: {{foot: Foot}}, {text}}}"))
    assert getattr(file.units, part)[name] == expected


def test_steps_and_statuses() -> None:
    text = (
        "units: {types: {foot: {title: Foot, size: 1/2}}, steps: {most: 4, reduced: {a: 2/3, b: printed, c: list,"
        " d: {table: t}}}, statuses: {shaken: {cannot: attack move, changes: {a: {halve: up}}, until: recover}}}"
    )
    units = read(LEAST.replace("units: {types: {foot: Foot}}", text)).units
    assert units.types["foot"].size == Fraction(1, 2)
    assert units.steps is not None
    assert units.steps.reduced == {"a": Fraction(2, 3), "b": "printed", "c": "list", "d": StepTable("t")}
    assert units.statuses["shaken"].cannot == ("attack", "move")
    assert units.statuses["shaken"].changes["a"][0].halve == "up"


def test_distances() -> None:
    kinds = with_("combat: [{name: a}, {name: b, range: 3}, {name: c, range: {least: 2, most: reach}}]").combat
    assert [kind.range for kind in kinds] == [
        "adjacent",
        RangeOfFire(None, Fraction(3)),
        RangeOfFire(Fraction(2), "reach"),
    ]


WRONG = [
    ("movement: {speed: 3}", ("movement", "speed")),
    ("movement: {once: never}", ("movement", "once")),
    ("zones: {enter: {foot: maybe}}", ("zones", "enter")),
    ("conditions: {a b: {night: true}}", ("conditions", "entries", "a b", "[key]")),
    ("movement: {allowance: 1/0}", ("movement", "allowance", "value")),
    ('conditions: {a: {terrain: "woods !town"}}', ("conditions", "entries", "a", 0, "terrain")),
    ("conditions: {a: [{night: true}, {nigth: true}]}", ("conditions", "entries", "a", 1, "nigth")),
    (
        "movement: {costs: {hex: {woods: {cost: 2, when: {turm: 3}}}}}",
        ("movement", "costs", "hex", "woods", 0, "when", 0, "turm"),
    ),
]


@pytest.mark.parametrize(("block", "loc"), WRONG)
def test_what_is_wrong_is_found_at_its_place(block: str, loc: tuple[Any, ...]) -> None:
    assert loc in refused(block)
