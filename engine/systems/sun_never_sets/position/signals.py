"""Chapter 31: telegraph and heliograph: headquarters lend their strategic value to marches elsewhere (switch
``signals``)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits
from engine.mechanics.procedure import Breach
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.position import railways


def breaches(field: SnsField, state: SnsState, side: int, leader: int) -> Iterator[Breach]:
    """Why a headquarters that is not in a hex lends its strategic value to no march out of it."""
    name, h = field.roster.names[leader], state.where[leader]
    if side != field.empire:
        alone = f"only the {field.side_name(field.empire)} have telegraph and heliograph"
        yield from ((rule, alone) for rule in ("31.0", "31.1", "31.2"))
        return
    if h < 0 or not railways.on_line(field, state, h):
        yield "31.11", f"{name} is not on a finished railway"
    unwired = f"no unbroken railway leads from {name} to that hex"
    yield from ((rule, unwired) for rule in ("31.12", "31.11"))
    yield "31.2", f"{name} is not next to that hex"


def lenders(field: SnsField, state: SnsState, side: int, h: int) -> int:
    """The British headquarters outside a hex that may lend their strategic value to a march out of it: those in next
    hexes by heliograph (31.2), those along an unbroken finished railway by telegraph (31.11, 31.12). Nobody has to use
    the commander in chief so (31.3)."""
    if side != field.empire or not field.on("signals"):
        return 0
    near = {n for n in field.grid.ring1[h] if n != NOWHERE} | railways.wired(field, state, h)
    found = 0
    for unit in bits(field.roster.headquarters & field.roster.of_side[side]):
        if state.where[unit] in near:
            found |= 1 << unit
    return found
