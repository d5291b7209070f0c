"""Scenarios and replays as text, and the digest that tells whether a scenario is still the same."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from engine.errors import NameNotKnown
from engine.formats.boards import map_lines
from engine.formats.counter_templates import faces_data, rules_data
from engine.formats.migrations import header
from engine.formats.specs import ReplayAction, ReplayLine, ReplaySpec
from engine.formats.variants import differing
from engine.formats.yamltext import NameList, Prose, listing, mapping, pair, table
from engine.play import registry
from engine.play.model import Start
from engine.scenario import Arrival, Deployment, Pool, Scenario, Scoring, Side, Unit, Victory, VictoryCondition, Win
from engine.scenario.counters import USUAL, CounterDesign, CounterText, FormationLook
from engine.scenario.model import CHANCE, ENTER, WITHDRAW

_BLOCKS: Final = ("victory", "counters")
"""Sections whose entries are laid out each in its way."""
_LISTS: Final = ("scoring", "levels", "wins", "front", "back", "formations", "cover", "rules")
"""Their entries that are lists of things, one a line."""


def dump_scenario(model: Scenario) -> str:
    """The text of a scenario file; the map is named when the scenario has a name for it, else written inline."""
    return "\n".join(["format: " + header("scenario"), *scenario_lines(model)]) + "\n"


def digest(model: Scenario) -> str:
    """``sha256:...`` of the scenario and its whole map, wherever they are kept. What is only drawn (`Board.bare`,
    colours, the design of counters) or only read (descriptions and where figures come from) does not count. Where the
    rules are a file, what it says counts."""
    plain = model.with_(
        map=model.map.bare(),
        map_ref="",
        counters=USUAL,
        base_ref="",
        base=None,
        description="",
        provenance="",
        sides={key: replace(side, colour="", ink="", sentence_name="") for key, side in model.sides.items()},
        units={key: replace(unit, provenance="") for key, unit in model.units.items()},
        victory=replace(model.victory, text=""),
    )
    text = dump_scenario(plain) + rules_digest(model.system)
    return "sha256:" + hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def rules_digest(system: str) -> str:
    """The digest of the rules file of a system; empty for systems that are code, or are not there."""
    try:
        return registry.system(system).digest
    except NameNotKnown:
        return ""


def scenario_lines(model: Scenario, indent: int = 0) -> list[str]:
    """The lines of a scenario, ``format`` left out; of a variant those that differ from its base."""
    lines: list[str] = []
    parts = sections(model)
    base = model.base
    if model.base_ref and base is not None:
        lines += pair("base", model.base_ref, indent)
        theirs = sections(base)
        same_map = model.map_ref == base.map_ref and bool(model.map_ref)
        parts = differing(theirs, parts)
        if not same_map:
            parts["map"] = model.map_ref
    for name, value in parts.items():
        lines += _section(model, name, value, indent)
    return lines


def sections(model: Scenario) -> dict[str, Any]:
    """The sections of a scenario's file by name, as plain data; those with nothing in them are left out."""
    factors = {side: {n: dict(kinds) for n, kinds in own.items()} for side, own in model.replacements.items()}
    found: dict[str, Any] = {
        "name": model.name,
        "system": model.system,
        "map": model.map_ref,
        "description": Prose(model.description) if model.description else None,
        "provenance": Prose(model.provenance) if model.provenance else None,
        "turns": _turns(model),
        "sides": {key: _side(side) for key, side in model.sides.items()},
        "units": {key: _unit(unit) for key, unit in model.units.items()},
        "setup": dict(model.setup),
        "setup_areas": {side: NameList(names) for side, names in model.setup_areas.items()},
        "deployment": [_deployment(group) for group in model.deployments],
        "pools": {key: _pool(pool) for key, pool in model.pools.items()},
        "reinforcements": [_arrival(group) for group in model.arrivals],
        "replacements": factors,
        "victory": _victory(model.victory),
        "options": dict(model.options),
        "special": dict(model.special),
        "tables": dict(model.tables),
        "counters": _counters(model.counters),
    }
    always = ("name", "system", "map", "turns", "sides")
    return {name: value for name, value in found.items() if value or name in always}


