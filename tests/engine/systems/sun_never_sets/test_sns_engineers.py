"""Chapter 17: how fieldworks end, and what a segment forgets, where an example of play cannot show it."""

from __future__ import annotations

import pytest
from sns_field import begun, campaign, country, state_of, unit

from engine.mechanics.procedure import END
from engine.play import Game
from engine.systems.sun_never_sets.position import engineers

ON = {"engineers": True}
WEAK = {"strength": 1, "weapon": "S", "morale": "R"}


def game_of(places: dict[str, str], phase: str, side: str = "british", **units: dict[str, object]) -> Game:
    made = [unit(key.replace("_", "-"), **values) for key, values in units.items()]
    return begun(campaign(made), places, phase, side=side, dice=[3] * 9, options=ON)


@pytest.mark.rule("sns2:17.33")
@pytest.mark.parametrize(("at", "to"), [("S0303", "S0304"), ("S0101", "S0102")])
def test_fieldworks_are_gone_when_their_last_unit_leaves_and_not_before(at: str, to: str) -> None:
    game = game_of({"br-1": at, "br-2": at, "na-1": "S0909"}, "movement", br_1={}, br_2={}, na_1={})
    h = game.scenario.map.grid.parse(at)
    state_of(game).fieldworks[h] = 0
    for key in ("br-1", "br-2"):
        assert h in state_of(game).fieldworks
        game.apply(f"march {at} with {key}")
        game.apply(f"go {to}")
        game.apply("halt")
    assert h not in state_of(game).fieldworks


@pytest.mark.rule("sns2:17.33")
def test_fieldworks_whose_defenders_are_driven_out_are_gone_and_nobody_s_prize() -> None:
    weak = {f"na_{n}": WEAK for n in range(4)}
    places = {"br-1": "S0303", **{f"na-{n}": "S0403" for n in range(4)}}
    game = game_of(places, "battle", br_1={"strength": 12, "weapon": "B", "morale": "V"}, **weak)
    h = game.scenario.map.grid.parse("S0403")
    state_of(game).fieldworks[h] = 1
    game.apply("attack S0403 from S0303")
    while game.decision is not None and game.decision.kind not in ("advance", "battle"):
        game.apply(next(iter(game.legal_actions())))
    assert h not in state_of(game).stacks
    assert h not in state_of(game).fieldworks


@pytest.mark.rule("sns2:17.31")
def test_an_engineer_that_only_throws_its_die_has_not_moved() -> None:
    game = game_of({"br-1": "S0303", "na-1": "S0909"}, "movement", br_1={"type": "engineer", "strength": 1}, na_1={})
    game.apply("march S0303 with br-1")
    game.apply("halt")
    game.apply("end movement")
    game.apply("entrench S0303")
    assert state_of(game).fieldworks == {game.scenario.map.grid.parse("S0303"): 0}


@pytest.mark.rule("sns2:17.31")
def test_who_would_entrench_in_a_fortress_is_told_why_not() -> None:
    board = country()
    fortress, field = board.grid.parse("S0303"), board.grid.parse("S0505")
    board.features[fortress] = frozenset({"fortress"})
    able = [unit(key, type="engineer", strength=1) for key in ("br-1", "br-2")]
    places = {"br-1": "S0303", "br-2": "S0505", "na-1": "S0909"}
    game = begun(campaign([*able, unit("na-1")], board), places, "movement", options=ON)
    game.apply("end movement")
    inner = game.rules.field
    said = ["fieldworks cannot be built in a fortress, as in S0303"]
    assert [why for _, why in engineers.work_breaches(inner, state_of(game), 0, fortress)] == said
    assert not [*engineers.work_breaches(inner, state_of(game), 0, field)]


@pytest.mark.rule("sns2:17.22")
@pytest.mark.rule("sns2:17.23")
def test_the_next_battle_segment_begins_with_whole_walls_and_fresh_sappers() -> None:
    board = country()
    h = board.grid.parse("S0403")
    board.features[h] = frozenset({"fortress"})
    sappers = unit("br-eng", type="engineer", strength=1)
    places = {"br-eng": "S0303", "na-1": "S0403"}
    game = begun(campaign([sappers, unit("na-1")], board), places, "battle", dice=[4] * 9, options=ON)
    game.apply("sap S0403 by br-eng")
    assert state_of(game).extras.blown == {h}
    assert state_of(game).extras.sapped
    while game.decision is not None and not (game.decision.side == "native" and game.decision.kind == "battle"):
        game.apply("end phase" if game.verdict(END) else next(iter(game.legal_actions())))
    assert game.decision is not None
    assert state_of(game).extras.blown == frozenset()
    assert not state_of(game).extras.sapped


@pytest.mark.rule("sns2:17.2")
@pytest.mark.parametrize("side", ["british", "native"])
@pytest.mark.parametrize("target", ["S0403", "S0101"])
def test_either_side_s_sappers_attack_the_fieldworks_of_the_other_alone(side: str, target: str) -> None:
    made = [unit(f"{key}-{n}", type=kind) for key in ("br", "na") for n, kind in enumerate(("engineer", "infantry"))]
    mine, theirs = ("br", "na") if side == "british" else ("na", "br")
    near = {"S0403": "S0303", "S0101": "S0102"}[target]
    places = {f"{mine}-0": near, f"{theirs}-1": target, f"{mine}-1": "S0909", f"{theirs}-0": "S1010"}
    game = begun(campaign(made), places, "battle", side=side, dice=[4] * 9, options=ON)
    order, h = f"sap {target} by {mine}-0", game.scenario.map.grid.parse(target)
    player = 0 if side == "british" else 1
    for owner, may in ((None, False), (player, False), (1 - player, True)):
        state_of(game).fieldworks = {} if owner is None else {h: owner}
        assert bool(game.verdict(order)) == may, owner


@pytest.mark.rule("sns2:5.21")
@pytest.mark.parametrize(
    ("side", "first", "last"),
    [
        ("british", "go by rail, negotiate", "lay sieges, build fieldworks, lay railways, negotiate"),
        ("native", "", "lay sieges, build fieldworks"),
    ],
)
def test_the_segment_is_asked_in_the_words_of_what_may_be_done(side: str, first: str, last: str) -> None:
    options = dict.fromkeys(("engineers", "sieges", "railroads", "political", "rivers"), True)
    places = {"br-1": "S0101", "na-1": "S0505"}
    game = begun(campaign([unit("br-1"), unit("na-1")]), places, "movement", side=side, options=options)
    for begins, also, rule in (
        ("March with a force, organise columns", first, "sns2:6.0"),
        ("Organise columns", last, "sns2:5.21"),
    ):
        assert game.decision is not None
        assert game.decision.rule == rule
        assert game.decision.prompt == ", ".join(filter(None, (begins, also, "or end the segment")))
        game.apply("end phase")
