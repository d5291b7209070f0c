"""The controls of one window."""

from __future__ import annotations

from editor.controls.armies import ArmiesControl
from editor.controls.attacks import AttacksControl
from editor.controls.first_view import FirstView
from editor.controls.forecasts import Forecasts
from editor.controls.game import GameControl
from editor.controls.layers import LayersControl
from editor.controls.overlays import OverlaysControl
from editor.controls.plan_overlays import PlanOverlays
from editor.controls.pool_boxes import PoolBoxesControl
from editor.controls.reach_previews import ReachPreview
from editor.controls.resting import Resting
from editor.controls.selection import SelectionControl
from editor.controls.supply_lines import SupplyLines
from editor.controls.traces import TracesControl
from editor.controls.turn_record import TurnRecordControl
from editor.controls.underlay import UnderlayControl
from editor.controls.units import UnitsControl
from editor.stage.stage import Stage


class Controls:
    """What keeps the canvas in step with the documents; each control is one file and one line here."""

    def __init__(self, stage: Stage) -> None:
        self.selection = SelectionControl(stage)
        self.armies = ArmiesControl(stage)
        self.units = UnitsControl(stage, self.armies)
        self.layers = LayersControl(stage, self.units)
        self.pool_boxes = PoolBoxesControl(stage, self.layers)
        self.underlay = UnderlayControl(stage)
        self.overlays = OverlaysControl(stage)
        self.forecasts = Forecasts(stage, self.overlays.oracle)
        self.supply = SupplyLines(stage, self.overlays.oracle)
        self.in_reach = ReachPreview(stage, self.overlays.oracle)
        self.plans = PlanOverlays(stage)
        self.game = GameControl(stage, self.units)
        self.first_view = FirstView(stage)
        self.resting = Resting(stage, self.game)
        self.traces = TracesControl(stage)
        self.attacks = AttacksControl(stage)
        self.turn_record = TurnRecordControl(stage)
