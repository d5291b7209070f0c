"""What every tool, panel and icon owes: a tool that lacks something is named, with what it lacks."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication

import editor
from editor.kinds import KINDS
from editor.look.icons import ON_DARK, icon, recoloured
from editor.menus.layers import IN_THE_MENU
from editor.panels import PANELS
from editor.panels.buttons import ICONS
from editor.stage.tool_settings import BIGGEST, ToolSettings
from editor.tables.tools import TOOLS as TABLE_TOOLS
from editor.tools import TOOLS as FIRST_TOOLS
from editor.tools.base import Tool
from engine import data

ELSEWHERE = {
    **dict.fromkeys(("terrain", "features", "hexsides", "paths", "areas", "lines"), "chosen in the palette"),
    **dict.fromkeys(("label_size", "label_style"), "chosen in the dialog of a name"),
    "tool": "chosen in the tool bar",
}
"""Settings that tools read and that no row of options offers, and why."""
ASKED = re.compile(r"settings\.(?:get\(\"(\w+)\"\)|(size|terrain|feature|hexside|path)\b)")
WORDS = {"feature": "features", "hexside": "hexsides", "path": "paths"}

TOOLS = (*FIRST_TOOLS, *TABLE_TOOLS)


def settings_read(tool: type[Tool]) -> set[str]:
    """The settings that a tool's own code reads; those of symmetry when it asks for images."""
    text = "".join(inspect.getsource(kind) for kind in tool.__mro__ if kind.__module__ == tool.__module__)
    found = {name for groups in ASKED.findall(text) for name in groups if name}
    found |= {"symmetry"} if re.search(r"\bimages\(|_images\(", text) else set()
    return {WORDS.get(name, name) for name in found}


def owed(tool: type[Tool]) -> list[str]:
    """What a tool lacks, in words."""
    lacking = [f"a {what}" for what in ("key", "title", "hint") if not getattr(tool, what)]
    offered = {name for option in tool.options for name in option.settings}
    wanted = settings_read(tool) - set(ELSEWHERE) - offered
    lacking += [f"a row of options for {name!r}" for name in sorted(wanted)]
    lacking += [f"a use for {name!r}, which it offers" for name in sorted(offered - set(ToolSettings().names))]
    return lacking


def test_every_tool_has_what_it_needs() -> None:
    assert {tool.__name__: lacking for tool in TOOLS if (lacking := owed(tool))} == {}


def test_keys_and_shortcuts_of_tools_are_their_own() -> None:
    for kind in KINDS:
        offered = [tool for tool in TOOLS if not tool.kinds or kind.key in tool.kinds]
        used = [tool.shortcut for tool in offered if tool.shortcut]
        assert len(used) == len(set(used))
    assert len(TOOLS) == len({tool.key for tool in TOOLS})


def test_every_panel_has_a_key_and_a_title_of_its_own() -> None:
    assert all(spec.key and spec.title for spec in PANELS)
    assert len({spec.key for spec in PANELS}) == len({spec.title for spec in PANELS}) == len(PANELS)


def icons_named() -> set[str]:
    """The icons that the program asks for by name, and those of tools, brushes, buttons and the switches of layers."""
    sources = [path.read_text(encoding="utf-8") for path in Path(editor.__file__).parent.rglob("*.py")]
    calls = "".join(call for text in sources for call in re.findall(r"(?<!\.)\bicon\(([^()]*)\)", text))
    named = set(re.findall(r'(?<!f)"(\w+)"', calls))
    named |= {f"size_{size}" for size in range(1, BIGGEST + 1)}
    named |= set(ICONS.values())
    return named | {tool.key for tool in TOOLS} | {picture for *_, picture in IN_THE_MENU if picture}


def icon_file(name: str) -> Path:
    return data.resources() / "icons" / f"{name}.svg"


def test_every_tool_and_every_name_of_an_icon_has_a_file() -> None:
    assert sorted(name for name in icons_named() if not icon_file(name).is_file()) == []


def test_every_file_of_an_icon_is_asked_for() -> None:
    assert sorted({path.stem for path in icon_file("").parent.glob("*.svg")} - icons_named()) == []


@pytest.mark.parametrize("path", sorted((data.resources() / "icons").glob("*.svg")), ids=lambda path: path.stem)
def test_an_icon_is_seen_on_light_and_dark_desktops_and_at_twice_the_dots(path: Path, qapp: QApplication) -> None:
    text = path.read_text(encoding="utf-8")
    assert ElementTree.fromstring(text).get("viewBox") == "0 0 24 24"
    dark = recoloured(text, dark=True, off=False).decode()
    assert not any(ink in dark for ink in ON_DARK)
    assert (dark != recoloured(text, dark=False, off=False).decode()) == any(ink in text for ink in ON_DARK)
    found = icon(path.stem)
    for side in (16, 22, 24):
        assert found.actualSize(QSize(2 * side, 2 * side)) == QSize(2 * side, 2 * side)
        drawn = found.pixmap(QSize(side, side), 2.0).toImage()
        assert any(drawn.pixelColor(x, y).alpha() for x in range(2 * side) for y in range(2 * side))


@pytest.mark.logs
def test_an_icon_that_is_not_there_is_told_of_and_empty(qapp: QApplication, caplog: pytest.LogCaptureFixture) -> None:
    assert icon("unheard-of").isNull()
    assert "no icon unheard-of" in caplog.text


class Careless(Tool):
    """A tool whose author forgot most of it."""

    key = "careless"
    title = "Careless"

    def spread(self, h: int) -> list[int]:
        """As large as the brush, in symmetry."""
        return self.images(self.grid.within(h, self.settings.size - 1))


@pytest.mark.parametrize("what", ["a hint", "a row of options for 'size'", "a row of options for 'symmetry'"])
def test_what_a_careless_tool_owes_is_said(what: str) -> None:
    assert what in owed(Careless)
