"""Whatever is typed or made by hand for any verb is read, refused or an ActionError, in every system."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.errors import ActionError
from engine.formats import load_example, load_scenario
from engine.mechanics.hexes.hexrules import HexRules
from engine.play import Action, Game, registry

EXAMPLES = Path(__file__).parents[2] / "examples"
SHIPPED = {"tlg2": "first_steps", "fm": "fm_first_steps", "sns2": "sns_first_steps"}
SYSTEMS = registry.whole()
HEXES = [name for name in SYSTEMS if issubclass(registry.system(name).rules, HexRules)]
MANY = 500


@cache
def game(system: str) -> Game:
    """A game of a system at its first decision, not to be played."""
    if system in SHIPPED:
        return Game(load_scenario(SHIPPED[system]), 0)
    return Game(load_example(min((EXAMPLES / system).glob("*.yaml"))).scenario, 0)


def words_of(made: Game) -> list[str]:
    """The words that actions begin with."""
    with pytest.raises(ActionError) as problem:
        made.parse("xyzzy")
    return str(problem.value).rpartition("begin with ")[2].split(", ")


def places_of(made: Game) -> list[str]:
    """Some places, where the map has any."""
    return [made.rules.field.grid.name(h) for h in (0, 2)] if isinstance(made.rules, HexRules) else ["10,10", "20,20"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_anything_typed_behind_a_verb_is_read_or_refused(system: str) -> None:
    made = game(system)
    unit, *others = [*made.scenario.units][:2]
    place, end = places_of(made)
    behind = [
        "",
        "zzz",
        "-1",
        "9" * 30,
        "\x00 ;",
        "()",
        f"{unit} zzz",
        f"{unit} {unit}",
        f"{place} {place}",
        f"{place} {unit} {end}",
        f"{unit} {place} {' '.join(others)} {end}",
        " ".join([unit] * MANY),
        " ".join([place, end] * (MANY // 2)),
        " ".join(map(str, range(MANY))),
        f"with {unit} from {place} to {end} at 3 by {unit}",
        "with from to at by on",
    ]
    for word in words_of(made):
        for said in behind:
            with suppress(ActionError):
                made.verdict(f"{word} {said}")


WRONG: list[tuple[Any, ...]] = [
    ("x",),
    (None, None),
    (1.5,),
    (True,),
    ("x",) * MANY,
    (10**9,) * 3,
    ((10**9,), 1),
    (-7, -7, -7),
    (0, (), "x"),
    ((), (), ()),
    ([0], [0]),
    ({}, 0),
    (10**5000,),
]
"""Arguments that are never right for a verb that takes any, or too many for one that takes none."""


@pytest.mark.parametrize("system", HEXES)
def test_arguments_made_by_hand_are_refused_with_their_place(system: str) -> None:
    made = game(system)
    for verb in made.rules.verbs:  # type: ignore[attr-defined]
        for args in WRONG:
            with pytest.raises(ActionError) as problem:
                made.verdict(Action(verb.word, args))
            assert "argument " in str(problem.value), f"{verb.word} {args!r:.60}"
            assert len(str(problem.value)) < 400
        missing = any(part.needed for part in verb.parts)
        if missing and verb.word != "end":
            with pytest.raises(ActionError, match="argument 1"):
                made.verdict(Action(verb.word))


def test_arguments_made_by_hand_for_a_table_are_refused_with_their_place() -> None:
    made = game("dbm")
    for verb in words_of(made):
        if verb == "line":
            continue  # `line up` is read as the move that it makes.
        for args in WRONG:
            with pytest.raises(ActionError, match="argument ") as problem:
                made.verdict(Action(verb, args))
            assert len(str(problem.value)) < 400
        if verb not in ("end", "done", "stop"):
            with pytest.raises(ActionError, match="argument 1"):
                made.verdict(Action(verb))


@pytest.mark.parametrize(
    ("args", "where"),
    [
        (((0,), ((0, 80), (99, 1))), "argument 2: .* is not a move: part 2 is not a part of a move"),
        (((0,), ((0, 80, 3),)), "part 1 is not a part of a move"),
        (((0,), ((4, 0),)), "part 1 is not a part of a move"),
        (((0,), ((4, 1801),)), "part 1 is not a part of a move"),
        (((0,), ((11, 5, 5, 3600),)), "part 1 is not a part of a move"),
        (((0,), ((11, 5, 5, 0, 7),)), "part 1 is not a part of a move"),
        (((0,), ((0, 1),) * 500), "argument 2: .* 1 to"),
        (((0, 0), ((0, 80),)), "argument 1: .* each once"),
    ],
)
def test_parts_of_a_move_made_by_hand_are_refused_with_their_place(args: tuple[Any, ...], where: str) -> None:
    with pytest.raises(ActionError, match=where):
        game("dbm").verdict(Action("move", args))


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_no_action_is_refused(system: str) -> None:
    made = game(system)
    for action in (Action("xyzzy"), Action(""), Action(7), Action("end", 5), Action("end", ("x",))):  # type: ignore[arg-type]
        with pytest.raises(ActionError):
            made.verdict(action)


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_listed_passes(system: str) -> None:
    made = game(system)
    for action in made.legal_actions():
        assert made.verdict(action)
