"""What the staff of Twilight's Last Gleaming 2 works out quickly is what comes of working it out plainly."""

from __future__ import annotations

from collections.abc import Set
from itertools import islice, product
from random import Random
from typing import Any

import pytest
import tlg2_field as tlg
from hex_field import field

from engine import formats
from engine.mechanics.bits import bits, mask_of
from engine.play import Action, Game
from engine.players import seat
from engine.systems.twilights_last_gleaming import aftermath, battle, contact, fire
from engine.systems.twilights_last_gleaming.staff import assaults
from engine.systems.twilights_last_gleaming.staff import fights as chapter
from engine.systems.twilights_last_gleaming.staff.answers import gain
from engine.systems.twilights_last_gleaming.staff.fights import Fights
from engine.systems.twilights_last_gleaming.staff.forecast import Forecast, promising
from engine.systems.twilights_last_gleaming.staff.ground import Share
from engine.systems.twilights_last_gleaming.staff.moves import Moves
from engine.systems.twilights_last_gleaming.staff.offers import Offer, Offers
from engine.systems.twilights_last_gleaming.staff.plans import STEADY, TEMPERS, WARY, Plan, Temper
from engine.systems.twilights_last_gleaming.staff.staff import TlgStaff, in_the_way
from engine.systems.twilights_last_gleaming.staff.view import View


@pytest.fixture(scope="module")
def games() -> dict[str, list[Game]]:
    """Positions of two battles between greedy players, by the kind of decision in them."""
    found: dict[str, list[Game]] = {"movement": [], "combat": []}
    for name, turns in (("lundys_lane", 3), ("chippewa", 3)):
        game = Game(formats.load_scenario(name), 5)
        players = seat(["greedy"], game.scenario.sides, 5)
        last = ""
        while (decision := game.decision) is not None and game.state.turn <= turns:
            if decision.kind in found and (decision.kind == "combat" or last != decision.kind):
                found[decision.kind].append(game.copy())
            last = decision.kind
            game.apply(players[decision.side].choose(game), trusted=True)
    assert len(found["combat"]) > 20
    assert len(found["movement"]) > 8
    return found


def view_of(game: Game) -> View:
    """What the side that decides sees."""
    rules: Any = game.rules
    state: Any = game.state
    assert game.decision is not None
    return View(rules, state, list(game.scenario.sides).index(game.decision.side))


def plain_best(fights: Fights, most: int) -> list[chapter.Attack]:
    """The best of the first so many allotments, each weighed as a whole."""
    units, net = fights._units, fights.net
    choices = [sorted(net.hexes[u], key=fights.view.defence) for u in units]
    best: tuple[float, list[chapter.Attack]] = (float("-inf"), [])
    whole = chapter.Knot(tuple(units), net, fights._attack)
    for picks in islice(product(*choices), most):
        attacks = whole.attacks(picks)
        if attacks is not None:
            worth = sum(attacks[place].worth for place in sorted(attacks))
            if worth > best[0] + 1e-9:
                best = worth, [attacks[place] for place in sorted(attacks)]
    return best[1]


@pytest.mark.parametrize("most", [7, 600])
def test_knots_solved_one_by_one_give_the_best_of_all_allotments(
    games: dict[str, list[Game]], most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chapter, "_COMBINATIONS", most)
    several = 0
    for game in games["combat"]:
        fights = Fights(view_of(game))
        several += len(fights._joined()) > 1
        assert fights._best() == plain_best(fights, most)
    assert several > 5


def test_a_phase_is_planned_as_if_nothing_had_been_planned_before(games: dict[str, list[Game]]) -> None:
    """Each plan takes over what the one before found out, also where that was of another phase, or of later."""
    kept = 0
    for positions in (games["combat"], games["combat"][::-1]):
        fights: Fights | None = None
        for game in positions:
            fights = Fights(view_of(game), fights)
            kept += len(fights._knots)
            assert fights.plan() == Fights(view_of(game)).plan()
    assert kept > 10


