"""A scenario on a changed map: every hex it names has its new name, what lost its ground is told."""

from __future__ import annotations

from engine import formats
from engine.hexes.board.battlemap import BattleMap, Region
from engine.hexes.board.grid import Grid, GridSpec
from engine.hexes.board.numbering import Numbering
from engine.hexes.carry import carried, shifted
from engine.hexes.mapping.resize import resized
from engine.hexes.mapping.shift import Shift, Turn
from engine.scenario import Arrival, Scenario, Scoring, Side, Unit, Victory, VictoryCondition, Win
from engine.scenario.carrying import Carried


def board() -> BattleMap:
    made = BattleMap(Grid(GridSpec(8, 6, numbering=Numbering(prefix="L"))), formats.load_palette("standard"), "Field")
    made.regions["left"] = Region("left", "Left", frozenset({made.grid.parse("L0101")}))
    made.regions["right"] = Region("right", "Right", frozenset({made.grid.parse("L0701")}))
    return made


def scenario(battle_map: BattleMap) -> Scenario:
    units = [Unit(key, "us", key.title(), "infantry", values={"strength": 4}) for key in ("alpha", "bravo", "carol")]
    return Scenario(
        "s",
        "S",
        "tlg2",
        battle_map,
        description="Held from L0303, not L0101; in 1814.",
        sides={"us": Side("us", "United States"), "ac": Side("ac", "Anglo-Canadian")},
        units={unit.key: unit for unit in units},
        setup={"alpha": "L0303", "bravo": "L0101", "carol": "nowhere"},
        setup_areas={"us": ("left", "right", "L0402", "L0102")},
        arrivals=(Arrival(2, "us", ("L0801", "L0101"), (), "Column"), Arrival(3, "us", ("left",), ())),
        victory=Victory(
            (
                Scoring("hold", hexes=("L0404", "L0101"), name="Hill"),
                Scoring("hold", hexes=("L0101",), name="Gone"),
                Scoring("hold", region="left", name="West"),
                Scoring("eliminated"),
            )
        ),
        special={
            "free_bridges": ["L0303/L0403", "L0101/L0201", "L0801/N"],
            "no_zoc_into": "right L0404",
            "turns": [1, 12],
            "deep": {"side": "us", "allot": "8/9", "at": "L0505"},
        },
    )


def crop(keep_numbers: bool = False) -> tuple[Scenario, list[str], list[str]]:
    """Two columns go on the left."""
    old = board()
    result = resized(old, 6, 6, left=-2, keep_numbers=keep_numbers)
    found = carried(scenario(old), result.map, result.moved)
    return found.scenario, found.fallen, found.mentions


def test_every_hex_has_its_new_name() -> None:
    made, _, _ = crop()
    assert made.setup == {"alpha": "L0103", "carol": "nowhere"}
    assert made.setup_areas == {"us": ("right", "L0202")}
    assert [group.entry for group in made.arrivals] == [("L0601",), ()]
    assert [(line.kind, line.hexes) for line in made.victory.scoring] == [("hold", ("L0204",)), ("eliminated", ())]
    assert made.special == {
        "free_bridges": ["L0103/L0203", "L0601/N"],
        "no_zoc_into": "right L0204",
        "turns": [1, 12],
        "deep": {"side": "us", "allot": "8/9", "at": "L0305"},
    }


def test_what_lost_its_ground_is_listed() -> None:
    _, fallen, _ = crop()
    assert fallen == [
        "place of Bravo: L0101",
        "set-up area of United States: left",
        "set-up area of United States: L0102",
        "entry hex of Column on turn 2: L0101",
        "entry hex of reinforcements on turn 3: left",
        "objective Hill: L0101",
        "objective Gone: L0101",
        "objective West: left",
        "special, free_bridges: L0101/L0201",
    ]


def test_texts_are_left_alone_and_told_of() -> None:
    made, _, mentions = crop()
    assert made.description == "Held from L0303, not L0101; in 1814."
    assert mentions == [
        "the description mentions L0303, now L0103",
        "the description mentions L0101, which no longer exists",
    ]


def test_kept_numbers_change_nothing_that_stays() -> None:
    made, _, mentions = crop(keep_numbers=True)
    assert made.setup == {"alpha": "L0303", "carol": "nowhere"}
    assert mentions == ["the description mentions L0101, which no longer exists"]


