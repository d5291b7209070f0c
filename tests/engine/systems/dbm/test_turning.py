"""Battles that are turned as a whole: the same moves are judged alike, and a contact is the same from both sides."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from moves_of import game, line
from test_moving import told

from engine.play import Game
from engine.systems.de_bellis_multitudinis import contact, judging, offering
from engine.tables.places import PACE, TablePoint, about

MIDDLE = TablePoint(1200 * PACE, 1200 * PACE)
UNITS = {f"ax-{n}": "red Ax" for n in range(1, 4)} | {"kn-1": "red Kn", "sp-8": "blue Sp", "sp-9": "blue Sp"}
PLACES = {**line("ax", 3, 1000, 1300), "kn-1": [1400, 1300, 0], "sp-8": [1080, 1230, 180], "sp-9": [1400, 1160, 160]}
MOVES = (
    "move ax-1..ax-3: ahead 70",
    "move ax-1..ax-3: ahead 30",
    "move ax-1..ax-3: wheel left 20; ahead 40",
    "move ax-1..ax-3: ahead 66; right 20",
    "move ax-1..ax-3: back 40",
    "move kn-1: ahead 80",
    "move kn-1: wheel right 30; ahead 20",
    "move kn-1: pivot left 25",
    "march kn-1: back 60",
)


def turned(tenths: int) -> Game:
    """The battle turned about the middle of its table by an angle."""
    played = game(UNITS, PLACES, size=(2400, 2400))
    for unit, at in enumerate(played.state.at):
        played.state.put(unit, about(at, MIDDLE, tenths))
    return played


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 3599), st.sampled_from(MOVES))
def test_a_battle_turned_by_any_angle_gives_the_same_verdicts(tenths: int, text: str) -> None:
    straight, askew = told(turned(0), text), told(turned(tenths), text)
    assert straight.breaches == askew.breaches
    assert straight.contacts == askew.contacts
    assert (straight.length, straight.share, straight.cost) == (askew.length, askew.share, askew.cost)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 3599))
def test_a_contact_is_told_from_both_sides(tenths: int) -> None:
    played = turned(tenths)
    field, state = played.rules.field, played.state
    for unit, at in told(played, "move ax-1..ax-3: ahead 70").ends.items():
        state.put(unit, at)
    front, touched = field.roster.find("ax-2"), field.roster.find("sp-8")
    assert [contact.spelled(field, one) for one in contact.contacts(field, state, front)] == ["ax-2 front sp-8"]
    assert contact.Contact(touched, "front", front) in contact.contacts(field, state, touched)
    assert contact.contacts(field, state, front)[0] in contact.touched_by(field, state, touched)


def test_what_is_offered_is_legal_and_not_too_much() -> None:
    played = game(UNITS, PLACES, size=(2400, 2400))
    offered = list(played.legal_actions())
    assert 5 < len(offered) <= offering.MOST
    assert offered == [*sorted(offered[:-1]), offered[-1]]
    assert all(played.verdict(one) for one in offered)
    texts = [played.rules.text(one) for one in offered]
    assert [played.rules.parse(text, played.state) for text in texts] == offered
    lined = [judging.judge(played.rules.field, played.state, 0, one) for one in offered if one.verb == "move"]
    assert any(one.edge == "front" for judged in lined for one in judged.contacts)


def test_what_is_drawn_is_legal() -> None:
    played = game(UNITS, PLACES, size=(2400, 2400))
    random = Random(5)
    drawn = {played.legal_actions().sample(random) for _ in range(20)}
    assert len(drawn) > 3
    assert all(played.verdict(one) for one in drawn)
