"""An army of thousands opens in work that grows as it does: proved by counting, not by the clock."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from PySide6.QtGui import QPixmap
from pytestqt.qtbot import QtBot

from editor.canvas.drawing import counters
from editor.canvas.drawing.counters import LARGE_PIXELS, SYMBOL_PIXELS, appearance
from editor.canvas.drawing.faces import USUAL_LOOK
from editor.kinds import TokenLook
from editor.panels import unit_tree
from editor.panels.unit_tree import UnitTree
from engine import formats
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec
from engine.scenario import Arrival, Scenario, Side, Unit


def army(count: int, formations: int) -> Scenario:
    """So many units in so many formations, half of them set up, half of them still to come in one group."""
    board = BattleMap(Grid(GridSpec(80, 80)), formats.load_palette("standard"), "Field")
    units = {
        f"u{n}": Unit(f"u{n}", "us", f"{n}th", "infantry", "regiment", {"strength": 4}, formation=f"C{n % formations}")
        for n in range(count)
    }
    coming = tuple(units)[count // 2 :]
    return Scenario(
        "army",
        "Army",
        "tlg2",
        board,
        sides={"us": Side("us", "Blue"), "ac": Side("ac", "Red")},
        units=units,
        setup={key: board.grid.name(n) for n, key in enumerate(units) if n < count // 2},
        arrivals=(Arrival(2, "us", ("0101",), coming),),
    )


def calls(work: Callable[[], Any]) -> int:
    """How many functions are called."""
    count = 0

    def seen(_frame: object, event: str, _arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(seen)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("formations", [1, 10_000])
def test_the_order_of_battle_grows_as_the_army_does(qtbot: QtBot, formations: int) -> None:
    tree = UnitTree()
    qtbot.addWidget(tree)
    tree.fill(army(10, formations))
    few, many = (calls(partial(tree.fill, army(count, formations))) for count in (100, 1000))
    assert many < 11 * few
    assert len(tree.units) == 1000


def test_counters_are_drawn_when_they_are_seen(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    real = unit_tree.drawn_unit

    def draw(scenario: Scenario, unit: Unit, how: TokenLook) -> QPixmap:
        drawn.append(unit.key)
        return real(scenario, unit, how)

    monkeypatch.setattr(unit_tree, "drawn_unit", draw)
    tree = UnitTree()
    qtbot.addWidget(tree)
    tree.resize(300, 400)
    tree.fill(army(1000, 1))
    with qtbot.waitExposed(tree):
        tree.show()
    qtbot.waitUntil(lambda: bool(drawn))
    assert 0 < len(drawn) < 60
    assert not tree.units["u999"].icon(unit_tree.NAME).isNull()


def test_from_afar_units_of_a_kind_share_their_picture() -> None:
    scenario = army(500, 3)
    side = scenario.sides["us"]

    def pictures(seen: float) -> int:
        return len({appearance(unit, side, USUAL_LOOK, None, seen) for unit in scenario.units.values()})

    assert pictures(SYMBOL_PIXELS - 1) == pictures(LARGE_PIXELS - 1) == 1
    assert pictures(LARGE_PIXELS) == 500


@pytest.mark.parametrize("seen", [SYMBOL_PIXELS - 2, SYMBOL_PIXELS + 4, LARGE_PIXELS - 2])
def test_what_appears_the_same_is_drawn_the_same(qtbot: QtBot, seen: float) -> None:
    units = [
        Unit("a", "us", "A", "infantry", "regiment", {"strength": 4, "reduced": 2}),
        Unit("b", "us", "B", "infantry", "division", {"strength": 4, "reduced": 2}),
        Unit("c", "us", "C", "infantry", "regiment", {"strength": 5, "reduced": 2}),
        Unit("d", "us", "D", "cavalry", "regiment", {"strength": 4, "reduced": 2}),
    ]
    sides = [Side("us", "Blue"), Side("us", "Blue", colour="#ff0000"), Side("us", "Blue", ink="#ff0000")]
    shown: dict[object, bytes] = {}
    for unit in units:
        for side in sides:
            for steps in (None, 1):
                image = counters.counter_pixmap(unit, side, round(seen), steps=steps).toImage()
                key = appearance(unit, side, USUAL_LOOK, steps, round(seen))
                assert shown.setdefault(key, bytes(image.constBits())) == bytes(image.constBits())
    assert len(shown) > len(sides)


class Counting(tuple[str, ...]):
    """Keys that count how often it is looked through all of them."""

    __slots__ = ()
    asked = 0

    def __contains__(self, key: object) -> bool:
        Counting.asked += 1
        return super().__contains__(key)


def test_the_group_of_a_unit_is_found_without_looking_through_all() -> None:
    whole = army(1000, 1)
    group = whole.arrivals[0]
    whole = whole.with_(arrivals=(Arrival(group.turn, group.side, group.entry, Counting(group.units)),))
    Counting.asked = 0
    assert sum(whole.arrival_of(key) is not None for key in whole.units) == 500
    assert Counting.asked <= 1
    assert army(10, 1).arrival_of("u9") is not None
    assert army(10, 1).arrival_of("u1") is None
