"""Every check has a map or scenario that raises it, and the sound ones raise none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
import toy_race
from toy_race import field, race

from engine.board.battlemap import BattleMap, Label, Region
from engine.board.grid import NOWHERE, Grid, GridSpec
from engine.board.palette import Kind, Layer, Palette
from engine.findings import Finding, Place, Severity
from engine.formats import load_palette
from engine.play import registry
from engine.scenario import Arrival, Level, Scenario, Scoring, Side, Turns, Unit, Victory
from engine.umpire.checks import CHECKS, Scope, check_map, check_scenario


def codes(findings: list[Finding]) -> set[str]:
    return {finding.code for finding in findings}


# -- maps ----------------------------------------------------------------------------------------------------


def sides(board: BattleMap, kind: str, *names: str, high: str = "") -> BattleMap:
    top = board.grid.parse(high) if high else NOWHERE
    for name in names:
        board.hexsides.setdefault(board.grid.parse_side(name), {})[kind] = top
    return board


def road(board: BattleMap, *names: str, kind: str = "road") -> BattleMap:
    for name in names:
        side = board.grid.parse_side(name)
        board.paths[side] = board.paths.get(side, frozenset()) | {kind}
    return board


def paint(board: BattleMap, terrain: str, *names: str) -> BattleMap:
    for name in names:
        board.terrain[board.grid.parse(name)] = terrain
    return board


def feature(board: BattleMap, kind: str, name: str) -> BattleMap:
    board.features[board.grid.parse(name)] = (kind,)
    return board


def river_across() -> BattleMap:
    """A river down the middle, from edge to edge."""
    return sides(field(), "river", "0401/0501", "0402/0501", "0402/0502", "0403/0502", "0403/0503")


def island() -> BattleMap:
    return paint(field(5, 5), "water", *("0302", "0403", "0404", "0304", "0204", "0203"))


def good_map() -> BattleMap:
    board = sides(river_across(), "bridge", "0402/0502")
    road(board, "0101/NW", "0101/0202", "0202/0302", "0302/0402", "0402/0502", "0502/0602", "0602/0702")
    feature(board, "town", "0702")
    board.labels.append(Label("Sevenford", board.grid.parse("0702")))
    board.elevation[board.grid.parse("0703")] = 1
    sides(board, "slope", "0703/0803", high="0703")
    board.regions["west"] = Region("west", "West", frozenset({board.grid.parse("0101")}))
    board.regions["towns"] = Region("towns", "Towns", frozenset({board.grid.parse("0702")}), rule="feature town")
    board.legend = {".": "clear"}
    return board


def slope_downhill() -> BattleMap:
    board = sides(field(), "slope", "0302/0402", high="0302")
    board.elevation[board.grid.parse("0402")] = 2
    return board


def with_legend() -> BattleMap:
    board = field()
    board.legend = {".": "clear", "f": "forest", "x": "void"}
    return board


def with_region() -> BattleMap:
    board = field()
    board.regions["empty"] = Region("empty", "Empty", frozenset())
    return board


def face_to_face() -> BattleMap:
    board = sides(field(), "slope", "0302/0402", high="0302")
    return sides(board, "cliff", "0302/0402", high="0402")


def with_unknown_kind() -> BattleMap:
    board = field()
    shrine = Kind("shrine", Layer.FEATURE, "Shrine", "#aa0000")
    kinds = {**board.palette.kinds, Layer.FEATURE: {**board.palette.features, "shrine": shrine}}
    board.palette = replace(board.palette, kinds=kinds)
    return feature(board, "shrine", "0302")


def with_rule(rule: str) -> BattleMap:
    board = feature(field(), "town", "0302")
    board.regions["towns"] = Region("towns", "Towns", frozenset({board.grid.parse("0302")}), rule=rule)
    return board


BAD_MAPS: dict[str, tuple[Callable[[], BattleMap], str]] = {
    "MAP101": (lambda: sides(field(), "river", "0401/0501", "0402/0501", "0402/0502"), "0402/0502"),
    "MAP102": (lambda: road(field(), "0101/NW", "0101/0202", "0402/0502", "0502/0602"), "0202"),
    "MAP103": (lambda: sides(field(), "ford", "0302/0402"), "0302/0402"),
    "MAP104": (lambda: sides(river_across(), "bridge", "0402/0502"), "0402/0502"),
    "MAP105": (lambda: road(river_across(), "0402/0502"), "0402/0502"),
    "MAP106": (slope_downhill, "0302/0402"),
    "MAP107": (island, "0303"),
    "MAP108": (lambda: feature(field(), "town", "0302"), "0302"),
    "MAP109": (with_legend, ""),
    "MAP110": (with_region, ""),
    "MAP111": (face_to_face, "0302/0402"),
    "MAP112": (with_unknown_kind, ""),
    "MAP120": (lambda: feature(with_rule("feature town"), "town", "0503"), "0503"),
}


@pytest.mark.parametrize("code", BAD_MAPS)
def test_bad_maps(code: str) -> None:
    make, where = BAD_MAPS[code]
    found = [finding for finding in check_map(make()) if finding.code == code]
    assert found
    assert found[0].place.hex == where
    assert found[0].severity is CHECKS[code].severity
    assert found[0].place.path


def test_a_sound_map_has_no_findings() -> None:
    assert check_map(good_map()) == []


def test_a_river_may_end_in_water_and_in_another_river() -> None:
    board = sides(field(), "river", "0401/0501", "0402/0501", "0402/0502")
    assert codes(check_map(paint(board, "water", "0403"))) == set()
    joined = sides(field(), "river", "0401/0501", "0402/0501", "0402/0502")
    assert codes(check_map(sides(joined, "creek", "0403/0502", "0403/0503"))) == set()


def test_a_slope_and_a_cliff_may_rise_the_same_way() -> None:
    board = sides(field(), "slope", "0302/0402", high="0302")
    assert "MAP111" not in codes(check_map(sides(board, "cliff", "0302/0402", high="0302")))


def test_a_palette_may_say_that_a_kind_is_for_the_eye_alone() -> None:
    board = with_unknown_kind()
    assert "MAP112" in codes(check_map(board))
    assert "MAP112" not in codes(check_map(board, played=True))
    shrine = replace(board.palette.features["shrine"], treat_as={"fm": ""})
    kinds = {**board.palette.kinds, Layer.FEATURE: {"shrine": shrine}}
    board.palette = replace(board.palette, kinds=kinds)
    assert "MAP112" not in codes(check_map(board))


def test_both_characters_and_void_of_a_legend_are_counted() -> None:
    found = [finding.message for finding in check_map(with_legend())]
    assert found == [
        "'f' (forest) of the legend is not used on the map",
        "'x' (void) of the legend is not used on the map",
    ]


def test_two_ends_of_one_lane_are_no_gap() -> None:
    assert codes(check_map(road(field(), "0302/0402", "0402/0502"))) == set()


def test_land_behind_a_bridge_can_be_reached() -> None:
    moat = [f"0303/{other}" for other in ("0302", "0403", "0404", "0304", "0204", "0203")]
    assert codes(check_map(sides(field(5, 5), "river", *moat))) == {"MAP107"}
    bridged = road(sides(field(5, 5), "river", *moat), moat[1])
    assert codes(check_map(sides(bridged, "bridge", moat[1]))) == set()


# -- scenarios -----------------------------------------------------------------------------------------------


def units(**changes: Unit) -> dict[str, Unit]:
    return {**race().units, **changes}


def arriving(**changes: object) -> Scenario:
    """a2 comes later, at the edge, on a road, as it should."""
    scenario = race(map=road(field(), "0102/NW", "0102/0202"))
    arrival = Arrival(**{"turn": 2, "side": "a", "entry": ("0102",), "units": ("a2",), **changes})
    setup = {key: at for key, at in scenario.setup.items() if key != "a2"}
    return scenario.with_(setup=setup, arrivals=(arrival,))


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
    "SETUP101": (lambda: setup(a3="0201"), "setup.a3"),
    "SETUP102": (lambda: setup(a1="1901"), "setup.a1"),
    "SETUP103": (lambda: race(map=paint(field(), "water", "0101")), "setup.a1"),
    "SETUP104": (lambda: setup(b1="0101"), "setup.b1"),
    "SETUP105": (lambda: race(setup_areas={"a": ("0101", "0201")}), "setup.a2"),
    "SETUP106": (lambda: race(setup_areas={"a": ("west", "0101", "0102")}), "setup_areas.a"),
    "REINF101": (lambda: arriving(units=("a2", "a7")), "reinforcements.0.units"),
    "REINF102": (lambda: arriving(turn=13), "reinforcements.0.turn"),
    "REINF103": (lambda: arriving(entry=("1902",)), "reinforcements.0.entry"),
    "REINF104": (lambda: arriving(entry=("0202",)), "reinforcements.0.entry"),
    "REINF105": (lambda: arriving().with_(map=paint(field(), "water", "0102")), "reinforcements.0.entry"),
    "REINF106": (lambda: arriving().with_(map=field()), "reinforcements.0.entry"),
    "REINF107": (lambda: arriving(side="b"), "reinforcements.0.units"),
    "REINF108": (lambda: arriving(units=()), "reinforcements.0"),
    "REINF112": (lambda: arriving(entry=()), "reinforcements.0.entry"),
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
    "RULE101": (lambda: race(system="toi"), "system"),
    "RULE102": (lambda: race(options={"gaol": "0801"}), "options.gaol"),
    "RULE103": (lambda: race(options={"pace": "medium"}), "options.pace"),
    "RULE104": (lambda: race(map=paint(odd_palette(), "lava", "0301")), "map"),
    "RULE105": (lambda: race(options={"goal": "9999"}), ""),
    "RULE106": (lambda: race(tables={"cost": {}}), "tables.cost"),
    "RULE107": (lambda: race(special={"hurdle": True}), "special.hurdle"),
}


@pytest.mark.parametrize("code", BAD_SCENARIOS)
def test_bad_scenarios(code: str) -> None:
    make, path = BAD_SCENARIOS[code]
    found = [finding for finding in check_scenario(make()) if finding.code == code]
    assert found
    assert found[0].place.data_path == path
    assert found[0].severity is CHECKS[code].severity


@pytest.mark.parametrize("scenario", [race(), race(map=good_map()), arriving()])
def test_sound_scenarios_have_no_findings(scenario: Scenario) -> None:
    assert check_scenario(scenario) == []


def test_every_check_is_proved_by_something_bad() -> None:
    wanted = {code for code, check in CHECKS.items() if check.scope is not Scope.PLAY}
    assert wanted == set(BAD_MAPS) | set(BAD_SCENARIOS)


def test_every_check_is_explained_and_its_code_well_formed() -> None:
    for check in CHECKS.values():
        assert check.family in {"MAP", "SIDE", "UNIT", "SETUP", "REINF", "RULE", "WIN", "PLAY"}
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
    assert messages(spede=2) == ["A1 (a1): 'spede' is no value of these counters (speed)"]
    assert messages(speed=9) == ["A1 (a1): 'speed' must be at most 3"]


def test_terrain_that_a_palette_translates_is_known() -> None:
    assert check_scenario(race(map=odd_palette())) == []


def test_the_systems_own_findings_are_taken_in() -> None:
    odd = race(units=units(a1=Unit("a1", "a", "A1", "infantry"), forerunner=Unit("forerunner", "a", "F", "infantry")))
    own = [finding for finding in check_scenario(odd) if finding.code == "UNIT901"]
    assert own
    assert own[0].place.unit == "forerunner"


def test_the_systems_own_word_replaces_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    def own(scenario: Scenario) -> Iterator[Finding]:
        place = Place(path=("setup", "a1"), unit="a1")
        yield Finding("SETUP901", Severity.ERROR, "runners cannot swim", place, "toy:9")

    swimming = race(map=paint(field(), "water", "0101"))
    assert codes(check_scenario(swimming)) == {"SETUP103"}
    monkeypatch.setattr(toy_race, "SWIMMING", replace(toy_race.SYSTEM, checks=(own,)), raising=False)
    monkeypatch.setitem(registry.SYSTEMS, "toy", "toy_race:SWIMMING")
    assert codes(check_scenario(swimming)) == {"SETUP901"}


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


def test_findings_come_in_order_of_gravity() -> None:
    order = list(Severity)
    ranks = [order.index(finding.severity) for finding in check_scenario(scoring(side="", hexes=("9999",)))]
    assert ranks == sorted(ranks)


@pytest.mark.parametrize(("rule", "told"), [("feature twon", "feature twon"), ("towns", "cannot be read")])
def test_a_rule_that_means_nothing_is_told(rule: str, told: str) -> None:
    found = [finding for finding in check_map(with_rule(rule)) if finding.code == "MAP120"]
    assert told in found[0].message


def test_a_rule_of_a_region_tells_what_it_would_change() -> None:
    made = with_rule("feature town")
    region = next(iter(made.regions.values()))
    inside, outside = sorted(region.hexes)[0], sorted(set(made.grid.hexes) - region.hexes)[0]
    for h in made.grid.hexes:
        made.features.pop(h, None)
        if (h in region.hexes and h != inside) or h == outside:
            made.features[h] = ("town",)
    told = next(finding.message for finding in check_map(made) if finding.code == "MAP120")
    assert told.endswith("chooses 1 hex outside it and leaves out 1 hex within it")


def test_a_lone_hexside_of_a_river_is_told_once() -> None:
    found = [finding for finding in check_map(sides(field(), "river", "0402/0502")) if finding.code == "MAP101"]
    assert len(found) == 1
    assert "begins and ends" in found[0].message
    longer = check_map(sides(field(), "river", "0402/0502", "0402/0501"))
    two = [finding for finding in longer if finding.code == "MAP101"]
    assert len(two) == 2
    assert all(" ends at " in finding.message and "begins" not in finding.message for finding in two)


def with_paths(kind: str, *names: str) -> BattleMap:
    made = BattleMap(Grid(GridSpec(6, 5)), load_palette("standard"))
    for name in names:
        made.paths[made.grid.parse_side(name)] = frozenset({kind})
    return made


def test_a_stream_within_hexes_must_get_to_water_or_to_the_edge() -> None:
    assert "MAP101" in codes(check_map(with_paths("stream", "0302/0303", "0303/0304")))
    assert "MAP101" not in codes(check_map(with_paths("stream", "0302/0303", "0301/0302", "0301/N")))
    ends_in_a_lake = with_paths("stream", "0302/0303", "0303/0304")
    ends_in_a_lake.terrain[ends_in_a_lake.grid.parse("0304")] = "water"
    assert not {"MAP101", "MAP102", "MAP112"} & set(codes(check_map(ends_in_a_lake)))


def test_where_rivers_widen_they_may_rise_on_land_but_must_get_somewhere() -> None:
    made = with_paths("stream")
    for name in ("0302/0303", "0302/0403", "0302/0402", "0301/0302", "0301/0402", "0301/0401"):
        made.hexsides[made.grid.parse_side(name)] = {"river": NOWHERE}
    assert "MAP101" in codes(check_map(made))
    made.widen = True
    assert "MAP101" not in codes(check_map(made))
    del made.hexsides[made.grid.parse_side("0301/0401")]
    assert "MAP101" in codes(check_map(made))


def test_a_stream_is_no_road_for_bridges() -> None:
    made = with_paths("stream", "0302/0303")
    side = made.grid.parse_side("0302/0303")
    made.hexsides[side] = {"river": NOWHERE}
    assert "MAP105" not in codes(check_map(made))
    made.hexsides[side] = {"bridge": NOWHERE, "river": NOWHERE}
    assert "MAP104" in codes(check_map(made))
