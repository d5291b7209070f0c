"""What a window puts on its canvas besides the map: units, overlays, the test game, and their menus."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from editor.canvas.overlays_control import OverlaysControl
from editor.canvas.units_control import UnitsControl
from editor.choose_actions import ChooseActions
from editor.clip_actions import ClipActions
from editor.draw_actions import DrawActions
from editor.furniture_actions import FurnitureActions
from editor.layers_control import LayersControl
from editor.name_actions import NameActions
from editor.preview.control import PreviewControl
from editor.reshape_actions import ReshapeActions
from editor.scenario_actions import ScenarioActions
from editor.select_actions import SelectActions

if TYPE_CHECKING:
    from editor.workbench import Workbench


@dataclass(frozen=True, slots=True)
class Fittings:
    """The controls of one window; they live as long as its workbench."""

    units: UnitsControl
    overlays: OverlaysControl
    preview: PreviewControl
    scenario: ScenarioActions
    reshape: ReshapeActions
    furniture: FurnitureActions
    names: NameActions
    clip: ClipActions
    select: SelectActions
    draw: DrawActions
    choose: ChooseActions


def fit_out(workbench: Workbench) -> Fittings:
    """Put units, overlays and the test game on the workbench's canvas.

    To be called once, when ``canvas`` and ``tools`` are there and before any panel is built; the canvas must
    hear of another document before these do.
    """
    units = UnitsControl(workbench)
    workbench.layers = LayersControl(workbench, units)
    return Fittings(
        units,
        OverlaysControl(workbench),
        PreviewControl(workbench),
        ScenarioActions(workbench),
        ReshapeActions(workbench),
        FurnitureActions(workbench),
        NameActions(workbench),
        ClipActions(workbench),
        SelectActions(workbench),
        DrawActions(workbench),
        ChooseActions(workbench),
    )
