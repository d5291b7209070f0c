"""The counters of a module: what all share, each unit's piece with its pictures, and the palette that offers them."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from PIL import Image, ImageDraw

from engine.exchange.bases import BROAD, depth_of, standing
from engine.exchange.choosing import left_out
from engine.exchange.source import Box, ExportSource, Pictures
from engine.exchange.trees import Element
from engine.exchange.vassal.options import VassalOptions
from engine.exchange.vassal.pieces import (
    Trait,
    alone,
    basic,
    definition,
    flip,
    marks,
    masked,
    prototype,
    turned,
    usual_traits,
)
from engine.exchange.vassal.trays import TrayPile
from engine.formats.roster import cell, columns
from engine.scenario import formations
from engine.scenario.counters import CounterDesign
from engine.scenario.model import Scenario, Side, Unit
from engine.tables.table import Table

MOVED: Final = "moved.png"
BACK: Final = "pool-back.png"
"""The back of units that are drawn at random."""
PILE_EDGE: Final = 4
"""Pixels around the counters of a pile."""
_BUILD: Final = "VASSAL.build."


def node(kind: str, **attributes: str) -> Element:
    """A part of a module; ``kind`` is its class without what all begin with."""
    return Element(_BUILD + kind, attributes)


@dataclass(slots=True)
class ScenarioPieces:
    """A scenario of a module, with the pieces of its units."""

    scenario: Scenario
    secret: set[str]
    """Units that stay behind."""
    shared: dict[str, list[str]] = field(default_factory=dict)
    """The prototypes of each unit, the innermost first."""
    facings: dict[str, float] = field(default_factory=dict)
    """Which way bases on a table face, in degrees clockwise."""
    numbers: dict[str, str] = field(default_factory=dict)
    """The number of each unit's piece in the palette."""


