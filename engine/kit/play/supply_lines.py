"""How the units of a side would be supplied now by a rules file, hex by hex, and why they are not."""

from __future__ import annotations

from typing import Any

from engine.kit.play.state import KitState
from engine.kit.play.supplying import SupplyRule
from engine.mechanics.bits import bits
from engine.play.answer_records import HexSupply, SupplyAnswer
from engine.play.words import listed
from engine.plural import counted


def supply_answer(field: Any, rule: SupplyRule, state: KitState, side: str) -> SupplyAnswer:
    """How the units of a side would be supplied now, by hex: by which line, or why by none."""
    player = field.roster.player(side)
    lines = SideSupply(field, rule, state, player)
    hexes = {
        field.grid.name(h): lines.of(mask)
        for h, mask in sorted(state.stacks.items())
        if mask & field.roster.of_side[player]
    }
    return SupplyAnswer(side, field.cite(rule.rules[0]), hexes)


class SideSupply:
    """The lines of supply of a side at one moment."""

    def __init__(self, field: Any, rule: SupplyRule, state: KitState, side: int) -> None:
        self.field, self.rule, self.state, self.side = field, rule, state, side
        self.closed = rule.closed(field, state, side)
        self.sources = rule.sources(field, state, side)
        self.goals = rule.goals(field, self.sources, self.closed)

    def of(self, mask: int) -> HexSupply:
        """How the units of a hex are supplied: all of them, or else why one of them is not."""
        field = self.field
        units = list(bits(mask & field.roster.of_side[self.side]))
        lines = {u: self.rule.line(field, self.state, u, self.goals, self.closed) for u in units}
        hungry = [u for u in units if not self._fed(u, bool(lines[u]))]
        line = next((found for found in lines.values() if found), (self.state.where[units[0]],))
        why = self._why(hungry[0], bool(lines[hungry[0]])) if hungry else ""
        if hungry and len(hungry) < len(units):
            why = f"{listed(field.roster.names[u] for u in hungry)}: {why}"
        return HexSupply(
            units=len(units),
            line=() if hungry else tuple(field.grid.name(h) for h in line),
            why=why,
            depots=(),
            depot_lines={},
            forage=(),
        )

    def _fed(self, unit: int, found: bool) -> bool:
        hooks = self.field.hooks
        return found if hooks is None else bool(hooks.supplied(self.state, unit, found))

    def _why(self, unit: int, has_line: bool) -> str:
        """Why a unit is not supplied, in words."""
        field, rule, state = self.field, self.rule, self.state
        if has_line:
            return "a hook of the rules file leaves it without supply"
        if not self.sources:
            return "the side has no source of supply now"
        open_ = rule.line(field, state, unit, rule.goals(field, self.sources, ()), ())
        cut = next((h for h in open_[1:] if h in self.closed), None)
        if cut is None:
            return self._too_far(unit)
        foes = state.stacks.get(cut, 0) & field.roster.of_side[1 - self.side]
        what = "enemy units are" if foes and "enemy" in rule.block.trace.blocked_by else "an enemy zone of control is"
        return f"{what} in {field.place(cut)}, on the way to the source in {field.place(open_[-1])}"

    def _too_far(self, unit: int) -> str:
        rule = self.rule
        most = rule.reach(self.field, self.state, unit)
        if rule.cost is not None:
            return f"no source of supply is within {float(most):g} movement points"
        if rule.block.trace.hexes is None:
            return "no line of supply leads to a source over this terrain"
        return f"no source of supply is within {counted(most, 'hex', 'hexes')}"
