"""What battles and marches promise: lines for people, and a forecast that real battles bear out."""

from __future__ import annotations

from typing import Any

import pytest
from sns_field import begun, campaign, country, state_of, unit

from engine.errors import HexwrightError
from engine.play import Game
from engine.play.questions import plain_answer
from engine.systems.sun_never_sets.answers import campaigning, forecast
from engine.systems.sun_never_sets.answers.campaigning import ForageChance, LeaderRow
from engine.systems.sun_never_sets.answers.forecast import host
from engine.systems.sun_never_sets.base import effects

BRITISH = (
    unit("br-hq", type="headquarters", tactical=2, strategic=2, movement=8),
    unit("br-1", weapon="M", morale="V", strength=8),
    unit("br-2", weapon="M", morale="V", strength=9),
)
NATIVES = (unit("na-1", weapon="S", morale="R"), unit("na-2", weapon="S", morale="R"))


def game(terrain: str = "clear", natives: int = 2, phase: str = "battle") -> Game:
    board = country()
    board.terrain[board.grid.parse("S0506")] = terrain
    units = [*BRITISH, *NATIVES[:natives]]
    where = {one.key: "S0505" if one.key.startswith("br-") else "S0506" for one in units}
    return begun(campaign(units, board), where, phase)


def odds(made: Game, *units: str) -> dict[str, Any]:
    return dict(plain_answer(made.rules.odds(made.state, "S0506", list(units))))


@pytest.mark.rule("sns2:8.4")
@pytest.mark.rule("sns2:8.43")
def test_every_volley_is_told_with_row_modifiers_and_shares() -> None:
    found = odds(game("mountain"), "br-hq", "br-1", "br-2")
    rifle = [line for line in found["volleys"] if line["round"] == "rifle"]
    assert [(line["units"], line["row"]) for line in rifle] == [
        (["br-2"], "the row of 8 for muskets"),
        (["br-1"], "the row of 8 for muskets"),
    ]
    assert [(m["value"], m["rule"]) for m in rifle[0]["modifiers"]] == [(2, "sns2:8.6"), (-2, "sns2:8.6")]
    assert rifle[0]["who"] == "veteran muskets"
    assert sum(rifle[0]["results"].values()) == pytest.approx(1, abs=0.001)
    assert set(rifle[0]["results"]) == {
        "no effect",
        "1 unit demoralized",
        "1 unit eliminated and 1 more demoralized",
    }
    assert found["ground"]["why"] == "mountain"


@pytest.mark.rule("sns2:8.21")
def test_superiority_is_told_as_a_chance_without_ties() -> None:
    found = odds(game(), "br-hq", "br-1")["superiority"]
    # Two more on one side: 26 throws of 36 are ahead, 4 level and thrown again.
    assert found["results"] == {"british": round(26 / 32, 4), "native": round(6 / 32, 4)}
    assert found["modifiers"]["british"][0]["value"] == 2


@pytest.mark.rule("sns2:8.21")
@pytest.mark.rule("sns2:8.4")
def test_odds_are_told_to_four_places() -> None:
    aide = unit("br-aide", type="headquarters", tactical=1, movement=8)
    places = {"br-aide": "S0505", "br-1": "S0505", "na-1": "S0506", "na-2": "S0506"}
    found = odds(begun(campaign([*BRITISH, aide, *NATIVES]), places, "battle"), "br-aide", "br-1")
    # One more on one side: 21 throws of 36 are ahead, 5 level and thrown again.
    assert found["superiority"]["results"] == {"british": round(21 / 31, 4), "native": round(10 / 31, 4)}
    assert found["superiority"]["modifiers"] == {
        "british": [{"value": 1, "why": "br-aide", "rule": "sns2:8.21"}],
        "native": [],
    }
    assert found["volleys"][-1] == {
        "round": "melee",
        "side": "native",
        "who": "rabble swordsmen",
        "units": ["na-1", "na-2"],
        "factors": 6,
        "row": "the row of 6 for swordsmen",
        "modifiers": [],
        "results": {
            "no effect": round(2 / 6, 4),
            "1 unit demoralized": round(3 / 6, 4),
            "1 unit eliminated and 1 more demoralized": round(1 / 6, 4),
        },
    }
    assert (found["target"], found["from"]) == ("S0506", "S0505")
    assert (found["attackers"], found["defenders"]) == (["br-1", "br-aide"], ["na-1", "na-2"])
    assert (found["strength"], found["ground"], found["illegal"]) == ({"british": 8, "native": 6}, None, [])
    won, drawn, lost = found["results"].values()
    assert won + drawn + lost == 1
    assert len(f"{drawn}") <= len("0.0000")


