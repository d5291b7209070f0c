"""What a window puts on its canvas besides the map: units, overlays, the test game, and their menus."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from editor.controls.layers import LayersControl
from editor.controls.overlays import OverlaysControl
from editor.controls.units import UnitsControl
from editor.menus.choose import ChooseActions
from editor.menus.clip import ClipActions
from editor.menus.draw import DrawActions
from editor.menus.furniture import FurnitureActions
from editor.menus.names import NameActions
from editor.menus.reshape import ReshapeActions
from editor.menus.scenario import ScenarioActions
from editor.menus.select import SelectActions
from editor.preview.control import PreviewControl

if TYPE_CHECKING:
    from editor.desk.workbench import Workbench


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
