"""Every check of scenarios has one that raises it, and the sound ones raise none; what holds for all checks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import toy_race
from bad_maps import BAD_MAPS, codes, good_map, paint, river_across, road
from bad_tables import BAD_TABLES, TOWN, WALL, with_parts
from spoiled import SPOILED, sound
from toy_race import field, race

from engine.boards.palette import Kind, Layer, Palette
from engine.findings import Finding, Severity
from engine.formats import CODES, load_scenario
from engine.formats.source import MOST_FINDINGS
from engine.hexes.board.battlemap import BattleMap, Region
from engine.hexes.board.grid import Grid, GridSpec
from engine.play import registry
from engine.scenario import (
    Arrival,
    Deployment,
    Level,
    Pool,
    Scenario,
    Scoring,
    Side,
    Turns,
    Unit,
    Victory,
    VictoryCondition,
    Win,
)
from engine.scenario.counters import CounterDesign
from engine.umpire.checks import CHECKS, Scope, check_scenario, every_check
from engine.umpire.checks.retired import RETIRED

# -- scenarios -----------------------------------------------------------------------------------------------


def units(**changes: Unit) -> dict[str, Unit]:
    return {**race().units, **changes}


def arriving(**changes: object) -> Scenario:
    """a2 comes later, at the edge, on a road, as it should."""
    scenario = race(map=road(field(), "0102/NW", "0102/0202"))
    arrival = Arrival(**{"turn": 2, "side": "a", "entry": ("0102",), "units": ("a2",), **changes})
    setup = {key: at for key, at in scenario.setup.items() if key != "a2"}
    return scenario.with_(setup=setup, arrivals=(arrival,))


def to_win(condition: VictoryCondition) -> Scenario:
    """A race that the first side wins outright by a condition."""
    made = race()
    return made.with_(victory=replace(made.victory, wins=(Win(next(iter(made.sides)), condition),)))


def winning(**changes: object) -> Scenario:
    return race(victory=replace(race().victory, **changes))


def scoring(**changes: object) -> Scenario:
    return winning(scoring=(Scoring(**{"kind": "hold", "hexes": ("0802",), "side": "a", **changes}),))


def setup(**changes: str) -> Scenario:
    return race(setup={**race().setup, **changes})


def without_setup(*keys: str) -> Scenario:
    return race(setup={key: at for key, at in race().setup.items() if key not in keys})


def odd_palette() -> BattleMap:
    board = field()
    kinds = {layer: dict(named) for layer, named in board.palette.kinds.items()}
    kinds[Layer.TERRAIN]["lava"] = Kind("lava", Layer.TERRAIN, "Lava", "#ff0000")
    kinds[Layer.TERRAIN]["moss"] = Kind("moss", Layer.TERRAIN, "Moss", "#00ff00", treat_as={"toy": "clear"})
    odd = BattleMap(board.grid, Palette("odd", "Odd", kinds))
    return paint(odd, "moss", "0303")


def with_void() -> Scenario:
    board = field()
    return race(map=BattleMap(Grid(GridSpec(8, 3, void=frozenset({(0, 0)}))), board.palette))


def grouped(*groups: Deployment, **pools: Pool) -> Scenario:
    """The side a sets itself up, in the first columns; b stands as it does."""
    scenario = without_setup("a1", "a2")
    return scenario.with_(deployments=groups, pools=pools)


def group(**changes: object) -> Deployment:
    return Deployment(**{"side": "a", "area": ("0101", "0102", "0201"), "units": ("a1", "a2"), **changes})


def from_pool(**changes: object) -> Scenario:
    return grouped(group(units=(), source="all", **changes), all=Pool("a", ("a1", "a2")))


def in_the_sea(**changes: object) -> Scenario:
    return grouped(group(**changes)).with_(map=paint(field(), "water", "0101", "0102", "0201"))


def replaced(side: str, whose: str, kind: str, **values: str) -> Scenario:
    made = race(replacements={side: {whose: {kind: 3}}})
    return made.with_(units=units(a1=Unit("a1", "a", "A1", "infantry", values=values)))


B = Side("b", "B")
BAD_SCENARIOS: dict[str, tuple[Callable[[], Scenario], str]] = {
    "SIDE101": (lambda: race(sides={**race().sides, "c": Side("c", "C")}), "sides.c"),
    "SIDE102": (lambda: race(sides={**race().sides, "c": Side("c", "C")}), "sides"),
    "SIDE103": (lambda: arriving(units=("a1", "a2")).with_(setup={"b1": "0103", "b2": "0202"}), "sides.a"),
    "UNIT101": (lambda: race(units=units(a1=Unit("a1", "aa", "A1", "infantry"))), "units.a1.side"),
    "UNIT102": (lambda: without_setup("a2"), "units.a2"),
    "UNIT103": (lambda: arriving().with_(setup=race().setup), "reinforcements.0.units"),
    "UNIT104": (lambda: arriving(units=("a2", "a2")), "reinforcements.0.units"),
    "UNIT105": (lambda: race(units=units(a1=Unit("a1", "a", "A1", "infantri"))), "units.a1.type"),
    "UNIT106": (
        lambda: race(units=units(a1=Unit("a1", "a", "A1", "infantry", values={"speed": 9}))),
        "units.a1.speed",
    ),
    "UNIT107": (lambda: replaced("a", "home", "cavalry"), "replacements.a.home.cavalry"),
    "UNIT108": (lambda: replaced("c", "home", "infantry"), "replacements.c"),
    "SETUP101": (lambda: setup(a3="0201"), "setup.a3"),
    "SETUP102": (lambda: setup(a1="1901"), "setup.a1"),
    "SETUP103": (lambda: race(map=paint(field(), "water", "0101")), "setup.a1"),
    "SETUP104": (lambda: setup(b1="0101"), "setup.b1"),
    "SETUP105": (lambda: race(setup_areas={"a": ("0101", "0201")}), "setup.a2"),
    "SETUP106": (lambda: race(setup_areas={"a": ("west", "0101", "0102")}), "setup_areas.a"),
    "SETUP107": (lambda: grouped(group(units=("a1", "a2", "a3"))), "deployment.0.units"),
    "SETUP108": (lambda: grouped(group(), all=Pool("a", ("a2",))), "deployment.0.units"),
    "SETUP109": (lambda: grouped(group(side="b")), "deployment.0.units"),
    "SETUP112": (lambda: grouped(group(), group(units=())), "deployment.1"),
    "SETUP113": (lambda: grouped(group(), group(units=(), source="al")), "deployment.1.from"),
    "SETUP114": (lambda: from_pool(kinds={"infantry": 3}), "deployment.0.kinds.infantry"),
    "SETUP115": (lambda: grouped(group(area=("0101",), most=1)), "deployment.0.area"),
    "SETUP116": (lambda: in_the_sea(), "deployment.0.area"),
    "SETUP117": (
        lambda: grouped(group(hidden=True), Deployment("b", ("0201", "0301"), ("b2",))).with_(setup={"b1": "0103"}),
        "deployment.0.area",
    ),
    "REINF101": (lambda: arriving(units=("a2", "a7")), "reinforcements.0.units"),
    "REINF102": (lambda: arriving(turn=13), "reinforcements.0.turn"),
    "REINF103": (lambda: arriving(entry=("1902",)), "reinforcements.0.entry"),
    "REINF104": (lambda: arriving(entry=("0202",)), "reinforcements.0.entry"),
    "REINF105": (lambda: arriving().with_(map=paint(field(), "water", "0102")), "reinforcements.0.entry"),
    "REINF106": (lambda: arriving().with_(map=field()), "reinforcements.0.entry"),
    "REINF107": (lambda: arriving(side="b"), "reinforcements.0.units"),
    "REINF108": (lambda: arriving(units=()), "reinforcements.0"),
    "REINF112": (lambda: arriving(entry=()), "reinforcements.0.entry"),
    "REINF113": (lambda: arriving(how="pool", entry=("reserve",)), "reinforcements.0.entry"),
    "REINF125": (
        lambda: arriving(how="place", entry=("0502",), source="all").with_(pools={"all": Pool("a", ())}),
        "reinforcements.0.from",
    ),
    "REINF126": (
        lambda: arriving(how="place", entry=("0502",), units=(), source="all").with_(pools={"all": Pool("a", ())}),
        "reinforcements.0.from",
    ),
    "REINF109": (
        lambda: arriving().with_(
            arrivals=(*arriving().arrivals, Arrival(3, "b", ("0102",), ("b2",))),
            setup={"a1": "0101", "b1": "0103"},
        ),
        "reinforcements.1.entry",
    ),
    "WIN101": (lambda: race(victory=Victory()), "victory"),
    "WIN102": (lambda: scoring(hexes=("0802", "0902")), "victory.scoring.0.hexes"),
    "WIN103": (lambda: race(map=river_across()), "victory.scoring.0.hexes"),
    "WIN104": (lambda: scoring(hexes=()), "victory.scoring.0"),
    "WIN105": (lambda: winning(tie="uk"), "victory.tie"),
    "WIN106": (lambda: scoring(kind="holds"), "victory.scoring.0.kind"),
    "WIN107": (lambda: winning(tie=""), "victory"),
    "WIN108": (
        lambda: winning(levels=(Level("decisive", 10), Level("marginal", 1))),
        "victory.levels.1",
    ),
    "WIN109": (lambda: scoring(side=""), "victory.scoring.0"),
    "WIN110": (lambda: scoring(points=0), "victory.scoring.0.points"),
    "WIN111": (lambda: to_win(VictoryCondition("any", of=(VictoryCondition("hold"),))), "victory.wins.0.when.of.0"),
    "WIN113": (lambda: to_win(VictoryCondition("eliminated")), "victory.wins.0.when.count"),
    "WIN112": (lambda: scoring(turns=frozenset({99})), "victory.scoring.0.turns"),
    "RULE101": (lambda: race(system="toi"), "system"),
    "KIT102": (lambda: race(system="./toi.yaml"), "system"),
    "RULE102": (lambda: race(options={"gaol": "0801"}), "options.gaol"),
    "RULE103": (lambda: race(options={"pace": "medium"}), "options.pace"),
    "RULE104": (lambda: race(map=paint(odd_palette(), "lava", "0301")), "map"),
    "RULE105": (lambda: race(options={"goal": "9999"}), ""),
    "RULE106": (lambda: race(tables={"cost": {}}), "tables.cost"),
    "RULE108": (lambda: race(system="paths"), "map"),
    "MAP215": (lambda: race(map=with_parts(TOWN, replace(WALL, side="nobody")), setup={}), "map"),
    "RULE107": (lambda: race(special={"hurdle": True}), "special.hurdle"),
    **SPOILED,
    "UNIT126": (
        lambda: sound(counters=CounterDesign(artwork={"us-1": "gone.png"})),
        "counters.artwork.us-1",
    ),
}


@pytest.mark.parametrize("code", BAD_SCENARIOS)
def test_bad_scenarios(code: str, tmp_path: Path) -> None:
    make, path = BAD_SCENARIOS[code]
    found = [finding for finding in check_scenario(make(), folder=str(tmp_path)) if finding.code == code]
    assert found
    assert found[0].place.data_path == path
    assert found[0].severity is CHECKS[code].severity


SOUND = {
    "a race": race,
    "on a sound map": lambda: race(map=good_map()),
    "reinforcements": arriving,
    "reinforcements put into a hex": lambda: arriving(how="place", entry=("0502",)),
    "reinforcements from a pool": lambda: arriving(how="place", entry=("0502",), units=(), source="all").with_(
        pools={"all": Pool("a", ("a2",))}
    ),
    "reinforcements for a pool": lambda: arriving(how="pool", entry=("all",)).with_(pools={"all": Pool("a", ())}),
    "a group": lambda: grouped(group(most=1)),
    "a hidden group": lambda: grouped(group(hidden=True)).with_(setup_areas={"b": ("0103", "0203", "0202", "0302")}),
    "a group in one hex": lambda: grouped(group(most=2, together=True)),
    "a group of which some are left out": lambda: grouped(group(area=("0101",), most=1, draw="d1")),
    "groups from a pool": lambda: grouped(
        group(units=(), source="all", kinds={"infantry": 1}),
        group(units=(), source="all", kinds={"infantry": 1}),
        all=Pool("a", ("a1", "a2")),
    ),
    "replacements": lambda: replaced("a", "home", "infantry"),
    "replacements of a nation": lambda: replaced("a", "home", "infantry", nation="home"),
}


@pytest.mark.parametrize("name", SOUND)
def test_sound_scenarios_have_no_findings(name: str) -> None:
    found = check_scenario(SOUND[name]())
    # These runners' counters print no nation; the one made here does.
    assert [finding for finding in found if finding.code != "UNIT106"] == []


def test_what_groups_before_took_from_a_pool_is_gone() -> None:
    one = group(units=(), source="all", kinds={"infantry": 1})
    made = grouped(one, one, one, all=Pool("a", ("a1", "a2")))
    found = [(f.place.data_path, f.message) for f in check_scenario(made) if f.code == "SETUP114"]
    assert found == [("deployment.2.kinds.infantry", "the group 3 takes 1 infantry; the pool all has 0 for it")]


def test_rules_that_call_a_tie_a_draw_are_not_asked_who_wins_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "WIN107" in codes(check_scenario(winning(tie="")))
    monkeypatch.setattr(toy_race, "DRAWN", replace(toy_race.SYSTEM, ties=False), raising=False)
    monkeypatch.setitem(registry.SYSTEMS, "toy", "toy_race:DRAWN")
    assert "WIN107" not in codes(check_scenario(winning(tie="")))


def test_units_afloat_may_be_set_up_at_sea(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy_race, "AT_SEA", replace(toy_race.SYSTEM, afloat=("infantry",)), raising=False)
    monkeypatch.setitem(registry.SYSTEMS, "toy", "toy_race:AT_SEA")
    assert codes(check_scenario(in_the_sea(most=1))) == set()


def test_room_is_counted_on_land_alone() -> None:
    narrow = grouped(group(most=1)).with_(map=paint(field(), "water", "0101", "0102"))
    told = [finding.message for finding in check_scenario(narrow) if finding.code == "SETUP115"]
    assert told == ["the group 1 has 2 units but room for only 1 in 1 hex"]


def test_a_set_up_area_that_is_not_there_is_told_with_the_region_or_hexes_that_may_be_meant() -> None:
    made = race(setup_areas={"a": ("wset", "0101", "0102")})
    regions = replace(made.map, regions={"west": Region("west", "West", frozenset({0}))})
    hints = [
        next(finding.hint for finding in check_scenario(one) if finding.code == "SETUP106")
        for one in (made, made.with_(map=regions))
    ]
    assert hints == ["its hexes are named 0101 to 0803", "did you mean west?"]


@pytest.mark.parametrize(
    ("group_of", "told"),
    [
        ({"how": "place", "entry": ("0502",)}, ["names units as well"]),
        ({"how": "pool", "entry": ("all",), "units": ()}, ["is not put into hexes"]),
        ({"how": "place", "entry": ("0502",), "units": ()}, []),
    ],
)
def test_who_is_drawn_from_a_pool_is_not_named_and_goes_into_hexes(group_of: dict[str, Any], told: list[str]) -> None:
    made = arriving(**group_of, source="all").with_(pools={"all": Pool("a", ())})
    found = [finding.message for finding in check_scenario(made) if finding.code == "REINF125"]
    assert [message.rpartition(", and ")[2] for message in found] == told


def test_replacements_go_by_nation_where_counters_print_one() -> None:
    found = check_scenario(replaced("a", "away", "infantry", nation="home"))
    assert "UNIT107" in codes(found)


def test_of_very_many_findings_the_first_are_told() -> None:
    crowd = race(setup={**race().setup, **{f"nobody-{number}": "0101" for number in range(MOST_FINDINGS + 50)}})
    found = [finding for finding in check_scenario(crowd) if finding.code == "SETUP101"]
    assert len(found) == MOST_FINDINGS + 1
    assert [f.message for f in found if f.severity is Severity.INFO] == [
        f"there are more findings SETUP101; the first {MOST_FINDINGS} are listed"
    ]


def test_codes_are_never_given_again() -> None:
    given = {*CODES, *every_check(), *(code for system in registry.systems() for code in system.findings)}
    assert given.isdisjoint(RETIRED)
    assert set(RETIRED.values()) <= given


def test_paragraphs_are_those_of_checks_there_are() -> None:
    for system in registry.systems():
        assert set(system.paragraphs) <= set(every_check())


def test_every_check_is_proved_by_something_bad() -> None:
    wanted = {code for code, check in every_check().items() if check.scope is not Scope.PLAY}
    assert wanted == set(BAD_MAPS) | set(BAD_TABLES) | set(BAD_SCENARIOS)


def test_every_check_is_explained_and_its_code_well_formed() -> None:
    for check in every_check().values():
        assert check.family in {"MAP", "SIDE", "UNIT", "SETUP", "REINF", "RULE", "WIN", "PLAY", "KIT"}
        assert int(check.code.removeprefix(check.family)) >= 100
        assert len(check.explanation) > 40
        assert check.title[0].isupper()


def test_hints_and_fixes() -> None:
    def only(scenario: Scenario, code: str) -> Finding:
        return next(finding for finding in check_scenario(scenario) if finding.code == code)

    option = only(race(options={"gaol": "0801"}), "RULE102")
    assert option.hint == "did you mean goal?"
    assert option.fix is not None
    assert option.fix.data == {"old": "gaol", "new": "goal"}
    assert only(race(options={"pace": "medium"}), "RULE103").message.endswith("it is one of slow, fast")
    assert only(race(options={"stuck": True}), "RULE103").message.endswith("a whole number")
    assert "did you mean 0101" in only(setup(a1="01010"), "SETUP102").message
    assert "did you mean infantry" in only(BAD_SCENARIOS["UNIT105"][0](), "UNIT105").hint
    assert only(without_setup("a2"), "UNIT102").fix is not None
    assert only(race(system="toi"), "RULE101").hint == "did you mean toy?"


def test_values_of_units() -> None:
    def messages(**values: object) -> list[str]:
        odd = race(units=units(a1=Unit("a1", "a", "A1", "infantry", values=values)))
        return [finding.message for finding in check_scenario(odd)]

    assert messages(speed=2) == []
    assert messages(spede=2) == ["A1 (a1): 'spede' is not a value of these counters (speed)"]
    assert messages(speed=9) == ["A1 (a1): 'speed' must be at most 3"]


def test_terrain_that_a_palette_translates_is_known() -> None:
    assert check_scenario(race(map=odd_palette())) == []


def test_the_systems_own_findings_are_taken_in() -> None:
    odd = race(units=units(a1=Unit("a1", "a", "A1", "infantry"), forerunner=Unit("forerunner", "a", "F", "infantry")))
    own = [finding for finding in check_scenario(odd) if finding.code == "UNIT901"]
    assert own
    assert own[0].place.unit == "forerunner"


def test_a_check_names_the_paragraph_that_it_rests_on_in_these_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    swimming = race(map=paint(field(), "water", "0101"))
    assert [(found.code, found.rule) for found in check_scenario(swimming)] == [("SETUP103", "")]
    dry = replace(toy_race.SYSTEM, paragraphs={"SETUP103": "toy:9"})
    monkeypatch.setattr(toy_race, "DRY", dry, raising=False)
    monkeypatch.setitem(registry.SYSTEMS, "toy", "toy_race:DRY")
    assert [(found.code, found.rule) for found in check_scenario(swimming)] == [("SETUP103", "toy:9")]


def test_what_is_water_is_the_rules_own_word() -> None:
    """A moor that counts as water in another system is land in this one."""
    kinds = {layer: dict(named) for layer, named in field().palette.kinds.items()}
    terms = {"fm": "water", "toy": "clear"}
    kinds[Layer.TERRAIN]["moor"] = Kind("moor", Layer.TERRAIN, "Moor", "#507050", treat_as=terms)
    moor = paint(BattleMap(field().grid, Palette("odd", "Odd", kinds)), "moor", "0101")
    assert codes(check_scenario(race(map=moor))) == set()


def test_the_rules_are_asked_only_of_what_has_no_errors() -> None:
    """A goal off the map is what the rules refuse; a unit of nobody is said already."""
    goal = {"goal": "9999"}
    assert "RULE105" in codes(check_scenario(race(options=goal)))
    assert "RULE105" not in codes(check_scenario(setup(a3="0201").with_(options=goal)))


def test_a_void_hex_is_no_hex() -> None:
    assert "SETUP102" in codes(check_scenario(with_void()))


def test_a_scenario_wrong_in_every_way_still_gets_all_its_findings() -> None:
    ruin = Scenario(
        "ruin",
        "Ruin",
        "nonsense",
        field(),
        turns=Turns(0),
        sides={"a": Side("a", "A")},
        units={"u": Unit("u", "zz", "U", "")},
        setup={"v": "xyz", "u": "??"},
        setup_areas={"q": ("nowhere",)},
        arrivals=(Arrival(99, "q", ("nowhere",), ("w", "u")),),
        victory=Victory((Scoring("hold"), Scoring("?", unit="w", region="r", side="q")), tie="q"),
        options={"x": 1},
    )
    assert codes(check_scenario(ruin)) >= {
        "KIT102",
        "RULE101",
        "SIDE101",
        "UNIT101",
        "UNIT103",
        "SETUP101",
        "SETUP102",
        "SETUP106",
        "REINF101",
        "REINF102",
        "REINF103",
        "REINF107",
        "WIN102",
        "WIN104",
        "WIN105",
    }


def test_a_line_for_a_unit_names_it() -> None:
    """Nobody scores by a unit line that names no unit."""
    found = [f for f in check_scenario(scoring(kind="unit", hexes=())) if f.code == "WIN104"]
    assert [f.place.path for f in found] == [("victory", "scoring", 0)]


def test_rules_without_supply_say_so() -> None:
    """Points for supply are for rules that know it; lines about hexes need hexes whatever the rules."""
    found = {f.code: f for f in check_scenario(scoring(kind="supplied", hexes=()))}
    assert "no supply" in found["WIN106"].hint
    assert "a supplied line needs" in found["WIN104"].message


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        (VictoryCondition("hold"), "needs `hexes`"),
        (VictoryCondition("hold", ("0802",), count=2), "2 of 1 hexes"),
        (VictoryCondition("exit", count=2), "no exit"),
        (VictoryCondition("unit"), "needs the `unit`"),
        (VictoryCondition("none"), "needs conditions"),
        (VictoryCondition("turn", count=99), "never played"),
    ],
)
def test_a_condition_that_can_never_be_so_is_told(condition: VictoryCondition, said: str) -> None:
    for scenario, where in (
        (to_win(condition), ("victory", "wins", 0, "when")),
        (arriving(when=condition), ("reinforcements", 0, "when")),
    ):
        found = [finding for finding in check_scenario(scenario) if finding.code == "WIN111"]
        assert [(said in finding.message, finding.place.path[: len(where)]) for finding in found] == [(True, where)]


def test_names_in_conditions_are_looked_up() -> None:
    nested = VictoryCondition(
        "all", of=(VictoryCondition("hold", ("9999",), "moon"), VictoryCondition("unit", unit="nobody"))
    )
    for scenario, where in (
        (to_win(nested), ("victory", "wins", 0, "when")),
        (arriving(when=nested), ("reinforcements", 0, "when")),
    ):
        found = [f.place.path for f in check_scenario(scenario) if f.code == "WIN102"]
        assert found == [(*where, "of", 0, "hexes"), (*where, "of", 0, "region"), (*where, "of", 1, "unit")]
    assert "WIN105" in codes(check_scenario(race(victory=Victory(wins=(Win("nobody", VictoryCondition("lead")),)))))


def test_a_scenario_that_is_won_outright_needs_no_points() -> None:
    won = to_win(VictoryCondition("hold", ("0802",)))
    assert "WIN101" not in codes(check_scenario(won.with_(victory=replace(won.victory, scoring=()))))


def test_findings_come_in_order_of_gravity() -> None:
    order = list(Severity)
    ranks = [order.index(finding.severity) for finding in check_scenario(scoring(side="", hexes=("9999",)))]
    assert ranks == sorted(ranks)


@pytest.mark.parametrize(
    ("before", "told"),
    [
        ({"draw": ""}, [2]),
        ({"draw": "d6"}, []),
        ({"draw": "", "when": VictoryCondition("turn", count=9)}, []),
        ({"draw": "", "turn": 4}, [1]),
    ],
)
def test_a_pool_that_an_earlier_group_has_emptied(before: dict[str, object], told: list[int]) -> None:
    """Two are put into the pool on turn 1 and drawn on turn 2, all or some of them; then a group comes on turn 3."""
    drawn = {"how": "place", "entry": ("0502",), "units": (), "source": "all"}
    made = arriving(turn=1, how="pool", entry=("all",), units=("a2", "a1")).with_(pools={"all": Pool("a", ())})
    groups = [Arrival(**{"side": "a", "turn": 2, **drawn, **before}), Arrival(turn=3, side="a", **drawn)]
    found = check_scenario(made.with_(arrivals=(*made.arrivals, *groups)))
    assert [one.place.path[1] for one in found if one.code == "REINF126"] == told


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ({"hexes": ("0802",)}, ["the objective 0802 is all water"]),
        ({"region": "lake"}, ["the objective The lake is all water"]),
        ({"region": "shore"}, []),
    ],
)
def test_a_way_to_win_asks_for_what_nobody_can_reach(place: dict[str, object], told: list[str]) -> None:
    part = VictoryCondition("hold", **place)
    made = to_win(VictoryCondition("all", of=(part,))).with_(map=paint(field(), "water", "0802"))
    lake, shore = (made.map.grid.find(name) for name in ("0802", "0702"))
    made.map.regions["lake"] = Region("lake", "The lake", frozenset({lake}))
    made.map.regions["shore"] = Region("shore", "The shore", frozenset({lake, shore}))
    assert [one.message for one in check_scenario(made) if one.code == "WIN103" and "wins" in one.place.path] == told


def test_reinforcements_that_wait_for_a_condition_are_not_shut_out() -> None:
    """Where they enter is asked as if the condition were met, which a unit alone on the map never meets."""
    chippewa = load_scenario("chippewa")
    waits = VictoryCondition("eliminated", count=3)
    waiting = chippewa.with_(arrivals=tuple(replace(one, when=waits) for one in chippewa.arrivals))
    for scenario in (chippewa, waiting):
        assert not [one for one in check_scenario(scenario) if one.code == "REINF123"]
