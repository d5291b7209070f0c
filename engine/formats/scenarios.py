"""From the data of a scenario file to a scenario, with its map."""

from __future__ import annotations

from typing import Any

from engine.board.battlemap import BattleMap
from engine.board.grid import NOWHERE
from engine.formats.checking import check
from engine.formats.deployments import GroupChecks, deployments, pools
from engine.formats.documents import ScenarioDoc, TurnsDoc, UnitDoc, VictoryDoc
from engine.formats.fitting import note_misfits
from engine.formats.hints import clip
from engine.formats.locate import NotFoundError, OutsideError, locate
from engine.formats.maps import HexNames, build_map, within
from engine.formats.reading import as_written, display_name
from engine.formats.source import DataPath, Section
from engine.formats.versions import open_document, read_format
from engine.scenario import Arrival, Level, Scenario, Scoring, Side, Turns, Unit, Victory
from engine.scenario.model import NIGHT


class Built:
    """A scenario that was built, or None, and where its map's data are."""

    def __init__(self, section: Section) -> None:
        self.scenario: Scenario | None = None
        self.section = section
        self.map_section: Section | None = None


def build_scenario(section: Section, data: object, key: str, at_hand: BattleMap | None = None) -> Built:
    """A scenario from the data of its file (or of a scenario inside an example); all that is wrong is noted.
    With a map ``at_hand`` it is put on that one, and its own is not read.

    Unknown hexes, units and sides are kept as they are written: only what cannot be a scenario at all gives none.
    """
    built = Built(section)
    doc = check(section, ScenarioDoc, data)
    fields = data if isinstance(data, dict) else {}
    if at_hand is None:
        battle, map_ref, built.map_section = _map(section, fields)
    else:
        ref = fields.get("map", "")
        battle, map_ref = at_hand, ref if isinstance(ref, str) else as_written(ref)
    if doc is None or battle is None:
        return built
    _Checks(section, doc, battle).run()
    built.scenario = Scenario(
        key=key,
        name=doc.name or key,
        system=doc.system,
        map=battle,
        map_ref=map_ref,
        description=doc.description,
        provenance=doc.provenance,
        turns=_turns(doc.turns),
        sides={k: Side(k, side.name or k, side.colour, side.ink, side.role) for k, side in doc.sides.items()},
        units={k: _unit(section, k, unit) for k, unit in doc.units.items()},
        setup=dict(doc.setup),
        setup_areas={side: tuple(names) for side, names in doc.setup_areas.items()},
        arrivals=tuple(
            Arrival(group.turn, group.side, tuple(group.entry), tuple(group.units), group.name, group.how)
            for group in doc.reinforcements
        ),
        deployments=deployments(doc.deployment),
        pools=pools(doc.pools),
        replacements=doc.replacements,
        victory=_victory(doc.victory),
        options=doc.options,
        tables=doc.tables,
        special=doc.special,
    )
    note_misfits(section, built.scenario)
    return built


def _map(section: Section, data: dict[str, Any]) -> tuple[BattleMap | None, str, Section | None]:
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
    return Unit(key, doc.side, doc.name or key, doc.type, doc.size, values, doc.provenance)


def _victory(doc: VictoryDoc) -> Victory:
    scoring = tuple(
        Scoring(s.kind, s.points, s.side, tuple(s.hexes), s.region, s.unit, s.name, s.initial) for s in doc.scoring
    )
    levels = tuple(Level(level.name, level.margin) for level in doc.levels)
    return Victory(scoring, doc.tie, doc.handicap, levels, doc.sudden, doc.text)


