"""The guide inside the program: at the place, searched, with its pictures, and every link of it leads somewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from bench import forgive
from PySide6.QtCore import Qt, QTimer, QUrl
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QMessageBox
from pytestqt.qtbot import QtBot
from settling import settle

from editor.dialogs import guide_pages as guide
from editor.dialogs.asking import asked
from editor.dialogs.guide_window import GuideWindow
from editor.hexes.dialogs.new_map import NewMapDialog
from editor.panels import PANELS
from editor.tables.tools import TOOLS as TABLE_TOOLS
from editor.tools import TOOLS
from editor.window.app import make_window
from editor.window.window import Window
from engine import data
from engine.exchange.rows import FORMATS
from engine.play.display import ReachOverlay
from engine.play.registry import systems


@pytest.fixture(scope="module")
def window(qapp: QApplication) -> Iterator[Window]:
    made = make_window("scenarios/lundys_lane.yaml")
    made.show()
    settle()
    yield made
    forgive(made)
    made.close()


def addresses() -> list[str]:
    return sorted({*guide.PANELS.values(), *guide.TOOLS.values(), *guide.DIALOGS.values(), *guide.FORMATS.values()})


@pytest.mark.parametrize("address", addresses())
def test_what_f1_leads_to_is_there(address: str) -> None:
    page, _, anchor = address.partition("#")
    assert guide.file_of(page).is_file()
    assert not anchor or anchor in {guide.slug(part.title) for part in guide.headings(page)}


def test_every_panel_and_every_tool_has_its_page() -> None:
    assert {spec.key for spec in PANELS} <= set(guide.PANELS)
    assert {tool.key for tool in (*TOOLS, *TABLE_TOOLS)} <= set(guide.TOOLS)


def test_every_format_has_its_page_with_its_endings_and_a_picture() -> None:
    assert set(guide.FORMATS) == {row.key for row in FORMATS}
    for row in FORMATS:
        page = guide.FORMATS[row.key].partition("#")[0]
        assert page in guide.pages(), f"{row.key}: the index does not list {page}"
        text = guide.text_of(page)
        assert [ending for ending in row.endings if f"`{ending}`" not in text] == [], page
        assert re.search(r"!\[[^\]]+\]\(images/[\w-]+\.png\)", text), f"{page} has no picture"


def test_every_link_and_picture_of_the_guide_leads_somewhere() -> None:
    for page in guide.pages():
        for link in re.findall(r"\]\(([^)]+)\)", guide.text_of(page)):
            if link.startswith("http"):
                continue
            target, _, anchor = link.partition("#")
            if target and not target.endswith(".md"):
                assert (guide.file_of(page).parent / target).exists(), f"{page}: {link}"
                continue
            address = guide.linked(page, link)
            assert address, f"{page}: {link}"
            if anchor:
                there = address.partition("#")[0]
                assert anchor in {guide.slug(part.title) for part in guide.headings(there)}, f"{page}: {link}"


def shown(window: Window) -> GuideWindow:
    return window.menus.help.guide


def entries(menu: QMenu) -> Iterator[str]:
    """What a menu and the menus in it offer, in small letters."""
    for action in menu.actions():
        yield action.text().replace("&", "").rstrip("…").strip().lower()
        inner = action.menu()
        if isinstance(inner, QMenu):
            yield from entries(inner)


def offered_by(window: Window) -> dict[str, set[str]]:
    """What each menu offers for the document in front."""
    menus = {action.text().replace("&", ""): action.menu() for action in window.menuBar().actions()}
    return {name: {*entries(menu)} - {""} for name, menu in menus.items() if isinstance(menu, QMenu)}


def test_every_menu_entry_that_the_pages_name_is_there(window: Window) -> None:
    offered = offered_by(window)
    window.files.open_paths([data.scenarios() / "teaching_table.yaml"])
    for name, more in offered_by(window).items():
        offered[name] |= more
    window.desk.tabs.close(window.desk.tabs[-1])
    # Named by the rules system of the scenario in front.
    offered["View"] |= {shown.title.lower() for system in systems() for _, shown in system.shown(ReachOverlay)}
    named = [
        (path.name, menu, entry.split(" > ")[0].rstrip("…").strip().lower())
        for path in data.docs().rglob("*.md")
        for menu, entry in re.findall(
            rf"\b({'|'.join(offered)}) > ([A-Z][^`*\n;,.()|]{{2,60}})", path.read_text(encoding="utf-8")
        )
    ]
    assert len(named) > 50
    assert [
        one for one in named if not any(one[2].startswith(text) or text.startswith(one[2]) for text in offered[one[1]])
    ] == []


def test_every_key_that_the_pages_name_beside_an_entry_is_its_key(window: Window) -> None:
    keys: dict[str, set[str]] = {}
    for entry in window.desk.actions.entries:
        text = entry.action.text().replace("&", "").rstrip("…").strip().lower()
        keys.setdefault(text, set()).update(key.toString() for key in entry.action.shortcuts())
    beside = re.compile(r"\w+ > ([A-Z][^`*\n;,.()|]{2,60})[`*]* \(`?((?:Ctrl|Alt|Shift|F\d)[^)`]{0,14})`?\)")
    told = [found for path in data.docs().rglob("*.md") for found in beside.findall(path.read_text(encoding="utf-8"))]
    known = [(text.strip().rstrip("…").lower(), key) for text, key in told]
    assert len(known) > 10
    assert [one for one in known if one[0] in keys and one[1] not in keys[one[0]]] == []


def test_a_guide_that_was_taken_away_is_told(window: Window, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    said: list[str] = []
    monkeypatch.setattr(guide.data, "docs", lambda: tmp_path)
    monkeypatch.setattr(QMessageBox, "warning", lambda _parent, _title, text: said.append(text))
    window.menus.help._guide = None
    window.menus.help.open(guide.HOME)
    assert len(said) == 1
    assert str(tmp_path) in said[0]
    assert "install it again" in said[0]


def test_f1_opens_the_guide_at_the_tool_or_panel_in_use(window: Window, qtbot: QtBot) -> None:
    window.desk.tools.choose("hexside")
    window.focus.to_map()
    qtbot.keyClick(window.canvas, Qt.Key.Key_F1)
    assert shown(window).address == "guide/drawing.md#hexsides"
    assert shown(window).page.textCursor().block().text() == "Hexsides"
    window.activateWindow()
    window.docks.front("battle")
    field = window.docks["battle"].findChild(QLineEdit)
    assert window.menus.help.here(field) == "guide/armies.md"
    assert window.menus.help.here(window.welcome.samples) == "guide/desk.md#welcome"
    assert window.menus.help.here(None) == guide.HOME


def test_links_back_and_forward(window: Window, qtbot: QtBot) -> None:
    window.menus.help.open(guide.HOME)
    viewer = shown(window)
    viewer.page.anchorClicked.emit(QUrl("drawing.md#stamps"))
    assert viewer.page.verticalScrollBar().value() > 100
    viewer.open("guide/regions.md")
    assert viewer.page.toPlainText().startswith("Regions")
    qtbot.mouseClick(viewer.back, Qt.MouseButton.LeftButton)
    assert viewer.address == "guide/drawing.md#stamps"
    qtbot.mouseClick(viewer.back, Qt.MouseButton.LeftButton)
    assert viewer.address == guide.HOME
    qtbot.mouseClick(viewer.forward, Qt.MouseButton.LeftButton)
    assert viewer.address == "guide/drawing.md#stamps"
    qtbot.waitUntil(viewer.isActiveWindow)
    qtbot.keyClick(viewer.page, Qt.Key.Key_Escape)
    assert not viewer.isVisible()


def test_a_link_on_a_page_is_followed(window: Window) -> None:
    window.menus.help.open(guide.HOME)
    viewer = shown(window)
    viewer.page.anchorClicked.emit(QUrl("../play.md#fm"))
    assert viewer.address == "play.md#fm"
    assert viewer.page.textCursor().block().text() == "fm"


def test_words_are_found_wherever_they_stand(window: Window, qtbot: QtBot) -> None:
    window.menus.help.open(guide.HOME)
    viewer = shown(window)
    contents = viewer.list.count()
    qtbot.keyClicks(viewer.search, "freehand river")
    found = [viewer.list.item(row).text() for row in range(viewer.list.count())]
    assert any(text.startswith("Hexsides") for text in found)
    qtbot.keyClick(viewer.search, Qt.Key.Key_Return)
    assert viewer.address.startswith("guide/")
    viewer.search.setText("no such words anywhere xyzzy")
    assert viewer.list.item(0).text() == "No page has all of these words."
    viewer.search.clear()
    assert viewer.list.count() == contents > 15


def test_pictures_are_as_wide_as_the_page_at_most(window: Window) -> None:
    window.menus.help.open("guide/first-map.md")
    viewer = shown(window)
    for wide in (900, 620):
        viewer.resize(wide, 600)
        settle()
        assert viewer.page.horizontalScrollBar().maximum() == 0, f"{wide} pixels"
        assert viewer.page.document().idealWidth() <= viewer.page.viewport().width()


def test_f1_in_a_dialog_opens_its_page_in_a_window_that_can_be_used(window: Window, qtbot: QtBot) -> None:
    dialog = NewMapDialog({"standard": "Standard"}, window)
    seen: list[str] = []

    def look() -> None:
        try:
            qtbot.waitUntil(dialog.isActiveWindow)
            qtbot.keyClick(dialog, Qt.Key.Key_F1)
            viewer = dialog.findChild(GuideWindow)
            assert viewer is not None
            seen.append(viewer.address)
            assert viewer.isVisible()
            viewer.close()
        finally:
            dialog.reject()

    QTimer.singleShot(0, dialog, look)
    with asked(dialog) as accepted:
        assert not accepted
    assert seen == ["guide/first-map.md#1-an-empty-map"]


def test_the_guide_closes_with_the_window(qtbot: QtBot) -> None:
    window = make_window(None)
    qtbot.addWidget(window)
    window.show()
    window.menus.help.open(guide.HOME)
    viewer = shown(window)
    assert viewer.isVisible()
    assert window.close()
    assert not viewer.isVisible()
