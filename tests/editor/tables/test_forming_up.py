"""Bases formed up in the set-up: lines, columns, blocks, even gaps, mirrored, rotated; one step each."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from a_table import battle
from bench import Bench, at_bench
from pytestqt.qtbot import QtBot
from settling import settle

from editor.panels.inspector_panel import InspectorPanel
from editor.tables.grouping import aligned, in_block, in_column, in_line, mirrored, rotated, spaced, whole
from engine.play import registry
from engine.tables.places import BasePlace, place, spell

PLACES = {"a": place(500, 500, 0), "b": place(700, 540, 10), "c": place(620, 480, 0)}
DEPTHS = {"a": 30.0, "b": 40.0, "c": 30.0}


def told(found: dict[str, BasePlace]) -> dict[str, str]:
    return {key: spell(found[key]) for key in sorted(found)}


def test_each_way_of_forming_up() -> None:
    assert told(aligned(PLACES, DEPTHS)) == {"a": "500,500/0", "b": "700,500/0", "c": "620,500/0"}
    assert told(spaced(PLACES, DEPTHS)) == {"a": "500,500/0", "b": "700,540/10", "c": "600,480/0"}
    assert told(in_line(PLACES, DEPTHS)) == {"a": "520,500/0", "b": "680,500/0", "c": "600,500/0"}
    assert told(in_column(PLACES, DEPTHS)) == {"a": "600,510/0", "b": "600,540/0", "c": "600,480/0"}
    assert told(in_block(PLACES, DEPTHS)) == {"a": "560,480/0", "b": "600,510/0", "c": "640,480/0"}
    assert told(mirrored(PLACES, DEPTHS)) == {"a": "700,500/0", "b": "500,540/350", "c": "580,480/0"}
    assert told(whole(rotated(PLACES, 900)))["a"] == "610,410/90"


def test_mirroring_twice_and_rotating_round_change_nothing() -> None:
    assert mirrored(mirrored(PLACES, DEPTHS), DEPTHS) == PLACES
    turned = PLACES
    for _ in range(4):
        turned = rotated(turned, 900)
    assert turned == PLACES


@pytest.fixture
def bench(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.setitem(registry.SYSTEMS, "field", "toy_field")
    with at_bench(qtbot, battle()) as made:
        yield made


def test_the_menu_forms_up_in_one_step_each(bench: Bench) -> None:
    desk, find = bench.desk, bench.desk.actions.get
    setup = desk.document.require_scenario
    before = dict(setup().setup)
    desk.selection.set([], ["bd-1", "bd-2", "bd-3", "bd-4"])
    find("bases.column").trigger()
    assert [setup().setup[f"bd-{number}"] for number in (1, 2)] == ["1000,1300/0", "1000,1330/0"]
    assert desk.document.stack.index() == 1
    assert desk.selection.units == ["bd-1", "bd-2", "bd-3", "bd-4"], "they stay chosen"
    find("bases.block").trigger()
    assert setup().setup["bd-3"] == "960,1330/0"
    assert desk.document.stack.index() == 2
    desk.document.stack.undo()
    desk.document.stack.undo()
    assert setup().setup == before


def test_too_few_bases_or_no_room_say_so_and_change_nothing(bench: Bench) -> None:
    desk, find = bench.desk, bench.desk.actions.get
    find("bases.line").trigger()
    assert "Choose at least 2 bases" in bench.said[-1]
    desk.selection.set([], ["bd-1", "bd-2", "bd-3", "bd-4"])
    assert desk.controls.units.layer is not None
    desk.controls.units.layer.laid.emit({f"bd-{n}": place(40 + 90 * n, 1590, 0) for n in (1, 2, 3, 4)})
    steps = desk.document.stack.index()
    find("bases.column").trigger()
    assert "away from its edge" in bench.said[-1]
    assert desk.document.stack.index() == steps


def test_the_whole_group_is_chosen(bench: Bench) -> None:
    bench.desk.selection.set([], ["wb-2"])
    bench.desk.actions.get("bases.group").trigger()
    assert sorted(bench.desk.selection.units) == ["wb-1", "wb-2", "wb-3", "wb-4"]


def test_several_bases_get_no_place_in_common(bench: Bench, qtbot: QtBot) -> None:
    """Two bases never stand in one place: the form of several units has no field for it on a table."""
    panel = InspectorPanel(bench.desk)
    qtbot.addWidget(panel)
    panel.show()
    bench.desk.selection.set([], ["bd-1", "bd-2"])
    settle()
    assert panel.bulk_units is not None
    assert "turn" in panel.bulk_units.fields
    assert "hex" not in panel.bulk_units.fields