class _Checks:
    """Whether the names in a scenario name something: sides, units, hexes, regions."""

    def __init__(self, section: Section, doc: ScenarioDoc, battle: BattleMap) -> None:
        self.section = section
        self.doc = doc
        self.battle = battle
        self.hexes = HexNames(section, battle.grid)

    def run(self) -> None:
        """Note every name that leads nowhere."""
        self._bounds()
        self._units()
        self._setup()
        self._areas()
        self._arrivals()
        GroupChecks(self.section, self.doc, self.battle, self.hexes).run()
        self._victory()

    def _bounds(self) -> None:
        """No list is longer than what it names: nobody could wait for the rest."""
        doc = self.doc
        places: list[tuple[list[str], DataPath]] = [
            *((names, ("setup_areas", side)) for side, names in doc.setup_areas.items()),
            *((group.entry, ("reinforcements", n, "entry")) for n, group in enumerate(doc.reinforcements)),
            *((group.area, ("deployment", n, "area")) for n, group in enumerate(doc.deployment)),
            *((line.hexes, ("victory", "scoring", n, "hexes")) for n, line in enumerate(doc.victory.scoring)),
        ]
        units: list[tuple[list[str], DataPath]] = [
            *((group.units, ("reinforcements", n, "units")) for n, group in enumerate(doc.reinforcements)),
            *((group.units, ("deployment", n, "units")) for n, group in enumerate(doc.deployment)),
            *((pool.units, ("pools", key, "units")) for key, pool in doc.pools.items()),
        ]
        there = len(self.battle.grid.hexes) + len(self.battle.regions)
        for names, path in places:
            within(self.section, names, there, "hexes and regions", path)
        for names, path in units:
            within(self.section, names, len(doc.units), "units", path)
        placed = list(doc.setup)
        if not within(self.section, placed, len(doc.units), "units", ("setup",)):
            doc.setup.clear()

    def _side(self, side: str, path: DataPath, *, key: bool = False) -> None:
        if side and side not in self.doc.sides:
            hint = self.section.suggest(side, self.doc.sides)
            self.section.error("SIDE001", f"there is no side {clip(side)}", path, key=key, hint=hint)

    def _unknown_unit(self, code: str, unit: str, path: DataPath, **more: Any) -> bool:
        if unit in self.doc.units:
            return False
        hint = self.section.suggest(unit, self.doc.units)
        self.section.error(code, f"there is no unit {clip(unit)}", path, hint=hint, unit=unit[:64], **more)
        return True

    def _unknown_hex(self, code: str, name: str, path: DataPath, token: int | None = None, unit: str = "") -> bool:
        if self.hexes.find(name) != NOWHERE:
            return False
        hint = self.hexes.hint(name)
        message = f"there is no hex {clip(name)} on the map"
        self.section.error(code, message, path, token=token, hint=hint, hex=name[:40], unit=unit)
        return True

    def _units(self) -> None:
        for key, unit in self.doc.units.items():
            if self.section.notes.stop():
                return
            if unit.side not in self.doc.sides:
                hint = self.section.suggest(unit.side, self.doc.sides)
                message = f"unit {key} belongs to the unknown side {clip(unit.side)}"
                self.section.error("UNIT001", message, ("units", key, "side"), hint=hint, unit=key)

    def _setup(self) -> None:
        for unit, name in self.doc.setup.items():
            if self.section.notes.stop():
                return
            self._unknown_unit("SETUP001", unit, ("setup", unit), key=True)
            self._unknown_hex("SETUP002", name, ("setup", unit), unit=unit)

    def _areas(self) -> None:
        for side, names in self.doc.setup_areas.items():
            path = ("setup_areas", side)
            self._side(side, path, key=True)
            for token, name in enumerate(names):
                if self.section.notes.stop():
                    return
                if name in self.battle.regions or self.hexes.find(name) != NOWHERE:
                    continue
                hint = self.section.suggest(name, self.battle.regions) or self.hexes.hint(name)
                message = f"{clip(name)} is neither a region nor a hex of the map"
                self.section.error("SETUP003", message, path, token=token, hint=hint, hex=name[:40])

    def _arrivals(self) -> None:
        arrived: dict[str, int] = {}
        for number, group in enumerate(self.doc.reinforcements):
            path: DataPath = ("reinforcements", self.section.index(("reinforcements",), number))
            self._side(group.side, (*path, "side"))
            if group.how == "pool":
                self._pool(group.entry, path)
            elif all(name in self.battle.regions and not self.battle.regions[name].hexes for name in group.entry):
                message = f"the reinforcements of turn {group.turn} have no entry hex"
                self.section.error("REINF006", message, (*path, "entry"), hint="name a hex at the edge of the map")
            for token, name in enumerate(group.entry if group.how != "pool" else ()):
                if name not in self.battle.regions:
                    self._unknown_hex("REINF003", name, (*path, "entry"), token)
            for token, unit in enumerate(group.units):
                if self.section.notes.stop():
                    return
                self._arrival((*path, "units"), token, unit, group.side, arrived)
                arrived.setdefault(unit, group.turn)

    def _pool(self, entry: list[str], path: DataPath) -> None:
        """Units that arrive in a pool name it where others name their entry hexes."""
        for token, name in enumerate(entry):
            if name not in self.doc.pools:
                hint = self.section.suggest(name, self.doc.pools)
                message = f"there is no pool {clip(name)}"
                self.section.error("REINF005", message, (*path, "entry"), token=token, hint=hint)

    def _arrival(self, path: DataPath, token: int, unit: str, side: str, arrived: dict[str, int]) -> None:
        if self._unknown_unit("REINF001", unit, path, token=token):
            return
        if unit in arrived:
            message = f"unit {unit} arrives twice: on turn {arrived[unit]} already"
            self.section.error("REINF002", message, path, token=token, unit=unit)
        if unit in self.doc.setup:
            message = f"unit {unit} is set up in {self.doc.setup[unit]} and arrives as well"
            self.section.error("SETUP004", message, path, token=token, unit=unit, hint="take it out of one of the two")
        owner = self.doc.units[unit].side
        if owner != side and owner in self.doc.sides and side in self.doc.sides:
            message = f"unit {unit} belongs to {owner}, not to {side}"
            self.section.error("REINF004", message, path, token=token, unit=unit)

    def _victory(self) -> None:
        victory = self.doc.victory
        self._side(victory.tie, ("victory", "tie"))
        for side in victory.handicap:
            self._side(side, ("victory", "handicap", side), key=True)
        for number, line in enumerate(victory.scoring):
            path: DataPath = ("victory", "scoring", self.section.index(("victory", "scoring"), number))
            self._side(line.side, (*path, "side"))
            self._side(line.initial, (*path, "initial"))
            for token, name in enumerate(line.hexes):
                self._unknown_hex("WIN001", name, (*path, "hexes"), token)
            if line.region and line.region not in self.battle.regions:
                hint = self.section.suggest(line.region, self.battle.regions)
                self.section.error("WIN002", f"there is no region {clip(line.region)}", (*path, "region"), hint=hint)
            if line.unit:
                self._unknown_unit("WIN003", line.unit, (*path, "unit"))
