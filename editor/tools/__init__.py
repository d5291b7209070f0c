"""The tools. A new tool is one file here, its icon in ``resources/icons``, and one line in ``TOOLS``."""

from __future__ import annotations

from typing import Final

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
from editor.tools.sight import SightTool
from editor.tools.stamp import StampTool
from editor.tools.underlay import UnderlayTool

TOOLS: Final[tuple[type[Tool], ...]] = (
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
