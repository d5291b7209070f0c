"""The card before the die: who fights, what the ground does, each shift with its paragraph, the row of results."""

from __future__ import annotations

from dataclasses import replace

import fm_field
import pytest
import tlg2_field
from hex_field import field

from engine.play.answers import BattleAccount, NotTold, Prospects
from engine.play.game import Game
from engine.play.rules import Rules


def announced(game: Game, text: str) -> Prospects | None:
    return game.rules.announced(game.state, game.parse(text))


def account(game: Game, text: str) -> BattleAccount:
    found = announced(game, text)
    assert found is not None
    assert found.account is not None
    return found.account


def in_tlg2(**more: str) -> Game:
    units = {"us-1 infantry 6/3": "X0405", "us-2 infantry 6/3": "X0506", "ac-1 infantry 3/2": "X0406"}
    return tlg2_field.game(field(terrain={"forest": "X0406"}), units | more, phase="combat")


def test_an_attack_of_two_into_the_wood_is_told_from_units_to_row() -> None:
    game = in_tlg2()
    told = account(game, "attack X0406 with us-1 us-2")
    assert (told.kind, told.rule, told.targets) == ("attack", "tlg2:6.2", ("X0406",))
    assert [(part.unit, part.strength) for part in told.attackers] == [("us-1", 6), ("us-2", 6)]
    assert [(part.unit, part.strength) for part in told.defenders] == [("ac-1", 3)]
    assert told.compared == "12 against 3 is 4:1"
    assert [(shift.amount, shift.unit, shift.rule) for shift in told.modifiers] == [(-1, "column", "tlg2:6.9")]
    assert told.column == "3:1"
    assert "Forest" in told.terrain[0]
    assert sum(share.chance for share in told.shares) == pytest.approx(1)
    meanings = {share.result: share.meaning for share in told.shares}
    assert meanings["DR"] == "all defending units retreat"
    assert {share.result: share.good for share in told.shares}["DR"] is True


def test_the_same_attack_is_told_step_by_step_and_lowered_by_choice() -> None:
    game = in_tlg2()
    game.apply("attack X0406")
    assert announced(game, "end phase") is None
    assert account(game, "with us-1").column == "1:1"
    game.apply("with us-1")
    game.apply("with us-2")
    assert account(game, "fight") == account(in_tlg2(), "attack X0406 with us-1 us-2")
    lowered = account(game, "fight at 1:2")
    assert lowered.column == "1:2"
    assert lowered.modifiers[-1].rule == "tlg2:6.16"
    assert lowered.modifiers[-1].amount == -3
    assert next(share.result for share in lowered.shares) == "AL1AR"


def test_what_is_told_is_what_the_fight_then_says() -> None:
    game = in_tlg2()
    told = account(game, "attack X0406 with us-1 us-2")
    happened = {event.kind: event.data for event in game.apply("attack X0406 with us-1 us-2")}
    assert happened["attack"]["odds"] == told.column
    assert happened["result"]["result"] in {share.result for share in told.shares}


def test_a_battery_past_half_its_range_counts_for_one_and_says_why() -> None:
    units = {"us-1 artillery 4 range 4": "X0402", "ac-1 infantry 3/2": "X0406"}
    game = tlg2_field.game(field(), units, phase="combat")
    told = account(game, "bombard X0406 with us-1")
    assert told.kind == "bombardment"
    assert [(part.strength, part.rule) for part in told.attackers] == [(1, "tlg2:7.3")]
    assert not any("attacker" in share.meaning or "both" in share.meaning for share in told.shares), "guns lose nothing"
    assert not any(share.good is False for share in told.shares)
    found = game.rules.announced(game.state, game.parse("bombard X0406 with us-1"))
    assert found is not None
    assert (found.bad, found.attacker_steps) == (0, 0)


def test_an_attack_on_a_wood_is_read_two_columns_further_left() -> None:
    units = {"cw-1 infantry 7-3-4": "X0405", "ge-1 infantry 3-3-4": "X0406"}
    game = fm_field.game(field(terrain={"forest": "X0406"}), units, phase="combat")
    told = account(game, "attack X0406 with cw-1")
    assert told.compared == "7 less 3 is +4"
    assert [(shift.amount, shift.rule) for shift in told.modifiers] == [(-2, "fm:8.2.2")]
    assert told.column == "7"
    assert sum(share.chance for share in told.shares) == pytest.approx(1)