def test_of_allotments_that_are_worth_the_same_the_first_is_taken() -> None:
    """Two alike each stand next to the same two enemies: who takes which is all the same."""
    places = {"us-1 infantry 8": "X0505", "us-2 infantry 8": "X0506"}
    grid = field().grid
    ours = [grid.parse(place) for place in places.values()]
    between = sorted(h for h in grid.neighbours[ours[0]] if grid.adjacent(h, ours[1]))
    foes = {f"ac-{n} infantry 1": grid.name(h) for n, h in enumerate(between, 1)}
    fights = Fights(view_of(tlg.game(field(), {**places, **foes}, phase="combat")))
    first, second = fights.net.hexes[0]
    assert [(attack.targets, attack.near) for attack in fights._best()] == [((first,), (0,)), ((second,), (1,))]


@pytest.mark.parametrize("most", [1, 5, 12, 23, 24, 600])
def test_blocks_hold_the_first_combinations_in_order(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chapter, "_COMBINATIONS", most)
    choices = [[1, 2], [3], [4, 5, 6], [7, 8, 9, 10]]
    found = [picks for block in chapter._blocks(choices) for picks in product(*block)]
    assert found == list(islice(product(*choices), most))


def test_fields_of_fire_are_those_of_the_rules(games: dict[str, list[Game]]) -> None:
    shots = 0
    for game in games["combat"]:
        fights = Fights(view_of(game))
        field, state, side = fights.rules.field, fights.state, fights.side
        plain: dict[int, list[int]] = {}
        for h in contact.target_hexes(field, state, side):
            for gun in contact.bombarders(field, state, side, h):
                plain.setdefault(gun, []).append(h)
        assert fights._fire() == plain
        shots += len(plain)
    assert shots > 5


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"enfilade_counts_bombardment": True},
        {"attenuating_units": "uninvolved"},
        {"odds_limit": "after_shifts"},
    ],
)
def test_columns_with_guns_are_those_of_the_rules(options: dict[str, Any]) -> None:
    """The guns stand behind those who attack: how many attack, and who is in the way, depends on the options."""
    units = {
        "us-1 infantry 2/1": "X0506",
        "us-2 infantry 2/1": "X0606",
        "us-3 artillery 6 range 8": "X0508",
        "us-4 artillery 5 range 8": "X0608",
        "ac-1 infantry 4/2": "X0505",
    }
    game = tlg.game(field(), units, phase="combat", options=options)
    view = view_of(game)
    fights, targets = Fights(view), (view.foe_hexes[0],)
    for near in ((), (0,), (0, 1)):
        for guns in ((2,), (3,), (2, 3)):
            odds = battle.odds(view.rules.field, view.state, targets, (*near, *guns))
            assert fights._column(targets, near, guns) == odds.column


def test_who_is_driven_back_gives_up_more_with_a_heavy_battery() -> None:
    units = {"us-1 artillery 6 range 8": "X0506", "us-2 artillery 6 range 8 heavy_battery": "X0606"}
    ground = view_of(tlg.game(field(), {**units, "ac-1 infantry 4/2": "X0505"}, phase="combat")).ground
    back = Share(1.0, steps=0, back=True, dead=False)
    light, heavy = (ground.suffered([back], ((unit,), (1,), (0.0,))) for unit in (0, 1))
    assert heavy > light > 0
    assert ground.suffered([back], ((0,), (1,), (0.5,))) == light + 0.5
    assert ground.suffered([back._replace(chance=0.5)], ((0,), (1,), (0.0,))) == light / 2


def test_who_could_bombard_is_known_anew_after_every_action(games: dict[str, list[Game]]) -> None:
    several = 0
    for game in games["combat"]:
        rules: Any = game.rules
        state: Any = game.state
        field, side = rules.field, view_of(game).side
        for h in contact.target_hexes(field, state, side):
            guns = [
                u for u in bits(field.roster.guns & field.roster.of_side[side] & ~state.fought) if state.where[u] >= 0
            ]
            plain = tuple(
                u
                for u in guns
                if not any(fire.fire_breaches(field, state, u, h)) and h not in field.ground.control[state.where[u]]
            )
            assert contact.bombarders(field, state, side, h) == plain
            several += len(plain) > 1
    assert several > 5


