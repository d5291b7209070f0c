"""Chapter 17: engineers and pioneers on the march, at work, and before fortresses (switch ``engineers``)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits
from engine.mechanics.hexes.verbs import TARGET, UNIT, Verb
from engine.mechanics.procedure import Breach
from engine.play import Step
from engine.systems.sun_never_sets.base.counters import RAILWAYMEN
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.ground import BRIDGING, PIONEERS, WITHOUT
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.position import fates

SAP: Final = "sap"
_VETERAN: Final = "V"


def able(field: SnsField, state: SnsState, mask: int) -> int:
    """The good-order engineers and pioneers of a mask (17.5)."""
    return field.good(state, mask & (field.roster.engineers | field.roster.pioneers))


# -- on the march ---------------------------------------------------------------------------------------------------


def help_for(field: SnsField, state: SnsState, mask: int) -> str:
    """What engineers and pioneers do for the march of a force that they are in (17.11, 17.41 to 17.43)."""
    if not field.on("engineers"):
        return ""
    there = able(field, state, mask)
    return BRIDGING if there & state.extras.bridging else PIONEERS if there else WITHOUT


def set_out(field: SnsField, state: SnsState, side: int, h: int, mask: int) -> None:
    """A force begins its march in a hex: its engineers can bridge rivers if a supply unit of theirs is there, which is
    not spent and need not come along (17.12)."""
    found = able(field, state, mask & field.roster.engineers)
    if field.on("engineers") and found and field.units_at(state, h, side) & field.roster.supply:
        state.extras = replace(state.extras, bridging=state.extras.bridging | found)


def dear(field: SnsField, state: SnsState, mask: int, at: int, step: tuple[int, int, bool]) -> Iterator[Breach]:
    """Why engineers or pioneers do not make a step of a British force cheaper: nobody of them is with it, or not so
    as the paragraph asks (17.1, 17.4, 17.5)."""
    if not field.on("engineers") or not mask & field.roster.of_side[field.empire]:
        return
    n, _, by_road = step
    name, ready = field.place(n), able(field, state, mask)
    rules = []
    if field.ground.over_water(at, n) and not ready & state.extras.bridging:
        rules = ["17.11", "17.12" if ready & field.roster.engineers else "17.1"]
    if not ready:
        if by_road:
            rules += ["17.42", "17.43"]
        elif field.ground.terrain[n] in ("mountain", "jungle"):
            rules += ["17.41"]
        if rules and mask & (field.roster.engineers | field.roster.pioneers):
            rules.append("17.5")
    for rule in rules:
        yield rule, f"no engineers or pioneers make the step to {name} cheaper"


# -- fieldworks -----------------------------------------------------------------------------------------------------


def builders(field: SnsField, state: SnsState, side: int) -> list[int]:
    """The hexes where engineers or pioneers that have not left them in this segment may build fieldworks: not in
    fortresses, and one work a hex (17.31)."""
    if not field.on("engineers"):
        return []
    own = able(field, state, field.roster.of_side[side] & ~state.extras.gone)
    hexes = {state.where[u] for u in bits(own) if state.where[u] >= 0}
    return sorted(h for h in hexes if h not in state.fieldworks and not field.ground.fortress[h])


def work_breaches(
    field: SnsField, state: SnsState, side: int, h: int, *, closing: bool = True, among: int = -1
) -> Iterator[Breach]:
    """Every paragraph that building fieldworks breaks, by the units of a hex that are in the mask ``among``;
    ``closing``: whether the marches of the segment are over."""
    if not field.on("engineers"):
        yield "17.0", "engineers cannot build fieldworks in this scenario"
        return
    name, roster = field.place(h), field.roster
    here = among & field.units_at(state, h, side) if h >= 0 else 0
    skilled = here & (roster.engineers | roster.pioneers)
    if not closing:
        yield "17.31", "fieldworks are built at the end of the segment, when the marches are over"
    if here & roster.of_type(RAILWAYMEN) and not skilled:
        yield "17.5", f"the railroad engineers in {name} build no fieldworks"
    elif not skilled:
        yield "17.3", f"no {field.side_name(side)} engineer or pioneer is in {name}"
    elif not able(field, state, skilled):
        yield "17.5", f"the engineers and pioneers in {name} are demoralized"
    elif not able(field, state, skilled & ~state.extras.gone):
        yield "17.31", f"the engineers and pioneers in {name} have marched in this segment"
    if h >= 0 and field.ground.fortress[h]:
        yield "17.31", f"fieldworks cannot be built in a fortress, as in {name}"
    if h in state.fieldworks:
        yield "17.32", f"{name} already has fieldworks"


# -- sapper attacks -------------------------------------------------------------------------------------------------


def saps(field: SnsField, state: SnsState, side: int, attacked: tuple[int, ...]) -> list[tuple[int, int]]:
    """The (hex, engineer) pairs of sapper attacks that a side may make; ``attacked`` are the hexes attacked before."""
    if not field.on("engineers"):
        return []
    units = [u for u in bits(field.roster.engineers & field.roster.of_side[side]) if state.where[u] >= 0]
    pairs = ((n, u) for u in units for n in field.ground.open[state.where[u]])
    return sorted((n, u) for n, u in pairs if not [*sap_breaches(field, state, side, n, u, attacked)])


def sap_breaches(
    field: SnsField, state: SnsState, side: int, target: int, unit: int, attacked: tuple[int, ...]
) -> Iterator[Breach]:
    """Every paragraph that a sapper attack breaks."""
    name, sapper = field.place(target), field.roster.names[unit]
    if not field.on("engineers"):
        yield "17.0", "sapper attacks are not played in this scenario"
        return
    walls = target >= 0 and field.ground.fortress[target]
    works = state.fieldworks.get(target) == 1 - side
    if target == NOWHERE or not state.stacks.get(target, 0) & field.roster.of_side[1 - side] or not (walls or works):
        yield "17.2", f"there is no enemy fortress or fieldworks in {name}"
    elif target in state.extras.blown:
        yield "17.22", f"the defenses of {name} are blown"
    if target in attacked:
        yield "17.21", f"{name} has been attacked; sappers come before any other attack on it"
    if not 1 << unit & field.roster.engineers & field.roster.of_side[side]:
        yield "17.2", f"{sapper} is not a {field.side_name(side)} engineer"
        if 1 << unit & field.roster.of_type(RAILWAYMEN):
            yield "17.5", f"{sapper} is a railroad engineer, not a sapper"
        return
    if state.where[unit] < 0 or target not in field.ground.open[state.where[unit]]:
        yield "17.2", f"{sapper} is not next to {name}"
    if not able(field, state, 1 << unit):
        yield "17.5", f"{sapper} is demoralized"
    if state.extras.sapped >> unit & 1:
        yield "17.22", f"{sapper} has made its sapper attack this turn"


def sap_modifier(field: SnsField, state: SnsState, target: int, unit: int) -> int:
    """What modifies the die of a sapper attack (17.22)."""
    given, roster = field.tables.sapper.modifiers, field.roster
    side = roster.side[unit]
    ours, theirs = field.units_at(state, state.where[unit], side), field.units_at(state, target, 1 - side)
    found = given["engineer_headquarters"] if ours & roster.engineer_headquarters else 0
    found += given["veteran_engineer"] if field.gunnery.morale[unit] == _VETERAN else 0
    found += given["enemy_engineer_headquarters"] if theirs & roster.engineer_headquarters else 0
    if side == field.empire and able(field, state, theirs & roster.engineers):
        found += given["enemy_engineer"]
    return found


def sap(field: SnsField, state: SnsState, side: int, step: Step, target: int, unit: int) -> None:
    """An engineer undermines a fortress or fieldworks: no superiority, no answer (17.21, 17.22)."""
    table, more = field.tables.sapper, sap_modifier(field, state, target, unit)
    column = [table.rows[table.die.clip(throw + more)] for throw in range(1, 7)]
    die, result = step.read(state, column, "of the sapper attack table")
    state.extras = replace(state.extras, sapped=state.extras.sapped | 1 << unit)
    told = {"unit": field.roster.keys[unit], "at": field.grid.name(target), "die": die, "modifier": more}
    step.say(SAP, field.cite("17.22"), result=result, **told)
    if result == "countermine":
        fates.demoralize(field, state, unit, "17.22", step)
    elif result == "blown":
        if field.ground.fortress[target]:
            state.extras = replace(state.extras, blown=state.extras.blown | {target})
        state.fieldworks.pop(target, None)


VERBS: Final = (Verb[SnsField, SnsState](SAP, TARGET, UNIT.behind("by")),)
