"""After the turn of the computer five lines tell what happened, and each leads to its place."""

from __future__ import annotations

from collections.abc import Sequence

from bench import at_bench
from fields import document, scenario
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QFontMetrics
from pytestqt.qtbot import QtBot
from settling import settle

from editor.panels.summary_panel import SummaryPanel, in_two_lines
from editor.preview.position import Position
from editor.preview.seats import HUMAN
from editor.preview.summary import MOST, last_turn_of_others, summary_of
from engine.play import Event
from engine.umpire.wording import Words

WORDS = Words(scenario(arrivals=()))


def position(side: str, *events: Event, **where: str) -> Position:
    units = {key: {"at": at} for key, at in where.items()}
    return Position(units=units, status={"turn": 1}, decision=None, side=side, events=list(events))


def phase(side: str) -> Event:
    return Event("phase", "", {"side": side, "phase": "movement"})


def moved(unit: str, end: str) -> Event:
    return Event("move", "", {"unit": unit, "from": "L0101", "to": end, "cost": 1})


def battle(target: str, result: str = "DR") -> list[Event]:
    data = {"attackers": ["us-9"], "defenders": ["ac-1"], "targets": [target], "kind": "attack", "odds": "1:1"}
    attack = Event("attack", "", {**data, "strength": "8 against 6", "shifts": []})
    return [attack, Event("result", "", {"die": 4, "odds": "1:1", "result": result, "kind": "attack"})]


def turn(*events: Event) -> list[Position]:
    return [position("ac", *events)]


def test_the_last_turn_of_the_computer_is_told_while_the_person_plays() -> None:
    mine = [position("", phase("us")), position("us", moved("us-9", "L0102")), position("us", phase("ac"))]
    theirs = [position("ac", moved("ac-1", "L0502")), position("us"), position("ac", phase("us"))]
    later = [position("us", moved("us-9", "L0103"))]
    found = last_turn_of_others([*mine, *theirs, *later], ["us"])
    assert found == ("ac", theirs), "with what the person answered in it"
    assert last_turn_of_others(mine[:2], ["us"]) == ("", [])
    assert last_turn_of_others([*mine, *theirs, *later], []) == ("ac", theirs), "of two computers the one before"


def test_there_are_five_lines_and_battles_come_first() -> None:
    events = [event for n in range(1, 6) for event in battle(f"L030{n}")]
    events += [
        Event("loss", "", {"unit": "us-9", "steps": 1}),
        Event("eliminated", "", {"unit": "us-towson", "at": "L0202"}),
        Event("loss", "", {"unit": "us-towson", "steps": 0}),
        Event("retreat", "", {"unit": "us-9", "from": "L0303", "to": "L0304"}),
        Event("enter", "", {"unit": "ac-103", "at": "L0801", "to": "L0801", "cost": 1}),
        moved("ac-1", "L0505"),
    ]
    lines = summary_of(WORDS, turn(*events))
    assert len(lines) == MOST
    assert lines[0].text.startswith("Battle at L0301: ")
    assert lines[0].place == "L0301"
    assert lines[1].text == "4 more battles"
    assert lines[1].place == "L0302"
    assert lines[2].text == "Towson eliminated"
    assert lines[2].place == "L0202"
    assert lines[3].text == "9th Infantry lost steps", "whoever is gone is told once"
    assert lines[4].text == "9th Infantry retreated"


def test_many_units_are_told_in_one_line_that_leads_to_the_last() -> None:
    units = ["us-9", "us-towson", "ac-1", "ac-103"]
    events = [moved(key, f"L010{n}") for n, key in enumerate(units, 1)]
    (line,) = summary_of(WORDS, turn(*events))
    assert (line.text, line.place) == ("4 units moved", "L0104")


def test_a_unit_whose_event_names_no_place_leads_to_where_it_is() -> None:
    gone = Event("recoil", "", {"unit": "ac-1", "length": "10 paces"})
    (line,) = summary_of(WORDS, [position("us", gone, **{"ac-1": "L0404"})])
    assert (line.text, line.place) == ("Royal Scots retreated", "L0404")


def test_a_unit_that_is_lost_leads_to_where_it_was() -> None:
    lost = Event("destroyed", "", {"unit": "ac-1", "by": ""})
    (line,) = summary_of(WORDS, [position("us", **{"ac-1": "L0404"}), position("us", lost)])
    assert (line.text, line.place) == ("Royal Scots eliminated", "L0404")


def test_a_group_that_is_named_in_one_text_moved_too() -> None:
    event = Event("move", "", {"units": "us-9 us-towson", "kind": "march", "from": "1,1/0", "to": "L0102"})
    (line,) = summary_of(WORDS, turn(event))
    assert line.text == "9th Infantry and Towson moved"


def texts(panel: SummaryPanel) -> Sequence[str]:
    return [row.line.text for row in panel.rows if row.line is not None]


def test_each_line_leads_to_its_place_and_keeps_the_zoom(qtbot: QtBot) -> None:
    made = document(setup={"us-9": "L0202", "ac-1": "L0602"}, arrivals=())
    with at_bench(qtbot, made) as bench:
        panel = SummaryPanel(bench.desk)
        qtbot.addWidget(panel)
        panel.resize(320, 180)
        panel.show()
        control, preview = bench.desk.controls.game, bench.desk.preview
        assert control.start({"us": HUMAN, "ac": HUMAN}, 1)
        places = [row.y() for row in panel.rows]
        assert texts(panel) == []
        for action in ("move us-9 L0302", "end phase", "end phase"):
            assert control.act(action), action
        assert texts(panel) == ["9th Infantry moved"]
        assert "United States" in panel.heading.text()
        bench.canvas.set_zoom(4.0)
        bench.canvas.centre_on(made.battle_map.grid.parse("L0806"))
        settle()
        zoom = bench.canvas.zoom
        qtbot.mouseClick(panel.rows[0], Qt.MouseButton.LeftButton)
        x, y = bench.canvas.map_scene.geometry.centre(made.battle_map.grid.parse("L0302"))
        assert bench.canvas.visible_rect.contains(QPointF(x, y))
        assert bench.canvas.zoom == zoom
        assert [row.y() for row in panel.rows] == places, "the lines keep their places"
        preview.close()
        assert texts(panel) == []


def test_a_long_line_is_on_two_lines_between_words(qtbot: QtBot) -> None:
    metrics = QFontMetrics(QFont())
    text = "Towson and 41st Foot (light company) eliminated"
    half = metrics.horizontalAdvance(text) * 2 // 3
    assert " ".join(in_two_lines(text, metrics, half)) == text
    assert len(in_two_lines(text, metrics, half)) == 2
    assert in_two_lines("8 units moved", metrics, half) == ["8 units moved"]
    assert in_two_lines(text * 3, metrics, half)[1].endswith("…")