def test_what_is_remembered_of_other_positions_changes_no_attack(games: dict[str, list[Game]]) -> None:
    def forget(view: View) -> View:
        for memory in (view.ground._gains, view.ground._pains, view.ground._odds):
            memory.clear()
        return view

    # Forwards and backwards: a game may be taken back, or be another one.
    for positions in (games["combat"], games["combat"][::-1]):
        remembered = [Fights(view_of(game)).plan() for game in positions]
        assert remembered == [Fights(forget(view_of(game))).plan() for game in positions]
        assert sum(map(len, remembered)) > len(positions)


def test_plans_are_the_same_whatever_was_planned_before_them(games: dict[str, list[Game]]) -> None:
    differing = 0
    for game in games["movement"]:
        moves = Moves(view_of(game))
        plans = [moves.make(temper) for temper in TEMPERS]
        assert plans == [Moves(view_of(game)).make(temper) for temper in TEMPERS]
        differing += len({tuple(plan.place.items()) for plan in plans}) > 1
    assert differing > 4


@pytest.mark.parametrize(
    ("leads", "found"),
    [
        ([0.0, 2.0, 1.0, -0.6], [0, 1, 2]),
        ([0.0, 2.0, -0.4, 1.0], [0, 1, 2, 3]),
        ([0.0, 2.0, -0.5, 1.0], [0, 1, 3]),
        ([-9.0, 2.0, 1.0, 1.0], [0, 1, 2, 3]),
        ([4.0, 2.0, 1.0, 1.5, 0.0], [0, 1, 2, 3]),
    ],
)
def test_the_worst_plan_is_dropped_where_it_is_far_behind_but_never_the_first(
    leads: list[float], found: list[int]
) -> None:
    assert list(promising(leads)) == found