class Counters:
    """All counters of a module."""

    def __init__(self, source: ExportSource, options: VassalOptions, pictures: Pictures) -> None:
        self.options, self.pictures, self.folder = options, pictures, source.folder
        self.images: dict[str, bytes] = {}
        self.table = source.board if isinstance(source.board, Table) else None
        self.gpid = 0
        self.prototypes: dict[str, list[Trait]] = {}
        self._drawn: dict[str, list[tuple[Unit, Side, CounterDesign, tuple[str, str]]]] = {}
        self._count = 0
        self.forces = [
            ScenarioPieces(scenario, left_out(scenario, hidden=options.hidden, only=options.only))
            for scenario in source.scenarios
            if options.units
        ]
        if self.forces:
            self.images[MOVED] = _moved_mark()
            self.prototypes["Counter"] = usual_traits(MOVED, "Eliminated")
        for force in self.forces:
            self._share(force)
            if self.table is not None:
                force.facings = {base.unit.key: base.facing for base in standing(self.table, force.scenario)}

    def _share(self, force: ScenarioPieces) -> None:
        """Find the prototypes of a scenario's units."""
        scenario = force.scenario
        sides = {key: self._shared(f"Side {key}", marks({"Side": side.name})) for key, side in scenario.sides.items()}
        kinds = dict.fromkeys(unit.type for unit in scenario.units.values())
        types = {kind: self._shared(f"Type {kind}", marks({"Type": kind})) for kind in kinds}
        for unit in scenario.units.values():
            force.shared[unit.key] = [types[unit.type], sides[unit.side], "Counter"]

    def _shared(self, name: str, trait: Trait) -> str:
        """The name of the prototype of a trait; a side of the same key may have another name in another scenario."""
        number, found = 1, name
        while self.prototypes.setdefault(found, [trait]) != [trait]:
            number += 1
            found = f"{name} {number}"
        return found

    def prototype_part(self) -> Element:
        """What counters share: what all can do, then side and type."""
        made = node("module.PrototypesContainer")
        for name, traits in self.prototypes.items():
            part = node("module.PrototypeDefinition", name=name, description="")
            part.text = definition([basic("", "", ""), *traits])
            made.children.append(part)
        return made

    def slot(self, force: ScenarioPieces, unit: Unit, *, palette: bool = False, drawn: bool = False) -> Element:
        """A piece as palettes and set-up stacks hold it, with a number of its own; with ``drawn`` it has a back."""
        self.gpid += 1
        number = str(self.gpid)
        if palette:
            force.numbers[unit.key] = number
        shared = [prototype(name) for name in force.shared[unit.key]] + ([masked(BACK)] if drawn else [])
        wide = high = self.options.counters
        if self.table is not None:
            high = round(wide * depth_of(force.scenario, unit) / BROAD)
        slot = node("widget.PieceSlot", entryName=unit.name, gpid=number, height=str(high), width=str(wide))
        facing = 0.0 if palette else force.facings.get(unit.key, 0.0)
        slot.text = definition([*self._own_traits(force, unit, number, facing), *shared])
        return slot

    def traits(self, force: ScenarioPieces, unit: Unit) -> list[Trait]:
        """All traits of a piece, those of its prototypes too, as a saved game has them."""
        shared = [trait for name in force.shared[unit.key] for trait in self.prototypes[name]]
        facing = force.facings.get(unit.key, 0.0)
        return [*self._own_traits(force, unit, force.numbers[unit.key], facing), *shared]

    def _own_traits(self, force: ScenarioPieces, unit: Unit, number: str, facing: float) -> list[Trait]:
        scenario = force.scenario
        front, back = self._faces(scenario, unit)
        named = {"Name": unit.name, "Key": unit.key, "Size": unit.size, "Formation": unit.formation}
        for column in columns(scenario):
            if (column.info is not None or column.key == column.label) and column.key in unit.values:
                named[column.label] = cell(scenario, unit, column)
        layers = [flip(front, back)] if back else []
        if self.table is not None:
            layers = [turned(facing), alone()]
        return [basic(front, unit.name, number), *layers, marks(named)]

    def _faces(self, scenario: Scenario, unit: Unit) -> tuple[str, str]:
        """The pictures of a unit's front and back; empty for no back. A unit that is the same in several scenarios has
        the same pictures."""
        side, design = scenario.sides[unit.side], scenario.counters
        known = self._drawn.setdefault(unit.key, [])
        for one, its_side, its_design, names in known:
            if (one, its_side, its_design) == (unit, side, design):
                return names
        self._count += 1
        stem = f"unit-{self._count:04d}"
        faces = [(f"{stem}.png", False)]
        faces += [(f"{stem}-reduced.png", True)] if self.table is None and self.pictures.two_sided(unit) else []
        wide = self.options.counters
        for name, back in faces:
            if self.table is not None:
                self.images[name] = self.pictures.base(scenario, unit, wide)
            else:
                self.images[name] = self.pictures.counter(scenario, unit, wide, back=back, folder=self.folder)
        found = faces[0][0], faces[1][0] if len(faces) > 1 else ""
        known.append((unit, side, design, found))
        return found

    def palette(self) -> Element:
        """All units, by scenario where there are several, by side, then by formation or type."""
        tabs = node("widget.TabWidget", entryName="Counters")
        for force in self.forces:
            sides = list(self._sides(force))
            if len(self.forces) > 1:
                box = node("widget.BoxWidget", entryName=force.scenario.name)
                box.children = sides
                sides = [box]
            tabs.children += sides
        window = node("module.PieceWindow", name="Counters", text="Counters", hidden="false", scale="1.0")
        window.children.append(tabs)
        return window

    def _sides(self, force: ScenarioPieces) -> Iterator[Element]:
        by_type = self.options.palette == "type"
        for key, side in force.scenario.sides.items():
            own = [one for one in force.scenario.units.values() if one.side == key and one.key not in force.secret]
            sorted_in = [((one.type,) if by_type else formations.parts(one.formation), one) for one in own]
            if own:
                yield self._group(force, side.name, sorted_in, 0)

    def _group(
        self, force: ScenarioPieces, name: str, units: Sequence[tuple[tuple[str, ...], Unit]], depth: int
    ) -> Element:
        """The units of a side or group: a list, or a box of what the group consists of; ``units`` have the names of
        their groups, the largest first."""
        groups: dict[str, list[tuple[tuple[str, ...], Unit]]] = {}
        for names, unit in units:
            groups.setdefault(names[depth] if len(names) > depth else "", []).append((names, unit))
        if list(groups) == [""]:
            return _list(name, [self.slot(force, unit, palette=True) for _, unit in units])
        box = node("widget.BoxWidget", entryName=name)
        box.children = [self._group(force, part or name, those, depth + 1) for part, those in groups.items()]
        return box

    def stack(self, force: ScenarioPieces, name: str, board: str, at: tuple[int, int], units: Iterable[str]) -> Element:
        """Units in one place when a new game begins, the lowest first."""
        made = node("module.map.SetupStack", name=name, owningBoard=board, useGridLocation="false")
        made.attributes |= {"x": str(at[0]), "y": str(at[1])}
        made.children = [self.slot(force, force.scenario.units[key]) for key in units]
        return made

    def pile(self, force: ScenarioPieces, pile: TrayPile, board: str) -> Element:
        """A pile from which units are drawn at random."""
        room = self.options.counters + 2 * PILE_EDGE
        self.images[BACK] = self.pictures.sheet(
            self.options.counters, self.options.counters, [Box(2, 2, *(self.options.counters - 4,) * 2, "Pool")]
        )
        made = node("module.map.DrawPile", name=pile_name(pile.pool), owningBoard=board)
        made.attributes |= {"x": str(pile.x), "y": str(pile.y), "width": str(room), "height": str(room)}
        made.attributes |= {"faceDown": "Always", "drawFaceUp": "true", "shuffle": "Always", "draw": "true"}
        made.attributes |= {"allowMultiple": "false", "allowSelect": "true", "reversible": "false"}
        made.attributes |= {"color": "0,0,0", "hotkeyOnEmpty": "false", "reshufflable": "false", "canSave": "false"}
        made.children = [self.slot(force, force.scenario.units[key], drawn=True) for key in pile.units]
        return made


def pile_name(pool: str) -> str:
    """What the pile of a pool is called."""
    return f"Pool {pool}"


def _list(name: str, slots: Sequence[Element]) -> Element:
    made = node("widget.ListWidget", entryName=name, scale="1.0", width="300", height="300", divider="194")
    made.children = list(slots)
    return made


def _moved_mark() -> bytes:
    """A red disc, for counters that have moved."""
    image = Image.new("RGBA", (16, 16))
    ImageDraw.Draw(image).ellipse((1, 1, 14, 14), fill=(200, 30, 30, 255), outline=(255, 255, 255, 255))
    made = io.BytesIO()
    image.save(made, "PNG")
    return made.getvalue()
