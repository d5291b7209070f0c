"""What an action breaks that comes when nothing of its kind is asked: the paragraphs that give it its time, and those
that it would break in its own segment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits, mask_of
from engine.mechanics.hexes.turns import active_side
from engine.mechanics.procedure import NOT_ASKED, Breach
from engine.play import Action
from engine.systems.sun_never_sets.base import passage, sieges
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.frames import MovingForce, SnsFrame
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.battle import aftermath, battle, evasion, intelligence, laying, morale
from engine.systems.sun_never_sets.march import interruptions, movement, negotiating
from engine.systems.sun_never_sets.march.sailing import Sailing
from engine.systems.sun_never_sets.position import engineers
from engine.systems.sun_never_sets.position.fight import Fighting
from engine.systems.sun_never_sets.turn import arrivals, conduct, logistics, raising, sequence

_TIMES: Final[dict[str, tuple[str, ...]]] = {
    "place": ("13.0",),
    "replace": ("13.33",),
    raising.RAISE: ("25.31",),
    "draw": ("13.52",),
    "remove": ("13.55",),
    "organise": ("5.21",),
    "join": ("5.21", "5.32"),
    "leave": ("5.21",),
    "march": ("6.0", "6.2"),
    "with": ("5.32",),
    "go": ("6.2", "6.0"),
    "drop": ("5.31",),
    "withdraw": ("13.41",),
    "rail": ("30.1",),
    "lay": ("30.22",),
    "mend": ("30.33",),
    "sail": ("27.3",),
    "steer": ("27.3",),
    "embark": ("27.47",),
    "land": ("27.48",),
    "transfer": ("29.1",),
    "entrench": ("17.31",),
    sieges.BESIEGE: ("18.1",),
    intelligence.SCOUT: ("19.21",),
    intelligence.SCREEN: ("19.22",),
    intelligence.SHOW: ("19.1",),
    intelligence.SPY: ("19.3",),
    interruptions.STORM: ("20.1", "6.0"),
    interruptions.AMBUSH: ("21.1", "21.4"),
    negotiating.PARLEY: ("25.22",),
    battle.ATTACK: ("7.0",),
    "without": ("7.11",),
    engineers.SAP: ("17.2", "17.23"),
    laying.CUT: ("30.32",),
    evasion.EVADE: ("22.1", "22.2", "22.3"),
    "command": ("8.21",),
    "fire": ("8.3",),
    "spend": ("32.1", "32.2"),
    "lose": ("8.54", "8.52", "6.22"),
    "shake": ("8.54", "8.52", "8.53"),
    "retreat": ("8.8", "8.73"),
    "advance": ("8.9", "8.73"),
    sequence.TREATY: ("16.4",),
    sequence.EXTEND: ("afghan:6.10",),
    "check": ("33.1",),
    "follow": ("33.32",),
    conduct.ATROCITY: ("23.1",),
    conduct.FAIR_PLAY: ("23.4",),
    "issue": ("12.1", "12.23"),
    "feed": ("12.61",),
    "forage": ("12.1", "12.3"),
    "starve": ("12.41", "12.4"),
    morale.RALLY: ("11.51",),
}
"""The paragraphs that give each action its time; out of that time it breaks them."""

_SWITCHES: Final[dict[str, tuple[str, str]]] = {
    "entrench": ("engineers", "17.0"),
    interruptions.AMBUSH: ("ambush", "21.0"),
    interruptions.STORM: ("march_attack", "20.0"),
    evasion.EVADE: ("evasion", "22.0"),
    intelligence.SCOUT: ("intelligence", "19.0"),
    intelligence.SCREEN: ("intelligence", "19.0"),
    conduct.ATROCITY: ("conduct", "23.0"),
    conduct.FAIR_PLAY: ("conduct", "23.0"),
    "spend": ("supplied_combat", "32.0"),
    "check": ("routing", "33.0"),
    "follow": ("routing", "33.0"),
}
"""The switches of optional chapters without which there is no such action, and the chapter; other actions say it
themselves."""


def breaches(field: SnsField, state: SnsState, action: Action, units: tuple[int, ...]) -> Iterator[Breach]:
    """Every paragraph that an action breaks that is not asked for now; ``units`` are those that it names."""
    verb = action.verb
    for rule in _TIMES.get(verb, ()):
        yield rule, NOT_ASKED
    switch, chapter = _SWITCHES.get(verb, ("", ""))
    if switch and not field.on(switch):
        yield chapter, "this optional chapter is not played in this scenario"
        return
    side = _side_of(field, state, action, units)
    if verb in _JUDGES:
        yield from _JUDGES[verb](field, state, side, *action.args)
    elif verb in _PROCEDURES:
        yield from _PROCEDURES[verb](field, state, side).faults(field, state, action)


def _side_of(field: SnsField, state: SnsState, action: Action, units: tuple[int, ...]) -> int:
    """The side that an action is of: that of its units, else of who stands in its last hex, else the side whose turn
    it is."""
    verb, args = action
    if verb == "forage":
        places = [args[0]]
    elif verb in (battle.ATTACK, sieges.BESIEGE, interruptions.AMBUSH):
        places = [args[1] if verb != interruptions.AMBUSH else args[0]]
    elif verb in ("entrench", "organise", conduct.ATROCITY, laying.CUT) or (verb == "march" and not args[1]):
        places = [args[0]]
    elif units:
        return field.roster.side[units[0]]
    else:
        places = []
    for h in places:
        for side in range(2):
            if h >= 0 and field.units_at(state, h, side):
                return side
    return max(active_side(state), 0)


# -- what each would break in its own time ----------------------------------------------------------------------------


def _sap(field: SnsField, state: SnsState, side: int, target: int, unit: int) -> Iterator[Breach]:
    return engineers.sap_breaches(field, state, side, target, unit, ())


def _scout(field: SnsField, state: SnsState, side: int, h: int, units: tuple[int, ...]) -> Iterator[Breach]:
    at = state.where[units[0]] if units else NOWHERE
    if at >= 0:
        yield from intelligence.scout_breaches(field, state, side, at, field.units_at(state, at, side), h, units)


def _storm(field: SnsField, state: SnsState, side: int, target: int) -> Iterator[Breach]:
    if isinstance(state.top, interruptions.Springing):
        yield "21.11", "an ambush comes before any attack from the march"
    if target >= 0 and field.ground.fortress[target]:
        yield "20.5", f"{field.place(target)} is a fortress"
    if not any(isinstance(frame, MovingForce) for frame in state.stack):
        yield "20.2", "an attack from march costs a force two points of its march, and none is on the march"
    yield from _over(field, state)
    yield from _on_the_march(field, state, Action(interruptions.STORM, (target,)))


def _go(field: SnsField, state: SnsState, side: int, *way: int) -> Iterator[Breach]:
    yield from _over(field, state)
    yield from _on_the_march(field, state, Action("go", way))


def _on_the_march(field: SnsField, state: SnsState, action: Action) -> Iterator[Breach]:
    """What it would break once the enemy has said whether the force that is on the march is ambushed (21.1)."""
    force = next((frame for frame in reversed(state.stack) if isinstance(frame, MovingForce)), None)
    if force is not None and isinstance(state.top, interruptions.Springing):
        yield from force.faults(field, state, action)


def _over(field: SnsField, state: SnsState) -> Iterator[Breach]:
    """Why a march may be over before its points are spent, or will be once a battle that interrupts it is."""
    fought = {type(frame) for frame in state.stack[:-1]}
    marching = any(isinstance(frame, MovingForce) for frame in state.stack)
    over = bool(state.moved) and not marching
    if field.on("transfer") and not marching and state.extras.shipped:
        yield "29.1", "a transfer by sea takes the whole movement of a turn"
    if field.on("railroads") and not marching:
        yield "30.14", "on a Hold, a force cannot move, not even by rail"
    if field.on("march_attack") and (over or interruptions.Storm in fought):
        yield "20.43", "a draw or defeat in an attack from the march ends the march"
    if field.on("ambush") and (over or interruptions.Springing in fought):
        yield "21.5", "a defeat in an ambush ends the march"


def _ambush(field: SnsField, state: SnsState, side: int, origin: int, units: tuple[int, ...]) -> Iterator[Breach]:
    force = next((frame for frame in reversed(state.stack) if isinstance(frame, MovingForce)), None)
    if force is None or force.side == side:
        if any(isinstance(frame, Sailing) for frame in state.stack):
            yield "27.22", "boats and fleets, and units aboard, ignore zones of control"
        yield from interruptions.sprung_breaches(field, state, side, origin, units)
        near = field.ground.open[origin] if origin >= 0 else ()
        if any(field.ground.fortress[n] and _has_come(field, state, 1 - side, n) for n in near):
            yield "21.6", "units that enter a fortress cannot be ambushed"
        return
    at = next((state.where[u] for u in bits(force.units) if state.where[u] >= 0), NOWHERE)
    if at < 0:
        return
    yield from interruptions.Springing(side, at=at).bars(field, state, origin, units)
    if passage.honored(field, state, 1 - side, force.force(state)):
        yield "21.6", "the force has obtained Honors of War"
    if field.ground.fortress[at] or at not in field.ground.control[origin]:
        yield "21.6", f"no force in {field.place(origin)} has {field.place(at)} in its zone of control"


def _has_come(field: SnsField, state: SnsState, side: int, h: int) -> bool:
    """Whether units of a side that have moved in this segment are in a hex."""
    return bool(field.units_at(state, h, side) & (state.moved | state.extras.gone))


def _evade(field: SnsField, state: SnsState, side: int, units: tuple[int, ...]) -> Iterator[Breach]:
    fought = next((frame for frame in state.stack if isinstance(frame, Fighting)), None)
    if fought is not None:
        yield from evasion.Evading(1 - fought.side).bars_evading(field, state, units)


def _advance(field: SnsField, state: SnsState, side: int, units: tuple[int, ...], *way: int) -> Iterator[Breach]:
    if field.on("march_attack"):
        yield "20.42", "no unit advances after an attack from the march"
    if field.on("ambush") and not field.edition.advance_after_ambush:
        yield "21.5", "no unit advances after an ambush"
    for h in way:
        if h >= 0 and field.units_at(state, h, 1 - side):
            yield "8.92", f"the enemy is in {field.place(h)}"
    if len(way) > 1 and mask_of(units) & ~field.roster.mounted:
        yield "8.93", "only mounted units advance two hexes"
    at = state.where[units[0]]
    if at < 0:
        return
    if sieges.besieged(field, state, at, side):
        yield "18.24", "a besieged garrison advances only when all besiegers are gone"
    yield from aftermath.ground_breaches(field, state, side, at, units, way)


def _retreat(field: SnsField, state: SnsState, side: int, *way: int) -> Iterator[Breach]:
    if any(field.ground.fortress[h] for h in state.stacks):
        yield "8.85", "units that defend in a fortress do not retreat"
    for h in field.grid.ring1[way[0]] if way and way[0] >= 0 else ():
        if h >= 0 and any(sieges.besieged(field, state, h, player) for player in range(2)):
            yield "18.21", f"the garrison of {field.place(h)} is besieged and cannot retreat over land"


def _withdraw(field: SnsField, state: SnsState, side: int, units: tuple[int, ...]) -> Iterator[Breach]:
    at = state.where[units[0]] if units else NOWHERE
    if at >= 0 and sieges.shut_in(field, state, side, at, mask_of(units)):
        yield "18.21", f"{field.place(at)} is besieged; units leave it by water alone"


def _march(field: SnsField, state: SnsState, side: int) -> movement.MovementSegment:
    return movement.MovementSegment(side, 0, movement.allowed(field, state, side))


def _arrival(field: SnsField, state: SnsState, side: int) -> arrivals.ReinforcementSegment:
    return arrivals.ReinforcementSegment(side, 1)


def _conduct(field: SnsField, state: SnsState, side: int) -> conduct.Conduct:
    return conduct.Conduct(side)


def _rally(field: SnsField, state: SnsState, side: int) -> morale.RallySegment:
    return morale.RallySegment(side)


_JUDGES: Final[dict[str, Callable[..., Iterator[Breach]]]] = {
    battle.ATTACK: battle.attack_breaches,
    engineers.SAP: _sap,
    laying.CUT: laying.cut_breaches,
    "entrench": engineers.work_breaches,
    sieges.BESIEGE: sieges.breaches,
    negotiating.PARLEY: negotiating.breaches,
    intelligence.SPY: intelligence.spy_breaches,
    intelligence.SHOW: intelligence.show_breaches,
    intelligence.SCOUT: _scout,
    interruptions.STORM: _storm,
    interruptions.AMBUSH: _ambush,
    "go": _go,
    evasion.EVADE: _evade,
    "advance": _advance,
    "retreat": _retreat,
    "withdraw": _withdraw,
    raising.RAISE: raising.breaches,
}
"""What finds the further paragraphs that an action would break in its own time: (field, state, side, arguments)."""
_PROCEDURES: Final[dict[str, Callable[[SnsField, SnsState, int], SnsFrame]]] = {
    "march": _march,
    "organise": _march,
    "place": _arrival,
    "replace": _arrival,
    conduct.ATROCITY: _conduct,
    conduct.FAIR_PLAY: _conduct,
    morale.RALLY: _rally,
    "issue": logistics.segment,
    "forage": logistics.segment,
}
"""The procedures that find them for other actions: (field, state, side)."""
