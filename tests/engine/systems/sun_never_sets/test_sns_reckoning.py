"""What the staff reckons with, in numbers that the rules or a position made by hand give, and its rarer answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from sns_field import begun, campaign, state_of, unit

from engine.formats import load_scenario
from engine.mechanics.bits import mask_of
from engine.mechanics.hexes.hexstate import DEAD
from engine.play import Action, Game
from engine.scenario import Level, Scoring, Unit, Victory
from engine.systems.sun_never_sets.battle.intelligence import Screening
from engine.systems.sun_never_sets.staff import answers, optional, surprise, works
from engine.systems.sun_never_sets.staff.country import Country
from engine.systems.sun_never_sets.staff.marches import MarchPlans
from engine.systems.sun_never_sets.staff.staff import SnsStaff
from engine.systems.sun_never_sets.staff.view import View

HQ = {"type": "headquarters", "movement": 8}
LOSSES = {"british": {"commander": 15, "headquarters": 5, "leader": 2, "unit": 3}, "native": {"unit": 1, "leader": 4}}
UNITS = (
    unit("br-hq", **HQ, tactical=2, strategic=3, commander=True),
    unit("br-aide", **HQ, tactical=1),
    unit("br-clerk", **HQ),
    unit("br-1", strength=4),
    unit("br-2", strength=5),
    unit("br-slow", strength=2, movement=2),
    unit("br-train", type="supply", movement=4),
    unit("br-train2", type="supply", movement=4),
    unit("na-king", **HQ, tactical=1, commander=True),
    unit("na-clerk", **HQ, commander=False),
    unit("na-1", strength=6),
    unit("na-2", strength=2),
)


def game(
    places: Mapping[str, Any], phase: str = "movement", *lines: Scoring, side: str = "british", **more: Any
) -> Game:
    """These units where they are put; the scenario has the points of `LOSSES`, and lines of victory."""
    victory = Victory(lines, levels=(Level("local", 11), Level("campaign", 31)), sudden=75)
    starts = {name: more.pop(name) for name in ("dice", "given", "options") if name in more}
    scenario = campaign(UNITS, more.pop("board", None), **{"victory": victory, "special": {"losses": LOSSES}, **more})
    return begun(scenario, places, phase, side=side, **starts)


def view(made: Game, side: int = 0) -> View:
    return View(Country(made.rules.field), state_of(made), side)


def of(made: Game, *keys: str) -> int:
    return mask_of(made.rules.field.roster.number[key] for key in keys)


def at(made: Game, name: str) -> int:
    return int(made.rules.field.grid.parse(name))


# -- what units and places are worth ---------------------------------------------------------------------------------


def test_a_unit_is_worth_the_points_for_its_loss_and_its_strength() -> None:
    everybody = {one.key: "S0505" if one.key.startswith("br-") else "S0909" for one in UNITS}
    made = game({**everybody, "br-2": {"at": "S0505", "steps": 1}})
    number, british, native = made.rules.field.roster.number, view(made), view(made, 1)
    # British losses bring the Natives their points, and the other way round: 2 for each value of a British leader.
    worth = {"br-hq": 1 + 4 * 5, "br-aide": 1 + 4, "br-clerk": 1, "br-1": 1 + 0.12 * 4, "br-2": 1 + 0.12 * 5 * 0.6}
    worth |= {"na-king": 1 + 2, "na-clerk": 1 + 5, "na-1": 3 + 0.12 * 6}
    for key, points in worth.items():
        assert british.worth(number[key]) == native.worth(number[key]) == pytest.approx(points), key
    assert british.mean_worth(of(made, "br-hq", "br-1", "br-2")) == pytest.approx((1.48 + 1.36) / 2)
    assert british.mean_worth(of(made, "br-hq")) == 0


def test_a_commander_without_values_is_worth_the_points_for_a_commander() -> None:
    king = unit("na-king", **HQ, commander=True)
    scenario = campaign([king, unit("br-1")], special={"losses": LOSSES})
    made = begun(scenario, {"na-king": "S0505", "br-1": "S0909"})
    assert view(made).worth(made.rules.field.roster.number["na-king"]) == 15 + 1


def test_places_are_worth_what_they_bring_and_what_they_would_bring_the_enemy() -> None:
    lines = (
        Scoring("occupied", 9, hexes=("S0303", "S0404")),
        Scoring("occupied", 4, side="native", hexes=("S0505",)),
        Scoring("reached", 6, side="british", hexes=("S0606",)),
        Scoring("reached", 2, side="native", hexes=("S0707",)),
    )
    made = game({"br-1": "S0303", "na-1": "S0505", "na-2": "S0404"}, "movement", *lines)
    british, native = view(made), view(made, 1)
    gains = {"S0303": (0, 18), "S0404": (18, 0), "S0505": (4, 0), "S0606": (6, 0), "S0707": (0, 2), "S0101": (0, 0)}
    stakes = {"S0303": (18, 18), "S0505": (4, 4), "S0606": (0, 6), "S0707": (2, 0), "S0101": (0, 0)}
    for name, (ours, theirs) in gains.items():
        assert (british.gain(at(made, name)), native.gain(at(made, name))) == (ours, theirs), name
    for name, (ours, theirs) in stakes.items():
        assert (british.stake(at(made, name)), native.stake(at(made, name))) == (ours, theirs), name
    empty = game({"br-1": "S0909", "na-1": "S0505"}, "movement", *lines)
    assert view(empty).gain(at(empty, "S0303")) == 9 + 0.25 * 9
    state_of(empty).awarded = 0b1100
    assert (view(empty).gain(at(empty, "S0606")), view(empty).stake(at(empty, "S0707"))) == (0, 0)


@pytest.mark.parametrize(
    ("turn", "points", "times"),
    [(1, 9, 1), (2, 7, 1), (2, 8, 4), (2, 9, 4), (2, 10, 4), (2, 11, 1), (2, 12, 1), (2, 0, 1)],
)
def test_in_the_last_turn_losses_press_while_three_points_or_fewer_are_missing(
    turn: int, points: int, times: float
) -> None:
    made = game({"br-1": "S0303", "na-1": "S0505"}, turns=2)
    state = state_of(made)
    state.turn, state.points = turn, [points + 2, 2]
    assert view(made).pressing == times
    assert view(made, 1).pressing == 1
    assert view(made).turns_left == 2 - turn


# -- how far marches lead --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("far", "speed", "marches", "share"),
    [(0, 5, 1, 1), (-2, 0, 1, 1), (10, 6, 1, 0.02), (10, 9, 1, 0.5), (10, 3, 3, 0.5), (10, 12, 1, 1), (10, 30, 1, 1)],
)
def test_marches_that_bring_all_of_a_way_and_a_fifth_more_are_in_time(
    far: float, speed: float, marches: int, share: float
) -> None:
    made = game({"br-1": "S0303", "na-1": "S0505"})
    assert view(made).in_time(far, speed, marches) == pytest.approx(share)
    assert view(made).in_time(1, speed, marches) == 1 or speed * marches < 1.2


@pytest.mark.rule("sns2:6.0")
@pytest.mark.rule("sns2:6.21")
@pytest.mark.parametrize(("leader", "times"), [(0, 5), (1, 7), (2, 10), (3, 12)])
def test_a_march_brings_what_the_march_table_gives_the_slowest_in_the_mean(leader: int, times: int) -> None:
    made = game({"br-1": "S0303", "br-slow": "S0303", "na-1": "S0909"})
    # Dice 1 and 2 hold; 3 to 5 march, 6 and 7 are forced marches, 8 and 9 dashes.
    assert view(made).speed(of(made, "br-1"), leader) == pytest.approx(2 * 6 * times / 6)
    assert view(made).speed(of(made, "br-1", "br-slow"), leader) == pytest.approx(2 * 2 * times / 6)


# -- supply ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sns2:12.3")
@pytest.mark.rule("sns2:12.61")
@pytest.mark.parametrize(
    ("number", "trains", "leader", "cost"),
    [
        (2, 0, False, 0),
        (3, 0, False, 1 / 6),
        (5, 0, False, (3 + 1) / 6),
        (5, 0, True, 0),
        (12, 1, False, 0.25),
        (15, 1, False, 0.25 + 1 / 6 * 0.38),
        (24, 2, False, 0.25),
        (0, 2, False, 0),
    ],
)
def test_hunger_costs_a_share_of_whom_the_country_does_not_feed(
    number: int, trains: int, leader: bool, cost: float
) -> None:
    units = [unit(f"br-{n:02d}") for n in range(number)] + [
        unit(f"br-train{n}", type="supply", movement=4) for n in range(trains)
    ]
    units += [unit("br-hq", **HQ, strategic=3)] if leader else []
    scenario = campaign([*units, unit("na-1")])
    made = begun(scenario, {one.key: "S0505" for one in units} | {"na-1": "S0101"})
    weighed = view(made).hunger(0, at(made, "S0505"))
    share = 0.5 * (0.4 + 0.12 * 3)
    assert weighed == pytest.approx(cost if trains else cost * share)


# -- rarer answers ---------------------------------------------------------------------------------------------------


def test_a_staff_is_asked_only_while_a_game_of_its_rules_goes_on() -> None:
    made = game({"br-1": "S0303", "na-1": "S0505"}, "rally", turns=1, side="native")
    assert made.decision is None
    with pytest.raises(ValueError, match="the game is over"):
        SnsStaff("british").choose(made)
    with pytest.raises(TypeError, match="this staff knows one rules system only"):
        SnsStaff("british").choose(Game(load_scenario("first_steps"), 1))


@pytest.mark.rule("sns2:33.31")
def test_in_a_rout_the_best_unit_is_helped_by_the_best_headquarters_first() -> None:
    made = game(dict.fromkeys(("br-hq", "br-aide", "br-1", "br-2"), "S0505") | {"na-1": "S0909"}, "battle")
    rout = [Action("check", (u, hq)) for u in (3, 4) for hq in (-1, 0, 1)]
    assert optional.rout(view(made), rout) == Action("check", (4, 0))
    assert optional.rout(view(made), rout[:3]) == Action("check", (3, 0))
    assert optional.rout(view(made), [rout[0], rout[2]]) == Action("check", (3, 1))
    follow = [Action("follow", (0, 40)), Action("follow", (0, 41))]
    assert optional.rout(view(made), follow) == follow[0]


@pytest.mark.rule("sns2:33.2")
def test_in_a_rout_units_run_where_no_enemy_zone_is() -> None:
    made = game({"br-1": "S0505", "na-1": "S0704"}, "battle")
    ways = [Action("retreat", (at(made, name),)) for name in ("S0604", "S0605", "S0404")]
    assert optional.rout(view(made), ways) == ways[2]
    assert optional.rout(view(made), [Action("hold"), *ways[:1]]) == Action("hold")
    assert optional.rout(view(made), [*ways[2:], Action("hold")]) == ways[2]


@pytest.mark.rule("sns2:19.22")
@pytest.mark.parametrize(("against", "screens"), [(8, True), (9, True), (10, False)])
def test_it_screens_with_all_who_can_where_that_is_enough(against: int, screens: bool) -> None:
    made = game({"br-1": "S0505", "br-2": "S0505", "na-1": "S0606"}, "movement")
    state_of(made).push(Screening(0, at(made, "S0505"), against))
    whole = Action("screen", ((3, 4),))
    offered = [Action("pass"), Action("screen", ((3,),)), whole, Action("screen", ((4,),))]
    assert optional.screen(view(made), offered) == (whole if screens else Action("pass"))


@pytest.mark.rule("sns2:event2:asante:62-63")
@pytest.mark.parametrize(("victim", "attacks"), [("br-slow", True), ("br-train", True), ("br-2", False)])
def test_an_ambush_of_an_event_is_sprung_where_it_pays(victim: str, attacks: bool) -> None:
    places = {victim: "S0505", "na-2": "S0506"} | ({"na-1": "S0506"} if attacks else {"br-1": "S0505"})
    made = game(places, "movement", side="native")
    offer = [Action("attack", (at(made, "S0505"), at(made, "S0506"), ())), Action("pass")]
    assert answers.event(view(made, 1), offer) == offer[not attacks]


def test_help_of_an_event_is_used_and_a_look_is_had_where_most_enemies_stand() -> None:
    made = game({"br-1": "S0101", "na-1": "S0505", "na-2": "S0606", "na-king": "S0606"}, "movement")
    assert answers.event(view(made), [Action("pass"), Action("use")]) == Action("use")
    picks = [Action("pick", (at(made, name), -1, -1)) for name in ("S0505", "S0606", "S0101")]
    assert answers.event(view(made), [Action("pass"), *picks]) == picks[1]


@pytest.mark.rule("sns2:32.1")
def test_fair_play_is_tried_by_who_is_best_at_it() -> None:
    made = game({"br-hq": "S0505", "br-aide": "S0505", "br-1": "S0505", "na-1": "S0909"})
    offer = [Action("done"), *(Action("fair play", (at(made, "S0505"), hq)) for hq in (1, 0))]
    assert optional.conduct(view(made), offer) == offer[2]
    assert optional.conduct(view(made), offer[:2]) == offer[1]
    assert optional.conduct(view(made), [Action("atrocity", (at(made, "S0505"),)), offer[0]]) == offer[0]


@pytest.mark.rule("sns2:21.1")
def test_a_force_that_is_known_is_taken_for_what_it_is() -> None:
    made = game({"br-1": "S0505", "br-hq": "S0505", "na-1": "S0606"}, "movement", side="native")
    prey = of(made, "br-1", "br-hq")
    state_of(made).known[1] = prey
    assert surprise._coming(view(made, 1), prey) == [prey]
    state_of(made).known[1] = of(made, "br-hq")
    guesses = surprise._coming(view(made, 1), prey)
    assert guesses == [prey] * 3, "nobody else is there whom it could be"


@pytest.mark.parametrize(
    ("verb", "first", "second", "goes"),
    [
        ("lose", (2, 2), (3, 2), 0),
        ("lose", (6, 1), (2, 2), 1),
        ("lose", (4, 1), (2, 2), 0),
        ("lose", (1, 2), "train", 0),
        ("lose", (2, 2), "train", 1),
        ("shake", (2, 1), (3, 2), 0),
        ("shake", (3, 1), (3, 2), 1),
        ("shake", (3, 1), (4, 2), 0),
        ("starve", (3, 1), (3, 2), 1),
    ],
)
def test_the_least_useful_unit_goes_and_who_would_die_of_it_counts_for_more(
    verb: str, first: Any, second: Any, goes: int
) -> None:
    units: list[Unit] = []
    for n, given in enumerate((first, second)):
        values = {"type": "supply", "movement": 4} if given == "train" else {"strength": given[0]}
        units.append(unit(f"br-{n}", **values))
    places = {f"br-{n}": {"at": "S0505", "steps": 1 if given[1] == 1 else 2} for n, given in enumerate((first, second))}
    made = begun(campaign([*units, unit("na-1")], special={"losses": LOSSES}), places | {"na-1": "S0909"}, "battle")
    offer = [Action(verb, (n,)) for n in range(2)]
    assert answers.loss(view(made), offer) == offer[goes]


@pytest.mark.rule("sns2:17.31")
@pytest.mark.parametrize("points", [0, 1, 9])
def test_fieldworks_are_built_where_a_place_counts_however_little(points: int) -> None:
    made = game(
        {"br-1": "S0505", "na-1": "S0909"}, "movement", Scoring("occupied", points, side="british", hexes=("S0505",))
    )
    offer = [Action("entrench", (at(made, name),)) for name in ("S0404", "S0505")]
    assert works.done(view(made), offer) == (offer[1] if points else None)
    assert works.done(view(made), [*offer, Action("besiege", (1, 2))]) == Action("besiege", (1, 2))


@pytest.mark.rule("sns2:32.1")
@pytest.mark.parametrize(("here", "spends"), [(3, True), (2, False), (1, False)])
def test_a_supply_unit_is_spent_in_a_battle_while_others_are_left_on_the_map(here: int, spends: bool) -> None:
    trains = [unit(f"br-train{n}", type="supply", movement=4) for n in range(4)]
    places = {one.key: "S0505" for one in trains[:here]} | {"br-1": "S0505", "na-1": "S0909"}
    made = begun(campaign([*trains, unit("br-1"), unit("na-1")]), places, "battle")
    for one in trains[here:]:
        made.rules.field.put(state_of(made), made.rules.field.roster.find(one.key), DEAD)
    offer = [Action("spend", (0,)), Action("pass")]
    assert optional.supplied(view(made), offer) == offer[not spends]


@pytest.mark.rule("sns2:12.3")
@pytest.mark.parametrize(("number", "leave"), [(2, 0), (16, 8), (17, 8)])
def test_half_of_a_force_goes_where_the_country_feeds_it(number: int, leave: int) -> None:
    many = [unit(f"br-{n:02d}", strength=3 if n % 2 else 2) for n in range(number)]
    made = begun(campaign([*many, unit("na-1")]), {one.key: "S0505" for one in many} | {"na-1": "S1209"})
    plans, force = MarchPlans(view(made), {}), of(made, *(one.key for one in many))
    orders = plans._foraging(at(made, "S0505"), force)
    assert [order.units.bit_count() for order in orders] == [leave] * bool(leave)
    assert not [order for order in orders if order.units & ~force or order.at != at(made, "S0505")]
