"""The panels around the map. A new panel is one file here and one row in ``PANELS``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

from PySide6.QtWidgets import QWidget

from editor.desk.desk import Desk
from editor.dialogs.forms import note
from editor.hexes.panels.palette_panel import PalettePanel
from editor.hexes.panels.stamps_panel import StampsPanel
from editor.hexes.panels.tracing_panel import TracingPanel
from editor.kinds import HEXES, RULES, TABLES
from editor.panels.arrivals_panel import ArrivalsPanel
from editor.panels.battle_board import BattleBoardPanel
from editor.panels.battle_panel import BattlePanel
from editor.panels.exchange_panel import ExchangePanel
from editor.panels.inspector_panel import InspectorPanel
from editor.panels.layers_panel import LayersPanel, lead_to_layers
from editor.panels.ledger_panel import LedgerPanel, lead_to_ledger
from editor.panels.log_panel import LogPanel
from editor.panels.minimap_panel import MinimapPanel
from editor.panels.overlays_panel import OverlaysPanel
from editor.panels.points_panel import PointsPanel, lead_to_points
from editor.panels.preview_panel import PreviewPanel
from editor.panels.problems_panel import ProblemsPanel
from editor.panels.scenario_panel import ScenarioPanel, lead_to_scenario
from editor.panels.summary_panel import SummaryPanel
from editor.panels.trials_panel import TrialsPanel, lead_to_trials
from editor.panels.underlay_panel import UnderlayPanel, lead_to_underlay
from editor.panels.unit_table import UnitTablePanel, lead_to_table
from engine import plugins

AREAS: Final = ("left", "right", "bottom")


@dataclass(frozen=True, slots=True)
class PanelSpec:
    """A dock: ``area`` is ``left``, ``right`` or ``bottom``; panels of one area are tabbed in this order."""

    key: str
    title: str
    area: str
    factory: Callable[[Desk], QWidget]
    visible: bool = True
    """Whether the dock is open the first time; the View menu opens it later."""
    tabbed: bool = True
    """False puts it below the panel before it, not behind it."""
    digit: int = 0
    """Alt with this digit goes to the panel; 0 for none."""
    kinds: tuple[str, ...] = ()
    """The kinds of map that it is for; none for any. See ``editor.kinds``."""
    rests: bool = False
    """Whether it is for drawing alone, and is disabled while you play."""
    height: int = 200
    """The height in pixels that it likes below the map, its title and tabs included."""
    late: bool = False
    """Whether it is made when it is first looked at: what is behind others costs the start nothing."""
    others: Mapping[str, Callable[[Desk], QWidget]] = field(default_factory=dict)
    """By a kind of map what stands in its place while such a map is in front, made the first time."""
    without_map: bool = False
    """Whether it is for rules files as well, which have no map."""
    leads: Callable[[Desk, Callable[[], Any]], None] | None = None
    """Makes what leads to the panel, such as menu entries, before there is one; the function that it is given has the
    panel made, if it is not yet, and gives it."""

    def fits(self, kind: str) -> bool:
        """Whether it is for a kind of map, or for rules."""
        if kind == RULES.key:
            return self.without_map or kind in self.kinds
        return not self.kinds or kind in self.kinds


def table_palette(desk: Desk) -> QWidget:
    """The palette of tables, which is imported when it is first looked at."""
    found: QWidget = TABLES.offers("palette")(desk)
    return found


def table_sheets(desk: Desk) -> QWidget:
    """The sheets of armies, commands, terrain and weather, which are imported when they are first looked at."""
    found: QWidget = TABLES.offers("sheets")(desk)
    return found


HEXES_ONLY: Final = (HEXES.key,)
TABLES_ONLY: Final = (TABLES.key,)
PAINTED: Final = (HEXES.key, TABLES.key)
PALETTES: Final = {TABLES.key: table_palette}
PANELS: list[PanelSpec] = [
    PanelSpec("palette", "Palette", "left", PalettePanel, digit=1, kinds=PAINTED, rests=True, others=PALETTES),
    PanelSpec("minimap", "Minimap", "left", MinimapPanel, tabbed=False, digit=2),
    PanelSpec("battle", "Order of battle", "right", BattlePanel, digit=3),
    PanelSpec("army", "Army", "right", table_sheets, kinds=TABLES_ONLY, late=True),
    PanelSpec("scenario", "Scenario", "right", ScenarioPanel, late=True, leads=lead_to_scenario),
    PanelSpec("preview", "Play", "right", PreviewPanel, digit=5),
    PanelSpec("board", "Battle", "right", BattleBoardPanel, visible=False),
    PanelSpec("ledger", "Rules", "right", LedgerPanel, digit=6, late=True, leads=lead_to_ledger),
    PanelSpec("exchange", "Exchange", "right", ExchangePanel, visible=False, late=True),
    PanelSpec(
        "underlay", "Underlay", "right", UnderlayPanel, visible=False, rests=True, late=True, leads=lead_to_underlay
    ),
    PanelSpec("tracing", "Tracing", "right", TracingPanel, visible=False, kinds=HEXES_ONLY, rests=True, late=True),
    PanelSpec("stamps", "Stamps", "right", StampsPanel, visible=False, kinds=HEXES_ONLY, rests=True),
    PanelSpec("inspector", "Inspector", "right", InspectorPanel, tabbed=False, digit=7),
    PanelSpec("overlays", "Overlays", "right", OverlaysPanel, kinds=PAINTED, late=True),
    PanelSpec("layers", "Layers", "right", LayersPanel, late=True, leads=lead_to_layers),
    PanelSpec("problems", "Problems", "bottom", ProblemsPanel, digit=8, without_map=True),
    PanelSpec("units", "Unit table", "bottom", UnitTablePanel, height=320, late=True, leads=lead_to_table),
    PanelSpec("arrivals", "Reinforcements", "bottom", ArrivalsPanel, digit=4, height=260, late=True),
    PanelSpec("summary", "Turn summary", "bottom", SummaryPanel, height=180),
    PanelSpec("log", "Log", "bottom", LogPanel, digit=9, late=True, without_map=True),
    PanelSpec("points", "Points", "bottom", PointsPanel, height=220, late=True, leads=lead_to_points),
    PanelSpec("trials", "Trials", "bottom", TrialsPanel, visible=False, height=340, late=True, leads=lead_to_trials),
]


def added_panels() -> list[PanelSpec]:
    """The panels of plug-ins. One that fails when it is made says so in its place, and its plug-in is switched off."""
    known, found = {spec.key for spec in PANELS}, []
    for plugin, spec in plugins.of_class("panels", PanelSpec):
        if spec.key in known:
            plugins.blame(plugin, f"there is already a panel {spec.key!r}")
        elif spec.area not in AREAS or not isinstance(spec.title, str) or not isinstance(spec.key, str):
            plugins.blame(plugin, f"its panel {str(spec.key)[:40]!r} has no title, or is not left, right or bottom")
        else:
            known.add(spec.key)
            leads = partial(_led, plugin, spec.leads) if spec.leads is not None else None
            found.append(replace(spec, factory=partial(_made, plugin, spec.factory), digit=0, leads=leads))
    return found


def _led(
    plugin: plugins.PlugIn, leads: Callable[[Desk, Callable[[], Any]], None], desk: Desk, panel: Callable[[], Any]
) -> None:
    try:
        leads(desk, panel)
    except (Exception, SystemExit) as error:
        plugins.blame(plugin, f"what leads to its panel failed ({plugins.said(error)})")


def _made(plugin: plugins.PlugIn, factory: Callable[[Desk], QWidget], desk: Desk) -> QWidget:
    try:
        made = factory(desk)
        if not isinstance(made, QWidget):
            raise TypeError("it is not a widget")
        return made
    except (Exception, SystemExit) as error:
        plugins.blame(plugin, f"its panel failed ({plugins.said(error)})")
        return note(f"The plug-in {plugin.name} failed and is switched off: {plugin.trouble}")
