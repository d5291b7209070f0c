"""The fields of a group of reinforcements."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from PySide6.QtWidgets import QLabel

from editor.desk.desk import Desk
from editor.look.rebuilding import rebuilt
from editor.panels.fields import Fields, sides_of, units_of
from editor.panels.in_dock import empty_state
from editor.panels.setup_page import DICE
from editor.panels.units_field import UnitsField, on_hand, unplaced
from editor.panels.victory_blocks import ALWAYS, new_condition
from engine.scenario import Arrival, Scenario
from engine.scenario.model import PLACE, POOL, WITHDRAW

HOW: Final = {
    "enter": "enter over the edge",
    "place": "are put into a hex",
    "pool": "go into a pool",
    "withdraw": "are withdrawn",
}
WAITS: Final = {
    "": "nothing",
    "hold": "hexes that it holds",
    "eliminated": "enemy factors lost",
    "unit": "a unit eliminated",
    "lead": "a lead in points",
}


class ArrivalForm(Fields):
    """Shows a group; it is made again where another kind of group has other fields."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._made: tuple[Any, ...] = ()
        self._group: Arrival | None = None
        self._build(None)

    def show_group(self, group: Arrival | None) -> None:
        """Show a group, or that none is chosen."""
        self._group = group
        waits = group.when.kind if group is not None and group.when is not None else ""
        made = (
            ()
            if group is None
            else (group.how, bool(group.source), waits, *sides_of(self.desk).items(), *self._pools())
        )
        if made != self._made:
            with rebuilt(self):
                self._build(group)
            self._made = made
        if group is None:
            return
        values = {
            name: getattr(group, name) for name in ("name", "side", "turn", "how", "entry", "units", "source", "draw")
        }
        when = group.when
        if when is not None:
            place = (*((when.region,) if when.region else ()), *when.hexes)
            values |= {"when place": place, "when unit": when.unit, "when count": when.count}
        self.show_values({**values, "when": waits, "pool": "".join(group.entry[:1])})

    def _pools(self) -> tuple[str, ...]:
        scenario = self.desk.document.scenario
        return tuple(scenario.pools) if scenario is not None else ()

    def _build(self, group: Arrival | None) -> None:
        self.clear()
        if group is None:
            hint: QLabel = empty_state("Choose a group, add one, or drop units on a turn.")
            self.rows.addRow(hint)
            return
        self.text("name", "Name", hint="for example Ripley's brigade")
        self.choice("side", "Side", sides_of(self.desk))
        self.number("turn", "Turn", least=1)
        self.choice("how", "They", HOW)
        if group.how == POOL:
            self.choice("pool", "Pool", {"": "choose a pool", **{key: key for key in self._pools()}})
        elif group.how != WITHDRAW:
            self.place("entry", "Where", "the entry hexes")
        if group.how == PLACE and (self._pools() or group.source):
            pools = {"": "the units below", **{key: f"the pool {key}" for key in self._pools()}}
            self.choice("source", "Who", pools, "Named here, or drawn from a pool by chance when their turn begins")
        if group.source:
            self.choice("draw", "How many", DICE, "A die roll decides how many are drawn")
        else:
            offered = on_hand if group.how == WITHDRAW else unplaced
            self.own("units", "Units", UnitsField(self.desk, lambda: self._group.side if self._group else "", offered))
        if group.how != WITHDRAW:
            self.choice(
                "when", "Wait for", WAITS, "They arrive on their turn or later, once their side meets this condition"
            )
            kind = group.when.kind if group.when is not None else ""
            if kind == "hold":
                self.place("when place", "Held hexes", "the hexes to be held")
            elif kind == "unit":
                self.choice("when unit", "Unit", {"": "choose a unit", **units_of(self.desk)})
            elif kind:
                self.number("when count", "At least", none=ALWAYS)


def arrival_with(scenario: Scenario, group: Arrival, name: str, value: Any) -> Arrival:
    """A group with one field changed."""
    when = group.when
    if name == "side":
        units = tuple(key for key in group.units if key in scenario.units and scenario.units[key].side == value)
        return replace(group, side=value, units=units)
    if name == "how":
        keeps = value not in (POOL, WITHDRAW) and group.how not in (POOL, WITHDRAW)
        kept = replace(group, how=value, entry=group.entry if keeps else (), when=None if value == WITHDRAW else when)
        return kept if value == PLACE else replace(kept, source="", draw="")
    if name == "source":
        return replace(group, source=value, units=() if value else group.units, draw=group.draw if value else "")
    if name == "pool":
        return replace(group, entry=(value,) if value else ())
    if name == "when":
        return replace(group, when=new_condition(value) if value else None)
    if name.startswith("when ") and when is not None:
        part = name.removeprefix("when ")
        if part == "place":
            regions = [key for key in value if key in scenario.map.regions]
            hexes = tuple(key for key in value if key not in regions)
            return replace(group, when=replace(when, hexes=hexes, region=(regions or [""])[-1]))
        return replace(group, when=replace(when, **{part: value}))
    return replace(group, **{name: value})