def test_the_ground_and_numbers_change_what_is_promised() -> None:
    places = {one.key: "" for one in BRITISH}
    open_ground, mountain, few = (
        made.rules.prospects(made.state, "S0506", places) for made in (game(), game("mountain"), game(natives=1))
    )
    assert open_ground is not None
    assert mountain is not None
    assert few is not None
    assert open_ground.good >= mountain.good
    assert few.good >= open_ground.good
    assert open_ground.share > 0.5
    assert 0 <= open_ground.bad <= 1


def test_nobody_attacks_from_afar_or_twice() -> None:
    made = game()
    assert made.rules.prospects(made.state, "S0506", {"br-1": "S0101"}) is None
    assert made.rules.prospects(made.state, "S0509", {"br-1": ""}) is None
    state_of(made).fought = 0b111
    assert made.rules.prospects(made.state, "S0506", {"br-1": ""}) is None


def test_real_battles_bear_out_the_forecast() -> None:
    made = game()
    promised = made.rules.prospects(made.state, "S0506", {one.key: "" for one in BRITISH})
    assert promised is not None
    won = 0
    for seed in range(60):
        played = Game(made.scenario, seed, start=made.start, rules=made.rules)
        played.apply("attack S0506 from S0505 with br-hq br-1 br-2")
        while played.decision is not None and played.decision.kind in ("fire", "loss"):
            texts = played.legal_actions().texts()
            played.apply(next((text for text in texts if " by " in text), texts[0]))
        (battle,) = [event for event in played.events if event.kind == "battle"]
        won += battle.data["winner"] == "british"
    assert won / 60 == pytest.approx(promised.good, abs=0.2)


@pytest.mark.rule("sns2:6.0")
@pytest.mark.rule("sns2:6.11")
def test_a_march_is_told_by_result() -> None:
    made = game(phase="movement")
    found = campaigning.march(made.rules.field, made.state, ["br-1"])
    assert [(m.value, m.rule) for m in found.modifiers] == [(2, "sns2:6.11")]
    assert [die.total for die in found.dice] == [3, 4, 5, 6, 7, 8]
    assert {die.result: die.points for die in found.dice} == {"march": 6, "forced": 12, "dash": 18}
    assert sum(result.chance for result in found.results) == pytest.approx(1, abs=0.001)
    lost = [result.chance for result in found.results if result.attrition]
    assert sum(lost) == pytest.approx(1 / 6, abs=0.001)
    effects.lay(state_of(made), 0, "foul_weather", "player_turn")
    again = campaigning.march(made.rules.field, made.state, ["br-1"])
    assert [m.rule for m in again.modifiers] == ["sns2:6.11", "sns2:event1:native:31-33"]


@pytest.mark.rule("sns2:6.11")
def test_a_march_is_told_with_each_leader_and_without() -> None:
    other = unit("br-aide", type="headquarters", tactical=0, strategic=1, movement=8)
    made = begun(campaign([*BRITISH, other, *NATIVES]), {"br-hq": "S0505", "br-aide": "S0505", "br-1": "S0505"})
    best = campaigning.march(made.rules.field, made.state, ["br-1"])
    assert best.leader == "br-hq"
    assert best.leaders == [LeaderRow("br-hq", 2, chosen=True), LeaderRow("br-aide", 1, chosen=False)]
    assert [die.total for die in campaigning.march(made.rules.field, made.state, ["br-1"], "").dice] == [*range(1, 7)]
    assert campaigning.march(made.rules.field, made.state, ["br-1"], "br-aide").modifiers[0].value == 1
    state_of(made).led = 1 << made.rules.field.roster.find("br-hq")
    with pytest.raises(HexwrightError, match=r"has lent its strategic value in this segment \(sns2:6.11\)"):
        campaigning.march(made.rules.field, made.state, ["br-1"], "br-hq")
    with pytest.raises(HexwrightError, match="be of one side and in one hex"):
        campaigning.march(
            made.rules.field, begun(made.scenario, {"br-1": "S0505", "br-2": "S0506"}).state, ["br-1", "br-2"]
        )


