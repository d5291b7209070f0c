"""Paragraphs 30.2 and 30.3: railways are laid, cut and mended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from engine.errors import IllegalAction
from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits, mask_of
from engine.mechanics.deeds import Deed, Offers, each, of_side
from engine.mechanics.hexes.verbs import HEX, WAY, Verb
from engine.mechanics.procedure import Breach
from engine.play import Step
from engine.plural import counted
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.battle.retreating import loosen
from engine.systems.sun_never_sets.battle.rounds import SOME
from engine.systems.sun_never_sets.position import fates, points, railways
from engine.systems.sun_never_sets.position.rewording import Reworded

LAY, MEND, CUT = "lay", "mend", "cut"


def gangs(field: SnsField, state: SnsState, side: int) -> dict[int, list[int]]:
    """The railroad engineers of a side that may work, by hex: those that neither moved nor worked in this segment
    (30.23)."""
    found: dict[int, list[int]] = {}
    if side == field.empire and field.on("railroads"):
        idle = ~(state.extras.gone | state.extras.worked | state.moved)
        for unit in bits(field.roster.railwaymen & field.roster.of_side[side] & idle):
            if state.where[unit] >= 0:
                found.setdefault(state.where[unit], []).append(unit)
    return found


def capacity(field: SnsField, state: SnsState, h: int, number: int) -> int:
    """How many hexes a turn a number of railroad engineers lay from a hex (30.21)."""
    given = field.tables.railways.hexes_a_turn
    hexes = given["one"] if number == 1 else given["two"]
    if field.units_at(state, h, field.empire) & field.roster.engineer_headquarters:
        hexes += given["headquarters"]
    return min(hexes, given["most"])


def unlaid(field: SnsField, state: SnsState, h: int) -> list[int]:
    """The next hexes to which a railway may still be laid from a hex, without an enemy (30.2)."""
    lines, enemy = railways.finished(field, state), field.roster.of_side[field.native]
    return [
        n
        for d, n in enumerate(field.grid.ring1[h])
        if n != NOWHERE
        and (side := field.grid.side(h, d)) in field.ground.rails_planned
        and side not in lines
        and not state.stacks.get(n, 0) & enemy
    ]


def ways(field: SnsField, state: SnsState, h: int, most: int) -> list[tuple[int, ...]]:
    """Every way along which a railway may be laid from a hex, up to this many hexes."""
    found: list[tuple[int, ...]] = []
    edge: list[tuple[int, ...]] = [()]
    for _ in range(most):
        edge = [
            (*way, n) for way in edge for n in unlaid(field, state, way[-1] if way else h) if n != h and n not in way
        ]
        found += edge
    return found


def mendable(field: SnsField, state: SnsState, side: int) -> Offers:
    """The hexes in which railroad engineers may mend a cut at the end of the segment."""
    return each(h for h in gangs(field, state, side) if h in state.extras.cuts)


def layable(field: SnsField, state: SnsState, side: int) -> Offers:
    """The ways along which railroad engineers may lay a railway at the end of the segment."""
    for h, units in gangs(field, state, side).items():
        if h in state.extras.railheads and railways.connected(field, state, h):
            for number in range(1, len(units) + 1):
                for way in ways(field, state, h, capacity(field, state, h, number)):
                    yield (tuple(units[:number]), *way)


def _barred(field: SnsField, side: int) -> Iterator[Breach]:
    """Why a side neither lays nor mends railways."""
    if not field.on("railroads"):
        yield "30.0", "railways are not played in this scenario"
    elif side != field.empire:
        yield "30.2", f"only the {field.side_name(field.empire)} can lay railways"


def mend_breaches(field: SnsField, state: SnsState, side: int, h: int) -> Iterator[Breach]:
    """Every paragraph that mending a railway breaks."""
    name, barred = field.place(h), [*_barred(field, side)]
    if barred:
        yield from barred
    elif h not in state.extras.cuts:
        yield "30.33", f"no railway is cut in {name}"
    elif h not in gangs(field, state, side):
        yield "30.33", f"no railroad engineer has been in {name} for the whole segment"


def lay_breaches(field: SnsField, state: SnsState, side: int, units: tuple[int, ...], *way: int) -> Iterator[Breach]:
    """Every paragraph that laying a railway breaks."""
    roster, h, barred = field.roster, state.where[units[0]], [*_barred(field, side)]
    if barred:
        yield from barred
        return
    for u in units:
        if not 1 << u & roster.railwaymen & roster.of_side[side] or state.where[u] < 0:
            yield "30.21", f"{roster.names[u]} is not a railroad engineer on the map"
            return
        if state.where[u] != h:
            yield "30.21", f"{roster.names[u]} is not in {field.place(h)}: units that work together must be in one hex"
        elif u not in gangs(field, state, side).get(h, []):
            idle = f"{roster.names[u]} has moved or worked in this segment"
            yield from ((rule, idle) for rule in ("30.23", "30.22"))
    if h not in state.extras.railheads:
        yield "30.22", f"no railhead is in {field.place(h)}"
    elif not railways.connected(field, state, h):
        yield "30.22", f"no working railway leads from {field.place(h)} back to a line of communication"
    if len(way) > (most := capacity(field, state, h, len(units))):
        yield "30.21", f"they lay {counted(most, 'hex', 'hexes')} per turn"
    before = [h, *way]
    for a, b in zip(before, way, strict=False):
        if b not in unlaid(field, state, a) or before.count(b) > 1:
            yield "30.2", f"no railway can be laid from {field.place(a)} to {field.place(b)}"
            if b >= 0 and field.units_at(state, b, 1 - side):
                yield from ((rule, f"the enemy is in {field.place(b)}") for rule in ("5.12", "30.11"))
            return


def mend(field: SnsField, state: SnsState, side: int, step: Step, h: int) -> None:
    """Railroad engineers mend a cut (30.33)."""
    workers = mask_of(gangs(field, state, side)[h][:1])
    state.extras = replace(state.extras, cuts=state.extras.cuts - {h}, worked=state.extras.worked | workers)
    step.say("mended", field.cite("30.33"), side=field.sides[side], at=field.grid.name(h))


def lay(field: SnsField, state: SnsState, side: int, step: Step, units: tuple[int, ...], *way: int) -> None:
    """Railroad engineers lay a railway, and the railhead moves to its end (30.22)."""
    mask, h = mask_of(units), state.where[units[0]]
    sides = {field.grid.side_between(a, b) for a, b in zip([h, *way], way, strict=False)}
    state.extras = replace(
        state.extras,
        laid=state.extras.laid | sides,
        railheads=state.extras.railheads - {h} | {way[-1]},
        worked=state.extras.worked | mask,
    )
    loosen(field, state, mask)
    fates.forget(state, mask)
    for u in units:
        field.put(state, u, way[-1])
    name = field.grid.name
    told = {"from": name(h), "to": name(way[-1]), "way": [name(n) for n in way]}
    step.say("laid", field.cite("30.22"), side=field.sides[side], **told)
    points.reached(field, state, step)


# -- cuts -----------------------------------------------------------------------------------------------------------


def cuttable(field: SnsField, state: SnsState, side: int) -> list[int]:
    """The hexes in which a side may try to cut the railway (30.32)."""
    if side != field.native or not field.on("railroads"):
        return []
    return sorted(h for h in state.stacks if not [*cut_breaches(field, state, side, h)])


def cut_breaches(field: SnsField, state: SnsState, side: int, h: int) -> Iterator[Breach]:
    """Every paragraph that an attempt to cut a railway breaks."""
    name = field.place(h)
    if not field.on("railroads"):
        yield "30.0", "railways are not played in this scenario"
    elif side != field.native:
        yield "30.32", f"the {field.side_name(side)} cannot cut railways"
    elif h < 0 or not field.units_at(state, h, side):
        yield "30.32", f"no {field.side_name(side)} unit is in {name}"
    elif h in state.extras.cuts or not railways.on_line(field, state, h):
        yield "30.32", f"there is no railway to cut in {name}"
    elif h in state.extras.tried:
        yield "30.32", f"cutting the railway in {name} has already been tried this turn"


def cut(field: SnsField, state: SnsState, side: int, step: Step, h: int) -> None:
    """A side that occupies a railway tries to cut it (30.32)."""
    given = field.tables.railways.cut
    die = step.roll(state)
    done = given.least <= die <= given.most
    cuts = state.extras.cuts | {h} if done else state.extras.cuts
    state.extras = replace(state.extras, cuts=cuts, tried=state.extras.tried | {h})
    told = {"side": field.sides[side], "at": field.grid.name(h), "die": die, "done": done}
    step.say(CUT, field.cite("30.32"), **told)


WORK: Final = (
    Deed(LAY, of_side(lay), of_side(lay_breaches), of_side(layable)),
    Deed(MEND, of_side(mend), of_side(mend_breaches), of_side(mendable)),
)
"""What railroad engineers do at the end of a movement segment."""
CUTTING: Final = Deed(CUT, of_side(cut), of_side(cut_breaches), of_side(lambda *at: each(cuttable(*at))))
"""What a battle segment allows on railways."""


def _by_whom(field: SnsField, state: SnsState, words: list[str]) -> list[str]:
    """``lay S0503`` by those who may: railroad engineers at the railhead from which a railway may be laid there; those
    who are named behind the hexes come first. Raises IllegalAction where nobody may."""
    at = next((n for n, word in enumerate(words) if word.lower() in ("by", "with")), 0)
    words = [*words[at + 1 :], *words[:at]] if at else words
    if not words or words[0].lower() in field.roster.number:
        return words
    h = field.grid.find(words[0])
    own = [u for u in bits(field.roster.railwaymen & field.roster.of_side[field.empire]) if state.where[u] >= 0]
    near = [u for u in own if h in (state.where[u], *field.grid.ring1[state.where[u]])]
    near.sort(key=lambda u: (state.where[u] != h, state.where[u] not in state.extras.railheads, u))
    if not near:
        said = f"no railroad engineer is next to {words[0]}: name the unit that lays the railway"
        raise IllegalAction(field.cite("30.22"), said, (field.cite("30.21"),))
    at = state.where[near[0]]
    way = words[1:] if h == at else words
    gang = gangs(field, state, field.empire).get(at, near[:1])
    enough = (n for n in range(1, len(gang) + 1) if capacity(field, state, at, n) >= len(way))
    return [*(field.roster.keys[u] for u in gang[: next(enough, len(gang))]), *way]


VERBS: Final = (Reworded(LAY, SOME, WAY, reworded=_by_whom), Verb(MEND, HEX), Verb(CUT, HEX))
