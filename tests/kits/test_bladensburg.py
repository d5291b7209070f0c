"""Bladensburg: its enforced paragraphs have examples of play, which fail without their rules, and its staff makes no
blunders."""

from __future__ import annotations

from pathlib import Path

import pytest
import staffing
from proved import ProvedGame

from engine.formats import load_example, load_scenario
from engine.formats.specs import ExampleSpec
from engine.play import Game

GAME = ProvedGame("bladensburg")


def test_every_paragraph_that_is_no_definition_has_an_example() -> None:
    GAME.assert_each_paragraph_has_an_example()


LED = '{when: {led: true}, add: 1, says: led, rule: "8.5"}'
COVERED = "{when: {defender_in: {is: cover}}, columns: -1, says: cover, rule: "
CROSSING = "{crossing: {river: -1, bridge: -1, ford: -1, ravine: -1, slope up: -1}"

TAKEN_OUT = {
    "1.2-half-rounded-up": ("reduced: {strength: half_up, fire: half_up}", "reduced: {}"),
    "1.4-marked-as-raw": ("raw_troops: {flag: raw}", "raw_troops: {type: militia}"),
    "2.2-four-phases": (
        "- {name: movement, do: move}\n  - {name: assault, do: assault}",
        "- {name: movement, do: [move, assault]}",
    ),
    "3.2-foot-horse-and-guns": ('swamp: {cost: 3, rule: "3.2"}', "swamp: 1"),
    "3.2-leaders-and-rockets": ("woods: {cost: {foot: 2, else: 3}", "woods: {cost: {artillery: 3, else: 2}"),
    "3.3-half-a-point": ('path: {road: {cost: 1/2, rule: "3.3"}}', "path: {}"),
    "3.4-bridge-and-ford": ('      river: {cost: prohibited, unless: bridge ford, rule: "3.4"}\n', ""),
    "3.4-a-ford": ('      ford: {cost: 2, rule: "3.4"}\n', ""),
    "3.5-the-ravine": ("ravine: {cost: {foot: 2, horse: 3, else: prohibited}", "ravine: {cost: 2"),
    "3.6-uphill": ('      slope: {cost: 1, when: {hexside: slope up}, rule: "3.6"}\n', ""),
    "3.7-friends-and-enemies": ("  always_one_hex: true\n", "  always_one_hex: true\n  friends: closed\n"),
    "3.8-one-hex": ("  always_one_hex: true\n", ""),
    "3.8-not-from-zone-to-zone": ("zone_to_zone: prohibited", "zone_to_zone: as_usual"),
    "4.1-two-units": ("limit: 2, counts: size", "limit: 3, counts: size"),
    "5.1-shaken-and-guns": ('exert: {class: fighting, status: "!shaken !routed"}', 'exert: {type: "!leader"}'),
    "5.1-not-over-the-river": (
        '  not_across: [{hexside: river}, {hexside: "!bridge !ford"}]\n  affects',
        "  affects",
    ),
    "5.1-six-hexes": ("exert: {class: fighting,", "exert: {class: steady,"),
    "5.2-it-stops": ("  enter: stop\n", "  enter: free\n"),
    "5.3-round-about": ("zone_to_zone: prohibited", "zone_to_zone: as_usual"),
    "6.1-out-of-range-or-sight": ("blocked_by: woods village rise", "blocked_by: village rise"),
    "6.2-a-village": (f'  - {COVERED}"6.2"}}\n', ""),
    "6.2-woods-and-earthwork": (f'  - {COVERED}"6.2"}}\n', ""),
    "6.3-canister": ('  - {when: {range: {most: 2}}, columns: 1, says: canister, rule: "6.3"}\n', ""),
    "6.4-beside-the-bridge": (
        '  - {when: {defender_in: {beside: bridge}}, columns: 1, says: a crowded bridge, rule: "6.4"}\n',
        "",
    ),
    "6.5-a-step-first": ('    - {lose: defender, rule: "6.5"}\n', ""),
    "6.6-raw-troops-alone": ("      who: {class: raw_troops}\n", ""),
    "6.6-two-less": (', {add: -2, says: fright, rule: "6.6"}', ""),
    "7.1-for-the-defender": ("  table: assaults\n", "  table: assaults\n  rounding: attacker\n"),
    "7.2-who-does-not": ('who: {type: "!artillery !rockets", status: "!shaken !routed"}', "who: {}"),
    "7.3-an-orchard": (f'  - {COVERED}"7.3"}}\n', ""),
    "7.4-by-a-bridge": (CROSSING, CROSSING.replace("bridge: -1, ", "")),
    "7.4-by-a-ford": (CROSSING, CROSSING.replace("ford: -1, ", "")),
    "7.4-over-the-ravine": (CROSSING, CROSSING.replace("ravine: -1, ", "")),
    "7.4-uphill": (CROSSING, CROSSING.replace(", slope up: -1", "")),
    "7.5-cold-steel": ("columns: 1, says: cold steel", "columns: 0, says: cold steel"),
    "7.5-a-leader-among-the-defenders": (
        "defenders: {all: {class: raw_troops}}",
        "defenders: {any: {class: raw_troops}}",
    ),
    "7.5-raw-attackers": ("columns: -2, says: raw troops", "columns: 0, says: raw troops"),
    "7.6-led-from-the-front": ("columns: 1, says: led from the front", "columns: 0, says: led from the front"),
    "7.7-no-bridge": (
        '"7.7"}\n  who: {type: "!artillery !rockets", status: "!shaken !routed"}\n'
        '  not_across: [{hexside: river}, {hexside: "!bridge !ford"}]\n',
        '"7.7"}\n  who: {type: "!artillery !rockets", status: "!shaken !routed"}\n  not_across: {hexside: slope}\n',
    ),
    "7.8-goes-back-then-checks": (
        '    text: "All defenders go back one hex, then each checks his morale."\n    do:\n'
        '    - {retreat: defender, hexes: 1, rule: "7.10"}\n',
        "    do:\n",
    ),
    "7.9-the-owner-chooses": ('    do:\n    - {lose: both, rule: "7.9"}\n', "    do: []\n"),
    "7.10-out-of-zones": (" avoid: zones,", ""),
    "7.10-toward-the-rear": (", toward: rear", ""),
    "7.11-one-attacker": ('  advance: {rule: "7.11", who: {class: fighting}}\n', ""),
    "8.1-half": ("      changes: {strength: {halve: up}}\n", ""),
    "8.1-shaken-again": ("      again: routed\n", ""),
    "8.2-a-third": ("      changes: {strength: {times: 1/3}}\n", ""),
    "8.2-routed-again": ("      again: lose\n", ""),
    "8.2-shaken-and-routed": ("      again: lose\n", ""),
    "8.3-one-hex-and-three": ("hexes: {raw_troops: 3, else: 1}", "hexes: 1"),
    "8.4-raw-troops": ('  - {when: {class: raw_troops}, add: -2, says: raw troops, rule: "8.4"}\n', ""),
    "8.4-next-to-the-enemy": (
        '  - {when: {next_to: {side: enemy}}, add: -2, says: the enemy is near, rule: "8.4"}\n',
        "",
    ),
    "8.5-within-two-hexes": ("command: 2, fights", "command: 9, fights"),
    "8.5-in-a-check": (f"      changes: [{LED}]\n", ""),
    "9.1-the-next-hex": ("blocked: adjacent", "blocked: wait"),
}
"""Examples with what takes their rule out of the file: a text, and what stands in its place."""


