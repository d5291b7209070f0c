"""What refused moves, entries, attacks, retreats and displacements are told: every paragraph, each with its words."""

from __future__ import annotations

from typing import Any, Final

import pytest
from hex_field import refused
from tlg2_field import always, combat, field, game, must_retreat

from engine.play import Game
from engine.scenario import Arrival

Said = list[tuple[str, str]]

LOCKED: Final = ("4.4", "only a retreat, an advance or the removal of the enemy leads out of an enemy zone of control")
ONE_HEX: Final = ("4.8", "the one hex that is always allowed cannot be used to leave an enemy zone of control")
ONLY_GUNS: Final = ("7.1", "only artillery can attack from a greater distance")
ALL_TO_ALL: Final = ("6.5", "all attackers must be adjacent to all defenders")
OFF_THE_MAP: Final = [("6.2", "an attack is made on hexes of the map")]
UNITS: Final = {
    "us-1 infantry 3": "X0605",
    "us-2 infantry 3": "X0505",
    "us-3 infantry 3": "X0101",
    "us-4 infantry 3": "",
    "us-gun artillery 3 range 4": "X0602",
    "ac-1 infantry 3/1": "X0606",
    "ac-2 infantry 3": "X0506",
    "ac-3 infantry 3": "X1212",
}


# -- movement and entry -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (
            "move us-1 X0604",
            [("4.1", "us-1 is in an enemy zone of control and cannot leave it by movement"), LOCKED, ONE_HEX],
        ),
        ("move us-4 X0604", [("2.6", "us-4 takes no part in this game")]),
        ("move us-3 X0102 off", [("4.20", "us-3 cannot move off the map")]),
        (
            "move ac-3 X1211",
            [
                ("4.7", "ac-3 is not a unit of the active side"),
                ("3.2", "each side moves its units in its own player turn"),
            ],
        ),
        (
            "exit us-3",
            [
                ("2.8", "us-3 cannot leave the map from X0101"),
                ("4.20", "units leave the map only where the scenario lets them"),
            ],
        ),
        ("enter us-4 X0101", [("5.1", "us-4 is not a reinforcement waiting to enter")]),
    ],
)
def test_moves_that_cannot_be(action: str, said: Said) -> None:
    assert refused(game(field(), UNITS), action) == said


BLOCKED: Final = ("5.3", "the entry hex X0601 is blocked; this column may use X0401 or X0801")


def waiting() -> Game:
    """Two reinforcements for a hex in an enemy zone of control, of which one comes later."""
    units = {
        "us-now infantry 3": "",
        "us-late infantry 3": "",
        "us-1 infantry 3": "X0101",
        "ac-1 infantry 3": "X0602",
        "ac-far infantry 3": "X1212",
    }
    arrivals = [Arrival(turn, "us", ("X0601",), (key,)) for turn, key in ((1, "us-now"), (2, "us-late"))]
    return game(field(), units, arrivals=arrivals)


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (
            "move us-now X0601",
            [
                ("5.2", "us-now has not entered the map"),
                ("5.1", "reinforcements are not on the map until they enter"),
            ],
        ),
        ("enter us-now off", [("5.3", "us-now must enter at X0601")]),
        ("enter us-now X1301", [("5.3", "us-now must enter at X0601")]),
        ("enter us-now X0301", [("5.3", "us-now must enter at X0401 or X0801, not at X0301")]),
        (
            "enter us-now X0601 X0501",
            [
                BLOCKED,
                ("4.3", "us-now must end its movement in X0601, the first hex in an enemy zone of control"),
                ("4.1", "no unit leaves a hex in an enemy zone of control by movement"),
            ],
        ),
        ("enter us-late X0601", [("5.2", "us-late arrives on turn 2, never earlier"), BLOCKED]),
        ("enter us-1 X0601", [("5.1", "us-1 is not a reinforcement waiting to enter")]),
    ],
)
def test_entries_that_cannot_be(action: str, said: Said) -> None:
    assert refused(waiting(), action) == said


# -- attacks ----------------------------------------------------------------------------------------------------------


def river(**more: Any) -> Game:
    """A river divides us-2 from ac-1; what must be attacked may be attacked last."""
    options = {"mandatory_attacks": "at_end"}
    return game(field(hexsides={"river": "X0606/X0505"}), UNITS, phase="combat", options=options, **more)


