"""The problems panel: found off the main thread, filtered, followed to their place, corrected."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event
from weakref import ref

import pytest
from bench import Bench, at_bench
from fields import battle_map, document, scenario
from PySide6.QtCore import Qt, QTimer, QUrl
from PySide6.QtGui import QColor, QIcon, QPalette, QResizeEvent
from PySide6.QtWidgets import QApplication, QDockWidget
from pytestqt.qtbot import QtBot

from editor.commands.edit_scenario import EditScenario
from editor.commands.edit_unit import EditUnit
from editor.commands.place_unit import PlaceUnit
from editor.dialogs.edit_label import LabelDialog
from editor.dialogs.palette_editor import PaletteDialog
from editor.dialogs.severity import severity_icon
from editor.document.document import Document
from editor.hexes.commands.paint_terrain import PaintTerrain
from editor.panels.findings_model import MESSAGE, PLACE, RULE, FindingsModel
from editor.panels.fixes import apply_fix, can_fix
from editor.panels.links import place_in_words
from editor.panels.problems_panel import ProblemsPanel
from editor.window.status_bar import StatusLine
from engine.findings import Finding, Fix, Place, Severity
from engine.formats import load_palette
from engine.hexes.board.battlemap import BattleMap, Region
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec
from engine.pauses import pause
from engine.systems.twilights_last_gleaming.setup import unit_findings

ROOT = Path(__file__).parents[2]
FOUND = [
    Finding("UNIT109", Severity.ERROR, "us-9 is broken", Place(unit="us-9"), "tlg2:2.6", "mend it"),
    Finding("MAP110", Severity.WARNING, "a slope runs against the elevation", Place(hex="L0303/L0302")),
    Finding("MAP111", Severity.INFO, "nothing much"),
]


@pytest.fixture
def bench(qtbot: QtBot) -> Bench:
    made = Bench(document())
    qtbot.addWidget(made.window)
    made.window.show()
    return made


@pytest.fixture
def panel(qtbot: QtBot, bench: Bench) -> ProblemsPanel:
    made = ProblemsPanel(bench.desk)
    dock = QDockWidget("Problems")
    dock.setWidget(made)
    bench.window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, dock)
    made.open()
    qtbot.waitUntil(lambda: not made.busy)
    return made


def dock_title(panel: ProblemsPanel) -> str:
    dock = panel.parentWidget()
    assert isinstance(dock, QDockWidget)
    return dock.windowTitle()


def test_findings_appear_while_one_works_and_go_when_mended(qtbot: QtBot, bench: Bench, panel: ProblemsPanel) -> None:
    before = {finding.code for finding in panel.findings}
    unit = bench.document.require_scenario().units["us-9"]
    with qtbot.waitSignal(panel.checked):
        bench.document.push(EditUnit("us-9", replace(unit, type="zeppelin")))
    new = [finding for finding in panel.findings if finding.code not in before]
    assert "us-9" in {finding.place.unit for finding in new}
    assert dock_title(panel).startswith("Problems (")
    with qtbot.waitSignal(panel.checked):
        bench.document.stack.undo()
    assert {finding.code for finding in panel.findings} == before


def test_an_outdated_round_is_not_shown(qtbot: QtBot, bench: Bench, panel: ProblemsPanel) -> None:
    rounds: list[object] = []
    panel.checked.connect(rounds.append)
    for _ in range(3):
        panel.check_now()
    qtbot.waitUntil(lambda: not panel.busy)
    assert len(rounds) == 1


def test_no_problems_are_said_so(qtbot: QtBot, panel: ProblemsPanel) -> None:
    panel._show([])
    assert panel.pages.currentWidget() is panel.empty
    assert panel.empty.text() == "No problems found."
    assert dock_title(panel) == "Problems"


def test_rows_filter_by_text_and_severity(qtbot: QtBot, panel: ProblemsPanel) -> None:
    panel._show(FOUND)
    assert panel.filter.rowCount() == 3
    assert dock_title(panel) == "Problems (2)"
    qtbot.keyClicks(panel.search, "slope")
    assert panel.filter.rowCount() == 1
    assert panel.filter.index(0, PLACE).data() == "L0303/L0302"
    panel.search.clear()
    qtbot.mouseClick(panel.switches[Severity.WARNING], Qt.MouseButton.LeftButton)
    messages = [panel.filter.index(row, MESSAGE).data() for row in range(panel.filter.rowCount())]
    assert messages == ["Us-9 is broken", "Nothing much"]
    qtbot.keyClicks(panel.search, "there is none such")
    assert panel.empty.text() == "No problem matches the filter."


def test_a_click_goes_to_the_place(qtbot: QtBot, bench: Bench, panel: ProblemsPanel) -> None:
    panel._show(FOUND)
    grid = bench.document.battle_map.grid
    for row, h, unit in ((0, "L0202", "us-9"), (1, "L0303", None)):
        rect = panel.table.visualRect(panel.filter.index(row, MESSAGE))
        qtbot.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
        assert bench.desk.selection.hex == grid.parse(h)
        assert bench.desk.selection.unit == unit


def test_a_citation_opens_the_rules(qtbot: QtBot, bench: Bench, panel: ProblemsPanel) -> None:
    panel._show(FOUND)
    rect = panel.table.visualRect(panel.filter.index(0, RULE))
    with qtbot.waitSignal(bench.desk.rule_asked) as asked:
        qtbot.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert asked.args == ["tlg2:2.6"]
    with qtbot.waitSignal(bench.desk.rule_asked):
        panel.details.anchorClicked.emit(QUrl("rule:tlg2:2.6"))


def many(number: int) -> list[Finding]:
    """So many units that never come into play, and something else."""
    lost = [
        Finding("UNIT102", Severity.WARNING, f"us-{n} never enters play", Place(unit=f"us-{n}")) for n in range(number)
    ]
    return [Finding("SIDE101", Severity.ERROR, "one side"), *lost]


def test_problems_of_one_kind_are_one_row_until_it_is_opened(qtbot: QtBot, panel: ProblemsPanel) -> None:
    panel._show(many(6))

    def said() -> list[str]:
        return [str(panel.filter.index(row, MESSAGE).data()) for row in range(panel.filter.rowCount())]

    assert said() == ["One side", "▸ 6 × A unit that never comes into play"]
    place = panel.table.visualRect(panel.filter.index(1, MESSAGE)).center()
    qtbot.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert len(said()) == 8
    assert "6 × A unit" in panel.details.toPlainText()
    assert "Us-5 never enters play" in panel.details.toPlainText()
    assert panel.select_all.isVisible()
    qtbot.keyClick(panel.table, Qt.Key.Key_Return)
    assert len(said()) == 2
    panel.search.setText("us-3")
    assert [text.strip() for text in said()][1:] == ["Us-3 never enters play"]
    panel.search.clear()
    panel.switches[Severity.WARNING].click()
    assert said() == ["One side"]


def test_few_problems_of_one_kind_are_rows_of_their_own(panel: ProblemsPanel) -> None:
    panel._show(many(3))
    assert panel.filter.rowCount() == 4


def test_a_problem_in_a_closed_group_stays_chosen_as_its_group(panel: ProblemsPanel) -> None:
    panel._show(many(5))
    panel.choose(panel.findings[3])
    assert panel.group is not None
    panel._show(many(6))
    assert panel.group is not None
    assert len(panel.group.findings) == 6


def test_the_whole_problem_is_read_beside_the_table(panel: ProblemsPanel) -> None:
    panel._show(FOUND)
    panel.table.selectRow(0)
    text = panel.details.toPlainText()
    for part in ("Error UNIT109", "Us-9 is broken", "Mend it", "tlg2:2.6"):
        assert part in text
    assert not panel.fix_button.isVisible()


def test_a_quick_fix_mends_and_can_be_undone(qtbot: QtBot, bench: Bench, panel: ProblemsPanel) -> None:
    fix = Fix("Remove us-9 from the set-up", "remove_setup", {"unit": "us-9"})
    panel._show([Finding("SETUP102", Severity.ERROR, "us-9 is nowhere", Place(unit="us-9"), fix=fix)])
    panel.table.selectRow(0)
    assert panel.fix_button.isVisible()
    qtbot.mouseClick(panel.fix_button, Qt.MouseButton.LeftButton)
    assert "us-9" not in bench.document.require_scenario().setup
    bench.document.stack.undo()
    assert bench.document.require_scenario().setup["us-9"] == "L0202"


@pytest.mark.parametrize(
    ("verb", "data"),
    [
        ("set_side", {"unit": "us-9", "value": "ac"}),
        ("set_type", {"unit": "us-9", "value": "cavalry"}),
        ("set_values", {"unit": "us-9", "values": {"strength": 3, "reduced": None}}),
        ("set_option", {"name": "set_up", "value": "free"}),
        ("remove_arrival", {"unit": "ac-103"}),
        ("remove_setup", {"unit": "ac-1"}),
        ("remove_hexside", {"kind": "slope", "side": "L0303/L0302"}),
        ("add_hexside", {"kind": "river", "side": "L0101/L0102"}),
        ("turn_hexside", {"kind": "slope", "side": "L0302/L0303"}),
        ("join_paths", {"kind": "road", "hexes": ["L0101", "L0103"]}),
    ],
)
def test_every_verb_is_a_command(bench: Bench, verb: str, data: dict[str, object]) -> None:
    fix = Fix(verb, verb, data)
    assert can_fix(fix)
    assert apply_fix(bench.desk, fix)
    assert bench.document.stack.count() == 1
    bench.document.stack.undo()
    assert not bench.document.dirty


def test_a_systems_own_finding_is_mended_by_its_fix(bench: Bench) -> None:
    gun = replace(bench.document.require_scenario().units["us-towson"], type="artillery", values={"strength": 3})
    bench.document.push(EditUnit("us-towson", gun))
    [finding] = unit_findings(bench.document.require_scenario())
    assert finding.fix is not None
    assert apply_fix(bench.desk, finding.fix)
    assert bench.document.require_scenario().units["us-towson"].values == {"strength": 3, "range": 8}
    assert [*unit_findings(bench.document.require_scenario())] == []


def test_a_fix_that_no_longer_fits_says_so(bench: Bench) -> None:
    assert not apply_fix(bench.desk, Fix("x", "set_type", {"unit": "nobody", "value": "infantry"}))
    assert "Could not fix this" in bench.said[-1]
    assert not can_fix(Fix("x", "wave_a_wand"))
    assert not can_fix(None)


def test_placing_asks_for_the_hex(qtbot: QtBot, bench: Bench) -> None:
    bench.document.push(PlaceUnit("us-9", NOWHERE))
    apply_fix(bench.desk, Fix("Place us-9", "place_unit", {"unit": "us-9"}))
    assert bench.canvas.picking is not None
    bench.canvas.picking(bench.document.battle_map.grid.parse("L0404"))
    assert bench.document.require_scenario().setup["us-9"] == "L0404"


def test_a_map_alone_is_checked_too(qtbot: QtBot, bench: Bench, panel: ProblemsPanel) -> None:
    with qtbot.waitSignal(panel.checked):
        bench.desk.tabs.set_document(Document(battle_map()))
    assert all(finding.code.startswith("MAP") for finding in panel.findings)


def bridge_over_nothing(board: BattleMap) -> None:
    board.hexsides[board.grid.parse_side("0303/0304")] = {"bridge": NOWHERE}


def slope_uphill(board: BattleMap) -> None:
    board.elevation[board.grid.parse("0303")] = 2
    board.hexsides[board.grid.parse_side("0303/0304")] = {"slope": board.grid.parse("0304")}


def slopes_face_to_face(board: BattleMap) -> None:
    high, low = board.grid.parse("0303"), board.grid.parse("0304")
    board.elevation[high] = 2
    board.hexsides[board.grid.parse_side("0303/0304")] = {"slope": high, "cliff": low}


def road_with_a_gap(board: BattleMap) -> None:
    for start, end in (("0102", "0103"), ("0105", "0106")):
        board.paths[board.grid.parse_side(f"{start}/{end}")] = frozenset({"road"})


def character_too_many(board: BattleMap) -> None:
    board.legend = {".": "clear", "q": "forest"}


def region_of_yesterday(board: BattleMap) -> None:
    board.regions["woods"] = Region("woods", "Woods", frozenset({3}), rule="terrain forest")
    board.terrain[7] = "forest"


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (bridge_over_nothing, "MAP103"),
        (slope_uphill, "MAP106"),
        (slopes_face_to_face, "MAP111"),
        (road_with_a_gap, "MAP102"),
        (character_too_many, "MAP109"),
        (region_of_yesterday, "MAP120"),
    ],
)
def test_what_is_wrong_with_a_map_is_found_mended_with_a_click_and_back_after_undo(
    qtbot: QtBot, bench: Bench, panel: ProblemsPanel, spoil: Callable[[BattleMap], None], code: str
) -> None:
    board = BattleMap(Grid(GridSpec(8, 8)), load_palette("standard"), "Spoilt")
    spoil(board)

    def codes() -> set[str]:
        return {finding.code for finding in panel.findings}

    bench.desk.tabs.set_document(Document(board))
    qtbot.waitUntil(lambda: code in codes())
    qtbot.keyClicks(panel.search, code)
    place = panel.table.visualRect(panel.filter.index(0, MESSAGE)).center()
    qtbot.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert panel.fix_button.isVisible()
    qtbot.mouseClick(panel.fix_button, Qt.MouseButton.LeftButton)
    assert bench.document.stack.count() == 1
    qtbot.waitUntil(lambda: code not in codes())
    bench.document.stack.undo()
    qtbot.waitUntil(lambda: code in codes())


def test_a_character_nobody_uses_leaves_the_legend(bench: Bench) -> None:
    board = bench.document.battle_map
    board.legend = {".": "clear", "q": "forest"}
    fix = Fix("Take it out", "forget_character", {"char": "q"})
    assert can_fix(fix)
    assert apply_fix(bench.desk, fix)
    assert bench.document.battle_map.legend == {".": "clear"}
    bench.document.stack.undo()
    assert bench.document.battle_map.legend == {".": "clear", "q": "forest"}


def test_a_town_is_named_from_its_finding(qtbot: QtBot, bench: Bench) -> None:
    def write() -> None:
        dialog = QApplication.activeModalWidget()
        if not isinstance(dialog, LabelDialog):
            QTimer.singleShot(10, write)
            return
        qtbot.keyClicks(dialog.text, "Sevenford")
        dialog.accept()

    QTimer.singleShot(0, write)
    assert apply_fix(bench.desk, Fix("Name it", "name_place", {"hex": "L0505"}))
    board = bench.document.battle_map
    assert board.place_name(board.grid.parse("L0505")) == "Sevenford"
    assert bench.document.stack.count() == 1


def test_the_palette_opens_from_a_finding(qtbot: QtBot, bench: Bench) -> None:
    seen: list[object] = []

    def close() -> None:
        dialog = QApplication.activeModalWidget()
        if not isinstance(dialog, PaletteDialog):
            QTimer.singleShot(10, close)
            return
        seen.append(dialog)
        dialog.reject()

    QTimer.singleShot(0, close)
    apply_fix(bench.desk, Fix("Open the palette", "edit_palette", {"layer": "terrain", "kind": "lava"}))
    assert seen


# -- test turns ---------------------------------------------------------------------------------------------------


@pytest.fixture
def island(qtbot: QtBot) -> Iterator[ProblemsPanel]:
    """First Steps, with the militia where it can go nowhere, and no guns to drive it away."""
    opened = Document.open(ROOT / "scenarios" / "first_steps.yaml")
    scenario = opened.require_scenario()
    grid = opened.battle_map.grid
    setup = {key: at for key, at in scenario.setup.items() if key in ("ac-1", "ac-light", "ac-warband")}
    with at_bench(qtbot, opened) as bench:
        around = list(grid.neighbours[grid.parse("F0309")])
        bench.desk.push(PaintTerrain(around, "water"))
        bench.desk.push(EditScenario(setup={**setup, "us-militia": "F0309"}, arrivals=()))
        made = ProblemsPanel(bench.desk)
        qtbot.addWidget(made)
        qtbot.waitUntil(lambda: not made.busy)
        yield made


def codes(panel: ProblemsPanel) -> set[str]:
    return {finding.code for finding in panel.findings}


def test_test_turns_are_a_check_whose_findings_lead_to_their_turn(qtbot: QtBot, island: ProblemsPanel) -> None:
    desk = island.desk
    assert not {code for code in codes(island) if code.startswith("PLAY")}
    island.turns_button.click()
    assert not island.turns_button.isEnabled()
    qtbot.waitUntil(lambda: {"PLAY105", "PLAY106"} <= codes(island))
    assert island.turns_button.isEnabled()
    found = next(finding for finding in island.findings if finding.code == "PLAY105")
    island.choose(found)
    assert island.fix_button.text() == "Show turn 1"
    later = next(finding for finding in island.findings if finding.fix is not None and finding.code == "PLAY108")
    assert later.fix is not None
    apply_fix(desk, later.fix)
    qtbot.waitUntil(lambda: desk.preview.active and not desk.preview.busy)
    assert desk.preview.game is not None
    assert desk.preview.game.state.turn == later.fix.data["turn"]
    assert set(desk.preview.seats.values()) == {"staff"}


def test_what_test_turns_found_goes_with_the_next_change(qtbot: QtBot, island: ProblemsPanel) -> None:
    island.rehearsal.start()
    qtbot.waitUntil(lambda: "PLAY105" in codes(island))
    with qtbot.waitSignal(island.checked):
        island.desk.push(PlaceUnit("us-militia", island.desk.document.battle_map.grid.parse("F0601")))
    qtbot.waitUntil(lambda: not island.busy)
    assert not {code for code in codes(island) if code.startswith("PLAY")}


def test_test_turns_of_a_document_that_is_closed_are_broken_off(
    qtbot: QtBot, island: ProblemsPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, ended, tabs = Event(), Event(), island.desk.tabs

    def play(_scenario: object) -> list[Finding]:
        begun.set()
        try:
            while True:
                pause()
        finally:
            ended.set()

    monkeypatch.setattr("editor.panels.rehearsal.rehearse", play)
    tabs.open(document())
    qtbot.waitUntil(lambda: not island.busy)
    kept = ref(island.desk.document)
    island.rehearsal.start()
    qtbot.waitUntil(begun.is_set)
    tabs.close(tabs.front)
    qtbot.waitUntil(ended.is_set)
    qtbot.waitUntil(lambda: gc.collect() >= 0 and kept() is None)
    assert island.turns_button.isEnabled()


def test_a_map_alone_has_no_test_turns(qtbot: QtBot) -> None:
    with at_bench(qtbot, Document.open(ROOT / "maps" / "first_steps.yaml")) as bench:
        panel = ProblemsPanel(bench.desk)
        qtbot.addWidget(panel)
        panel.rehearsal.start()
        assert bench.said[-1] == "Test turns need a scenario."
        qtbot.waitUntil(lambda: not panel.busy)


def test_the_paragraph_has_the_colour_of_links_on_any_desktop(qapp: QApplication) -> None:
    model = FindingsModel()
    model.show([Finding("MAP101", Severity.ERROR, "amiss", rule="tlg2:4.1")])
    before = qapp.palette()
    other = qapp.palette()
    other.setColor(QPalette.ColorRole.Link, QColor("#79b0ea"))
    qapp.setPalette(other)
    try:
        assert model.data(model.index(0, RULE), Qt.ItemDataRole.ForegroundRole) == QColor("#79b0ea")
    finally:
        qapp.setPalette(before)


def test_in_little_room_the_paragraph_makes_room_for_the_problem(qtbot: QtBot, island: ProblemsPanel) -> None:
    table = island.table
    for width, hidden in ((418, True), (700, False)):
        table.resize(width, 120)
        # Nobody sees the panel, so that Qt keeps the event to itself.
        table.resizeEvent(QResizeEvent(table.size(), table.size()))
        assert table.isColumnHidden(RULE) is hidden


@pytest.mark.parametrize(
    ("place", "said"),
    [
        (Place(unit="us-9"), "9th Infantry"),
        (Place(hex="L0303", unit="us-9"), "L0303 9th Infantry"),
        (Place(unit="nobody"), "nobody"),
        (Place(path=("sides", "ac", "colour")), "Anglo-Canadian"),
        (Place(path=("victory", "scoring", 0)), "Victory"),
        (Place(path=("setup_areas", "us")), "Set-up areas"),
        (Place(), ""),
    ],
)
def test_a_place_is_told_by_names(place: Place, said: str) -> None:
    assert place_in_words(place, scenario()) == said


@pytest.mark.parametrize("severity", Severity)
def test_a_sign_keeps_its_colours_in_a_chosen_row(severity: Severity) -> None:
    icon = severity_icon(severity)
    signs = [icon.pixmap(18, 18, mode).toImage() for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected)]
    assert signs[0] == signs[1]


def test_every_count_of_problems_says_the_same(qtbot: QtBot, bench: Bench, panel: ProblemsPanel) -> None:
    line = StatusLine(bench.window, bench.desk, panel)
    panel._show(FOUND)
    assert dock_title(panel) == "Problems (2)"
    assert panel.brief.text() == "2 problems, 1 note found."
    assert line.problems.text() == "2 problems, 1 note"
    panel._show(FOUND[2:])
    assert (dock_title(panel), panel.brief.text()) == ("Problems", "1 note found.")
    assert line.problems.isHidden()
