"""The tools. A new tool is one file here, its icon in ``resources/icons``, and one line in ``TOOLS``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from editor.controls.controls import Controls
from editor.hexes.tools.brush import TerrainBrush, TerrainFill, TerrainLine
from editor.hexes.tools.elevation import ElevationTool
from editor.hexes.tools.eraser import Eraser
from editor.hexes.tools.features import FeatureTool
from editor.hexes.tools.hexside import HexsideTool
from editor.hexes.tools.label import LabelTool
from editor.hexes.tools.measure import Measure
from editor.hexes.tools.pick import Pick
from editor.hexes.tools.region import RegionTool
from editor.hexes.tools.road import RoadTool
from editor.hexes.tools.select import Select
from editor.hexes.tools.shapes import TerrainShape
from editor.hexes.tools.sight import SightTool
from editor.hexes.tools.stamp import StampTool
from editor.stage.stage import Stage
from editor.tools.base import Tool
from editor.tools.furniture import FurnitureTool
from editor.tools.underlay import UnderlayTool
from engine import plugins

TOOLS: Final[tuple[type[Tool[Any]], ...]] = (
    Select,
    StampTool,
    TerrainBrush,
    TerrainLine,
    TerrainShape,
    TerrainFill,
    ElevationTool,
    HexsideTool,
    RoadTool,
    FeatureTool,
    LabelTool,
    FurnitureTool,
    RegionTool,
    Eraser,
    Pick,
    Measure,
    SightTool,
    UnderlayTool,
)
"""All tools, in the order of the tool bar."""


def added_tools(known: Sequence[type[Tool[Any]]]) -> list[tuple[plugins.PlugIn, type[Tool[Any]]]]:
    """The tools of plug-ins, each with its plug-in; one whose key is that of a known tool is left out."""
    found: list[tuple[plugins.PlugIn, type[Tool[Any]]]] = []
    for plugin, tool in plugins.things("tools"):
        if not isinstance(tool, type) or not issubclass(tool, Tool) or not tool.key:
            plugins.blame(plugin, "what it adds to tools is not a Tool with a key")
        elif any(tool.key == other.key for other in (*known, *(kind for _, kind in found))):
            plugins.blame(plugin, f"there is already a tool {tool.key!r}")
        else:
            found.append((plugin, tool))
    return found


def working_tools(known: Sequence[type[Tool[Any]]], stage: Stage, controls: Controls) -> list[Tool[Any]]:
    """The tools of plug-ins, made; a plug-in whose tool cannot be made is switched off."""
    found: list[Tool[Any]] = []
    for plugin, kind in added_tools(known):
        try:
            found.append(kind(stage, controls))
        except (Exception, SystemExit) as error:
            plugins.blame(plugin, f"its tool {kind.key!r} failed ({plugins.said(error)})")
    return found
