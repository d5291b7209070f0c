"""What the rules tell of the table beside the units: the score line by line, event cards, markers."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from sns_field import LEVELS, begun, campaign, unit

from engine.play import Event, Game
from engine.play.display import EventCard
from engine.play.score_sheet import ScoreSheet
from engine.scenario import Scoring, Victory
from engine.systems import sun_never_sets
from engine.systems.sun_never_sets.base.state import Effect
from engine.systems.sun_never_sets.rules import SnsRules
from engine.systems.sun_never_sets.turn.logistics import Hungry

TOWNS = Scoring("occupied", 9, hexes=("S0303", "S0404"), name="Towns")
FORD = Scoring("reached", 4, side="british", hexes=("S0303",), name="The ford")


def standing(**values: object) -> Game:
    """A game of three turns in which the British stand in a town that both sides want."""
    scenario = campaign([unit("br-1"), unit("na-1")], victory=Victory((TOWNS, FORD), levels=LEVELS, sudden=75))
    start = begun(scenario, {"br-1": "S0303", "na-1": "S0909"}).start
    assert start is not None
    start.set.update(values)
    return Game(scenario, 1, start=start)


def sheet(**values: object) -> ScoreSheet:
    found = standing(**values).tally()
    assert found is not None
    return found


@pytest.mark.rule("sns2:16.1")
def test_the_score_tells_the_level_and_what_is_counted_only_at_the_end() -> None:
    found = sheet(points={"british": 3, "native": 5})
    assert (found.points, found.leader, found.level) == ({"british": 16, "native": 5}, "british", "local")
    assert [(line.about, line.counted) for line in found.lines[1:]] == [
        ("9 points for each to whichever side is there, at the end: Towns", False),
        ("4 points to British, once: The ford", True),
    ]


def told(happens: bool, row: str = "34", title: str = "Native attrition") -> Event:
    data = {"side": "british", "row": row, "title": title, "dice": [3, 4], "happens": happens}
    return Event("event", "sns2:event2:british:34-35" if title != "No event" else "sns2:4.1", data)


@pytest.fixture(scope="module")
def persia() -> Game:
    scenario = campaign([unit("br-1"), unit("na-1")], special={"campaign": "persia"})
    return begun(scenario, {"br-1": "S0303", "na-1": "S0909"})


@pytest.mark.rule("sns2:4.1")
def test_a_card_tells_what_an_event_changes(persia: Game) -> None:
    card = persia.rules.card(told(True))
    assert isinstance(card, EventCard)
    assert (card.title, card.side, card.drawn, card.happens) == ("Native attrition", "british", "dice 3 and 4", True)
    assert card.about == "The British choose a Native hex; its owner throws for each unit."
    missed = persia.rules.card(told(False))
    assert missed is not None
    assert not missed.happens
    assert persia.rules.card(told(False, "11", "No event")) is None
    assert persia.rules.card(Event("turn", "sns2:3.0")) is None


def test_what_lasts_says_until_when(persia: Game) -> None:
    state = persia.state.copy()
    state.effects = (Effect("onward", 10**6, 1), Effect("heroics", 1, 0), Effect("vision", 2, 1), Effect("?", 1, 1))
    cards = persia.rules.lasting(state)
    assert [card.lasts for card in cards] == [
        "until the end of the game",
        "until the end of the player turn of British in game turn 1",
        "until the end of game turn 2",
    ]
    assert [card.side for card in cards] == ["british", "british", "native"]


def test_fieldworks_and_atrocities_lie_on_the_map() -> None:
    bare = standing()
    assert bare.rules.marks(bare.state) == []
    game = standing(fieldworks={"british": ["S0303"]}, atrocities=["S0505"])
    assert [(one.at, one.kind, one.side) for one in game.rules.marks(game.state)] == [
        ("S0303", "fieldworks", "british"),
        ("S0505", "atrocity", ""),
    ]


@pytest.mark.parametrize(
    ("number", "said"),
    [(1, "1 more unit is out of supply: choose them"), (3, "3 more units are out of supply: choose them")],
)
def test_so_many_units_are_said_to_be_hungry(number: int, said: str) -> None:
    game = begun(campaign([unit("br-1"), unit("na-1")]), {"br-1": "S0303", "na-1": "S0909"})
    assert isinstance(game.rules, SnsRules)
    assert Hungry(0, 1, number).prompt(game.rules.field, ("1st Foot",)) == said


def spells_keys(text: str) -> list[int]:
    """The lines of a module on which a sentence says the key of a unit: a key, or a name that was given one before."""
    tree, found = ast.parse(text), list[int]()

    def is_key(node: ast.AST) -> bool:
        looked_up = isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute)
        return looked_up and node.value.attr == "keys"  # type: ignore[attr-defined]

    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        given = {
            name.id
            for node in ast.walk(function)
            if isinstance(node, ast.Assign) and is_key(node.value)
            for name in node.targets
            if isinstance(name, ast.Name)
        }
        found += [
            part.lineno
            for node in ast.walk(function)
            if isinstance(node, ast.JoinedStr)
            for part in ast.walk(node)
            if is_key(part) or (isinstance(part, ast.Name) and part.id in given)
        ]
    return found


def test_sentences_say_the_names_of_units_and_never_their_keys() -> None:
    """Golden games and the contract suite meet few of the refusals; this reads all of them."""
    assert spells_keys('def f():\n key = roster.keys[u]\n yield f"{key} is demoralized"') == [3]
    assert spells_keys('def f():\n yield f"{roster.keys[u]} is demoralized"') == [2]
    modules = {module.name: module.read_text("utf-8") for module in Path(sun_never_sets.__path__[0]).rglob("*.py")}
    wordy = {name: text for name, text in modules.items() if ".keys[" in text and 'yield "' in text}
    assert len(wordy) > 5
    assert {name: lines for name, text in wordy.items() if (lines := spells_keys(text))} == {}
