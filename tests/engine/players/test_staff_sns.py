"""The staff of The Sun Never Sets II: always legal, always the same, blind to what is hidden, and sensible."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine import formats
from engine.formats import load_palette
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec
from engine.hexes.board.numbering import Numbering
from engine.mechanics.bits import bits
from engine.play import Action, Game, Start
from engine.players import make
from engine.scenario import Level, Scenario, Scoring, Side, Turns, Unit, Victory
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.rules import SnsRules
from engine.systems.sun_never_sets.staff import optional
from engine.systems.sun_never_sets.staff.country import Country
from engine.systems.sun_never_sets.staff.marches import MarchPlans
from engine.systems.sun_never_sets.staff.view import View


def unit(key: str, kind: str = "infantry", **values: Any) -> Unit:
    """A unit whose key says its side: ``br-`` is British."""
    values = {"movement": 6, **values}
    if kind not in ("headquarters", "supply"):
        values = {"strength": 4, "weapon": "B", "morale": "V", **values}
    return Unit(key, "british" if key.startswith("br-") else "native", key, kind, values=values)


def game(
    units: list[Unit],
    places: Mapping[str, Any],
    phase: str,
    *,
    side: str = "british",
    features: Mapping[str, str] | None = None,
    goal: str = "",
    terrain: str = "clear",
    dice: tuple[int, ...] = (),
    options: Mapping[str, Any] | None = None,
) -> Game:
    """A position in open country, with a place worth 20 points perhaps."""
    grid = Grid(GridSpec(12, 10, numbering=Numbering(prefix="S")))
    board = BattleMap(grid, load_palette("campaign"), "Country")
    board.terrain = [terrain] * grid.size
    for name, kind in (features or {}).items():
        board.features[grid.parse(name)] = (kind,)
    scoring = (Scoring("occupied", 20, hexes=(goal,)),) if goal else ()
    scenario = Scenario(
        "test",
        "Test",
        "sns2",
        board,
        turns=Turns(4),
        sides={
            "british": Side("british", "British", role="empire"),
            "native": Side("native", "Natives", role="native"),
        },
        units={one.key: one for one in units},
        victory=Victory(levels=(Level("local", 11),), sudden=75, scoring=scoring),
    )
    start = Start(1, side, phase, dict(places), only=True)
    return Game(scenario, 1, dice=dice, start=start, rules=SnsRules(scenario, options))


def choice(played: Game, side: str = "british") -> str:
    """What the staff does now."""
    return played.text(make("staff", side, 1).choose(played))


def through(name: str, seed: int, players: Mapping[str, str], turns: int) -> list[str]:
    """The actions of the first turns; each is checked by the rules when it is applied."""
    scenario = formats.load_scenario(name)
    played = Game(scenario, seed)
    seats = {side: make(player, side, seed) for side, player in players.items()}
    while (decision := played.decision) is not None and played.state.turn <= turns:
        player = seats[decision.side]
        played.apply(player.choose(played))
        assert player.last_reason
        assert len(player.last_reason) < 60
    return played.actions


@pytest.mark.parametrize("seed", [1, 2])
def test_choices_are_legal_with_a_short_reason_and_the_same_every_time(seed: int) -> None:
    seats = {"british": "staff", "zangari": "staff"}
    assert through("sns_first_steps", seed, seats, 3) == through("sns_first_steps", seed, seats, 3)


def test_a_campaign_between_two_staffs_is_legal() -> None:
    assert through("persia", 3, {"british": "staff", "persian": "staff"}, 7)


def test_one_view_one_choice() -> None:
    scenario = formats.load_scenario("persia")
    played = Game(scenario, 5)
    seats = {side: make("staff", side, 5) for side in scenario.sides}
    random = Random(5)
    compared = 0
    while (decision := played.decision) is not None and played.state.turn < 3:
        if decision.kind == "movement":
            twin = played.copy()
            twin.state = played.rules.redeal(played.state, decision.side, random)
            first, second = (make("staff", decision.side, 9).choose(one) for one in (played, twin))
            assert first == second
            compared += 1
        played.apply(seats[decision.side].choose(played))
    assert compared > 5


def test_it_attacks_the_weak_and_leaves_the_strong_alone() -> None:
    weak = game(
        [unit("br-1", strength=9), unit("na-1", strength=1, weapon="S", morale="R")],
        {"br-1": "S0505", "na-1": "S0506"},
        "battle",
    )
    assert choice(weak) == "attack S0506 from S0505 with br-1"
    strong = [unit(f"na-{n}", strength=9) for n in range(4)]
    places = {"br-1": "S0505"} | {one.key: "S0506" for one in strong}
    feeble = game(
        [unit("br-1", strength=1, weapon="M", morale="R"), *strong], places, "battle", features={"S0506": "fortress"}
    )
    assert choice(feeble) == "end phase"


def test_it_marches_for_what_counts_and_supply_goes_with_it() -> None:
    units = [
        unit("br-1"),
        unit("br-2"),
        unit("br-hq", "headquarters", strategic=2),
        unit("br-train", "supply", movement=6),
    ]
    units.append(unit("na-1", strength=1, weapon="S", morale="R"))
    places = {"br-1": "S0205", "br-2": "S0205", "br-hq": "S0205", "br-train": "S0205", "na-1": "S1201"}
    made = game(units, places, "movement", goal="S1005")
    assert choice(made) == "organise S0205 as c1 with br-1 br-2 br-hq br-train"
    made.apply(choice(made))
    assert choice(made) == "march c1 by br-hq"


def test_the_best_headquarters_leads_the_strongest_volley() -> None:
    units = [
        unit("br-hq", "headquarters", tactical=2, commander=True),
        unit("br-1", strength=8),
        unit("br-2", strength=2, weapon="R"),
        unit("na-1", strength=9, weapon="S", morale="R"),
    ]
    places = {"br-hq": "S0505", "br-1": "S0505", "br-2": "S0505", "na-1": "S0506"}
    made = game(units, places, "battle", dice=(6, 1, 1, 1, 1, 1, 1))
    made.apply("attack S0506 from S0505 with br-hq br-1 br-2")
    assert choice(made) == "fire B-veteran by br-hq"


def test_it_loses_the_least_useful_and_shakes_the_good() -> None:
    units = [
        unit("br-1", strength=8, weapon="M"),
        unit("na-1", strength=2, weapon="S", morale="R"),
        unit("na-2", strength=5, weapon="S", morale="R"),
        unit("na-3", strength=6, weapon="S", morale="R"),
    ]
    places = {"br-1": "S0505", "na-1": {"at": "S0506", "steps": 1}, "na-2": "S0506", "na-3": "S0506"}
    made = game(units, places, "battle", dice=(6, 1, 4))
    made.apply("attack S0506 from S0505")
    assert choice(made, "native") == "lose na-1"
    made.apply("lose na-1")
    assert choice(made, "native") == "shake na-2"


def test_a_beaten_force_falls_back_into_its_fortress() -> None:
    units = [
        unit("br-1", strength=8, weapon="M"),
        *(unit(f"na-{n}", strength=2, weapon="S", morale="R") for n in range(3)),
    ]
    places = {"br-1": "S0505"} | {f"na-{n}": "S0506" for n in range(3)}
    made = game(units, places, "battle", dice=(6, 1, 4, 6), features={"S0507": "fortress"})
    made.apply("attack S0506 from S0505")
    while made.decision is not None and made.decision.kind in ("loss", "fire"):
        made.apply(choice(made, made.decision.side))
    assert made.decision is not None
    assert made.decision.kind == "retreat"
    assert choice(made, "native") == "retreat S0507"


def test_it_rallies_the_best_with_the_best_help_and_spares_lone_rabble() -> None:
    units = [
        unit("br-hq", "headquarters", tactical=2),
        unit("br-1", strength=2),
        unit("br-2", strength=6),
        unit("br-3", morale="R"),
    ]
    shaken = {"at": "S0505", "steps": 1}
    made = game(units, {"br-hq": "S0505", "br-1": shaken, "br-2": shaken}, "rally")
    assert choice(made) == "rally br-2 by br-hq"
    alone = game(units, {"br-3": {"at": "S0909", "steps": 1}}, "rally")
    assert choice(alone) == "end phase"


def test_trains_feed_those_who_would_starve() -> None:
    units = [unit(f"br-{n}") for n in range(12)] + [unit("br-train", "supply")]
    places = {one.key: "S0505" for one in units}
    made = game(units, places, "logistics")
    assert choice(made) == "issue br-train to S0505"
    few = game(units[-2:], {"br-11": "S0505", "br-train": "S0505"}, "logistics")
    assert choice(few) == "forage S0505"


@pytest.mark.parametrize("side", ["british", "persian"])
def test_it_beats_random_in_persia(side: str) -> None:
    scenario = formats.load_scenario("persia")
    rules = Game(scenario).rules
    wins = 0
    for seed in range(5):
        played = Game(scenario, seed, rules=rules)
        seats = {key: make("staff" if key == side else "random", key, seed) for key in scenario.sides}
        while (decision := played.decision) is not None:
            played.apply(seats[decision.side].choose(played), trusted=True)
        outcome = played.outcome()
        wins += outcome is not None and outcome.winner == side
    assert wins >= 4


def test_it_lands_where_its_goals_are_near() -> None:
    played = Game(formats.load_scenario("persia"))
    for _ in range(2):
        played.apply(choice(played))
    assert played.actions[-1] == "at P1017", "beside Bushehr, and not at the far end of the coast"


def test_a_commander_in_chief_whom_the_enemy_is_after_stays_at_home_while_nothing_threatens_him() -> None:
    units = [
        unit("na-king", "headquarters", strategic=2, commander=True),
        unit("na-1"),
        unit("na-2"),
        unit("br-1", strength=1, weapon="M", morale="R"),
    ]
    places = {"na-king": "S0205", "na-1": "S0205", "na-2": "S0205", "br-1": "S1205"}
    ordinary = game(units, places, "movement", side="native", goal="S1005")
    assert choice(ordinary, "native") == "organise S0205 as c1 with na-king na-1 na-2"
    losses = {"british": {"commander": 15, "headquarters": 5, "leader": 0, "unit": 1}}
    hunted = replace(ordinary.scenario, special={"losses": losses})
    played = Game(hunted, 1, start=ordinary.start, rules=SnsRules(hunted))
    assert choice(played, "native") == "organise S0205 as c1 with na-1 na-2"
    played.apply(choice(played, "native"))
    assert choice(played, "native") == "march c1 by na-king"


def test_who_has_come_together_becomes_one_column_when_the_marches_are_over() -> None:
    units = [unit("br-1"), unit("br-2"), unit("br-3"), unit("na-1", strength=1, weapon="S", morale="R")]
    made = game(units, {"br-1": "S0205", "br-2": "S0205", "br-3": "S0205", "na-1": "S1201"}, "movement")
    made.apply("organise S0205 as c3 with br-1 br-2")
    made.apply("end phase")
    assert choice(made) == "organise S0205 as c3 with br-1 br-2 br-3"
    made.apply(choice(made))
    assert choice(made) == "end phase"


def test_a_column_marches_whole_though_its_infantry_would_be_there_sooner_alone() -> None:
    units = [unit("br-1"), unit("br-train", "supply", movement=3), unit("na-1", strength=1, weapon="S", morale="R")]
    places = {"br-1": "S0205", "br-train": "S0205", "na-1": "S1201"}
    made = game(units, places, "movement", goal="S0605")
    rules: Any = made.rules

    def next_march() -> set[str]:
        view = View(Country(rules.field), made.state, 0)
        order = MarchPlans(view, {}).next(made.state.top)
        return set(rules.field.keys_of(order.units)) if order else set()

    assert next_march() == {"br-1"}
    made.apply("organise S0205 as c3 with br-1 br-train")
    assert next_march() == {"br-1", "br-train"}


def test_forces_that_are_too_weak_alone_join_to_attack() -> None:
    foes = [unit(f"na-{n}", strength=4, weapon="M", morale="L") for n in range(3)]
    units = [*(unit(f"br-{n}", strength=3) for n in range(6)), *foes]
    front = {"br-0": "S0505", "br-1": "S0505", "br-2": "S0505", **{one.key: "S0506" for one in foes}}
    behind = {"br-3": "S0502", "br-4": "S0502", "br-5": "S0502"}
    made = game(units, {**front, **behind}, "movement", dice=(5,))
    staff = make("staff", "british", 1)
    while made.decision is not None and made.decision.kind == "movement":
        made.apply(staff.choose(made))
    together = {made.rules.units(made.state)[f"br-{n}"]["at"] for n in range(6)}
    assert together == {"S0505"}


def test_a_force_that_the_country_cannot_feed_spreads() -> None:
    units = [unit(f"br-{n:02}") for n in range(16)] + [unit("na-1", strength=1, weapon="S", morale="R")]
    places = {one.key: "S0205" for one in units[:-1]} | {"na-1": "S1201"}
    made = game(units, places, "movement")
    assert choice(made) == f"organise S0205 as c1 with {' '.join(f'br-{n:02}' for n in range(1, 16, 2))}"
    hopeless = game(units, places, "movement", terrain="desert")
    assert choice(hopeless) == "end phase"
    few = {one.key: "S0205" for one in units[:6]} | {"na-1": "S1201"}
    assert choice(game(units, few, "movement")) == "end phase"


def test_it_lays_siege_to_a_fortress_that_it_cannot_storm() -> None:
    foes = [unit(f"na-{n}", strength=9) for n in range(3)]
    places = {"br-1": "S0505"} | {one.key: "S0506" for one in foes}
    units, walls = [unit("br-1"), *foes], {"S0506": "fortress"}
    made = game(units, places, "movement", features=walls, options={"sieges": True})
    made.apply("end phase")
    assert choice(made) == "besiege S0506 from S0505"
    made.apply(choice(made))
    assert choice(made) == "end phase"


@pytest.mark.parametrize(("threat", "goal"), [(3, "S0101"), (8, "S0105")])
def test_an_army_turns_back_only_for_a_threat_that_the_garrison_cannot_withstand(threat: int, goal: str) -> None:
    units = [*(unit(f"br-{n}") for n in range(4)), unit("br-guard", strength=4)]
    units += [unit(f"na-{n}", strength=threat, weapon="S", morale="R") for n in range(3)]
    places = {f"br-{n}": "S0305" for n in range(4)} | {"br-guard": "S0105"}
    places |= {"na-0": "S0101", "na-1": "S1205", "na-2": "S1205"}
    made = game(units, places, "movement", goal="S0105")
    staff = make("staff", "british", 1)
    made.apply("organise S0305 as c1 with br-0 br-1 br-2 br-3")
    assert made.text(staff.choose(made)) == "march c1"
    assert staff.last_reason.endswith(f"towards {goal}")


def test_the_leader_helps_the_stronger_of_two_marches_out_of_a_hex() -> None:
    many = [unit(f"br-{n:02}") for n in range(12)]
    units = [unit("br-hq", "headquarters", strategic=2), *many, unit("br-loose")]
    units.append(unit("na-1", strength=1, weapon="S", morale="R"))
    made = game(units, {one.key: "S0205" for one in units} | {"na-1": "S1201"}, "movement", goal="S1005")
    made.apply(f"organise S0205 as c1 with br-hq {' '.join(one.key for one in many)}")
    assert choice(made) == "march c1 by br-hq"


@pytest.fixture(scope="module")
def highlands() -> SnsRules:
    return SnsRules(formats.load_scenario("abyssinia"))


def in_abyssinia(rules: SnsRules, places: Mapping[str, Any], phase: str, side: str = "british") -> Game:
    return Game(rules.scenario, 1, start=Start(2, side, phase, dict(places), only=True), rules=rules)


def test_hostages_wait_for_an_escort_and_go_to_a_port_with_it(highlands: SnsRules) -> None:
    alone = in_abyssinia(highlands, {"br-hostages": "B1423", "br-4": "B1420", "ab-s1": "B0402"}, "movement")
    staff = make("staff", "british", 1)
    assert alone.text(staff.choose(alone)) == "march B1420 with br-4"
    assert staff.last_reason.endswith("towards B1423")
    army = ("br-hostages", "br-field", "br-4", "br-33", "br-26", "br-45", "br-mortars")
    met = in_abyssinia(highlands, dict.fromkeys(army, "B1423") | {"ab-s1": "B0417"}, "movement")
    met.apply(staff.choose(met))
    assert met.actions == ["organise B1423 as c1 with br-field br-4 br-33 br-26 br-hostages"]
    assert met.text(staff.choose(met)) == "march c1 by br-field"
    assert staff.last_reason.endswith(("towards B1502", "towards B1604"))


def test_hostages_are_the_last_to_starve(highlands: SnsRules) -> None:
    army = ("br-hostages", *(f"br-{n}" for n in ("4", "33", "26", "45", "2bo", "10bo", "18bo", "25bo")))
    made = in_abyssinia(highlands, dict.fromkeys(army, "B1714"), "logistics")
    while made.decision is not None and made.decision.kind != "hunger":
        made.apply(choice(made))
    assert choice(made) == "starve br-4"


def test_the_enemy_is_after_hostages(highlands: SnsRules) -> None:
    hunters = {"ab-s1": "B1306", "ab-s2": "B1306", "ab-m1": "B1423", "ab-m2": "B0417", "ab-m3": "B0720"}
    promised = []
    for prey in ({"br-4": "B1409"}, {"br-4": "B1409", "br-hostages": "B1409"}):
        made = in_abyssinia(highlands, prey | hunters, "movement", "abyssinian")
        made.apply("organise B1306 as c1 with ab-s1 ab-s2")
        staff = make("staff", "abyssinian", 1)
        staff.choose(made)
        promise, _, goal = staff.last_reason.partition(" towards ")
        assert goal == "B1409"
        promised.append(float(promise))
    assert promised[1] > 3 * promised[0]


@pytest.mark.parametrize(("far", "ends"), [("S0110", "S0505"), ("S0906", "S0205")])
def test_supply_units_alone_keep_out_of_the_enemys_reach(far: str, ends: str) -> None:
    units = [*(unit(f"br-{n}") for n in range(3)), unit("br-train", "supply"), unit("na-1")]
    places = {f"br-{n}": "S0506" for n in range(3)} | {"br-train": "S0205", "na-1": far}
    made = game(units, places, "movement", dice=(5, 5))
    staff = make("staff", "british", 1)
    while made.decision is not None and made.decision.kind == "movement":
        made.apply(staff.choose(made))
    assert made.rules.units(made.state)["br-train"]["at"] == ends


def test_a_second_force_counts_for_more_while_the_first_is_far_from_the_goal() -> None:
    foes = [unit(f"na-{n}", strength=3, weapon="S", morale="R") for n in range(2)]
    units = [*(unit(f"br-{n}") for n in range(3)), *(unit(f"br-slow{n}", movement=2) for n in range(3)), *foes]
    places = {f"br-{n}": "S0705" for n in range(3)} | {one.key: "S1005" for one in foes}
    promised = []
    for at in ("S0905", "S0105"):
        made = game(units, places | {f"br-slow{n}": at for n in range(3)}, "movement", goal="S1005")
        assert isinstance(made.rules, SnsRules)
        assert isinstance(made.state, SnsState)
        field = made.rules.field
        view = View(Country(field), made.state, 0)
        force, slow = (view.mine[field.grid.parse(name)] for name in ("S0705", at))
        goal = field.grid.parse("S1005")
        found, promise = MarchPlans(view, dict.fromkeys(bits(slow), goal)).goal(field.grid.parse("S0705"), force)
        assert found == goal or not promised
        promised.append(promise)
    assert promised[1] > 2 * promised[0]


def test_in_the_last_turn_it_fights_for_the_points_that_are_missing() -> None:
    units = [unit("br-1", strength=8, weapon="M", morale="L"), unit("na-1", strength=3, weapon="M", morale="L")]
    ordinary = game(units, {"br-1": "S0505", "na-1": "S0506"}, "battle")
    assert choice(ordinary) == "end phase"
    last = replace(
        ordinary.scenario,
        turns=Turns(1),
        victory=replace(ordinary.scenario.victory, handicap={"british": 10}),
    )
    assert choice(Game(last, 1, start=ordinary.start, rules=SnsRules(last))) == "attack S0506 from S0505 with br-1"


@pytest.mark.parametrize(("at", "pressing"), [("S0505", True), ("S0506", False)])
def test_what_a_side_gains_at_the_end_counts_for_the_points_that_are_missing(at: str, pressing: bool) -> None:
    made = game([unit("br-1"), unit("na-1")], {"br-1": at, "na-1": "S0909"}, "battle")
    victory = replace(made.scenario.victory, scoring=(Scoring("occupied", 10, hexes=("S0505",)),))
    last = replace(made.scenario, turns=Turns(1), victory=victory)
    played = Game(last, 1, start=made.start, rules=SnsRules(last))
    assert isinstance(played.rules, SnsRules)
    assert isinstance(played.state, SnsState)
    assert (View(Country(played.rules.field), played.state, 0).pressing > 1) == pressing


@pytest.mark.parametrize(("trains", "spends"), [(1, False), (2, False), (3, True)])
def test_a_supply_unit_is_spent_in_a_battle_while_two_others_are_left(trains: int, spends: bool) -> None:
    units = [unit("br-1"), *(unit(f"br-train{n}", "supply") for n in range(trains)), unit("na-1")]
    made = game(units, {one.key: "S0909" if one.key == "na-1" else "S0505" for one in units}, "battle")
    assert isinstance(made.rules, SnsRules)
    assert isinstance(made.state, SnsState)
    view, offer = View(Country(made.rules.field), made.state, 0), [Action("spend", (1,)), Action("pass")]
    assert optional.supplied(view, offer) == offer[not spends]
    assert optional.supplied(view, offer[1:]) == offer[1]


def test_a_guess_has_more_units_in_a_column_than_loose_in_a_hex() -> None:
    foes = [unit(f"na-{n}") for n in range(12)]
    places = {one.key: "S0905" if n < 6 else "S0907" for n, one in enumerate(foes)}
    made = game([unit("br-1"), *foes], {"br-1": "S0105"} | places, "movement", side="native")
    made.apply("organise S0905 as c1 with na-0 na-1 na-2 na-3 na-4 na-5")
    random, counted = Random(3), 0
    for _ in range(40):
        dealt = made.rules.redeal(made.state, "british", random)
        counted += sum(made.rules.units(dealt)[one.key]["at"] == "S0905" for one in foes)
    assert 8 < counted / 40 < 10


def test_enemies_who_cannot_attack_cost_nothing_and_save_nothing() -> None:
    # In one of two guesses a supply column stands there alone: it would die of an attack, but it makes none.
    units = [unit("br-1", strength=4), unit("na-1", strength=9), unit("na-train", "supply")]
    alone = game(units, {"br-1": "S0505", "na-train": "S0506"}, "movement")
    armed = game(units, {"br-1": "S0505", "na-1": "S0506", "na-train": "S0506"}, "movement")
    rules, grid = alone.rules, alone.scenario.map.grid
    assert isinstance(rules, SnsRules)
    assert isinstance(alone.state, SnsState)
    assert isinstance(armed.state, SnsState)
    force, h, e = 1 << rules.field.roster.number["br-1"], grid.parse("S0505"), grid.parse("S0506")
    sure, doubtful = (View(Country(rules.field), alone.state, 0) for _ in range(2))
    sure.worlds = [armed.state]
    doubtful.worlds = [alone.state, armed.state]
    assert sure.costs(force, h, e) > 0
    assert doubtful.costs(force, h, e) == pytest.approx(sure.costs(force, h, e) / 2)
