"""The terrain effects chart of a rules file: what each kind costs, by kinds of unit, and how it helps in combat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from engine.boards.palette import Layer
from engine.kit.model.changes import ChangeRule
from engine.kit.model.combat import CombatKind
from engine.kit.model.conditions import Requirement
from engine.kit.model.ground import Cost, CostLine
from engine.kit.model.system_file import SystemFile
from engine.kit.model.values import ELSE, ByUnit, sided
from engine.paper.ground import GroundKind, every
from engine.paper.kit_words import KitWords, figure, heading
from engine.paper.model import ChartCell, RulesChart, cell, heads
from engine.plural import in_series

NOTHING: Final = "–"
WORDS: Final = {"prohibited": "no", "all": "all", "rest": "rest"}
"""Costs that are words, as the chart prints them."""
FIELDS: Final = {
    Layer.TERRAIN: "hex",
    Layer.FEATURE: "feature",
    Layer.HEXSIDE: "hexside",
    Layer.PATH: "path",
}
"""Which costs the kinds of a layer have."""


def terrain_chart(words: KitWords, kinds: Mapping[Layer, list[GroundKind]]) -> RulesChart:
    """The chart for some kinds of a palette."""
    return _Terrain(words, kinds).chart()


class _Terrain:
    """The chart while it is made."""

    def __init__(self, words: KitWords, kinds: Mapping[Layer, list[GroundKind]]) -> None:
        self.words, self.model, self.kinds = words, words.model, kinds
        self.fighting = [kind for kind in self.model.combat if kind.shifts]
        self.notes: dict[str, None] = {}

    def chart(self) -> RulesChart:
        """The whole of it."""
        groups = groups_of(self.model, self.words)
        named = len(groups) > 1
        titles = [group for group, _ in groups] if named else ["Movement points"]
        head = heads("Terrain", *titles, *(self.words.combat(kind) for kind in self.fighting))
        rows = tuple(self._row(one, groups) for one in every(self.kinds))
        notes = [*self.notes, *self._usual_notes()]
        return RulesChart(
            "Terrain effects", head, rows, tuple(notes), caption="Movement points to enter or cross" if named else ""
        )

    def _row(self, one: GroundKind, groups: Sequence[tuple[str, str]]) -> tuple[ChartCell, ...]:
        costs = [cell(self._cost(one, unit)) for _, unit in groups]
        return (one.cell, *costs, *(cell(self._shift(one, kind)) for kind in self.fighting))

    # -- movement -----------------------------------------------------------------------------------------------

    def _cost(self, one: GroundKind, unit: str) -> str:
        """What it costs a type of unit, as the chart prints it."""
        movement = self.model.movement
        if movement is None:
            return NOTHING
        costs = movement.costs
        if one.kind.layer is Layer.PATH:
            path = costs.path.get(one.term)
            return cost_figure(self.model, path.cost, unit) if path is not None else NOTHING
        if one.kind.layer is Layer.TERRAIN:
            listed = costs.hex.get(one.term)
            return self._lines(one, listed, unit) if listed else "1"
        table = costs.feature if one.kind.layer is Layer.FEATURE else costs.hexside
        listed = table.get(one.term) or table.get(f"{one.term} up")
        if not listed:
            return NOTHING
        said = self._lines(one, listed, unit)
        return said if said in WORDS.values() or said == NOTHING or listed[0].replaces else f"+{said}"

    def _lines(self, one: GroundKind, lines: Cost, unit: str) -> str:
        """The first line, with marks for what a note says of it and of the others."""
        first = next((line for line in lines if not line.when), lines[0])
        said = cost_figure(self.model, first.cost, unit)
        for line in lines:
            self._note(one, line, first)
        return NOTHING if said == "0" else said

    def _note(self, one: GroundKind, line: CostLine, first: CostLine) -> None:
        name = one.kind.name
        if line.unless:
            self.notes[f"{name}: no cost where there is a {in_series(self._kind_names(line.unless), 'or')}."] = None
        when = self.words.condition(line.when)
        if when and line is first:
            only = {f"over {one.term} (uphill)": "uphill", f"over {one.term} (downhill)": "downhill"}.get(when, when)
            self.notes[f"{name}: only {only}."] = None
        elif when:
            paid = [(group, cost_figure(self.model, line.cost, unit)) for group, unit in _of(line, self)]
            cost = "; ".join(f"{group} {said}" for group, said in paid) if len(paid) > 1 else paid[0][1]
            self.notes[f"{name} when {when}: {cost}."] = None

    def _kind_names(self, terms: Sequence[str]) -> Iterator[str]:
        """What kinds of the palette with these terms are called."""
        for term in terms:
            known = next((one.kind.name for one in every(self.kinds) if one.term == term), "")
            yield known.lower() or term.replace("_", " ")

    def _usual_notes(self) -> Iterator[str]:
        movement = self.model.movement
        if movement is None:
            return
        if any(path.replaces == "all" for path in movement.costs.path.values()):
            yield "Along a path from hex to hex only the cost of the path counts."
        if movement.costs.feature or movement.costs.hexside:
            yield "Figures with a + are added to the cost of the hex entered."
        if any(one.kind.layer is Layer.TERRAIN for one in every(self.kinds)):
            yield "no: not allowed. –: no effect. Left and right are columns of the combat table."
        if any(self._is_whole(one) for one in every(self.kinds)):
            yield "all: the whole allowance."
        if movement.always_one_hex:
            yield "A unit that has not moved may always enter one adjacent hex that is not closed to it."

    def _is_whole(self, one: GroundKind) -> bool:
        """Whether a kind costs some unit its whole allowance."""
        return any(self._cost(one, unit) == "all" for _, unit in groups_of(self.model, self.words))

    # -- combat -------------------------------------------------------------------------------------------------

    def _shift(self, one: GroundKind, kind: CombatKind) -> str:
        found = [said for change in kind.shifts for said in self._shifts(one, change)]
        return "; ".join(dict.fromkeys(found)) or NOTHING

    def _shifts(self, one: GroundKind, change: ChangeRule) -> Iterator[str]:
        if change.best is not None:
            for inner in change.best:
                yield from self._shifts(one, inner)
        for kinds in (change.crossing, change.ground):
            for names, worth in (kinds or {}).items():
                if any(name.partition(" ")[0] == one.term for name in sided(names)):
                    yield short_shift(worth)
        effect = change.columns is not None or change.die is not None or change.dice is not None
        if effect and names_ground(self.model, change.when, one):
            more = len([needed for needed in change.when if not names_ground(self.model, (needed,), one)])
            said = short_shift(change.columns) if change.columns is not None else self.words.act(change)
            yield said + (" *" if more else "")
            if more:
                self.notes["* Under more conditions: see the shifts of the combat."] = None


def short_shift(columns: int) -> str:
    """A shift as the chart prints it: ``1 left``."""
    return f"{abs(columns)} {'left' if columns < 0 else 'right'}"


def _of(line: CostLine, terrain: _Terrain) -> list[tuple[str, str]]:
    if not isinstance(line.cost, ByUnit):
        return [("all", next(iter(terrain.model.units.types)))]
    return groups_of(terrain.model, terrain.words)


def names_ground(model: SystemFile, condition: Sequence[Requirement], one: GroundKind, deep: int = 0) -> bool:
    """Whether a condition of an attack asks for a term under the defender, or on the hexsides that are crossed."""
    if deep > 8:
        return False
    for needed in condition:
        if needed.kind == "is":
            inner = model.conditions.get(str(needed.value)) or ()
            if names_ground(model, inner, one, deep + 1):
                return True
        elif needed.kind in ("terrain", "feature", "beside", "hexside", "over_path", "path"):
            if any(name.partition(" ")[0] == one.term for name in needed.value) and _is_of(needed.kind, one):
                return True
        elif needed.kind == "across":
            asked = [name for names in (needed.value.all, needed.value.any) for name in names or ()]
            if one.kind.layer in (Layer.HEXSIDE, Layer.PATH) and any(
                name.partition(" ")[0] == one.term for name in asked
            ):
                return True
        elif needed.kind in ("any", "defender_in") and any(
            names_ground(model, inner, one, deep + 1) for inner in needed.inner
        ):
            return True
    return False


_ASKED_OF: Final = {
    "terrain": Layer.TERRAIN,
    "feature": Layer.FEATURE,
    "beside": Layer.HEXSIDE,
    "hexside": Layer.HEXSIDE,
    "path": Layer.PATH,
    "over_path": Layer.PATH,
}


def _is_of(kind: str, one: GroundKind) -> bool:
    return _ASKED_OF[kind] is one.kind.layer


# -- groups of types ----------------------------------------------------------------------------------------------


def cost_figure(model: SystemFile, cost: Any, unit: str) -> str:
    """A cost for a type of unit, as a chart prints it."""
    if isinstance(cost, ByUnit):
        cost = next((one for name, one in cost.entries if has_class(model, name, unit)), Fraction(1))
    return WORDS.get(cost, str(cost)) if isinstance(cost, str) else figure(cost)


def has_class(model: SystemFile, name: str, unit: str) -> bool:
    """Whether units of a type are of a class, as far as types alone say it."""
    if name in (ELSE, unit):
        return True
    condition = model.units.classes.get(name, ())
    kinds = [one.value for one in condition if one.kind == "type"]
    return bool(kinds) and all(
        (f"!{unit}" not in names) if names[0].startswith("!") else unit in names for names in kinds if names
    )


def groups_of(model: SystemFile, words: KitWords) -> list[tuple[str, str]]:
    """The types of unit that pay alike, as heads of columns, each with a type that stands for it."""
    movement = model.movement
    costs: list[Any] = []
    if movement is not None:
        for table in (movement.costs.hex, movement.costs.feature, movement.costs.hexside):
            costs += [line.cost for lines in table.values() for line in lines]
        costs += [path.cost for path in movement.costs.path.values()]
    varying = [cost for cost in costs if isinstance(cost, ByUnit)]
    alike: dict[tuple[str, ...], list[str]] = {}
    for unit in model.units.types:
        alike.setdefault(tuple(cost_figure(model, cost, unit) for cost in varying), []).append(unit)
    return [(group_name(model, words, units), units[0]) for units in alike.values()]


def group_name(model: SystemFile, words: KitWords, units: Sequence[str]) -> str:
    """What some types are called together: by their class, else by their titles."""
    for name in model.units.classes:
        if {unit for unit in model.units.types if has_class(model, name, unit)} == set(units):
            return heading(name.replace("_", " "))
    if len(units) == len(model.units.types):
        return "All units"
    return ", ".join(words.type(unit) for unit in units)
