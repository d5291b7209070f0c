"""A stripe shows nothing where formations have no colours: a hint says so, and one click gives them all a colour."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fields import scenario
from pytestqt.qtbot import QtBot

from editor.dialogs.studio.formation_colours import SHADES, UNSEEN, shared_out, unseen
from editor.dialogs.studio.window import CounterStudio
from engine.scenario.counters import CounterDesign, FormationLook
from engine.scenario.elements import EVERY_UNIT, ColourRule, CounterElement, CounterTemplate

BAND = CounterElement("band", 0, 0, 1, 15.9)
NAME = CounterElement("name", 1, 0.5, 14, 3, show="{name}")
STRIPED = CounterTemplate(front=(NAME, BAND))


@pytest.mark.parametrize(
    ("template", "looks", "rules", "found"),
    [
        (STRIPED, (), (), True),
        (CounterTemplate(front=(NAME,)), (), (), False),
        (CounterTemplate(front=(replace(BAND, fill="#ffffff"),)), (), (), False),
        (CounterTemplate(front=(replace(NAME, ink="formation"),)), (), (), True),
        (STRIPED, (FormationLook("Scott", stripe="#b02020"),), (), False),
        (STRIPED, (FormationLook("Scott", colour="#b02020"),), (), True),
        (STRIPED, (), (ColourRule(EVERY_UNIT, stripe="#b02020"),), False),
        (None, (), (), False),
    ],
)
def test_a_stripe_without_colours_is_found(
    template: CounterTemplate | None, looks: tuple[FormationLook, ...], rules: tuple[ColourRule, ...], found: bool
) -> None:
    assert unseen(template, looks, rules) is found


def test_the_largest_formations_get_the_colours() -> None:
    names = ["I Corps", "I Corps > 1st", "I Corps > 2nd", "II Corps"]
    assert shared_out(names) == {"I Corps": SHADES[0], "II Corps": SHADES[1]}
    assert list(shared_out(names[:3])) == ["I Corps > 1st", "I Corps > 2nd"], "the one corps would tell nobody apart"
    assert shared_out(["Scott"]) == {"Scott": SHADES[0]}
    assert shared_out([]) == {}


def test_the_studio_offers_colours_where_a_stripe_shows_nothing(qtbot: QtBot) -> None:
    made = scenario(arrivals=(), counters=CounterDesign(template=STRIPED))
    units = dict(made.units)
    for key, formation in (("us-9", "Scott"), ("us-towson", "Ripley")):
        units[key] = replace(units[key], formation=formation)
    studio = CounterStudio(made.with_(units=units))
    qtbot.addWidget(studio)
    studio.show()
    studio.look_through()
    assert studio.findings.item(0).text() == UNSEEN
    assert studio.give_colours.isVisible()
    studio.give_colours.click()
    studio.look_through()
    assert not studio.give_colours.isVisible()
    assert UNSEEN not in [studio.findings.item(row).text() for row in range(studio.findings.count())]
    stripes = {look.formation: look.stripe for look in studio.design.formations}
    assert set(stripes) == {"Scott", "Ripley"}
    assert len(set(stripes.values())) == 2


def test_colours_that_were_chosen_stay(qtbot: QtBot) -> None:
    own = (FormationLook("Scott", stripe="#123456"),)
    made = scenario(arrivals=(), counters=CounterDesign(template=STRIPED, formations=own))
    units = dict(made.units)
    for key, formation in (("us-9", "Scott"), ("us-towson", "Ripley")):
        units[key] = replace(units[key], formation=formation)
    studio = CounterStudio(made.with_(units=units))
    qtbot.addWidget(studio)
    studio.formations.give.click()
    assert {look.formation: look.stripe for look in studio.design.formations}["Scott"] == "#123456"
