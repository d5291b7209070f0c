"""What the rules of a file answer about supply: the line that supplies a hex, or why there is none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from kit_files import first_steps, kit_file

from engine.kit.rules import kit_rules
from engine.play import Game, Start
from engine.play.answer_records import HexSupply
from engine.play.answers import NotTold
from engine.umpire.query import ask


def supply_of(at: dict[str, str], depot: str = "F0103", **trace: Any) -> Mapping[str, HexSupply]:
    """The answer for the Union, whose depot is in a hex, with the units of both sides in these places."""
    battle = first_steps().with_(special={"depot": [depot] if depot else []})
    blocks: dict[str, Any] = {
        "settings": {"depot": {"kind": "hexes"}},
        "supply": {"sources": [{"place": "depot"}], "trace": trace, "judged": "movement"},
    }
    rules = kit_rules(kit_file("two_banks", **blocks))
    game = Game(battle, 1, rules=rules(battle), start=Start(side="us", phase="movement", units=at, only=True))
    answer = game.rules.supply(game.state, "us")
    assert (answer.side, answer.rule) == ("us", "two_banks:supply")
    return answer.hexes


def test_a_line_leads_from_a_hex_to_the_source() -> None:
    found = supply_of({"us-1": "F0303", "us-2": "F0303", "us-guns": "F0103"}, hexes=3)
    line = found["F0303"].line
    assert (found["F0303"].units, line[0], line[-1], len(line)) == (2, "F0303", "F0103", 3)
    assert found["F0303"].why == ""
    assert found["F0103"].line == ("F0103",)


@pytest.mark.parametrize(
    ("at", "depot", "trace", "why"),
    [
        ({"us-1": "F0503"}, "F0103", {"hexes": 3}, "no source of supply is within 3 hexes"),
        ({"us-1": "F0903"}, "F0103", {"cost": 2}, "no source of supply is within 2 movement points"),
        ({"us-1": "F0303"}, "", {"hexes": 3}, "the side has no source of supply now"),
        (
            {"us-1": "F0101", "ac-1": "F0102", "ac-light": "F0201"},
            "F0103",
            {"hexes": 2, "blocked_by": "enemy"},
            "enemy units are in F0102, on the way to the source in F0103",
        ),
        (
            {"us-1": "F0303", "ac-1": "F0103"},
            "F0103",
            {"hexes": 2, "blocked_by": "zones"},
            "an enemy zone of control is in F0204, on the way to the source in F0103",
        ),
    ],
)
def test_it_says_why_no_line_leads_to_a_source(at: dict[str, str], depot: str, trace: dict[str, Any], why: str) -> None:
    found = supply_of(at, depot, **trace)[at["us-1"]]
    assert (found.line, found.why) == ((), why)


def test_rules_without_supply_do_not_tell_of_it() -> None:
    battle = first_steps()
    rules = kit_rules(kit_file("two_banks"))
    game = Game(battle, 1, rules=rules(battle))
    assert not game.rules.tells("supply")
    assert not game.rules.tells("sight")
    assert game.rules.tells("reach")
    with pytest.raises(NotTold, match="do not tell supply"):
        ask(game, "supply us")