@pytest.mark.rule("sns2:12.3")
@pytest.mark.rule("sns2:12.33")
def test_foraging_is_told_for_those_there_and_for_others() -> None:
    made = game(phase="logistics")
    found = campaigning.forage(made.rules.field, made.state, "S0505")
    assert (found.number, found.country, found.leader) == (2, "open country", "br-hq")
    assert [(m.value, m.rule) for m in found.modifiers] == [(2, "sns2:12.33")]
    assert [die.fed for die in found.dice] == [2] * 6
    assert found.results == [ForageChance(fed=2, hungry=0, chance=1.0)]
    board = country()
    board.terrain[board.grid.parse("S0507")] = "desert"
    many = [unit(f"br-{n}") for n in range(6)]
    made = begun(campaign([*many, *NATIVES], board), {one.key: "S0505" for one in many}, "logistics")
    desert = campaigning.forage(made.rules.field, made.state, "S0507", [one.key for one in many])
    assert desert.limits == [0, 0, 0, 2, 4, 6]
    assert [die.hungry for die in desert.dice] == [6, 6, 6, 4, 2, 0]
    assert desert.expected_hungry == 4
    assert not desert.automatic
    with pytest.raises(HexwrightError, match="no units are in S0507"):
        campaigning.forage(made.rules.field, made.state, "S0507")


# -- before the dice ----------------------------------------------------------------------------------------------


def announced(made: Game, text: str) -> Any:
    return made.rules.announced(made.state, made.rules.parse(text, made.state))


@pytest.mark.rule("sns2:5.6")
def test_an_attack_on_a_force_that_is_not_known_tells_the_attackers_volleys_alone() -> None:
    told = announced(game("mountain"), "attack S0506 from S0505")
    account = told.account
    assert account.unknown == ("S0506",)
    assert [part.how for part in account.defenders] == ["a force that is not known"]
    assert not account.shares
    assert {throw.side for throw in account.throws} == {"british"}
    assert [m.rule for m in account.throws[0].modifiers] == ["sns2:8.6", "sns2:8.6"]
    # Nobody knows more by it than before: with one defender more the answer is the same.
    assert announced(game("mountain", natives=1), "attack S0506 from S0505") == told


@pytest.mark.rule("sns2:8.42")
def test_who_has_fewer_factors_than_the_lowest_row_does_not_fire_and_is_promised_nothing() -> None:
    """By the tables as they are one factor is enough everywhere; a scenario's own may begin with a higher row."""
    line = {"heavy": {"weapons": ["M"], "rows": {4: [3, 5, 7, 9], 8: [1, 3, 5, 7]}}}
    units = [unit("br-hq", type="headquarters", tactical=1), unit("br-1", weapon="M"), unit("na-1", weapon="S")]
    where = {"br-hq": "S0505", "br-1": "S0505", "na-1": "S0506"}
    made = begun(campaign(units, tables={"rifle_fire": {"lines": line}}), where, "battle", dice=[6, 1, 1, 1])
    assert {one.round for one in made.rules.odds(made.state, "S0506", ["br-1"]).volleys} == {"melee"}
    for text in ("attack S0506 from S0505", "fight", "command br-hq"):
        if made.verdict(text):
            made.apply(text)
    assert made.decision is not None
    assert made.decision.prompt.startswith("Rifle round")
    fire = made.parse("fire M-line by br-hq")
    assert made.verdict(fire)
    assert made.rules.announced(made.state, fire) is None
    made.apply(fire)
    assert "rifle" not in [event.data["round"] for event in made.events if event.kind == "volley"]


