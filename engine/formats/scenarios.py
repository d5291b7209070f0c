"""From the data of a scenario file to a scenario, with its map."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.boards.board import Board
from engine.errors import HexwrightError
from engine.findings import FileProblem, Finding, Severity
from engine.formats import counter_templates
from engine.formats.boards import build_map
from engine.formats.bounded import within
from engine.formats.checking import check
from engine.formats.deployments import deployments, pools
from engine.formats.documents import (
    ConditionDoc,
    CountersDoc,
    CounterTextDoc,
    ScenarioDoc,
    SideDoc,
    TurnsDoc,
    UnitDoc,
    VictoryDoc,
)
from engine.formats.hints import clip
from engine.formats.locate import NotFoundError, OutsideError, locate
from engine.formats.reading import as_written, display_name
from engine.formats.source import DataPath, Section
from engine.formats.unit_ranges import named, singled, singles
from engine.formats.variants import DEEPEST, overlaid
from engine.formats.versions import open_document, read_format
from engine.play import registry
from engine.scenario import Arrival, Level, Scenario, Scoring, Side, Turns, Unit, Victory, VictoryCondition, Win
from engine.scenario.counters import CounterDesign, CounterText, FormationLook
from engine.scenario.elements import CounterTemplate
from engine.scenario.model import NIGHT
from engine.scenario.system_name import SystemName


class Built:
    """A scenario that was built, or None, and where its map's data are."""

    def __init__(self, section: Section) -> None:
        self.scenario: Scenario | None = None
        self.section = section
        self.map_section: Section | None = None
        self.data: dict[str, Any] = {}
        """The data that it was made of, with those of its base."""


def build_scenario(
    section: Section, data: object, key: str, at_hand: Board | None = None, trail: tuple[Path, ...] = ()
) -> Built:
    """A scenario from the data of its file (or of a scenario inside an example); all that is wrong is noted.
    With a map ``at_hand`` it is put on that one, and its own is not read. ``trail``: the files of the variants that led
    here.

    Only what cannot be taken over is said. Names of hexes, units and sides that lead nowhere, and values that do not
    fit the rules, are kept as they are written: the umpire's checks find them, in a scenario without a file as well.
    """
    built = Built(section)
    fields = data if isinstance(data, dict) else {}
    base = _base(section, fields, trail) if fields.get("base") else None
    if base is not None:
        if base.scenario is None:
            return built
        if isinstance(fields.get("units"), dict):
            fields = {**fields, "units": singled(section, fields["units"], ("units",))}
        fields = overlaid(base.data, fields)
    doc = check(section, ScenarioDoc, fields if base is not None else data)
    built.data = singles(fields)
    battle: Board | None
    if base is not None and base.scenario is not None and fields.get("map") == base.data.get("map"):
        battle, map_ref, built.map_section = base.scenario.map, base.scenario.map_ref, base.map_section
        battle = at_hand if at_hand is not None else battle
    elif at_hand is None:
        battle, map_ref, built.map_section = _map(section, fields)
    else:
        ref = fields.get("map", "")
        battle, map_ref = at_hand, ref if isinstance(ref, str) else as_written(ref)
    if doc is None or battle is None:
        return built
    _single_units(section, doc)
    _bound(section, doc, battle)
    built.scenario = Scenario(
        key=key,
        name=doc.name or key,
        system=_system(section, doc.system, base.scenario if base is not None else None),
        map=battle,
        map_ref=map_ref,
        description=doc.description,
        provenance=doc.provenance,
        turns=_turns(doc.turns),
        sides={k: _side(k, side) for k, side in doc.sides.items()},
        units={k: _unit(section, k, unit) for k, unit in doc.units.items()},
        setup=dict(doc.setup),
        setup_areas={side: tuple(names) for side, names in doc.setup_areas.items()},
        arrivals=tuple(
            Arrival(
                group.turn,
                group.side,
                tuple(group.entry),
                tuple(group.units),
                group.name,
                group.how,
                condition(group.when) if group.when else None,
                group.source,
                group.draw,
            )
            for group in doc.reinforcements
        ),
        deployments=deployments(doc.deployment),
        pools=pools(doc.pools),
        replacements=doc.replacements,
        victory=_victory(doc.victory),
        options=doc.options,
        tables=doc.tables,
        special=doc.special,
        base_ref=doc.base,
        base=base.scenario if base is not None else None,
        counters=_counters(section, doc.counters),
    )
    return built


