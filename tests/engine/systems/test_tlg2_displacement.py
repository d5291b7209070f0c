"""Friends that make room for a retreating unit (6.13, 6.14)."""

from __future__ import annotations

from typing import Any

import pytest
from hex_field import refused
from tlg2_field import broken, combat, field, kinds, must_retreat, places, verbs

from engine.mechanics.procedure import NOT_ASKED
from engine.systems.twilights_last_gleaming import contact

ONE_WAY = "X0606/X0505 X0606/X0506 X0606/X0705 X0606/X0706"
"""Rivers that leave X0606 only X0605, from where the attack comes, and X0607."""


@pytest.mark.rule("tlg2:6.13")
def test_displacement_of_a_friend() -> None:
    playing = must_retreat("X0605", "X0607", field(hexsides={"river": ONE_WAY}))
    assert playing.decision is not None
    assert (playing.decision.side, playing.decision.kind) == ("ac", "displacement")
    ways = {text.split()[-1] for text in verbs(playing, "displace")}
    assert ways == {"X0507", "X0608", "X0707", "X0506", "X0706"}
    assert broken(playing, "displace ac-2 X0606") != set()
    assert broken(playing, "displace ac-1 X0608") == {"6.13"}
    playing.apply("displace ac-2 X0608")
    assert kinds(playing) == [("displaced", "ac-2"), ("retreat", "ac-1"), ("advance", "us-1")]
    assert places(playing) == {"us-1": "X0606", "ac-1": "X0607", "ac-2": "X0608"}


@pytest.mark.rule("tlg2:6.13")
def test_no_displacement_while_another_path_is_open() -> None:
    playing = must_retreat("X0605", "X0607")
    assert "retreat ac-1 X0607" not in verbs(playing, "retreat")
    assert "6.13" in broken(playing, "retreat ac-1 X0607")


@pytest.mark.rule("tlg2:6.13")
@pytest.mark.rule("tlg2:6.14")
def test_a_zone_of_control_goes_before_a_displacement() -> None:
    """X0706 is free but in the zone of us-2; X0607 is held by a friend."""
    river = "X0606/X0505 X0606/X0506 X0606/X0705"
    playing = must_retreat("X0605 X0806", "X0607", field(hexsides={"river": river}))
    assert places(playing)["ac-1"] == "X0706"


@pytest.mark.rule("tlg2:6.13")
def test_no_displacement_out_of_a_zone_of_control() -> None:
    playing = must_retreat("X0605 X0608", "X0607", field(hexsides={"river": ONE_WAY}))
    assert places(playing)["ac-1"] is None
    assert places(playing)["ac-2"] == "X0607"


BACK = f"{ONE_WAY} X0607/X0506 X0607/X0507 X0607/X0706 X0607/X0707"
"""Rivers that leave X0607 only X0608 besides."""


@pytest.mark.rule("tlg2:6.13")
@pytest.mark.rule("tlg2:6.14")
def test_displacement_into_a_zone_of_control_where_nothing_else_is_open() -> None:
    """ac-2 in X0607 is in no zone, but the only hex free next to it is in the zone of us-2 in X0609."""
    playing = must_retreat("X0605 X0609", "X0607", field(hexsides={"river": BACK}))
    assert kinds(playing) == [("displaced", "ac-2"), ("retreat", "ac-1"), ("advance", "us-1")]
    assert places(playing) == {"us-1": "X0606", "us-2": "X0609", "ac-1": "X0607", "ac-2": "X0608"}
    free = must_retreat("X0605", "X0607", field(hexsides={"river": BACK}))
    assert places(free)["ac-2"] == "X0608"


@pytest.mark.rule("tlg2:6.13")
def test_the_displaced_leave_zones_alone_where_they_can() -> None:
    """X0608 is in the zone of us-2 and X0707 is not."""
    board = field(hexsides={"river": BACK.removesuffix(" X0607/X0707")})
    playing = must_retreat("X0605 X0609", "X0607", board)
    assert places(playing)["ac-2"] == "X0707"


@pytest.mark.rule("tlg2:6.13")
def test_nobody_else_is_displaced_where_a_zone_of_control_is_open() -> None:
    """A zone goes before a further displacement: ac-3 in X0707 is not disturbed."""
    board = field(hexsides={"river": BACK.removesuffix(" X0607/X0707")})
    playing = must_retreat("X0605 X0609", "X0607 X0707", board)
    assert places(playing) | {"ac-1": "X0607", "ac-2": "X0608", "ac-3": "X0707"} == places(playing)


@pytest.mark.rule("tlg2:6.13")
def test_the_zone_refused_to_the_displaced_while_another_hex_is_open() -> None:
    board = field(hexsides={"river": f"{ONE_WAY} X0607/X0506 X0607/X0706"})
    playing = must_retreat("X0605 X0609", "X0607", board)
    assert verbs(playing, "displace") == ["displace ac-2 X0507", "displace ac-2 X0707"]
    assert broken(playing, "displace ac-2 X0608") == {"6.14", "6.12", "6.13"}


