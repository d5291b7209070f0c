"""How the staff goes on with sieges, and relieves those of its own places."""

from __future__ import annotations

from typing import Any

from sns_field import begun, campaign, country, state_of, unit

from engine.play import Game
from engine.players import make
from engine.scenario import Level, Scoring, Unit, Victory
from engine.systems.sun_never_sets.staff.country import Country
from engine.systems.sun_never_sets.staff.marches import MarchPlans
from engine.systems.sun_never_sets.staff.view import View

UNITS = (
    *(unit(f"br-{n}", strength=3, weapon="B", morale="V") for n in range(1, 5)),
    unit("na-1", strength=4, weapon="S", morale="R"),
    unit("na-2", strength=6, weapon="M", morale="L"),
    unit("na-3", strength=6, weapon="M", morale="L"),
)


def game(
    places: dict[str, Any],
    phase: str = "movement",
    given: Any = None,
    *,
    goals: tuple[str, ...],
    units: tuple[Unit, ...] = UNITS,
) -> Game:
    """A position with a fortress in S0506, and places worth 20 points each."""
    board = country()
    board.features[board.grid.parse("S0506")] = frozenset({"fortress"})
    scoring = tuple(Scoring("occupied", 20, hexes=(goal,)) for goal in goals)
    victory = Victory(levels=(Level("local", 11),), sudden=75, scoring=scoring)
    special = {"losses": {"british": {"unit": 1}, "native": {"unit": 3}}}
    scenario = campaign(units, board, victory=victory, special=special)
    return begun(scenario, places, phase, options={"sieges": True}, given=given)


def choice(played: Game, side: str = "british") -> str:
    """What the staff of a side does now."""
    return played.text(make("staff", side, 1).choose(played))


def test_who_goes_on_leaves_enough_behind_to_keep_a_siege_up() -> None:
    places = {f"br-{n}": "S0505" for n in range(1, 5)} | {"na-1": "S0506"}
    given = {"sieges": {"S0506": ["S0505"]}}
    kept = choice(game(places, given=given, goals=("S0506", "S0803")))
    all_go = choice(game(places, goals=("S0506", "S0803")))
    assert all_go == "organise S0505 as c1 with br-1 br-2 br-3 br-4"
    assert kept == "organise S0505 as c1 with br-2 br-3 br-4"


def test_as_many_of_the_weakest_stay_as_hold_out_against_a_sally_and_nobody_where_not_even_all_do() -> None:
    weak = [unit(f"br-{n}", strength=1) for n in range(1, 5)]
    for garrison, staying in ((5, 3), (4, 3), (3, 2), (7, 0)):
        foe = unit("na-1", strength=garrison)
        places = {one.key: "S0505" for one in weak} | {"na-1": "S0506"}
        made = game(places, given={"sieges": {"S0506": ["S0505"]}}, goals=("S0506",), units=(*weak, foe))
        view = View(Country(made.rules.field), state_of(made), 0)
        assert MarchPlans(view, {}).garrison(made.rules.field.grid.parse("S0505"), 0b1111) == (1 << staying) - 1


def test_it_attacks_to_relieve_a_besieged_place_of_its_own() -> None:
    places = {"br-1": "S0506", "br-2": "S0504", "na-2": "S0505", "na-3": "S0505"}
    given = {"sieges": {"S0506": ["S0505"]}}
    assert choice(game(places, "battle", goals=("S0506",))) == "end phase"
    assert choice(game(places, "battle", given, goals=("S0506",))) == "attack S0505 from S0504 with br-2"


def test_a_goal_out_of_which_the_enemy_besieges_is_worth_the_relief_as_well() -> None:
    places = {"br-1": "S0506", "br-2": "S0102", "na-1": "S0505"}
    besieged = game(places, given={"sieges": {"S0506": ["S0505"]}}, goals=("S0505", "S0506"))
    view = View(Country(besieged.rules.field), state_of(besieged), 0)
    goal = besieged.scenario.map.grid.parse("S0505")
    assert view.relief(goal) > 0
    assert dict(MarchPlans(view, {}).goals())[goal] == view.gain(goal) + view.relief(goal)


def test_a_force_joins_others_next_to_an_enemy_as_far_away_as_it_usually_marches() -> None:
    made = game({"br-1": "S0303", "br-2": "S0305", "na-1": "S0302"}, goals=("S0302",))
    parse = made.scenario.map.grid.parse
    plans = MarchPlans(View(Country(made.rules.field), state_of(made), 0), {})
    # Two hexes of open country cost four half points.
    for usual, joined in ((4, [parse("S0303")]), (3, [])):
        assert [at for at, _ in plans._musters(parse("S0305"), 0b10, usual)] == joined
