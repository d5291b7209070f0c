"""Quick fixes: the verbs that findings offer, carried out as commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any, Final

from editor.commands.base import Command
from editor.commands.edit_scenario import EditScenario
from editor.commands.edit_unit import EditUnit
from editor.commands.place_unit import PlaceUnit
from editor.commands.replace_map import ReplaceMap
from editor.commands.set_arrival import CancelArrival
from editor.commands.set_layers import SetLayers
from editor.commands.set_underlay import SetUnderlays
from editor.controls.pick import pick_hex
from editor.desk.desk import Desk
from editor.document.document import Document
from editor.document.rules_document import rules_of
from editor.document.rules_fixes import fix_command
from editor.hexes.commands.set_hexside import SetHexside
from editor.hexes.commands.set_path import SetPath
from editor.hexes.commands.set_region import SetRegion
from editor.hexes.tools.label import LabelTool
from editor.panels.place_fixes import PLACE_COMMANDS, choose_entry
from editor.panels.scenario_fixes import SCENARIO_COMMANDS
from engine.boards.look import UserLayer
from engine.errors import HexwrightError
from engine.findings import Finding, Fix
from engine.hexes.board.grid import NOWHERE
from engine.hexes.mapping.choosing import choose, parse
from engine.plural import counted
from engine.umpire.checks.place_fixes import CHOOSE_ENTRY
from engine.umpire.rehearsal import SHOW

Data = Mapping[str, Any]


def can_fix(fix: Fix | None) -> bool:
    """Whether the editor knows how to carry out a fix."""
    return fix is not None and (fix.verb in _COMMANDS or fix.verb in _ASKING)


def apply_fix(desk: Desk, fix: Fix) -> bool:
    """Carry out a fix as a command, which can be undone; says in the status bar what came of it."""
    asking = _ASKING.get(fix.verb)
    if asking is not None:
        asking(desk, fix.data)
        return True
    document = desk.document
    try:
        command = _COMMANDS[fix.verb](document, fix.data)
        done = document.push(command)
    except (HexwrightError, KeyError, IndexError) as error:
        desk.status(f"Could not fix this: {error}")
        return False
    desk.status(f"{fix.title}: done. Edit > Undo reverses it." if done else f"{fix.title}: nothing to do.")
    return done


def fixed_together(findings: Sequence[Finding], code: str) -> list[Fix]:
    """The quick fixes of all findings of a code that can be carried out in one step: those that need no answer, and
    that name what they change. Numbers of rows would be others after the first of them."""
    fixes = [one.fix for one in findings if one.code == code and one.fix is not None]
    return [fix for fix in fixes if fix.verb in _COMMANDS and all(isinstance(v, str) for v in fix.data.values())]


def apply_all(desk: Desk, fixes: Sequence[Fix], code: str) -> int:
    """Carry out several fixes as one step of undo; says in the status bar how many were done."""
    document = desk.document
    makers = [partial(_COMMANDS[fix.verb], document, fix.data) for fix in fixes]
    done = document.push_all(f"Fix all of {code}", makers)
    desk.status(f"{done} of {counted(len(fixes), 'problem')} fixed. Edit > Undo reverses it.")
    return done


def placed_together(findings: Sequence[Finding], code: str) -> list[str]:
    """The units of all findings of a code that are corrected by placing them, if that corrects all of them."""
    fixes = [one.fix for one in findings if one.code == code]
    units = [str(fix.data["unit"]) for fix in fixes if fix is not None and fix.verb == "place_unit"]
    return list(dict.fromkeys(units)) if len(units) == len(fixes) else []


def place_all(desk: Desk, units: Sequence[str]) -> None:
    """Ask for a hex on the map, and place units there; from it they can be dragged on, together or one by one."""

    def place(h: int) -> None:
        if desk.push(PlaceUnit(units, h)):
            desk.selection.set([h], units)

    pick_hex(desk, f"Click the hex for {counted(len(units), 'unit')}. Esc cancels.", place)


def _place(desk: Desk, data: Data) -> None:
    """Ask for a hex on the map, and place the unit there."""
    unit = str(data["unit"])
    scenario = desk.document.require_scenario()
    name = scenario.units[unit].name if unit in scenario.units else unit

    def place(h: int) -> None:
        desk.push(PlaceUnit(unit, h))

    pick_hex(desk, f"Click the hex for {name}. Esc cancels.", place)


def _set_unit(field: str) -> Callable[[Document, Data], Command]:
    def make(document: Document, data: Data) -> Command:
        unit = document.require_scenario().units[data["unit"]]
        return EditUnit(unit.key, replace(unit, **{field: data["value"]}))

    return make


def _set_values(document: Document, data: Data) -> Command:
    """Values of a counter; those that are None are taken out."""
    unit = document.require_scenario().units[data["unit"]]
    values = {key: value for key, value in {**unit.values, **data["values"]}.items() if value is not None}
    return EditUnit(unit.key, replace(unit, values=values))


def _set_option(document: Document, data: Data) -> Command:
    options = {**document.require_scenario().options, data["name"]: data["value"]}
    return EditScenario("Set option", options=options)


def _remove_arrival(_document: Document, data: Data) -> Command:
    return CancelArrival([data["unit"]])


def _remove_setup(document: Document, data: Data) -> Command:
    scenario = document.require_scenario()
    if data["unit"] in scenario.units:
        return PlaceUnit(data["unit"], NOWHERE)
    # The set-up names what is no unit: there is nothing that could be moved.
    left = {key: name for key, name in scenario.setup.items() if key != data["unit"]}
    return EditScenario("Remove from set-up", setup=left)


def _set_points(document: Document, data: Data) -> Command:
    victory = document.require_scenario().victory
    scoring = list(victory.scoring)
    scoring[data["line"]] = replace(scoring[data["line"]], points=data["points"])
    return EditScenario("Set victory points", victory=replace(victory, scoring=tuple(scoring)))


def _rename_option(document: Document, data: Data) -> Command:
    options = document.require_scenario().options
    renamed = {data["new"] if key == data["old"] else key: value for key, value in options.items()}
    return EditScenario("Rename option", options=renamed)


def _remove_option(document: Document, data: Data) -> Command:
    options = document.require_scenario().options
    left = {key: value for key, value in options.items() if key != data["name"]}
    return EditScenario("Remove option", options=left)


def _remove_hexside(document: Document, data: Data) -> Command:
    return SetHexside({document.battle_map.grid.parse_side(data["side"]): None}, data["kind"])


def _add_hexside(document: Document, data: Data) -> Command:
    return SetHexside({document.battle_map.grid.parse_side(data["side"]): NOWHERE}, data["kind"])


def _turn_hexside(document: Document, data: Data) -> Command:
    """The low hex of the side becomes the high one."""
    battle_map = document.battle_map
    side = battle_map.grid.parse_side(data["side"])
    high = battle_map.high_side(side, data["kind"])
    low = next(h for h in battle_map.grid.side_hexes(side) if h != high)
    return SetHexside({side: low}, data["kind"])


def _join_paths(document: Document, data: Data) -> Command:
    grid = document.battle_map.grid
    way = grid.line(*(grid.parse(name) for name in data["hexes"]))
    sides = [grid.side_between(a, b) for a, b in pairwise(way)]
    return SetPath(sides, data["kind"])


def _forget_character(document: Document, data: Data) -> Command:
    battle_map = document.battle_map
    legend = {char: key for char, key in battle_map.legend.items() if char != data["char"]}
    return ReplaceMap("Correct legend", replace(battle_map, legend=legend))


def _name_place(desk: Desk, data: Data) -> None:
    """Ask for the name of a place, as the label tool does."""
    h = desk.document.battle_map.grid.find(str(data["hex"]))
    if h != NOWHERE:
        desk.go_to(h)
        desk.tools.choose("label")
        tool = desk.tools.tool
        if isinstance(tool, LabelTool):
            tool.edit(None, h)


def _edit_palette(desk: Desk, _data: Data) -> None:
    action = desk.actions.find("map.palette")
    if action is not None:
        action.trigger()


def _choose_region(document: Document, data: Data) -> Command:
    region = document.battle_map.regions[data["region"]]
    hexes = choose(document.battle_map, parse(region.rule))
    return SetRegion(region.key, replace(region, hexes=hexes))


def _remove_region(_document: Document, data: Data) -> Command:
    return SetRegion(data["region"], None)


def _show_turn(desk: Desk, data: Data) -> None:
    """Play the same test turns up to the beginning of one."""
    scenario = desk.document.scenario
    seats = dict.fromkeys(scenario.sides, str(data["player"])) if scenario is not None else {}
    if desk.controls.game.start(seats, int(data["seed"])) and data["turn"] > 1:
        desk.preview.play(turns=int(data["turn"]) - 1)


_ASKING: Final[dict[str, Callable[[Desk, Data], None]]] = {
    "place_unit": _place,
    "name_place": _name_place,
    "edit_palette": _edit_palette,
    CHOOSE_ENTRY: choose_entry,
    SHOW: _show_turn,
}
"""Fixes that need an answer first, or lead somewhere."""


def _remove_artwork(document: Document, data: Data) -> Command:
    design = document.require_scenario().counters
    left = {key: path for key, path in design.artwork.items() if key != data["key"]}
    return EditScenario("Take picture off counters", counters=replace(design, artwork=left))


def _remove_underlay(document: Document, data: Data) -> Command:
    left = list(document.board.look.underlays)
    del left[int(data["number"])]
    return SetUnderlays(left, "Remove underlay")


def _add_layer(_document: Document, data: Data) -> Command:
    layer = UserLayer(str(data["name"]))
    return SetLayers("Add layer", lambda before: before.added(layer))


def _fix_table(document: Document, data: Data) -> Command:
    # Imported here, because documents with maps of hexes need nothing of tables.
    from editor.tables.commands.edit_table import EditTable
    from engine.tables.fixes import fixed
    from engine.tables.table import table_of

    made = fixed(table_of(document.board), data)
    return EditTable("Quick fix", areas=made.areas, lines=made.lines, labels=made.labels, regions=made.regions)


def _fix_rules(document: Document, data: Data) -> Command:
    return fix_command(rules_of(document), data)


_COMMANDS: Final[dict[str, Callable[[Document, Data], Command]]] = {
    "set_side": _set_unit("side"),
    "set_type": _set_unit("type"),
    "set_name": _set_unit("name"),
    "set_values": _set_values,
    "set_option": _set_option,
    "remove_arrival": _remove_arrival,
    "remove_setup": _remove_setup,
    "set_points": _set_points,
    "rename_option": _rename_option,
    "remove_option": _remove_option,
    "remove_hexside": _remove_hexside,
    "add_hexside": _add_hexside,
    "turn_hexside": _turn_hexside,
    "join_paths": _join_paths,
    "forget_character": _forget_character,
    "choose_region": _choose_region,
    "remove_region": _remove_region,
    "remove_artwork": _remove_artwork,
    "remove_underlay": _remove_underlay,
    "add_layer": _add_layer,
    "mend_table": _fix_table,
    "mend_rules": _fix_rules,
    **PLACE_COMMANDS,
    **SCENARIO_COMMANDS,
}