def test_of_four_plans_a_hopeless_one_is_not_played_further(
    games: dict[str, list[Game]], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = games["movement"][0]
    view = view_of(game)
    plans = [Moves(view).make(temper) for temper in TEMPERS]
    forecast = Forecast(view.rules, view.state, view.side)
    begun = iter([0.0, 1.0, -5.0, 2.0])
    monkeypatch.setattr(Forecast, "_begun", lambda *_: (view.state, None, next(begun)))
    monkeypatch.setattr(Forecast, "lead", lambda _, state, luck: luck)
    monkeypatch.setattr(Forecast, "_ended", lambda _, state, step, luck: -luck)
    # By what comes of them the third would be the best, which is not looked at; of three plans all are.
    assert forecast.best(plans) is plans[0]
    begun = iter([0.0, 1.0, -5.0])
    assert forecast.best(plans[:3]) is plans[2]


def plain_battery(moves: Moves, gun: int, target: int, taken: set[int]) -> int | None:
    """The hex that is best for a gun of all that it can move to."""
    view, placed = moves.view, moves.plan.taken
    sites = []
    for h in moves.ways[gun].found.cost:
        most = view.fire(gun, h, target, view.foe_set)
        if most and h not in taken and h not in placed and not moves.stands_on(gun, h):
            danger = view.danger(gun, h, 1)
            worth = 2.0 * view.fire(gun, h, target, taken, placed, view.foe_set) - danger
            sites.append((worth, 2.0 * most - danger, -h))
    return -max(sites)[2] if sites else None


def test_a_gun_goes_to_the_best_of_all_hexes_that_it_can_move_to(games: dict[str, list[Game]]) -> None:
    found = hidden = 0
    for game in games["movement"]:
        view = view_of(game)
        planned = Moves(view)
        planned.make(STEADY)
        for moves in (Moves(view), planned):
            for gun, *_ in moves._spans:
                for target in view.foe_hexes:
                    beside = [h for h in view.rules.field.ground.control[target] if h not in view.foe_set]
                    for taken in ({*beside[:2]}, {*moves.ways[gun].found.cost} - {*beside}):
                        best = plain_battery(moves, gun, target, taken)
                        battery = moves._battery(gun, target, taken)
                        assert (battery.hex if battery else None) == best
                        assert best is None or gun in [near for near, *_ in moves._guns_near(target)]
                        found += best is not None
                        hidden += best is None
    assert found > 50
    assert hidden > 50


def test_no_gun_is_stronger_than_was_thought_possible(games: dict[str, list[Game]]) -> None:
    weak = 0
    for game in games["movement"]:
        moves = Moves(view_of(game))
        for target in moves.view.foe_hexes:
            for gun, power, safest in moves._guns_near(target):
                hexes = moves.ways[gun].found.cost
                shots = {h: moves.view.fire(gun, h, target) for h in hexes}
                assert max(shots.values()) <= power
                weak += power < moves.view.strength(gun)
                assert safest == min(moves.view.danger(gun, h, 1) for h in hexes)
                _, anywhere, within_half = moves._sites_near(gun, target)
                for h in hexes:
                    if shots[h] and not moves.stands_on(gun, h):
                        assert moves.view.danger(gun, h, 1) >= (anywhere if shots[h] == 1 else within_half)
    assert weak > 5


def test_the_best_offer_is_the_first_of_those_worth_most_and_offers_fall_with_their_units_and_hexes() -> None:
    random = Random(3)
    touched = 0
    for _ in range(200):
        offers, plain = Offers(), dict[int, Offer]()
        for _ in range(30):
            target, units = random.randrange(8), random.sample(range(12), 2)
            offer = float(random.randrange(4)), target, {u: random.randrange(20, 40) for u in units}
            if random.random() < 0.3:
                offers.put(target, None)
                plain.pop(target, None)
            else:
                offers.put(target, offer)
                plain[target] = offer
            best = max(plain.values(), key=lambda offer: (offer[0], -offer[1]), default=None)
            assert offers.best() == best
        places, gone = {*random.sample(range(20, 40), 3)}, {*random.sample(range(12), 2)}
        fallen = {h for h, (*_, group) in plain.items() if places & {*group.values()} or gone & group.keys()}
        assert {*offers.touched_by(places, gone)} == fallen
        touched += len(fallen)
        offers.doubtful.update(fallen)
        for target in fallen:
            offers.put(target, plain[target])
        assert not offers.doubtful
    assert touched > 100


def test_each_attack_that_is_set_up_is_what_could_be_offered_just_then(
    games: dict[str, list[Game]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though offers that have lost units or hexes to others are looked for again only when it is their turn."""
    put, found, seen, doubts = Plan.put, dict[int, Offer](), set[str](), 0

    def watched(plan: Plan, u: int, h: int, why: str) -> None:
        if why not in seen:
            seen.add(why)
            offer = moves._offer(next(h for h in moves.view.foe_hexes if why == f"to attack {grid.name(h)}"))
            assert offer is not None
            found.update(dict.fromkeys(offer[2], offer))
        assert found[u][2][u] == h
        put(plan, u, h, why)

    class Counted(Offers):
        def touched_by(self, places: Set[int], units: Set[int]) -> list[int]:
            nonlocal doubts
            hexes = super().touched_by(places, units)
            doubts += len(hexes) if units else 0
            return hexes

    monkeypatch.setattr(Plan, "put", watched)
    monkeypatch.setattr(assaults, "Offers", Counted)
    for game in games["movement"]:
        moves, grid = Moves(view_of(game)), game.rules.field.grid
        for temper in TEMPERS:
            found.clear()
            seen.clear()
            moves.plan = Plan({u: moves.state.where[u] for u in moves.fixed}, temper=temper)
            moves.set_up_attacks()
    assert doubts > 20


def test_no_attack_is_found_where_none_was_thought_possible(
    games: dict[str, list[Game]], monkeypatch: pytest.MonkeyPatch
) -> None:
    hopeless = 0
    for game in games["movement"]:
        moves = Moves(view_of(game))
        moves.plan = Plan({u: moves.state.where[u] for u in moves.fixed}, temper=WARY)
        for target in moves.view.foe_hexes:
            if moves._hopeless(target):
                hopeless += 1
                offer = moves._offer(target)
                assert offer is None or offer[0] < WARY.least - 0.4
    assert hopeless > 20


def test_a_view_takes_over_what_depends_on_the_enemy_alone(games: dict[str, list[Game]]) -> None:
    for game in games["movement"]:
        first = view_of(game)
        mine = [(u, first.state.where[u]) for u in first.mine]
        dangers = [first.danger(u, h, 1) for u, h in mine]
        second, third = view_of(game.copy()), view_of(game.copy())
        second.remember(first)
        assert second._dangers is first._dangers
        assert [view_of(game).danger(u, h, 1) for u, h in mine] == dangers
        third.state.steps[third.foes[0]] += 1
        third.remember(first)
        assert third._dangers is not first._dangers


def test_who_has_anywhere_to_retreat_to_is_said_as_the_rules_find_it(games: dict[str, list[Game]]) -> None:
    nowhere = 0
    for game in games["combat"]:
        rules: Any = game.rules
        state: Any = game.state
        for u, at in enumerate(state.where):
            if at >= 0:
                near = rules.field.ground.passable[at]
                for held in ((), near[:3], near):
                    found = bool(aftermath.retreat_options(rules.field, state, u, held))
                    assert aftermath.may_retreat(rules.field, state, u, held) is found
                    nowhere += not found
    assert nowhere > 5


def test_whether_anybody_is_owed_a_combat_is_said_as_in_words(games: dict[str, list[Game]]) -> None:
    answers = set()
    for game in games["combat"]:
        rules: Any = game.rules
        state: Any = game.state
        side = view_of(game).side
        owed = contact.is_owed(rules.field, state, side)
        assert owed is bool(contact.owed_text(rules.field, state, side)[0])
        assert state.top.is_asking(rules.field, state) is (state.top.decision(rules.field, state) is not None)
        answers.add(owed)
    assert answers == {True, False}


def test_what_is_in_the_way_makes_a_move_illegal(games: dict[str, list[Game]]) -> None:
    stopped = 0
    for game in games["movement"]:
        view = view_of(game)
        for u in view.mine:
            for h in view.rules.field.grid.neighbours[view.state.where[u]]:
                move = Action("move", (u, h))
                if in_the_way(view.rules, view.state, move):
                    stopped += 1
                    assert not game.verdict(move)
    assert stopped > 20


def test_no_gun_does_more_for_an_attack_than_was_thought_possible(games: dict[str, list[Game]]) -> None:
    close = 0
    for game in games["movement"]:
        moves = Moves(view_of(game))
        for target in moves.view.foe_hexes:
            offer = moves._offer(target)
            group = {u: h for u, h in offer[2].items() if not moves.rules.field.roster.gun[u]} if offer else {}
            assault = moves._assault(target, group, moves._stirred(target, group.values()))
            fire = moves._bombards(target, group, {})
            for gun, *_ in moves._guns_near(target):
                battery = moves._battery(gun, target, {*group.values()})
                if battery is not None:
                    guns = moves._bombards(target, group, {gun: battery.hex})
                    gain = moves._assault_worth(assault, guns) - moves._assault_worth(assault, fire)
                    most = moves._most_gain(assault, fire, battery.strength)
                    assert gain <= most + 1e-9
                    close += gain > most - 1e-9
    assert close > 10


def test_offers_are_the_same_when_no_gun_is_passed_over(
    games: dict[str, list[Game]], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    battery = Moves._battery
    monkeypatch.setattr(Moves, "_battery", lambda moves, gun, *rest: asked.append(gun) or battery(moves, gun, *rest))
    passed_over = 0
    for game in games["movement"]:
        for done in range(3):
            view = view_of(game.copy())
            # Those who have moved fire from where they are, whatever the others do.
            view.state.moved |= mask_of([u for u in view.mine if view.rules.field.roster.gun[u]][:done])
            quick, plain = Moves(view), Moves(view)
            offers = [quick._offer(target) for target in view.foe_hexes]
            few = len(asked)
            with monkeypatch.context() as opened:
                opened.setattr(Moves, "_most_gain", lambda *_: float("inf"))
                assert [plain._offer(target) for target in view.foe_hexes] == offers
            passed_over += len(asked) - 2 * few
            asked.clear()
    assert passed_over > 10


def test_a_gun_is_brought_to_a_target_that_others_fire_at_from_where_they_are() -> None:
    units = {"us-gun artillery 6 range 8": "X0606", "us-gun2 artillery 1 range 8": "X0706", "ac-1 infantry 4": "X0602"}
    view = view_of(tlg.game(field(columns=16, rows=16), units))
    first, second = (view.rules.field.roster.find(key) for key in ("us-gun", "us-gun2"))
    view.state.moved |= 1 << first
    moves = Moves(view)
    (target,) = view.foe_hexes
    alone = moves._assault(target, {}, ())
    assert moves._most_gain(alone, 6, 1) == 0.0, "the second changes no odds"
    offer = moves._offer(target)
    assert offer is not None
    assert set(offer[2]) == {second}


def test_what_a_gun_could_do_from_a_hex_is_the_most_against_anybody(games: dict[str, list[Game]]) -> None:
    found = 0
    for game in games["movement"]:
        moves = Moves(view_of(game))
        view = moves.view
        for gun, *_ in moves._spans:
            for h in [*moves.ways[gun].found.cost][::3]:
                fire = [view.fire(gun, h, foe, view.foe_set) for foe in view.foe_hexes]
                most = max((0.3 + 0.3 * strength for strength in fire if strength), default=0.0)
                assert moves._fire_worth(gun, h) == (-1.0 if view.foe_zone[h] else most)
                found += most > 0
    assert found > 20


def test_the_taken_hexes_of_a_plan_are_those_of_its_units(games: dict[str, list[Game]]) -> None:
    for game in games["movement"]:
        plan = Moves(view_of(game)).make(STEADY)
        assert plan.taken == set(plan.place.values())


def test_who_was_in_the_way_is_planned_anew_and_nothing_played_out_again(
    games: dict[str, list[Game]], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = games["movement"][0].copy()
    side = view_of(game).side
    staff = TlgStaff(list(game.scenario.sides)[side])
    monkeypatch.setattr(Forecast, "best", lambda forecast, plans: next(plan for plan in plans if plan.temper == WARY))
    game.apply(staff.choose(game))
    monkeypatch.setattr(Forecast, "best", lambda *_: pytest.fail("played out again"))
    tempers: list[Temper] = []
    make = Moves.make
    monkeypatch.setattr(Moves, "make", lambda moves, temper: tempers.append(temper) or make(moves, temper))
    # The order of somebody who cannot go where he was to go.
    staff._orders.append((Action("move", (staff._orders[-1][0].args[0], 0)), "in the way"))
    while (decision := game.decision) is not None and decision.kind == "movement":
        game.apply(staff.choose(game))
    assert tempers
    assert set(tempers) == {WARY}


def test_guns_in_danger_make_an_attack_worth_less() -> None:
    units = {"us-1 infantry 4": "X0505", "us-g artillery 3 range 6": "X0506", "ac-1 infantry 9": "X0507"}
    playing = tlg.game(field(), units)
    moves, where = Moves(View(playing.rules, playing.state, 0)), playing.state.where
    assert moves._exposure({0: where[0]}, {1: where[1]}) > moves._exposure({0: where[0]}, {}) >= 0


def test_ground_that_counts_nothing_is_no_gain_and_a_gun_stands_there_badly() -> None:
    units = {"us-1 infantry 4": "X0101", "us-g artillery 3 range 6": "X0102", "ac-1 infantry 1": "X1010"}
    playing = tlg.game(field(), units)
    view = View(playing.rules, playing.state, 0)
    there = playing.scenario.map.grid.parse("X0201")
    assert view.danger(0, there, 2) == view.danger(1, there, 2) == 0
    assert gain(view, 0, there) == 0
    assert gain(view, 1, there) == -1
