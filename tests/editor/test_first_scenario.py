"""docs/guide/first-scenario.md, made in the whole window as it is told there, and looked at after each step."""

from __future__ import annotations

from bench import forgive
from first_scenario import MILL, Newcomer
from pytestqt.qtbot import QtBot

from editor.window.app import make_window
from engine.findings import Severity
from engine.scenario import Arrival
from engine.umpire.checks.run import check_map, check_scenario


def test_the_scenario_of_the_guide_is_made_from_nothing(qtbot: QtBot) -> None:
    window = make_window(None)
    qtbot.addWidget(window, before_close_func=forgive)
    window.resize(1600, 1000)
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    me = Newcomer(qtbot, window)

    me.field()
    assert window.desk.document.require_scenario().name == "The Mill"

    me.ground()
    board = me.hand.map
    mill = board.grid.parse(MILL)
    assert board.terrain.count("forest") > 30
    bridges = [side for side, kinds in board.hexsides.items() if "bridge" in kinds]
    assert len(bridges) == 1
    assert mill in board.grid.side_hexes(bridges[0])
    assert board.features == {mill: ("village",)}

    me.units()
    scenario = window.desk.document.require_scenario()
    assert (len(scenario.units), len(scenario.setup)) == (10, 8)

    me.reserve()
    scenario = window.desk.document.require_scenario()
    assert scenario.arrivals == (
        Arrival(3, "red", ("2410",), ("red-12th-regiment", "red-13th-regiment"), "Red reserve"),
    )

    me.victory()
    scenario = window.desk.document.require_scenario()
    assert [(line.kind, line.points, line.hexes) for line in scenario.victory.scoring] == [
        ("hold", 10, (MILL,)),
        ("eliminated", 1, ()),
    ]
    assert scenario.victory.tie == "red"
    found = [*check_map(board), *check_scenario(scenario)]
    assert [one for one in found if one.severity is Severity.ERROR] == []

    me.play()
    assert window.desk.preview.active
    window.desk.preview.close()
