"""What refused entries, attacks, bombardments, retreats and advances are told: every paragraph, each with its words."""

from __future__ import annotations

from typing import Any, Final

import pytest
from fm_field import always, attack, game, support
from fm_fights import DUEL, corridor, driven, fought, pocket
from hex_field import field, refused

from engine.play import Game
from engine.scenario import Arrival

Said = list[tuple[str, str]]

UNITS: Final = {
    "cw-1 infantry 4-3-3/1-1": "X0605",
    "cw-2 armour 4-3-8 mobile": "X0505",
    "cw-3 infantry 4-3-3": "X0101",
    "cw-4 infantry 4-3-3": "",
    "ge-1 infantry 3-3-3/1-1": "X0606",
    "ge-2 infantry 3-3-3": "X0506",
}
NOT_ON_THE_MAP: Final = [("8.0", "an attack is made on a hex of the map")]
ONE_HEX: Final = ("8.0", "only one hex may be attacked in a single combat")
ONE_OCCUPIED: Final = "each combat is against a single enemy-occupied hex"
IN_THE_WAY: Final = ("8.3", "ge-1 has a better way to retreat: vacant hexes first, then nearer its own edge")


def nobody(how: str) -> Said:
    """An attack or a bombardment of an empty hex; ``how`` is the paragraph on how it is done."""
    return [("8.0", "there is no enemy unit in X0304"), (how, "only enemy units can be attacked or bombarded")]


def cliffs(phase: str = "combat", **more: Any) -> Game:
    """A cliff divides cw-2 from ge-1."""
    return game(field(hexsides={"cliff": "X0606>X0505"}), UNITS, phase=phase, **more)


def waiting() -> Game:
    """Two reinforcements for a hex in an enemy zone of control, of which one comes later."""
    units = {
        "cw-now infantry 4-3-3": "",
        "cw-late infantry 4-3-3": "",
        "cw-1 infantry 4-3-3": "X0101",
        "ge-1 infantry 3-3-3": "X0602",
    }
    arrivals = [Arrival(turn, "cw", ("X0601",), (key,)) for turn, key in ((1, "cw-now"), (2, "cw-late"))]
    return game(field(), units, arrivals=arrivals)


def closed(name: str) -> tuple[str, str]:
    """What is said of an entry hex in an enemy zone of control."""
    return ("3.0", f"{name} is in an enemy zone of control; enter elsewhere or later")


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ("enter cw-now off", [("3.0", "cw-now enters at one of its entry hexes")]),
        ("enter cw-now X1301", [("3.0", "cw-now enters at one of its entry hexes")]),
        ("enter cw-now X0601", [closed("X0601")]),
        ("enter cw-now X0701", [("3.0", "cw-now does not enter at X0701"), closed("X0701")]),
        ("enter cw-late X0601", [("3.0", "cw-late arrives on turn 2"), closed("X0601")]),
        ("enter cw-1 X0601", [("3.0", "cw-1 is not a reinforcement waiting to enter")]),
        ("move cw-now X0601", [("3.0", "cw-now is not on the map")]),
        ("move cw-1 off", [("5.2", "cw-1 cannot exit the map")]),
        (
            "exit cw-1",
            [
                ("4.1", "cw-1 cannot leave the map from X0101"),
                ("5.2", "units leave the map only where the scenario lets them"),
            ],
        ),
    ],
)
def test_entries_and_exits_that_cannot_be(action: str, said: Said) -> None:
    assert refused(waiting(), action) == said


