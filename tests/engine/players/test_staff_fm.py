"""The staff of Fire & Movement: always legal, always the same, and sensible in small positions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from random import Random
from typing import Any

import fm_field as fm
import pytest
import staffing
from fm_country import random_ground
from fm_fights import corridor
from hex_field import field
from sweeps import seeds

from engine import formats
from engine.play import Action, Game
from engine.players import make
from engine.scenario import Scoring, Turns, Victory
from engine.systems.fire_and_movement.moving import MARCH
from engine.systems.fire_and_movement.staff.moves import Moves
from engine.systems.fire_and_movement.staff.staff import FmStaff
from engine.systems.fire_and_movement.staff.view import View


def hold(name: str, points: float = 10, initial: str = "ge") -> Victory:
    """Victory by one hex."""
    return Victory(scoring=(Scoring("hold", points, hexes=(name,), initial=initial), Scoring("eliminated", 1)))


def choice(game: Game, side: str = "cw") -> str:
    """What the staff does now."""
    return staffing.choice(game, side)


def phase(game: Game, side: str = "cw") -> list[str]:
    """All that the staff does up to the end of the phase."""
    return staffing.phase(game, side)


def played(name: str, seed: int, players: Mapping[str, str], turns: int = 3) -> list[str]:
    """The actions of the first turns; every one is checked by the umpire when it is applied."""
    scenario = formats.load_scenario(name)
    game = Game(scenario, seed)
    seats = {side: make(player, side, seed) for side, player in players.items()}
    while (decision := game.decision) is not None and game.state.turn <= turns:
        player = seats[decision.side]
        game.apply(player.choose(game))
        assert player.last_reason
        assert len(player.last_reason) < 60
    return game.actions


@pytest.mark.parametrize("seed", [1, 2])
def test_choices_are_legal_with_a_short_reason_and_the_same_every_time(seed: int) -> None:
    seats = {"us": "staff", "ger": "staff"}
    assert played("arracourt", seed, seats) == played("arracourt", seed, seats)


def test_it_takes_an_open_objective() -> None:
    game = fm.game(field(), {"cw-1 infantry 4-4-5/2-2": "X0506", "ge-1 infantry 1-1-1": "X1201"}, victory=hold("X0504"))
    assert any(text.startswith("move cw-1") and text.endswith("X0504") for text in phase(game))


def test_it_attacks_when_it_is_much_stronger_and_not_when_it_is_much_weaker() -> None:
    units = {"cw-1 infantry 9-4-5/2-2": "X0506", "ge-1 infantry 2-2-5/1-1": "X0505"}
    assert choice(fm.game(field(), units, phase="combat")) == "attack X0505 with cw-1"
    units = {"cw-1 infantry 1-4-5/1-2": "X0506", "ge-1 infantry 9-9-5/5-5": "X0505"}
    assert choice(fm.game(field(), units, phase="combat")) == "end phase"


def test_it_brings_up_what_it_needs_for_an_attack() -> None:
    units = {
        "cw-1 infantry 4-4-5/2-2": "X0508",
        "cw-2 infantry 4-4-5/2-2": "X0608",
        "cw-3 infantry 4-4-5/2-2": "X0408",
        "ge-1 infantry 2-3-5/1-1": "X0505",
    }
    game = fm.game(field(), units, victory=hold("X0505"))
    phase(game)
    grid = game.scenario.map.grid
    near = [
        key
        for key, unit in game.rules.units(game.state).items()
        if key.startswith("cw") and grid.adjacent(grid.parse(unit["at"]), grid.parse("X0505"))
    ]
    assert len(near) >= 2


def test_it_stands_on_an_objective_and_gives_up_worthless_ground() -> None:
    units = {"cw-1 infantry 9-4-5/2-2": "X0506", "ge-1 infantry 2-2-5/1-1": "X0505", "ge-2 infantry 1-1-5": "X1201"}
    game = fm.game(field(), units, phase="combat", victory=hold("X0505"), tables=fm.always("D2"))
    fm.attack(game, "X0505", "cw-1")
    assert choice(game, "ge") == "stand ge-1"
    game = fm.game(field(), units, phase="combat", victory=hold("X1212"), tables=fm.always("D2"))
    fm.attack(game, "X0505", "cw-1")
    assert choice(game, "ge") == "fall back"


def test_it_advances_onto_an_objective() -> None:
    units = {"cw-1 infantry 9-4-5/2-2": "X0506", "ge-1 infantry 2-2-5": "X0505", "ge-2 infantry 1-1-5": "X1201"}
    game = fm.game(field(), units, phase="combat", victory=hold("X0505"), tables=fm.always("D2"))
    fm.attack(game, "X0505", "cw-1")
    game.apply("fall back")
    while game.decision is not None and game.decision.kind == "retreat":
        game.apply(next(iter(game.legal_actions())))
    assert choice(game) == "advance cw-1 X0505"


def test_it_loses_the_cheapest_step() -> None:
    units = {
        "cw-1 armour 9-9-9/5-5": "X0506",
        "cw-2 infantry 2-2-5/1-1": "X0405",
        "ge-1 infantry 2-2-5/1-1": "X0505",
        "ge-2 infantry 1-1-5": "X1201",
    }
    game = fm.game(field(), units, phase="combat", tables=fm.always("(A)"))
    fm.attack(game, "X0505", "cw-1", "cw-2")
    assert choice(game) == "reduce cw-2"


def test_support_fire_goes_where_it_tips_the_scale() -> None:
    units = {"cw-1 infantry 4-4-5/2-2": "X0506", "ge-1 infantry 3-3-5/1-1": "X0505", "ge-2 infantry 1-1-5": "X1201"}
    special = fm.support("2/0", cw=[6, 6])
    game = fm.game(field(), units, phase="combat", special=special, victory=hold("X0505"))
    game.apply("attack X0505 with cw-1")
    assert choice(game) == "support"
    weak = {"cw-1 infantry 1-4-5/1-2": "X0506", "ge-1 infantry 9-30-5/5-5": "X0505", "ge-2 infantry 1-1-5": "X1201"}
    game = fm.game(field(), weak, phase="combat", special=fm.support("2/0", cw=[1, 1]))
    game.apply("attack X0505 with cw-1")
    assert choice(game) == "pass"


def test_it_shells_who_stands_in_the_open_and_not_a_fortification() -> None:
    units = {"cw-1 infantry 5-1-3": "X0101", "ge-1 infantry 9-3-3/4-1": "X0606"}
    special = fm.support(2, cw=(9, 9))
    open_ground = fm.game(field(), units, phase="bombardment", special=special, victory=hold("X0606"))
    assert choice(open_ground).startswith("bombard X0606")
    fort = field(features={"fort": "X0606"})
    assert choice(fm.game(fort, units, phase="bombardment", special=special, victory=hold("X0606"))) == "end phase"


def test_it_beats_random_on_open_ground() -> None:
    scenario = formats.load_scenario("arracourt")
    rules = Game(scenario).rules
    for side in scenario.sides:
        game = Game(scenario, 5, rules=rules)
        seats = {key: make("staff" if key == side else "random", key, 5) for key in scenario.sides}
        while (decision := game.decision) is not None:
            game.apply(seats[decision.side].choose(game), trusted=True)
        outcome = game.outcome()
        assert outcome is not None
        assert outcome.winner == side


@pytest.mark.parametrize("leader", ["cw", "ge"])
@pytest.mark.parametrize(("defense", "wanted"), [(1, "attack X0505 with cw-1"), (2, "end phase")])
def test_it_attacks_what_pays_in_the_last_turn_whoever_leads(defense: int, wanted: str, leader: str) -> None:
    units = {"cw-1 infantry 9-4-5/2-2": "X0506", f"ge-1 infantry 2-{defense}-5/1-1": "X0505"}
    victory = Victory(scoring=(Scoring("eliminated", 1),), handicap={leader: 9})
    assert choice(fm.game(field(), units, phase="combat", victory=victory, turns=Turns(3), turn=3)) == wanted


def test_who_could_strike_is_found_as_if_all_of_the_enemy_were_asked() -> None:
    game = Game(formats.load_scenario("arracourt"), 3)
    assert all(_strikers_found(game, side) > 5 for side in range(2))


def test_who_could_strike_is_found_in_a_crowd() -> None:
    assert max(_strikers_found(game, side) for game in crowds(4) for side in range(2)) > 5


@pytest.mark.parametrize("seed", seeds(12, 60))
def test_who_could_strike_is_found_among_units_of_every_kind(seed: int) -> None:
    board, land, _ = random_ground(seed)
    random = Random(seed)
    random.shuffle(land)
    units = {}
    for number in range(12):
        flags = [flag for flag in ("mobile", "commando", "no_zoc") if random.random() < 0.4]
        movement = random.randint(0, 9)
        units[f"{'cw' if number % 2 else 'ge'}-{number} infantry 1-1-{movement} {' '.join(flags)}"] = land.pop()
    game = fm.game(board, units)
    for side in range(2):
        _strikers_found(game, side)


@pytest.mark.parametrize("road", ["", " ".join(f"X{column:02}06" for column in range(1, 13))])
def test_who_could_strike_deep_into_zones_of_control_is_found(road: str) -> None:
    """Ours hold every second hex of every second column, so that all ground between them lies in their zones: commandos
    go through them, mobile units pay, and the others stop (6.1)."""
    held = [f"X{column:02}{row:02}" for column in range(2, 11, 2) for row in range(2, 11, 2) if not road or row != 6]
    units = {f"cw-{number} infantry 1-1-1": name for number, name in enumerate(held)}
    places = [f"X12{row:02}" for row in range(1, 13)] + [f"X01{row:02}" for row in range(1, 13)]
    for number, name in enumerate(places):
        flag = ("commando", "mobile", "")[number % 3]
        units[f"ge-{number} infantry {number % 4 + 1}-1-{number % 7 + 3} {flag}".strip()] = name
    game = fm.game(field(road=road), units)
    assert _strikers_found(game, 0) > 5


@pytest.mark.rule("fm:6.1")
@pytest.mark.parametrize(("movement", "last"), [(4, "X0206"), (5, "X0306"), (6, "X0206"), (7, "X0306")])
def test_what_is_left_of_an_odd_allowance_leads_two_hexes_deep_into_zones_of_control(movement: int, last: str) -> None:
    """Half of it, rounded down, for each hex leaves a point for the road, which is half a point a hex."""
    road = " ".join(f"X{column:02}06" for column in range(1, 13))
    held = [f"X{column:02}{row:02}" for column in range(2, 12) for row in (5, 7)]
    units = {f"cw-{number} infantry 1-1-1": name for number, name in enumerate(held)}
    game = fm.game(field(road=road), {**units, f"ge-1 infantry 1-1-{movement} mobile": "X0106"})
    rules: Any = game.rules
    state: Any = game.state
    reached = MARCH.reach_of(rules.field, state, rules.field.roster.find("ge-1")).cost
    assert max(name for name in map(rules.field.grid.name, reached) if name.endswith("06")) == last
    assert _strikers_found(game, 0) == 1


def _strikers_found(game: Game, side: int) -> int:
    """How many could strike at most at one hex; all of them have to be found at every hex, in their order."""
    rules: Any = game.rules
    state: Any = game.state
    view, found = View(rules, state, side), dict[int, list[int]]()
    for foe in view.foes:
        reached = MARCH.reach_of(rules.field, state, foe).cost
        for h in {n for at in reached for n in rules.field.ground.open[at]}:
            found.setdefault(h, []).append(view.attack(foe))
    for h in rules.field.grid.hexes:
        wanted = sorted(found.get(h, ()), reverse=True)
        assert [*view.strikers(h)] == wanted
        assert view.threat(h) == wanted[:3]
    return max(map(len, found.values()), default=0)


def test_attacks_are_set_up_as_if_every_offer_were_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a crowd, so that the same units could attack several enemies."""
    several = 0
    for game in crowds(6):
        several += _planned_alike(game, monkeypatch)
    assert several > 3


