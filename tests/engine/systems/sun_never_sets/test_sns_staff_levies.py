"""Whom the staff raises for points (25.3), and when they are not worth them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import sns_campaign
from sns_field import LEVELS, begun, campaign, country, state_of, unit

from engine.play import Game
from engine.players import make
from engine.scenario import Pool, Scoring, Victory
from engine.systems.sun_never_sets.staff import levies
from engine.systems.sun_never_sets.staff.country import Country
from engine.systems.sun_never_sets.staff.view import View

OFFICER = {"type": "headquarters", "movement": 10, "tactical": 1, "strategic": 1, "political": True}
FRIEND = {"strength": 2, "weapon": "M", "morale": "R", "movement": 8, "nation": "friendly"}
UNITS = (
    unit("br-pol", **OFFICER),
    unit("br-1", nation="british"),
    unit("br-fr", **FRIEND),
    unit("br-train", type="supply", nation="british", strength=0, weapon="N", movement=4),
    *(unit(f"br-host{n}", strength=9, nation="british") for n in range(1, 21)),
    unit("na-1", strength=2, weapon="S", morale="R"),
    unit("na-host", strength=60, weapon="R", morale="F"),
)


def mustering(places: dict[str, Any], points: int = 20) -> Game:
    """An officer in a fortress that is worth some points, in the reinforcement segment, with points to spend."""
    made = country()
    made.features[made.grid.parse("S0403")] = frozenset({"fortress"})
    pools = {"friendly": Pool("british", ("br-fr",), "choice"), "trains": Pool("british", ("br-train",), "choice")}
    scoring = (Scoring("occupied", points, hexes=("S0403",)),) if points else ()
    scenario = campaign(
        UNITS,
        made,
        victory=Victory(levels=LEVELS, sudden=75, scoring=scoring),
        pools=pools,
        replacements={"british": {"british": {"infantry": 4}}},
    )
    given = {"points": {"british": 5}}
    return begun(
        scenario,
        {"br-pol": "S0403", **places},
        "reinforcement",
        options={"political": True, "sieges": True},
        given=given,
    )


def choice(played: Game) -> str:
    """What the British staff does now."""
    assert played.verdict("raise br-fr by br-pol")
    return played.text(make("staff", "british", 1).choose(played))


def test_an_officer_alone_raises_a_garrison_for_a_place_that_the_enemy_may_take() -> None:
    assert choice(mustering({"na-1": "S0603"})) == "raise br-fr by br-pol"


@pytest.mark.parametrize(
    ("places", "points"),
    [({"na-1": "S1210"}, 20), ({"na-1": "S0603"}, 0), ({"na-host": "S0603"}, 4)],
    ids=["no enemy can come", "little is at stake", "nobody would hold out"],
)
def test_nobody_is_raised_who_saves_less_than_he_costs(places: dict[str, Any], points: int) -> None:
    assert not choice(mustering(places, points)).startswith("raise")


def test_a_train_is_raised_in_a_besieged_fortress_that_nothing_else_feeds() -> None:
    places = {**dict.fromkeys((f"br-host{n}" for n in range(1, 21)), "S0403"), "na-host": "S0503"}
    fed = mustering(places)
    assert not choice(fed).startswith("raise")
    shut = mustering(places)
    state, parse = state_of(shut), shut.scenario.map.grid.parse
    state.extras = replace(state.extras, sieges=frozenset({(parse("S0503"), parse("S0403"))}))
    assert choice(shut) == "raise br-train by br-pol"


def test_nobody_is_raised_among_british_units_who_would_be_eliminated_there() -> None:
    """At Quetta, which counts for both sides."""
    places = {"br-sandeman": "K1526", "fr-turi1": {"dead": True}, "af-l1": "K1525"}
    for others, promises in (({}, True), ({"br-51": "K1526"}, False)):
        game = sns_campaign.begun("afghan", {**places, **others}, "reinforcement", points={"british": 5})
        assert game.verdict("raise fr-turi1 by br-sandeman")
        field, state = sns_campaign.rules_of("afghan").field, state_of(game)
        view = View(Country(field), state, field.empire)
        unit, officer = field.roster.find("fr-turi1"), field.roster.find("br-sandeman")
        assert (levies.value(view, unit, officer) != 0.0) is promises
        chosen = game.text(make("staff", "british", 1).choose(game))
        assert chosen.startswith("raise fr-") is promises, chosen