@pytest.mark.rule("tlg2:6.13")
def test_by_option_nobody_is_displaced_into_a_zone_of_control() -> None:
    never = {"displaced_into_zoc": "never"}
    playing = must_retreat("X0605 X0609", "X0607", field(hexsides={"river": BACK}), options=never)
    assert places(playing)["ac-1"] is None
    assert places(playing)["ac-2"] == "X0607"
    board = field(hexsides={"river": f"{ONE_WAY} X0607/X0506 X0607/X0706"})
    playing = must_retreat("X0605 X0609", "X0607", board, options=never)
    assert broken(playing, "displace ac-2 X0608") == {"6.13"}


@pytest.mark.rule("tlg2:6.13")
def test_attackers_are_displaced_into_a_zone_of_control_too() -> None:
    units = {f"us-{n} infantry 3": at for n, at in enumerate(("X0606", "X0607"), 1)}
    units |= {f"ac-{n} infantry 3": at for n, at in enumerate(("X0605", "X0609"), 1)}
    for ruling, place in (("last_resort", "X0607"), ("never", None)):
        playing = combat("AR", units, field(hexsides={"river": BACK}), options={"displaced_into_zoc": ruling})
        playing.apply("attack X0605 with us-1")
        assert places(playing)["us-1"] == place
        assert places(playing)["us-2"] == ("X0608" if place else "X0607")


@pytest.mark.rule("tlg2:6.13")
def test_a_chain_of_displacements() -> None:
    playing = must_retreat("X0605", "X0607 X0608", field(hexsides={"river": BACK}))
    assert playing.decision is not None
    assert playing.decision.units == ("ac-3",)
    assert broken(playing, "displace ac-3 X0607") != set()
    playing.apply("displace ac-3 X0609")
    assert kinds(playing) == [("displaced", "ac-3"), ("displaced", "ac-2"), ("retreat", "ac-1"), ("advance", "us-1")]
    assert places(playing) == {"us-1": "X0606", "ac-1": "X0607", "ac-2": "X0608", "ac-3": "X0609"}


@pytest.mark.rule("tlg2:6.13")
def test_a_chain_that_would_kill_its_last_kills_the_retreating_unit_instead() -> None:
    dead_end = f"{BACK} X0608/X0507 X0608/X0508 X0608/X0609 X0608/X0707 X0608/X0708"
    playing = must_retreat("X0605", "X0607 X0608", field(hexsides={"river": dead_end}))
    assert places(playing) == {"us-1": "X0606", "ac-1": None, "ac-2": "X0607", "ac-3": "X0608"}
    alone = must_retreat("X0605", "X0607", field(hexsides={"river": dead_end}))
    assert places(alone)["ac-2"] == "X0608"


@pytest.mark.rule("tlg2:6.13")
def test_a_displaced_unit_does_not_take_the_place_of_the_one_that_displaces_it() -> None:
    """X0606 is bombarded, so no zone keeps ac-2 out of it; it is still held when ac-2 has to go."""
    river = f"{ONE_WAY} X0606/X0605 X0607/X0506 X0607/X0507 X0607/X0706 X0607/X0707 X0607/X0608"
    units = {"us-gun artillery 3 range 8": "X0602", "ac-1 infantry 3": "X0606", "ac-2 infantry 3": "X0607"}
    playing = combat("DR", units, field(hexsides={"river": river}))
    playing.apply("attack X0606 with us-gun")
    assert places(playing)["ac-1"] is None
    assert places(playing)["ac-2"] == "X0607"


@pytest.mark.rule("tlg2:6.13")
def test_nobody_displaces_an_enemy() -> None:
    playing = must_retreat("X0605 X0607", "", field(hexsides={"river": ONE_WAY}))
    assert places(playing)["ac-1"] is None


@pytest.mark.rule("tlg2:6.13")
def test_displaced_guns_that_had_not_fired_are_silent() -> None:
    """An attacker retreats and pushes its own guns aside."""
    river = "X0606/X0505 X0606/X0506 X0606/X0705 X0606/X0706"
    units = {
        "us-1 infantry 3": "X0606",
        "us-gun artillery 3 range 8": "X0607",
        "us-gun2 artillery 3 range 8": "X0609",
        "ac-1 infantry 3": "X0605",
        "ac-2 infantry 3": "X1007",
    }
    playing = combat("AR", units, field(hexsides={"river": river}))
    assert broken(playing, "attack X1007 with us-gun") == set()
    playing.apply("attack X0605 with us-1")
    playing.apply("displace us-gun X0507")
    assert broken(playing, "attack X1007 with us-gun") == {"6.13"}
    assert broken(playing, "attack X1007 with us-gun2") == set()
    for _ in range(4):
        playing.apply("end phase")  # next turn it may
    assert playing.decision is not None
    assert (playing.decision.side, playing.decision.kind) == ("us", "combat")
    assert broken(playing, "attack X1007 with us-gun") == set()


