"""The staff of Twilight's Last Gleaming 2 plans again where it must, and by the odds of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest
import tlg2_field as tlg
from hex_field import field
from tools.small_fields import small_field

from engine.formats import load_scenario
from engine.mechanics.bits import bits
from engine.mechanics.hexes.hexstate import DEAD
from engine.play import Game, Start
from engine.players import make, seat
from engine.scenario import Arrival, Pool
from engine.systems.twilights_last_gleaming import battle
from engine.systems.twilights_last_gleaming.staff.fights import Fights
from engine.systems.twilights_last_gleaming.staff.forecast import Pattern
from engine.systems.twilights_last_gleaming.staff.moves import Moves
from engine.systems.twilights_last_gleaming.staff.view import View
from engine.umpire.testturns import play


def view_of(game: Game) -> View:
    """What the side that decides sees."""
    rules: Any = game.rules
    state: Any = game.state
    assert game.decision is not None
    return View(rules, state, list(game.scenario.sides).index(game.decision.side))


def combats(count: int) -> Iterator[Game]:
    """Small fields at the beginning of the first combat phase, after some moves by chance."""
    for seed in range(count):
        game, random = small_field("tlg2", seed), Random(seed)
        while game.decision is not None and game.decision.kind != "combat":
            game.apply(game.legal_actions().sample(random))
        yield game


def test_a_phase_is_planned_anew_where_somebody_has_lost_a_step_or_has_gone() -> None:
    """What each unit in contact, or next to one, loses or leaves is seen, whatever was planned before."""
    differing = 0
    for game in combats(12):
        before = Fights(view_of(game))
        plan = before.plan()
        near = set(before.net.hexes) | {u for h in before.net.targets for u in bits(before.state.stacks[h])}
        for u in sorted(near):
            for change in ("step", "gone"):
                other = game.copy()
                state: Any = other.state
                rules: Any = other.rules
                if change == "step" and state.steps[u] > 1:
                    state.steps[u] -= 1
                else:
                    state.steps[u] = 0
                    rules.field.put(state, u, DEAD)
                state.contacts = None
                now = Fights(view_of(other)).plan()
                assert Fights(view_of(other), before).plan() == now
                differing += now != plan
    assert differing > 20


RING = ("X0605", "X0705", "X0706", "X0607", "X0506", "X0505")
"""The hexes around X0606, one after the other."""


@pytest.mark.parametrize("options", [{}, {"enfilade_gaps": "not_attacking"}])
def test_a_planned_attack_has_the_column_that_the_rules_give_it(options: dict[str, Any]) -> None:
    """From every choice of hexes around the target, on ground of every kind: shifts, enfilade, bayonets (6.9, 6.10)."""
    board = field(
        terrain={"forest": "X0606"},
        features={"building": "X0605"},
        hexsides={"slope": "X0606>X0705 X0607>X0606", "creek": "X0506/X0606 X0505/X0606", "bridge": "X0506/X0606"},
    )
    units = {
        "us-1 infantry 6/3 bayonet": "X0609",
        "us-2 infantry 4": "X0709",
        "us-3 infantry 2": "X0809",
        "us-4 cavalry 3": "X0509",
        "us-5 infantry 1": "X0409",
        "ac-1 infantry 7/3": "X0606",
    }
    special = {"bayonet": {"side": "us", "shift": 2}}
    playing = tlg.game(board, units, special=special, options=options)
    view = view_of(playing)
    moves = Moves(view)
    rules: Any = playing.rules
    state: Any = playing.state
    target, columns = view.foe_hexes[0], set()
    ring = [rules.field.grid.parse(name) for name in RING]
    assert all(rules.field.grid.distance(h, target) == 1 for h in ring)
    for count in range(1, 6):
        for hexes in combinations(ring, count):
            for first in {0, 5 - count}:
                near = {first + n: h for n, h in enumerate(hexes)}
                twin = state.copy()
                for u, h in near.items():
                    rules.field.put(twin, u, h)
                column = moves._column(moves._assault(target, near, moves._stirred(target, hexes)), 0)
                assert column == battle.odds(rules.field, twin, (target,), tuple(near)).column
                columns.add(column)
    assert len(columns) > 6


def test_plans_look_past_a_draw_by_chance() -> None:
    """What comes out of a pool of two is drawn with a die of two, also where the staff plays on in its mind."""
    units = ["us-1 infantry 5/2", "us-2 infantry 3", "us-3 infantry 3", "ac-1 infantry 4", "ac-2 infantry 4"]
    scenario = tlg.scenario(
        field(),
        units,
        {"us-1": "X0404", "ac-1": "X0808", "ac-2": "X0809"},
        [Arrival(2, "us", ("X0101", "X0102"), (), how="place", source="reserve", draw="d6")],
        pools={"reserve": Pool("us", ("us-2", "us-3"))},
    )
    playing = Game(scenario)
    report = play(playing, {side: make("staff", side) for side in scenario.sides}, turns=3)
    assert not report.stopped_by_umpire
    assert [event.data["unit"] for event in playing.events if event.kind == "deploy"]


def test_a_pattern_of_throws_falls_on_dice_of_any_sides() -> None:
    pattern = Pattern((1, 4, 6))
    assert [pattern.roll(number) for number in range(4)] == [1, 4, 6, 1]
    assert [pattern.roll(number, 2) for number in range(3)] == [1, 2, 2]
    assert [pattern.roll(number, 1) for number in range(3)] == [1, 1, 1]
    assert [pattern.roll(number, 12) for number in range(3)] == [1, 7, 11]


def test_a_position_after_the_last_turn_is_planned_as_one_in_it() -> None:
    """A position may be of any turn, whatever the scenario says of how many there are."""
    given = load_scenario("lundys_lane")
    report = play(Game(given, 1, start=Start(turn=given.turns.count + 30)), seat(["staff"], given.sides, 1))
    assert report.outcome is not None
    assert not report.findings