def _section(model: Scenario, name: str, value: Any, indent: int) -> list[str]:
    """The lines of a section, laid out as suits it."""
    lead = " " * indent
    if name == "map" and not value:
        return [lead + "map:", *map_lines(model.map, indent + 2)]
    if name in ("sides", "units", "pools") and value and all(entry is not None for entry in value.values()):
        return table(name, value, indent)
    if name in ("setup", "setup_areas") and value:
        return [f"{lead}{name}:", *mapping(value, indent + 2)]
    if name in ("deployment", "reinforcements") and value:
        return [f"{lead}{name}:", *listing(value, indent)]
    if name in _BLOCKS and value:
        return [f"{lead}{name}:", *_block_lines(value, indent + 2)]
    return pair(name, value, indent)


def _counters(design: CounterDesign) -> dict[str, Any]:
    found: dict[str, Any] = {
        name: value
        for name, value in (("size", design.size), ("symbols", design.symbols))
        if value != getattr(USUAL, name)
    }
    others: dict[str, Any] = {
        "front": [_counter_text(text) for text in design.front],
        "back": [_counter_text(text) for text in design.back],
        "stripe": design.stripe,
        "formations": [_look(look) for look in design.formations],
        "artwork": dict(design.artwork),
        "template": design.template_ref,
        "faces": faces_data(design.template) if design.template is not None and not design.template_ref else {},
        "rules": rules_data(design.rules),
    }
    return found | {name: value for name, value in others.items() if value}


def _counter_text(text: CounterText) -> dict[str, Any]:
    found: dict[str, Any] = {"at": text.at, "show": text.show}
    if text.height:
        found["height"] = text.height
    if not text.bold:
        found["bold"] = False
    return found


def _look(look: FormationLook) -> dict[str, Any]:
    colours = (("colour", look.colour), ("ink", look.ink), ("stripe", look.stripe))
    return {"formation": look.formation} | {name: colour for name, colour in colours if colour}


def _turns(model: Scenario) -> dict[str, Any]:
    found: dict[str, Any] = {"count": model.turns.count}
    if model.turns.night:
        found["night"] = ranges(model.turns.night)
    if model.turns.labels:
        found["labels"] = {str(turn): label for turn, label in model.turns.labels.items()}
    if model.turns.marks:
        found["marks"] = {mark: ranges(turns) for mark, turns in model.turns.marks.items()}
    return found


def _side(side: Side) -> dict[str, Any]:
    found = {"name": side.name, "colour": side.colour, "ink": side.ink}
    more = {"role": side.role, "sentence_name": side.sentence_name}
    return {**found, **{name: value for name, value in more.items() if value}}


def _deployment(group: Deployment) -> dict[str, Any]:
    found: dict[str, Any] = {"side": group.side}
    if group.name:
        found["name"] = group.name
    if group.units:
        found["units"] = NameList(group.units)
    if group.source:
        found["from"] = group.source
    if group.kinds:
        found["kinds"] = dict(group.kinds)
    found["area"] = NameList(group.area)
    for name, value, usual in (
        ("most", group.most, 0),
        ("together", group.together, False),
        ("draw", group.draw, ""),
        ("by", group.by, CHANCE),
        ("hidden", group.hidden, False),
    ):
        if value != usual:
            found[name] = value
    return found


def _pool(pool: Pool) -> dict[str, Any]:
    found: dict[str, Any] = {"side": pool.side, "units": NameList(pool.units)}
    if pool.draw != CHANCE:
        found["draw"] = pool.draw
    if pool.back:
        found["back"] = pool.back
    return found


