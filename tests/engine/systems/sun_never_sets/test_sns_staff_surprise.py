"""When the staff attacks from the march, springs an ambush or keeps out of one, and evades."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from sns_field import begun, breaches, campaign, country, state_of, unit

from engine.play import Game
from engine.players import make
from engine.scenario import Level, Scoring, Victory
from engine.systems.sun_never_sets.answers.forecast import Forecast
from engine.systems.sun_never_sets.base.editions import LEGION
from engine.systems.sun_never_sets.staff import surprise
from engine.systems.sun_never_sets.staff.country import Country
from engine.systems.sun_never_sets.staff.surprise import risk
from engine.systems.sun_never_sets.staff.view import View

ON = {"march_attack": True, "ambush": True, "evasion": True}
UNITS = (
    unit("br-1", strength=9, weapon="B", morale="V"),
    unit("br-2", strength=9, weapon="B", morale="V"),
    unit("br-horse", type="cavalry", strength=3, movement=10),
    unit("na-1", strength=1, weapon="S", morale="R"),
    unit("na-2", strength=9, weapon="B", morale="V"),
    unit("na-3", strength=9, weapon="B", morale="V"),
    unit("na-horse", type="cavalry", strength=4, movement=10),
)


def game(
    places: dict[str, Any], phase: str = "movement", *dice: int, side: str = "british", goal: str = "S1205"
) -> Game:
    """A position in open country with a place worth 20 points."""
    victory = Victory(levels=(Level("local", 11),), sudden=75, scoring=(Scoring("occupied", 20, hexes=(goal,)),))
    special = {"losses": {"british": {"headquarters": 5, "unit": 3}, "native": {"headquarters": 5, "unit": 3}}}
    return begun(
        campaign(UNITS, country(), victory=victory, special=special), places, phase, side=side, dice=dice, options=ON
    )


def choice(played: Game, side: str = "british") -> str:
    """What the staff of a side does now."""
    return played.text(make("staff", side, 1).choose(played))


def marching(places: dict[str, Any], way: str, goal: str = "S1205") -> Game:
    """British units that have marched a way."""
    made = game(places, "movement", 5, 3, 3, goal=goal)
    made.apply("march S0205 with br-1")
    made.apply(f"go {way}")
    return made


def test_it_attacks_the_weak_from_the_march_and_no_match_for_it() -> None:
    weak = marching({"br-1": "S0205", "na-1": "S0605"}, "S0305 S0405 S0505")
    if weak.decision and weak.decision.kind == "ambush":
        weak.apply("pass")
    assert choice(weak) == "storm S0605"
    strong = marching({"br-1": "S0205", "na-2": "S0605", "na-3": "S0605"}, "S0305 S0405 S0505")
    strong.apply("pass")
    assert not choice(strong).startswith("storm")


def entered(british: str, elsewhere: str, lurking: str) -> Game:
    """A British unit has marched next to Natives, another stands far off."""
    made = game({british: "S0205", elsewhere: "S0201", lurking: "S0505"}, "movement", 5, 3, goal="S1201")
    made.apply(f"march S0205 with {british}")
    made.apply("go S0305 S0405")
    return made


def test_it_springs_an_ambush_that_pays() -> None:
    prey = entered("br-horse", "br-1", "na-2")
    assert prey.decision is not None
    assert prey.decision.kind == "ambush"
    weak = entered("br-1", "br-2", "na-1")
    assert choice(weak, "native") == "pass"


def test_an_ambush_brings_less_the_more_it_costs_and_the_stronger_who_pays_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = game({"br-1": "S0505", "na-1": "S0406", "na-2": "S0407"})
    view = View(Country(made.rules.field), state_of(made), 1)
    number, fought = made.rules.field.roster.number, Forecast(0.5, 0.3, dead=(1.0, 2.0), shaken=(0.5, 1.0))

    def brings(who: str = "na-1", **changes: Any) -> float:
        monkeypatch.setattr(surprise, "forecast", lambda *_: replace(fought, **changes))
        return surprise._sprung(view, 1 << number[who], 1 << number["br-1"], 0)

    assert brings(won=0.6) > brings() > brings(lost=0.4)
    assert brings(dead=(1.0, 2.5)) > brings() > brings(dead=(1.5, 2.0))
    assert brings(shaken=(0.5, 1.5)) > brings() > brings(shaken=(1.0, 1.0))
    assert brings() > brings("na-2")


def test_an_ambush_that_names_no_hex_is_one_by_the_only_force_that_may_spring_it() -> None:
    sprung = entered("br-horse", "br-1", "na-2")
    for text in ("ambush with na-2", "ambush"):
        assert sprung.parse(text).args[0] == sprung.scenario.map.grid.parse("S0505"), text
    assert sprung.parse("ambush with na-2") == sprung.parse("ambush from S0505 with na-2")
    assert sprung.parse("ambush") == sprung.parse("ambush from S0505")


@pytest.mark.rule("sns2:21.1")
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("ambush with na-3", {"7.32": "na-3 is not in S0505"}),
        ("ambush with na-1", {"7.32": "na-1 is not in S0505"}),
        ("ambush from S0505 with na-2", {}),
        ("ambush S0505 with na-2", {}),
        ("ambush na-2", {}),
    ],
)
def test_an_ambush_with_units_that_are_not_there_is_one_by_the_only_force_that_may(
    text: str, told: dict[str, str]
) -> None:
    assert breaches(entered("br-horse", "br-1", "na-2"), text) == told


@pytest.mark.rule("sns2:21.1")
def test_an_ambush_that_names_no_hex_is_refused_for_what_bars_the_force_next_to_the_march() -> None:
    """Also in the corner of the map, and when nobody may spring one any more."""
    units = [unit("br-1"), unit("na-1"), unit("na-2", weapon="S")]
    for start, way, near in (("S0302", "S0201 S0101", "S0102"), ("S0505", "S0606", "S0706")):
        places = {"br-1": start, "na-1": near, "na-2": "S1209"}
        made = begun(campaign(units), places, dice=[3], options=ON)
        for text in ("march br-1", f"go {way.split()[0]}"):
            made.apply(text)
        for hexes in way.split()[1:]:
            if made.decision is not None and made.decision.kind == "ambush":
                made.apply("pass")
            made.apply(f"go {hexes}")
        state_of(made).extras = replace(state_of(made).extras, ambushed=0b10)
        told = breaches(made, "ambush")
        assert told["21.3"] == f"the force in {near} has sprung an ambush this turn"
        assert breaches(made, f"ambush from {near}") == told


def test_headquarters_alone_are_what_they_cost_to_lose() -> None:
    made = begun(
        campaign([*UNITS, unit("na-king", type="headquarters", movement=8, tactical=1, commander=True)]),
        {"br-1": "S0505", "na-horse": "S0506", "na-king": "S0506"},
        "battle",
        dice=(6, 1, 3, 3, 3, 3),
        options=ON,
    )
    made.apply("attack S0506 from S0505")
    assert made.decision is not None
    assert made.decision.side == "native"
    view = View(Country(made.rules.field), state_of(made), 1)
    king = made.rules.field.roster.number["na-king"]
    assert surprise._loss(view, 1 << king) == view.worth(king) > 0


def test_it_does_not_know_whom_it_ambushes() -> None:
    first, second = entered("br-horse", "br-1", "na-2"), entered("br-1", "br-horse", "na-2")
    assert choice(first, "native") == choice(second, "native")


def test_it_springs_an_ambush_on_whom_it_knows_to_be_weak() -> None:
    lone = game({"br-horse": "S0205", "na-2": "S0505"}, "movement", 5, 3)
    lone.apply("march S0205 with br-horse")
    lone.apply("go S0305 S0405")
    assert choice(lone, "native") == "ambush from S0505"


def test_it_keeps_out_of_the_zones_of_those_who_would_ambush_it() -> None:
    made = game({"br-horse": "S0205", "na-2": "S0405"}, "movement")
    rules: Any = made.rules
    view = View(Country(rules.field), rules.redeal(made.state, "british", Random(1)), 0)
    grid, force = rules.field.grid, view.mine[rules.field.grid.parse("S0205")]
    through = tuple(grid.parse(name) for name in ("S0304", "S0404", "S0503"))
    around = tuple(grid.parse(name) for name in ("S0204", "S0203", "S0302"))
    assert risk(view, force, through) > 1
    assert risk(view, force, around) == 0


def attacked(attackers: dict[str, Any], defenders: dict[str, Any]) -> Game:
    """Native horse whom the British have attacked."""
    made = game({**attackers, **defenders}, "battle", 6, 1, 3, 3, 3, 3)
    made.apply("attack S0506 from S0505")
    made.apply("fight") if made.decision and made.decision.kind == "attack" else None
    return made


def test_it_evades_an_attack_that_would_cost_more_than_the_hex() -> None:
    overrun = attacked({"br-1": "S0505", "br-2": "S0505"}, {"na-horse": "S0506"})
    assert choice(overrun, "native") == "evade"


def test_standing_costs_more_the_more_it_costs_and_less_the_more_it_costs_the_enemy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = attacked({"br-1": "S0505", "br-2": "S0505"}, {"na-horse": "S0506"})
    view = View(Country(made.rules.field), state_of(made), 1)
    force, fought = view.mine[view.field.grid.parse("S0506")], Forecast(0.5, 0.3, dead=(1.0, 2.0), shaken=(0.5, 1.0))

    def costs(**changes: Any) -> float:
        monkeypatch.setattr(surprise, "forecast", lambda *_: replace(fought, **changes))
        return surprise._loss(view, force)

    assert costs(won=0.6) > costs() > costs(won=0.4)
    assert costs(dead=(1.0, 2.5)) > costs() > costs(dead=(1.5, 2.0))
    assert costs(shaken=(0.5, 1.5)) > costs() > costs(shaken=(1.0, 1.0))


def test_it_stands_where_standing_costs_the_enemy_more() -> None:
    feeble = attacked({"br-horse": {"at": "S0505", "steps": 1}}, {"na-horse": "S0506", "na-2": "S0506"})
    assert choice(feeble, "native") == "stand"


@pytest.mark.rule("sns2:21.1")
def test_headquarters_alone_spring_no_ambush() -> None:
    units = [*UNITS, unit("na-king", type="headquarters", movement=8, tactical=1)]
    places = {"br-1": "S0205", "na-2": "S0505", "na-king": "S0505"}
    made = begun(campaign(units), places, dice=[5, 3, 3], options=ON)
    for text in ("march S0205 with br-1", "go S0305 S0405"):
        made.apply(text)
    assert breaches(made, "ambush from S0505 with na-king") == {"7.0": "an attack needs a unit with combat strength"}


@pytest.mark.parametrize("ambusher", ["british", "native"])
def test_in_the_edition_of_the_legion_the_force_on_the_march_alone_follows_beaten_ambushers(
    ambusher: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, other = ("br", "na") if ambusher == "british" else ("na", "br")
    units = [unit(f"{side}-{n}") for side in ("br", "na") for n in (1, 2)]
    places = {f"{other}-1": "S0305", f"{other}-2": "S0405", f"{own}-1": "S0505", f"{own}-2": "S0505"}
    marcher = "native" if ambusher == "british" else "british"
    made = begun(campaign(units), places, side=marcher, dice=[3, 3, 3], options=ON)
    for text in (f"march S0305 with {other}-1", "go S0405"):
        made.apply(text)
    field, state = made.rules.field, state_of(made)
    sprung, parse = state.top, field.grid.parse
    players = {key: field.roster.player(key) for key in ("british", "native")}
    assert sprung.pursuers(field, state, players[marcher], parse("S0405")) == 0
    monkeypatch.setattr(field, "edition", LEGION)
    assert field.keys_of(sprung.pursuers(field, state, players[marcher], parse("S0405"))) == [f"{other}-1"]
    assert field.keys_of(sprung.pursuers(field, state, players[ambusher], parse("S0505"))) == [f"{own}-1", f"{own}-2"]
