"""Why an action is refused, word for word, where the reason is a rare one; and what names nothing at all."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from sns_battle import KOFI, NAPIER, board, fight, foot
from sns_field import begun, breaches, campaign, state_of, unit

from engine.errors import ActionError, HexwrightError
from engine.hexes.board.grid import NOWHERE
from engine.mechanics.hexes.hexstate import POOL
from engine.mechanics.procedure import END
from engine.play import Action, Game, registry
from engine.play.dice import Dice
from engine.play.display import GroupingCard
from engine.play.step import Step
from engine.scenario import Deployment, Side
from engine.systems.sun_never_sets.base.effects import lay
from engine.systems.sun_never_sets.battle.retreating import Retreating, ZonePenalty
from engine.systems.sun_never_sets.battle.superiority import Superiority
from engine.systems.sun_never_sets.position.natives import Gathering, Rising
from engine.systems.sun_never_sets.position.siting import Siting
from engine.systems.sun_never_sets.rules import SnsRules
from engine.systems.sun_never_sets.turn.arrivals import ReinforcementSegment

CHIEF = unit("br-aide", type="headquarters", tactical=1, movement=8)
RIVER = {("S0303", "S0403"): "major_river"}
BOAT = unit("na-junk", type="junk", guns=1, strength=0, weapon="F")
GUN = unit("br-gun", type="artillery", weapon="A")
FOLK = unit("br-folk", type="civilians", strength=0, weapon="N", movement=4)


def names(game: Game, *keys: str) -> tuple[int, ...]:
    return tuple(game.rules.field.roster.number[key] for key in keys)


def h_of(game: Game, name: str) -> int:
    return game.rules.field.grid.parse(name)


# -- attacks and battles ---------------------------------------------------------------------------------------------


@pytest.mark.rule("sns2:7.0")
def test_an_attack_is_from_a_hex_on_a_hex() -> None:
    game = fight([foot("br-1"), foot("na-1")])
    told = {"7.0": "an attack is made from a hex of the map on an adjacent hex; name both"}
    for target, origin in ((NOWHERE, "S0505"), ("S0506", NOWHERE), (NOWHERE, NOWHERE)):
        places = tuple(at if isinstance(at, int) else h_of(game, at) for at in (target, origin))
        action = Action("attack", (*places, ()))
        assert breaches(game, action) == told
        assert game.rules.announced(game.state, action) is None


@pytest.mark.rule("sns2:7.0")
def test_nothing_is_promised_of_an_attack_that_cannot_be() -> None:
    game = fight([foot("br-1"), NAPIER, foot("na-1")], {"br-napier": "S0605"})
    for text, said in (("attack S0404 from S0505", False), ("attack S0606 from S0605", False)):
        assert (game.rules.announced(game.state, game.parse(text)) is not None) is said
    assert game.rules.announced(game.state, game.parse("attack S0506 from S0505")) is not None
    assert game.rules.prospects(game.state, "S0404", {"br-1": ""}) is None
    assert game.rules.prospects(game.state, "S0506", {"br-napier": ""}) is None
    assert game.rules.prospects(game.state, "S0506", {"br-1": ""}) is not None


@pytest.mark.rule("sns2:15.2")
def test_nobody_is_set_up_in_a_hex_that_is_closed_to_his_side() -> None:
    group = Deployment("british", ("S0303", "S0304"), ("br-1",))
    scenario = campaign(
        [unit("br-1"), unit("na-1")], deployments=(group,), special={"closed": {"british": "S0303", "native": "S0304"}}
    )
    game = Game(scenario, 1, rules=SnsRules(scenario))
    assert breaches(game, "deploy br-1 at S0303") == {"15.2": "S0303 is closed to the British"}
    assert breaches(game, "deploy br-1 at S0304") == {}


@pytest.mark.rule("sns2:17.5")
@pytest.mark.rule("sns2:30.32")
def test_railroad_engineers_build_no_fieldworks_and_the_british_cut_no_railway() -> None:
    units = [unit("br-rail", type="railroad_engineer"), foot("br-1"), foot("na-1")]
    game = fight(units, phase="movement", options={"engineers": True, "railroads": True})
    game.apply(END)
    assert breaches(game, "entrench S0505")["17.5"] == "the railroad engineers in S0505 build no fieldworks"
    assert breaches(game, "cut S0505")["30.32"] == "the British cannot cut railways"


@pytest.mark.parametrize(
    ("wanted", "events"),
    [
        (
            {"event": "march", "units": ["br-1"], "die": 3},
            [{"event": "force", "units": ["br-1"]}, {"event": "march", "die": 3}],
        ),
        ({"event": "march", "die": 3}, [{"event": "march", "die": 3}]),
    ],
    ids=str,
)
def test_what_an_example_expects_is_read_in_other_words_too(
    wanted: dict[str, Any], events: list[dict[str, Any]]
) -> None:
    assert fight([foot("br-1"), foot("na-1")]).rules.expected(wanted) == events


@pytest.mark.parametrize(
    ("event", "others"),
    [
        ({"event": "moves", "rule": "sns2:6.2", "to": "S0505"}, [{"event": "move", "rule": "sns2:6.2", "to": "S0505"}]),
        ({"event": "spent", "rule": "sns2:6.22"}, [{"event": "eliminated", "rule": "sns2:6.22"}]),
        ({"event": "spent", "rule": "sns2:12.63"}, []),
        ({"event": "battle", "rule": "sns2:8.71"}, []),
    ],
    ids=str,
)
def test_what_happened_may_be_expected_in_other_words(event: dict[str, Any], others: list[dict[str, Any]]) -> None:
    assert fight([foot("br-1"), foot("na-1")]).rules.reworded(event) == others


@pytest.mark.rule("sns2:5.31")
def test_the_last_of_a_force_on_the_march_is_not_dropped() -> None:
    game = fight([foot("br-1"), foot("br-2"), foot("na-1")], phase="movement", dice=[3])
    game.apply("march S0505 with br-1")
    assert breaches(game, "drop br-1") == {"5.31": "the last unit of a force halts"}


@pytest.mark.rule("sns2:7.0")
def test_nothing_is_promised_of_an_attack_on_nobody_or_by_headquarters_alone() -> None:
    game = fight([foot("br-1"), NAPIER, foot("na-1")])
    assert game.rules.prospects(game.state, "S0504", {"br-1": "S0505"}) is None
    assert game.rules.prospects(game.state, "S0506", {"br-napier": "S0505"}) is None
    assert game.rules.prospects(game.state, "S0506", {"br-1": "S0505"}) is not None


@pytest.mark.rule("sns2:27.53")
def test_who_has_only_rifles_stays_out_of_an_attack_on_boats() -> None:
    places = {"br-1": "S0303", "br-gun": "S0303", "na-junk": "S0403"}
    game = fight(
        [foot("br-1"), GUN, BOAT], places, on=board(sides=RIVER), options={"rivers": True, "boats_alone": "guns"}
    )
    told = {"27.53": "only guns, rockets and machine guns attack the boats in S0403"}
    assert breaches(game, "attack S0403 from S0303 with br-1 br-gun") == told
    assert breaches(game, "attack S0403 from S0303 with br-1")["27.53"] == told["27.53"]
    assert breaches(game, "attack S0403 from S0303 with br-gun") == {}


@pytest.mark.rule("sns2:28.2")
@pytest.mark.rule("sns2:27.51")
def test_boats_and_fleets_stay_out_of_an_attack_that_no_water_leads_to() -> None:
    fleet = unit("br-fleet", type="fleet", guns=4, strength=0, weapon="H")
    boat = unit("br-boat", type="gunboat", guns=1, strength=0, weapon="F")
    made = board(terrain={"S0504": "sea"})
    places = dict.fromkeys(("br-1", "br-fleet", "br-boat"), "S0505") | {"na-1": "S0506"}
    game = fight([foot("br-1"), boat, fleet, foot("na-1")], places, on=made, options={"rivers": True, "fleets": True})
    inland = {"28.2": "S0506 is not a coastal hex: a fleet does not attack it"}
    apart = {"27.51": "no hexside that boats go along joins S0505 and S0506"}
    assert breaches(game, "attack S0506 from S0505 with br-1 br-fleet") == inland
    assert breaches(game, "attack S0506 from S0505 with br-1 br-boat") == apart
    assert breaches(game, "attack S0506 from S0505 with br-1") == {}


@pytest.mark.rule("sns2:26.2")
def test_civilians_alone_never_attack() -> None:
    places = {"br-folk": "S0505", "br-1": "S0606", "na-1": "S0506"}
    game = fight([FOLK, foot("br-1"), foot("na-1")], places, options={"civilians": True})
    alone = {"7.0": "an attack needs a unit with combat strength", "26.2": "civilians never attack"}
    assert breaches(game, "attack S0506 from S0505") == alone
    assert breaches(game, "attack S0506 from S0505 with br-folk") == {**alone, "26.2": "br-folk never attack"}
    assert breaches(game, "attack S0506 from S0606") == {}


@pytest.mark.rule("sns2:10.2")
@pytest.mark.rule("sns2:8.21")
def test_who_does_not_command_a_battle_is_told_why() -> None:
    game = fight([NAPIER, CHIEF, foot("br-1"), KOFI, foot("na-1")])
    no = "is not a headquarters that may command this battle"
    game.apply("attack S0506 from S0505 with br-napier br-aide br-1")
    state_of(game).push(Superiority())
    assert breaches(game, "command br-aide") == {
        "10.2": "the commander in chief commands where he is present",
        "8.21": f"br-aide {no}",
    }
    assert breaches(game, "command br-1") == {"8.21": f"br-1 {no}"}
    assert breaches(game, "command na-kofi") == {"8.21": f"na-kofi {no}"}
    assert breaches(game, "command br-napier") == {}


@pytest.mark.rule("sns2:8.31")
@pytest.mark.parametrize(
    ("keys", "code"),
    [
        (("br-foot", "br-3"), "sword-line"),
        (("br-horse", "br-3"), "sabre-line"),
        (("br-foot", "br-horse"), "sword-line"),
    ],
)
def test_swords_are_those_of_foot_or_else_of_cavalry(keys: tuple[str, ...], code: str) -> None:
    units = [
        foot("br-foot", weapon="S"),
        unit("br-horse", type="cavalry", weapon="S"),
        foot("br-3", weapon="S", morale="V"),
        foot("na-1", weapon="S", morale="F"),
    ]
    game = fight([one for one in units if one.key in (*keys, "na-1")], dice=[6, 1])
    game.apply(f"attack S0506 from S0505 with {' '.join(keys)}")
    assert game.decision is not None
    assert game.decision.kind == "fire"
    assert game.text(game.parse("fire S-line")) == f"fire {code}"
    assert game.verdict("fire S-line")
    assert game.rules.announced(game.state, game.parse("fire B-fanatic")) is None
    with pytest.raises(ActionError, match="'X-line' is not a class of volleys; they are written R-veteran"):
        game.parse("fire X-line")
    with pytest.raises(ActionError, match="'S-brave' is not a class of volleys"):
        game.parse("fire S-brave")


@pytest.mark.rule("sns2:8.8")
@pytest.mark.rule("sns2:8.82")
def test_a_retreat_is_written_with_its_hexes() -> None:
    game = fight([foot("br-1"), foot("na-1")])
    state_of(game).push(Retreating(1, 1 << names(game, "na-1")[0], h_of(game, "S0506")))
    told = {"8.8": "name every hex of the retreat"}
    with pytest.raises(ActionError, match="argument 1: HEX is missing"):
        game.verdict(Action("retreat"))
    assert breaches(game, Action("retreat", (h_of(game, "S0507"), NOWHERE))) == told
    assert breaches(game, "retreat S0507 S0508") == {}
    assert breaches(game, "retreat S0505 S0504")["8.81"] == "S0505 is occupied by the enemy"
    assert breaches(game, "retreat S0507") == {
        "8.8": "a beaten force retreats two hexes",
        "8.82": "S0507 is not two hexes from S0506",
    }
    assert breaches(game, "retreat S0607 S0507") == {"8.82": "S0507 is not two hexes from S0506"}


@pytest.mark.rule("sns2:9.43")
@pytest.mark.rule("sns2:8.83")
def test_who_does_not_pay_for_a_zone_is_told_so() -> None:
    game = fight([foot("br-1"), foot("na-1"), foot("na-2", 2), KOFI], {"br-1": "S0101"})
    mask = sum(1 << u for u in names(game, "na-1", "na-2", "na-kofi"))
    state_of(game).push(ZonePenalty(1, mask, 2))
    assert breaches(game, "shake br-1") == {"9.43": "br-1 cannot pay for this zone"}
    assert breaches(game, "shake na-kofi") == {
        "10.52": "na-kofi is a headquarters, which is never demoralized",
        "9.43": "na-kofi cannot pay for this zone",
    }
    assert set(game.legal_actions().texts()) == {"shake na-1", "shake na-2"}
    state_of(game).replace(ZonePenalty(1, mask, 2, 1 << names(game, "na-2")[0]))
    assert breaches(game, "shake na-2") == {"9.43": "na-2 cannot pay for this zone"}


@pytest.mark.rule("sns2:11.53")
@pytest.mark.rule("sns2:10.1")
@pytest.mark.rule("sns2:11.51")
def test_who_does_not_help_to_rally_is_told_so() -> None:
    shaken = {"at": "S0505", "steps": 1}
    places = {"br-1": shaken, "br-3": shaken, "br-aide": "S0505", "br-napier": "S0606", "na-1": "S0909"}
    units = [CHIEF, NAPIER, foot("br-1"), foot("br-2"), foot("br-3"), foot("na-1")]
    game = fight(units, places, phase="rally", dice=[1])
    assert breaches(game, "rally br-1 by br-2") == {"11.53": "br-2 is not a headquarters"}
    assert breaches(game, "rally br-1 by br-napier") == {
        "10.1": "br-napier is not in the hex of br-1",
        "11.53": "br-napier helps units of its own hex",
    }
    assert breaches(game, "rally br-2") == {"11.51": "br-2 is not a demoralized unit of this side on the map"}
    assert breaches(game, "rally na-1") == {"11.51": "na-1 is not a demoralized unit of this side on the map"}
    assert breaches(game, "rally br-1 by br-aide") == {}
    game.apply("rally br-1 by br-aide")
    assert breaches(game, "rally br-1") == {"11.51": "br-1 has already tried to rally in this segment"}
    assert breaches(game, "rally br-3 by br-aide") == {
        "11.53": "br-aide has already helped a unit in this segment",
        "10.33": "br-aide adds to the rally die of one unit",
    }


# -- on the march ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("sns2:13.41")
@pytest.mark.rule("sns2:13.4")
def test_who_does_not_leave_the_map_is_told_why() -> None:
    units = [unit("br-1"), unit("br-2"), unit("br-slow", movement=1), unit("na-1")]
    there = dict.fromkeys(("br-1", "br-2", "br-slow"), "S0205") | {"na-1": "S1209"}
    lines = {"communication": {"british": "S0405 S0205 S0305 S0505"}}
    for force, way, left in (
        ("br-1 br-2", "S0305", {}),
        ("br-slow", "", {}),
        ("br-1 br-slow", "S0305", {"13.41": "leaving the map costs a movement point, but none is left"}),
    ):
        game = begun(campaign(units, special=lines), there, dice=[3])
        lay(state_of(game), 0, "evacuate", "game")
        game.apply(f"march S0205 with {force}")
        if way:
            game.apply(f"go {way}")
        assert breaches(game, "withdraw") == left
        each = {f"withdraw {key}" for key in force.split()} if len(force.split()) > 1 else set()
        offered = {text for text in game.legal_actions().texts() if text.startswith("withdraw")}
        assert offered - each == (set() if left else {"withdraw"})
        assert bool(offered & each) is bool(each)
        assert breaches(game, "withdraw na-1")["13.41"] == "na-1 is not in the force" or left
    game = begun(campaign(units, special=lines), there, dice=[3])
    game.apply("march S0205 with br-1 br-2")
    assert breaches(game, "withdraw") == {
        "13.4": "only British units ordered to evacuate can leave, from a line of communication"
    }


@pytest.mark.rule("sns2:21.1")
def test_an_ambush_by_one_of_several_forces_says_which() -> None:
    units = [unit("br-1"), unit("na-1"), unit("na-2"), unit("na-3")]
    places = {"br-1": "S0205", "na-1": "S0504", "na-2": "S0505", "na-3": "S0909"}
    game = begun(campaign(units), places, dice=[3], options={"ambush": True})
    game.apply("march S0205 with br-1")
    game.apply("go S0305 S0405")
    with pytest.raises(ActionError, match="forces in S0504 and S0505 may ambush: choose the hex that they ambush from"):
        game.parse("ambush")
    assert breaches(game, "ambush with na-3") == {"21.1": "no force in S0909 has S0405 in its zone of control"}
    assert game.text(game.parse("ambush with na-1")) == "ambush from S0504 with na-1"
    assert breaches(game, "advance br-1 S0404")["21.5"] == "neither side advances after an ambush"


@pytest.mark.rule("sns2:25.23")
def test_an_insult_ends_the_march_of_the_officers_force_and_of_no_other() -> None:
    officer = unit("br-envoy", type="headquarters", movement=8, strategic=1, political=True)
    units = [officer, unit("br-1"), unit("br-2"), KOFI, unit("na-1")]
    places = dict.fromkeys(("br-envoy", "br-1", "br-2"), "S0505") | {"na-kofi": "S0506", "na-1": "S0506"}
    for force, over in (("br-envoy br-1", True), ("br-2", False)):
        game = begun(campaign(units), places, dice=[4, 1], options={"political": True})
        game.apply(f"march S0505 with {force}")
        if over:
            game.apply("parley S0506 by br-envoy")
            assert [event.data["result"] for event in game.events if event.kind == "parley"] == ["insult"]
        else:
            assert "parley S0506 by br-envoy" not in game.legal_actions().texts()
        assert (type(game.state.top).__name__ == "OnMarch") is not over


# -- who comes -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sns2:13.34")
@pytest.mark.rule("sns2:13.2")
@pytest.mark.rule("sns2:13.21")
@pytest.mark.parametrize("side", ["british", "native"])
def test_who_is_not_replaced_is_told_why_and_the_enemys_units_are_strangers(side: str) -> None:
    kinds = {
        "hq": {"type": "headquarters", "movement": 8},
        "folk": {"type": "civilians", "strength": 0, "weapon": "N", "movement": 4},
        "beasts": {"type": "elephant", "strength": 0, "weapon": "N"},
        "1": {"strength": 3},
        "2": {},
    }
    units = [unit(f"{own}-{key}", **values) for own in ("br", "na") for key, values in kinds.items()]
    dead = {one.key: {"dead": True} for one in units if not one.key.endswith("-2")}
    options = {"civilians": True}
    game = begun(
        campaign(units), {**dead, "br-2": "S0505", "na-2": "S0909"}, "reinforcement", side=side, options=options
    )
    state_of(game).push(ReinforcementSegment(0 if side == "british" else 1, 1))
    own, other, name = ("br", "na", "British") if side == "british" else ("na", "br", "Natives")
    assert breaches(game, f"replace {own}-hq")["13.34"] == f"{own}-hq is a headquarters, which is never replaced"
    assert breaches(game, f"replace {own}-folk")["13.34"] == f"{own}-folk are civilians, which are never replaced"
    assert breaches(game, f"replace {own}-beasts") == {
        "13.2": f"{own}-beasts have no strength and cannot take replacement factors",
        "abyssinia:6.4": f"{own}-beasts are elephants, which are never replaced",
    }
    assert breaches(game, f"replace {own}-1") == {"13.21": f"{own}-1 takes 3 replacement factors; 0 are left for it"}
    assert breaches(game, f"replace {own}-2") == {"13.2": f"{own}-2 is not a lost {name} unit"}
    for key in kinds:
        assert breaches(game, f"replace {other}-{key}") == {"13.2": f"{other}-{key} is not a lost {name} unit"}
        assert breaches(game, f"place {other}-{key}") == {"13.11": f"{other}-{key} is not a reinforcement of this turn"}


@pytest.mark.rule("sns2:13.51")
def test_without_a_pool_nobody_is_drawn() -> None:
    units = [unit("br-1"), unit("na-1"), unit("na-2"), unit("na-train", type="supply")]
    made = campaign(units, board(features={"S0909": "town"}))
    game = begun(made, {"br-1": "S0505", "na-1": "S0909"}, "reinforcement", side="native")
    field, state = game.rules.field, state_of(game)
    state.push(Rising(1, 1))
    assert breaches(game, "draw") == {"13.51": "there is no pool to draw from"}
    assert breaches(game, "place na-2") == {"13.51": "na-2 cannot be taken now"}
    field.put(state, field.roster.find("na-2"), POOL)
    assert breaches(game, "draw") == {"13.51": "there is no pool to draw from"}, "they are picked, not drawn"
    assert breaches(game, "place na-2") == {}
    assert breaches(game, "place na-2 at S0505") == {"13.53": "no Native unit comes in S0505"}
    state.replace(Gathering(1, 0, 1 << field.roster.find("na-2")))
    assert breaches(game, "draw") == {"13.51": "no more units are drawn"}
    assert breaches(game, "place na-train") == {"13.51": "na-train cannot be taken now"}


def test_where_nobody_is_left_to_be_drawn_those_who_were_are_placed() -> None:
    units = [unit("br-1"), unit("na-1"), unit("na-2")]
    game = begun(campaign(units), {"br-1": "S0505", "na-1": "S0909"}, "reinforcement", side="native")
    field, state, step = game.rules.field, state_of(game), Step(Dice())
    drawn = 1 << field.roster.find("na-2")
    state.push(Gathering(1, 2, drawn))
    state.top.proceed(field, state, step)
    assert state.top == Gathering(1, 0, drawn)
    state.replace(Gathering(1, 2))
    state.top.proceed(field, state, step)
    assert not isinstance(state.top, Gathering)


@pytest.mark.rule("sns2:13.3")
def test_of_units_that_come_together_any_is_placed_first() -> None:
    units = [unit("br-1"), unit("br-2"), unit("br-3"), unit("na-1")]
    game = begun(campaign(units), {"br-1": "S0505", "na-1": "S0909"}, "reinforcement")
    state, field = state_of(game), game.rules.field
    area = (h_of(game, "S0505"), h_of(game, "S0101"))
    one, two, three = names(game, "br-2", "br-3", "br-1")
    for frame in (Siting(0, one, area), Siting(0, two, area)):
        state.push(frame)
    assert breaches(game, "place br-1 at S0505") == {"13.3": "br-3 has arrived: place it first"}
    assert breaches(game, "place br-2 at S0505") == {}
    game.apply("place br-2 at S0505")
    assert field.grid.name(state_of(game).where[one]) == "S0505"
    assert state_of(game).top == Siting(0, two, area)
    game.apply("place br-3 at S0101")
    assert field.grid.name(state_of(game).where[two]) == "S0101"
    state_of(game).push(Siting(0, three, (h_of(game, "S0909"),)))
    state_of(game).top.proceed(field, state_of(game), Step(Dice()))
    assert not isinstance(state_of(game).top, Siting), "the enemy is there: nobody is placed"


@pytest.mark.rule("sns2:27.1")
@pytest.mark.rule("sns2:28.1")
@pytest.mark.rule("sns2:6.34")
def test_who_cannot_be_set_up_in_a_hex_is_told_why() -> None:
    fleet = unit("br-fleet", type="fleet", guns=4, strength=0, weapon="H")
    boat = unit("br-boat", type="gunboat", guns=1, strength=0, weapon="F")
    made = board(terrain={"S0101": "sea", "S0909": "lake"}, sides=RIVER)
    area = ("S0101", "S0102", "S0303", "S0505", "S0909")
    group = Deployment("british", area, ("br-1", "br-boat", "br-fleet"))
    scenario = campaign([unit("br-1"), boat, fleet, unit("na-1")], made, deployments=(group,), setup={"na-1": "S1210"})
    rules = SnsRules(scenario, {"rivers": True, "fleets": True})
    game = Game(scenario, 1, rules=rules)
    cannot = "it needs a river or a coast"
    for text, rule, words in (
        ("deploy br-1 at S0101", "6.34", "no land unit can be in S0101"),
        ("deploy br-boat at S0505", "27.1", f"br-boat cannot lie in S0505: {cannot}"),
        ("deploy br-boat at S0101", "27.1", f"br-boat cannot lie in S0101: {cannot}"),
        ("deploy br-fleet at S0505", "28.1", f"br-fleet cannot lie in S0505: {cannot}"),
        ("deploy br-fleet at S0303", "28.1", f"br-fleet cannot lie in S0303: {cannot}"),
    ):
        assert breaches(game, text)[rule] == words, text
    for text in ("deploy br-1 at S0505", "deploy br-boat at S0303", "deploy br-fleet at S0102"):
        assert breaches(game, text) == {}, text


@pytest.mark.rule("sns2:2.0")
def test_a_campaign_has_an_empire_and_its_enemy() -> None:
    scenario = campaign([unit("br-1"), unit("na-1")])
    for role in ("empire", "native"):
        sides = {key: Side(key, key, role=role) for key in ("british", "native")}
        with pytest.raises(HexwrightError, match="need the roles empire and native, one each"):
            SnsRules(replace(scenario, sides=sides))


@pytest.mark.parametrize(("table", "rows"), [("march", {"9": {"march": "dash", "attrition": False}})])
def test_a_table_with_a_row_beyond_its_dice_is_refused(table: str, rows: dict[str, Any]) -> None:
    with pytest.raises(HexwrightError, match="must have rows for 0 to 8 without a gap"):
        begun(
            campaign([unit("br-1"), unit("na-1")], tables={table: {"rows": rows}}), {"br-1": "S0505", "na-1": "S0909"}
        )


# -- columns ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sns2:5.21")
def test_what_a_person_drags_about_is_joined_or_left() -> None:
    units = [unit("br-1"), unit("br-2"), unit("br-3"), unit("na-1")]
    places = dict.fromkeys(("br-1", "br-2", "br-3"), "S0505") | {"na-1": "S0909"}
    game = begun(campaign(units), places, given={"columns": {"c2": ["br-1", "br-2"]}})
    game.apply("organise S0505")
    ((question, card),) = registry.system("sns2").shown(GroupingCard)
    assert card.action("br-3", "c2") == "join c2 br-3"
    assert card.action("br-1", "") == "leave br-1"
    assert breaches(game, "leave br-3") == {"5.22": "br-3 is in no column"}
    assert breaches(game, "join c2 br-1") == {"5.2": "br-1 is in that column"}
    assert breaches(game, "form c2") == {"5.2": "column c2 is already formed: join it"}
    game.apply(card.action("br-3", "c2"))
    assert breaches(game, "leave br-3") == {"5.21": "br-3 has been organised already"}
    grouping = question.function(game.rules, game.state, "", {})
    assert grouping is not None
    assert (grouping.at, grouping.free, grouping.fresh) == ("S0505", ("br-1", "br-2"), "c1")
    assert grouping.columns == {"c2": ("br-1", "br-2", "br-3"), "": ()}


# -- nothing is asked ------------------------------------------------------------------------------------------------


def test_a_game_that_is_over_goes_on_with_nothing() -> None:
    game = begun(
        campaign([unit("br-1"), unit("na-1")], turns=1), {"br-1": "S0505", "na-1": "S0909"}, "rally", side="native"
    )
    assert game.decision is None
    assert game.rules.default_action(game.state) is None
    assert game.rules.announced(game.state, END) is None
    assert game.rules.promised(game.state, END) is None