def test_who_arrives_at_sea_lands_later() -> None:
    units = {"cw-1 infantry 4-3-3 seaborne": "", "cw-2 infantry 4-3-3": "X0101", "ge-1 infantry 3-3-3": "X1212"}
    board = field(terrain={"water": "X0601 X0602"})
    playing = game(board, units, arrivals=[Arrival(1, "cw", ("X0601",), ("cw-1",))])
    assert refused(playing, "enter cw-1 X0601 X0602") == [("5.2", "cw-1 arrives at sea and lands in a later phase")]
    assert refused(playing, "enter cw-1 X0601") == []


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ("attack off with cw-1", NOT_ON_THE_MAP),
        ("attack X1306 with cw-1", NOT_ON_THE_MAP),
        (
            "attack X0304 with cw-1",
            [*nobody("8.2"), ("8.2", "cw-1 in X0605 is not adjacent to X0304")],
        ),
        ("attack X0304", [*nobody("8.2"), ("8.2", "no unit can attack X0304 now")]),
        ("attack X0606 with cw-4", [("8.2", "cw-4 is not on the map")]),
        (
            "attack X0606 with cw-2",
            [("8.2", "cw-2 cannot attack X0606 across a prohibited hexside or out of the sea")],
        ),
        ("attack X0606 with ge-2", [("8.0", "ge-2 is not a unit of the active player")]),
        ("attack X0606 X0506 with cw-1", [ONE_HEX, ("8.2", ONE_OCCUPIED)]),
    ],
)
def test_attacks_on_and_by_what_cannot_be(action: str, said: Said) -> None:
    assert refused(cliffs(), action) == said


def test_attacks_one_after_another() -> None:
    playing = cliffs(tables=always("-"))
    attack(playing, "X0606", "cw-1")
    again = ("8.0", "ge-1 has already been attacked in this phase")
    assert refused(playing, "attack X0606 with cw-1") == [
        again,
        ("8.2", "cw-1 has already taken part in an attack in this player turn"),
    ]
    playing = game(field(), UNITS, phase="mobile combat", tables=always("-"))
    assert refused(playing, "attack X0606 with cw-1") == [
        ("4.1", "cw-1 is a leg unit; only mobile units attack in the mobile combat phase"),
        ("2.3.2", "only counters with a red box are mobile units"),
    ]
    attack(playing, "X0606", "cw-2")
    assert refused(playing, "attack X0606 with cw-2") == [
        again,
        ("8.2", "cw-2 has already taken part in an attack in this player turn"),
        ("4.1", "mobile units attack in one of their two phases"),
    ]


def test_an_attack_that_is_being_put_together() -> None:
    playing = cliffs()
    playing.apply("attack X0606")
    assert refused(playing, "fight") == [("8.2.1", "an attack needs at least one unit")]
    assert refused(playing, "with cw-3") == [("8.2", "cw-3 in X0101 is not adjacent to X0606")]
    playing.apply("with cw-1")
    assert refused(playing, "with cw-1") == [("8.2", "cw-1 already takes part")]


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ("bombard off", NOT_ON_THE_MAP),
        ("bombard X1306 with 1", NOT_ON_THE_MAP),
        ("bombard X0304 with 1", nobody("8.1.2")),
        *(
            (
                f"bombard X0606 with {count}",
                [
                    ("8.1", "one or two markers bombard a hex in a player turn"),
                    ("8.1.2", "a bombardment is by one marker or two"),
                ],
            )
            for count in (0, 3)
        ),
        ("bombard X0606 X0506 with 1", [ONE_HEX, ("8.1", ONE_OCCUPIED)]),
        ("bombard X0606 with +3", [("7.2", "markers are drawn at random; you cannot choose a value")]),
    ],
)
def test_bombardments_that_cannot_be(action: str, said: Said) -> None:
    assert refused(cliffs("bombardment", special=support(3, (3, 3, 3))), action) == said


def test_bombardments_with_too_little() -> None:
    playing = cliffs("bombardment", special=support(3, (3, 3, 3)), tables=always("-"))
    playing.apply("bombard X0606 with 2")
    few = ("7.1", "1 support fire marker is left this turn")
    assert refused(playing, "bombard X0506 with 2") == [
        few,
        ("7.2", "markers that were used are not available again this turn"),
    ]
    assert refused(cliffs("bombardment", special=support(1, (3, 3))), "bombard X0606 with 2") == [few]
    near = {"strength": 3, "from": "sea", "range": 1}
    playing = cliffs("bombardment", special=support(2, (3, near)))
    assert refused(playing, "bombard X0606 with 2") == [("8.1.1", "no 2 markers of the pool reach X0606")]
    far = {"ge-3 infantry 3-3-3": "X0209"}
    near = {"strength": 3, "from": "sea", "range": 2}
    board = field(terrain={"water": "X0101"})
    playing = game(
        board,
        {"cw-1 infantry 4-3-3": "X0505", "ge-1 infantry 3-3-3": "X0202", **far},
        phase="bombardment",
        special=support(2, (near, near)),
    )
    assert refused(playing, "bombard X0202 with 2") == []
    assert refused(playing, "bombard X0209 with 1") == [("8.1.1", "no marker of the pool reaches X0209")]