def with_markers(phase: str, **options: str) -> Game:
    units = {"cw-1 infantry 7-3-4": "X0405", "ge-1 infantry 3-3-4": "X0406"}
    fire = fm_field.support("1/0", (1, 3), (1, 3))
    return fm_field.game(field(), units, phase=phase, options=options, special=fire)


def test_a_marker_drawn_unseen_counts_with_every_strength_it_may_have() -> None:
    game = with_markers("bombardment")
    found = announced(game, "bombard X0406 1")
    assert found is not None
    assert found.account is not None
    assert found.odds == "-2 to +0"
    assert found.account.attackers[0].strength == 2
    assert sum(share.chance for share in found.account.shares) == pytest.approx(1)


def test_nobody_learns_of_a_placed_marker_from_what_is_told() -> None:
    game = with_markers("combat")
    game.apply("attack X0406 with cw-1")
    told = account(game, "support")
    assert told.compared == "8 to 10 less 3 is +5 to +7"
    assert account(game, "pass").compared == "7 less 3 is +4"
    frame = game.state.top
    twins = [game.copy(), game.copy()]
    for marker, twin in enumerate(twins):
        twin.state.replace(replace(frame, fire=(marker,), stage=2))  # type: ignore[type-var]
        twin.state.used[0] = 1 << marker
    first, second = (account(twin, "pass") for twin in twins)
    assert first == second


def test_a_bombardment_far_from_friends_cannot_hurt_them() -> None:
    units = {"cw-1 infantry 7-3-4": "X0101", "ge-1 infantry 3-3-4": "X0406"}
    fire = fm_field.support("1/0", (1,), (1, 3))
    far = fm_field.game(field(), units, phase="bombardment", special=fire)
    near = fm_field.game(field(), units | {"cw-1 infantry 7-3-4": "X0405"}, phase="bombardment", special=fire)
    for game, bad in ((far, 0), (near, 1)):
        found = announced(game, "bombard X0406 1")
        assert found is not None
        assert (found.bad > 0) == bool(bad)
        assert (found.attacker_steps > 0) == bool(bad)


def test_rules_that_tell_nothing_of_battles_say_so() -> None:
    game = in_tlg2()

    class Silent(type(game.rules)):  # type: ignore[misc]
        announced = Rules.announced

    with pytest.raises(NotTold, match="prospects of battles"):
        Silent(game.scenario).announced(game.state, game.parse("end phase"))


def test_nothing_is_told_of_what_is_no_attack_or_none_that_could_be() -> None:
    game = with_markers("combat")
    for text in ("fight", "with cw-1", "support", "pass", "end phase", "move cw-1 X0404", "bombard X0406 1"):
        assert announced(game, text) is None, text
    assert announced(game, "attack X0407 with cw-1") is None, "nobody is there"
    assert announced(game, "attack X0406") is None, "nobody attacks"
    game.apply("attack X0406")
    for text in ("fight", "support", "pass", "end phase", "move cw-1 X0404", "bombard X0406 1"):
        assert announced(game, text) is None, text
    assert account(game, "with cw-1") == account(with_markers("combat"), "attack X0406 with cw-1")
    game.apply("with cw-1")
    assert announced(game, "end phase") is None
    assert account(game, "fight") == account(with_markers("combat"), "attack X0406 with cw-1")
    shelling = with_markers("bombardment")
    assert announced(shelling, "bombard X0407 1") is None, "nobody is there"
    assert announced(shelling, "bombard X0405 1") is None, "a friend is there"
    assert announced(shelling, "bombard X0406 3") is None, "there are two markers"
    assert announced(shelling, "bombard off 1") is None
    off_map = fm_field.game(
        field(),
        {"cw-1 infantry 7-3-4": "X0405", "cw-2 infantry 7-3-4": "", "ge-1 infantry 3-3-4": "X0406"},
        phase="combat",
    )
    assert announced(off_map, "attack X0406 with cw-1 cw-2") is None, "cw-2 is not on the map"


def test_nothing_is_told_of_what_is_no_attack_in_twilights_last_gleaming() -> None:
    game = in_tlg2(**{"us-3 infantry 3": "", "ac-2 infantry 2": "X0101"})
    for text in (
        "fight",
        "with us-1",
        "end phase",
        "move us-1 X0404",
        "attack X0406 with us-1 us-3",
        "attack X0707 with us-1",
    ):
        assert announced(game, text) is None, text
    assert announced(game, "attack X0406") is None, "nobody attacks"
    game.apply("attack X0406")
    for text in ("fight", "end phase", "move us-1 X0404"):
        assert announced(game, text) is None, text
    assert account(game, "with us-2").compared == "6 against 3 is 2:1"
