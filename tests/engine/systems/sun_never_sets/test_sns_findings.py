"""What these rules find wrong with a scenario, and what they leave alone."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import pytest
from sns_field import begun, campaign, country, state_of, unit

from engine.errors import HexwrightError
from engine.hexes.board.battlemap import BattleMap, Label
from engine.hexes.board.grid import NOWHERE
from engine.mechanics.hexes import hexstate
from engine.play import Game
from engine.scenario import Arrival, Pool, Scenario, Scoring, Side, Unit, Victory
from engine.systems.sun_never_sets import SYSTEM
from engine.systems.sun_never_sets.answers.idle import idle_findings
from engine.systems.sun_never_sets.answers.setup import WEAPONS, opening_findings, shores
from engine.systems.sun_never_sets.base.options import SWITCHES
from engine.systems.sun_never_sets.staff.country import Country
from engine.systems.sun_never_sets.staff.view import View
from engine.umpire.checks import check_scenario

NATIVE = unit("na-1")
TRAIN = unit("br-train", type="supply")
POOL = {"trains": Pool("british", ("br-train",), "choice")}


def found(scenario: Scenario) -> list[tuple[str, str]]:
    return [(finding.code, finding.rule) for check in SYSTEM.checks for finding in check(scenario)]


def of(*units: Any, **more: Any) -> list[tuple[str, str]]:
    return found(campaign([*units, NATIVE], **more))


RIVER = country()
RIVER.hexsides[RIVER.grid.parse_side("S0303/S0403")] = frozenset({"major_river"})
AFLOAT, RIVERS = {"na-junk": "S0403"}, {"rivers": True}
JUNK = unit("na-junk", type="junk", guns=1, weapon="F")
CAPTIVES, CIVILIANS = unit("br-captives", type="civilians", strength=0, weapon="N"), {"civilians": True}
CAPTIVE = {"captives": Pool("british", ("br-captives",), "choice")}
MAGDALA = {"campaign": "abyssinia", "hostages": "br-captives", "places": {"magdala": ["S0303"]}}


CASES: dict[str, tuple[list[tuple[str, str]], list[tuple[str, str]]]] = {
    "UNIT131": (of(unit("br-1", weapon="F")), of(unit("br-1", weapon="B"))),
    "UNIT132": (of(unit("br-1", tactical=1)), of(unit("br-hq", type="headquarters", tactical=1))),
    "UNIT133": (
        of(*(unit(f"br-hq{n}", type="headquarters", commander=True) for n in (1, 2))),
        of(unit("br-hq", type="headquarters", commander=True), unit("na-hq", type="headquarters", commander=True)),
    ),
    "UNIT134": (of(unit("br-1"), JUNK), of(unit("br-1"), JUNK, board=RIVER, options={"rivers": True})),
    "SETUP132": (
        of(unit("br-1"), JUNK, board=RIVER, setup={"na-junk": "S0503"}, options={"rivers": True}),
        of(unit("br-1"), JUNK, board=RIVER, setup={"na-junk": "S0403"}, options={"rivers": True}),
    ),
    "SETUP133": (
        of(unit("br-1"), JUNK, board=RIVER, setup=AFLOAT, options=RIVERS, special={"banks": {"br-1": "S0303/S0403"}}),
        of(
            unit("br-1"), JUNK, board=RIVER, setup=AFLOAT, options=RIVERS, special={"banks": {"na-junk": "S0303/S0403"}}
        ),
    ),
    "SETUP134": (
        of(unit("br-1"), setup={"na-1": "S0303", "br-1": "S0304"}, special={"sieges": {"S0303": ["S0304"]}}),
        of(unit("br-1"), setup={"na-1": "S0303", "br-1": "S0304"}, special={"sieges": {}}),
    ),
    "SETUP135": (
        of(unit("br-1"), CAPTIVES, pools=CAPTIVE, special=MAGDALA | {"campaign": "persia"}, options=CIVILIANS),
        of(unit("br-1"), CAPTIVES, pools=CAPTIVE, special=MAGDALA, options=CIVILIANS),
    ),
    "RULE132": (
        of(unit("br-1"), special={"railway": ["S0303", "S0304"]}),
        of(unit("br-1"), special={"railway": []}),
    ),
    "RULE133": (of(unit("br-1"), options={"civilians": True}), of(unit("br-1"), CAPTIVES, options={"civilians": True})),
    "SETUP131": (
        of(unit("br-1"), setup={"na-1": "S0303"}, special={"closed": {"native": ["S0303"]}}),
        of(unit("br-1"), setup={"na-1": "S0304", "br-1": "S0303"}, special={"closed": {"native": ["S0303"]}}),
    ),
    "RULE131": (
        of(unit("br-1"), special={"supply_units": {"british": 1}, "communication": {"british": ["S0101"]}}),
        of(TRAIN, pools=POOL, special={"supply_units": {"british": 1}, "communication": {"british": ["S0101"]}}),
    ),
    "REINF131": (
        of(unit("br-1"), TRAIN, arrivals=(Arrival(2, "british", ("S0303",), ("br-train",)),)),
        of(unit("br-1"), TRAIN, arrivals=(Arrival(2, "british", ("S0303",), ("br-train",), how="place"),)),
    ),
    "WIN131": (
        of(unit("br-1"), victory=Victory((Scoring("reached", 5, hexes=("S0303",)),))),
        of(unit("br-1"), victory=Victory((Scoring("reached", 5, hexes=("S0303",), side="british"),))),
    ),
    "WIN132": (
        of(unit("br-1"), victory=Victory(handicap={"british": -3})),
        of(unit("br-1"), victory=Victory(handicap={"british": 3})),
    ),
}


@pytest.mark.parametrize("code", CASES)
def test_a_mistake_is_found_and_nothing_else(code: str) -> None:
    wrong, right = CASES[code]
    assert [one for one, _ in wrong] == [code]
    assert wrong[0][1].startswith("sns2:")
    assert right == []


@pytest.mark.parametrize(
    ("victory", "said"),
    [
        (Victory(handicap={"british": -3}), "British cannot begin with fewer than 0 points"),
        (Victory(handicap={"nobody": -1}), "nobody cannot begin"),
        (Victory(handicap={"native": 0.5}), "0.5 is none"),
        (Victory((Scoring("occupied", 2.5, hexes=("S0303",)),)), "2.5 is none"),
        (Victory((Scoring("occupied", -5, hexes=("S0303",)),)), ""),
    ],
)
def test_points_that_cannot_be_counted_are_found(victory: Victory, said: str) -> None:
    scenario = campaign([unit("br-1"), NATIVE], victory=victory)
    told = [finding.message for check in SYSTEM.checks for finding in check(scenario)]
    assert len(told) == bool(said)
    assert all(said in message for message in told)


@pytest.mark.parametrize(
    ("places", "said"),
    [
        ({}, "magdala, debra_tabor or gondar"),
        ({"magdala": ["S0303"], "debra_tabor": ["S0304"]}, "no single hex is gondar"),
        ({"magdala": ["S0303"], "debra_tabor": ["S0304"], "gondar": ["S0305", "S0306"]}, "no single hex is gondar"),
        ({"magdala": ["S0303"], "debra_tabor": ["S0304"], "gondar": ["S0305"]}, ""),
    ],
)
def test_a_die_says_where_hostages_are_held_only_where_it_can(places: dict[str, list[str]], said: str) -> None:
    special, option = {"campaign": "abyssinia", "places": places}, {"hostages": "die"}
    scenario = campaign([unit("br-1"), NATIVE], special=special, options=option)
    assert found(scenario) == ([("SETUP135", "sns2:abyssinia:6.6")] if said else [])
    if not said:
        Game(scenario)
        return
    with pytest.raises(HexwrightError, match=said):
        # As `--option` of the command line does it.
        Game(scenario.with_(options={}), options=option)


def test_sides_without_roles() -> None:
    scenario = campaign([unit("br-1"), NATIVE])
    british, native = (Side(key, key) for key in ("british", "native"))
    assert found(scenario.with_(sides={"british": british, "native": native})) == [("SIDE131", "sns2:2.0")]
    assert found(scenario) == []


def test_supply_units_need_a_line_of_communication() -> None:
    assert of(TRAIN, pools=POOL, special={"supply_units": {"british": 1}}) == [("RULE131", "sns2:13.3")]


def test_a_fleet_may_begin_at_sea_and_no_boat() -> None:
    board = country()
    board.terrain[board.grid.parse("S0503")] = "sea"
    fleet, boat = unit("na-fleet", type="fleet", guns=2, weapon="H"), unit("na-junk", type="junk", guns=1, weapon="F")
    assert of(unit("br-1"), fleet, board=board, setup={"na-fleet": "S0503"}, options={"fleets": True}) == []
    assert of(unit("br-1"), boat, board=board, setup={"na-junk": "S0503"}, options={"rivers": True}) == [
        ("SETUP132", "sns2:27.1")
    ]


def test_a_fleet_at_sea_goes_by_water_and_is_not_told_that_it_cannot_leave() -> None:
    board = country()
    for n in (board.grid.parse("S0503"), *board.grid.neighbours[board.grid.parse("S0503")]):
        board.terrain[n] = "sea"
    fleet = unit("na-fleet", type="fleet", guns=2, weapon="H")
    made = campaign([unit("br-1"), NATIVE, fleet], board=board, setup={"na-fleet": "S0503"}, options={"fleets": True})
    assert "UNIT122" not in {finding.code for finding in check_scenario(made)}


@pytest.mark.parametrize(
    ("special", "pools", "said"),
    [
        ({"hostages": "br-1"}, CAPTIVE, "infantry and no civilians"),
        ({"hostages": "na-1"}, CAPTIVE, "no unit of the side with the role empire"),
        ({}, {}, "in no pool"),
        ({"places": {}}, CAPTIVE, "no place magdala"),
        ({"campaign": "persia"}, CAPTIVE, "the campaign is another"),
    ],
)
def test_hostages_that_nobody_can_free_are_found(special: dict[str, Any], pools: dict[str, Pool], said: str) -> None:
    scenario = campaign([unit("br-1"), CAPTIVES, NATIVE], pools=pools, special=MAGDALA | special, options=CIVILIANS)
    (one,) = opening_findings(scenario)
    assert (one.code, one.place.path) == ("SETUP135", ("special", "hostages"))
    assert said in one.message


def test_in_another_campaign_hostages_are_held_nowhere() -> None:
    units, special = [unit("br-1"), CAPTIVES, NATIVE], MAGDALA | {"campaign": "persia"}
    scenario = campaign(units, pools=CAPTIVE, special=special, options=CIVILIANS)
    game = begun(scenario, {"br-1": "S0505", "na-1": "S0909"})
    field = game.rules.field
    assert state_of(game).where[field.hostages] == hexstate.POOL
    assert View(Country(field), state_of(game), 0).prison == NOWHERE


@pytest.mark.parametrize(
    ("besiegers", "said"),
    [("", "no unit besieges Kot (S0203)"), ("S0303", "the garrison's own side"), ("S0909", "not next to the fortress")],
)
def test_of_a_siege_it_is_said_what_is_wrong_with_it(besiegers: str, said: str) -> None:
    board = country()
    board.features[board.grid.parse("S0203")] = frozenset({"fortress"})
    board.labels.append(Label("Kot", at=board.grid.parse("S0203")))
    setup = {"na-1": "S0203", "br-1": "S0909", "na-2": "S0303"}
    special = {"sieges": {"S0203": besiegers}}
    (one,) = opening_findings(campaign([unit("br-1"), NATIVE, unit("na-2")], board, setup=setup, special=special))
    assert one.code == "SETUP134"
    assert said in one.message


def drawn(**what: Any) -> BattleMap:
    """Open country with a feature, a hexside, a path or a terrain on it."""
    board = country()
    grid = board.grid
    h, side = grid.parse("S0303"), grid.parse_side("S0303/S0403")
    if "feature" in what:
        board.features[h] = frozenset({what["feature"]})
    if "hexside" in what:
        board.hexsides[side] = frozenset({what["hexside"]})
    if "path" in what:
        board.paths[side] = frozenset({what["path"]})
    if "terrain" in what:
        board.terrain[h] = what["terrain"]
    return board


def coasts(*names: str) -> BattleMap:
    """A sea with nothing but these hexes of land in it."""
    board = country()
    board.terrain = ["sea"] * board.grid.size
    for name in names:
        board.terrain[board.grid.parse(name)] = "clear"
    return board


@pytest.mark.rule("sns2:27.11")
@pytest.mark.parametrize(
    ("banks", "at", "said"),
    [
        ({"na-1": "S0303/S0403"}, "S0403", "na-1 (na-1) is not a boat and cannot be on a hexside"),
        (
            {"na-junk": "S0503/S0603"},
            "S0403",
            "na-junk (na-junk) is set up in S0403 and cannot lie on S0503/S0603; it may",
        ),
        ({"na-junk": "S0503/S0603"}, "S0801", "na-junk (na-junk) is set up in S0801 and cannot lie on S0503/S0603"),
        (
            {"na-junk": "S0503/S0603"},
            "",
            "cannot lie on S0503/S0603, which is not a hexside of a major river or the coast",
        ),
        ({"na-junk": "S0303/S0403"}, "", ""),
        ({"na-junk": "S0303/S0403"}, "S0403", ""),
        ({"na-junk": "S0303/S0403"}, "S0303", ""),
    ],
)
def test_of_a_boat_it_is_said_why_it_cannot_lie_there(banks: dict[str, str], at: str, said: str) -> None:
    setup = {"na-junk": at} if at else {}
    made = campaign([unit("br-1"), JUNK, NATIVE], RIVER, setup=setup, options=RIVERS, special={"banks": banks})
    told = [one for one in opening_findings(made) if one.code == "SETUP133"]
    assert [one.rule for one in told] == (["sns2:27.11"] if said else [])
    assert all(said in one.message for one in told)
    assert all(one.message.endswith(("S0303/S0403", "coast", "hexside", "S0603")) for one in told)


def test_shores_are_the_hexsides_that_a_boat_may_lie_along() -> None:
    made = campaign([NATIVE], RIVER)
    grid = RIVER.grid
    river = (grid.parse_side("S0303/S0403"),)
    assert [shores(made, grid.parse(name)) for name in ("S0303", "S0403", "S0503")] == [river, river, ()]


def test_of_a_scenario_that_cannot_be_bound_no_switch_is_said_to_be_idle() -> None:
    made = campaign([unit("br-1"), NATIVE], options={"transfer": True}, special={"campaign": "nowhere"})
    assert [*idle_findings(made)] == []


HQ = partial(unit, type="headquarters", tactical=1)
GUNBOAT = unit("br-boat", type="gunboat", guns=2, weapon="F")
FLEET = unit("br-fleet", type="fleet", guns=2, weapon="H")
SEA, RIVER_MAP, RAILS = drawn(terrain="sea"), drawn(hexside="major_river"), drawn(path="rail_planned")

IDLE: dict[str, tuple[list[dict[str, Any]], list[dict[str, Any]]]] = {
    "engineers": (
        [{}],
        [
            {"units": [unit("br-e", type="engineer")]},
            {"board": drawn(path="road")},
            {"special": {"campaign": "asante"}},
        ],
    ),
    "sieges": ([{}, {"board": drawn(feature="town")}], [{"board": drawn(feature="fortress")}]),
    "conduct": ([{}], [{"board": drawn(feature="kraal")}, {"special": {"campaign": "abyssinia"}}]),
    "political": (
        [{}, {"units": [HQ("br-hq")]}],
        [{"units": [HQ("br-hq", political=True)]}, {"units": [HQ("na-hq", commander=True)]}],
    ),
    "civilians": ([{}], [{"units": [CAPTIVES]}]),
    "rivers": ([{}, {"board": RIVER_MAP}, {"units": [GUNBOAT]}], [{"units": [GUNBOAT], "board": RIVER_MAP}]),
    "fleets": (
        [{}, {"board": SEA}, {"units": [FLEET]}],
        [{"units": [FLEET], "board": SEA}, {"special": {"campaign": "abyssinia"}}],
    ),
    "transfer": ([{}, {"board": coasts("S0101")}], [{"board": SEA}, {"board": coasts("S0101", "S0502")}]),
    "railroads": ([{}], [{"board": RAILS}, {"special": {"railheads": ["S0303"]}}]),
    "signals": ([{}, {"units": [HQ("na-hq", strategic=1), HQ("br-hq")]}], [{"units": [HQ("br-hq", strategic=1)]}]),
    "supplied_combat": ([{}], [{"units": [unit("na-train", type="supply")]}]),
}


@pytest.mark.parametrize("switch", IDLE)
def test_a_switch_that_nothing_can_use_is_told(switch: str) -> None:
    def codes(units: Iterable[Unit] = (), **more: Any) -> list[tuple[str, Any]]:
        made = campaign([unit("br-1"), NATIVE, *units], options={switch: True}, **more)
        return [(one.code, one.fix.data if one.fix else None) for one in idle_findings(made)]

    idle, used = IDLE[switch]
    for case in idle:
        assert codes(**case) == [("RULE133", {"name": switch, "value": False})], case
    for case in used:
        assert codes(**case) == [], case


def test_of_a_chapter_that_is_off_or_of_use_to_anybody_nothing_is_told() -> None:
    everybody = {"intelligence", "march_attack", "ambush", "evasion", "routing", "simple_forage"}
    assert {*IDLE} | everybody == {*SWITCHES}
    for options in (dict.fromkeys(IDLE, False), dict.fromkeys(everybody, True), {}):
        assert [*idle_findings(campaign([unit("br-1"), NATIVE], options=options))] == []


def test_of_exclusive_rules_that_do_not_fit_the_opening_tells_nothing_besides() -> None:
    """That they do not fit is told by another check."""
    broken = campaign([unit("br-1"), NATIVE], special={"hostages": 3, "sieges": "everywhere"})
    assert [*opening_findings(broken)] == []


def test_while_the_tables_do_not_fit_a_boat_has_no_shore() -> None:
    h = RIVER.grid.parse("S0303")
    assert shores(campaign([NATIVE], RIVER), h) == (RIVER.grid.parse_side("S0303/S0403"),)
    assert shores(campaign([NATIVE], RIVER, tables={"march": {"die": "two"}}), h) == ()


def test_every_finding_is_looked_at() -> None:
    assert {*CASES, "SIDE131"} == set(SYSTEM.findings)


def test_every_arm_that_fires_has_its_weapons() -> None:
    unarmed = {"headquarters", "supply", "civilians", "railroad_engineer", "elephant"}
    assert {kind for kind in SYSTEM.unit_types if kind not in WEAPONS} == unarmed