def test_whole_numbers_are_hexes_only_where_they_can_be_nothing_else() -> None:
    old = BattleMap(Grid(GridSpec(20, 20)), formats.load_palette("standard"), "Field")
    here = scenario(old).with_(special={"shut": 1110, "turn": 12, "years": [1915]}, setup={}, arrivals=())
    result = resized(old, 22, 20, left=2, keep_numbers=False)
    assert carried(here, result.map, result.moved).scenario.special == {"shut": "1310", "turn": 12, "years": ["2115"]}


def test_the_old_scenario_is_as_it_was() -> None:
    old = board()
    before = scenario(old)
    result = resized(old, 6, 6, left=-2, keep_numbers=False)
    carried(before, result.map, result.moved)
    assert before == scenario(old)


# -- some hexes moved on a map that stays ---------------------------------------------------------------------------


def shift(*names: str, by: tuple[str, str], turn: Turn | None = None) -> Carried:
    here = board()
    grid = here.grid
    return shifted(scenario(here), Shift(grid, map(grid.parse, names), *map(grid.parse, by), turn))


def test_what_stands_on_moved_hexes_goes_along() -> None:
    found = shift("L0101", "L0404", by=("L0101", "L0102"))
    made = found.scenario
    assert made.setup == {"alpha": "L0303", "bravo": "L0102", "carol": "nowhere"}
    assert made.arrivals[0].entry == ("L0801", "L0102")
    assert [line.hexes for line in made.victory.scoring] == [("L0405", "L0102"), ("L0102",), (), ()]
    assert made.special["no_zoc_into"] == "right L0405"
    assert not found.fallen
    assert found.mentions == ["the description mentions L0101, now L0102"]


def test_hexsides_of_moved_hexes_go_along_and_turn_with_them() -> None:
    made = shift("L0303", by=("L0303", "L0503")).scenario
    assert made.special["free_bridges"] == ["L0503/L0603", "L0101/L0201", "L0801/N"]
    made = shift("L0403", by=("L0403", "L0603")).scenario
    assert made.special["free_bridges"][0] == "L0503/L0603", "a hexside goes along with either hex"
    made = shift("L0303", by=("L0303", "L0303"), turn=Turn(3)).scenario
    assert made.special["free_bridges"][0] == "L0303/L0204"
    made = shift("L0801", by=("L0801", "L0601"), turn=Turn(3)).scenario
    assert made.special["free_bridges"][2] == "L0601/L0602"


def test_a_list_that_is_moved_in_part_has_no_holes_and_names_nothing_twice() -> None:
    here = board()
    grid = here.grid
    wide = scenario(here).with_(setup_areas={"us": ("L0201", "L0202", "L0203")})
    within = shifted(wide, Shift(grid, [grid.parse("L0201")], grid.parse("L0201"), grid.parse("L0202")))
    assert within.scenario.setup_areas == {"us": ("L0201", "L0202", "L0203")}
    whole = [grid.parse(name) for name in ("L0201", "L0202", "L0203")]
    along = shifted(wide, Shift(grid, whole, whole[0], whole[1]))
    assert along.scenario.setup_areas == {"us": ("L0202", "L0203", "L0204")}


def test_what_falls_off_is_listed() -> None:
    found = shift("L0101", by=("L0201", "L0101"))
    assert "bravo" not in found.scenario.setup
    assert "place of Bravo: L0101" in found.fallen


def test_the_hexes_of_ways_to_win_go_along() -> None:
    old = board()
    nested = VictoryCondition(
        "all", of=(VictoryCondition("hold", ("L0404", "L0101")), VictoryCondition("exit", region="left"))
    )
    plain = scenario(old)
    won = plain.with_(victory=Victory(wins=(Win("us", nested),)))
    result = resized(old, 6, 6, left=-2, keep_numbers=False)
    made = carried(won, result.map, result.moved)
    assert [part.hexes for part in made.scenario.victory.conditions()] == [(), ("L0204",), ()]
    assert [part.region for part in made.scenario.victory.conditions()] == ["", "", ""]
    assert "condition: L0101" in made.fallen
    assert "condition: left" in made.fallen
