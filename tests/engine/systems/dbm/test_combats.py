"""Close combat: who fights, factors, support, grades and what becomes of the beaten (4.2, 18 to 21)."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

import pytest
from field_of import bound, game, number

from engine.play import Game
from engine.systems.de_bellis_multitudinis.factors import close
from engine.systems.de_bellis_multitudinis.opposing import opponent
from engine.systems.de_bellis_multitudinis.outcome import compare
from engine.systems.de_bellis_multitudinis.support import mitigation, support, unnamed
from engine.tables.table import TableArea

RED = [1000, 1000, 0]
BLUE = [1000, 1000, 180]


def wood(kind: str, *, above: int = 0, below: int = 2400) -> TableArea:
    """An area across the table between two heights."""
    return TableArea("area-1", kind, ((0, above), (3600, above), (3600, below), (0, below)))


def parts(units: dict[str, str], at: dict[str, Any], who: str, whom: str, **more: Any) -> dict[str, int]:
    """The tactical factors of an element against another."""
    field, state = bound(units, at, phase="combat", **more)
    return dict(close(field, state, number(field, who), number(field, whom)).parts)


def fought(units: dict[str, str], at: dict[str, Any], *dice: int, **more: Any) -> Game:
    return game(units, at, phase="combat", dice=dice, **more)


def happened(played: Game) -> list[tuple[str, str]]:
    """The events of a combat and what followed, with the first element of each."""
    found = []
    for event in takewhile(lambda event: event.kind != "initiative", played.events):
        data = event.data
        who = data.get("unit") or data.get("units") or data.get("attackers", "")
        if event.kind in ("combat", "recoil", "pushed", "destroyed", "flight", "pursuit"):
            found.append((event.kind, who.split()[0]))
    return found


def places(played: Game) -> dict[str, Any]:
    return {key: found["at"] for key, found in played.rules.units(played.state).items()}


# -- 21.1 ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("dbm:21.1")
@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        (-2, -3, ("doubled", "doubled")),
        (-1, -3, ("wins", "doubled")),
        (-2, -2, ("equal", "equal")),
        (0, 0, ("equal", "equal")),
        (0, 1, ("doubled", "wins")),
        (-1, 0, ("doubled", "wins")),
        (-1, 5, ("doubled", "wins")),
        (3, 6, ("doubled", "wins")),
        (4, 7, ("beaten", "wins")),
        (5, 4, ("wins", "beaten")),
        (-3, -1, ("doubled", "wins")),
    ],
)
def test_totals_are_compared_below_nought_as_well(first: int, second: int, told: tuple[str, str]) -> None:
    assert compare(first, second) == told
    assert compare(second, first) == told[::-1]


# -- who fights ---------------------------------------------------------------------------------------------------


def test_the_last_combat_is_fought_without_a_word() -> None:
    played = fought({"bd-1": "red Bd O", "sp-1": "blue Sp O"}, {"bd-1": RED, "sp-1": BLUE}, 3, 2)
    event = next(event for event in played.events if event.kind == "combat")
    assert event.data["dice"] == [3, 2]
    assert event.data["totals"] == [8, 6]
    assert (event.data["attackers"], event.data["defenders"]) == ("bd-1", "sp-1")


def test_the_mover_picks_the_order() -> None:
    units = {"bd-1": "red Bd O", "bd-2": "red Bd O", "sp-1": "blue Sp O", "sp-2": "blue Sp O"}
    at = {"bd-1": RED, "bd-2": [1300, 1000, 0], "sp-1": BLUE, "sp-2": [1300, 1000, 180]}
    played = fought(units, at, 1, 1, 1, 1)
    assert played.decision is not None
    assert played.decision.side == "red"
    assert not played.verdict("end phase")
    played.apply("fight sp-2")
    assert [who for kind, who in happened(played) if kind == "combat"] == ["bd-2", "bd-1"]


@pytest.mark.rule("dbm:18.1")
def test_who_is_taken_in_the_flank_and_has_an_enemy_in_front_fights_that_one() -> None:
    units = {"bd-1": "red Bd O", "bd-2": "red Bd O", "sp-1": "blue Sp O"}
    # bd-2 stands with its front edge on the left flank of sp-1, which faces bd-1.
    at = {"bd-1": RED, "bd-2": [1040, 960, 270], "sp-1": BLUE}
    field, state = bound(units, at, phase="combat")
    assert opponent(field, state, number(field, "sp-1")) == number(field, "bd-1")
    assert opponent(field, state, number(field, "bd-2")) is None
    assert parts(units, at, "sp-1", "bd-1") == {"19.1": -1}


@pytest.mark.rule("dbm:19.1")
def test_a_front_edge_on_the_flank_counts_in_legal_contact_or_not() -> None:
    units = {"bd-1": "red Bd O", "bd-2": "red Bd O", "sp-1": "blue Sp O"}
    at = {"bd-1": RED, "bd-2": [1040, 950, 270], "sp-1": BLUE}
    assert parts(units, at, "sp-1", "bd-1") == {"19.1": -1}
    at["bd-2"] = [1042, 950, 270]
    assert parts(units, at, "sp-1", "bd-1") == {}


def test_two_enemies_beside_it_overlap_an_element() -> None:
    units = {"bd-1": "red Bd O", "bd-2": "red Bd O", "bd-3": "red Bd O", "sp-1": "blue Sp O"}
    at = {"bd-1": RED, "bd-2": [1080, 1000, 0], "bd-3": [920, 1000, 0], "sp-1": BLUE}
    assert parts(units, at, "sp-1", "bd-1") == {"overlap": -2}
    assert parts(units, at, "bd-1", "sp-1") == {}


def test_who_has_an_enemy_on_its_own_front_overlaps_nobody() -> None:
    units = {"bd-1": "red Bd O", "bd-2": "red Bd O", "sp-1": "blue Sp O", "sp-2": "blue Sp O"}
    at = {"bd-1": RED, "bd-2": [1080, 1000, 0], "sp-1": BLUE, "sp-2": [1080, 1000, 180]}
    assert parts(units, at, "sp-1", "bd-1") == {}


def test_opponents_side_by_side_overlap_each_other() -> None:
    units = {"kn-1": "red Kn O", "sp-1": "blue Sp O", "sp-2": "blue Sp O", "bd-2": "red Bd O"}
    at = {"kn-1": [1000, 970, 0], "sp-1": [1000, 970, 180], "sp-2": [1080, 1000, 180], "bd-2": [1080, 1000, 0]}
    assert parts(units, at, "kn-1", "sp-1") == {"overlap": -1}
    assert parts(units, at, "sp-2", "bd-2") == {"overlap": -1}


def test_generals_fight_better() -> None:
    units = {"bd-1": "red Bd O general=cinc", "sp-1": "blue Sp O"}
    assert parts(units, {"bd-1": RED, "sp-1": BLUE}, "bd-1", "sp-1") == {"general": 1}


@pytest.mark.rule("dbm:19.2")
def test_mounted_troops_are_hindered_by_foot_in_bad_going() -> None:
    units = {"cv-1": "red Cv O", "ax-1": "blue Ax O"}
    at = {"cv-1": RED, "ax-1": BLUE}
    for kind in ("brush", "marsh"):
        assert parts(units, at, "cv-1", "ax-1", areas=(wood(kind, below=1000),)) == {"19.2": -2}
    assert parts(units, at, "cv-1", "ax-1", areas=(wood("marsh", above=1000),)) == {"difficult": -2}
    assert parts(units, at, "ax-1", "cv-1", areas=(wood("marsh", below=1000),)) == {}


@pytest.mark.rule("dbm:19.2")
def test_foot_on_the_flank_hinders_mounted_troops_whoever_is_in_front() -> None:
    units = {"cv-1": "red Cv O", "kn-1": "blue Kn O", "ax-1": "blue Ax O"}
    at = {"cv-1": RED, "kn-1": BLUE, "ax-1": [1040, 1040, 270]}
    area = TableArea("area-1", "brush", ((1041, 900), (1300, 900), (1300, 1300), (1041, 1300)))
    assert parts(units, at, "cv-1", "kn-1", areas=(area,)) == {"19.1": -1, "19.2": -2}


def test_difficult_going_hinders_all_but_light_foot() -> None:
    units = {"bd-1": "red Bd O", "ps-1": "blue Ps O"}
    areas = (wood("wood"),)
    assert parts(units, {"bd-1": RED, "ps-1": BLUE}, "bd-1", "ps-1", areas=areas) == {"difficult": -2}
    assert parts(units, {"bd-1": RED, "ps-1": BLUE}, "ps-1", "bd-1", areas=areas) == {}


@pytest.mark.rule("dbm:4.2")
def test_the_halves_of_a_double_base_count_by_their_own_going() -> None:
    units = {"sp-1": "red Sp O double", "bd-1": "blue Bd O"}
    at = {"sp-1": RED, "bd-1": BLUE}
    assert given(units, at, "sp-1", "bd-1") == 1
    # The rear half alone stands in the marsh: it gives no support, and the front half is not hindered.
    areas = (wood("marsh", above=1032),)
    assert given(units, at, "sp-1", "bd-1", areas=areas) == 0
    assert parts(units, at, "sp-1", "bd-1", areas=areas) == {}
    assert parts(units, at, "sp-1", "bd-1", areas=(wood("marsh", above=1000, below=1020),)) == {"difficult": -2}


# -- 20.1 support -------------------------------------------------------------------------------------------------


def given(units: dict[str, str], at: dict[str, Any], who: str, whom: str, **more: Any) -> int:
    """What rear support adds."""
    field, state = bound(units, at, phase="combat", **more)
    return support(field, state, number(field, who), number(field, whom)).total


@pytest.mark.rule("dbm:20.1")
def test_support_without_a_named_enemy() -> None:
    """It is against the enemy in front contact, else as much as it can be."""
    units = {"pk-1": "red Pk O", "pk-2": "red Pk O", "pk-3": "red Pk O", "kn-9": "blue Kn O"}
    ranks = {"pk-1": [1000, 1000, 0], "pk-2": [1000, 1030, 0], "pk-3": [1000, 1060, 0]}
    for enemy, added in (([1000, 1000, 180], 1), ([3000, 100, 180], 2)):
        field, state = bound(units, {**ranks, "kn-9": enemy}, phase="combat")
        assert [unnamed(field, state, number(field, unit)) for unit in ("pk-1", "pk-3")] == [added, 0]


@pytest.mark.parametrize(
    ("front", "behind", "enemy", "added"),
    [
        ("Pk O", ["Pk O", "Pk O"], "Bd O", 2),
        ("Pk O", ["Pk O", "Pk O"], "Kn O", 1),
        ("Pk O", ["Pk O", "Pk O"], "Ps O", 0),
        ("Pk X", ["Pk X", "Pk X"], "Bd O", 1),
        ("Pk O", ["Sp O"], "Bd O", 0),
        ("Sp O", ["Sp O"], "Bd O", 1),
        ("Sp O", ["Sp S"], "Bd O", 1),
        ("Sp S", ["Sp O"], "Bd O", 0),
        ("Sp O", ["Sp I"], "Bd O", 0),
        ("Sp O", ["Sp O"], "Kn O", 0),
        ("Sp O", ["Ps O"], "Kn O", 1),
        ("Sp O", ["Sp O", "Ps O"], "Kn O", 0),
        ("Bd O", ["Ps O"], "Kn O", 1),
        ("Bd O", ["Ps O"], "Bd O", 0),
        ("Wb O", ["Wb O"], "Bd O", 1),
        ("Wb F", ["Wb F"], "Bd O", 0),
        ("Bw O", ["Ps O"], "Kn O", 0),
        ("Bd O", ["Bd O"], "Bd O", 0),
    ],
)
def test_what_ranks_behind_add(front: str, behind: list[str], enemy: str, added: int) -> None:
    units, at, y = {"one-1": f"red {front}"}, {"one-1": RED, "foe-1": BLUE}, 1000
    for rank, kind in enumerate(behind, 2):
        y += 40 if front == "Wb F" or front.startswith("Bw") else 30
        units[f"one-{rank}"] = f"red {kind}"
        at[f"one-{rank}"] = [1000, y, 0]
    assert given({**units, "foe-1": f"blue {enemy}"}, at, "one-1", "foe-1") == added


@pytest.mark.rule("dbm:20.1")
@pytest.mark.parametrize(
    ("front", "behind", "area", "mitigated"),
    [
        ("Sp I", "Sp O", "", 1),
        ("Sp I", "Sp I", "", 0),
        ("Sp O", "Sp S", "", 0),
        ("Sp I", "Pk O", "", 0),
        ("Sp I", "Sp O", "brush", 0),
        ("Sp I", "Sp O", "marsh", 0),
    ],
)
def test_a_better_rank_behind_mends_what_the_inferior_lose(front: str, behind: str, area: str, mitigated: int) -> None:
    units = {"sp-1": f"red {front}", "sp-2": f"red {behind}", "bd-1": "blue Bd O"}
    areas = (wood(area, above=1031),) if area else ()
    field, state = bound(units, {"sp-1": RED, "sp-2": [1000, 1030, 0], "bd-1": BLUE}, areas=areas)
    assert mitigation(field, state, number(field, "sp-1")) == mitigated


# -- grades and outcomes -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "enemy", "dice", "totals", "side"),
    [
        ("Bd S", "Bd O", (3, 4), [9, 9], "red"),
        ("Bd S", "Bd O", (4, 3), [9, 8], "red"),
        ("Bd I", "Bd O", (3, 4), [7, 9], "red"),
        ("Bd F", "Bd O", (3, 4), [8, 9], "red"),
        ("Bd F", "Bd O", (4, 3), [9, 7], "blue"),
        ("Bd O", "Bd I", (2, 2), [7, 7], "red"),
    ],
)
def test_grades_count_once_for_the_lower_total(own: str, enemy: str, dice: Any, totals: Any, side: str) -> None:
    units = {"one-1": f"red {own}", "foe-1": f"blue {enemy}"}
    played = fought(units, {"one-1": RED, "foe-1": BLUE}, *dice, side=side)
    event = next(event for event in played.events if event.kind == "combat")
    assert event.data["totals"] == totals


@pytest.mark.parametrize(
    ("own", "enemy", "dice", "after"),
    [
        ("Bd O", "Bd O", (4, 3), [("recoil", "foe-1")]),
        ("Bd O", "Bd O", (3, 3), []),
        ("Kn O", "Bd O", (6, 1), [("destroyed", "foe-1"), ("pursuit", "one-1")]),
        ("Ax O", "Kn O", (5, 3), [("recoil", "foe-1")]),
        ("Bw O", "LH O", (6, 1), [("recoil", "foe-1"), ("flight", "foe-1")]),
        ("Bd O", "Ps O", (6, 1), [("recoil", "foe-1"), ("flight", "foe-1")]),
        ("Bd O", "Ax O", (6, 1), [("destroyed", "foe-1")]),
        ("Bd O", "Hd O", (2, 1), []),
        ("Ps O", "El O irr", (6, 1), [("destroyed", "foe-1")]),
        ("Bd O", "Bge O", (1, 1), [("destroyed", "foe-1")]),
    ],
)
def test_what_becomes_of_the_beaten(own: str, enemy: str, dice: Any, after: Any) -> None:
    units = {"one-1": f"red {own}", "foe-1": f"blue {enemy}"}
    played = fought(units, {"one-1": RED, "foe-1": BLUE}, *dice)
    if played.decision and played.decision.kind == "pursuit":
        played.apply("pursue one-1")
    assert happened(played)[1:] == after


def test_supporters_close_behind_are_lost_with_the_element() -> None:
    units = {"sp-1": "red Sp O", "sp-2": "red Sp O", "bd-1": "blue Bd O"}
    at = {"sp-1": RED, "sp-2": [1000, 1030, 0], "bd-1": BLUE}
    # 4 and 1 for support and 1 are 6, doubled only by 12; with an inferior front the sum is 4 + 1 - 1.
    units["bd-1"] = "blue Bd O general=cinc"
    played = fought(
        {**units, "bd-2": "blue Bd O", "bd-3": "blue Bd O"},
        {
            **at,
            "bd-2": [920, 1000, 180],
            "bd-3": [1080, 1000, 180],
        },
        1,
        6,
    )
    assert [one for one in happened(played) if one[0] == "destroyed"] == [("destroyed", "sp-1"), ("destroyed", "sp-2")]
