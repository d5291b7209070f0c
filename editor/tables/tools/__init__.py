"""The tools of tables. A new tool is one file here, its icon in ``resources/icons``, and one line in ``TOOLS``."""

from __future__ import annotations

from typing import Any, Final

from editor.tables.tools.area import AreaTool
from editor.tables.tools.cut import CutTool
from editor.tables.tools.label import TableLabelTool
from editor.tables.tools.line import LineTool
from editor.tables.tools.select import TableSelect
from editor.tables.tools.stick import StickTool
from editor.tables.tools.wall import WallTool
from editor.tools.base import Tool

TOOLS: Final[tuple[type[Tool[Any]], ...]] = (
    *(TableSelect, AreaTool, CutTool, LineTool, WallTool, TableLabelTool, StickTool),
)
"""The tools of tables, in the order of the tool bar."""
