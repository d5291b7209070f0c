"""When the staff spies, reconnoitres and negotiates."""

from __future__ import annotations

from typing import Any

from sns_field import begun, campaign, country, unit

from engine.play import Game
from engine.players import make
from engine.scenario import Level, Scoring, Victory
from engine.systems.sun_never_sets.staff.country import Country
from engine.systems.sun_never_sets.staff.view import View

ON = {"intelligence": True, "political": True}
UNITS = (
    unit("br-hq", type="headquarters", strategic=3, movement=10),
    unit("br-dull", type="headquarters", strategic=1, movement=10),
    unit("br-officer", type="headquarters", strategic=0, movement=10, political=True),
    unit("br-1", strength=9, weapon="B", morale="V"),
    unit("br-horse", type="cavalry", strength=3, movement=10),
    unit("na-1"),
    unit("na-2"),
    unit("na-king", type="headquarters", strategic=1, movement=10),
    unit("br-keen", type="headquarters", strategic=3, movement=10),
)


def game(places: dict[str, Any], *dice: int, **more: Any) -> Game:
    """A position in the British movement segment, with a place worth 20 points."""
    victory = Victory(levels=(Level("local", 11),), sudden=75, scoring=(Scoring("occupied", 20, hexes=("S1205",)),))
    return begun(campaign(UNITS, country(), victory=victory), places, "movement", dice=dice, options=ON, **more)


def choice(played: Game, side: str = "british") -> str:
    """What the staff of a side does now."""
    return played.text(make("staff", side, 1).choose(played))


def test_the_best_spy_tries_the_enemy_nearest_to_a_force_of_ours() -> None:
    spies = game({"br-hq": "S0205", "br-dull": "S0205", "br-1": "S0205", "na-1": "S0505", "na-2": "S0705"})
    assert choice(spies) == "spy br-hq on S0505"


def test_of_two_that_spy_as_well_the_first_does() -> None:
    spies = game({"br-hq": "S0205", "br-keen": "S0205", "br-1": "S0205", "na-1": "S0505"})
    assert choice(spies) == "spy br-hq on S0505"


def test_nobody_spies_who_is_more_likely_to_be_caught_or_on_whom_he_knows() -> None:
    dull = game({"br-dull": "S0205", "br-1": "S0205", "na-1": "S0505"})
    assert not choice(dull).startswith("spy")
    far = game({"br-hq": "S0205", "br-1": "S0205", "na-1": "S1205"})
    assert not choice(far).startswith("spy")


def test_a_caught_spy_of_the_enemy_shows_the_nearest_of_his_hexes() -> None:
    caught = game({"br-hq": "S0205", "br-1": "S0205", "na-1": "S0505", "na-2": "S0705"}, 6)
    caught.apply("spy br-hq on S0505")
    assert caught.decision is not None
    assert caught.decision.side == "native"
    assert choice(caught, "native") == "at S0205"


def test_cavalry_reconnoitres_the_enemy_whom_it_meets_once() -> None:
    meets = game({"br-horse": "S0205", "na-1": "S0505", "na-2": "S1201"}, 5)
    meets.apply("march S0205 with br-horse")
    meets.apply("go S0305 S0405")
    assert choice(meets) == "scout S0505 with br-horse"
    meets.apply(choice(meets))
    assert not choice(meets).startswith("scout")


def test_an_officer_negotiates_when_his_force_goes_no_farther() -> None:
    stopped = game({"br-officer": "S0405", "br-1": "S0405", "na-king": "S0505", "na-1": "S0505"}, 5, 4)
    stopped.apply("march S0405 with br-1 br-officer")
    action = choice(stopped)
    assert action == "parley S0505 by br-officer"


def test_an_attack_on_the_unseen_is_worth_the_mean_over_what_may_be_there() -> None:
    made = game({"br-1": "S0405", "na-1": "S0505", "na-2": "S0705"})
    rules: Any = made.rules
    view = View(Country(rules.field), made.state, 0)
    grid, force = rules.field.grid, 1 << rules.field.roster.number["br-1"]
    each = [view._attack(world, force, grid.parse("S0505")) for world in view.worlds]
    assert len(each) > 1
    assert min(each) <= view.attack(force, grid.parse("S0505")) <= max(each)


def test_an_enemy_comes_in_one_march_from_near_by_and_not_from_afar() -> None:
    made = begun(campaign(UNITS, country(30, 10)), {"br-1": "S0405", "na-1": "S0505"}, "movement")
    rules: Any = made.rules
    view = View(Country(rules.field), made.state, 0)
    assert [view.comes(rules.field.grid.parse(name)) for name in ("S0705", "S2805")] == [3, 0]
