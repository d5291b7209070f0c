"""How the staff brings rescued hostages to a port, and what it thinks them worth (abyssinia:6.5)."""

from __future__ import annotations

from functools import partial

import pytest
import sns_campaign
from sns_campaign import kinds, where

from engine.mechanics.bits import mask_of
from engine.play import Action, Game
from engine.players import make
from engine.systems.sun_never_sets.staff import answers
from engine.systems.sun_never_sets.staff.country import Country
from engine.systems.sun_never_sets.staff.marches import MarchPlans
from engine.systems.sun_never_sets.staff.view import View

begun = partial(sns_campaign.begun, "abyssinia")
FAR, ROAD, PORT = {"ab-theodore": "B0720"}, "B1606", "B1604"


def view(game: Game, side: int = 0) -> View:
    return View(Country(game.rules.field), game.state, side)


def march(game: Game) -> list[str]:
    """What the British staff does until nothing more is asked of it in the movement segment."""
    staff, done = make("staff", "british", 1), []
    while game.decision is not None and (game.decision.side, game.decision.kind) == ("british", "movement"):
        done.append(game.text(staff.choose(game)))
        game.apply(done[-1])
    return done


@pytest.mark.rule("sns2:abyssinia:6.5")
def test_hostages_go_to_a_port_with_an_escort() -> None:
    game = begun({"br-hostages": ROAD, "br-4": ROAD, **FAR}, "movement", dice=[3] * 9)
    assert march(game)[0] == f"organise {ROAD} as c1 with br-4 br-hostages"
    assert [gain["gained"] for gain in kinds(game, "points")] == [50]
    assert where(game, "br-hostages") is None


def test_the_escort_is_the_strongest_few_and_the_headquarters_that_leads_best() -> None:
    """Eight strength points are enough; friendly Natives may not stand with the others (abyssinia:6.1)."""
    keys = ("br-hostages", "br-napier", "br-merewether", "br-1b", "br-gra", "br-4", "br-33", "br-26", "br-45")
    game = begun({**dict.fromkeys(keys, ROAD), **FAR}, "movement")
    field = game.rules.field
    escort = MarchPlans(view(game), {})._escorted(mask_of(field.roster.find(key) for key in keys))
    assert set(field.keys_of(escort)) == {"br-hostages", "br-napier", "br-4", "br-33", "br-26"}
    assert field.strength(game.state, escort) == 9


@pytest.mark.rule("sns2:6.22")
def test_hostages_alone_wait_for_an_escort() -> None:
    game = begun({"br-hostages": ROAD, **FAR}, "movement", dice=[3] * 9)
    assert not [text for text in march(game) if text.startswith("march")]
    assert where(game, "br-hostages") == ROAD


@pytest.mark.rule("sns2:abyssinia:6.5")
def test_hostages_do_not_go_next_to_the_enemy_for_an_attack() -> None:
    """A force with them weighs its way and its danger alone; one without them an attack from the hex as well."""
    game = begun({"br-hostages": ROAD, "br-4": ROAD, "ab-m1": "B1605", **FAR}, "movement")
    field, seen = game.rules.field, view(game)
    marches = MarchPlans(seen, {})
    goal, h = (field.grid.parse(name) for name in (PORT, ROAD))
    both = mask_of(field.roster.find(key) for key in ("br-4", "br-hostages"))
    rough = marches._rough(both, h, goal) - seen.hunger(both, h)
    assert marches._closely(both, h, goal) == pytest.approx(rough - seen.danger(both, h))
    assert marches.fights(both, h) > 0


@pytest.mark.rule("sns2:abyssinia:6.5")
def test_half_of_their_points_go_with_the_prison_and_with_themselves() -> None:
    game = begun({"br-4": ROAD, "ab-m1": "B1423", **FAR}, "movement")
    british, native = view(game), view(game, 1)
    assert game.rules.field.grid.name(british.prison) == "B1423"
    # 10 points for the Natives who hold Magdala, 15 for the British who come there first, and half of 50.
    assert (british.gain(british.prison), native.gain(native.prison)) == (10 + 15 + 25, 0)
    assert (british.stake(british.prison), native.stake(native.prison)) == (10, 10 + 15 + 25)
    assert british.worth(game.rules.field.hostages) == 25


@pytest.mark.rule("sns2:abyssinia:6.5")
def test_of_two_losses_hostages_are_spared() -> None:
    game = begun({"br-hostages": ROAD, "br-4": ROAD, **FAR}, "movement")
    units = [game.rules.field.roster.find(key) for key in ("br-hostages", "br-4")]
    assert answers.loss(view(game), [Action("lose", (u,)) for u in units]) == Action("lose", (units[1],))
