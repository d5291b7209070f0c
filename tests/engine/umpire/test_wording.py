"""Events as sentences: names in place of keys, and what the figures mean."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.formats import load_scenario
from engine.mechanics.words import with_meaning
from engine.play import Event
from engine.play.parts import Parts, Word, WordKind
from engine.umpire.wording import Words, event_line, place_of

FM, TLG = load_scenario("fm_first_steps"), load_scenario("first_steps")
MINE, YOURS = (next(key for key, unit in FM.units.items() if unit.side == side) for side in FM.sides)


def said(kind: str, **data: Any) -> str:
    return Words(FM).event(Event(kind, "fm:1", data))


def test_a_colon_follows_the_names_without_a_blank() -> None:
    table = load_scenario("teaching_table")
    key, unit = next(iter(table.units.items()))
    words = [Word(WordKind.WORD, "move"), Word(WordKind.UNIT, key), Word(WordKind.WORD, ":"), Word(WordKind.WORD, "go")]
    assert Words(table).action(Parts("move", tuple(words))) == f"Move {unit.name}: go"


def test_support_fire() -> None:
    first, second = FM.sides
    names = [side.name for side in FM.sides.values()]
    allotted = f"Support fire this turn: {names[0]} 8 markers and {names[1]} 1 marker"
    assert said("support", allotment={first: 8, second: 1}) == allotted
    assert said("support", side=second, target="J0604") == f"{names[1]} placed a support fire marker at J0604"
    assert said("reveal", attacker=[2, 3], defender=[]) == (
        "Support fire revealed: +2 and +3 for the attacker, nothing for the defender"
    )
    bombarded = said(
        "bombardment", target="J0604", defenders=[MINE], markers=[4], strength="4-3", differential=1, line="clear"
    )
    assert (
        bombarded == f"Support fire of +4 bombarded {FM.units[MINE].name} in J0604: 4 against 3, +1 on the clear line"
    )


def test_the_combat_of_fire_and_movement() -> None:
    names = FM.units[MINE].name, FM.units[YOURS].name
    assert said("attack", target="J0604", attackers=[MINE], defenders=[YOURS]) == (
        f"{names[0]} attacked {names[1]} in J0604"
    )
    assert said("differential", strength="4-6", differential=-2, line="beach_assault", shift=-1) == (
        "Combat differential: 4 against 6, -2 on the beach assault line, 1 column to the left"
    )
    assert said("differential", strength="4-4", differential=0, line="city", shift=0) == (
        "Combat differential: 4 against 4, +0 on the city line"
    )
    result = {"die": 4, "column": 5, "differential": 0, "line": "clear"}
    assert said("result", **result, result="A3") == (
        "Die roll 4 in column 5: A3, all attacking units retreat three hexes"
    )
    assert said("result", **result, result="(A)") == "Die roll 4 in column 5: (A), one attacking unit is reduced"
    assert said("result", **result, result="-") == "Die roll 4 in column 5: no effect"
    assert said("stand", unit=YOURS) == f"{names[1]} did not retreat (stiff resistance)"


def test_an_attack_and_its_result() -> None:
    units = list(TLG.units)[:2]
    first, second = (TLG.units[key].name for key in units)
    attack = {
        "kind": "attack",
        "target": "L0101",
        "targets": ["L0101", "L0102"],
        "attackers": [units[0]],
        "defenders": [units[1]],
        "strength": "8:4",
        "basic": "2:1",
        "shifts": ["-1 forest L0101"],
        "odds": "1:1",
    }
    assert Words(TLG).event(Event("attack", "tlg2:6.2", attack)) == (
        f"{first} attacked {second} in L0101 and L0102 at 1:1 (8:4, -1 forest L0101)"
    )
    shelled = {**attack, "kind": "bombardment", "attackers": units, "targets": ["L0101"], "shifts": []}
    assert Words(TLG).event(Event("attack", "tlg2:7.4", shelled)) == (
        f"{first} and {second} bombarded {second} in L0101 at 1:1 (8:4)"
    )
    result = Event("result", "tlg2:6.2", {"die": 5, "odds": "2:1", "result": "DR"})
    assert Words(TLG).event(result) == "Die roll 5 at 2:1: DR, all defending units retreat"


def test_nothing_is_swallowed() -> None:
    """A sentence whose field is missing is a mistake in the rules, and is not glossed over."""
    with pytest.raises(KeyError, match="column"):
        said("result", die=4, result="A3")


def test_a_system_without_sentences_tells_the_fields() -> None:
    odd = Event("sandstorm", "fm:1", {"hexes": ["J0101", "J0102"]})
    assert Words(FM).event(odd) == event_line(odd) == "sandstorm hexes J0101 J0102 [fm:1]"


@pytest.mark.parametrize(
    ("data", "place"),
    [
        ({"unit": "us-1", "from": "F0101"}, "F0101"),
        ({"from": "F0101", "to": "F0102"}, "F0102"),
        ({"from": "F0101", "at": "F0103", "target": "F0104"}, "F0103"),
        ({"from": "F0101", "target": "F0104"}, "F0104"),
        ({"to": "", "at": ["F0101"], "target": None, "from": "F0102"}, "F0102"),
        ({"to": 3, "unit": "us-1"}, ""),
        ({}, ""),
    ],
)
def test_where_an_event_happened(data: dict[str, Any], place: str) -> None:
    assert place_of(Event("move", "tlg2:4.6", data)) == place


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (Event("retreat", "tlg2:6.12", {"unit": "ac-1", "to": "L2207"}), "retreat unit ac-1, to L2207 [tlg2:6.12]"),
        (Event("turn", "tlg2:3.1", {"turn": 3, "label": "8:00 pm"}), "turn 3, label 8:00 pm [tlg2:3.1]"),
        (Event("phase", "", {}), "phase"),
        (
            Event("phase", "tlg2:3.2", {"side": None, "units": [], "why": "", "where": {}, "many": ()}),
            "phase [tlg2:3.2]",
        ),
        (Event("x", "", {"first": True, "second": False, "number": 0}), "x first yes, second no, number 0"),
        (Event("x", "", {"all": ["a", 2, True], "held": {"a": 1, "b": [1, 2]}}), "x all a 2 yes, held (a 1, b 1 2)"),
    ],
)
def test_an_event_in_its_fields(event: Event, line: str) -> None:
    assert event_line(event) == line


@pytest.mark.parametrize(
    ("kind", "data", "sentence"),
    [
        ("turn", {"turn": 3, "label": "Turn 3"}, "Turn 3"),
        ("turn", {"turn": 3, "label": ""}, "Turn 3"),
        ("turn", {"turn": 3, "label": "8:00 pm"}, "Turn 3, 8:00 pm"),
        (
            "move",
            {"unit": "us-1", "from": "F0101", "to": "F0102", "cost": 1},
            "{us-1} moved from F0101 to F0102 (1 MP)",
        ),
        (
            "move",
            {"unit": "us-1", "from": "F0101", "to": "F0102", "cost": 0.5},
            "{us-1} moved from F0101 to F0102 (0.5 MP)",
        ),
        ("enter", {"unit": "us-1", "at": "F0101", "to": "F0101", "cost": 2}, "{us-1} entered at F0101 (2 MP)"),
        (
            "enter",
            {"unit": "us-1", "at": "F0101", "to": "F0103", "cost": 3},
            "{us-1} entered at F0101 and moved to F0103 (3 MP)",
        ),
        ("loss", {"unit": "us-1", "steps": 2}, "{us-1} lost a step (2 left)"),
        ("loss", {"unit": "us-1", "steps": 0}, "{us-1} lost its last step"),
        ("eliminated", {"unit": "us-1", "at": "F0101"}, "{us-1} was eliminated in F0101"),
        ("exit", {"unit": "us-1", "at": "F0101"}, "{us-1} left the map at F0101"),
        ("withdraw", {"unit": "us-1", "at": "F0101"}, "{us-1} was withdrawn from F0101"),
        ("withdraw", {"unit": "us-1"}, "{us-1} was withdrawn"),
        ("pooled", {"unit": "us-1"}, "{us-1} was added to the pool"),
        ("left_out", {"unit": "us-1"}, "{us-1} had no room in its set-up area and is out of the game"),
        ("deploy", {"side": "us", "unit": "us-1", "at": "F0101"}, "The United States set up {us-1} in F0101"),
        (
            "revealed",
            {"side": "us", "places": {"us-1": "F0101", "us-2": "F0102"}},
            "Set-up of the United States revealed: {us-1} in F0101 and {us-2} in F0102",
        ),
        ("displaced", {"unit": "us-1", "from": "F0101", "to": "F0102"}, "{us-1} was displaced from F0101 to F0102"),
        ("advance", {"unit": "us-1", "from": "F0101", "to": "F0102"}, "{us-1} advanced from F0101 to F0102"),
        ("end", {"winner": "", "level": "", "reason": "a tie"}, "The game is over. A draw: a tie"),
        (
            "end",
            {"winner": "us", "level": "decisive", "reason": "a lead of 9 points"},
            "The game is over. Victory for the United States, decisive: a lead of 9 points",
        ),
    ],
)
def test_what_every_game_of_units_in_hexes_tells(kind: str, data: dict[str, Any], sentence: str) -> None:
    for key in ("us-1", "us-2"):
        sentence = sentence.replace(f"{{{key}}}", TLG.units[key].name)
    words = Words(TLG)
    assert words.event(Event(kind, "tlg2:3.1", data)) == sentence
    assert words.line(Event(kind, "tlg2:3.1", data)) == f"{sentence} [tlg2:3.1]"
    assert words.line(Event(kind, "", data)) == sentence


@pytest.mark.parametrize(
    ("code", "meanings", "said"),
    [
        ("DR", {"DR": "all defending units retreat"}, "DR, all defending units retreat"),
        ("-", {"-": "no effect"}, "no effect"),
        ("DR", {}, "DR"),
        ("-", {}, "-"),
    ],
)
def test_what_a_result_means(code: str, meanings: dict[str, str], said: str) -> None:
    assert with_meaning(code, meanings) == said


@pytest.mark.parametrize(
    ("sentence_name", "heading", "log"),
    [
        ("the British", "British: movement phase", "The British set up {unit} in J0604"),
        ("", "British: movement phase", "British set up {unit} in J0604"),
    ],
)
def test_sentences_use_the_sentence_name_of_a_side(sentence_name: str, heading: str, log: str) -> None:
    first = next(iter(FM.sides))
    side = replace(FM.sides[first], name="British", sentence_name=sentence_name)
    words = Words(FM.with_(sides={**FM.sides, first: side}))
    assert words.event(Event("phase", "fm:1", {"side": first, "phase": "movement"})) == heading
    said = words.event(Event("deploy", "fm:1", {"side": first, "unit": MINE, "at": "J0604"}))
    assert said == log.format(unit=FM.units[MINE].called)
