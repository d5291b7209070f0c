"""Which supply unit the staff sends where its guess has every line of supply cut."""

from __future__ import annotations

import pytest
from sns_field import begun, campaign, state_of, unit

from engine.systems.sun_never_sets.staff.answers import logistics
from engine.systems.sun_never_sets.staff.country import Country
from engine.systems.sun_never_sets.staff.view import View


@pytest.mark.parametrize(("near", "far"), [("S0101", "S0909"), ("S0303", "S0909")])
def test_the_nearest_train_is_sent_when_none_seems_to_reach(near: str, far: str) -> None:
    many = [unit(f"br-{n}", strength=9) for n in range(4)]
    trains = [unit(f"br-train{n}", type="supply", movement=4) for n in range(3)]
    places = {**{one.key: "S0202" for one in many}, "br-train0": far, "br-train1": near}
    game = begun(campaign([*many, *trains, unit("na-1")]), {**places, "na-1": "S1010"}, "logistics")
    assert game.decision is not None
    view = View(Country(game.rules.field), state_of(game), 0)
    assert game.text(logistics(view, [])) == "issue br-train1 to S0202"