def _base(section: Section, data: dict[str, Any], trail: tuple[Path, ...]) -> Built:
    """The scenario that a variant rests on; nothing is built where it cannot be had, and the section says why."""
    none = Built(section)
    ref = data["base"]
    name = ref if isinstance(ref, str) else as_written(ref) if isinstance(ref, int | float) else ""
    if not name or isinstance(ref, bool):
        section.error("FILE019", "'base' must be the name of a scenario", ("base",))
        return none
    try:
        path = locate("scenario", name, section.near)
    except NotFoundError as error:
        section.error("FILE021", str(error), ("base",), hint=error.hint)
        return none
    except OutsideError as error:
        section.error("FILE022", str(error), ("base",))
        return none
    whole = (*trail, *((section.source.path.resolve(),) if section.source.path else ()))
    if path.resolve() in whole or len(whole) > DEEPEST:
        section.error("FILE027", f"{name} is a variant of this scenario itself, or of too many others", ("base",))
        return none
    opened = open_document(path, display_name(path), "scenario")
    notes = opened.notes
    there = Section(opened.source, notes=notes)
    built = build_scenario(there, opened.data, path.stem, trail=whole) if opened.data is not None else none
    if built.scenario is None or any(finding.severity is Severity.ERROR for finding in notes.findings):
        section.notes.extend(notes.findings)
        section.error("FILE027", f"the scenario {name}, which this one is a variant of, cannot be read", ("base",))
        return none
    if not built.scenario.map_ref:
        hint = "give its map a file of its own with File > Save map as"
        section.error("FILE027", f"{name} has no map of its own file, so it can have no variants", ("base",), hint=hint)
        return none
    return built


def _system(section: Section, name: str, base: Scenario | None) -> str:
    """The name of the rules system, with the rules file that it leads to from here; what is wrong with that file is
    noted."""
    if base is not None and name == base.system:
        return base.system
    if not name.strip() or registry.written(name):
        return name
    try:
        path = locate("system", name, section.near)
    except NotFoundError:
        return name  # the umpire says so: a scenario can be opened and corrected without its rules
    except OutsideError as error:
        section.error("FILE022", str(error), ("system",))
        return name
    rules = importlib.import_module(registry.FILES)
    section.notes.extend(rules.errors(path))
    return SystemName(name, str(path))


def _single_units(section: Section, doc: ScenarioDoc) -> None:
    """Put the units that ranges of keys stand for in their place, wherever units are named."""
    if not doc.base:
        # Those of a variant were laid over single ones.
        doc.units = singled(section, doc.units, ("units",))
    doc.counters.artwork = singled(section, doc.counters.artwork, ("counters", "artwork"))
    for number, group in enumerate(doc.reinforcements):
        group.units = named(section, group.units, ("reinforcements", number, "units"))
    for number, laid in enumerate(doc.deployment):
        laid.units = named(section, laid.units, ("deployment", number, "units"))
    for key, pool in doc.pools.items():
        pool.units = named(section, pool.units, ("pools", key, "units"))


def _bound(section: Section, doc: ScenarioDoc, battle: Board) -> None:
    """No list is longer than what it names: nobody could wait until each name in it is looked up."""
    places: list[tuple[list[str], DataPath]] = [
        *((names, ("setup_areas", side)) for side, names in doc.setup_areas.items()),
        *((group.entry, ("reinforcements", n, "entry")) for n, group in enumerate(doc.reinforcements)),
        *((group.area, ("deployment", n, "area")) for n, group in enumerate(doc.deployment)),
        *((line.hexes, ("victory", "scoring", n, "hexes")) for n, line in enumerate(doc.victory.scoring)),
        *(
            found
            for n, win in enumerate(doc.victory.wins)
            for found in _parts(win.when, ("victory", "wins", n, "when"))
        ),
        *(
            found
            for n, group in enumerate(doc.reinforcements)
            if group.when
            for found in _parts(group.when, ("reinforcements", n, "when"))
        ),
    ]
    units: list[tuple[list[str], DataPath]] = [
        *((group.units, ("reinforcements", n, "units")) for n, group in enumerate(doc.reinforcements)),
        *((group.units, ("deployment", n, "units")) for n, group in enumerate(doc.deployment)),
        *((pool.units, ("pools", key, "units")) for key, pool in doc.pools.items()),
    ]
    for names, path in places:
        within(section, names, battle.places, "hexes and regions", path)
    for names, path in units:
        within(section, names, len(doc.units), "units", path)
    if not within(section, list(doc.setup), len(doc.units), "units", ("setup",)):
        doc.setup.clear()


def _parts(doc: ConditionDoc, path: DataPath) -> Iterator[tuple[list[str], DataPath]]:
    """The hexes of a condition and of all that it is made of, with their data paths."""
    waiting = [(doc, path)]
    while waiting:
        part, at = waiting.pop()
        yield part.hexes, (*at, "hexes")
        waiting += [(inner, (*at, "of", n)) for n, inner in enumerate(part.of)]