@pytest.mark.rule("sns2:8.1")
@pytest.mark.rule("sns2:8.6")
def test_an_attack_on_a_known_force_tells_every_throw() -> None:
    made = game()
    state_of(made).known[0] = made.rules.field.roster.of_side[1]
    told = announced(made, "attack S0506 from S0505")
    account = told.account
    assert account.compared == "17 against 6 strength points"
    assert [part.unit for part in account.defenders] == ["na-1", "na-2"]
    assert sum(share.chance for share in account.shares) == pytest.approx(1)
    assert [(throw.stage, throw.side) for throw in account.throws] == [
        ("tactical superiority", "british"),
        ("tactical superiority", "native"),
        ("rifle round", "british"),
        ("rifle round", "british"),
        ("melee round", "british"),
        ("melee round", "british"),
        ("melee round", "native"),
    ]
    assert account.throws[0].shares[0].chance == pytest.approx(26 / 32)
    alone = announced(made, "attack S0506 from S0505 with br-1")
    assert [part.unit for part in alone.account.attackers] == ["br-1"]
    made.apply("attack S0506 from S0505")
    assert announced(made, "fight").account == account
    fewer = announced(made, "without br-2")
    assert [part.unit for part in fewer.account.attackers] == ["br-hq", "br-1"]
    assert fewer.good <= told.good


@pytest.mark.rule("sns2:10.32")
def test_a_volley_is_told_with_its_leader() -> None:
    made = game()
    made.apply("attack S0506 from S0505 with br-hq br-1 br-2")
    assert made.decision is not None
    assert made.decision.kind == "fire"
    alone, led = announced(made, "fire M-veteran"), announced(made, "fire M-veteran by br-hq")
    assert [m.amount for m in alone.account.throws[0].modifiers] == [2]
    assert [(m.amount, m.rule) for m in led.account.throws[0].modifiers] == [(2, "sns2:8.6"), (2, "sns2:10.32")]
    assert made.rules.announced(made.state, made.parse("cease")) is None
    assert game().rules.announced(game().state, made.parse("fire M-veteran")) is None
    assert led.defender_steps > alone.defender_steps > 0
    assert sum(share.chance for share in led.account.shares) == pytest.approx(1)


@pytest.mark.rule("sns2:27.53")
def test_in_a_forecast_guns_alone_count_against_boats() -> None:
    guns = unit("br-gun", type="artillery", weapon="A")
    made = begun(campaign([*BRITISH, guns, *NATIVES]), {"br-1": "S0505", "br-gun": "S0505", "na-1": "S0506"})
    field: Any = made.rules.field
    everybody = sum(1 << field.roster.number[key] for key in ("br-1", "br-gun", "na-1"))
    armed = [
        sorted(
            {
                round
                for soldier in host(field, state_of(made), everybody, against_boats=boats).soldiers
                for round, weapon in enumerate(soldier.weapons)
                if weapon
            }
        )
        for boats in (False, True)
    ]
    assert armed == [[0, 1, 2], [0]]


@pytest.mark.rule("sns2:6.2")
def test_a_force_on_the_march_is_told_how_far_it_may_go() -> None:
    made = begun(campaign([*BRITISH, *NATIVES]), {"br-1": "S0505", "na-1": "S0904"}, dice=[4])
    made.apply("march S0505 with br-1")
    assert made.decision is not None
    assert "(6 MP)" in made.decision.prompt


def test_forecasts_asked_for_last_are_remembered_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    made = game()
    rules, state = made.rules, made.state
    theatre = forecast.Theatre(rules.field.gunnery, rules.field.tables.fire_modifiers, rules.field.tables.defeat.share)
    fought: list[int] = []
    fight = theatre._fight

    def counted(attacker: forecast.Host, defender: forecast.Host, clear: int) -> forecast.Forecast:
        fought.append(len(attacker.soldiers))
        return fight(attacker, defender, clear)

    monkeypatch.setattr(theatre, "_fight", counted)
    monkeypatch.setattr(forecast, "REMEMBERED", 2)
    native = host(rules.field, state, rules.field.roster.of_side[1])
    lone = native.soldiers[0]
    one, two, three = (native._replace(soldiers=(lone,) * number) for number in (1, 2, 3))
    first = theatre.fought(one, native)
    for attacker in (two, one, three):
        theatre.fought(attacker, native)
    assert fought == [1, 2, 3], "the first was asked for again before the third"
    assert theatre.fought(one, native) == first
    assert fought == [1, 2, 3]
    theatre.fought(two, native)
    assert fought == [1, 2, 3, 2], "it made room for the third"
    assert theatre.fought(one, native) == first
