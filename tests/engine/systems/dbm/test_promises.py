"""What a combat or a shot promises: factors with their paragraphs, and the 36 throws (19 to 21)."""

from __future__ import annotations

import pytest
from field_of import game

from engine.play.answers import Prospects


def promised(units: dict[str, str], at: dict[str, list[float]], action: str, phase: str = "combat") -> Prospects:
    """What an action promises while there is another one to choose."""
    far = {"zz-1": "red Bd O", "zz-2": "blue Bd O", "zz-3": "red Bw O", "zz-4": "blue Sp O"}
    there = {"zz-1": [3000, 2000, 0], "zz-2": [3000, 2000, 180], "zz-3": [3000, 600, 0], "zz-4": [3000, 500, 180]}
    played = game({**units, **far}, {**at, **there}, phase=phase)
    found = played.rules.announced(played.state, played.parse(action))
    assert found is not None
    return found


def test_a_combat_names_each_factor_with_its_paragraph() -> None:
    units = {"bd-1": "red Bd O general=cinc", "bd-2": "red Bd O", "sp-1": "blue Sp O", "sp-2": "blue Sp O"}
    at = {"bd-1": [1000, 1000, 0], "bd-2": [1040, 960, 270], "sp-1": [1000, 1000, 180], "sp-2": [1000, 970, 180]}
    found = promised(units, at, "fight bd-1")
    assert found.odds == "6 against 4"
    account = found.account
    assert account is not None
    assert [(one.unit, one.strength) for one in account.attackers] == [("bd-1", 5)]
    assert [(one.unit, one.strength, one.how) for one in account.defenders] == [
        ("sp-1", 4, ""),
        ("", 1, "rear support"),
    ]
    assert [(one.amount, one.cause, one.rule) for one in account.modifiers] == [
        (1, "bd-1: a general", "dbm:19.1"),
        (1, "sp-1: enemies on flank or rear", "dbm:19.1"),
    ]
    assert account.targets == ("1000,1000/180",)


def test_the_36_throws_are_counted() -> None:
    units = {"ax-1": "red Ax O", "ax-2": "blue Ax O"}
    found = promised(units, {"ax-1": [1000, 1000, 0], "ax-2": [1000, 1000, 180]}, "fight ax-2")
    assert found.account is not None
    shares = found.account.shares
    assert sum(share.chance for share in shares) == pytest.approx(1)
    told = {share.meaning: round(36 * share.chance) for share in shares}
    assert told == {
        "ax-1 is destroyed": 2,
        "ax-1 recoils": 13,
        "no effect": 6,
        "ax-2 recoils": 13,
        "ax-2 is destroyed": 2,
    }
    assert [share.good for share in shares] == [False, False, None, True, True]
    assert (round(36 * found.good), round(36 * found.bad)) == (15, 15)
    assert found.share == pytest.approx(0.5)
    assert round(36 * found.attacker_steps) == 2


def test_a_shot_hurts_its_target_alone() -> None:
    units = {"bw-1": "red Bw O", "bw-2": "red Bw O", "kn-1": "blue Kn O"}
    at = {"bw-1": [1000, 1000, 0], "bw-2": [1080, 1000, 0], "kn-1": [1040, 850, 180]}
    alone = promised(units, at, "shoot bw-1 at kn-1", "shooting")
    helped = promised(units, at, "shoot bw-1 at kn-1 with bw-2", "shooting")
    assert (alone.odds, helped.odds) == ("4 against 3", "4 against 2")
    assert alone.bad == helped.bad == 0
    assert helped.good > alone.good > 0
    assert helped.account is not None
    assert [one.unit for one in helped.account.attackers] == ["bw-1", "bw-2"]


def test_other_actions_promise_nothing() -> None:
    units = {"bd-1": "red Bd O", "sp-1": "blue Sp O"}
    played = game(units, {"bd-1": [1000, 1000, 0], "sp-1": [1000, 500, 180]})
    assert played.rules.announced(played.state, played.parse("fight bd-1")) is None
    assert played.rules.announced(played.state, played.parse("end phase")) is None