@pytest.mark.parametrize("example", TAKEN_OUT)
def test_an_example_fails_without_its_rule(example: str, tmp_path: Path) -> None:
    GAME.assert_fails_without(example, TAKEN_OUT[example], tmp_path)


POSITION = """\
format: hexwright-example 1
rule: bladensburg:9.2
about: a position for the staff
scenario:
  system: bladensburg
  map: {grid: {columns: 9, rows: 9, numbering: {prefix: X}}}
  turns: {count: 4}
  sides: {br: {name: British}, us: {name: United States}}
  units:
    br-1: {side: br, type: infantry, strength: BRITISH, morale: 8, movement: 4, steps: 1}
    us-1: {side: us, type: infantry, strength: AMERICAN, morale: 8, movement: PACES}
    us-2: {side: us, type: infantry, strength: AMERICAN, morale: 8, movement: PACES}
  special: {rear: {br: S, us: N}}
  victory: {scoring: [{kind: hold, hexes: GOAL, points: 6, initial: HOLDER}, {kind: eliminated, points: 1}]}
start: {phase: PHASE, units: {br-1: X0506, us-1: PLACE, us-2: PLACE}}
"""


def position(folder: Path, **words: object) -> Game:
    """A position with the words of the text above filled in."""
    text = POSITION
    for word, value in {"paces": 4, **words}.items():
        text = text.replace(word.upper(), str(value))
    path = folder / "position.yaml"
    path.write_text(text, encoding="utf-8")
    spec: ExampleSpec = load_example(path)
    return Game(spec.scenario, 1, start=spec.start)


def test_the_staff_takes_a_place_that_is_free(tmp_path: Path) -> None:
    words = {"british": 6, "american": 1, "goal": "X0503", "holder": "us", "place": "X0101"}
    done = staffing.phase(position(tmp_path, phase="movement", **words), "br")
    assert any(text.startswith("move br-1") and text.endswith("X0503") for text in done)


@pytest.mark.parametrize(("british", "american", "attacks"), [(1, 10, False), (12, 1, True)])
def test_the_staff_assaults_where_there_is_hope(tmp_path: Path, british: int, american: int, attacks: bool) -> None:
    words = {"british": british, "american": american, "goal": "X0909", "holder": "br", "place": "X0505"}
    done = staffing.choice(position(tmp_path, phase="assault", **words), "br")
    assert done.startswith("assault") is attacks


def test_the_staff_takes_a_weak_unit_away_from_certain_death(tmp_path: Path) -> None:
    """Its goal lies behind the enemy, who strikes two hexes far."""
    words = {"british": 5, "american": 20, "goal": "X0501", "holder": "us", "place": "X0505", "paces": 1}
    game = position(tmp_path, phase="movement", **words)
    staffing.phase(game, "br")
    grid = game.rules.field.grid
    at, enemy = (grid.parse(str(game.rules.units(game.state)[key]["at"])) for key in ("br-1", "us-1"))
    assert grid.distance(at, enemy) > 2


def test_the_british_lose_if_they_stay_at_home() -> None:
    """Nobody does anything: the United States hold all places, which is worth more than any points."""
    game = Game(load_scenario("bladensburg"), 1)
    while game.decision is not None:
        game.apply(game.parse("end phase"))
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("us", "United States: The river is held")


def test_the_british_begin_with_no_points_and_ground_pays_them_alone() -> None:
    victory = load_scenario("bladensburg").victory
    held = [line for line in victory.scoring if line.kind == "hold"]
    assert victory.handicap == {}
    assert {line.side for line in held} == {"br"}
    assert [line.points for line in held] == sorted(line.points for line in held)
