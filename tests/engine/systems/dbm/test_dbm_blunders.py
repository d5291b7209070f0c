"""Small positions in which the player that plans never makes a blunder, and finds what is plainly good."""

from __future__ import annotations

from typing import Any

import pytest
from field_of import bound, game

from engine.mechanics.procedure import END
from engine.play import Game
from engine.players import seat
from engine.systems.de_bellis_multitudinis.opposing import fronts_on, opponent, overlapping
from engine.systems.de_bellis_multitudinis.rules import DbmRules
from engine.systems.de_bellis_multitudinis.staff import moves, supposing

_MOST = 8
"""Moves of a bound after which it is enough."""


def moved(units: dict[str, str], at: dict[str, Any], **more: Any) -> Game:
    """A game in which red has made the moves of a bound, and not ended them yet."""
    played = game(units, at, **more)
    staff = seat(("staff", "first"), played.scenario.sides, 1)["red"]
    for _ in range(_MOST):
        action = staff.choose(played)
        if action == END:
            break
        played.apply(action)
    return played


def fought(played: Game, key: str) -> str:
    """Whom an element fights where it stands; empty for nobody."""
    assert isinstance(played.rules, DbmRules)
    field = played.rules.field
    enemy = opponent(field, played.state, field.roster.find(key))
    return "" if enemy is None else field.roster.keys[enemy]


BLUNDERS: dict[str, tuple[str, str, list[int]]] = {
    "spears do not close with warbands, who destroy them": ("red Sp O", "blue Wb S irr", [1000, 700, 180]),
    "archers do not close with knights": ("red Bw O", "blue Kn O", [1000, 710, 180]),
    "light horse does not charge the front of cavalry": ("red LH O", "blue Cv S", [1000, 650, 180]),
    "elephants keep away from skirmishers": ("red El O irr", "blue Ps S", [1000, 680, 180]),
    "auxiliaries do not stand up to knights in the open": ("red Ax O", "blue Kn S", [1000, 680, 180]),
    "a general does not go alone for warbands": ("red Sp O general=cinc", "blue Wb S irr", [1000, 710, 180]),
    "skirmishers do not charge cavalry": ("red Ps O", "blue Cv O", [1000, 670, 180]),
}
"""What is never done: the element that would do it, 800 paces down the table, and the enemy with his place."""


@pytest.mark.parametrize("blunder", BLUNDERS)
def test_a_bad_enemy_is_left_alone(blunder: str) -> None:
    own, enemy, where = BLUNDERS[blunder]
    played = moved({"own": own, "enemy": enemy}, {"own": [1000, 800, 0], "enemy": where})
    assert fought(played, "own") == ""


GOOD: dict[str, tuple[str, str, list[int]]] = {
    "knights ride down auxiliaries in the open": ("red Kn S", "blue Ax I", [1000, 680, 180]),
    "warbands rush blades": ("red Wb S irr", "blue Bd I", [1000, 720, 180]),
    "cavalry rides down skirmishers": ("red Cv S", "blue Ps I", [1000, 650, 180]),
    "auxiliaries take on elephants": ("red Ax S", "blue El I irr", [1000, 670, 180]),
}


@pytest.mark.parametrize("good", GOOD)
def test_a_weak_enemy_is_attacked(good: str) -> None:
    own, enemy, where = GOOD[good]
    played = moved({"own": own, "enemy": enemy}, {"own": [1000, 800, 0], "enemy": where})
    assert fought(played, "own") == "enemy"


def test_a_line_meets_a_lone_warband_whole_so_that_it_overlaps_him() -> None:
    units = {**{f"bd-{n}": "red Bd O" for n in range(1, 4)}, "wb-1": "blue Wb O irr"}
    at: dict[str, Any] = {f"bd-{n}": [840 + 80 * n, 800, 0] for n in range(1, 4)} | {"wb-1": [1000, 730, 180]}
    played = moved(units, at)
    assert isinstance(played.rules, DbmRules)
    field = played.rules.field
    warband = field.roster.find("wb-1")
    assert fought(played, "bd-2") == "wb-1"
    assert len(overlapping(field, played.state, warband)) == 2


def test_who_is_held_in_front_is_taken_in_the_flank() -> None:
    units = {"bd-1": "red Bd O", "ax-1": "red Ax O", "bd-9": "blue Bd O"}
    at: dict[str, Any] = {"bd-1": [1000, 700, 0], "ax-1": [1150, 660, 0], "bd-9": [1000, 700, 180]}
    played = moved(units, at)
    assert isinstance(played.rules, DbmRules)
    field = played.rules.field
    enemy = field.roster.find("bd-9")
    assert fronts_on(field, played.state, enemy) == (field.roster.find("ax-1"),)


def test_nobody_is_moved_to_where_he_stands() -> None:
    units = {"cv-1": "red Cv O general=cinc", "kn-9": "blue Cv O"}
    played = moved(units, {"cv-1": [1000, 700, 0], "kn-9": [1000, 700, 180]})
    assert not [event for event in played.events if event.kind == "move" and event.data["from"] == event.data["to"]]


def test_a_line_near_the_enemy_does_not_wheel() -> None:
    units = {**{f"bd-{n}": "red Bd O" for n in range(1, 5)}, "cv-9": "blue Cv O"}
    at: dict[str, Any] = {f"bd-{n}": [840 + 80 * n, 800, 0] for n in range(1, 5)} | {"cv-9": [1080, 560, 180]}
    played = moved(units, at)
    assert {parts.rpartition("/")[2] for parts in _ends(played)} <= {"0"}


def _ends(played: Game) -> list[str]:
    return [str(event.data["to"]) for event in played.events if event.kind == "move"]


def test_an_enemy_whom_nobody_holds_is_weighed_as_he_will_turn() -> None:
    units = {"bd-1": "red Bd O", "wb-9": "blue Wb S irr"}
    field, state = bound(units, {"bd-1": [1100, 700, 0], "wb-9": [1000, 700, 0]})
    own, enemy = field.roster.find("bd-1"), field.roster.find("wb-9")
    at = state.at[enemy]
    assert at is not None
    beside = at.moved(-40 * 1024, 40 * 1024)._replace(facing=2700)
    faced = supposing.faced(field, supposing.after(field, state, {own: beside}), 0)
    turned = faced.at[enemy]
    assert turned is not None
    assert turned.facing == 900
    assert state.at[enemy] == at


def test_an_advance_does_not_pass_over_the_enemy_to_his_rear() -> None:
    units = {"wb-1": "red Wb O irr", **{f"sp-{n}": "blue Sp O" for n in range(1, 4)}}
    at: dict[str, Any] = {"wb-1": [1000, 800, 0]} | {f"sp-{n}": [840 + 80 * n, 740, 191] for n in range(1, 4)}
    played = game(units, at, phase="advance")
    assert isinstance(played.rules, DbmRules)
    place = next((event.data["to"] for event in played.events if event.kind == "advance"), "")
    assert not place.endswith("/191")


def test_the_urgency_of_who_is_ahead_is_below_nought() -> None:
    units = {"bd-1": "red Bd O", "bd-2": "red Bd O", "bd-8": "blue Bd O", "bd-9": "blue Bd O"}
    at: dict[str, Any] = {"bd-1": [1000, 900, 0], "bd-8": [1000, 300, 180], "bd-9": [1080, 300, 180]}
    field, state = bound(units, at)
    state.mark(field.roster.find("bd-2"), 1)
    assert moves.urgency(field, state, 0) > 0 > moves.urgency(field, state, 1)
