"""Historical events: two dice, the row they give, and what it does in each campaign (chapter 4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import pytest
from sns_field import begun, campaign, country, state_of, unit

from engine.mechanics.bits import mask_of
from engine.mechanics.hexes.hexstate import POOL
from engine.play import Action, Event, Game
from engine.play.dice import Dice
from engine.play.step import Step
from engine.scenario import Level, Pool, Victory
from engine.systems.sun_never_sets.base.event_tables import THROWS, event_tables
from engine.systems.sun_never_sets.base.state import Effect
from engine.systems.sun_never_sets.march.assembling import march_modifiers
from engine.systems.sun_never_sets.position import supply
from engine.systems.sun_never_sets.position.natives import Gathering
from engine.systems.sun_never_sets.turn.event_rows import pooled
from engine.systems.sun_never_sets.turn.events import ROWS, happening

UNITS: Final = (
    unit("br-wolseley", type="headquarters", tactical=2, strategic=3, commander=True, movement=8),
    unit("br-buller", type="headquarters", tactical=1, strategic=1, movement=8),
    unit("br-bw", weapon="B", morale="V"),
    unit("br-fante", morale="R", levy=True),
    unit("br-supply", type="supply", movement=4),
    unit("na-kofi", type="headquarters", tactical=1, strategic=2, commander=True, movement=8),
    unit("na-dwaben", type="headquarters", strategic=1, movement=8, nation="dwaben"),
    unit("na-1", weapon="M", morale="R"),
    unit("na-2", weapon="S", morale="R", nation="dwaben"),
    unit("na-3", weapon="M", morale="R"),
    unit("na-supply", type="supply", movement=4),
)
PLACES: Final = {
    "br-wolseley": "S0505",
    "br-buller": "S0707",
    "br-bw": "S0505",
    "br-fante": "S0505",
    "br-supply": "S0505",
    "na-kofi": "S0506",
    "na-dwaben": "S0506",
    "na-1": "S0506",
    "na-2": "S0806",
    "na-3": "S0806",
    "na-supply": "S0506",
}
NAMES: Final = {"br-wolseley": "Wolseley"}


def game(
    side: str,
    throw: str,
    *dice: int,
    table: int = 2,
    which: str = "asante",
    points: Mapping[str, int] | None = None,
    features: Mapping[str, str] | None = None,
    terrain: Mapping[str, str] | None = None,
    options: Mapping[str, Any] | None = None,
    places: Mapping[str, Any] | None = None,
    pool: tuple[str, ...] = (),
    in_force: str = "",
    **special: Any,
) -> Game:
    """A game at the events of a side, with forced dice for the row and what it throws."""
    board = country()
    for name, kind in (features or {}).items():
        board.features[board.grid.parse(name)] = (kind,)
    for name, kind in (terrain or {}).items():
        board.terrain[board.grid.parse(name)] = kind
    units = [replace(one, name=NAMES.get(one.key, one.name)) for one in UNITS]
    victory = Victory(levels=(Level("local", 11),), sudden=75, handicap=dict(points or {}))
    scenario = campaign(
        units,
        board,
        special={"campaign": which, "events": table, "places": {"kumasa": "S0506"}, **special},
        victory=victory,
        pools={"pool": Pool("british" if pool[0].startswith("br-") else "native", pool)} if pool else {},
    )
    standing = {key: at for key, at in {**PLACES, **(places or {})}.items() if key not in pool}
    throws = [int(throw[0]), int(throw[1]), *dice]
    given = {"effects": {in_force: {"turn": 99}}} if in_force else {}
    if side == "native":
        return begun(scenario, standing, "events", side=side, dice=throws, options=options, given=given)
    return begun(scenario, standing, "events", dice=throws, options=options, given=given)


def told(played: Game, kind: str) -> list[Event]:
    return [event for event in played.events if event.kind == kind]


def title(played: Game) -> str:
    return str(told(played, "event")[0].data["title"])


def happened(played: Game) -> bool:
    return bool(told(played, "event")[0].data["happens"])


def lasting(played: Game) -> dict[str, Effect]:
    return {effect.key: effect for effect in state_of(played).effects}


def gone(played: Game, kind: str) -> list[str]:
    """The units that an event of a kind names before the segment ends."""
    found: list[str] = []
    for event in played.events:
        if event.kind == "phase" and event.data["phase"] == "reinforcement":
            break
        if event.kind == kind:
            found.append(event.data["unit"])
    return found


@pytest.mark.rule("sns2:4.1")
@pytest.mark.rule("sns2:4.2")
@pytest.mark.parametrize("side", ["british", "native"])
@pytest.mark.parametrize(("table", "which"), [(1, ""), (1, "abyssinia"), (2, "asante"), (2, "persia")])
@pytest.mark.parametrize("throw", THROWS)
def test_every_throw_draws_its_row_or_no_event(table: int, which: str, side: str, throw: str) -> None:
    played = game(side, throw, table=table, which=which, features={"S0505": "fortress"}, terrain={"S0506": "jungle"})
    role = "empire" if side == "british" else "native"
    row = event_tables().row(table, role, throw, "narrow")
    (drawn,) = [event for event in played.events if event.kind == "event"][:1]
    assert row is not None
    assert (drawn.data["row"], drawn.data["title"], drawn.rule) == (throw, row.title, f"sns2:{row.rule}")
    may = row.key in ROWS and row.happens_in(which)
    assert may or not drawn.data["happens"]
    if not drawn.data["happens"]:
        assert not [key for key in lasting(played) if key != "golden_stool"]


@pytest.mark.rule("sns2:4.0")
def test_a_scenario_without_a_table_has_no_events() -> None:
    assert not told(game("british", "42", table=0, which=""), "event")


@pytest.mark.rule("sns2:event1:british:33-36")
def test_a_throw_of_two_rows_is_the_narrower_one_s_unless_the_first_is_preferred() -> None:
    assert title(game("british", "35", table=1, which="")) == "Native attrition"
    first = game("british", "35", 1, 1, table=1, which="", options={"event_overlap": "first"})
    assert title(first) == "War correspondents mobilize"


# -- orders from home ---------------------------------------------------------------------------------------------


@pytest.mark.rule("sns2:event1:british:11-12")
def test_evacuate_needs_a_native_lead_of_20_and_ends_onward() -> None:
    assert not happened(game("british", "11", table=1, which="", points={"native": 19}))
    played = game("british", "12", table=1, which="", points={"native": 20})
    assert set(lasting(played)) == {"evacuate"}


@pytest.mark.rule("sns2:event1:british:13-16")
def test_onward_needs_a_british_lead_of_20_and_brings_eight_factors_once() -> None:
    assert not happened(game("british", "13", table=1, which="", points={"british": 19}))
    played = game("british", "16", table=1, which="", points={"british": 20})
    assert set(lasting(played)) == {"onward"}
    assert state_of(played).factors[-1] == 8


@pytest.mark.rule("sns2:event1:british:13-16")
def test_onward_that_was_negated_comes_again_with_its_factors_and_in_force_without() -> None:
    negated = game("british", "11", table=1, which="", points={"native": 20}, in_force="onward")
    assert set(lasting(negated)) == {"evacuate"}
    again = game("british", "14", table=1, which="", points={"british": 20}, in_force="evacuate")
    assert set(lasting(again)) == {"onward"}
    assert state_of(again).factors[-1] == 8
    still = game("british", "14", table=1, which="", points={"british": 20}, in_force="onward")
    assert set(lasting(still)) == {"onward"}
    assert state_of(still).factors[-1] == 0


@pytest.mark.rule("sns2:event1:british:21-26")
def test_rescue_brings_factors_where_the_pool_lacks_units() -> None:
    played = game("british", "21", 3, 4, table=1, which="", points={"native": 20})
    assert state_of(played).factors[-1] == 7
    assert "rescue" in state_of(played).happened
    assert not happened(game("british", "26", table=1, which="", points={"native": 19}))


@pytest.mark.rule("sns2:event1:british:31")
def test_increased_replacements_are_a_die_of_factors() -> None:
    assert state_of(game("british", "31", 5, table=1, which="")).factors[-1] == 5


@pytest.mark.rule("sns2:event1:british:32")
def test_delayed_replacements_last_the_player_turn() -> None:
    played = game("british", "32", table=1, which="")
    assert effect_at(played, "no_replacements") == (1, 0)


# -- what one sees ------------------------------------------------------------------------------------------------


def seen_by(played: Game, side: int) -> set[str]:
    known = state_of(played).known[side]
    return {key for u, key in enumerate(played.rules.field.roster.keys) if known >> u & 1}


@pytest.mark.rule("sns2:event1:british:33-36")
def test_correspondents_win_or_lose_points_or_betray_a_stack() -> None:
    for die, points in ((1, [4, 0]), (4, [4, 0]), (5, [0, 4])):
        assert state_of(game("british", "33", die, 4, table=1, which="")).points == points
    played = game("british", "33", 6, table=1, which="")
    assert (played.decision.side, played.decision.kind) == ("native", "event")  # type: ignore[union-attr]
    played.apply("pick S0707")
    assert seen_by(played, 1) == {"br-buller"}


@pytest.mark.rule("sns2:event1:british:41")
@pytest.mark.rule("sns2:event2:british:36")
@pytest.mark.parametrize(("table", "which", "throw"), [(1, "", "41"), (2, "persia", "36")])
def test_the_intelligence_department_shows_a_native_hex(table: int, which: str, throw: str) -> None:
    played = game("british", throw, table=table, which=which)
    assert set(played.legal_actions().texts()) == {"pick S0506", "pick S0806"}
    played.apply("pick S0806")
    assert seen_by(played, 0) == {"na-2", "na-3"}
    (seen,) = told(played, "seen")
    assert seen.to == ("british",)


@pytest.mark.rule("sns2:event1:native:23")
@pytest.mark.rule("sns2:event2:asante:24")
@pytest.mark.parametrize(("table", "which"), [(1, ""), (2, "asante"), (2, "persia")])
def test_spies_show_a_british_hex(table: int, which: str) -> None:
    played = game("native", "24", table=table, which=which)
    played.apply("pick S0505")
    assert seen_by(played, 1) == {"br-wolseley", "br-bw", "br-fante", "br-supply"}


# -- attrition and mobs -------------------------------------------------------------------------------------------


@pytest.mark.rule("sns2:event1:british:34-36")
@pytest.mark.rule("sns2:event2:british:34-35")
@pytest.mark.parametrize(("table", "which", "throw"), [(1, "", "34"), (2, "asante", "35")])
def test_native_attrition_throws_for_each_unit_by_its_kind(table: int, which: str, throw: str) -> None:
    played = game("british", throw, 1, 2, 2, 3, table=table, which=which)
    played.apply("pick S0506")
    assert gone(played, "eliminated") == ["na-kofi"]
    assert gone(played, "demoralized") == ["na-1", "na-supply"]
    assert not told(played, "points"), "not lost in battle"
    (struck,) = told(played, "struck")
    assert (struck.data["at"], struck.to) == ("S0506", ()), "who chose the hex hears of it, if not of the dice"
    assert {event.to for event in told(played, "thrown")} == {("native",)}


@pytest.mark.rule("sns2:event1:native:34-36")
@pytest.mark.rule("sns2:event2:asante:34-35")
@pytest.mark.parametrize(("table", "which"), [(1, ""), (2, "persia")])
def test_british_attrition_eliminates_supply_on_a_one_and_the_demoralized(table: int, which: str) -> None:
    played = game("native", "34", 2, 2, 3, 1, table=table, which=which, places={"br-bw": {"at": "S0505", "steps": 1}})
    played.apply("pick S0505")
    assert gone(played, "eliminated") == ["br-bw", "br-supply"]


@pytest.mark.rule("sns2:event1:native:21-22")
@pytest.mark.rule("sns2:event2:asante:21-22")
@pytest.mark.parametrize(("table", "which"), [(1, ""), (2, "asante"), (2, "persia")])
def test_a_mob_marks_a_british_fortress_and_throws_for_its_units(table: int, which: str) -> None:
    played = game("native", "21", 2, 3, 2, 1, table=table, which=which, features={"S0505": "fortress"})
    assert state_of(played).atrocities == {played.rules.field.grid.parse("S0505")}, "the only fortress is chosen"
    assert gone(played, "eliminated") == ["br-wolseley"]
    assert gone(played, "demoralized") == ["br-bw", "br-supply"]
    assert not told(game("native", "22", table=table, which=which), "marker"), "no fortress, nothing"


@pytest.mark.rule("sns2:event1:native:41-43")
def test_friendly_natives_leave_in_a_hex_of_theirs() -> None:
    played = game("native", "41", table=1, which="")
    assert happened(played)
    assert not gone(played, "eliminated"), "nobody of the friendly tribes is on the map"


@pytest.mark.rule("sns2:asante:6.4")
def test_in_asante_supply_and_rabble_foot_are_struck() -> None:
    played = game("native", "42", 2, 1, table=1, which="asante")
    assert gone(played, "eliminated") == ["br-fante", "br-supply"]
    assert not gone(game("native", "42", 3, 6, table=1, which="asante"), "eliminated")


# -- arrivals -----------------------------------------------------------------------------------------------------


def at(played: Game, key: str) -> str | None:
    found: str | None = played.rules.units(played.state)[key]["at"]
    return found


@pytest.mark.rule("sns2:event1:british:44-46")
def test_friendly_tribes_bring_a_supply_unit_to_a_headquarters() -> None:
    played = game("british", "44", table=1, which="", pool=("br-supply",))
    assert set(played.legal_actions().texts()) == {"pick S0505", "pick S0707"}, "where headquarters stand"
    played.apply("pick S0707")
    assert at(played, "br-supply") == "S0707"
    none = game("british", "45", table=1, which="")
    assert none.decision is None or none.decision.kind != "event", "no supply unit is left to come"


@pytest.mark.rule("sns2:event1:native:44-45")
def test_bandits_bring_a_unit_of_the_pool_to_any_hex_without_enemies() -> None:
    played = game("native", "44", table=1, which="", pool=("na-3",))
    assert played.verdict("pick S0101"), "far from everybody"
    assert played.verdict("pick S0504"), "in a zone of control"
    assert not played.verdict("pick S0505"), "the British stand there"
    played.apply("pick S0101")
    assert at(played, "na-3") == "S0101"
    none = game("native", "45", table=1, which="")
    assert none.decision is None or none.decision.kind != "event", "the pool is empty"


@pytest.mark.rule("sns2:event1:british:21-26")
def test_rescue_brings_the_units_of_the_pool_to_a_line_of_communication() -> None:
    lead = {"native": 20}
    lines = {"british": "S0505 S0707"}
    played = game(
        "british", "24", 1, 2, table=1, which="", points=lead, pool=("br-bw", "br-fante"), communication=lines
    )
    played.apply("pick S0707")
    assert (at(played, "br-bw"), at(played, "br-fante")) == ("S0707", "S0707")
    assert state_of(played).factors[-1] == 1, "three units were thrown for, and two were there"


@pytest.mark.rule("sns2:event1:native:11-13")
@pytest.mark.rule("sns2:event1:native:14-16")
def test_restless_and_going_home_take_the_place_of_the_native_table() -> None:
    units = {"uprising": "1", "reinforcements": "1", "desertions": "1"}
    for throw, result in (("11", "uprising"), ("14", "desertions")):
        played = game("native", throw, table=1, which="", native_units=units)
        assert [event.data["result"] for event in told(played, "natives")] == [result]
        assert not told(played, "native_table"), "nobody rolls on it"


# -- effects that last --------------------------------------------------------------------------------------------


def effect_at(played: Game, key: str) -> tuple[int, int] | None:
    """The last turn and side in which an effect holds, at the first decision after the segment."""
    effect = lasting(played).get(key)
    return (effect.turn, effect.side) if effect else None


@pytest.mark.rule("sns2:event1:native:31-33")
@pytest.mark.rule("sns2:event2:asante:31-33")
@pytest.mark.parametrize(("table", "which"), [(1, ""), (2, "asante"), (2, "persia")])
def test_foul_weather_lasts_this_player_turn_and_the_next(table: int, which: str) -> None:
    played = game("native", "32", table=table, which=which)
    assert effect_at(played, "foul_weather") == (2, 0)
    assert played.rules.field.weather(state_of(played)) == -1


@pytest.mark.rule("sns2:event1:native:25")
@pytest.mark.rule("sns2:event2:asante:25")
@pytest.mark.parametrize(("table", "which"), [(1, ""), (2, "asante"), (2, "persia")])
def test_an_earthquake_levels_works_on_one_to_three(table: int, which: str) -> None:
    for die, happens in ((3, True), (4, False)):
        works = {"fieldworks": {"british": "S0505"}}
        played = game("native", "25", die, table=table, which=which, **works)
        assert bool(state_of(played).fieldworks) != happens
        assert effect_at(played, "earthquake") == ((2, 0) if happens else None)


@pytest.mark.rule("sns2:event1:native:46")
@pytest.mark.rule("sns2:event2:asante:53-54")
@pytest.mark.rule("sns2:event2:asante:51-52")
@pytest.mark.rule("sns2:event2:british:31-32")
@pytest.mark.rule("sns2:event2:british:52-53")
@pytest.mark.rule("sns2:event2:british:54")
@pytest.mark.rule("sns2:event2:british:55-56")
@pytest.mark.rule("sns2:event2:british:41")
@pytest.mark.rule("sns2:event2:british:42")
@pytest.mark.rule("sns2:event1:british:42")
@pytest.mark.rule("sns2:event1:british:43")
@pytest.mark.rule("sns2:event1:native:26")
@pytest.mark.rule("sns2:event2:asante:26")
@pytest.mark.rule("sns2:event2:asante:56-61")
@pytest.mark.parametrize(
    ("side", "table", "which", "throw", "key"),
    [
        ("native", 1, "", "46", "infighting"),
        ("native", 2, "asante", "54", "queen_mother"),
        ("native", 2, "persia", "51", "rain_native"),
        ("british", 2, "asante", "31", "porters_desert"),
        ("british", 2, "persia", "52", "rain_empire"),
        ("british", 2, "persia", "54", "mud"),
        ("british", 2, "asante", "55", "giffords_scouts"),
        ("british", 2, "persia", "41", "heroics"),
        ("british", 2, "persia", "42", "muddling"),
        ("british", 1, "", "42", "heroics"),
        ("british", 1, "", "43", "muddling"),
        ("native", 1, "", "26", "blundered"),
        ("native", 2, "persia", "26", "blundered"),
        ("native", 2, "asante", "56", "auspicious_day"),
        ("native", 2, "asante", "61", "auspicious_day"),
    ],
)
def test_effects_last_this_player_turn(side: str, table: int, which: str, throw: str, key: str) -> None:
    played = game(side, throw, table=table, which=which)
    assert effect_at(played, key) == (1, 0 if side == "british" else 1)


@pytest.mark.rule("sns2:event1:native:23")
@pytest.mark.rule("sns2:event2:asante:23")
@pytest.mark.parametrize(("table", "which"), [(1, ""), (2, "asante")])
def test_vision_needs_the_commander_in_chief(table: int, which: str) -> None:
    assert effect_at(game("native", "23", table=table, which=which), "vision") == (1, 1)
    assert not happened(game("native", "23", table=table, which=which, places={"na-kofi": {"dead": True}}))
    assert not happened(game("native", "23", table=2, which="persia"))


# -- Asante's own -------------------------------------------------------------------------------------------------


@pytest.mark.rule("sns2:event2:british:33")
def test_correspondents_bring_a_factor_or_betray_a_stack_and_double_points() -> None:
    played = game("british", "33", 3)
    assert state_of(played).factors[-1] == 1
    assert effect_at(played, "correspondents_factor") == (1, 0)
    betrayed = game("british", "33", 4)
    betrayed.apply("pick S0505")
    assert "br-bw" in seen_by(betrayed, 1)
    assert state_of(betrayed).factors[-1] == 0


@pytest.mark.rule("sns2:event2:british:43-45")
def test_fever_takes_the_values_of_a_leader_by_chance() -> None:
    played = game("british", "44", 2)
    field, state = played.rules.field, state_of(played)
    buller, wolseley = field.roster.find("br-buller"), field.roster.find("br-wolseley")
    assert (field.tactical(state, buller), field.strategic(state, buller)) == (0, 0)
    assert field.tactical(state, wolseley) == 2


@pytest.mark.rule("sns2:event2:british:46-51")
def test_levies_desert_on_four_to_six() -> None:
    assert gone(game("british", "51", 4), "deserted") == ["br-fante"]
    assert gone(game("british", "46", 3), "deserted") == []
    assert not happened(game("british", "46", 4, which="persia"))


@pytest.mark.rule("sns2:event2:british:61")
@pytest.mark.rule("sns2:event2:british:61-66")
def test_a_modern_general_sees_a_hex_and_marches_better() -> None:
    played = game("british", "61")
    played.apply("pick S0806")
    general = played.rules.field.roster.find("br-wolseley")
    assert lasting(played)["modern_general"].data == (general,)
    assert seen_by(played, 0) == {"na-2", "na-3"}
    field, h = played.rules.field, played.rules.field.grid.parse(str(at(played, "br-wolseley")))
    helps = [(one.value, one.rule) for one in supply.forage_modifiers(field, state_of(played), h, 0)]
    assert helps == [(1, "event2:british:61")]
    assert supply.forage_modifiers(field, state_of(played), field.grid.parse("S0101"), 0) == []
    assert not happened(game("british", "61", places={"br-wolseley": {"dead": True}}))
    assert not happened(game("british", "62"))


@pytest.mark.rule("sns2:event2:asante:36")
def test_the_golden_stool_shakes_or_enrages_each_stack() -> None:
    assert not happened(game("native", "36")), "no town inland is held"
    played = game("native", "36", 1, 2, features={"S0505": "village"})
    assert gone(played, "demoralized") == ["na-1", "na-supply"]
    field = played.rules.field
    assert lasting(played)["golden_stool"].data == tuple(field.roster.find(key) for key in ("na-2", "na-3"))
    assert state_of(played).points == [5, 0]


@pytest.mark.rule("sns2:event2:asante:41-42")
def test_the_king_surrenders_with_his_stack_and_the_stool_is_safe() -> None:
    far = dict.fromkeys(("br-wolseley", "br-bw", "br-fante", "br-supply", "br-buller"), "S1201")
    assert not happened(game("native", "41", places=far))
    played = game("native", "41")
    assert gone(played, "eliminated") == ["na-kofi"]
    assert gone(played, "deserted") == ["na-dwaben", "na-1", "na-supply"]
    assert state_of(played).points == [0, 0]
    stool = event_tables().row(2, "native", "36", "narrow")
    assert stool is not None
    found = game("native", "11", features={"S0505": "village"})
    assert happening(found.rules.field, state_of(found), 1, stool)
    state_of(found).happened = ("king_surrenders",)
    assert not happening(found.rules.field, state_of(found), 1, stool)


@pytest.mark.rule("sns2:event2:asante:43-46")
def test_dwaben_s_units_leave_with_the_british_ahead_by_10() -> None:
    assert not happened(game("native", "43", points={"british": 9}))
    assert gone(game("native", "46", points={"british": 10}), "deserted") == ["na-dwaben", "na-2"]


@pytest.mark.rule("sns2:event2:asante:55")
def test_the_king_is_deposed_with_the_british_ahead_by_20() -> None:
    assert not happened(game("native", "55", points={"british": 19}))
    played = game("native", "55", points={"british": 20})
    assert gone(played, "eliminated") == ["na-kofi"]
    assert gone(played, "deserted") == ["na-dwaben", "na-2"]
    assert state_of(played).points == [20, 0]


@pytest.mark.rule("sns2:event2:asante:62-63")
def test_an_ambush_attacks_at_once_with_superiority_out_of_the_clear() -> None:
    played = game("native", "62", terrain={"S0505": "jungle", "S0506": "jungle"})
    assert set(played.legal_actions().texts()) == {"attack S0505 from S0506", "pass"}
    played.apply("attack S0505 from S0506")
    assert not told(played, "superiority"), "it is the ambusher's"
    decision = played.decision
    assert decision is not None
    assert (decision.side, decision.kind) == ("native", "fire")
    assert not state_of(played).fought, "it may attack again in the battle segment"
    assert not [e for e in game("native", "63").events if e.kind == "attack"], "not in the clear"


@pytest.mark.rule("sns2:event2:asante:11-16")
@pytest.mark.rule("sns2:event2:asante:64-66")
@pytest.mark.rule("sns2:event2:british:11-26")
@pytest.mark.parametrize(
    ("side", "throws"), [("native", ("11", "16", "64", "66")), ("british", ("11", "16", "21", "26", "66"))]
)
def test_rows_without_an_event(side: str, throws: tuple[str, ...]) -> None:
    for throw in throws:
        for which in ("asante", "persia"):
            assert not happened(game(side, throw, which=which))


@pytest.mark.rule("sns2:event2:british:61")
@pytest.mark.rule("sns2:event2:asante:36")
@pytest.mark.rule("sns2:event2:asante:53-54")
@pytest.mark.parametrize(
    ("side", "throw", "dice", "helped"),
    [
        ("british", "61", (), {"br-wolseley": "event2:british:61"}),
        ("native", "36", (1, 2), {"na-2": "event2:asante:36"}),
        ("native", "54", (), {"na-1": "event2:asante:53-54", "na-2": "event2:asante:53-54"}),
    ],
)
def test_events_modify_the_march_die_of_whom_they_help(
    side: str, throw: str, dice: tuple[int, ...], helped: dict[str, str]
) -> None:
    played = game(side, throw, *dice, features={"S0505": "village"})
    if side == "british":
        played.apply("pick S0806")
    field: Any = played.rules.field
    state: Any = played.state
    found = {}
    for key in ("br-wolseley", "br-buller", "na-1", "na-2"):
        unit = field.roster.find(key)
        h, player = state.where[unit], field.roster.side[unit]
        found[key] = [(one.value, one.rule) for one in march_modifiers(field, state, player, h, 1 << unit, -1)]
    assert {key: [rule for _, rule in values] for key, values in found.items() if values} == {
        key: [rule] for key, rule in helped.items()
    }
    assert all(die > 0 for values in found.values() for die, _ in values)


def test_no_supply_unit_comes_by_chance_out_of_the_natives_pool() -> None:
    units = (
        unit("br-1"),
        unit("na-1"),
        unit("na-2"),
        unit("na-train", type="supply"),
        unit("na-ally", nation="friendly"),
    )
    played = begun(campaign(units), {"br-1": "S0303", "na-2": "S0909"})
    state, field = state_of(played), played.rules.field
    for key in ("br-1", "na-1", "na-train", "na-ally"):
        field.put(state, field.roster.find(key), POOL)
    assert field.keys_of(mask_of(pooled(field, state, 1))) == ["na-1"]
    assert field.keys_of(mask_of(pooled(field, state, 1, "friendly"))) == ["na-ally"]


@pytest.mark.rule("sns2:13.51")
@pytest.mark.parametrize(("pool", "drawn", "thrown"), [(("na-1",), "na-1", 0), (("na-1", "na-2", "na-3"), "na-2", 1)])
def test_a_die_draws_among_several_native_units_and_none_where_there_is_one(
    pool: tuple[str, ...], drawn: str, thrown: int
) -> None:
    units = (unit("br-1"), *(unit(f"na-{number}") for number in (1, 2, 3)))
    played = begun(campaign(units), {"br-1": "S0303"})
    field, state, step = played.rules.field, state_of(played), Step(Dice(forced=[2]))
    for key in pool:
        field.put(state, field.roster.find(key), POOL)
    state.push(Gathering(1, 2))
    state.top.perform(field, state, Action("draw"), step)
    assert [event.data["unit"] for event in step.events if event.kind == "drawn"] == [drawn]
    assert state.draws == thrown
    assert (state.top.left, field.keys_of(state.top.units)) == (1, [drawn])
