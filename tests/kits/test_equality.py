"""Rules files play as the hand-written rules do: the same legal actions, events and states, move by move."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from equality import FM, TLG2, Difference, SideBySide, Twins
from kit_files import HERE, kit_file
from sweeps import twins

from engine.boards.palette import Kind
from engine.formats import load_scenario
from engine.formats.reading import read_source
from engine.kit.kitfile import KitFile
from engine.kit.rules import kit_rules
from engine.play import Rules
from engine.play.registry import system
from engine.scenario import Scenario


def as_written_by_hand(name: str, **changes: Any) -> KitFile:
    """A rules file that takes kinds of palettes as the hand-written system of its name does."""
    file = kit_file(name, **changes)
    like = file.model.ground.like

    def term_of(kind: Kind) -> str:
        term = kind.term(name)
        return str(like.get(term, term))

    return replace(file, term_of=term_of)


@cache
def played_by_both(name: str, rules: str, twins: Twins) -> tuple[Scenario, Rules[Any], Rules[Any]]:
    """A scenario that ships, with the hand-written rules and those of the file bound to it."""
    scenario = load_scenario(name)
    stripped = twins.stripped(scenario)
    kit = kit_rules(as_written_by_hand(rules))(twins.rewritten(stripped), {})
    return scenario, system(rules).rules(stripped, {}), kit


@pytest.mark.parametrize("seed", twins(5, 500, 4))
@pytest.mark.parametrize("name", ["first_steps", "thames", "chippewa", "lundys_lane"])
def test_twilights_last_gleaming_plays_from_its_file_as_by_hand(name: str, seed: int) -> None:
    scenario, hand, kit = played_by_both(name, "tlg2", TLG2)
    assert SideBySide(scenario, TLG2, hand, kit, seed).play() > 10


BATTLES = [("fm_first_steps", seed) for seed in twins(10, 500)]
# Each of these takes as long as fifty small ones, and is played in `make soak` alone.
BATTLES += [(name, seed) for name in ("arracourt", "juno") for seed in twins(0, 500, 100)]


@pytest.mark.parametrize(("name", "seed"), BATTLES)
def test_fire_and_movement_plays_from_its_file_as_by_hand(name: str, seed: int) -> None:
    scenario, hand, kit = played_by_both(name, "fm", FM)
    assert SideBySide(scenario, FM, hand, kit, seed).play() > 10


@pytest.mark.parametrize(
    "changes",
    [
        {"may_lower": False},
        {"must": "attackers"},
        {"hexes": "one"},
        {"advance": {"must": False}},
        {"retreat": {"not_into": "held zones", "displace": {"not_in": "zones"}}},
        {"shifts": []},
        {"once": {"defender": "none"}},
    ],
    ids=str,
)
def test_a_rule_that_is_written_otherwise_is_seen(changes: dict[str, Any]) -> None:
    """Of each rule that is changed some of the games tell."""
    scenario, hand, _ = played_by_both("first_steps", "tlg2", TLG2)
    kind = written_kind()
    rules = kit_rules(as_written_by_hand("tlg2", combat=[{**kind, **changes}]))
    kit = rules(TLG2.rewritten(TLG2.stripped(scenario)), {})
    assert any(_differs(SideBySide(scenario, TLG2, hand, kit, seed)) for seed in range(40))


def _differs(game: SideBySide) -> bool:
    try:
        game.play()
    except Difference:
        return True
    return False


def written_kind() -> dict[str, Any]:
    """The kind of combat of TLG2's rules file, as it is written."""
    source, _ = read_source(HERE / "tlg2.yaml")
    assert source.root is not None
    kind: dict[str, Any] = source.root.data["combat"][0]
    return kind