def far(unit: str, at: str, target: str) -> Said:
    """The refusals for a unit that is not adjacent to its target."""
    return [("6.4", f"{unit} in {at} is not adjacent to {target}"), ONLY_GUNS]


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ("attack off with us-1", OFF_THE_MAP),
        ("attack X0606 X1306 with us-1", OFF_THE_MAP),
        ("attack X0304 with us-1", [("6.2", "there is no enemy unit in X0304"), *far("us-1", "X0605", "X0304")]),
        ("attack X0606 with us-4", [("6.4", "us-4 is not on the map")]),
        ("attack X0606 with us-3", far("us-3", "X0101", "X0606")),
        (
            "attack X0606 with us-2",
            [
                ("6.4", "an unbridged river separates us-2 from X0606"),
                ("4.16", "no attack crosses X0505/X0606"),
            ],
        ),
        ("attack X0606 with ac-2", [("6.1", "ac-2 is not a unit of the attacker")]),
        (
            "attack X0606 X0506 with us-1 us-3",
            [
                *far("us-3", "X0101", "X0506"),
                ALL_TO_ALL,
                far("us-3", "X0101", "X0606")[0],
                ("6.5", "us-1 is not adjacent to X0506; all attackers must be adjacent to all defenders"),
            ],
        ),
        ("attack X1212 with us-gun", [("7.2", "X1212 is 13 hexes from us-gun, whose range is 4")]),
        ("attack X0606 X0506 with us-gun", [("7.5", "a bombardment is directed at a single hex")]),
        ("attack X0606 with us-1 at 5:1", [("6.16", "odds may be lowered, not raised: this attack is at 1:1")]),
        (
            "end phase",
            [
                (rule, "enemies you must still attack: ac-2 in X0506, ac-1 in X0606; us-1 and us-2 must attack")
                for rule in ("6.1", "6.4")
            ],
        ),
    ],
)
def test_attacks_that_cannot_be(action: str, said: Said) -> None:
    assert refused(river(), action) == said


def test_attacks_one_after_another() -> None:
    playing = river(tables=always("-"))
    playing.apply("attack X0606 with us-1")
    again = [
        ("6.3", "us-1 has already attacked in this phase"),
        ("6.7", "its strength is not divided among combats"),
    ]
    assert refused(playing, "attack X0606 with us-1") == [
        ("6.3", "ac-1 in X0606 has already been attacked in this phase"),
        *again,
    ]
    assert refused(playing, "attack X0506 with us-1") == [*again, *far("us-1", "X0605", "X0506")]


# -- what comes of them -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (
            "retreat ac-1 off",
            [("4.20", "ac-1 cannot leave the map"), ("6.12", "a retreat ends in a hex of the map")],
        ),
        (
            "retreat ac-1 X0608",
            [
                ("6.12", "ac-1 must retreat exactly one hex, and X0608 is not adjacent to X0606"),
                ("6.11", "you cannot take more of one loss to avoid another"),
            ],
        ),
        (
            "retreat ac-1 X0605",
            [
                ("6.12", "X0605 is occupied by the enemy"),
                ("4.10", "no unit enters a hex with an enemy in it"),
                ("6.13", "enemy units are never displaced"),
            ],
        ),
        (
            "retreat ac-1 X0505",
            [
                ("6.14", "X0505 is in an enemy zone of control and there is a hex that is not"),
                ("6.12", "ac-1 must leave the enemy zones of control"),
            ],
        ),
        (
            "retreat ac-1 X0506",
            [
                ("6.13", "no unit in X0506 may be displaced: there is another path, or it would break 6.13"),
                ("6.12", "X0506 is occupied, and units cannot stack after a retreat"),
                ("4.9", "there is one unit in a hex at any instant"),
            ],
        ),
        (
            "retreat ac-1 X0705",
            [
                ("6.12", "ac-1 cannot retreat into a hex or across a hexside closed to it"),
                ("4.16", "X0705 lies across a river without a bridge, or is an all-river hex"),
            ],
        ),
        ("retreat ac-2 X0507", [("6.12", "ac-2 need not retreat")]),
        ("end phase", [("6.12", "retreats come first: choose a unit and its hex")]),
    ],
)
def test_retreats_that_cannot_be(action: str, said: Said) -> None:
    playing = must_retreat("X0605", "X0506 X0608", field(hexsides={"river": "X0606/X0705"}))
    assert refused(playing, action) == said


def test_losses_and_advances_of_others() -> None:
    units = {
        "us-1 infantry 3/1": "X0605",
        "us-2 infantry 3/1": "X0705",
        "us-3 infantry 3": "X0105",
        "ac-1 infantry 3/1": "X0606",
        "ac-2 infantry 3": "X1212",
    }
    losing = combat("AL1", units)
    losing.apply("attack X0606 with us-1 us-2")
    assert refused(losing, "lose us-3") == [("6.11", "us-3 is not in this combat")]
    advancing = combat("DE", units)
    advancing.apply("attack X0606 with us-1 us-2")
    assert refused(advancing, "advance us-3 X0606") == [
        ("6.15", "one attacking unit, adjacent to a vacated hex, must advance into it")
    ]
