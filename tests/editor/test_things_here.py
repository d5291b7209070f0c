"""What can be done with the units of a hex, found by a click on them, whatever it leads to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from bench import Bench, at_bench
from campaigning import SCENARIO, at_campaign, take_up
from pytestqt.qtbot import QtBot

from editor.controls.game import rarest_first
from editor.document.document import Document


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_campaign(qtbot) as made:
        yield made


def test_a_click_on_a_political_officer_offers_the_negotiation_with_the_enemy_beside_him(qtbot: QtBot) -> None:
    made = Document.open(SCENARIO)
    whole = made.require_scenario()
    officer = whole.units["br-hq"]
    units = {**whole.units, "br-hq": replace(officer, values={**officer.values, "political": True})}
    played = whole.with_(units=units, options={**whole.options, "political": True}, deployments=())
    with at_bench(qtbot, Document(made.battle_map, played)) as bench:
        grid, control = bench.document.battle_map.grid, bench.desk.controls.game
        beside = next(
            grid.name(n) for n in grid.ring1[grid.parse("T0805")] if grid.name(n) in ("T0704", "T0705", "T0706")
        )
        take_up(bench, {"br-hq": beside, "br-1": beside, "za-1": "T0805"}, "movement")
        decision = bench.desk.preview.position.decision
        assert decision is not None
        assert "negotiate" in decision.prompt
        control.clicked(grid.parse(beside))
        verbs = [choice.verb for choice in control.buttons()]
        assert verbs == ["march", "organise", "parley"]


def test_an_action_of_its_own_kind_is_not_lost_behind_many_of_another(bench: Bench) -> None:
    take_up(bench, {"br-1": "T0303", "za-1": "T0805"}, "movement")
    [march] = [choice for choice in bench.desk.preview.choices() if choice.verb == "march"]
    [end] = [choice for choice in bench.desk.preview.choices() if choice.verb == "end"]
    assert rarest_first([march, march, end]) == [end, march, march]
    assert rarest_first([march, end]) == [march, end], "else as they come"


def test_a_click_on_a_fortress_that_may_be_attacked_offers_to_undermine_it_as_well(qtbot: QtBot) -> None:
    made = Document.open(SCENARIO)
    whole = made.require_scenario()
    units = {**whole.units, "br-2": replace(whole.units["br-2"], type="engineer")}
    options = {**whole.options, "engineers": True, "sieges": True}
    played = whole.with_(units=units, options=options, deployments=())
    with at_bench(qtbot, Document(made.battle_map, played)) as bench:
        grid, control = bench.document.battle_map.grid, bench.desk.controls.game
        fortress = grid.parse("T0306")
        beside = "T0305"
        places = {"br-1": beside, "br-2": beside, "za-1": grid.name(fortress)}
        take_up(bench, places, "battle", sieges={grid.name(fortress): [beside]})
        control.clicked(fortress)
        assert [choice.verb for choice in control.buttons()] == ["attack", "sap"]
