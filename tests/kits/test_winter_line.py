"""Winter Line: its paragraphs have examples of play, which fail without their rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from proved import ProvedGame

from engine.formats import load_scenario
from engine.play import Game

GAME = ProvedGame("winter_line")


def test_every_paragraph_that_is_no_definition_has_an_example() -> None:
    GAME.assert_each_paragraph_has_an_example()


def test_every_example_is_tried_without_its_rule() -> None:
    assert set(TAKEN_OUT) == set(GAME.examples)


BRIDGED = '[{hexside: river}, {hexside: "!bridge"}]'
COVER = "dice: -1, says: cover"

TAKEN_OUT = {
    "1.2-a-die-for-each-step": ("    dice: steps\n    hit: fire\n    order", "    dice: 1\n    hit: fire\n    order"),
    "1.3-hidden-again": ("hides: values, after: again", "hides: values"),
    "2.2-four-phases": (
        '  after:\n  - {name: replacements, do: replace, by: both, rule: "2.2"}\n',
        "",
    ),
    "2.3-the-higher-die": ("  first: {dice: 1d6}\n", ""),
    "2.4-by-turns": ("    of: formation\n", "    of: formation\n    times: 2\n"),
    "2.5-once": ("    of: formation\n", "    of: formation\n    times: 2\n"),
    "2.5-reinforcements": ("{name: march, do: move,", "{name: march, do: move, who: {turn: 2},"),
    "2.6-march-then-attack": (
        '    - {name: march, do: move, rule: "2.6"}\n    - {name: attack, do: [attack, barrage], rule: "2.6"}',
        '    - {name: march, do: [move, attack, barrage], rule: "2.6"}',
    ),
    "3.1-by-the-weather-before": ("rain: {1-2: clear, 3-4: rain, 5-6: snow}", "rain: {1-2: clear, 3-6: rain}"),
    "3.2-mud": ("add: 1, says: mud", "add: 0, says: mud"),
    "3.3-high-water": ('      - {cost: prohibited, when: {weather: rain}, unless: bridge, rule: "3.3"}\n', ""),
    "3.3-no-attack": ('      - {cost: prohibited, when: {weather: rain}, unless: bridge, rule: "3.3"}\n', ""),
    "3.4-snow": ("add: 1, says: snow", "add: 0, says: snow"),
    "3.5-aircraft": ("dice: 2, says: aircraft", "dice: 0, says: aircraft"),
    "3.5-not-for-the-other-side": ("{weather: clear, setting: {air: own}}", "{weather: clear}"),
    "4.1-four-points": ("  off_map: never\n", "  off_map: never\n  allowance: 9\n"),
    "4.2-hills-and-mountains": ("mountain: {cost: {mountain: 2, foot: 3, heavy: prohibited}", "mountain: {cost: 3"),
    "4.3-half-a-point": ('      road: {cost: 1/2, rule: "4.3"}\n', ""),
    "4.4-mule-tracks": ("trail: {cost: 1, who: {class: foot}", "trail: {cost: 1"),
    "4.5-the-whole-allowance": ("{cost: {foot: all, heavy: prohibited}, unless: bridge", "{cost: 1, unless: bridge"),
    "4.5-a-bridge": ("{cost: {foot: all, heavy: prohibited}, unless: bridge", "{cost: {foot: all, heavy: prohibited}"),
    "4.6-one-hex": ("  always_one_hex: true\n", ""),
    "4.7-friends-and-enemies": ("  always_one_hex: true\n", "  always_one_hex: true\n  friends: closed\n"),
    "4.8-two-blocks": ('{rule: "4.8", limit: 2}', '{rule: "4.8", limit: 3}'),
    "4.9-nobody-leaves": ("  off_map: never\n", ""),
    "5.1-guns-too": (f"  not_across: {BRIDGED}\n", f"  not_across: {BRIDGED}\n  exert: {{class: foot}}\n"),
    "5.1-not-over-the-river": (f"  not_across: {BRIDGED}\n", ""),
    "5.2-it-stops": ("  enter: stop\n", "  enter: free\n"),
    "6.1-five-points": ("trace: {cost: 5, paths: road,", "trace: {cost: 9, paths: road,"),
    "6.2-cut": ("blocked_by: enemy zones prohibited", "blocked_by: prohibited"),
    "6.3-out-of-supply": ("  without: {movement: half_up}\n", ""),
    "6.4-hunger": ('    "3": [{eliminate: unit, rule: "6.4"}]\n', ""),
    "7.1-all-defend": (
        '  strength: {attacker: steps, defender: steps}\n  resolve: buckets\n  dice: 1d6\n  buckets:\n    rule: "7.3"',
        "  strength: {attacker: steps, defender: steps}\n  whole_stack: {defender: false}\n  resolve: buckets\n"
        '  dice: 1d6\n  buckets:\n    rule: "7.3"',
    ),
    "7.2-artillery-does-not": ('who: {type: "!artillery", supplied: true}', "who: {supplied: true}"),
    "7.3-lowest-first": ("    order: order\n", ""),
    "7.4-the-fire-or-less": ("    hit: fire\n    order", "    hit: 3\n    order"),
    "7.5-hill": ("any: [{terrain: hill}, {feature: village town}]", "any: [{feature: village town}]"),
    "7.5-village": ("any: [{terrain: hill}, {feature: village town}]", "any: [{terrain: hill}]"),
    "7.5-mountain": ("dice: -3, says: mountain", "dice: -2, says: mountain"),
    "7.6-fieldworks": ("dice: -2, says: fieldworks", "dice: 0, says: fieldworks"),
    "7.7-over-the-river": ("dice: -2, says: over the river", "dice: 0, says: over the river"),
    "7.7-from-this-bank-as-well": ("{across: {all: river}}", "{across: {any: river}}"),
    "7.8-the-owner-chooses": ("[{lose: defender, steps: hits,", "[{lose: defender, by: enemy, steps: hits,"),
    "7.9-the-attacker-first": ("    rounds: 3\n", ""),
    "7.9-three-rounds": ("    rounds: 3\n", "    rounds: 4\n"),
    "7.10-ways-back": ("not_into: [{hexside: river, not: {hexside: bridge}}], ", ""),
    "7.11-worn-down": ("who: {steps: {most: 1}}", "who: {steps: {most: 0}}"),
    "7.11-nowhere-to-go": ("who: {steps: {most: 1}}", "who: {steps: {most: 0}}"),
    "7.12-two-go-in": ("most: stack_limit", "most: 1"),
    "8.1-two-hexes": ("  range: 2\n", "  range: 3\n"),
    "8.2-cover": (COVER, COVER.replace("-1", "0")),
    "9.1-the-next-hex": ("blocked: nearest", "blocked: wait"),
    "9.2-two-steps": ("most: 2}\nvictory", "most: 3}\nvictory"),
}
"""Examples with what takes their rule out of the file: a text, and what stands in its place."""


@pytest.mark.parametrize("example", TAKEN_OUT)
def test_an_example_fails_without_its_rule(example: str, tmp_path: Path) -> None:
    GAME.assert_fails_without(example, TAKEN_OUT[example], tmp_path)


def test_a_formation_of_several_words_is_activated_by_a_player_and_by_text() -> None:
    game = Game(load_scenario("winter_line"), 1)
    action = next(action for action in iter(game.legal_actions()) if action.verb == "activate")
    assert game.parse(game.text(action)) == action
    assert game.parse(action) == action
