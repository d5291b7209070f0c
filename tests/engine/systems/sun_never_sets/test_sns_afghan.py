"""The Second Afghan War: set-up by choice, pools, what lasts, and the paragraphs that no example of play reaches."""

from __future__ import annotations

from collections import Counter
from functools import cache, partial
from random import Random
from typing import Final

import pytest
import sns_campaign
from sns_campaign import rules_of

from engine.formats import load_scenario
from engine.mechanics.hexes.hexstate import POOL
from engine.play import Game, Illegal, Start
from engine.systems.sun_never_sets import campaigns
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.campaigns.afghan import LOST
from engine.systems.sun_never_sets.position import siting
from engine.systems.sun_never_sets.position.heights import ground
from engine.systems.sun_never_sets.rules import SnsRules

FORCES: Final = {
    "K3508": {"headquarters": 2, "cavalry": 3, "infantry": 13, "artillery": 2, "engineer": 1, "supply": 2},
    "K3510": {"headquarters": 1, "cavalry": 1, "infantry": 6, "artillery": 2, "engineer": 1, "supply": 2},
    "K2337": {"headquarters": 2, "cavalry": 6, "infantry": 16, "artillery": 5, "engineer": 1, "supply": 2},
}
"""What stands at Peshawar, Kohat and Sukkur (afghan:4.1)."""
INDIA: Final = {
    *("K3508", "K3909", "K3510", "K4210", "K3113", "K3513"),
    *("K3318", "K3126", "K3526", "K2134", "K2236", "K2337"),
}
"""Fortresses and towns of India."""
STRONGHOLDS: Final = {"K2506", "K3106", "K3408", "K2609", "K2809", "K2110", "K1417", "K0419", "K0919", "K1323"}
"""Fortresses, towns and passes of Afghanistan (afghan:3.1)."""


RULES: Final = rules_of("afghan")
begun = partial(sns_campaign.begun, "afghan")


def state_of(game: Game) -> SnsState:
    assert isinstance(game.state, SnsState)
    return game.state


@cache
def set_up() -> tuple[Game, dict[str, list[str]]]:
    """The campaign set up at random, and who set up what, in order."""
    game, random = Game(RULES.scenario, 3, rules=RULES), Random(3)
    order: dict[str, list[str]] = {}
    while game.decision is not None and game.decision.kind == "set-up":
        unit = game.legal_actions().sample(random)
        order.setdefault(game.decision.side, []).append(game.text(unit))
        game.apply(unit)
    return game, order


@pytest.mark.rule("sns2:afghan:1.0")
@pytest.mark.rule("sns2:afghan:3.0")
@pytest.mark.rule("sns2:afghan:4.1")
def test_the_afghans_set_up_first_and_the_british_so_many_of_each_kind() -> None:
    game, order = set_up()
    assert list(order) == ["afghan", "british"]
    assert game.decision is not None
    assert game.decision.side == "british", "the first player turn is theirs"
    field, state = RULES.field, state_of(game)
    for place, kinds in FORCES.items():
        there = field.units_at(state, field.grid.parse(place), field.empire)
        found = Counter(unit.type for key, unit in game.scenario.units.items() if there >> field.roster.find(key) & 1)
        assert all(found[kind] >= number for kind, number in kinds.items()), place
    rest = {field.grid.name(state.where[field.roster.find(key)]) for key in game.scenario.pools["india"].units}
    assert rest <= INDIA


@pytest.mark.rule("sns2:afghan:3.1")
@pytest.mark.rule("sns2:afghan:4.11")
@pytest.mark.rule("sns2:afghan:6.3")
def test_who_stands_where_by_the_text() -> None:
    game, _ = set_up()
    field, state = RULES.field, state_of(game)
    name = {key: field.grid.name(state.where[u]) for key, u in field.roster.number.items() if state.where[u] >= 0}
    assert {name[key] for key in ("af-sher", "af-v1", "af-v2", "af-vc")} == {"K2506"}
    assert name["fr-kalatc"] == name["fr-kalati"] == "K1331"
    assert {name[key] for key in game.scenario.units if key.startswith("af-l")} <= STRONGHOLDS
    assert state.fieldworks[field.grid.parse("K3408")] == field.native
    assert not any(key.startswith("af-gz") for key in name), "no Ghazis at the start"


