"""Examples laid out again as rules change: what did not change is kept, and what cannot be used leaves the last one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from engine.errors import HexwrightError
from engine.findings import Finding, Severity
from engine.formats.source import DataPath
from engine.hexes.board.battlemap import BattleMap
from engine.kit.checks.references import EDGES
from engine.kit.citing import keep_titles
from engine.kit.example.answers import ExampleAnswer, ExampleKind, ExampleQuestion, answer
from engine.kit.example.forces import HERE, example_scenario
from engine.kit.example.ground import COLUMNS, example_map
from engine.kit.kitfile import KitFile
from engine.kit.model.parts import Named
from engine.kit.model.system_file import SettingRule, SystemFile
from engine.kit.model.values import RangeOfFire
from engine.kit.reading import HOOKS, ReadSystem, read_system_text
from engine.kit.record import counters_model, options_of, terms
from engine.kit.rules import kit_rules
from engine.kit.wordlist import listed
from engine.play import Game, Start
from engine.play.rules import Rules
from engine.scenario import Scenario

_OF_SCENARIOS: Final = ("hexes", "units", "side", "edge")
"""Kinds of setting that name what only a scenario has."""


@dataclass(slots=True)
class RulesExample:
    """A small battle under some rules. What it is asked changes nothing in it."""

    read: ReadSystem
    model: SystemFile
    scenario: Scenario
    rules: Rules[Any]
    made_up: bool
    """Whether map and units were made for it; else they are of a scenario."""
    _games: dict[tuple[tuple[str, str], ...], Game] = field(default_factory=dict)

    @property
    def units(self) -> dict[str, str]:
        """The units that can be asked about, with their names: those of the first side, then all others on the map."""
        first = next(iter(self.scenario.sides), "")
        keys = sorted(self.scenario.setup, key=lambda key: self.scenario.units[key].side != first)
        return {key: self.scenario.units[key].name for key in keys if not self.made_up or key.startswith("own-")}

    def first_unit(self, kind: str = "") -> str:
        """The first unit that can be asked about; where a kind of combat is given, the first that may take part."""
        return next((unit for unit in self.units if not kind or kind in self._kinds_of(unit)), next(iter(self.units)))

    def enemies(self, unit: str) -> dict[str, str]:
        """The units of the other side on the map, with their names."""
        side = self.scenario.units[unit].side
        others = (key for key in self.scenario.setup if self.scenario.units[key].side != side)
        return {key: self.scenario.units[key].name for key in others}

    def first_enemy(self, unit: str, kind: str = "") -> str:
        """The first enemy that a kind of combat may be fought against, else the first of all; empty for none."""
        enemies, roster = self.enemies(unit), self.rules.field.roster
        known = self.rules.field.combat.by_name.get(kind)
        mask = known.targets.units if known is not None else None
        fitting = (key for key in enemies if mask is None or mask >> roster.find(key) & 1)
        return next(fitting, next(iter(enemies), ""))

    def places(
        self, asked: ExampleKind, unit: str, enemy: str, moved: dict[str, str], kind: str = ""
    ) -> dict[str, str]:
        """Where each unit is: where it begins, or where it was moved to by hand. In a battle that was made up the unit
        that is asked about is alone with its enemies, and for odds the enemy is in front of it, as near as the kind of
        combat allows."""
        at = dict(self.scenario.setup)
        board = self.scenario.map
        if self.made_up and isinstance(board, BattleMap):
            at = {key: place for key, place in at.items() if not key.startswith("own-")}
            at[unit] = board.grid.name(board.grid.hexes[HERE[1] * COLUMNS + HERE[0]])
        at |= {key: place for key, place in moved.items() if key in at}
        if asked is ExampleKind.ODDS and enemy in at and enemy not in moved and isinstance(board, BattleMap):
            for step in range(self._least_range(unit, kind) if self.made_up else 0):
                at[enemy] = self._ahead(board, at[enemy] if step else at[unit])
        return at

    def _least_range(self, unit: str, kind: str) -> int:
        """From how many hexes a unit can attack; 1 where this cannot be read from the rules."""
        entry = next((one for one in self.model.combat if one.name == kind), None)
        least = entry.range.least if entry is not None and isinstance(entry.range, RangeOfFire) else None
        figure = self.scenario.units[unit].values.get(least) if isinstance(least, str) else least
        number = int(figure) if isinstance(figure, int | Fraction) else 1
        return min(max(number, 1), COLUMNS - 1 - HERE[0])

    def ask(self, asked: ExampleKind, unit: str, enemy: str, moved: dict[str, str], kind: str = "") -> ExampleAnswer:
        """The answer to a question about a unit, and an enemy where one is needed; of odds for a ``kind`` of combat, or
        the first that is legal. Raises HexwrightError where the units cannot be placed like this."""
        data = self.read.section.data if self.read.section is not None else {}
        kind = kind or (next(iter(self._kinds_of(unit)), "") if asked is ExampleKind.ODDS else "")
        at = self.places(asked, unit, enemy, moved, kind)
        game = self._game(at, self._phase_of(kind))
        return answer(ExampleQuestion(asked, game, self.rules, unit, enemy, at, data, self.model, kind))

    def _kinds_of(self, unit: str) -> list[str]:
        """The kinds of combat that a unit may take part in, by what is printed on it."""
        field = self.rules.field
        number = field.roster.find(unit)
        masks = ((kind.name, kind.who.units) for kind in field.combat.kinds)
        return [name for name, mask in masks if mask is None or mask >> number & 1]

    def _phase_of(self, kind: str) -> str:
        """The phase in which a kind of combat is fought; the phase of movement where there is none."""
        titles = (phase.title for phase in self.rules.field.phases if kind in phase.does)
        return next(titles, self.rules.moving_phase)

    @staticmethod
    def _ahead(board: BattleMap, place: str) -> str:
        """The hex to the right of another one."""
        grid = board.grid
        h = grid.parse(place)
        return grid.name(max(grid.neighbours[h], key=lambda one: (grid.offset(one)[0], -abs(one - h))))

    def _game(self, at: dict[str, str], phase: str) -> Game:
        key = (*sorted(at.items()), ("phase", phase))
        if key not in self._games:
            self._games.clear()
            side = next(iter(self.scenario.sides), "")
            start = Start(side=side, phase=phase, units=dict(at), only=True)
            self._games[key] = Game(self.scenario, 1, rules=self.rules, start=start)
        return self._games[key]


def laid_out(read: ReadSystem, scenario: Scenario | None = None, board: BattleMap | None = None) -> RulesExample:
    """A battle under the rules of a file: of a scenario, or made up, on a map that was made for the same ground. Raises
    HexwrightError where the rules have errors, or hooks that the user has not trusted."""
    wrong = _first_error(read)
    if wrong is not None or read.model is None or read.section is None:
        raise HexwrightError(_line_and_message(wrong) if wrong is not None else "These rules cannot be read.")
    # What the sides do not know of one another the designer does.
    model, term_of = read.model.model_copy(update={"secrecy": None}), terms(read.model)
    battle = scenario
    if battle is None:
        model = model.model_copy(update={"settings": _without_places(model)})
        battle = example_scenario(model, board or example_map(model.ground, term_of))
    keep_titles(model)
    file = KitFile(model.name, model, term_of, counters_model(model), options_of(model), read.hooks)
    rules = kit_rules(file)(replace(battle, options={}) if scenario is None else battle)
    return RulesExample(read, model, battle, rules, scenario is None)


def _without_places(model: SystemFile) -> Named[SettingRule]:
    """The settings of a file without defaults that a battle that was made up has not: hexes, units, sides, regions."""
    entries = {
        name: one.model_copy(update={"default": None})
        if one.kind.partition("_")[0] in _OF_SCENARIOS and str(one.default) not in EDGES
        else one
        for name, one in model.settings.items()
    }
    return model.settings.model_copy(update={"entries": entries})


def asked_at(path: DataPath, data: Any) -> tuple[ExampleKind, str]:
    """What an example shows beside the page of a part of the file, and for which kind of combat."""
    block = path[0] if path else ""
    if block == "combat" and len(path) > 1 and isinstance(path[1], int):
        kinds = listed(data.get("combat")) if isinstance(data, Mapping) else []
        entry = kinds[path[1]] if path[1] < len(kinds) else None
        name = entry.get("name") if isinstance(entry, Mapping) else None
        return ExampleKind.ODDS, name if isinstance(name, str) else ""
    if block in ("combat", "tables", "results", "conditions"):
        return ExampleKind.ODDS, ""
    return {"zones": ExampleKind.ZONES, "sight": ExampleKind.SIGHT}.get(str(block), ExampleKind.REACH), ""


def _first_error(read: ReadSystem) -> Finding | None:
    """The first error; hooks that are not trusted are one, for they would be run."""
    errors = [one for one in read.findings if one.severity is Severity.ERROR]
    return min(errors, key=lambda one: (one.code == HOOKS, one.place.line), default=None)


def _line_and_message(finding: Finding) -> str:
    line = f"Line {finding.place.line}: " if finding.place.line else ""
    return f"{line}{finding.message}"


class ExampleBook:
    """The example of a file that is being written: the last one that could be laid out, and what is wrong now."""

    def __init__(self) -> None:
        self.example: RulesExample | None = None
        self.trouble = ""
        """Why the rules as they are now cannot be tried; empty where the example is true to them."""
        self._text: str | None = None
        self._data: Any = None
        self._scenario: Scenario | None = None

    def _map_for(self, read: ReadSystem) -> BattleMap | None:
        """The map of the last example, where the ground is the same: then it need not be drawn again."""
        last = self.example
        same = last is not None and last.made_up and read.model is not None and read.model.name == last.model.name
        if not same or last is None or read.model is None or read.model.ground != last.model.ground:
            return None
        return last.scenario.map if isinstance(last.scenario.map, BattleMap) else None

    def take(self, text: str, path: Path | None, scenario: Scenario | None = None) -> None:
        """Lay out the example for a text; nothing is done where nothing has changed that rules depend on."""
        if text == self._text and scenario is self._scenario:
            return
        other = scenario is not self._scenario
        self._text, self._scenario = text, scenario
        read = read_system_text(text, path)
        data = read.section.data if read.section is not None and _first_error(read) is None else None
        if data is not None and data == self._data and not other and not self.trouble:
            return
        try:
            self.example = laid_out(read, scenario, self._map_for(read))
            self.trouble, self._data = "", data
        except HexwrightError as error:
            self.trouble = str(error)
            if other:
                self.example = None