def zoned(*names: str) -> Said:
    """The refusals for hexes in enemy zones of control. A repeated reason is listed once."""
    away = ("6.2", "ge-1 cannot retreat into an enemy zone of control")
    first, *others = (("8.3", f"{name} is in an enemy zone of control") for name in names)
    return [first, away, *others]


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ("retreat ge-1 X0607 X0608", [("8.3.1", "no friendly unit in X0608 may be displaced now")]),
        ("retreat ge-1 X0607", [("8.3", "ge-1 must end its retreat 2 hexes away")]),
        ("retreat ge-1 X0607 off", [("8.3", "ge-1 cannot retreat off the map")]),
        (
            "retreat ge-1 X0605 X0604",
            [("8.3", "X0605 is occupied by the enemy"), *zoned("X0605", "X0604"), IN_THE_WAY],
        ),
        ("retreat ge-1 X0706 X0806", [*zoned("X0706", "X0806"), IN_THE_WAY]),
        ("retreat ge-2 X0609", [("8.3", "ge-2 need not retreat")]),
        ("stay ge-2", [("8.3", "ge-2 need not retreat")]),
        ("stay ge-1", [("8.3.1", "ge-1 stays only where it could retreat by displacing alone")]),
        ("stand ge-2", [("8.4", "ge-2 need not retreat")]),
    ],
)
def test_retreats_that_cannot_be(action: str, said: Said) -> None:
    playing = fought("D2", {**DUEL, "ge-2 infantry 1-1-1": "X0608"})
    assert refused(playing, action) == said


def test_a_retreat_into_the_sea() -> None:
    playing = driven("D2", pocket(ge_2="X0205"))
    closed = ("8.3", "ge-1 cannot retreat into X0104: prohibited terrain or hexside")
    assert refused(playing, "retreat ge-1 X0204 X0104") == [closed, IN_THE_WAY]


def test_a_shelled_unit_that_does_not_go_away_from_the_enemy() -> None:
    units = {"cw-1 infantry 4-3-3": "X0602", "ge-1 infantry 3-3-3/1-1": "X0606"}
    special = support(1, (3,))
    playing = game(field(), units, phase="bombardment", special=special, tables=always("D1"))
    playing.apply("bombard X0606 with 1")
    assert refused(playing, "retreat ge-1 X0605") == [
        IN_THE_WAY,
        ("8.1.5", "ge-1 must retreat away from the nearest enemy if it can"),
    ]
    assert refused(playing, "retreat ge-1 X0607") == []


def test_losses_displacements_and_advances_of_others() -> None:
    units = {**DUEL, "cw-3 infantry 1-1-1": "X0505", "ge-2 infantry 1-1-1": "X0909"}
    assert refused(fought("(A)", units), "reduce cw-3") == [("8.2.4", "cw-3 does not take part in this combat")]
    playing = fought("D1", units)
    playing.apply("retreat ge-1 X0607")
    assert refused(playing, "advance cw-3 X0606") == [
        ("8.5", "units of this combat advance to vacant hexes of the path of retreat, one per hex")
    ]


def test_displacements_that_cannot_be() -> None:
    board = corridor()
    board.terrain[board.grid.parse("X0105")] = "clear"
    playing = game(board, pocket(ge_2="X0205"), phase="combat", tables=always("D2"))
    attack(playing, "X0203", "cw-1")
    playing.apply("retreat ge-1 X0204 X0205")
    wrong = ("8.3.1", "a displaced unit moves to an adjacent open hex outside enemy zones of control")
    assert refused(playing, "displace ge-2 X0305") == [wrong]
    assert refused(playing, "displace ge-2 X0204") == [
        wrong,
        ("8.5", "X0204 is on the path of the unit that displaces it"),
    ]
    assert refused(playing, "displace ge-1 X0206") == [("8.3.1", "ge-1 is not displaced")]