@pytest.mark.rule("sns2:afghan:3.21")
@pytest.mark.rule("sns2:afghan:4.4")
def test_pools_hold_the_rest() -> None:
    game, _ = set_up()
    field, state = RULES.field, state_of(game)
    lying = {field.roster.keys[u] for u in range(len(state.where)) if state.where[u] == POOL}
    pools = game.scenario.pools
    assert set(pools["native"].units) <= lying
    assert {*pools["friendly"].units, *pools["reinforcement"].units} <= lying
    assert {unit.split("-")[0] for unit in pools["native"].units} == {"af", "ho"}


@pytest.mark.rule("sns2:afghan:2.0")
def test_seven_months_or_up_to_twelve() -> None:
    standard, extended = RULES.scenario.turns, rules_of("afghan_extended").scenario.turns
    assert (standard.count, standard.label(1), standard.label(7)) == (7, "November 1878", "May")
    assert (extended.count, extended.label(12)) == (12, "October")


@pytest.mark.rule("sns2:afghan:6.10")
@pytest.mark.parametrize(("until", "last"), [("august", 10), ("october", 12)])
def test_the_extended_game_ends_in_august_or_october(until: str, last: int) -> None:
    rules = SnsRules(load_scenario("afghan_extended"), {"extended_until": until})
    places = {"af-sher": "K0101", "br-51": "K3508"}
    start = Start(last, "afghan", "rally", places, only=True, set={"happened": ["extended"]})
    game = Game(rules.scenario, 1, start=start, rules=rules)
    assert game.outcome() is not None
    start = Start(last - 1, "afghan", "rally", places, only=True, set={"happened": ["extended"]})
    assert Game(rules.scenario, 1, start=start, rules=rules).outcome() is None


@pytest.mark.rule("sns2:afghan:6.10")
def test_the_standard_game_asks_nobody() -> None:
    game = begun({"af-sher": "K0101", "br-51": "K3508"}, "rally", side="afghan", turn=7)
    assert game.outcome() is not None


@pytest.mark.rule("sns2:afghan:4.51")
def test_frontier_force_transport_is_better_and_comes_as_others_do() -> None:
    units = RULES.scenario.units
    plain, better = units["br-supply1"].values, units["br-supply13"].values
    assert better["movement"] > plain["movement"]
    assert (plain["morale"], better["morale"]) == ("R", "L")
    game = begun({"br-51": "K3508", "af-sher": "K2506"}, "reinforcement")
    game.apply("place br-supply13 at K3508")
    assert game.rules.units(game.state)["br-supply13"]["at"] == "K3508"


@pytest.mark.rule("sns2:afghan:4.6")
def test_fortresses_of_india_and_the_edge_are_lines_of_communication() -> None:
    field = RULES.field
    names = {field.grid.name(h) for h in field.communication[field.empire]}
    assert {"K3508", "K3510", "K3513", "K3526", "K2337"} <= names
    edge = names - {"K3508", "K3510", "K3513", "K3526", "K2337"}
    assert edge
    assert all(name.startswith("K43") or name.endswith("40") for name in edge)


@pytest.mark.rule("sns2:afghan:3.23")
def test_units_that_fell_may_be_fetched_back_once() -> None:
    """The Great Game takes eliminated units; who has come back lies among them no more."""
    game = begun(
        {"af-sher": "K2506", "af-l1": {"dead": True}, "br-51": "K3508"}, "reinforcement", side="afghan", happened=[]
    )
    state, field = state_of(game), RULES.field
    assert state.extras.fallen >> field.roster.find("af-l1") & 1


@pytest.mark.rule("sns2:afghan:6.1")
def test_afghans_and_hostile_natives_march_together() -> None:
    game = begun({"af-sher": "K2506", "af-l1": "K2507", "ho-1": "K2507", "br-51": "K3508"}, "movement", side="afghan")
    game.apply("organise K2507 as c1 with af-l1 ho-1")
    assert not isinstance(game.verdict("march c1"), Illegal)


