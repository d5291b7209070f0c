"""What every tool, panel and icon owes: a tool that lacks something is named, with what it lacks."""

from __future__ import annotations

import inspect
import re

import pytest

from editor.panels import PANELS
from editor.stage.tool_settings import ToolSettings
from editor.tools import TOOLS
from editor.tools.base import Tool

ELSEWHERE = {
    **dict.fromkeys(("terrain", "features", "hexsides", "paths"), "chosen in the palette"),
    **dict.fromkeys(("label_size", "label_style"), "chosen in the dialog of a name"),
    "tool": "chosen in the tool bar",
}
"""Settings that tools read and that no row of options offers, and why."""
ASKED = re.compile(r"settings\.(?:get\(\"(\w+)\"\)|(size|terrain|feature|hexside|path)\b)")
WORDS = {"feature": "features", "hexside": "hexsides", "path": "paths"}


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
    for name in ("key", "shortcut"):
        used = [getattr(tool, name) for tool in TOOLS if getattr(tool, name)]
        assert len(used) == len(set(used))


def test_every_panel_has_a_key_and_a_title_of_its_own() -> None:
    assert all(spec.key and spec.title for spec in PANELS)
    assert len({spec.key for spec in PANELS}) == len({spec.title for spec in PANELS}) == len(PANELS)


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