def _map(section: Section, data: dict[str, Any]) -> tuple[Board | None, str, Section | None]:
    """The scenario's map, inline or from its own file; the name by which the scenario calls it; where its data are."""
    if "map" not in data:
        return None, "", None
    raw = data["map"]
    if isinstance(raw, dict):
        inline = section.sub("map")
        if "format" in raw and not read_format(inline, raw, "map"):
            return None, "", inline
        return build_map(inline, raw), "", inline
    if raw is None or isinstance(raw, bool | list):
        section.error("FILE019", "'map' must be the name of a map, or a whole map", ("map",))
        return None, "", None
    ref = raw if isinstance(raw, str) else as_written(raw)
    try:
        path = locate("map", ref, section.near)
    except NotFoundError as error:
        section.error("FILE021", str(error), ("map",), hint=error.hint)
        return None, ref, None
    except OutsideError as error:
        section.error("FILE022", str(error), ("map",))
        return None, ref, None
    opened = open_document(path, display_name(path), "map")
    there = Section(opened.source, notes=section.notes)
    section.notes.extend(opened.notes.findings)
    return (build_map(there, opened.data) if opened.data is not None else None), ref, there


def _side(key: str, doc: SideDoc) -> Side:
    return Side(key, doc.name or key, doc.colour, doc.ink, doc.role, doc.sentence_name)


def _turns(doc: TurnsDoc) -> Turns:
    labels = {int(turn): label for turn, label in doc.labels.items()}
    marks = {mark: frozenset(turns) for mark, turns in doc.marks.items() if mark != NIGHT}
    return Turns(doc.count, frozenset(doc.night) | frozenset(doc.marks.get(NIGHT, ())), labels, marks)


def _unit(section: Section, key: str, doc: UnitDoc) -> Unit:
    values = {}
    for name, value in (doc.model_extra or {}).items():
        if value is None or isinstance(value, str | int | float | bool):
            values[name] = value
        else:
            message = f"{clip(name)} of unit {key} must be text, a number, or true or false"
            section.error("UNIT002", message, ("units", key, name), unit=key)
    return Unit(key, doc.side, doc.name or key, doc.type, doc.size, values, doc.provenance, doc.formation)


def _counters(section: Section, doc: CountersDoc) -> CounterDesign:
    def texts(listed: list[CounterTextDoc]) -> tuple[CounterText, ...]:
        return tuple(CounterText(text.at, text.show, text.height, text.bold) for text in listed)

    looks = tuple(FormationLook(one.formation, one.colour, one.ink, one.stripe) for one in doc.formations)
    template, ref = _template(section, doc)
    return CounterDesign(
        doc.size,
        doc.symbols,
        texts(doc.front),
        texts(doc.back),
        doc.stripe,
        looks,
        dict(doc.artwork),
        template,
        ref,
        counter_templates.rules(doc.rules),
    )


def _template(section: Section, doc: CountersDoc) -> tuple[CounterTemplate | None, str]:
    """The template of the counters, and how the file names it. One that cannot be had is a warning: the counters look
    as usual then."""
    if doc.faces is not None:
        return counter_templates.built(section, ("counters", "faces"), doc.faces).sized(doc.size), ""
    if not doc.template:
        return None, ""
    place = section.place(("counters", "template"))
    try:
        return counter_templates.load_template(doc.template, section.near).sized(doc.size), doc.template
    except FileProblem as problem:
        first = problem.findings[0]
        why, hint = f"the template {doc.template} cannot be read: {first.message}", f"see line {first.place.line} of it"
    except HexwrightError as error:
        why, hint = str(error), "name a template that ships, or a file beside the scenario"
    section.notes.add(Finding("FILE030", Severity.WARNING, why, place, hint=hint))
    return None, doc.template


def _victory(doc: VictoryDoc) -> Victory:
    scoring = tuple(
        Scoring(s.kind, s.points, s.side, tuple(s.hexes), s.region, s.unit, s.name, s.initial, frozenset(s.turns))
        for s in doc.scoring
    )
    levels = tuple(Level(level.name, level.margin) for level in doc.levels)
    wins = tuple(Win(win.side, condition(win.when), win.name, win.level, win.at_once) for win in doc.wins)
    return Victory(scoring, doc.tie, doc.handicap, levels, doc.sudden, doc.text, wins)


def condition(doc: ConditionDoc) -> VictoryCondition:
    """A condition with all that it is made of."""
    inner = tuple(condition(part) for part in doc.of)
    return VictoryCondition(doc.kind, tuple(doc.hexes), doc.region, doc.unit, doc.count, inner)
