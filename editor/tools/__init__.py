"""The tools. A new tool is one file here and one row in ``TOOLS``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from editor.controls.controls import Controls
from editor.stage.stage import Stage
from editor.tools.base import Tool
from editor.tools.brush import TerrainBrush, TerrainFill, TerrainLine
from editor.tools.elevation import ElevationTool
from editor.tools.eraser import Eraser
from editor.tools.features import FeatureTool
from editor.tools.furniture import FurnitureTool
from editor.tools.hexside import HexsideTool
from editor.tools.label import LabelTool
from editor.tools.measure import Measure
from editor.tools.pick import Pick
from editor.tools.region import RegionTool
from editor.tools.road import RoadTool
from editor.tools.select import Select
from editor.tools.shapes import TerrainShape
from editor.tools.sight_tool import SightTool
from editor.tools.stamp_tool import StampTool
from editor.tools.underlay_tool import UnderlayTool


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool in the tool bar; ``icon`` names a drawing of ``editor.look.icons``."""

    key: str
    title: str
    shortcut: str
    icon: str
    factory: Callable[[Stage, Controls], Tool]
    group: int = 0
    """Groups are parted by a line."""
    layer: str = ""
    """The palette's layer that the tool paints with: choosing a kind there chooses this tool."""


TOOLS: list[ToolSpec] = [
    ToolSpec("select", "Select and place", "V", "select", Select),
    ToolSpec("stamp", "Paste and stamp", "P", "stamp", StampTool),
    ToolSpec("brush", "Terrain brush", "B", "brush", TerrainBrush, 1, "terrain"),
    ToolSpec("line", "Terrain line", "L", "line", TerrainLine, 1),
    ToolSpec("shape", "Terrain shape", "O", "shape", TerrainShape, 1),
    ToolSpec("fill", "Fill terrain", "F", "fill", TerrainFill, 1),
    ToolSpec("elevation", "Elevation", "E", "elevation", ElevationTool, 1, "elevation"),
    ToolSpec("hexside", "Hexsides", "H", "hexside", HexsideTool, 2, "hexsides"),
    ToolSpec("road", "Roads and streams", "R", "road", RoadTool, 2, "paths"),
    ToolSpec("feature", "Features", "U", "feature", FeatureTool, 2, "features"),
    ToolSpec("label", "Place names", "T", "label", LabelTool, 2),
    ToolSpec("furniture", "Map furniture", "", "furniture", FurnitureTool, 2),
    ToolSpec("region", "Regions", "G", "region", RegionTool, 2, "regions"),
    ToolSpec("eraser", "Eraser", "X", "eraser", Eraser, 3),
    ToolSpec("pick", "Pick", "I", "pick", Pick, 3),
    ToolSpec("measure", "Measure", "M", "measure", Measure, 3),
    ToolSpec("sight", "Line of sight", "S", "sight", SightTool, 3),
    ToolSpec("underlay", "Underlay", "", "underlay", UnderlayTool, 3),
]
