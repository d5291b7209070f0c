"""What the staff of kit games makes of units and ground: what results cost, what places count, who has to attack."""

from __future__ import annotations

from pathlib import Path

import pytest
from staffing import phase

from engine.formats import load_example
from engine.formats.specs import ExampleSpec
from engine.kit.combat.rules import DEFENDER
from engine.kit.staff.answers import KitAnswers
from engine.kit.staff.assaults import TEMPERS
from engine.kit.staff.outlook import KitOutlook
from engine.kit.staff.view import KitView, position
from engine.play import Action, Game

POSITION = """\
format: hexwright-example 1
rule: bladensburg:9.2
about: a position for the staff
scenario:
  system: bladensburg
  map: {grid: {columns: 9, rows: 9, numbering: {prefix: X}}}
  turns: {count: 10}
  sides: {br: {name: British}, us: {name: United States}}
  units:
    br-1: {side: br, type: infantry, strength: 6, morale: 7, movement: 4}
    br-2: {side: br, type: infantry, strength: 6, morale: 7, movement: 4}
    br-3: {side: br, type: infantry, strength: 6, morale: 7, movement: 4}
    us-1: {side: us, type: militia, strength: 6, morale: 5, raw: true, movement: 4}
    us-2: {side: us, type: artillery, strength: 2, fire: 6, range: 4, morale: 7, movement: 4}
  special: {rear: {br: S, us: N}}
  victory: {scoring: [{kind: hold, hexes: GOAL, points: 8, initial: HOLDER}, {kind: eliminated, points: 1}], \
handicap: {br: LEAD}}
start: {turn: TURN, phase: PHASE, units: {br-1: X0506, br-2: SECOND, br-3: THIRD, us-1: X0505, us-2: X0202}}
"""


def game_with(folder: Path, **words: object) -> Game:
    """A position of the first side; what is not said is the usual."""
    text = POSITION
    usual = {
        "goal": "X0502",
        "holder": "us",
        "lead": 0,
        "turn": 1,
        "phase": "assault",
        "second": "X0108",
        "third": "X0209",
    }
    for key, value in {**usual, **words}.items():
        text = text.replace(key.upper(), str(value))
    path = folder / "position.yaml"
    path.write_text(text, encoding="utf-8")
    spec: ExampleSpec = load_example(path)
    return Game(spec.scenario, 1, start=spec.start)


def outlook_of(game: Game) -> KitOutlook:
    """What the British make of a position."""
    return KitOutlook(KitView(game.rules, 0), position(game))


def unit(game: Game, key: str) -> int:
    """The number of a unit."""
    return int(game.rules.field.roster.keys.index(key))


def checked(game: Game) -> float:
    """What it is worth to the first unit that its attack on the enemy next to it ends with a check of its own."""
    outlook = outlook_of(game)
    grid = game.rules.field.grid
    gains = outlook.hopes.gains(outlook.view.fights[0], (grid.parse("X0505"),), (unit(game, "br-1"),))
    return gains["AC"][1]


def test_those_who_are_routed_have_a_step_to_lose_by_the_next_check(tmp_path: Path) -> None:
    game = game_with(tmp_path)
    militia, checks = unit(game, "us-1"), outlook_of(game).view.fights[0].effects_of("DC")
    before = outlook_of(game).hopes.cost(checks, DEFENDER, (militia,), ())
    position(game).status[game.rules.field.statuses["routed"]] |= 1 << militia
    after = outlook_of(game)
    assert after.hopes.cost(checks, DEFENDER, (militia,), ()) > before
    assert after.step(militia) > 0.3 * after.worth(militia)


def test_attackers_who_hold_a_place_risk_it_where_a_check_drives_them_back(tmp_path: Path) -> None:
    words = {"goal": "X0506", "holder": "br", "turn": 10}
    assert checked(game_with(tmp_path, **words)) < checked(game_with(tmp_path, turn=10)) - 0.5


def test_attackers_risk_no_place_that_others_hold_with_them(tmp_path: Path) -> None:
    """The second unit stands beside the first, and takes no part."""
    words = {"goal": "X0506", "holder": "br", "turn": 10}
    alone, together = checked(game_with(tmp_path, **words)), checked(game_with(tmp_path, second="X0506", **words))
    assert together > alone


@pytest.mark.parametrize(("holder", "worth"), [("us", "prize"), ("br", "stake")])
def test_a_place_that_counts_at_the_end_counts_less_while_there_is_time(
    holder: str, worth: str, tmp_path: Path
) -> None:
    found = []
    for turn in (1, 6, 10):
        game = game_with(tmp_path, turn=turn, holder=holder)
        found.append(getattr(outlook_of(game), worth)(game.rules.field.grid.parse("X0502")))
    assert found == sorted(found)
    assert found[0] < 0.5 * found[2]
    assert found[2] == 16


def test_a_battery_is_worth_what_it_can_still_do(tmp_path: Path) -> None:
    early, late = (outlook_of(game_with(tmp_path, turn=turn)) for turn in (1, 10))
    guns = int(early.field.roster.keys.index("us-2"))
    assert early.worth(guns) > 1.5 * late.worth(guns)
    assert early.step(guns) > late.step(guns)


def test_whoever_goes_forward_opens_the_way_for_those_behind(tmp_path: Path) -> None:
    found = []
    for second in ("X0108", "X0507"):
        game = game_with(tmp_path, second=second)
        step = Action("advance", (unit(game, "br-1"), game.rules.field.grid.parse("X0505")))
        found.append(KitAnswers(outlook_of(game)).advance(step)[0])
    assert found[1] > found[0]


def test_the_points_that_a_side_begins_with_change_no_plan_while_there_is_time(tmp_path: Path) -> None:
    games = (game_with(tmp_path, lead=lead, phase="movement") for lead in (0, 6, 40))
    plans = [phase(game, "br") for game in games]
    assert plans[0] == plans[1] == plans[2]


def test_of_two_plans_the_second_is_bolder_than_the_first() -> None:
    """With many units two plans are all that there is time for; two cautious ones would leave nothing to choose."""
    first, second, *_ = TEMPERS
    assert second.danger < first.danger
    assert second.least < first.least
