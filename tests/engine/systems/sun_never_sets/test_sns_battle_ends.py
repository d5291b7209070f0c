"""How battles end: defeat, retreat, advance, events in a battle, and the rally after it (8.7 to 8.9, 11)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from sns_battle import NAPIER, A, D, actions, at, board, fight, foot, refused, steps, through, told, volleys
from sns_field import begun, breaches, campaign, state_of, unit

from engine.hexes.board.battlemap import BattleMap
from engine.play import Game
from engine.scenario import Unit
from engine.systems.sun_never_sets.base import effects

# -- defeat ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sns2:8.7")
@pytest.mark.rule("sns2:8.71")
def test_old_demoralization_counts_only_when_it_is_elimination() -> None:
    # 12 points, 4 of them demoralized before; 4 good ones lost and 2 of the old: 6 of 12.
    units = [
        foot("br-1", 8, "M", "V"),
        foot("na-1", 4, "S", "R"),
        foot("na-2", 2, "S", "R"),
        foot("na-3", 2, "S", "R"),
        foot("na-4", 4, "S", "R"),
    ]
    where = {"na-2": {"at": D, "steps": 1}, "na-3": {"at": D, "steps": 1}}
    game = fight(units, where, dice=[6, 1, 4] + [1] * 20)
    game.apply(f"attack {D} from {A}")
    game.apply("lose na-1")
    game.apply("shake na-2")
    through(game, "fire")
    assert told(game, "battle")[0].data["lost"]["native"] == 6
    assert told(game, "battle")[0].data["winner"] == "british"


@pytest.mark.rule("sns2:8.72")
@pytest.mark.rule("sns2:8.73")
@pytest.mark.rule("sns2:8.9")
def test_the_last_enemy_dies_and_we_lost_half_a_draw() -> None:
    units = [foot("br-1", 4, "M", "V"), foot("br-2", 4, "M", "V"), foot("na-1", 12, "R", "V")]
    game = fight(units, dice=[1, 6, 2, 6])
    game.apply(f"attack {D} from {A} with br-1 br-2")
    through(game, "loss", "fire")
    (battle,) = told(game, "battle")
    assert battle.data["winner"] == ""
    assert battle.rule == "sns2:8.72"
    assert not told(game, "advance")
    assert not told(game, "retreat")


# -- retreat --------------------------------------------------------------------------------------------------------


def beaten(
    *others: Unit,
    on: BattleMap | None = None,
    where: Mapping[str, Any] | None = None,
    units: Iterable[Unit] = (foot("na-1", 2, "S"), foot("na-2", 2, "S"), foot("na-3", 2, "S")),
    **more: Any,
) -> Game:
    """The Natives are beaten: of three units one is dead and one shaken."""
    game = fight([foot("br-1", 8, "M", "V"), *others, *units], where, on=on, dice=[6, 1, 4] + [1] * 20, **more)
    game.apply(f"attack {D} from {A} with br-1")
    through(game, "loss", "fire")
    return game


@pytest.mark.rule("sns2:8.8")
@pytest.mark.rule("sns2:8.82")
def test_the_beaten_go_two_hexes_together() -> None:
    game = beaten()
    assert game.decision is not None
    assert (game.decision.side, game.decision.rule) == ("native", "sns2:8.8")
    assert "sns2:8.82" in refused(game, "retreat S0507 S0607")
    assert "sns2:8.8" in refused(game, "retreat S0507")
    game.apply("retreat S0507 S0508")
    assert (at(game, "na-2"), at(game, "na-3")) == ("S0508", "S0508")


@pytest.mark.rule("sns2:8.8")
def test_who_did_not_fight_does_not_retreat() -> None:
    units = [foot("br-1", 2, "M"), foot("br-2", 9, "M"), foot("na-1", 12, "L", "V")]
    game = fight(units, dice=[1, 6, 6, 6, 6])
    game.apply(f"attack {D} from {A} with br-1")
    assert at(game, "br-2") == A
    assert not told(game, "retreat"), "the only unit of the force is dead"


@pytest.mark.rule("sns2:8.81")
def test_no_retreat_into_enemies_or_over_a_major_river_even_bridged() -> None:
    river = board(sides={(D, "S0507"): "major_river", (D, "S0607"): "major_river"})
    bridge = river.grid.side_between(river.grid.parse(D), river.grid.parse("S0607"))
    river.hexsides[bridge] = ("major_river", "bridge")
    game = beaten(foot("br-9"), on=river, where={"br-9": "S0407"})
    for way in ("S0507 S0508", "S0607 S0608", "S0407 S0408"):
        assert "sns2:8.81" in refused(game, f"retreat {way}"), way
    assert any(text.startswith("retreat") for text in actions(game))


@pytest.mark.rule("sns2:8.83")
@pytest.mark.rule("sns2:9.43")
def test_a_retreat_through_zones_is_paid_in_each_hex() -> None:
    # A force of strength 2 looks on the second hex of the way: one unit of 2 must be demoralized there.
    game = beaten(foot("br-9", 2), where={"br-9": "S0509"})
    game.apply("retreat S0507 S0508")
    assert actions(game) == {"shake na-2", "shake na-3"}
    game.apply("shake na-3")
    shaken = [event.data["unit"] for event in told(game, "demoralized") if event.rule == "sns2:8.83"]
    assert shaken == ["na-3"]
    assert game.decision is None or game.decision.kind != "loss", "two points are paid by two"


@pytest.mark.rule("sns2:8.83")
@pytest.mark.rule("sns2:9.43")
def test_the_owner_chooses_who_pays_and_who_dies_of_it_scores() -> None:
    units = [foot(f"na-{n}", n, "S") for n in (1, 2, 3, 4)]
    game = fight([foot("br-1", 8, "M", "V"), foot("br-9", 1), *units], {"br-9": "S0509"}, dice=[6, 1, 4] + [1] * 20)
    game.apply(f"attack {D} from {A} with br-1")
    game.apply("lose na-4")
    game.apply("shake na-2")
    through(game, "fire")
    game.apply("retreat S0507 S0508")
    assert actions(game) == {"shake na-1", "shake na-2", "shake na-3"}
    before = state_of(game).points[0]
    game.apply("shake na-2")
    assert at(game, "na-2") is None, "it was demoralized already"
    assert state_of(game).points[0] == before + 1


@pytest.mark.rule("sns2:8.85")
def test_the_garrison_of_a_fortress_stays_and_nobody_enters() -> None:
    game = beaten(on=board({D: "fortress"}), units=(foot("na-1", 2, "S"), foot("na-2", 2, "S")))
    assert not told(game, "retreat")
    assert not told(game, "advance")


@pytest.mark.rule("sns2:8.85")
def test_a_fortress_ends_a_retreat_after_its_first_hex() -> None:
    game = beaten(on=board({"S0507": "fortress"}))
    assert {"retreat S0507", "retreat S0507 S0508"} <= actions(game)
    game.apply("retreat S0507")
    assert at(game, "na-2") == "S0507"


@pytest.mark.rule("sns2:8.86")
def test_without_a_way_back_the_beaten_are_eliminated() -> None:
    ring = ("S0405", "S0406", "S0407", "S0507", "S0607", "S0606", "S0605")
    others = [foot(f"br-{n}") for n in range(2, 9)]
    game = beaten(*others, where={one.key: h for one, h in zip(others, ring, strict=True)})
    assert all(at(game, key) is None for key in ("na-1", "na-2", "na-3"))
    assert state_of(game).points[0] == 3


@pytest.mark.rule("sns2:6.6")
def test_units_without_movement_are_eliminated_instead_of_retreating() -> None:
    units = (foot("na-1", 2, "S"), foot("na-2", 2, "S"), foot("na-3", 2, "S", movement=0))
    game = beaten(units=units)
    game.apply("retreat S0507 S0508")
    assert at(game, "na-3") is None


@pytest.mark.rule("sns2:8.84")
def test_who_has_retreated_defends_again() -> None:
    game = beaten(foot("br-2", 8, "M", "V"), where={"br-2": "S0509"})
    game.apply("retreat S0507 S0508")
    while game.decision is not None and game.decision.kind in ("loss", "advance"):
        game.apply(game.legal_actions().texts()[-1])
    assert "attack S0508 from S0509" in actions(game)


# -- advance --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sns2:8.9")
@pytest.mark.rule("sns2:8.91")
@pytest.mark.rule("sns2:8.92")
def test_all_units_of_the_winner_s_hex_may_advance_and_fight_no_more() -> None:
    game = beaten(foot("br-2"), foot("na-9"), where={"na-9": "S0607"})
    game.apply("retreat S0407 S0408")
    assert {f"advance br-1 br-2 {D}", f"advance br-2 {D}", "hold"} <= actions(game)
    assert "sns2:8.91" in refused(game, f"advance na-9 {D}")
    game.apply(f"advance br-1 br-2 {D}")
    assert (at(game, "br-1"), at(game, "br-2")) == (D, D)
    assert game.decision is None or game.decision.kind != "battle", "nobody is left to attack with"


@pytest.mark.rule("sns2:8.93")
def test_mounted_units_follow_an_enemy_that_went_two_hexes() -> None:
    horse = unit("br-horse", type="cavalry", strength=2, weapon="C", movement=10)
    guns = unit("br-guns", type="artillery", strength=1, weapon="F", horse=True, movement=10)
    game = beaten(horse, guns)
    game.apply("retreat S0507 S0508")
    assert f"advance br-horse {D} S0507" in actions(game)
    assert "sns2:8.93" in refused(game, f"advance br-guns {D} S0507"), "horse artillery is not mounted"
    assert "sns2:8.93" in refused(game, f"advance br-horse {D} S0605")
    game.apply(f"advance br-horse {D} S0507")
    assert at(game, "br-horse") == "S0507"


@pytest.mark.rule("sns2:8.9")
def test_a_beaten_attacker_goes_back_and_the_defender_may_follow() -> None:
    units = [foot("br-1", 2, "M"), foot("br-2", 2, "M"), foot("br-3", 2, "M"), foot("na-1", 12, "L", "V")]
    game = fight(units, dice=[1, 6, 1] + [1] * 20)
    game.apply(f"attack {D} from {A} with br-1 br-2 br-3")
    through(game, "loss", "fire")
    assert told(game, "battle")[0].data["winner"] == "native"
    game.apply("retreat S0504 S0503")
    assert game.decision is not None
    assert (game.decision.side, game.decision.kind) == ("native", "advance")
    game.apply(f"advance na-1 {A}")
    assert at(game, "na-1") == A


# -- events in battle -----------------------------------------------------------------------------------------------


def laid(key: str, side: int, **more: Any) -> Game:
    levy = foot("br-levy", 1, "M", "R", levy=True)
    units = [foot("br-1"), levy, foot("na-1", 30, "S", "R")]
    game = fight(units, side=("british", "native")[side], special={"campaign": "asante"}, **more)
    effects.lay(state_of(game), side, key, "player_turn")
    return game


@pytest.mark.rule("sns2:event2:british:41")
@pytest.mark.rule("sns2:event1:british:42")
def test_heroics_add_one_to_all_british_fires_of_one_battle() -> None:
    game = laid("heroics", 0, dice=[6, 1] + [1] * 20)
    game.apply(f"attack {D} from {A} with br-1")
    assert actions(game) == {"pass", "use"}
    game.apply("use")
    rules = [[m["rule"] for m in data["modifiers"]] for data in volleys(game, "british")]
    assert rules == [["sns2:8.6", "sns2:event2:british:41"]] * 2
    assert not state_of(game).effects


@pytest.mark.rule("sns2:event2:asante:26")
@pytest.mark.rule("sns2:event1:native:26")
def test_someone_blundered_helps_one_native_throw() -> None:
    game = laid("blundered", 1, dice=[2, 3] + [1] * 20)
    game.apply(f"attack {A} from {D}")
    assert game.decision is not None
    assert game.decision.side == "native"
    game.apply("use")
    assert told(game, "superiority")[0].data["totals"] == {"british": 3, "native": 4}


@pytest.mark.rule("sns2:event2:british:55-56")
def test_giffords_scouts_help_forces_with_levies() -> None:
    for units, total in (("br-1", 3), ("br-1 br-levy", 4)):
        game = laid("giffords_scouts", 0, dice=[3, 6] + [1] * 20)
        game.apply(f"attack {D} from {A} with {units}")
        assert told(game, "superiority")[0].data["totals"]["british"] == total


@pytest.mark.rule("sns2:event2:asante:56-61")
def test_an_auspicious_day_is_thrown_for_at_each_asante_attack() -> None:
    for die, melee in ((2, 1), (3, -1)):
        game = laid("auspicious_day", 1, dice=[die, 6, 1] + [1] * 20)
        game.apply(f"attack {A} from {D}")
        assert told(game, "omen")[0].data["melee"] == melee
        through(game, "fire", "loss")
        assert [m["value"] for m in volleys(game, "native")[0]["modifiers"]] == [0, melee]


@pytest.mark.rule("sns2:event2:british:33")
def test_points_of_british_attacks_count_double_while_correspondents_watch() -> None:
    game = fight([foot("br-1", 8, "M", "V"), foot("na-1", 2, "S")], dice=[6, 1, 4] + [1] * 20)
    effects.lay(state_of(game), 0, "correspondents_factor", "player_turn")
    game.apply(f"attack {D} from {A}")
    assert state_of(game).points[0] == 2


# -- rally ----------------------------------------------------------------------------------------------------------


def resting(*dice: int, morale: str = "L", where: str = A) -> Game:
    units = [NAPIER, foot("br-1", morale=morale), foot("br-2", morale=morale), foot("br-3"), foot("na-1")]
    places = {
        "br-napier": A,
        "br-1": {"at": where, "steps": 1},
        "br-2": {"at": A, "steps": 1},
        "br-3": A,
        "na-1": "S0101",
    }
    return begun(campaign(units), places, "rally", dice=dice)


@pytest.mark.rule("sns2:11.51")
@pytest.mark.rule("sns2:11.52")
@pytest.mark.rule("sns2:11.33")
@pytest.mark.parametrize(("die", "left"), [(1, 0), (2, 1), (5, 2)])
def test_a_die_a_unit_rallies_stays_or_deserts(die: int, left: int) -> None:
    game = resting(die)
    game.apply("rally br-1")
    assert steps(game, "br-1") == left
    assert not told(game, "points"), "desertion is no loss in battle"
    if left:
        assert refused(game, "rally br-1") == ("sns2:11.51",)
    assert refused(game, "rally br-3") == ("sns2:11.51",)


@pytest.mark.rule("sns2:11.53")
@pytest.mark.rule("sns2:10.33")
def test_a_headquarters_helps_one_unit_of_its_hex() -> None:
    game = resting(3)
    assert {"rally br-1", "rally br-1 by br-napier", "end phase"} == actions(game)
    game.apply("rally br-1 by br-napier")
    assert steps(game, "br-1") == 2, "three and two are five"
    assert refused(game, "rally br-2 by br-napier") == ("sns2:11.53", "sns2:10.33")
    apart = resting(3, where="S0707")
    assert "sns2:10.1" in refused(apart, "rally br-1 by br-napier")


@pytest.mark.rule("sns2:10.53")
def test_a_headquarters_stays_when_its_last_unit_deserts() -> None:
    game = begun(
        campaign([NAPIER, foot("br-1", morale="R")]), {"br-napier": A, "br-1": {"at": A, "steps": 1}}, "rally", dice=[1]
    )
    game.apply("rally br-1")
    assert at(game, "br-1") is None
    assert at(game, "br-napier") == A


@pytest.mark.parametrize(
    ("who", "rule", "words"),
    [
        (foot("br-fort", movement=0), "6.6", "br-fort cannot move"),
        (foot("br-kin", nation="ashore"), "15.2", f"br-kin may never enter {D}"),
    ],
)
def test_who_does_not_advance_is_told_why(who: Unit, rule: str, words: str) -> None:
    game = beaten(who, special={"kept_out": {"ashore": [D]}})
    game.apply("retreat S0507 S0508")
    assert breaches(game, f"advance {who.key} {D}") == {rule: words}


@pytest.mark.rule("sns2:20.43")
def test_who_is_beaten_in_an_attack_from_the_march_marches_no_more() -> None:
    weak = [foot(f"br-{number}", strength=2, weapon="M", morale="R") for number in range(1, 5)]
    strong = foot("na-1", strength=16, weapon="B", morale="V")
    game = fight([*weak, strong], phase="movement", dice=[3, 1, 6] + [3] * 9, options={"march_attack": True})
    for text in ("march S0505 with br-1 br-2 br-3 br-4", "storm S0506", "retreat S0504 S0503"):
        game.apply(text)
    (battle,) = told(game, "battle")
    assert battle.data["winner"] == "native"
    assert game.decision is not None
    assert game.decision.prompt == "March with another force, or end the marches"
    assert "20.43" in breaches(game, "go S0502")
    assert actions(game) == {"end phase"}


@pytest.mark.rule("sns2:20.5")
def test_a_fortress_is_not_stormed_whoever_marches() -> None:
    game = fight(
        [foot("br-1"), foot("na-1")],
        on=board(features={D: "fortress"}),
        phase="movement",
        options={"march_attack": True},
    )
    assert breaches(game, f"storm {D}")["20.5"] == f"{D} is a fortress"
    open_ground = fight([foot("br-1"), foot("na-1")], phase="movement", options={"march_attack": True})
    assert "20.5" not in breaches(open_ground, f"storm {D}")
