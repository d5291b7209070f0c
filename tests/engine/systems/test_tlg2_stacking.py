"""Who may share a hex with whom in Twilight's Last Gleaming 2: a heavy battery and one unit of its side (4.9, 10.2)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tlg2_field import field, game

from engine.play import Game
from engine.systems.twilights_last_gleaming import moving

GUN = "artillery 3 range 6"
HEAVY = f"{GUN} heavy_battery"
UNITS = {
    f"us-hb {HEAVY}": "X0505",
    f"us-hb2 {HEAVY}": "X0605",
    "us-1 infantry 3": "X0504",
    "us-2 infantry 3": "X0404",
    f"us-gun {GUN}": "X0405",
    "us-3 infantry 3": "X0605",
    "ac-1 infantry 3": "X0606",
    f"ac-hb {HEAVY}": "X0909",
    f"ac-hb2 {HEAVY}": "X0506",
}


def crowd() -> Game:
    """Heavy batteries, alone and not, next to everybody else."""
    return game(field(), UNITS)


@pytest.mark.rule("tlg2:4.9")
@pytest.mark.rule("tlg2:4.10")
@pytest.mark.parametrize(
    ("unit", "name", "free"),
    [
        ("us-hb", "X0504", True),
        ("us-hb", "X0405", True),
        ("us-hb", "X0605", False),
        ("us-hb", "X0606", False),
        ("us-hb", "X0506", False),
        ("us-hb", "X0303", True),
        ("us-1", "X0505", True),
        ("us-1", "X0404", False),
        ("us-1", "X0605", False),
        ("us-1", "X0506", False),
        ("us-3", "X0505", True),
        ("us-3", "X0605", True),
        ("us-gun", "X0505", True),
        ("us-gun", "X0404", False),
        ("ac-1", "X0506", True),
        ("ac-1", "X0505", False),
        ("ac-hb", "X0606", True),
        ("ac-hb", "X0506", True),
    ],
)
def test_who_may_join_whom(unit: str, name: str, free: bool) -> None:
    playing = crowd()
    rules: Any = playing.rules
    state: Any = playing.state
    u, h = rules.field.roster.find(unit), rules.field.grid.parse(name)
    assert moving.may_share(rules.field, state, u, h) is free
    assert (h not in moving.closed_to(rules.field, state, u)) is free


def test_hexes_are_closed_to_a_unit_that_it_may_not_share() -> None:
    random, shared = Random(5), 0
    for _ in range(30):
        playing = crowd()
        rules: Any = playing.rules
        state: Any = playing.state
        spots = random.sample(range(rules.field.grid.size), 6)
        for u in range(len(UNITS)):
            own = rules.field.roster.of_side[rules.field.roster.side[u]]
            free = [h for h in spots if moving.may_share(rules.field, state, u, h)]
            if free:
                rules.field.put(state, u, random.choice(free))
            assert state.stacks[state.where[u]] & ~own == 0
        for u in range(len(UNITS)):
            closed = moving.closed_to(rules.field, state, u)
            others = {h: mask for h, mask in state.stacks.items() if h != state.where[u]}
            share = {h for h in others if moving.may_share(rules.field, state, u, h)}
            assert {h for h in others if h not in closed} == share
            shared += len(share)
        for side in range(2):
            most = moving.closed_to_most(rules.field, state, side)
            plain = [u for u in rules.field.roster.side_units[side] if not rules.field.roster.heavy >> u & 1]
            for u in plain:
                for h in state.stacks.keys() - {state.where[u]}:
                    assert (h in most) is not moving.may_share(rules.field, state, u, h)
    assert shared > 100
