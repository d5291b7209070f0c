"""The Ridge: its paragraphs have examples of play, which fail without their rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from proved import ProvedGame

GAME = ProvedGame("the_ridge")


def test_every_paragraph_that_is_no_definition_has_an_example() -> None:
    GAME.assert_each_paragraph_has_an_example()


def test_every_example_is_tried_without_its_rule() -> None:
    assert set(TAKEN_OUT) == set(GAME.examples)


TAKEN_OUT = {
    "1.2-half-rounded-up": (
        "reduced: {fire: half_up, anti_tank: half_up, close: half_up, barrage: half_up}",
        "reduced: {}",
    ),
    "2.2-five-phases": (
        "- {name: movement, do: move}\n  - {name: fire, do: [fire, engage]}",
        "- {name: movement, do: [move, fire, engage]}",
    ),
    "3.1-four-points": ("  off_map: never\n", "  off_map: never\n  allowance: 9\n"),
    "3.2-a-village": ('      village: {cost: {driven: 1, else: 0}, rule: "3.2"}\n', "      village: 0\n"),
    "3.2-woods": ("woods: {cost: {foot: 2, else: 3}", "woods: {cost: {foot: 2, else: 2}"),
    "3.3-half-a-point": (
        '    path: {road: {cost: {driven: 1/2, else: 1}, replaces: hex, rule: "3.3"}}',
        "    path: {}",
    ),
    "3.4-bridge-and-ford": ('      ford: {cost: {foot: 1, else: 2}, rule: "3.4"}\n', ""),
    "3.4-wading": ("stream: {cost: {foot: 1, else: prohibited}", "stream: {cost: {foot: 1, else: 1}"),
    "3.5-uphill": ('      slope: {cost: 1, when: {hexside: slope up}, rule: "3.5"}\n', ""),
    "3.6-friends-and-enemies": ("  always_one_hex: true\n", "  always_one_hex: true\n  friends: closed\n"),
    "3.7-one-hex": ("  always_one_hex: true\n", ""),
    "3.8-nobody-leaves": ("  off_map: never\n", ""),
    "4.1-two-platoons": ("limit: 2, counts: size", "limit: 3, counts: size"),
    "5.1-rising-ground": ("blocked_by: woods village smoke rise", "blocked_by: woods village smoke"),
    "5.1-woods": ("blocked_by: woods village smoke rise", "blocked_by: village smoke rise"),
    "5.2-over-the-woods": ("higher_sees_over: true", "higher_sees_over: false"),
    "5.3-ten-hexes": ("  limit: 10\n", "  limit: 12\n"),
    "6.1-together": ("  range: range\n", "  range: 9\n"),
    "6.2-dug-in": ("columns: -2, says: cover", "columns: 0, says: cover"),
    "6.2-woods": ("columns: -1, says: woods", "columns: 0, says: woods"),
    "6.3-close": ("columns: 1, says: close range", "columns: 0, says: close range"),
    "6.3-far": ("columns: -1, says: long range", "columns: 0, says: long range"),
    "6.4-from-two-hexes": ("columns: 1, says: crossfire", "columns: 0, says: crossfire"),
    "6.5-moved": ("columns: -1, says: fire on the move", "columns: 0, says: fire on the move"),
    "6.5-steady-guns": ('attackers: {any: {did: moved, flag: "!steady_gun"}}', "attackers: {any: {did: moved}}"),
    "6.6-in-the-open": ("columns: 1, says: caught in the open", "columns: 0, says: caught in the open"),
    "6.7-into-and-out-of-smoke": ("columns: -2, says: smoke", "columns: 0, says: smoke"),
    "6.8-d": ('    - {lose: defender, of: each, rule: "6.8"}\n', ""),
    "6.8-each-checks": (
        "    text: Each target checks its quality; who fails is suppressed.\n    do:\n    - check: defender\n",
        "    do:\n    - check: attacker\n",
    ),
    "6.8-s-and-l": ('    do: [{status: suppressed, of: defender, rule: "6.8"}]', "    do: []"),
    "7.1-one-by-one": ("defender_of: best", "defender_of: sum"),
    "7.2-far": ("columns: -1, says: far", "columns: 0, says: far"),
    "7.2-near": ("columns: 1, says: near", "columns: 0, says: near"),
    "7.3-hull-down": ("columns: -1, says: hull down", "columns: 0, says: hull down"),
    "7.4-h-and-k": ('    do:\n    - {lose: defender, rule: "7.4"}\n', "    do:\n"),
    "7.4-two-steps": ('{lose: defender, steps: 2, rule: "7.4"}', '{lose: defender, rule: "7.4"}'),
    "8.1-a-shot-at-armour": ("when: moves, with: engage", "when: activates, with: engage"),
    "8.1-hex-by-hex": ("- {name: opportunity_fire, rule", "- {name: opportunity_fire, who: {type: tanks}, rule"),
    "8.1-one-platoon": (
        "per: {unit: turn, cause: 1}}\n- {name: opportunity_shot",
        "per: {unit: turn, cause: 2}}\n- {name: opportunity_shot",
    ),
    "8.2-spent": ("      cannot: react assault\n", "      cannot: assault\n"),
    "8.2-until-rally": ("  - {name: rally, do: [recover, rally]}", "  - {name: rally, do: rally}"),
    "8.3-stopped": (
        "per: {unit: turn, cause: 1}}\n- {name: opportunity_shot",
        "per: {unit: turn, cause: 1}, stops: never}\n- {name: opportunity_shot",
    ),
    "8.4-a-final-shot": ("- {name: final_shot, rule", "- {name: final_shot, who: {type: tanks}, rule"),
    "8.4-final-fire": ("- {name: final_fire, rule", "- {name: final_fire, who: {type: tanks}, rule"),
    "9.1-a-suppressed-observer": (
        '  spotters: {type: observer headquarters scouts, status: "!suppressed"}\n',
        "  spotters: {type: observer headquarters scouts}\n",
    ),
    "9.1-an-observer": ('  spotters: {type: observer headquarters scouts, status: "!suppressed"}\n', ""),
    "9.1-three-hexes": ("range: {least: 3, most: 40}", "range: {least: 1, most: 40}"),
    "9.2-added-up": ('columns: -1, says: cover, rule: "9.2"', 'columns: 0, says: cover, rule: "9.2"'),
    "9.3-soft-targets-alone": ("  who: {type: mortars}\n  targets: {class: soft}\n", "  who: {type: mortars}\n"),
    "9.4-a-screen": (
        '  resolve: none\n  results: {done: [{place: smoke, at: target, rule: "9.4"}]}\n',
        "  resolve: none\n  results: {done: []}\n",
    ),
    "9.5-the-end-of-the-turn": ("lasts: end_of_game_turn", "lasts: end_of_turn"),
    "10.1-for-the-defender": ("  table: assaults\n", "  table: assaults\n  rounding: attacker\n"),
    "10.2-who-does-not": ("  who: {class: close_troops}\n", "  who: {}\n"),
    "10.3-dug-in": ("columns: -2, says: cover", "columns: -1, says: cover"),
    "10.3-over-the-stream": ("stream: -1, slope up: -1", "slope up: -1"),
    "10.3-uphill": ("stream: -1, slope up: -1", "stream: -1"),
    "10.4-in-the-open": ("    columns: 1\n    says: armour\n", "    columns: 0\n    says: armour\n"),
    "10.4-in-the-woods": ("columns: -1, says: armour at close quarters", "columns: 0, says: armour at close quarters"),
    "10.5-attackers": ('    - {status: suppressed, of: attacker, rule: "10.5"}\n', ""),
    "10.5-both": ('    do: [{lose: both, rule: "10.5"}]', "    do: []"),
    "10.5-defenders": ('    - {lose: defender, rule: "10.5"}\n', ""),
    "10.5-two-steps": ('    - {lose: defender, steps: 2, rule: "10.5"}\n', '    - {lose: defender, rule: "10.5"}\n'),
    "10.6-no-way-back": (', none: [{lose: unit, rule: "10.6"}]', ""),
    "10.6-toward-the-rear": ("toward: rear, friends", "friends"),
    "10.7-into-the-hex": ("most: stack_limit", "most: 1"),
    "11.1-half-in-defence": ("changes: {close: {halve: up}, movement", "changes: {movement"),
    "11.1-suppressed": ("      cannot: fire engage barrage smoke", "      cannot: engage barrage smoke"),
    "11.2-a-step": ("      again: lose\n", ""),
    "11.3-cover": ('  - {when: {is: covered}, add: 1, says: cover, rule: "11.3"}\n', ""),
    "11.3-in-order-again": (
        "  tries: {status: suppressed}\n  dice: 2d6\n  at_most: quality",
        "  tries: {status: suppressed}\n  dice: 2d6\n  at_most: 9",
    ),
    "11.3-next-to-the-enemy": (
        '  - {when: {next_to: {side: enemy}}, add: -2, says: the enemy is near, rule: "11.3"}\n',
        "",
    ),
    "11.4-in-a-check": (
        'changes: [{when: {led: true}, add: 1, says: led, rule: "11.4"}]\n      fail',
        "changes: []\n      fail",
    ),
    "11.4-within-three-hexes": ("command: 3, fights", "command: 9, fights"),
    "12.1-next-to-it": ("blocked: adjacent", "blocked: wait"),
}
"""Examples with what takes their rule out of the file: a text, and what stands in its place."""


@pytest.mark.parametrize("example", TAKEN_OUT)
def test_an_example_fails_without_its_rule(example: str, tmp_path: Path) -> None:
    GAME.assert_fails_without(example, TAKEN_OUT[example], tmp_path)
