"""The staff of both systems takes what objectives it can, whatever it cannot do about greater ones."""

from __future__ import annotations

from typing import Any

import fm_field
import pytest
import tlg2_field
from hex_field import field, places
from staffing import phase

from engine.play import Game
from engine.players import make
from engine.scenario import Scoring, Victory

FM, TLG2 = (fm_field, "cw", "ge", "infantry 4-4-5/2-2"), (tlg2_field, "us", "ac", "infantry 4/2")
GREAT, OPEN = "X0402", "X0405"
"""Two objectives; the first one counts for more."""


def battle(system: Any, first: str = "", theirs: str = "X1212", **more: str) -> Game:
    """-1 stands two hexes from the open objective; ``first`` holds the great one to begin with."""
    made, own, foe, kind = system
    scoring = (
        Scoring("hold", 6, hexes=(more.pop("great", GREAT),), initial=first and (own if first == "own" else foe)),
        Scoring("hold", 3, hexes=(OPEN,), initial=foe),
        Scoring("eliminated", 0.1),
    )
    units = {f"{own}-1 {kind}": "X0407", f"{foe}-1 {kind}": theirs}
    units |= {f"{own}-{number} {kind}": name for number, name in more.items()}
    made_so: Game = made.game(field(), units, victory=Victory(scoring=scoring))
    return made_so


@pytest.mark.parametrize("system", [FM, TLG2], ids=["fm", "tlg2"])
@pytest.mark.parametrize(
    "given",
    [
        # Out of reach; our own, and nobody is near it; and one in which the enemy stands, and too strong.
        {"great": "X1201"},
        {"first": "own"},
        {"theirs": "X1002", "great": "X1002"},
    ],
    ids=["far", "own", "held"],
)
def test_the_lesser_objective_is_taken_where_nothing_is_to_be_done_about_the_greater(
    system: Any, given: dict[str, str]
) -> None:
    game, own = battle(system, **given), system[1]
    phase(game, own)
    assert places(game)[f"{own}-1"] == OPEN


@pytest.mark.parametrize("system", [FM, TLG2], ids=["fm", "tlg2"])
def test_of_two_each_takes_one(system: Any) -> None:
    own = system[1]
    game = battle(system, **{"2": "X0404"})
    phase(game, own)
    assert {places(game)[f"{own}-{number}"] for number in (1, 2)} == {GREAT, OPEN}


@pytest.mark.parametrize("system", [FM, TLG2], ids=["fm", "tlg2"])
def test_it_says_what_it_does_for_an_objective(system: Any) -> None:
    game, own = battle(system, great="X1201"), system[1]
    staff = make("staff", own)
    action = staff.choose(game)
    assert game.text(action).endswith(OPEN)
    assert staff.last_reason == "to take the objective"
