"""Battles: attacks, superiority, volleys, hits, and headquarters in them (7 to 8.6, 10.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from sns_battle import BULLER, KOFI, NAPIER, A, D, actions, at, board, fight, foot, refused, steps, told, volleys
from sns_field import breaches, state_of, unit

from engine.hexes.board.grid import NOWHERE
from engine.play import Game, Illegal
from engine.scenario import Unit
from engine.systems.sun_never_sets.base import effects
from engine.systems.sun_never_sets.battle.rounds import Hit

# -- attacks --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sns2:7.0")
@pytest.mark.rule("sns2:7.1")
def test_attacks_are_voluntary_and_on_adjacent_enemies() -> None:
    game = fight([foot("br-1"), foot("br-2"), foot("na-1"), foot("na-2")], {"br-2": "S0101", "na-2": "S0509"})
    assert actions(game) == {f"attack {D} from {A}", "end phase"}
    assert "sns2:7.0" in refused(game, f"attack S0509 from {A}")
    assert "sns2:7.0" in refused(game, f"attack S0504 from {A}")
    game.apply("end battle")
    assert not told(game, "attack")


@pytest.mark.rule("sns2:7.11")
def test_units_may_stay_out_of_an_attack() -> None:
    game = fight([foot("br-1"), foot("br-2"), foot("na-1")])
    game.apply(f"attack {D} from {A}")
    game.apply("without br-1")
    (attack,) = told(game, "attack")
    assert attack.data["attackers"] == ["br-2"], "who is left alone fights at once"


@pytest.mark.rule("sns2:7.11")
@pytest.mark.rule("sns2:5.4")
def test_who_stays_out_leaves_the_column_of_the_others() -> None:
    game = fight([foot("br-1"), foot("br-2"), foot("br-3"), foot("na-1")])
    state = state_of(game)
    state.column[:3] = [4, 4, 4]
    game.apply(f"attack {D} from {A} with br-1")
    assert state_of(game).column[:3] == [0, 4, 4]


@pytest.mark.rule("sns2:7.2")
def test_all_units_of_the_attacked_hex_defend() -> None:
    supply = unit("na-supply", type="supply", movement=4)
    game = fight([foot("br-1"), foot("na-1"), foot("na-2", weapon="M"), supply])
    game.apply(f"attack {D} from {A}")
    (attack,) = told(game, "attack")
    assert attack.data["defenders"] == ["na-1", "na-2", "na-supply"]


@pytest.mark.rule("sns2:7.31")
def test_a_hex_attacks_one_hex_a_segment() -> None:
    units = [foot("br-1"), foot("br-2"), foot("na-1", 9, "S"), foot("na-2", 9, "S")]
    where = {"na-2": "S0605"}
    # Nobody hits anything: dice of 1 with line troops do nothing.
    game = fight(units, where, dice=[6, 1] + [1] * 20)
    game.apply(f"attack {D} from {A} with br-1")
    assert actions(game) == {f"attack {D} from {A}", "end phase"}
    assert "sns2:7.31" in refused(game, f"attack S0605 from {A} with br-2")
    free = fight(units, where, dice=[6, 1] + [1] * 20, options={"targets": "each_force"})
    free.apply(f"attack {D} from {A} with br-1")
    assert f"attack S0605 from {A}" in actions(free)


@pytest.mark.rule("sns2:7.32")
def test_forces_of_two_hexes_attack_apart() -> None:
    game = fight([foot("br-1"), foot("br-2"), foot("na-1")], {"br-2": "S0607"})
    assert game.rules.field.grid.distance(game.rules.field.grid.parse("S0607"), game.rules.field.grid.parse(D)) == 1
    assert "sns2:7.32" in refused(game, f"attack {D} from {A} with br-1 br-2")
    game.apply(f"attack {D} from S0607")
    assert told(game, "attack")[0].data["attackers"] == ["br-2"]


@pytest.mark.rule("sns2:7.33")
def test_a_hex_may_be_attacked_again_by_units_that_have_not() -> None:
    game = fight([foot("br-1"), foot("br-2"), foot("na-1", 9, "S")], dice=[6, 1] + [1] * 20)
    game.apply(f"attack {D} from {A} with br-1")
    assert "sns2:7.33" in refused(game, f"attack {D} from {A} with br-1")
    game.apply(f"attack {D} from {A}")
    assert [event.data["attackers"] for event in told(game, "attack")] == [["br-1"], ["br-2"]]


@pytest.mark.rule("sns2:5.6")
def test_a_battle_brings_both_forces_in_sight() -> None:
    game = fight([foot("br-1"), foot("br-2"), foot("na-1", 9, "S")], dice=[1, 6] + [1] * 20)
    game.apply(f"attack {D} from {A} with br-1")
    known = state_of(game).known
    assert known == [0b100, 0b001]


@pytest.mark.rule("sns2:asante:6.3")
def test_a_closed_hex_is_not_attacked() -> None:
    game = fight([foot("br-1"), foot("na-1")], side="native", special={"closed": {"native": A}})
    assert not told(game, "attack")
    assert game.decision is None or game.decision.kind != "battle"


# -- superiority ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("sns2:8.21")
def test_the_text_s_example_of_superiority() -> None:
    leader = unit("br-leader", type="headquarters", tactical=2, movement=8)
    game = fight([leader, foot("br-1"), foot("na-1")], dice=[3, 4])
    game.apply(f"attack {D} from {A} with br-leader br-1")
    (thrown,) = told(game, "superiority")
    assert thrown.data["totals"] == {"british": 5, "native": 4}
    assert thrown.data["side"] == "british"


@pytest.mark.rule("sns2:8.21")
def test_a_tie_is_thrown_again() -> None:
    game = fight([foot("br-1"), foot("na-1")], dice=[4, 4, 2, 5])
    game.apply(f"attack {D} from {A}")
    assert [event.data["side"] for event in told(game, "superiority")] == ["", "native"]


@pytest.mark.rule("sns2:10.2")
@pytest.mark.rule("sns2:10.31")
def test_the_commander_in_chief_commands_where_he_is() -> None:
    game = fight([NAPIER, BULLER, foot("br-1"), foot("na-1")], dice=[1, 6])
    game.apply(f"attack {D} from {A} with br-napier br-buller br-1")
    assert told(game, "superiority")[0].data["totals"]["british"] == 3


@pytest.mark.rule("sns2:8.21")
def test_otherwise_each_side_names_one_headquarters() -> None:
    other = unit("br-other", type="headquarters", tactical=1, movement=8)
    game = fight([BULLER, other, foot("br-1"), foot("na-1")], dice=[1, 6])
    game.apply(f"attack {D} from {A} with br-buller br-other br-1")
    assert actions(game) == {"command br-buller", "command br-other"}
    assert "sns2:8.21" in refused(game, "command na-1")
    game.apply("command br-other")
    assert told(game, "superiority")[0].data["totals"]["british"] == 2


@pytest.mark.rule("sns2:8.1")
@pytest.mark.rule("sns2:8.2")
@pytest.mark.rule("sns2:8.3")
def test_who_has_superiority_fires_first_in_every_round() -> None:
    guns = [unit(f"{side}-gun", type="artillery", strength=1, weapon="F", morale="R") for side in ("br", "na")]
    game = fight([foot("br-1", 1, "R", "R"), foot("na-1", 1, "M", "R"), *guns], dice=[1, 6] + [1] * 20)
    game.apply(f"attack {D} from {A} with br-1 br-gun")
    order = [(data["round"], data["side"]) for data in volleys(game)]
    sides = ("native", "british")
    assert order == [(name, side) for name in ("artillery", "rifle", "melee") for side in sides]


# -- volleys --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sns2:8.4")
@pytest.mark.rule("sns2:8.41")
@pytest.mark.rule("sns2:8.45")
def test_like_units_fire_one_volley_whole() -> None:
    units = [foot("br-1", 4, "M", "V"), foot("br-2", 4, "M", "V"), foot("na-1", 9, "S", "R")]
    game = fight(units, dice=[6, 1, 4] + [1] * 20)
    game.apply(f"attack {D} from {A} with br-1 br-2")
    first = volleys(game, "british")[0]
    assert (first["units"], first["factors"], first["row"]) == (["br-1", "br-2"], 8, 8)
    assert (first["total"], first["result"]) == (6, "1")


@pytest.mark.rule("sns2:8.43")
def test_the_excess_over_the_top_row_fires_in_another_volley() -> None:
    units = [foot("br-1", 16, "M"), foot("br-2", 2, "M"), foot("na-1", 30, "S", "R")]
    game = fight(units, dice=[6, 1] + [1] * 20)
    game.apply(f"attack {D} from {A} with br-1 br-2")
    rifle = [data for data in volleys(game, "british") if data["round"] == "rifle"]
    assert [(data["units"], data["row"]) for data in rifle] == [(["br-1"], 16), (["br-2"], 2)]


@pytest.mark.rule("sns2:8.45")
def test_like_units_fire_apart_under_the_option_only() -> None:
    units = [foot("br-1"), foot("br-2"), foot("br-3", 1, "B"), foot("na-1", 9, "S")]
    for option, legal in (("together", False), ("separate", True), ("free", True)):
        game = fight(units, dice=[6, 1] + [1] * 20, options={"volleys": option})
        game.apply(f"attack {D} from {A} with br-1 br-2 br-3")
        assert actions(game) - {"cease"} == {"fire B-line", "fire R-line"}
        assert bool(game.verdict("fire R-line with br-1")) == legal
        if not legal:
            assert refused(game, "fire R-line with br-1") == ("sns2:8.45",)
        assert refused(game, "fire B-line with br-1") == ("sns2:8.43",)
        assert refused(game, "fire M-line") == ("sns2:8.41",)


@pytest.mark.rule("sns2:8.43")
@pytest.mark.rule("sns2:8.45")
def test_fire_is_held_under_the_option_only() -> None:
    units = [foot("br-1"), foot("br-2", 3, "B"), foot("na-1", 9, "S")]
    game = fight(units, dice=[6, 1] + [1] * 20)
    game.apply(f"attack {D} from {A} with br-1 br-2")
    assert refused(game, "cease") == ("sns2:8.45",)
    free = fight(units, dice=[6, 1] + [1] * 20, options={"volleys": "free"})
    free.apply(f"attack {D} from {A} with br-1 br-2")
    free.apply("fire B-line")
    assert actions(free) == {"cease", "fire R-line"}
    free.apply("cease")
    assert [data["volley"] for data in volleys(free, "british") if data["round"] == "rifle"] == ["B-line"]


@pytest.mark.rule("sns2:8.6")
@pytest.mark.rule("sns2:10.32")
@pytest.mark.rule("sns2:10.21")
def test_a_headquarters_helps_one_volley_a_round() -> None:
    units = [NAPIER, foot("br-1"), foot("br-2", 3, "B"), foot("na-1", 30, "S", "R")]
    game = fight(units, dice=[6, 1] + [1] * 20)
    game.apply(f"attack {D} from {A} with br-napier br-1 br-2")
    assert "fire R-line by br-napier" in actions(game)
    game.apply("fire R-line by br-napier")
    helped = volleys(game, "british")[0]
    assert [(m["value"], m["rule"]) for m in helped["modifiers"]] == [(1, "sns2:8.6"), (2, "sns2:10.32")]
    # The other class fires without him, being the only choice; in melee he may help again.
    assert [data["volley"] for data in volleys(game, "british")] == ["R-line", "B-line"]
    assert actions(game) == {"fire OT-line", "fire OT-line by br-napier"}


@pytest.mark.rule("sns2:10.32")
@pytest.mark.rule("sns2:10.1")
def test_who_may_not_help_a_volley() -> None:
    away = unit("br-away", type="headquarters", tactical=1, movement=8)
    units = [NAPIER, away, foot("br-1"), foot("br-2", 3, "B"), foot("br-3", 3, "M"), foot("na-1", 30, "S", "R")]
    game = fight(units, {"br-away": "S0101"}, dice=[6, 1] + [1] * 20)
    game.apply(f"attack {D} from {A} with br-napier br-1 br-2 br-3")
    assert {"sns2:10.32", "sns2:10.1"} <= set(refused(game, "fire R-line by br-away"))
    game.apply("fire R-line by br-napier")
    assert refused(game, "fire B-line by br-napier") == ("sns2:10.32",)


@pytest.mark.rule("sns2:8.6")
def test_the_ground_helps_the_defender_alone_and_with_its_best() -> None:
    ground = board({D: "town"}, {D: "mountain", A: "mountain"})
    game = fight([foot("br-1"), foot("na-1", 3, "M")], on=ground, dice=[6, 1] + [1] * 20)
    game.apply(f"attack {D} from {A}")
    attackers, defenders = volleys(game, "british")[0], volleys(game, "native")[0]
    assert [(m["value"], m["why"]) for m in attackers["modifiers"]] == [(1, "line troops"), (-2, "mountain")]
    assert [m["value"] for m in defenders["modifiers"]] == [1]


@pytest.mark.rule("sns2:17.32")
def test_fieldworks_help_the_side_that_holds_them() -> None:
    for owner, expected in (("native", [1, -2]), ("british", [1])):
        game = fight([foot("br-1"), foot("na-1", 3, "M")], dice=[6, 1] + [1] * 20, special={"fieldworks": {owner: D}})
        game.apply(f"attack {D} from {A}")
        assert [m["value"] for m in volleys(game, "british")[0]["modifiers"]] == expected


@pytest.mark.rule("sns2:11.32")
@pytest.mark.rule("sns2:11.34")
def test_demoralized_units_fire_apart_and_add_nothing() -> None:
    units = [foot("br-1", 3, "R", "V"), foot("br-2", 3, "R", "V"), foot("na-1", 30, "S", "R")]
    game = fight(units, {"br-2": {"at": A, "steps": 1}}, dice=[6, 1] + [1] * 20)
    game.apply(f"attack {D} from {A} with br-1 br-2")
    assert actions(game) == {"fire R-demoralized", "fire R-veteran"}
    game.apply("fire R-demoralized")
    data = volleys(game)[0]
    assert ([m["value"] for m in data["modifiers"]], data["units"]) == ([0], ["br-2"])


@pytest.mark.rule("sns2:11.32")
@pytest.mark.rule("sns2:event2:asante:23")
def test_vision_makes_fanatics_but_not_of_the_demoralized() -> None:
    units = [foot("br-1", 30, "S"), foot("na-1", 3, "S", "R"), foot("na-2", 3, "S", "R")]
    game = fight(units, {"na-2": {"at": D, "steps": 1}}, side="native", dice=[6, 1] + [1] * 20)
    effects.lay(state_of(game), 1, "vision", "player_turn")
    game.apply(f"attack {A} from {D} with na-1 na-2")
    assert actions(game) >= {"fire sword-demoralized", "fire sword-fanatic"}
    game.apply("fire sword-fanatic")
    assert [[m["value"] for m in data["modifiers"]] for data in volleys(game, "native")] == [[3], [0]]


# -- hits -----------------------------------------------------------------------------------------------------------


def struck(*defenders: Unit, where: Mapping[str, Any] | None = None, die: int = 4) -> Game:
    """Eight veteran muskets fire once with a die: 4 gives a 1, a lower one (1)."""
    return fight([foot("br-1", 8, "M", "V"), *defenders], where, dice=[6, 1, die] + [1] * 20)


@pytest.mark.rule("sns2:8.51")
@pytest.mark.rule("sns2:8.52")
@pytest.mark.rule("sns2:8.54")
@pytest.mark.rule("sns2:8.56")
def test_the_owner_loses_a_unit_then_shakes_another() -> None:
    game = struck(foot("na-1", 2, "S"), foot("na-2", 5, "S"), foot("na-3", 7, "S"), die=4)
    game.apply(f"attack {D} from {A}")
    assert game.decision is not None
    assert (game.decision.side, game.decision.kind) == ("native", "loss")
    assert actions(game) == {"lose na-1", "lose na-2", "lose na-3"}
    assert "sns2:8.52" in refused(game, "shake na-1")
    game.apply("lose na-2")
    assert at(game, "na-2") is None
    assert actions(game) == {"shake na-1", "shake na-3"}
    game.apply("shake na-1")
    assert (steps(game, "na-1"), steps(game, "na-3")) == (1, 2)
    fired = volleys(game, "native")
    assert {key for data in fired for key in data["units"]} <= {"na-1", "na-3"}, "the lost fire no more"


@pytest.mark.rule("sns2:8.53")
def test_a_result_in_brackets_only_demoralizes() -> None:
    game = struck(foot("na-1", 2, "S"), foot("na-2", 5, "S"), die=1)
    game.apply(f"attack {D} from {A}")
    assert volleys(game)[0]["result"] == "(1)"
    assert actions(game) == {"shake na-1", "shake na-2"}


@pytest.mark.rule("sns2:8.55")
@pytest.mark.rule("sns2:11.4")
@pytest.mark.rule("sns2:8.52")
def test_one_good_and_one_demoralized_unit_take_a_one() -> None:
    where = {"na-2": {"at": D, "steps": 1}}
    for lost, shaken_dies in (("na-1", True), ("na-2", False)):
        game = struck(foot("na-1", 5, "S"), foot("na-2", 5, "S"), where=where, die=4)
        game.apply(f"attack {D} from {A}")
        game.apply(f"lose {lost}")
        other = "na-2" if lost == "na-1" else "na-1"
        assert (at(game, other) is None) == shaken_dies
        if not shaken_dies:
            assert steps(game, other) == 1


@pytest.mark.rule("sns2:8.52")
def test_what_there_is_no_unit_for_falls_away() -> None:
    game = struck(foot("na-1", 2, "S"), die=4)
    game.apply(f"attack {D} from {A}")
    assert at(game, "na-1") is None
    assert len(told(game, "eliminated")) == 1


@pytest.mark.rule("sns2:8.61")
@pytest.mark.rule("sns2:10.52")
def test_headquarters_are_no_losses_but_supply_is() -> None:
    supply = unit("na-supply", type="supply", movement=4)
    game = struck(KOFI, foot("na-1", 5, "S"), supply, die=4)
    game.apply(f"attack {D} from {A}")
    assert actions(game) == {"lose na-1", "lose na-supply"}
    assert refused(game, "lose na-kofi") == ("sns2:8.61", "sns2:10.51")
    assert refused(game, "lose br-1") == ("sns2:8.54",)
    game.apply("lose na-supply")
    assert told(game, "points")[0].data["gained"] == 1
    assert (steps(game, "na-kofi"), steps(game, "na-1")) == (2, 1)


@pytest.mark.rule("sns2:8.61")
@pytest.mark.rule("sns2:10.51")
@pytest.mark.rule("sns2:8.10")
def test_headquarters_fall_with_the_last_unit() -> None:
    game = struck(KOFI, foot("na-1", 5, "S"), die=4)
    game.apply(f"attack {D} from {A}")
    assert [event.data["unit"] for event in told(game, "eliminated")] == ["na-1", "na-kofi"]
    assert sum(event.data["gained"] for event in told(game, "points")) == 6, "a unit and a headquarters"


@pytest.mark.rule("sns2:10.54")
def test_a_lone_headquarters_falls_when_it_is_attacked() -> None:
    game = fight([foot("br-1"), KOFI])
    game.apply(f"attack {D} from {A}")
    assert at(game, "na-kofi") is None
    assert not told(game, "superiority")
    assert actions(game) == {f"advance br-1 {D}", "hold"}


@pytest.mark.rule("sns2:7.11")
def test_an_attack_is_read_from_the_only_hex_it_can_be_made_from() -> None:
    units = [foot("br-1"), foot("br-2"), BULLER, foot("na-1")]
    places = {"br-1": A, "br-2": A, "br-buller": A, "na-1": D}
    game = fight(units, places)
    grid = game.scenario.map.grid
    assert game.parse(f"attack {D}").args[:2] == (grid.parse(D), grid.parse(A))
    near = next(grid.name(h) for h in sorted(grid.neighbours[grid.parse(D)]) if grid.name(h) != A)
    torn = fight(units, {**places, "br-2": near})
    assert torn.parse(f"attack {D}").args[1] == NOWHERE


@pytest.mark.rule("sns2:7.11")
def test_who_is_left_out_of_an_attack_is_in_it_and_not_the_last_to_fight() -> None:
    game = fight(
        [foot("br-1"), BULLER, foot("br-2"), foot("na-1")], {"br-1": A, "br-buller": A, "na-1": D, "br-2": "S0101"}
    )
    game.apply(f"attack {D} from {A}")
    verdicts = [game.verdict(text) for text in ("without br-1", "without br-2")]
    assert [(one.rules[0], one.reason) for one in verdicts if isinstance(one, Illegal)] == [
        ("sns2:7.0", "without br-1 no unit with combat strength would attack"),
        ("sns2:7.11", "br-2 is not in the attack"),
    ]


@pytest.mark.rule("sns2:7.0")
def test_an_attack_on_a_hex_not_next_to_it_is_refused_for_that_alone() -> None:
    game = fight([foot("br-1"), foot("br-2"), foot("na-1"), foot("na-2")], {"na-2": "S0809"})
    verdict = game.verdict(f"attack S0809 from {A} with br-2")
    assert isinstance(verdict, Illegal)
    assert (verdict.rule, verdict.reason, verdict.also) == ("sns2:7.0", f"S0809 is not next to {A}", ())


@pytest.mark.rule("sns2:22.34")
@pytest.mark.parametrize("played", [True, False])
def test_who_has_attacked_does_not_attack_again_after_an_evasion_either(played: bool) -> None:
    game = fight([foot("br-1"), foot("br-2"), foot("na-1", 9, "S")], options={"evasion": played})
    state_of(game).fought = 0b1
    assert "7.33" in breaches(game, f"attack {D} from {A} with br-1")
    state_of(game).fought = 0b11
    spent = f"all units in {A} have already attacked or advanced in this turn"
    told_why = {"7.33": spent, "8.91": spent}
    if played:
        told_why["22.34"] = f"{spent}, whether their enemy evaded or fought"
    assert breaches(game, f"attack {D} from {A}") == told_why


@pytest.mark.parametrize(
    ("text", "told_why"),
    [
        ("shake na-1", {"8.52": "na-1 has been demoralized by this volley; another unit is"}),
        (
            "shake na-kofi",
            {
                "10.52": "na-kofi is a headquarters, which is never demoralized",
                "8.61": "na-kofi is a headquarters and cannot be a loss in combat",
            },
        ),
        ("shake br-1", {"8.54": "br-1 is not in the force that was hit"}),
        ("shake na-2", {}),
    ],
)
def test_who_is_not_hit_by_a_volley_is_told_why(text: str, told_why: dict[str, str]) -> None:
    natives = [foot("na-1"), foot("na-2"), foot("na-3"), KOFI]
    game = fight([foot("br-1"), *natives])
    field, state = game.rules.field, state_of(game)
    hit = sum(1 << field.roster.find(one.key) for one in natives)
    state.push(Hit(1, hit, 0, 1, spared=1 << field.roster.find("na-1")))
    assert breaches(game, text) == told_why


@pytest.mark.rule("sns2:8.43")
@pytest.mark.rule("sns2:event1:native:23")
def test_a_unit_fires_in_its_own_class_unless_it_is_told_to_be_fanatic() -> None:
    units = [foot("br-1"), foot("na-1", morale="R"), foot("na-2", morale="R"), foot("na-3", weapon="M")]
    game = fight(units, {"na-2": {"at": D, "steps": 1}})
    field, state = game.rules.field, state_of(game)
    native = field.roster.of_side[1]

    def told(fanatics: int | None = None) -> set[str]:
        given = {} if fanatics is None else {"fanatics": fanatics}
        return {made.name for made in field.gunnery.classes(state, "rifle", native, **given)}

    assert told() == told(0) == {"R-rabble", "R-demoralized", "M-line"}
    assert told(native) == {"R-fanatic", "R-demoralized", "M-fanatic"}


@pytest.mark.rule("sns2:32.2")
def test_no_supply_unit_is_spent_for_melee() -> None:
    units = [foot("br-1", weapon="S"), unit("br-train", type="supply", movement=4), foot("na-1", weapon="S")]
    made = fight(units, dice=[6, 1], options={"supplied_combat": True, "volleys": "free"})
    made.apply("attack S0506 from S0505 with br-1")
    assert made.decision is not None
    assert made.decision.prompt.startswith("Melee round")
    verdict = made.verdict("spend br-train")
    assert isinstance(verdict, Illegal)
    assert ("sns2:32.2", "no supply unit is spent for the melee round") in [
        (verdict.rule, verdict.reason),
        *verdict.also,
    ]
