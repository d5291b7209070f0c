"""Battles: attacks, superiority, rounds, hits, defeat, retreat, advance, and headquarters in them (7 to 8.9, 10.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import pytest
from sns_field import begun, campaign, country, state_of, unit

from engine.board.battlemap import BattleMap
from engine.mechanics.tables import shipped
from engine.play import Event, Game, Illegal
from engine.scenario import Unit
from engine.systems.sun_never_sets import effects

QUIET: Final = {
    "melee_fire": {
        "lines": {
            name: {"rows": {factors: ["-"] * 4 for factors in line["rows"]}}
            for name, line in shipped("sun_never_sets")["melee_fire"]["lines"].items()
        }
    }
}
"""Tables in which nobody is hurt in melee, so that a test is about the volleys before it."""
A, D = "S0505", "S0506"
"""Where the attacker and the defender stand in most tests."""
NAPIER: Final = unit("br-napier", type="headquarters", tactical=2, strategic=3, commander=True, movement=8)
BULLER: Final = unit("br-buller", type="headquarters", tactical=3, movement=8)
KOFI: Final = unit("na-kofi", type="headquarters", tactical=1, movement=8)


def foot(key: str, strength: int = 3, weapon: str = "R", morale: str = "L", **values: Any) -> Unit:
    return unit(key, strength=strength, weapon=weapon, morale=morale, **values)


def board(
    features: Mapping[str, str] | None = None,
    terrain: Mapping[str, str] | None = None,
    sides: Mapping[tuple[str, str], str] | None = None,
) -> BattleMap:
    made = country()
    for name, kind in (features or {}).items():
        made.features[made.grid.parse(name)] = (kind,)
    for name, kind in (terrain or {}).items():
        made.terrain[made.grid.parse(name)] = kind
    for (a, b), kind in (sides or {}).items():
        made.hexsides[made.grid.side_between(made.grid.parse(a), made.grid.parse(b))] = (kind,)
    return made


def fight(
    units: Iterable[Unit],
    places: Mapping[str, Any] | None = None,
    *,
    dice: Iterable[int] = (),
    on: BattleMap | None = None,
    options: Mapping[str, Any] | None = None,
    phase: str = "battle",
    side: str = "british",
    **more: Any,
) -> Game:
    """A game in the battle segment: the British in one hex, the Natives next to them, but where ``places`` has them."""
    units = list(units)
    where = {one.key: A if one.key.startswith("br-") else D for one in units}
    scenario = campaign(units, on, **{"tables": QUIET, **more})
    return begun(scenario, {**where, **(places or {})}, phase, side=side, dice=dice, options=options)


def actions(game: Game) -> set[str]:
    return set(game.legal_actions().texts())


def told(game: Game, kind: str) -> list[Event]:
    return [event for event in game.events if event.kind == kind]


def at(game: Game, key: str) -> str | None:
    found: str | None = game.rules.units(game.state)[key]["at"]
    return found


def steps(game: Game, key: str) -> int:
    return int(game.rules.units(game.state)[key]["steps"])


def refused(game: Game, action: str) -> tuple[str, ...]:
    """The paragraphs that refuse an action."""
    verdict = game.verdict(action)
    assert isinstance(verdict, Illegal), action
    return verdict.rules


def through(game: Game, *kinds: str) -> None:
    """Take the first choice of some kinds of decision, as long as it is they that are asked."""
    while game.decision is not None and game.decision.kind in kinds:
        game.apply(game.legal_actions().texts()[0])


def volleys(game: Game, side: str = "") -> list[dict[str, Any]]:
    return [event.data for event in told(game, "volley") if side in ("", event.data["side"])]


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
    assert refused(game, "lose na-kofi") == ("sns2:8.61",)
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
    assert refused(game, "rally br-2 by br-napier") == ("sns2:11.53",)
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
