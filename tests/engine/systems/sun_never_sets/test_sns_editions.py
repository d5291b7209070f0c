"""The edition of the French Foreign Legion: a record of differences, all else as the standard rules have it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from sns_field import campaign, unit

from engine.formats import load_example, load_scenario
from engine.formats.specs import ExampleSpec, ScriptStep, Tried
from engine.mechanics.procedure import NOT_ASKED
from engine.play import Game, Illegal, Start, registry
from engine.systems.sun_never_sets.base.editions import LEGION, STANDARD
from engine.systems.sun_never_sets.base.options import OPTIONS, options_of
from engine.umpire.examples import run_example

EXAMPLES = Path(__file__).resolve().parents[3] / "examples" / "sns2"
SHARED = sorted(path for chapter in range(20, 24) for path in EXAMPLES.glob(f"{chapter}.*.yaml"))
DIFFERENT = {
    "21.5-nobody-advances",
    "21.5-the-ambusher-beaten",
    "21.5-the-ambusher-does-not-block",
    "22.2-no-horse-artillery",
    "23.3-no-line-to-the-fortress",
}
"""Examples of what the edition has otherwise; tests/examples/ffl has their counterparts."""


def as_legion(path: Path) -> ExampleSpec:
    """An example of the standard rules as one of the edition, with the same switches and its own citations."""
    spec = load_example(path)
    switches = dict.fromkeys(LEGION.on, False) | {**spec.scenario.options, **spec.options}
    return replace(
        spec,
        scenario=spec.scenario.with_(system="ffl", options={}),
        options=switches,
        tried=tuple(_renamed(step) for step in spec.tried),
        script=tuple(_renamed(step) for step in spec.script),
    )


def _renamed(step: Tried) -> Tried:
    if not isinstance(step, ScriptStep):
        return step
    return replace(step, rules=tuple(LEGION.cite(rule.removeprefix("sns2:")) for rule in step.rules))


@cache
def failures(path: Path) -> list[str]:
    return [str(failure) for failure in run_example(as_legion(path)).failures]


@pytest.mark.parametrize("path", [path for path in SHARED if path.stem not in DIFFERENT], ids=lambda path: path.stem)
def test_chapters_20_to_23_are_played_as_the_standard_rules_have_them(path: Path) -> None:
    assert failures(path) == []


@pytest.mark.parametrize("name", sorted(DIFFERENT))
def test_but_for_the_differences(name: str) -> None:
    assert failures(EXAMPLES / f"{name}.yaml")


def test_its_own_paragraphs_are_cited_as_its_own() -> None:
    assert [LEGION.cite(rule) for rule in ("20.1", "20.31", "21.11", "8.9", "event1:native:23")] == [
        "ffl:20.1",
        "ffl:20.3",
        "ffl:21.1",
        "sns2:8.9",
        "sns2:event1:native:23",
    ]
    assert STANDARD.cite("20.31") == "sns2:20.31"
    numbers = {row.removeprefix("ffl:") for row in LEGION.numbers.values()}
    text = Path(__file__).resolve().parents[3] / "data" / "numbers" / "ffl_extra_rules.txt"
    assert numbers == set(text.read_text(encoding="utf-8").split())


def test_its_chapters_are_on_and_the_others_off() -> None:
    own = options_of(LEGION)
    changed = {name for name, option in OPTIONS.items() if own[name].default != option.default}
    assert changed == {"march_attack", "ambush", "evasion", "conduct", "lines_to_atrocity"}
    assert set(own) == set(OPTIONS)


def test_a_game_asks_its_edition() -> None:
    game = Game(load_scenario("dahomey"), 1)
    assert game.rules.system == "ffl"
    assert game.rules.cites == ("ffl", "sns2")
    assert registry.system("Campaigns of the French Foreign Legion").name == "ffl"
    assert registry.whole() == ["tlg2", "fm", "sns2", "dbm"]


@pytest.mark.rule("ffl:21.1")
def test_nobody_is_ambushed_once_all_of_the_march_are_gone() -> None:
    """The ambushers of this edition advance after it, and are asked while nobody of the march is left."""
    units = [unit("br-1", strength=1, weapon="M", morale="R"), unit("na-1", strength=16, weapon="B", morale="V")]
    start = Start(1, "british", "movement", {"br-1": "S0504", "na-1": "S0506"}, only=True)
    game = Game(replace(campaign(units), system="ffl"), 1, dice=[3, 6, 1, 6, 6, 6], start=start)
    for text in ("march S0504 with br-1", "go S0505", "ambush from S0506"):
        game.apply(text)
    assert game.decision is not None
    assert game.decision.kind == "advance"
    verdict = game.verdict("ambush from S0506 with na-1")
    assert isinstance(verdict, Illegal)
    assert verdict.rules == ("sns2:8.9", "ffl:21.1", "ffl:21.4")
    assert {why for _, why in verdict.also} == {NOT_ASKED}
