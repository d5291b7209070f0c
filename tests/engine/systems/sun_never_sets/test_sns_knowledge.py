"""What can be asked of a position: reach, zones, supply, and what a side may see of the enemy."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from random import Random
from typing import Any

import pytest
from sns_field import begun, campaign, country, unit

from engine.errors import HexwrightError
from engine.formats import load_scenario
from engine.mechanics.hexes.hexstate import DEAD
from engine.play import Game
from engine.play.questions import plain_answer
from engine.systems.sun_never_sets.answers import knowledge, secrecy
from engine.systems.sun_never_sets.answers.knowledge import ColumnRow
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.march.marching import OnMarch
from engine.umpire import query

UNITS = [
    unit("br-1"),
    unit("br-2"),
    unit("br-hq", type="headquarters", strategic=1, tactical=1),
    unit("br-train", type="supply", movement=4),
    unit("na-1"),
    unit("na-2"),
    unit("na-3"),
    unit("na-hq", type="headquarters"),
    unit("na-train", type="supply", movement=4),
]
SLOW = ("na-slow", "na-slow2")


def game(places: dict[str, Any], phase: str = "movement", side: str = "british", fortress: str = "") -> Game:
    board = country()
    if fortress:
        board.features[board.grid.parse(fortress)] = ("fortress",)
    return begun(campaign(UNITS, board), places, phase, side=side)


def test_reach_is_that_of_a_plain_march() -> None:
    told = query.ask(game({"br-train": "S0303", "na-1": "S0505"}), "reach", ["br-train"])
    assert told["allowance"] == 4
    assert told["hexes"]["S0703"]["cost"] == 4
    assert "S0803" not in told["hexes"]
    assert (told["hexes"]["S0504"]["cost"], told["hexes"]["S0504"]["stops"]) == (3, True)


@pytest.mark.rule("sns2:6.21")
def test_reach_on_the_march_is_that_of_the_force_and_counts_what_it_has_spent() -> None:
    """A forced march of a force that goes as far as its slowest: twice 4 points, of which it has spent one."""
    played = begun(
        campaign(UNITS), dict.fromkeys(("br-1", "br-2", "br-hq", "br-train"), "S0303") | {"na-1": "S1209"}, dice=[6]
    )
    assert query.ask(played, "reach", ["br-1"])["allowance"] == 6
    for text in ("march S0303 with br-1 br-train br-hq by br-hq", "go S0403"):
        played.apply(text)
    told = query.ask(played, "reach", ["br-1"])
    assert (told["from"], told["allowance"]) == ("S0403", 8)
    assert told["hexes"]["S0503"]["cost"] == 2
    assert max(one["cost"] for one in told["hexes"].values()) == 8
    assert query.ask(played, "reach", ["br-2"])["allowance"] == 6


@pytest.mark.rule("sns2:25.5")
@pytest.mark.parametrize(("companion", "cost"), [("", 2), ("br-1 ", 3)])
def test_reach_of_an_officer_on_the_march_heeds_zones_for_who_is_with_him(companion: str, cost: int) -> None:
    officer = unit("br-envoy", type="headquarters", movement=6, political=True)
    places = dict.fromkeys(("br-1", "br-envoy"), "S0303") | {"na-1": "S0603"}
    played = begun(campaign([*UNITS, officer]), places, dice=[3], options={"political": True})
    played.apply(f"march S0303 with {companion}br-envoy")
    told = query.ask(played, "reach", ["br-envoy"])["hexes"]["S0503"]
    assert (told["cost"], told["stops"]) == (cost, True)


@pytest.mark.rule("sns2:12.24")
def test_supply_tells_the_line_the_trains_and_what_each_die_would_feed() -> None:
    played = game({"br-1": "S0303", "br-2": "S0503", "br-hq": "S0808", "br-train": "S0705"}, "battle", fortress="S0303")
    told = query.ask(played, "supply", ["british"])
    assert told["rule"] == "sns2:12.1"
    assert told["hexes"]["S0303"]["line"] == ["S0303"]
    line = told["hexes"]["S0503"]["line"]
    assert (len(line), line[0], line[-1]) == (3, "S0503", "S0303")
    assert told["hexes"]["S0503"]["depots"] == []
    assert told["hexes"]["S0503"]["forage"] == [2, 4, 8, 12, 16, 20]
    assert "S0808" not in told["hexes"], "headquarters need none"
    far = query.ask(game({"br-2": "S0704", "br-train": "S0705"}, "battle"), "supply", ["british"])
    assert far["hexes"]["S0704"]["depots"] == ["br-train"]
    assert far["hexes"]["S0704"]["line"] == []


@pytest.mark.rule("sns2:12.24")
def test_supply_tells_the_lines_of_trains_and_why_there_is_none_to_a_fortress() -> None:
    far = query.ask(game({"br-2": "S0704", "br-train": "S0705"}, "battle"), "supply", ["british"])["hexes"]["S0704"]
    assert far["depot_lines"] == {"br-train": ["S0704", "S0705"]}
    assert far["why"] == "no fortress that the side holds is within 2 hexes, or 4 by road"
    places = {"br-1": "S0303", "br-2": "S0503"}
    fed = query.ask(game(places, "battle", fortress="S0303"), "supply", ["british"])["hexes"]["S0503"]
    assert fed["why"] == ""
    middle, fortress = fed["line"][1], "on the way to the fortress in S0303"
    for enemies, how in (
        ({"na-1": middle}, "an enemy stands"),
        ({"na-1": "S0402", "na-2": "S0405"}, "an enemy zone of control cuts the line"),
    ):
        played = game({**places, **enemies}, "battle", fortress="S0303")
        cut = query.ask(played, "supply", ["british"])["hexes"]["S0503"]
        assert (cut["line"], cut["why"]) == ([], f"{how} in {middle}, {fortress}")


def test_reach_of_a_unit_off_the_map_is_refused() -> None:
    with pytest.raises(HexwrightError, match="is not on the map"):
        query.ask(game({"br-1": "S0303"}), "reach", ["na-1"])


def test_supply_of_nobody_is_refused_and_rules_without_supply_tell_nothing_of_it() -> None:
    with pytest.raises(HexwrightError, match="there is no side"):
        query.ask(game({"br-1": "S0303"}), "supply", ["french"])
    with pytest.raises(HexwrightError, match="the rules of tlg2 do not tell supply"):
        query.ask(Game(load_scenario("first_steps")), "supply", ["us"])


# -- fog of war ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("sns2:5.6")
def test_of_the_enemy_a_side_sees_hexes_and_columns_but_not_who_is_there() -> None:
    played = game({"br-1": "S0303", "na-1": "S0707", "na-2": "S0707", "na-hq": "S0808"})
    seen = played.view("british")
    number = played.rules.field.roster.number
    assert [seen["where"][number[key]] for key in ("na-1", "na-2", "na-hq")] == [None] * 3
    assert seen["held"] == [["S0707", 0, "zone"], ["S0808", 0, "headquarters"]]
    assert seen["where"][number["br-1"]] == played.rules.field.grid.parse("S0303")


@pytest.mark.rule("sns2:5.6")
def test_of_an_enemy_column_a_side_is_told_the_hex_and_not_the_load() -> None:
    played = game({"br-1": "S0303", "br-2": "S0303", "na-1": "S0707", "na-2": "S0707", "na-3": "S0909"})
    field, state = played.rules.field, played.state
    for key, column in (("br-1", 1), ("br-2", 1), ("na-1", 4), ("na-2", 4)):
        state.column[field.roster.number[key]] = column
    british = ColumnRow("c1", "british", "S0303", ["br-1", "br-2"], hidden=False)
    native = ColumnRow("c4", "native", "S0707", ["na-1", "na-2"], hidden=False)
    assert knowledge.columns(played.rules.field, state) == [british, native]
    assert knowledge.columns(played.rules.field, state, "british") == [british, replace(native, units=[], hidden=True)]
    assert knowledge.columns(played.rules.field, state, "native") == [replace(british, units=[], hidden=True), native]
    state.known[0] |= 1 << field.roster.number["na-2"]
    assert knowledge.columns(played.rules.field, state, "british")[1] == replace(native, units=["na-2"], hidden=True)


@pytest.mark.rule("sns2:5.6")
def test_what_is_seen_but_not_known_is_told_hex_by_hex() -> None:
    places = {"br-1": "S0303", "na-1": "S0707", "na-2": "S0707", "na-3": "S0909", "na-hq": "S0808"}
    played = game(places)
    field, state = played.rules.field, played.state
    state.column[field.roster.number["na-2"]] = 4
    state.known[0] |= 1 << field.roster.number["na-3"]
    told = query.ask(played, "concealed", ["british"])
    assert told["units"] == ["na-1", "na-2", "na-hq"]
    zone = {"side": "native", "seen": [], "tells": "units in good order, with a zone of control"}
    assert told["hexes"] == {
        "S0707": {**zone, "columns": ["c4"], "loose": True},
        "S0808": {**zone, "columns": [], "loose": True, "tells": "headquarters alone"},
    }
    dealt = secrecy.concealed(played.rules.field, played.rules.redeal(state, "british", Random(2)), "british")
    assert plain_answer(dealt) == told
    assert query.ask(played, "concealed", ["native"])["units"] == ["br-1"]
    with pytest.raises(HexwrightError, match="British cannot see what Natives sees"):
        query.ask(played, "concealed", ["native"], "british")


def test_campaigns_answer_questions_about_columns_marches_forage_and_points() -> None:
    played = game({"br-1": "S0303", "br-hq": "S0303", "na-1": "S0707", "na-2": "S0707"})
    field = played.rules.field
    for key in ("na-1", "na-2"):
        played.state.column[field.roster.number[key]] = 4
    assert query.ask(played, "columns", [])["columns"][0]["units"] == ["na-1", "na-2"]
    assert query.ask(played, "columns", [], "british") == query.ask(played, "columns", ["british"])
    assert query.ask(played, "columns", ["british"])["columns"][0]["units"] == []
    assert query.ask(played, "march", ["br-1"])["leader"] == "br-hq"
    assert query.ask(played, "march", ["br-1", "by", "br-hq"])["modifiers"][0]["value"] == 1
    assert query.ask(played, "forage", ["S0303"])["number"] == 1
    assert query.ask(played, "forage", ["S0404", "br-1", "br-2"])["number"] == 2
    assert query.ask(played, "score", [])["points"] == {"british": 0, "native": 0}
    with pytest.raises(HexwrightError, match="there is no question 'march'"):
        query.ask(Game(load_scenario("first_steps")), "march", ["us-2"])


def test_another_deal_keeps_what_can_be_told_from_outside() -> None:
    """Zones of control, hexes of headquarters alone, columns: as seen; who it is, and how many, is another matter."""
    places = {"br-1": "S0303", "na-1": "S0707", "na-2": "S0707", "na-3": "S0202", "na-hq": "S0808", "na-train": "S0909"}
    played = game(places)
    field, state = played.rules.field, played.state
    zones = bytes(field.zones.of(state, 1))
    dealt = set()
    for seed in range(40):
        twin = played.rules.redeal(state, "british", Random(seed))
        assert played.rules.view(twin, "british") == played.rules.view(state, "british")
        assert bytes(field.zones.of(twin, 1)) == zones
        assert twin.where[field.roster.find("na-hq")] == field.grid.parse("S0808")
        assert twin.where[field.roster.find("br-1")] == field.grid.parse("S0303")
        dealt.add(tuple(twin.where))
    assert len(dealt) > 2


def test_who_was_seen_stays_where_he_is_until_he_marches() -> None:
    played = game({"br-1": "S0303", "na-1": "S0707", "na-2": "S0909"})
    played.state.known[0] |= 1 << played.rules.field.roster.find("na-1")
    for seed in range(10):
        twin = played.rules.redeal(played.state, "british", Random(seed))
        assert twin.where == played.state.where


def test_an_action_is_told_without_the_units_that_nobody_may_see() -> None:
    played = game({"br-1": "S0303", "br-2": "S0303", "na-1": "S0707"})
    action = played.parse("march S0303 with br-1 br-2")
    assert played.rules.visible_text(action, "british", "british") == "march S0303 with br-1 br-2"
    assert played.rules.visible_text(action, "british", "native") == "march S0303"
    assert all(event.to == ("british",) for event in played.apply(action) if event.kind == "force")


@pytest.mark.rule("sns2:12.231")
def test_who_is_left_unfed_where_the_last_supply_unit_was_used_up_goes_hungry() -> None:
    """Nobody forages in that hex and nothing is left to issue, so that the segment would never end."""
    many = [unit(f"br-{n:02}") for n in range(14)]
    played = begun(
        campaign([*many, UNITS[3], UNITS[4]]),
        {**{one.key: "S0303" for one in (*many, UNITS[3])}, "na-1": "S0909"},
        "logistics",
    )
    assert {text.split()[0] for text in played.legal_actions().texts()} == {"forage", "issue"}
    played.apply("issue br-train to S0303")
    assert played.decision is not None
    assert played.decision.kind == "rally"
    steps = [played.state.steps[played.rules.field.roster.number[one.key]] for one in many]
    assert sorted(steps) == [1, 1] + [2] * 12


@pytest.mark.rule("sns2:12.231")
def test_who_waits_for_a_supply_unit_whose_hex_then_forages_goes_hungry() -> None:
    more = [unit("br-3"), unit("br-train2", type="supply", movement=4)]
    places = {"br-1": "S0303", "br-train": "S0303", "br-2": "S0304", "br-train2": "S0304", "br-3": "S0302"}
    played = begun(campaign([*UNITS, *more]), {**places, "na-1": "S0909"}, "logistics")
    for text in ("issue br-train to S0302", "done", "forage S0304"):
        played.apply(text)
    assert played.decision is not None
    assert played.decision.kind == "rally"
    number = played.rules.field.roster.number
    assert [played.state.steps[number[key]] for key in ("br-1", "br-2", "br-3")] == [1, 2, 2]


@pytest.mark.parametrize("column", ["", "c1"], ids=["loose", "in a column"])
def test_who_is_on_the_march_is_dealt_anew(column: str) -> None:
    """A side that may ambush a force does not know who is in it, but that it could have come as far."""
    natives = [*(unit(f"na-{n}") for n in range(1, 6)), unit("na-slow", movement=1)]
    places = {"na-1": "S0202", "na-2": "S0202", "na-3": "S0202", "na-4": "S0909", "na-5": "S0908", "na-slow": "S0907"}
    played = begun(
        campaign([unit("br-1"), *natives]),
        {"br-1": "S0504", **places},
        side="native",
        dice=[3],
        options={"ambush": True},
        given={"columns": {column: ["na-1", "na-2"]}} if column else {},
    )
    played.apply(f"march {column}" if column else "march na-1 na-2")
    played.apply("go S0302 S0403 S0404")
    assert played.decision is not None
    assert (played.decision.side, played.decision.kind) == ("british", "ambush")
    rules, marched = played.rules, set()
    seen = rules.view(played.state, "british")
    for seed in range(40):
        twin = rules.redeal(played.state, "british", Random(seed))
        assert rules.view(twin, "british") == seen
        assert rules.defects(twin) == []
        (force,) = (frame for frame in twin.stack if isinstance(frame, OnMarch))
        names = rules.field.keys_of(force.units)
        assert {rules.units(twin)[name]["at"] for name in names} == {"S0404"}
        marched.add(tuple(names))
    assert len(marched) > 5
    assert not any("na-slow" in names for names in marched), "it could not have come so far"
    assert any("na-4" in names for names in marched)


@pytest.mark.rule("sns2:5.6")
@pytest.mark.parametrize(
    ("others", "marching"),
    [
        # Either may be in good order, the fast one on the march or a slow one: demoralized it had not come so far.
        ({"na-slow": {"at": "S0909", "steps": 1}, "na-slow2": "S0808"}, ["na-1"]),
        # The fast unit may stand in the hex to which the march has come, and leave nobody for the march.
        ({"na-slow": "S0404"}, ["na-1"]),
        # The slow unit may be in good order, and no hex but that of the march be held by such.
        ({"na-2": "S0202", "na-slow": {"at": "S0909", "steps": 1}}, ["na-1", "na-2"]),
    ],
    ids=["nobody for the hex", "nobody for the march", "no hex for somebody"],
)
def test_no_deal_stands_that_has_nobody_on_the_march_who_could_have_come(
    others: dict[str, Any], marching: list[str]
) -> None:
    """A side that is asked whether it screens its force from those on the march does not know who they are."""
    rider = {"type": "cavalry", "weapon": "C"}
    natives = (unit("na-1", **rider), unit("na-2", movement=4), *(unit(key, movement=1) for key in SLOW))
    places = {"br-1": "S0504", "na-1": "S0202", **others}
    scenario = campaign([unit("br-1", **rider), *natives])
    played = begun(scenario, places, side="native", dice=[3], options={"intelligence": True})
    for text in (f"march {' '.join(marching)}", "go S0302 S0403 S0404", "scout S0504 with na-1"):
        played.apply(text)
    assert played.decision is not None
    assert (played.decision.side, played.decision.kind) == ("british", "screen")
    rules, seen = played.rules, played.rules.view(played.state, "british")
    for seed in range(40):
        twin = rules.redeal(played.state, "british", Random(seed))
        assert rules.view(twin, "british") == seen
        assert rules.defects(twin) == []
        (force,) = (frame for frame in twin.stack if isinstance(frame, OnMarch))
        assert rules.field.keys_of(force.units) == marching
        assert force.budget(rules.field, twin) >= force.spent


@pytest.mark.parametrize(
    ("mover", "way", "kept"),
    [
        ("native", [], [["na-1", "na-2"]]),
        ("british", [], [["br-1", "br-2"]]),
        ("native", ["go S0302 S0403 S0404"], [[], ["na-1", "na-2"]]),
    ],
)
def test_who_marches_is_left_as_he_is_where_no_other_deal_fits(
    mover: str, way: list[str], kept: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """While his own side is asked how far he goes at once; while the other is asked, after others have been tried."""
    own, other = ("na", "br") if mover == "native" else ("br", "na")
    places = {f"{own}-1": "S0202", f"{own}-2": "S0202", f"{own}-train": "S0909", f"{other}-1": "S0504"}
    played = begun(campaign(UNITS), places, side=mover, dice=[3], options={"ambush": True})
    for text in (f"march {own}-1 {own}-2", *way):
        played.apply(text)
    tried: list[list[str]] = []

    def nobody_fits(
        field: SnsField, state: SnsState, player: int, given: tuple[int, int], random: Random, spared: frozenset[int]
    ) -> bool:
        there = sum(1 << u for u, h in enumerate(state.where) if h >= 0)
        tried.append(field.keys_of(field.roster.of_side[1 - player] & there & ~given[0]))
        return False

    monkeypatch.setattr(secrecy, "_dealt_anew", nobody_fits)
    viewer = "british" if mover == "native" else "native"
    assert played.rules.redeal(played.state, viewer, Random(1)) == played.state
    assert [one for one, _ in groupby(tried)] == kept


@pytest.mark.rule("sns2:9.23")
def test_zones_reach_into_a_fortress_while_nobody_holds_it() -> None:
    played = game({"br-1": "S0103", "na-1": "S0102"}, fortress="S0101")
    field, state = played.rules.field, played.state
    fortress, outside = field.grid.parse("S0101"), field.grid.parse("S0103")
    for place, reaches in ((outside, True), (fortress, False), (outside, True), (fortress, False), (DEAD, True)):
        field.put(state, field.roster.find("br-1"), place)
        assert bool(field.zones.of(state, 1)[fortress]) == reaches
