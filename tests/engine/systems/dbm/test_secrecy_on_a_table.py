"""What is hidden on a table: ambushes, flank marches and who was left off (7.1, 8, 9.1, fair-play 6.4)."""

from __future__ import annotations

from random import Random

import pytest
from field_of import scenario
from test_dbm_setting_up import ARMIES, COMMANDS, WOOD, armies, at

from engine.play import Game
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag

SET_UP = (
    "deploy bd-1..bd-2 at 900,1500/0 wide 2",
    "ambush bd-3..bd-4 at 2200,1300/0 wide 2",
    "done",
    "deploy sp-1..sp-4 at 1000,500/180 wide 4",
    "done",
    "flank wing left",
    "done",
    "deploy bge-1 at 940,1560/0",
    "done",
)


def hidden() -> Game:
    """Red has two elements in ambush and a wing on a flank march."""
    played = Game(scenario(ARMIES, areas=(WOOD,), commands=COMMANDS), 1)
    for action in SET_UP:
        played.apply(action)
    return played


def number(played: Game, key: str) -> int:
    return int(played.rules.field.roster.find(key))


@pytest.mark.rule("dbm:7.1", "dbm:fair-play:6.4")
def test_the_enemy_does_not_see_who_is_in_ambush_and_who_marches() -> None:
    played = hidden()
    own, other = played.view("red"), played.view("blue")
    for key in ("bd-3", "cv-1"):
        assert other["at"][number(played, key)] is None
        assert other["flags"][number(played, key)] is None
    assert own["at"][number(played, "bd-3")] is not None
    assert (own["edges"], other["edges"]) == ([[1, "left"]], [])
    assert own["at"][number(played, "bd-1")] == other["at"][number(played, "bd-1")]


@pytest.mark.parametrize("moment", range(len(SET_UP) + 1))
@pytest.mark.parametrize("side", ["red", "blue"])
def test_what_is_dealt_cannot_be_told_from_what_is(moment: int, side: str) -> None:
    played = Game(scenario(ARMIES, areas=(WOOD,), commands=COMMANDS), 1)
    for action in SET_UP[:moment]:
        played.apply(action)
    rules = played.rules
    for seed in range(5):
        dealt = rules.redeal(played.state, side, Random(seed))
        assert rules.view(dealt, side) == played.view(side)
        assert rules.decision(dealt) == played.decision
        assert rules.defects(dealt) == []
        assert rules.redeal(dealt, side, Random(seed)) == dealt
        assert rules.load(dealt.to_json()) == dealt


def test_what_is_dealt_differs() -> None:
    played = hidden()
    dealt = [played.rules.redeal(played.state, "blue", Random(seed)) for seed in range(8)]
    flags = {tuple(one.flags) for one in dealt if isinstance(one, DbmState)}
    assert len(flags) > 1


def test_the_enemy_is_told_the_verb_alone() -> None:
    played = armies()
    action = played.parse("flank wing left")
    assert played.rules.visible_text(action, "red", "blue") == "flank"
    assert played.rules.visible_text(action, "red", "red") == "flank wing left"


def test_a_battle_in_which_all_stand_on_the_table_has_no_secrets() -> None:
    units = {"bd-1": "red Bd O", "sp-1": "blue Sp O"}
    setup = {"bd-1": "900,2000/0", "sp-1": "900,400/180"}
    assert not Game(scenario(units).with_(setup=setup), 1).rules.secrets
    assert Game(scenario(units), 1).rules.secrets


def test_a_scenario_hides_units_and_sends_commands() -> None:
    made = scenario(ARMIES, areas=(WOOD,), commands=COMMANDS, ambush=["bd-1"], flank={"wing": "right"})
    made = made.with_(setup={"bd-1": "2200,1300/0"})
    played = Game(made, 1)
    state = played.state
    assert isinstance(state, DbmState)
    assert at(played, "bd-1") == (2200, 1300, 0)
    assert state.has(number(played, "bd-1"), Flag.HIDDEN)
    assert state.edges == {1: "right"}
    assert state.has(number(played, "cv-2"), Flag.FLANKING)


BATTLE = {
    **{f"bd-{n}": "red Bd O command=centre" for n in range(1, 5)},
    **{f"cv-{n}": "red Cv O command=wing" for n in range(1, 3)},
    **{f"ax-{n}": "red Ax O command=centre" for n in range(1, 3)},
    **{f"sp-{n}": "blue Sp O" for n in range(1, 5)},
    **{f"lh-{n}": "blue LH O" for n in range(1, 3)},
}
PLACES = {
    **{f"bd-{n}": f"{1400 + 80 * n},1450/0" for n in range(1, 5)},
    **{f"ax-{n}": f"{2060 + 80 * n},1320/0" for n in range(1, 3)},
    **{f"sp-{n}": f"{1400 + 80 * n},950/180" for n in range(1, 5)},
    **{f"lh-{n}": f"{2000 + 80 * n},950/180" for n in range(1, 3)},
}


@pytest.mark.parametrize("seed", range(2))
def test_nothing_that_a_player_may_do_tells_what_is_hidden(seed: int) -> None:
    """Through a battle at random: view, decision, and what is offered and legal, are those of whatever may be."""
    made = scenario(BATTLE, areas=(WOOD,), commands=COMMANDS, ambush=["ax-1", "ax-2"], flank={"wing": "left"})
    played = Game(made.with_(setup=PLACES), seed)
    rules, random = played.rules, Random(seed)
    kinds = set()
    for moment in range(70):
        if played.decision is None:
            break
        for side in ("red", "blue") if moment % 5 == 0 else ():
            dealt = rules.redeal(played.state, side, Random(moment))
            assert rules.view(dealt, side) == rules.view(played.state, side)
            assert rules.decision(dealt) == played.decision
            assert rules.defects(dealt) == []
            if played.decision.side == side:
                assert [*rules.actions(dealt)] == [*rules.actions(played.state)]
        kinds.add(played.decision.kind)
        action = rules.sample(played.state, random)
        assert played.verdict(action), played.text(action)
        played.apply(action)
        assert rules.defects(played.state) == []
        assert rules.load(played.state.to_json()) == played.state
    assert "moves" in kinds
