"""Where boats and fleets go, what a side sees of their loads, and that they stay out where they are not played."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from sns_field import begun, breaches, campaign, country, state_of, unit

from engine.errors import HexwrightError
from engine.formats import load_scenario
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE
from engine.play import Game, Illegal, Start
from engine.scenario import Deployment, Unit
from engine.systems.sun_never_sets.answers import secrecy
from engine.systems.sun_never_sets.base import cargo
from engine.systems.sun_never_sets.base.effects import lay
from engine.systems.sun_never_sets.battle import broadsides
from engine.systems.sun_never_sets.march.sailing import Sailing
from engine.systems.sun_never_sets.position import berths
from engine.systems.sun_never_sets.position.fates import DEMORALIZED
from engine.systems.sun_never_sets.rules import SnsRules

RIVER = "S0302/S0402 S0302/S0403 S0303/S0403 S0303/S0404"
ON = {"rivers": True, "fleets": True}


def board() -> BattleMap:
    """A river between the third and the fourth column, and sea in the first."""
    made = country()
    for side in RIVER.split():
        made.hexsides[made.grid.parse_side(side)] = frozenset({"major_river"})
    for row in range(1, 11):
        made.terrain[made.grid.parse(f"S01{row:02d}")] = "sea"
    return made


UNITS = (
    unit("br-boat", type="gunboat", guns=2, machine_guns=1, strength=0, weapon="F", nation="british"),
    unit("br-fleet", type="fleet", guns=4, strength=0, weapon="H"),
    unit("br-1"),
    unit("br-2"),
    unit("na-junk", type="junk", guns=1, strength=0, weapon="F"),
    unit("na-1"),
    unit("na-2", weapon="M"),
)
PLACES = {"br-boat": "S0303", "br-1": "S0303", "br-2": "S0801", "na-junk": "S0402", "na-1": "S0402", "na-2": "S0904"}


@pytest.fixture(scope="module")
def afloat() -> Game:
    """A gunboat with a company aboard, a junk with tribesmen aboard, and others ashore."""
    given = {"aboard": {"br-1": ["br-boat"], "na-1": ["na-junk"]}, "banks": {"br-boat": "S0303/S0403"}}
    return begun(campaign(UNITS, board()), PLACES, options=ON, given=given)


def rules_of(game: Game) -> SnsRules:
    assert isinstance(game.rules, SnsRules)
    return game.rules


@pytest.mark.rule("sns2:27.1")
@pytest.mark.rule("sns2:28.1")
def test_rivers_and_coast_are_hexsides_and_the_sea_is_hexes(afloat: Game) -> None:
    field = rules_of(afloat).field
    grid, waters = field.grid, field.waters
    river = {grid.parse_side(side) for side in RIVER.split()}
    assert river == waters.sides - waters.coast
    assert waters.reach(min(river), ()) == river
    assert all(grid.name(h).startswith("S02") for side in waters.coast for h in waters.banks[side])
    assert grid.parse("S0103") in waters.voyage(grid.parse("S0205"), frozenset())
    assert not waters.sails(grid.parse("S0303"))


def test_a_position_tells_where_boats_lie_and_who_is_aboard(afloat: Game) -> None:
    told = rules_of(afloat).units(afloat.state)
    assert told["br-boat"]["along"] == "S0303/S0403"
    assert told["na-junk"]["along"] == "S0302/S0402"
    assert told["br-1"]["aboard"] == ["br-boat"]
    assert "along" not in told["br-1"]


@pytest.mark.rule("sns2:5.6")
def test_boats_lie_open_and_their_loads_do_not(afloat: Game) -> None:
    rules, state = rules_of(afloat), afloat.state
    hidden = secrecy.concealed(rules.field, state, "british").units
    assert hidden == ["na-1", "na-2"]
    seen = rules.view(state, "british")
    assert len(seen["extras"]["loads"]) == 1
    carried = set()
    for seed in range(12):
        twin = rules.redeal(state, "british", Random(seed))
        assert rules.view(twin, "british") == seen
        assert rules.defects(twin) == []
        carried |= {key for key, how in rules.units(twin).items() if how.get("aboard") == ["na-junk"]}
    assert carried == {"na-1", "na-2"}


@pytest.mark.rule("sns2:27.46")
def test_boats_go_together_only_where_they_carry_somebody_together(afloat: Game) -> None:
    number, state = rules_of(afloat).field.roster.number, state_of(afloat).copy()
    boat, junk = 1 << number["br-boat"], 1 << number["na-junk"]
    assert cargo.convoy(state, boat) == boat
    cargo.load(state, number["na-2"], boat | junk)
    assert cargo.convoy(state, boat) == boat | junk


def test_a_state_with_loads_goes_through_json(afloat: Game) -> None:
    rules, state = rules_of(afloat), afloat.state
    assert rules.load(state.to_json()).to_json() == state.to_json()


@pytest.mark.parametrize("options", [{}, {"fleets": True}, ON])
def test_boats_stay_out_where_they_are_not_played(options: dict[str, Any]) -> None:
    setup = {**PLACES, "br-fleet": "S0205"}
    game = Game(
        campaign(UNITS, board(), setup=setup), 1, rules=SnsRules(campaign(UNITS, board(), setup=setup), options)
    )
    told = rules_of(game).units(game.state)
    assert (told["br-boat"]["at"] is not None) == bool(options.get("rivers"))
    assert (told["br-fleet"]["at"] is not None) == bool(options.get("fleets"))
    assert told["br-1"]["at"] == "S0303"


@pytest.mark.parametrize(("option", "refused"), [("fleets", "27.0"), ("rivers", "28.0")])
def test_boats_that_are_there_all_the_same_carry_nobody_and_stay(option: str, refused: str) -> None:
    places = {"br-1": "S0303", "br-boat": "S0303", "br-2": "S0203", "br-fleet": "S0203", "na-1": "S0904"}
    made = begun(campaign(UNITS, board()), places, options={option: True})
    orders = {"27.0": ("embark br-1 on br-boat", "sail br-boat"), "28.0": ("embark br-2 on br-fleet", "sail br-fleet")}
    for rule, texts in orders.items():
        for text in texts:
            verdict = made.verdict(text)
            assert (isinstance(verdict, Illegal) and verdict.rule == f"sns2:{rule}") == (rule == refused)


def test_boats_of_a_group_are_not_set_up_where_they_are_not_played() -> None:
    group = Deployment("british", ("S0303",), ("br-boat", "br-1"))
    for options, placed in (({}, ("br-1",)), (ON, ("br-boat", "br-1"))):
        rules = SnsRules(campaign(UNITS, board(), deployments=(group,)), options)
        assert tuple(rules.field.roster.keys[u] for u in rules.field.groups[0].units) == placed


def test_a_land_unit_at_sea_is_a_defect_and_a_fleet_there_is_none() -> None:
    made = begun(campaign(UNITS, board()), {"br-fleet": "S0103", "na-1": "S0904"}, options=ON)
    rules, state = rules_of(made), made.state.copy()
    assert rules.defects(state) == []
    rules.field.put(state, rules.field.roster.number["na-1"], rules.field.grid.parse("S0104"))
    assert "units in S0104, where no land unit can be" in rules.defects(state)


@pytest.mark.rule("sns2:6.2")
def test_who_is_on_a_voyage_halts_before_another_force_sets_out() -> None:
    voyage = Sailing(0, 1)
    for verb, waits in (("march", True), ("sail", True), ("embark", True), ("land", False)):
        assert ("6.2" in [rule for rule, _ in voyage.waiting(verb)]) is waits


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"banks": {"br-boat": "S0304/S0305"}}, "is not adjacent to"),
        ({"aboard": {"br-2": ["br-boat"]}}, "is not in the hex of its boats"),
        ({"aboard": {"br-1": ["na-1"]}}, "only by boats or fleets of its side"),
    ],
)
def test_a_start_that_cannot_be_is_refused(given: dict[str, Any], why: str) -> None:
    with pytest.raises(HexwrightError, match=why):
        begun(campaign(UNITS, board()), PLACES, options=ON, given=given)


@pytest.mark.rule("sns2:27.53")
def test_infantry_is_promised_nothing_against_a_boat_and_guns_something() -> None:
    units = (*UNITS, unit("br-gun", type="artillery", weapon="A"))
    places = {"br-1": "S0303", "br-gun": "S0303", "na-junk": "S0403"}
    game = begun(campaign(units, board()), places, "battle", options=ON)
    told = [rules_of(game).odds(game.state, "S0403", [key]) for key in ("br-1", "br-gun")]
    assert [one.expected["defender_steps"] > 0 for one in told] == [False, True]
    assert [line.round for line in told[0].volleys if line.side == "british"] == []


@pytest.mark.rule("sns2:27.31")
def test_the_die_of_a_voyage_promises_going_or_staying() -> None:
    units = (*UNITS, unit("br-hq", type="headquarters", strategic=1))
    led = begun(campaign(units, board()), {"br-boat": "S0303", "br-hq": "S0303", "na-1": "S0904"}, options=ON)
    led.apply("sail br-boat")
    promised = rules_of(led).promised(led.state, led.parse("led by br-hq"))
    assert promised is not None
    told = [(share.meaning, round(share.chance * 6)) for share in promised.shares]
    assert told == [("they go as far as they like", 5), ("they stay", 1)]


@pytest.mark.rule("sns2:27.9")
def test_a_boat_that_wins_against_land_units_alone_leaves_all_the_same() -> None:
    made = begun(campaign(UNITS, board()), {"br-1": "S0303", "na-junk": "S0403", "na-2": "S0904"}, "battle", options=ON)
    made.dice.results = ("3",)
    made.apply("attack S0403 from S0303 with br-1")
    (battle,) = [event.data for event in made.events if event.kind == "battle"]
    assert battle["winner"] == "native"
    assert rules_of(made).units(made.state)["na-junk"]["at"] != "S0403"


@pytest.mark.rule("sns2:27.9")
def test_a_british_boat_that_wins_against_land_units_alone_leaves_all_the_same() -> None:
    places = {"br-boat": "S0303", "br-2": "S0801", "na-2": "S0403"}
    made = begun(campaign(UNITS, board()), places, "battle", side="native", options=ON)
    made.dice.results = ("3",)
    made.apply("attack S0303 from S0403 with na-2")
    made.apply("stand")
    made.apply("fire F-line")
    (battle,) = [event.data for event in made.events if event.kind == "battle"]
    assert battle["winner"] == "british"
    assert rules_of(made).units(made.state)["br-boat"]["at"] != "S0303"


def test_on_a_large_sea_every_goal_of_a_fleet_is_listed() -> None:
    asante = load_scenario("asante")
    fleet = Unit("br-fleet", "british", "Royal Navy", "fleet", values={"weapon": "H", "morale": "V", "guns": 4})
    made = asante.with_(units={**asante.units, fleet.key: fleet}, options={"fleets": True})
    game = Game(made, 1, dice=(6,), start=Start(1, "british", "movement", {fleet.key: "A1831"}, only=True))
    game.apply("sail br-fleet")
    listed = {action.args for action in game.legal_actions() if action.verb == "steer"}
    assert len(listed) == len(game.state.top.goals(game.rules.field, game.state)) > 400


@pytest.mark.rule("sns2:28.23")
def test_a_fleet_that_is_shaken_is_chosen_again_only_where_there_is_nobody_else(afloat: Game) -> None:
    game = afloat.copy()
    field, state = rules_of(game).field, state_of(game)
    fleet, boat = (1 << [one.key for one in UNITS].index(key) for key in ("br-fleet", "br-boat"))
    assert broadsides.soaks(field, state, fleet | boat) == fleet | boat
    state.steps[fleet.bit_length() - 1] = state.steps[boat.bit_length() - 1] = DEMORALIZED
    assert broadsides.soaks(field, state, fleet | boat) == boat
    assert broadsides.soaks(field, state, fleet) == fleet
    assert broadsides.soaks(field, state, boat) == boat


@pytest.mark.rule("sns2:27.11")
@pytest.mark.parametrize(
    ("places", "units", "bank"),
    [
        ({"br-boat": "S0303"}, ("br-boat",), "S0303"),
        ({"br-boat": "S0403"}, ("br-boat",), "S0403"),
        ({"br-boat": "S0801"}, ("br-boat",), "S0303"),
        ({"br-boat": "S0801", "na-1": "S0303"}, ("br-boat",), "S0403"),
        ({"br-boat": "S0801", "na-1": "S0303", "na-2": "S0403"}, ("br-boat",), "S0303"),
        ({"na-junk": "S0801", "br-1": "S0303"}, ("na-junk",), "S0403"),
        ({"na-junk": "S0801", "na-1": "S0303"}, ("na-junk",), "S0303"),
        ({"na-1": "S0303"}, (), "S0403"),
    ],
    ids=str,
)
def test_where_no_bank_is_told_it_is_their_own_or_the_first_without_an_enemy(
    places: dict[str, str], units: tuple[str, ...], bank: str
) -> None:
    game = begun(campaign(UNITS, board()), places, options=ON)
    field, grid = rules_of(game).field, game.scenario.map.grid
    numbers = tuple(field.roster.number[key] for key in units)
    water = grid.parse_side("S0303/S0403")
    assert grid.name(berths.moored(field, state_of(game), numbers, water, NOWHERE)) == bank
    assert berths.moored(field, state_of(game), numbers, water, grid.parse("S0403")) == grid.parse("S0403")


@pytest.mark.rule("sns2:5.6")
def test_who_sails_with_his_boat_is_out_of_sight(afloat: Game) -> None:
    game = afloat.copy()
    passenger = 1 << [one.key for one in UNITS].index("br-1")
    state_of(game).known[1] |= passenger
    game.apply("sail br-boat")
    game.apply("steer S0302/S0403 bank S0302")
    assert not state_of(game).known[1] & passenger


@pytest.mark.rule("sns2:27.47")
@pytest.mark.rule("sns2:27.48")
def test_boats_are_in_no_column_and_land_only_whom_they_carry() -> None:
    given = {"aboard": {"br-1": ["br-boat"], "br-2": ["br-boat2"]}}
    units = [*UNITS, replace(UNITS[0], key="br-boat2")]
    places = {**dict.fromkeys(("br-boat", "br-boat2", "br-1", "br-2"), "S0303"), "na-1": "S0904"}
    game = begun(campaign(units, board()), places, options=ON, given=given, dice=[4])
    column = game.verdict("organise S0303 as c1 with br-boat")
    assert isinstance(column, Illegal)
    assert "sns2:27.47" in column.rules
    for text in ("sail br-boat", "roll"):
        game.apply(text)
    assert game.verdict("land br-1")
    landing = game.verdict("land br-2")
    assert isinstance(landing, Illegal)
    assert landing.rules[0] == "sns2:27.48"


@pytest.mark.parametrize(
    ("places", "aboard", "text", "rule", "words"),
    [
        ({}, {}, "embark br-2 on br-boat br-fleet", "28.0", "boats and fleets do not carry a unit together"),
        ({}, {}, "embark br-2 on na-junk", "27.4", "na-junk is not a British boat or fleet on the map"),
        ({}, {"br-1": ["br-boat"]}, "embark br-train on br-boat", "27.43", "br-train counts as 4 factors"),
        ({}, {"br-1": ["br-boat"]}, "embark br-horse on br-boat", "27.42", "br-horse takes up 2 times its factors"),
        ({}, {"br-1": ["br-boat"]}, "embark br-1 on br-boat2", "27.47", "br-1 is already aboard"),
        ({}, {}, "sail br-boat br-fleet", "28.0", "boats and fleets sail apart"),
        ({}, {"br-8": ["br-boat", "br-boat2"]}, "sail br-boat", "27.46", "they sail together"),
        ({"br-boat2": "S0303"}, {}, "sail br-boat br-boat2", "6.2", "begin in one hex"),
        ({"na-junk": "S0208"}, {}, "sail br-fleet S0208", "27.14", "bars S0208"),
        ({"na-1": "S0208"}, {}, "sail br-fleet S0208", "27.13", "the enemy is in S0208, where no fleet stops"),
        ({}, {}, "sail br-fleet S0404", "28.1", "S0404 is neither sea nor coast"),
        ({"br-1": "S0101", "br-fleet": "S0101"}, {"br-1": ["br-fleet"]}, "land br-1", "6.34", "no land unit can be"),
        ({}, {}, "land br-1", "27.48", "br-1 is not aboard"),
    ],
)
def test_who_does_not_embark_sail_or_land_is_told_why(
    places: dict[str, str], aboard: dict[str, list[str]], text: str, rule: str, words: str
) -> None:
    units = (
        *(*UNITS, replace(UNITS[0], key="br-boat2"), unit("br-8", strength=8), unit("br-train", type="supply")),
        unit("br-horse", type="cavalry", strength=1),
    )
    british = {one.key: "S0205" for one in units if one.key.startswith("br-")}
    there = {**british, "na-1": "S0904", **places}
    game = begun(campaign(units, board()), there, options=ON, given={"aboard": aboard})
    assert words in breaches(game, text)[rule]


@pytest.mark.rule("sns2:13.41")
def test_boats_under_orders_leave_the_map_together_with_whom_they_carry() -> None:
    places = {"br-fleet": "S0210", "br-1": "S0210", "na-1": "S0904"}
    game = begun(campaign(UNITS, board()), places, options=ON, given={"aboard": {"br-1": ["br-fleet"]}}, dice=[3])
    lay(state_of(game), 0, "evacuate", "game")
    game.apply("sail br-fleet")
    assert "withdraw" in game.legal_actions().texts()
    assert breaches(game, "withdraw br-fleet") == {
        "13.41": "boats that sail together must leave together, with the units aboard"
    }
    game.apply("withdraw")
    assert [state_of(game).where[rules_of(game).field.roster.find(key)] < 0 for key in ("br-fleet", "br-1")] == [
        True
    ] * 2


@pytest.mark.rule("sns2:27.56")
def test_boats_that_evade_are_told_from_those_who_do_not() -> None:
    places = {"br-boat": "S0303", "br-1": "S0303", "na-2": "S0403"}
    game = begun(campaign(UNITS, board()), places, "battle", side="native", options=ON)
    game.apply("attack S0303 from S0403")
    assert breaches(game, "evade br-1") == {"27.56": "these boats cannot evade this attack"}
    assert not breaches(game, "evade br-boat")
