"""Chapters 25 and 26: what negotiations give and for how long, what civilians do, where an example cannot show it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from sns_field import begun, campaign, country, state_of, unit

from engine.play import Game
from engine.systems.sun_never_sets.march import negotiating

ON = {"political": True, "civilians": True, "ambush": True, "sieges": True}


def talks(die: int, **places: str) -> Game:
    """A British officer with a regiment next to a Native leader with his."""
    units = [
        unit("br-pol", type="headquarters", movement=10, political=True),
        unit("br-1"),
        unit("br-2"),
        unit("na-hq", type="headquarters", movement=10),
        unit("na-1"),
    ]
    at = {"br-pol": "S0303", "br-1": "S0303", "br-2": "S0909", "na-hq": "S0403", "na-1": "S0403", **places}
    return begun(campaign(units), at, dice=[die, 4, 4, 4, 4, 4], options=ON)


def may_pass(game: Game, unit_key: str, way: str) -> bool:
    """Whether a unit that marches now may go through the hex of the enemy."""
    at = game.scenario.map.grid.name(state_of(game).where[list(game.scenario.units).index(unit_key)])
    game.apply(f"march {at} with {unit_key}")
    return bool(game.verdict(f"go {way}"))


@pytest.mark.rule("sns2:25.24")
@pytest.mark.parametrize(("die", "passes"), [(3, False), (4, False), (5, True), (6, True)])
def test_honors_of_war_are_for_every_force_and_safe_conduct_is_not(die: int, passes: bool) -> None:
    game = talks(die, **{"br-2": "S0302"})
    game.apply("parley S0403 by br-pol")
    assert may_pass(game, "br-2", "S0403 S0503") is passes


@pytest.mark.rule("sns2:25.22")
def test_the_next_movement_segment_begins_without_safe_conduct_and_with_a_fresh_attempt() -> None:
    game = talks(5)
    game.apply("parley S0403 by br-pol")
    assert state_of(game).extras.safe
    game.apply("end movement")
    game.apply("end movement")
    random = Random(0)
    while game.decision is not None and not (game.decision.side == "native" and game.decision.kind == "movement"):
        game.apply(game.legal_actions().sample(random))
    extras = state_of(game).extras
    assert (extras.safe, extras.honored, extras.parleyed) == (0, 0, 0)


@pytest.mark.rule("sns2:25.21")
def test_asking_where_no_leader_is_spends_the_attempt_and_tells_no_more() -> None:
    game = talks(4, **{"na-hq": "S0808"})
    game.apply("parley S0403 by br-pol")
    (event,) = [one for one in game.events if one.kind == "parley"]
    assert (event.data["result"], event.data["die"]) == ("nobody", 0)
    assert state_of(game).extras.parleyed
    assert state_of(game).known == [0, 0]


@pytest.mark.rule("sns2:25.21")
def test_the_leader_who_talks_is_seen_and_his_troops_are_not() -> None:
    game = talks(3)
    game.apply("parley S0403 by br-pol")
    seen = [key for n, key in enumerate(game.scenario.units) if state_of(game).known[0] >> n & 1]
    assert seen == ["na-hq"]


@pytest.mark.rule("sns2:21.6")
def test_no_ambush_through_a_closed_hexside() -> None:
    board = country()
    grid = board.grid
    for a, b in (("S0303", "S0403"), ("S0302", "S0403")):
        board.hexsides[grid.side_between(grid.parse(a), grid.parse(b))] = frozenset({"sea"})
    scenario = campaign([unit("br-1"), unit("na-1"), unit("na-2")], board)
    places = {"br-1": "S0203", "na-1": "S0403", "na-2": "S0909"}
    game = begun(scenario, places, dice=[4] * 3, options=ON)
    game.apply("march S0203 with br-1")
    game.apply("go S0303")
    assert game.decision is not None
    assert game.decision.side == "british"


@pytest.mark.rule("sns2:26.2")
def test_civilians_go_back_with_attackers_who_are_beaten() -> None:
    units = [unit(f"br-{n}", strength=1, weapon="S", morale="R") for n in range(4)]
    units += [
        unit("br-civ", type="civilians", strength=0, weapon="N"),
        unit("na-1", strength=12, weapon="B", morale="V"),
    ]
    places = {one.key: "S0403" if one.key == "na-1" else "S0303" for one in units}
    game = begun(campaign(units), places, "battle", dice=[1, 6, 2, 1, 1], options=ON)
    game.apply("attack S0403 from S0303")
    while game.decision is not None and game.decision.kind != "retreat":
        game.apply(next(iter(game.legal_actions())))
    game.apply(next(iter(game.legal_actions())))
    left = {at for one, at in zip(units, state_of(game).where, strict=True) if one.key.startswith("br-") and at >= 0}
    assert len(left) == 1
    assert left != {game.scenario.map.grid.parse("S0303")}
    assert state_of(game).where[4] in left


@pytest.mark.rule("sns2:25.21")
def test_points_and_atrocities_near_modify_a_negotiation_from_their_bounds_on() -> None:
    game = talks(5)
    rules: Any = game.rules
    state, grid = state_of(game), game.scenario.map.grid
    given = rules.field.tables.negotiations.modifiers
    h = grid.parse("S0403")

    def added() -> list[int]:
        return [one.value for one in negotiating.modifiers(rules.field, state, 0, h)]

    lead, behind, within = given.lead, given.behind, given.atrocity.within
    for points, expected in (
        ((lead.points, 0), [lead.die]),
        ((lead.points - 1, 0), []),
        ((0, behind.points), [behind.die]),
        ((0, behind.points - 1), []),
    ):
        state.points = list(points)
        assert added() == expected
    for far, number in ((within, 1), (within + 1, 0)):
        state.atrocities = frozenset({next(n for n in grid.hexes if grid.distance(h, n) == far)})
        assert len(added()) == number