def test_guns_are_silent_as_soon_as_they_have_to_go() -> None:
    """Asked about before they go, and again while the friend in their way has not gone yet."""
    river = "X0606/X0505 X0606/X0506 X0606/X0705 X0606/X0706 X0607/X0506 X0607/X0706 X0607/X0707"
    units = {
        "us-1 infantry 3": "X0606",
        "us-gun artillery 3 range 8": "X0607",
        "us-2 infantry 3": "X0608",
        "us-3 infantry 3": "X0507",
        "us-gun2 artillery 3 range 8": "X0609",
        "ac-1 infantry 3": "X0605",
        "ac-2 infantry 3": "X1007",
    }
    playing = combat("AR", units, field(hexsides={"river": river}))
    playing.apply("attack X0605 with us-1")

    def batteries() -> list[str]:
        rules: Any = playing.rules
        roster, side = rules.field.roster, rules.field.roster.sides.index("us")
        target = rules.field.grid.parse("X1007")
        return [roster.keys[u] for u in contact.bombarders(rules.field, playing.state, side, target)]

    assert batteries() == ["us-gun", "us-gun2"]
    playing.apply("displace us-gun X0507")
    assert playing.decision is not None
    assert playing.decision.units == ("us-3",)
    assert batteries() == ["us-gun2"]


@pytest.mark.rule("tlg2:6.13")
def test_guns_that_had_fired_may_be_displaced_as_often_as_need_be() -> None:
    river = "X0606/X0505 X0606/X0506 X0606/X0705 X0606/X0706"
    units = {
        "us-1 infantry 3": "X0606",
        "us-gun artillery 3 range 8": "X0607",
        "ac-1 infantry 3": "X0605",
        "ac-2 infantry 3": "X1007",
    }
    playing = combat("AR", units, field(hexsides={"river": river}))
    playing.apply("attack X1007 with us-gun")
    playing.apply("attack X0605 with us-1")
    playing.apply("displace us-gun X0507")
    assert broken(playing, "attack X0605 with us-gun") >= {"6.3"}


SAME = ("6.13", "ac-2 is displaced under the same restrictions as a retreat")


@pytest.mark.rule("tlg2:6.13")
@pytest.mark.parametrize(
    ("action", "said"),
    [
        (
            "displace ac-2 X0506",
            [
                ("6.12", "ac-2 cannot retreat into a hex or across a hexside closed to it"),
                ("4.16", "X0506 lies across a river without a bridge, or is an all-river hex"),
                SAME,
            ],
        ),
        (
            "displace ac-2 X0609",
            [
                ("6.12", "ac-2 must retreat exactly one hex, and X0609 is not adjacent to X0607"),
                ("6.11", "you cannot take more of one loss to avoid another"),
                SAME,
            ],
        ),
        (
            "displace ac-2 X0606",
            [
                ("6.13", "no unit in X0606 may be displaced: there is another path, or it would break 6.13"),
                ("6.12", "X0606 is occupied, and units cannot stack after a retreat"),
                ("4.9", "there is one unit in a hex at any instant"),
                SAME,
            ],
        ),
        (
            "displace ac-2 off",
            [("4.20", "ac-2 cannot leave the map"), ("6.12", "a retreat ends in a hex of the map"), SAME],
        ),
        ("displace ac-1 X0507", [("6.13", "ac-1 is not displaced")]),
        ("displace us-1 X0507", [("6.13", "us-1 is not displaced")]),
        (
            "retreat ac-1 X0607",
            [
                ("6.13", "a displaced unit must move at once: choose the hex that it makes room in"),
                ("6.12", NOT_ASKED),
            ],
        ),
        ("displace ac-2 X0507", []),
        ("displace ac-2 X0707", []),
    ],
)
def test_displacements_that_cannot_be(action: str, said: list[tuple[str, str]]) -> None:
    board = field(hexsides={"river": f"{ONE_WAY} X0607/X0506 X0607/X0706"})
    zoned = {
        "last_resort": [
            ("6.14", "X0608 is in an enemy zone of control and there is a hex that is not"),
            ("6.12", "ac-2 must leave the enemy zones of control"),
            SAME,
        ],
        "never": [("6.13", "X0608 is in an enemy zone of control; no unit is displaced into one")],
    }
    for ruling, zone in zoned.items():
        playing = must_retreat("X0605 X0609", "X0607", board, options={"displaced_into_zoc": ruling})
        assert playing.decision is not None
        assert (playing.decision.units, playing.decision.hexes) == (("ac-2",), ("X0507", "X0707"))
        assert refused(playing, action) == said
        assert refused(playing, "displace ac-2 X0608") == zone