@pytest.mark.rule("sns2:afghan:6.5")
def test_the_best_of_a_volley_crowns_the_heights() -> None:
    game = begun({"br-51": "K2807", "br-11bl": "K2807", "af-l1": "K2808", "af-sher": "K2506"}, "battle")
    field, state = RULES.field, state_of(game)
    h, number = field.grid.parse("K2808"), field.roster.find

    def takes(*units: str) -> int:
        found = ground(field, state, h, field.native, [number(unit) for unit in units])
        return found.value if found else 0

    assert field.ground.terrain[h] == "mountain"
    assert takes("br-11bl") == takes("br-13-9") == -2
    assert takes("br-51") == takes("br-23p") == takes("br-bs1") == -1
    assert takes("br-51", "br-11bl") == -1
    assert takes("fr-kalatc") == takes("af-fc1") == takes("ho-c1") == 0


@pytest.mark.rule("sns2:afghan:6.5")
def test_fieldworks_on_the_heights_stay_what_they_are() -> None:
    game = begun({"br-51": "K3508", "af-l1": "K3408", "af-sher": "K2506"}, "battle")
    field, state = RULES.field, state_of(game)
    found = ground(field, state, field.grid.parse("K3408"), field.native, [field.roster.find("br-51")])
    assert found is not None
    assert found.value == -2


@pytest.mark.rule("afghan:4.21")
def test_only_a_unit_of_the_schedule_comes_on_another_turn() -> None:
    start = Start(1, "british", "reinforcement", {"br-8b": "K3508"}, only=True)
    game = Game(load_scenario("afghan"), 1, start=start)
    for unit, cited in (("br-browne", False), ("br-25", True)):
        verdict = game.verdict(game.parse(f"place {unit} at K3508"))
        assert isinstance(verdict, Illegal)
        assert ("sns2:afghan:4.21" in verdict.rules) is cited


@pytest.mark.rule("sns2:afghan:3.25")
@pytest.mark.parametrize(
    ("leader", "unit", "other", "led"),
    [
        ("ho-mushk", "ho-1", "ho-2", True),
        ("af-yakub", "ho-1", "ho-2", False),
        ("", "ho-1", "ho-2", False),
        ("ho-mushk", "af-fi1", "af-fi2", False),
        ("af-yakub", "af-fi1", "af-fi2", True),
    ],
)
def test_irregulars_come_one_to_a_hex_unless_a_headquarters_of_their_nation_is_there(
    leader: str, unit: str, other: str, led: bool
) -> None:
    home = RULES.field.places["baluchistan" if unit.startswith("ho") else "afghanistan"]
    at = RULES.field.grid.name(home[len(home) // 2])
    places = {other: at, "br-51": "K3508"} | ({leader: at} if leader else {})
    state = state_of(begun(places, "reinforcement", side="afghan"))
    field = RULES.field
    one, placed, h = field.roster.find(unit), 1 << field.roster.find(other), field.grid.parse(at)
    found = campaigns.of(field).native_area(field, state, one, placed)
    assert (h in found) is led
    assert h in campaigns.of(field).native_area(field, state, one, 0)
    assert h in siting.open_hexes(field, state, field.native, unit=one)
    assert (h in siting.open_hexes(field, state, field.native, unit=one, placed=placed)) is led
    zone = field.zones.of(state, field.empire)
    assert {n for n in home if not zone[n]} - {h} <= {*found}


@pytest.mark.rule("sns2:afghan:3.3")
@pytest.mark.parametrize(("held", "adds"), [(0, 0), (2, 0), (3, 2), (4, 2)])
def test_three_fortresses_of_afghanistan_in_british_hands_add_to_the_native_die_once(held: int, adds: int) -> None:
    field = RULES.field
    names = [field.grid.name(h) for h in field.places["afghan_fortresses"]]
    british = [
        key
        for key, one in RULES.scenario.units.items()
        if one.side == "british" and one.type == "infantry" and key != "br-51"
    ]
    state = state_of(begun(dict(zip(british[:held], names[:held], strict=True)) | {"br-51": "K3508"}, "rally"))
    campaign = campaigns.of(field)
    assert campaign.native_modifier(field, state) == adds
    campaign.native_rolled(field, state)
    assert campaign.native_modifier(field, state) == 0
    assert (LOST in state.happened) is (adds > 0)