def ranges(numbers: Iterable[int]) -> str:
    """Whole numbers as text: ``3 5-8``."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return " ".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)


def _unit(unit: Unit) -> dict[str, Any]:
    found: dict[str, Any] = {"side": unit.side, "name": unit.name, "type": unit.type}
    if unit.size:
        found["size"] = unit.size
    found.update((name, value) for name, value in unit.values.items() if name not in found)
    if unit.formation:
        found["formation"] = unit.formation
    if unit.provenance:
        found["provenance"] = unit.provenance
    return found


def _arrival(group: Arrival) -> dict[str, Any]:
    found: dict[str, Any] = {
        "turn": group.turn,
        "side": group.side,
        **({"entry": NameList(group.entry)} if group.entry or group.how != WITHDRAW else {}),
        **({"units": NameList(group.units)} if group.units or not group.source else {}),
    }
    for name, value in (("from", group.source), ("draw", group.draw)):
        if value:
            found[name] = value
    if group.name:
        found["name"] = group.name
    if group.how != ENTER:
        found["how"] = group.how
    if group.when is not None:
        found["when"] = _condition(group.when)
    return found


def _victory(victory: Victory) -> dict[str, Any]:
    found: dict[str, Any] = {
        "text": Prose(victory.text) if victory.text else None,
        "scoring": [_scoring(line) for line in victory.scoring],
        "tie": victory.tie,
        "handicap": dict(victory.handicap),
        "levels": [{"name": level.name, "margin": level.margin} for level in victory.levels],
        "sudden": victory.sudden,
        "wins": [_win(win) for win in victory.wins],
    }
    return {name: value for name, value in found.items() if value}


def _block_lines(block: Mapping[str, Any], indent: int) -> list[str]:
    """The lines of a section in which some entries are lists of things."""
    lines: list[str] = []
    for name, value in block.items():
        if name in _LISTS and value:
            lines += [f"{' ' * indent}{name}:", *listing(value, indent)]
        elif name == "faces":
            lines += [f"{' ' * indent}{name}:", *_block_lines(value, indent + 2)]
        elif name == "artwork" and value:
            lines += [f"{' ' * indent}{name}:", *mapping(value, indent + 2)]
        else:
            lines += pair(name, value, indent)
    return lines


def _win(win: Win) -> dict[str, Any]:
    found: dict[str, Any] = {"side": win.side}
    for name, value in (("name", win.name), ("level", win.level), ("at_once", win.at_once)):
        if value:
            found[name] = value
    return {**found, "when": _condition(win.condition)}


def _condition(condition: VictoryCondition) -> dict[str, Any]:
    found: dict[str, Any] = {"kind": condition.kind}
    if condition.hexes:
        found["hexes"] = NameList(condition.hexes)
    for name, value in (("region", condition.region), ("unit", condition.unit), ("count", condition.count)):
        if value:
            found[name] = value
    if condition.of:
        found["of"] = [_condition(part) for part in condition.of]
    return found


def _scoring(line: Scoring) -> dict[str, Any]:
    found: dict[str, Any] = {"kind": line.kind}
    if line.hexes:
        found["hexes"] = NameList(line.hexes)
    if line.region:
        found["region"] = line.region
    if line.unit:
        found["unit"] = line.unit
    found["points"] = line.points
    for name, value in (("side", line.side), ("name", line.name), ("initial", line.initial)):
        if value:
            found[name] = value
    if line.turns:
        found["turns"] = ranges(line.turns)
    return found


# -- replays ------------------------------------------------------------------------------------------------------


def dump_replay(spec: ReplaySpec) -> str:
    """The text of a replay file."""
    lines = ["format: " + header("replay")]
    if spec.scenario_ref:
        lines += pair("scenario", spec.scenario_ref)
    else:
        lines += ["scenario:", *scenario_lines(spec.scenario.with_(base_ref="", base=None), 2)]
    lines += pair("scenario_digest", spec.scenario_digest or digest(spec.scenario))
    lines += pair("seed", spec.seed)
    if spec.options:
        lines += pair("options", spec.options)
    if spec.start is not None:
        lines += pair("start", _start(spec.start))
    if spec.dice:
        lines += pair("dice", list(spec.dice))
    if spec.results:
        lines += pair("results", list(spec.results))
    if spec.players:
        lines += pair("players", spec.players)
    if spec.actions:
        lines += ["actions:", *listing(_action(action) for action in spec.actions)]
    if spec.outcome is not None:
        lines += pair("outcome", spec.outcome)
    if spec.final:
        lines += pair("final", spec.final)
    if spec.line:
        lines += pair("line", spec.line)
    if spec.lines:
        lines += ["lines:", *listing(_line(line) for line in spec.lines)]
    return "\n".join(lines) + "\n"


def _line(line: ReplayLine) -> dict[str, Any]:
    found: dict[str, Any] = {"name": line.name, "after": line.after}
    if line.dice:
        found["dice"] = list(line.dice)
    return {**found, "actions": [_action(action) for action in line.actions]}


def _start(start: Start) -> dict[str, Any]:
    parts = {"side": start.side, "phase": start.phase, "units": start.units, "only": start.only, "set": start.set}
    return {"turn": start.turn, **{name: value for name, value in parts.items() if value}}


def _action(action: ReplayAction) -> dict[str, Any]:
    found: dict[str, Any] = {"side": action.side, "do": action.do}
    if action.events is not None:
        found["events"] = list(action.events)
    if action.reason:
        found["reason"] = action.reason
    return found