def crowds(count: int) -> Iterator[Game]:
    """Games in the movement phase in which all units stand close together, anywhere."""
    random = Random(4)
    for _ in range(count):
        game = Game(formats.load_scenario("arracourt"), 3)
        assert game.decision is not None
        while game.decision.kind != "movement":
            game.apply("end phase")
        rules: Any = game.rules
        grid = rules.field.grid
        crowd = grid.within(random.choice([h for h in grid.hexes if len(grid.within(h, 4)) > 60]), 4)
        crowd = [h for h in crowd if rules.field.ground.open[h]]
        units = [u for u, at in enumerate(game.state.where) if at >= 0]
        for unit, h in zip(units, random.sample(crowd, min(len(units), len(crowd))), strict=False):
            rules.field.put(game.state, unit, h)
        yield game


def _planned_alike(game: Game, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether several attacks are set up; the plan has to be the one that comes of looking at every target again."""
    rules: Any = game.rules
    view = view_of(game)
    quick = Moves(view, mobile=False)
    orders = quick.orders()
    with monkeypatch.context() as patched:
        patched.setattr(Moves, "_upset", lambda moves, group: set(moves.view.foe_hexes))
        assert Moves(view, mobile=False).orders() == orders
    assert all(
        quick._depths[h] == min(rules.field.distance(h, foe) for foe in view.foe_hexes)
        for h in rules.field.grid.hexes
        if view.foe_hexes
    )
    return len(quick.attacked) > 1


@pytest.mark.parametrize("prizes", [True, False])
def test_where_a_unit_goes_is_worth_most_of_all_hexes(prizes: bool) -> None:
    stood = 0
    for game in crowds(3):
        view = view_of(game)
        if not prizes:
            view.prizes.goals.clear()
        moves = Moves(view, mobile=True)
        for u, way in moves.ways.items():
            here = view.state.where[u]
            goals = {h for h in (*way.goals, here) if h >= 0 and h not in moves.taken}
            if goals:
                best = max(goals, key=lambda h, u=u, here=here: (plain_worth(moves, u, h) + 0.05 * (h == here), -h))
                assert moves._best_of(u, goals) == best
                moves.put(u, best)
                stood += best != here
    assert stood > 20


def plain_worth(moves: Moves, u: int, h: int) -> float:
    """What a hex is worth to a unit: cover, friends, objectives, danger and how far the enemy is."""
    view, ground = moves.view, moves.rules.field.ground
    friends = sum(n in moves.taken for n in ground.near[h])
    cover = moves.rules.field.lines[ground.best_line(ground.hex_lines(h))] + (2 if ground.fort[h] else 0)
    worth = 0.08 * cover + 0.1 * min(friends, 2) + view.prize(h) + 0.5 * view.pull(h)
    hunger = 0.02 if view.prizes.goals else 0.06
    return (
        worth
        - 0.6 * view.danger(u, h, friends)
        - hunger * min(moves.rules.field.distance(h, f) for f in view.foe_hexes)
    )


def test_the_best_refuge_is_the_first_of_the_best_of_all() -> None:
    staff, chosen = FmStaff("us"), set()
    for game in crowds(3):
        view = view_of(game)
        for u in view.mine:
            actions = [Action("retreat", (u, n)) for n in view.rules.field.ground.open[view.state.where[u]]]
            best = max(actions, key=partial(plain_refuge, view))
            assert staff._safest(view, actions) == best
            chosen.add(actions.index(best))
    assert len(chosen) > 3


def test_an_attack_is_weighed_as_if_it_had_not_been_weighed_before(monkeypatch: pytest.MonkeyPatch) -> None:
    quick, weighed = FmStaff._weighed, list[bool]()

    def checked(staff: FmStaff, view: View, target: int, units: list[int], support: float) -> float:
        before = len(staff._weighed_before)
        found = quick(staff, view, target, units, support)
        weighed.append(len(staff._weighed_before) > before)
        assert found == view.assault_worth(target, {u: view.state.where[u] for u in units}, support)
        return found

    monkeypatch.setattr(FmStaff, "_weighed", checked)
    played("arracourt", 3, {"us": "staff", "ger": "staff"}, turns=5)
    assert min(weighed.count(True), weighed.count(False)) > 30


def plain_refuge(view: View, action: Action) -> float:
    """What the end of a retreat is worth: cover, objectives, danger."""
    (u, h), ground = action.args, view.rules.field.ground
    friends = sum(n in view.state.stacks for n in ground.near[h])
    cover = view.rules.field.lines[ground.best_line(ground.hex_lines(h))]
    return 0.08 * cover + 0.4 * view.pull(h, theirs=1.0) - view.danger(u, h, friends)


def view_of(game: Game) -> View:
    """The position as the side sees it that is to choose."""
    rules: Any = game.rules
    state: Any = game.state
    assert game.decision is not None
    return View(rules, state, list(game.scenario.sides).index(game.decision.side))


def shelling(left: int, result: str, **units: str) -> Game:
    """Some markers are left; ge-1 in X0404 is weak and ge-2 in X0808 strong; every bombardment has one result."""
    given = {"cw-1 infantry 1-1-1": "X0112", "ge-1 infantry 1-1-3": "X0404", "ge-2 infantry 9-9-3": "X0808"}
    given |= {f"{text}": name for text, name in units.items()}
    special = fm.support(left, cw=(2,) * left)
    return fm.game(field(), given, phase="bombardment", special=special, tables=fm.always(result))


@pytest.mark.parametrize(
    ("left", "result", "wanted"),
    [
        # One marker is kept back.
        (1, "De", "end phase"),
        (2, "De", "bombard X0808 with 1"),
        (3, "De", "bombard X0808 with 1"),
        (2, "-", "end phase"),
        (2, "(A)", "end phase"),
        (2, "Ex", "end phase"),
        (2, "A2", "end phase"),
    ],
)
def test_it_shells_whom_it_hurts_most_and_keeps_a_marker(left: int, result: str, wanted: str) -> None:
    assert choice(shelling(left, result)) == wanted


def test_it_keeps_two_markers_for_an_attack_that_pays() -> None:
    def chosen(left: int) -> str:
        given = {"cw-1 infantry 9-4-3/2-2": "X0405", "ge-1 infantry 1-1-3": "X0404", "ge-2 infantry 9-9-3": "X0808"}
        special = fm.support(left, cw=(2,) * left)
        return choice(fm.game(field(), given, phase="bombardment", special=special, tables=fm.always("De")))

    assert [chosen(left) for left in (2, 3, 4)] == ["end phase", "end phase", "bombard X0808 with 1"]


@pytest.mark.parametrize(
    ("friends", "displacement", "shut_in"),
    [
        ((), False, False),
        (("X0204",), False, False),
        (("X0204", "X0205"), False, True),
        (("X0204", "X0205"), True, False),
        (("X0204", "X0205", "X0206"), True, True),
    ],
)
def test_who_has_friends_two_deep_behind_it_has_nowhere_to_go(
    friends: tuple[str, ...], displacement: bool, shut_in: bool
) -> None:
    """Land is one column of six hexes; a retreat of two goes through a friend, but ends where nobody stands (8.3)."""
    units = {f"ge-{n} infantry 1-1-1": at for n, at in enumerate(friends, 2)}
    units |= {"cw-1 infantry 9-3-3": "X0202", "ge-1 infantry 3-3-3/2-2": "X0203"}
    game = fm.game(corridor(6), units, phase="combat", options={"displacement": displacement})
    view = view_of(game)
    assert view.shut_in(view.rules.field.roster.find("ge-1")) is shut_in