@pytest.mark.rule("fm:8.5")
def test_whoever_advanced_does_nothing_more_in_its_player_turn() -> None:
    units = {**DUEL, "cw-3 armour 1-1-9 mobile": "X0505", "ge-2 infantry 1-1-1": "X0508"}
    playing = fought("D2", units, board=None)
    playing.apply("fall back")
    playing.apply("retreat ge-1 X0607 X0608")
    playing.apply("advance cw-2 X0606")
    done = "advanced after combat and does nothing more in this player turn"
    playing.apply("hold")
    assert refused(playing, "attack X0608 with cw-2") == [
        ("8.0", "ge-1 has already been attacked in this phase"),
        ("8.2", "cw-2 has already taken part in an attack in this player turn"),
        ("8.5", f"cw-2 {done}"),
        ("8.2", "cw-2 in X0606 is not adjacent to X0608"),
    ]


@pytest.mark.rule("fm:8.3")
def test_a_retreat_that_falls_short_anyhow_need_not_be_longer() -> None:
    """A friend stands two hexes back and cannot be displaced: ge-1 goes one hex, and nobody says it must go two."""
    playing = game(
        corridor(), pocket(ge_2="X0205"), phase="combat", tables=always("D2"), options={"displacement": False}
    )
    attack(playing, "X0203", "cw-1")
    assert refused(playing, "retreat ge-1 X0204") == []
    assert refused(playing, "retreat ge-1 X0204 X0205") == [("8.3.1", "no friendly unit in X0205 may be displaced now")]
    assert refused(playing, "retreat ge-1 X0204 X0205 X0206") == [IN_THE_WAY]


@pytest.mark.rule("fm:8.3")
def test_a_unit_that_cannot_retreat_at_all_is_told_so() -> None:
    playing = game(corridor(3), pocket(), phase="combat", tables=always("D2"))
    attack(playing, "X0203", "cw-1")
    nowhere = ("8.3", "ge-1 cannot retreat at all")
    assert refused(playing, "retreat ge-1 X0202") == [("8.3", "X0202 is occupied by the enemy"), nowhere]
    assert refused(playing, "retreat ge-1 X0102") == [
        ("8.3", "ge-1 cannot retreat into X0102: prohibited terrain or hexside"),
        *zoned("X0102"),
        nowhere,
    ]
    assert refused(playing, "retreat ge-1 X0203") == [("8.3", "X0203 and X0203 are not adjacent")]
    assert refused(playing, "stand cw-1") == [("8.4", "cw-1 need not retreat")]
    assert refused(playing, "stay cw-1") == [("8.3", "cw-1 need not retreat")]


@pytest.mark.rule("fm:8.3")
@pytest.mark.parametrize(("result", "words"), [("D1", "1 hex"), ("D2", "2 hexes"), ("D3", "3 hexes")])
def test_how_far_a_retreat_goes_is_said_in_hexes(result: str, words: str) -> None:
    playing = fought(result)
    assert playing.decision is not None
    assert playing.decision.prompt == f"Retreat {words}, or stand by stiff resistance"
    far = " ".join(f"X06{row:02}" for row in range(7, 11))
    assert refused(playing, f"retreat ge-1 {far}") == [("8.3", f"ge-1 must end its retreat {words} away")]
    playing.apply("fall back")
    assert playing.decision.prompt == f"Retreat ge-1 {words}"


@pytest.mark.rule("fm:8.1")
def test_a_hex_is_bombarded_once_and_by_two_markers_at_the_most() -> None:
    units = {"cw-1 infantry 4-3-3": "X0101", "ge-1 infantry 9-9-9/8-8": "X0606", "ge-2 infantry 9-9-9/8-8": "X0909"}
    special = support(4, (1, 1, 1, 1))
    playing = game(field(), units, phase="bombardment", special=special, tables=always("-"))
    playing.apply("bombard X0606 with 1")
    again = ("8.0", "ge-1 has already been attacked in this phase")
    assert refused(playing, "bombard X0606 with 1") == [again]
    assert refused(playing, "bombard X0606 with 2") == [
        again,
        ("8.1", "no more than two markers bombard a hex in a player turn"),
    ]
    assert refused(playing, "bombard X0909 with 2") == []
