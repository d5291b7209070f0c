"""Enemies of whom no more is known than that they are there have a counter of their own; no guess is shown."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bench import Bench
from campaigning import at_campaign, take_up
from pytestqt.qtbot import QtBot
from settling import settle

from editor.panels.inspector_panel import InspectorPanel

PLACES = {"br-1": "T0303", "za-1": "T0305", "za-2": "T0305", "za-khan": "T0306", "za-3": "T0308"}
COLUMNS = {"c4": ["za-2"]}


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_campaign(qtbot) as made:
        take_up(made, PLACES, "battle", columns=COLUMNS, known={"british": ["za-1"]})
        yield made


def stack(bench: Bench, name: str) -> list[tuple[str, str]]:
    h = bench.document.battle_map.grid.parse(name)
    pieces = bench.desk.controls.units.layer.stacks.get(h, [])
    return [(piece.unit.key, piece.unknown) for piece in pieces]


def test_what_is_not_known_is_one_counter_a_hex(bench: Bench) -> None:
    assert stack(bench, "T0303") == [("br-1", "")]
    assert stack(bench, "T0306") == [
        ("?", "Zangari: unknown units; headquarters alone"),
    ]
    assert stack(bench, "T0305") == [
        ("?", "Zangari: unknown units (column c4); units in good order, with a zone of control"),
        ("za-1", ""),
    ]
    assert bench.desk.preview.position.units["za-2"] == {"at": None}


def test_the_other_side_sees_its_own(bench: Bench) -> None:
    take_up(bench, PLACES, "battle", side="zangari", seats={"british": "random", "zangari": "human"})
    assert stack(bench, "T0306") == [("za-khan", "")]
    assert stack(bench, "T0303")[0][0] == "?"


def test_a_click_on_it_chooses_the_hex_and_no_unit(qtbot: QtBot, bench: Bench) -> None:
    panel = InspectorPanel(bench.desk)
    qtbot.addWidget(panel)
    bench.desk.controls.game.clicked(bench.document.battle_map.grid.parse("T0306"))
    assert bench.desk.selection.unit is None
    qtbot.waitUntil(lambda: "Not known" in panel.hex_text.toPlainText())
    told = panel.hex_text.toPlainText()
    assert "unknown units; headquarters alone" in told
    assert "Khan" not in told
    layer = bench.desk.controls.units.layer
    piece = layer.stacks[bench.document.battle_map.grid.parse("T0306")][0]
    assert "unknown units" in layer._tip(piece)
    settle()
