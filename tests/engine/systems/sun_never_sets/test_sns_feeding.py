"""Chapter 12: who may not forage or be issued supply, and why."""

from __future__ import annotations

from itertools import pairwise

import pytest
from sns_battle import board
from sns_field import begun, breaches, campaign, state_of, unit

from engine.mechanics.hexes.hexstate import DEAD
from engine.systems.sun_never_sets.base.effects import lay
from engine.systems.sun_never_sets.position import supply


@pytest.mark.parametrize(
    ("text", "rule", "words"),
    [
        ("forage S0505 by br-hq", "12.33", "br-hq is not a headquarters in S0505"),
        ("forage S0909", "12.3", "no unit in S0909 must be fed"),
        ("muddle S0505", "4.1", "no event modifies this die roll"),
        ("issue br-train to S0606 S0909", "12.3", "no unit in S0909 must be fed"),
        ("issue br-train to S0606 S0505", "12.61", "a supply unit feeds 12 units, so nothing is left for S0505"),
    ],
)
def test_who_is_not_fed_so_is_told_why(text: str, rule: str, words: str) -> None:
    many = [unit(f"br-{number}") for number in range(1, 13)]
    leaders = [unit(f"br-{key}", type="headquarters", movement=8) for key in ("aide", "hq")]
    others = [unit("br-far"), *leaders, unit("br-train", type="supply")]
    places = {one.key: "S0606" for one in (*many, *others[2:])}
    made = begun(
        campaign([*many, *others, unit("na-1")]),
        {**places, **dict.fromkeys(("br-far", "br-aide"), "S0505"), "na-1": "S0101"},
        "logistics",
    )
    assert breaches(made, text)[rule] == words


@pytest.mark.rule("sns2:event1:british:43")
def test_muddling_through_adds_to_one_die_for_forage() -> None:
    many = [unit(f"br-{number:02}") for number in range(12)]
    places = {one.key: "S0505" if one.key < "br-06" else "S0404" for one in many}
    game = begun(campaign([*many, unit("na-1")]), {**places, "na-1": "S0101"}, "logistics", dice=[2, 2])
    assert "muddle S0505" not in game.legal_actions().texts()
    lay(state_of(game), 0, "muddling", "player_turn")
    assert {"forage S0505", "muddle S0505", "muddle S0404"} <= set(game.legal_actions().texts())
    game.apply("muddle S0505")
    assert "muddle S0404" not in game.legal_actions().texts()
    assert breaches(game, "muddle S0404") == {"4.1": "no event modifies this die roll"}
    game.apply("forage S0404")
    told = {event.data["hex"]: event.data["modifier"] for event in game.events if event.kind == "forage"}
    assert told == {"S0505": 1, "S0404": 0}


@pytest.mark.rule("sns2:12.24")
def test_lines_are_two_hexes_long_and_four_by_road_and_say_which() -> None:
    made = board(features={"S0505": "fortress"})
    grid = made.grid
    way = [grid.parse(name) for name in ("S0505", "S0605", "S0704", "S0804", "S0903", "S1003")]
    for a, b in pairwise(way):
        made.paths[grid.side_between(a, b)] = frozenset({"road"})
    game = begun(campaign([unit("br-1"), unit("na-1")], made), {"br-1": "S0505", "na-1": "S0101"}, "logistics")
    field, state = game.rules.field, state_of(game)
    found = supply.lines(field, state, way[0], 0)
    assert found[way[0]] == supply.Line((way[0],), False)
    assert found[way[2]] == supply.Line(tuple(way[:3]), False), "two hexes need no road"
    assert found[way[3]] == supply.Line(tuple(way[:4]), True)
    assert found[way[4]] == supply.Line(tuple(way[:5]), True)
    assert way[5] not in found
    assert supply.automatic(field, state, way[0], 0) == found[way[0]]
    assert {field.grid.distance(way[0], h) for h in found} == {0, 1, 2, 3, 4}
    assert sum(field.grid.distance(way[0], h) == 3 for h in found) == 1


@pytest.mark.rule("sns2:12.23")
@pytest.mark.rule("sns2:12.33")
def test_who_is_gone_is_no_supply_unit_and_the_first_unit_no_headquarters() -> None:
    trains = [unit(f"br-train{n}", type="supply", movement=4) for n in (1, 2, 3)]
    units = [unit("br-1"), unit("br-2"), unit("br-hq", type="headquarters", movement=8), *trains, unit("na-1")]
    units.append(unit("na-train", type="supply", movement=4))
    places = {"br-1": "S0505", "br-2": "S0505", "br-hq": "S0505", "na-1": "S0101", "na-train": "S0101"}
    places |= {"br-train1": "S0505", "br-train2": "S0505"}
    game = begun(campaign(units), places, "logistics")
    game.rules.field.put(state_of(game), game.rules.field.roster.find("br-train2"), DEAD)
    told = "is not a British supply unit on the map"
    for key in ("br-train2", "br-train3", "na-train", "br-1"):
        assert breaches(game, f"issue {key} to S0505") == {"12.23": f"{key} {told}"}
    assert breaches(game, "issue br-train1 to S0505") == {}
    for key in ("br-1", "br-2", "na-1"):
        assert breaches(game, f"forage S0505 by {key}") == {"12.33": f"{key} is not a headquarters in S0505"}
    assert breaches(game, "forage S0505 by br-hq") == {}
