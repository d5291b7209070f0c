"""Finding one's way: the command palette, Find, shortcuts, the dark desktop."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bench import at_bench, one_window
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QApplication, QCheckBox
from pytestqt.qtbot import QtBot

from editor.dialogs.fuzzy import score
from editor.dialogs.seeker import Offer, Places, Seeker
from editor.dialogs.shortcuts import ShortcutsDialog
from editor.document.document import Document
from editor.hexes.commands.paint_terrain import PaintTerrain
from editor.hexes.dialogs.resize_map import ResizeMapDialog
from editor.hexes.menus.find_offers import HexFinder
from editor.look import style
from editor.menus.help import key_rows
from editor.stage.keymap import keep
from editor.window.app import make_window
from editor.window.window import Window
from editor.work.settings import settings
from engine import data
from engine.formats import load_palette
from engine.hexes.board.grid import GridSpec
from engine.hexes.board.numbering import Numbering


@pytest.fixture(scope="module")
def window(qapp: QApplication) -> Iterator[Window]:
    with one_window(data.scenarios() / "lundys_lane.yaml") as made:
        yield made


@pytest.fixture
def own_keys(window: Window) -> Iterator[None]:
    """The keys of actions are afterwards as they were."""
    before = {entry.key: entry.action.shortcuts() for entry in window.desk.actions.entries}
    yield
    for key, shortcuts in before.items():
        window.desk.actions.get(key).setShortcuts(shortcuts)


@pytest.fixture
def dark(window: Window) -> Iterator[QAction]:
    """The action that makes the desktop dark, which is light before and afterwards."""
    action = window.desk.actions.get("view.dark")
    assert not action.isChecked()
    yield action
    action.setChecked(False)


def test_beginnings_of_words_and_runs_count_more() -> None:
    texts = ["Amazing one", "Zoom in", "Zoom out", "Fit map in view"]
    ranked = sorted((-points, text) for text in texts if (points := score("zoom in", text)) is not None)
    assert ranked[0][1] == "Zoom in"
    assert score("zi", "Zoom in") > score("zi", "amazing")
    assert score("map", "Zoom in") is None


def test_words_may_stand_in_any_order() -> None:
    assert score("terrain forest", "Forest terrain · 269 hexes") is not None
    assert score("terrain swamp", "Forest terrain · 269 hexes") is None
    assert score("forest terrain", "Forest terrain") > score("terrain forest", "Forest terrain")


def test_the_list_narrows_and_enter_takes_the_first(qtbot: QtBot) -> None:
    taken: list[str] = []
    offers = [Offer(name, "", lambda name=name: taken.append(name)) for name in ("Zoom in", "Zoom out", "Save")]
    seeker = Seeker("Test", "", offers)
    qtbot.addWidget(seeker)
    seeker.show()
    qtbot.keyClicks(seeker.line, "zo")
    assert seeker.texts() == ["Zoom in", "Zoom out"]
    qtbot.keyClick(seeker.line, Qt.Key.Key_Down)
    qtbot.keyClick(seeker.line, Qt.Key.Key_Return)
    assert not seeker.isVisible()
    assert not taken, "it is done when the dialog is gone"
    assert seeker.chosen is not None
    seeker.chosen()
    assert taken == ["Zoom out"]


def test_nothing_that_fits_takes_nothing(qtbot: QtBot) -> None:
    seeker = Seeker("Test", "", [Offer("Save", "", lambda: pytest.fail("taken"))])
    qtbot.addWidget(seeker)
    seeker.show()
    qtbot.keyClicks(seeker.line, "xyz")
    qtbot.keyClick(seeker.line, Qt.Key.Key_Return)
    assert seeker.isVisible()
    assert seeker.empty.isVisible()


def test_every_action_is_a_command_and_what_cannot_be_used_says_so(window: Window, qtbot: QtBot) -> None:
    offers = {offer.text: offer for offer in window.menus.find.command_offers()}
    assert {"Fit map in view", "Grid", "Find and go to", "Keyboard shortcuts"} <= offers.keys()
    grid = window.desk.actions.get("view.grid")
    before = grid.isChecked()
    offers["Grid"].choose()
    assert grid.isChecked() is not before
    grid.setChecked(before)
    assert offers["Grid"].usable
    undo = next(text for text in offers if text.startswith("Undo"))
    assert not offers[undo].usable, "nothing is there to be undone"
    assert offers["Next tab"].remark == "View > Go to · Ctrl+PgDown, Ctrl+Tab · not now"
    assert offers["Map style: Organic"].remark == "View > Map style · Ctrl+Alt+1"

    seeker = Seeker("Test", "", list(offers.values()))
    qtbot.addWidget(seeker)
    seeker.show()
    qtbot.keyClicks(seeker.line, "undo")
    assert seeker.texts()[0] == undo
    qtbot.keyClick(seeker.line, Qt.Key.Key_Return)
    assert seeker.isVisible()
    assert "cannot use it here now" in seeker.empty.text()


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("splt", "Split side by side"),
        ("export pdf", "Export picture"),
        ("drkthm", "Dark theme"),
        ("xyzzy", None),
        ("ctrl+d", "Split side by side"),
        ("ctrl+tab", "Next tab"),
        ("svall", "Save all"),
        ("edge map", "Join with another map"),
    ],
)
def test_commands_are_found_by_letters_keys_and_what_they_are_for(
    window: Window, qtbot: QtBot, typed: str, first: str | None
) -> None:
    seeker = Seeker("Test", "", list(window.menus.find.command_offers()))
    qtbot.addWidget(seeker)
    seeker.show()
    qtbot.keyClicks(seeker.line, typed)
    assert next(iter(seeker.texts()), None) == first


def test_find_goes_to_places_units_and_terrain(window: Window) -> None:
    offers = {offer.text: offer for offer in window.menus.find.place_offers()}
    grid = window.desk.document.battle_map.grid
    offers["Johnson's Tavern"].choose()
    assert grid.name(window.desk.selection.hex) == "L2807"
    offers["9th Infantry"].choose()
    assert window.desk.selection.unit == "us-9"
    offers["Swamp"].choose()
    board = window.desk.document.battle_map
    assert {board.terrain[h] for h in window.desk.selection.hexes} == {"swamp"}
    offers["L0501"].choose()
    assert grid.name(window.desk.selection.hex) == "L0501"


def test_find_has_hexsides_roads_regions_levels_and_units_that_are_not_on_the_map(window: Window) -> None:
    board = window.desk.document.battle_map
    offers = {(offer.text, offer.remark.split(" · ")[0]): offer for offer in window.menus.find.place_offers()}
    slopes = next(offer for (text, what), offer in offers.items() if what == "hexside" and "lope" in text)
    kind = next(kind for kind in board.palette.hexsides.values() if kind.name == slopes.text).key
    grid = board.grid
    assert set(slopes.hexes) == {
        h for side, kinds in board.hexsides.items() if kind in kinds for h in grid.side_hexes(side) if h in grid
    }
    layers = {"place", "terrain", "feature", "hexside", "road", "region", "elevation", "hex"}
    assert {what for _, what in offers} >= layers
    scenario = window.desk.document.require_scenario()
    units = {offer.unit for offer in offers.values() if offer.unit}
    assert units == set(scenario.units)
    late = next(key for arrival in scenario.arrivals for key in arrival.units)
    next(offer for offer in offers.values() if offer.unit == late).choose()
    assert window.desk.selection.units == [late]


def test_select_all_takes_everything_with_these_words(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Seeker] = []

    def drive(seeker: Seeker) -> int:
        seen.append(seeker)
        seeker.show()
        assert not seeker.all_button.isEnabled(), "nothing is asked for yet"
        qtbot.keyClicks(seeker.line, "terrain swamp")
        assert "hex" in seeker.all_button.text()
        qtbot.keyClick(seeker.line, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        return 1

    monkeypatch.setattr(Seeker, "exec", drive)
    window.menus.find.find()
    board = window.desk.document.battle_map
    swamp = {h for h in board.grid.hexes if board.terrain[h] == "swamp"}
    assert set(window.desk.selection.hexes) == swamp
    assert not seen[0].isVisible()
    assert window.status.message.text() == f"{len(swamp)} hexes selected"


def test_select_all_takes_units_and_the_button_tells_how_many(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def drive(seeker: Seeker) -> int:
        seeker.show()
        qtbot.keyClicks(seeker.line, "unit artillery")
        qtbot.mouseClick(seeker.all_button, Qt.MouseButton.LeftButton)
        return 1

    monkeypatch.setattr(Seeker, "exec", drive)
    window.menus.find.find()
    scenario = window.desk.document.require_scenario()
    guns = {key for key, unit in scenario.units.items() if unit.type == "artillery"}
    assert len(guns) > 1
    assert guns <= set(window.desk.selection.units)


def test_very_many_hexes_are_counted_when_one_stops_typing(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []

    def places(name: str, hexes: range) -> Places:
        return Places(len(hexes), lambda: looked.append(name) or hexes)

    halves = {"wood low": range(20_000), "wood high": range(10_000, 40_000)}
    offers = [Offer(name, "terrain", lambda: None, None, places(name, hexes)) for name, hexes in halves.items()]
    gathered: list[Offer] = []
    seeker = Seeker("Test", "", offers, gather=gathered.extend)
    qtbot.addWidget(seeker)
    seeker.show()
    qtbot.keyClicks(seeker.line, "high")
    assert seeker.all_button.text() == "Select &all: 30,000 hexes"
    assert not looked, "what is told of one line needs no hex to be looked up"
    seeker.line.clear()
    qtbot.keyClicks(seeker.line, "wood")
    assert seeker.all_button.text() == "Select &all"
    assert seeker.all_button.isEnabled()
    assert not looked
    qtbot.waitUntil(lambda: seeker.all_button.text() == "Select &all: 40,000 hexes")
    qtbot.keyClick(seeker.line, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert seeker.chosen is not None
    seeker.chosen()
    assert [offer.text for offer in gathered] == ["wood low", "wood high"]


def test_on_a_large_map_a_number_is_looked_up_when_it_is_typed(qtbot: QtBot) -> None:
    spec = GridSpec(120, 120, numbering=Numbering(prefix="L", digits=3))
    with at_bench(qtbot, Document.new_map(spec, load_palette("standard"))) as bench:
        finder = HexFinder(bench.desk)
        assert not [offer for offer in finder.offers() if offer.remark == "hex"]
        found = list(finder.numbered(" L050060 "))
        assert [offer.text for offer in found] == ["L050060"]
        found[0].choose()
        assert bench.desk.selection.hexes == [bench.document.battle_map.grid.parse("L050060")]
        assert not list(finder.numbered("nonsense"))


@pytest.mark.usefixtures("own_keys")
def test_the_help_on_keys_tells_of_the_keys_that_the_user_has_chosen(window: Window) -> None:
    actions = window.desk.actions
    assert all("{" not in on + what for on, what in key_rows(actions)), "every action that is named is there"
    assert dict(key_rows(actions))["Ctrl+0"] == "show the whole map"
    assert ", ".join(f"Alt+{digit}" for digit in range(10)) in dict(key_rows(actions))
    chosen = {"view.fit": "Ctrl+Shift+F", "file.close": "", "panel.log": "Ctrl+Alt+0", "edit.undo": "Alt+<"}
    keep([entry for entry in actions.entries if entry.key in chosen], chosen)
    rows = dict(key_rows(actions))
    assert rows["Ctrl+Shift+F"] == "show the whole map"
    assert "Ctrl+0" not in rows
    assert "next and previous tab; (no key) closes one" in rows.values()
    panels = next(on for on, what in rows.items() if what == "to the map, to a panel")
    assert "Ctrl+Alt+0" in panels
    assert "Alt+9" not in panels
    actions.get("help.keys").trigger()
    told = window.menus.help.guide.page.toPlainText()
    assert "Ctrl+Shift+F\nshow the whole map" in told
    assert "Alt+<" in told


@pytest.mark.usefixtures("own_keys")
def test_shortcuts_are_changed_kept_and_laid_over_at_the_next_start(window: Window, qtbot: QtBot) -> None:
    dialog = ShortcutsDialog(window.desk.actions, window)
    dialog.set_key("view.fit", "Ctrl+Shift+F")
    assert not dialog.problem()
    dialog.accept()
    assert window.desk.actions.get("view.fit").shortcut() == QKeySequence("Ctrl+Shift+F")
    again = make_window(None)
    qtbot.addWidget(again)
    assert again.desk.actions.get("view.fit").shortcut() == QKeySequence("Ctrl+Shift+F")


def test_two_actions_cannot_have_one_key(window: Window) -> None:
    dialog = ShortcutsDialog(window.desk.actions, window)
    dialog.set_key("view.fit", "Ctrl+F")
    assert "Find and go to" in dialog.problem()
    assert not dialog.ok.isEnabled()


@pytest.mark.parametrize(
    ("key", "why"),
    [
        ("Ctrl+Tab", "both Fit map in view and Next tab"),
        ("Ctrl+Y", "both Redo and Fit map in view"),
        ("5", "chooses a kind"),
        ("Left", "belongs to the map"),
        ("Alt+F", "opens the menu File"),
    ],
)
def test_second_keys_and_those_of_map_palette_and_menus_are_taken(
    window: Window, qtbot: QtBot, key: str, why: str
) -> None:
    dialog = ShortcutsDialog(window.desk.actions, window)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.keyClicks(dialog.filter, "fit map in view")
    assert dialog.list.currentItem().text(0) == "Fit map in view", "the filter chooses what is left"
    combination = QKeySequence(key)[0]
    qtbot.keyClick(dialog.edit, combination.key(), combination.keyboardModifiers())
    assert why in dialog.complaint.text()
    assert not dialog.ok.isEnabled()
    qtbot.mouseClick(dialog.default, Qt.MouseButton.LeftButton)
    assert dialog.ok.isEnabled()


@pytest.mark.usefixtures("own_keys")
def test_defaults_come_back_one_or_all_with_every_key(window: Window, qtbot: QtBot) -> None:
    actions = window.desk.actions
    before = {entry.key: entry.action.shortcuts() for entry in actions.entries}
    dialog = ShortcutsDialog(actions, window)
    dialog.set_key("view.next-tab", "Ctrl+Shift+F7")
    dialog.set_key("view.fit", "")
    dialog.accept()
    assert actions.get("view.next-tab").shortcuts() == [QKeySequence("Ctrl+Shift+F7")]
    again = ShortcutsDialog(actions, window)
    qtbot.addWidget(again)
    again.show()
    qtbot.mouseClick(again.all_default, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(again.ok, Qt.MouseButton.LeftButton)
    assert {entry.key: entry.action.shortcuts() for entry in actions.entries} == before
    assert not [key for key in settings().allKeys() if key.startswith("shortcuts/")]


def test_a_key_the_user_gave_to_an_action_leaves_the_one_that_has_it_by_default(qtbot: QtBot) -> None:
    settings().setValue("shortcuts/view.fit", "Ctrl+Y")
    made = make_window(None)
    qtbot.addWidget(made)
    assert made.desk.actions.get("view.fit").shortcut() == QKeySequence("Ctrl+Y")
    assert made.desk.actions.get("edit.redo").shortcuts() == [QKeySequence("Ctrl+Shift+Z")]


@pytest.mark.usefixtures("own_keys")
def test_undo_is_listed_by_its_own_name_and_a_key_can_be_taken_away(window: Window) -> None:
    document = window.desk.document
    document.push(PaintTerrain([0], "swamp"))
    dialog = ShortcutsDialog(window.desk.actions, window)
    titles = {row.data(0, Qt.ItemDataRole.UserRole): row for row in dialog._rows()}
    assert titles["edit.undo"].text(0) == "Undo"
    document.stack.undo()
    dialog.list.setCurrentItem(titles["view.fit"])
    dialog.edit.clear()
    assert titles["view.fit"].text(2) == ""
    dialog.accept()
    assert window.desk.actions.get("view.fit").shortcut().isEmpty()


def test_no_two_actions_of_ours_share_a_key(window: Window) -> None:
    assert ShortcutsDialog(window.desk.actions, window).problem() == ""


def test_the_dark_desktop_changes_palette_and_icons_and_is_remembered(window: Window, dark: QAction) -> None:
    save = window.desk.actions.get("file.save")
    before = save.icon().cacheKey()
    dark.setChecked(True)
    assert QApplication.palette().window().color().lightness() < 80
    assert save.icon().cacheKey() != before
    assert settings().value(style.DARK, False, bool) is True
    dark.setChecked(False)
    assert QApplication.palette().window().color().lightness() > 200
    assert save.icon().cacheKey() == before


def test_an_empty_tick_box_is_seen_on_the_dark_desktop(dark: QAction, qtbot: QtBot) -> None:
    dark.setChecked(True)
    box = QCheckBox("Locked")
    qtbot.addWidget(box)
    box.show()
    picture = box.grab().toImage()
    ground = QApplication.palette().window().color().lightness()
    edge = max(picture.pixelColor(x, box.height() // 2).lightness() for x in range(4))
    assert edge > ground + 40


@pytest.mark.parametrize("is_dark", [False, True])
def test_resize_shows_on_either_desktop_which_anchor_counts_and_where_the_map_ends(
    window: Window, dark: QAction, qtbot: QtBot, is_dark: bool
) -> None:
    dark.setChecked(is_dark)
    dialog = ResizeMapDialog(window.desk.document.battle_map, None, (), window)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.mouseClick(dialog.anchors.button(4), Qt.MouseButton.LeftButton)
    chosen, other = (dialog.anchors.button(i).grab().toImage().pixelColor(5, 5) for i in (4, 8))
    assert abs(chosen.hslSaturation() - other.hslSaturation()) > 40
    picture = dialog.preview.grab().toImage()
    ground = picture.pixelColor(1, 1).lightness()
    across = [picture.pixelColor(x, picture.height() // 2).lightness() for x in range(picture.width() // 2)]
    first = next(light for light in across if abs(light - ground) > 15)
    assert (first > ground) is is_dark
    assert max(abs(light - ground) for light in across[: across.index(first) + 3]) > 100


def test_every_drawn_icon_changes_with_the_desktop(window: Window, dark: QAction) -> None:
    sizes = [button for button in window.findChildren(QAbstractButton) if button.accessibleName().startswith("Brush ")]
    before = [button.icon().pixmap(24, 24).toImage() for button in sizes]
    dark.trigger()
    after = [button.icon().pixmap(24, 24).toImage() for button in sizes]
    assert len(sizes) == 4
    assert all(old != new for old, new in zip(before, after, strict=True))


def test_the_log_can_be_read_on_the_dark_desktop(window: Window, dark: QAction) -> None:
    log = window.docks.panel("log")
    assert log is not None
    window.desk.log.add("Held", kind="good")
    light = log.browser.toHtml()
    dark.trigger()
    assert "#81c784" in log.browser.toHtml()
    assert "#81c784" not in light
    assert log.browser.toPlainText().count("Held") == 1
