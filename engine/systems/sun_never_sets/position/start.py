"""What a start may set beside its units: columns, points, markers, effects, factors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from engine.errors import HexwrightError
from engine.formats.documents import Text
from engine.formats.fitting import SHORT, PlaceNames, Setting, SideName, UnitNames, fit
from engine.formats.hints import did_you_mean
from engine.formats.short_forms import tokens
from engine.mechanics.bits import bits, mask_of
from engine.play import Start
from engine.systems.sun_never_sets import campaigns
from engine.systems.sun_never_sets.base import cargo, effects, passage
from engine.systems.sun_never_sets.base.event_tables import event_tables
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.state import Effect, SnsState
from engine.systems.sun_never_sets.position import afloat, railways
from engine.systems.sun_never_sets.position.organising import column_number

Number = Annotated[int, Field(ge=0, le=999)]


class EffectValues(BaseModel):
    """An effect that lasts when the game starts."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    turn: Annotated[int, Field(ge=1)] | None = Field(
        default=None, description="The last turn in which it holds; none: as long as the event lasts from here on"
    )
    side: SideName | None = Field(
        default=None, description="The side whose player turn is the last; the second if none"
    )
    units: list[Text] = Field(default=[], description="The units that it affects")


Factors = Annotated[dict[Text, Annotated[dict[Text, Number], SHORT]], SHORT]
"""Nation to unit type to a number of factors."""


def _named(value: Any) -> Any:
    """Keys alone, in a text or a list, for effects that hold as long as their events last."""
    return {key: {} for key in tokens(value)} if isinstance(value, (str, list)) else value


class StartValues(BaseModel):
    """What a start may set."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    points: Annotated[dict[SideName, Number], SHORT] = Field(default={}, description="Victory points (16.2)")
    factors: Annotated[dict[SideName, Factors], SHORT] = Field(
        default={}, description="Replacement factors left, by side, nation and type (13.21)"
    )
    any_factors: Number = Field(default=0, description="British replacement factors of any kind (event 13-16)")
    columns: Annotated[dict[Text, UnitNames], SHORT] = Field(default={}, description="Columns with their units (5.2)")
    fieldworks: Annotated[dict[SideName, PlaceNames], SHORT] = Field(default={}, description="Fieldworks (17.32)")
    atrocities: PlaceNames = Field(default=[], description="Hexes with an atrocity marker (23.2)")
    fair_play: PlaceNames = Field(default=[], description="Hexes with a fair play marker (23.4)")
    sieges: Annotated[dict[Text, PlaceNames], SHORT] = Field(
        default={}, description="Besieged fortresses, each with the hexes of its besiegers (18.1)"
    )
    railheads: PlaceNames | None = Field(default=None, description="Railheads, in place of the scenario's (30.24)")
    railway: PlaceNames = Field(default=[], description="Hexes between which the railway has been laid (30.2)")
    cuts: PlaceNames = Field(default=[], description="Hexes in which the railway is cut (30.32)")
    effects: Annotated[dict[Text, EffectValues], SHORT, BeforeValidator(_named)] = Field(
        default={}, description="Effects of events that last, by the key of the event (4.1)"
    )
    happened: UnitNames = Field(default=[], description="Events that happen only once and have happened (4.1)")
    banks: Annotated[dict[Text, Text], SHORT] = Field(
        default={}, description="Boats with the hexside that they lie on: S0203/S0303 (27.11)"
    )
    aboard: Annotated[dict[Text, UnitNames], SHORT] = Field(
        default={}, description="Units with the boats or fleet that carry them (27.4)"
    )
    known: Annotated[dict[SideName, UnitNames], SHORT] = Field(
        default={}, description="Enemy units that a side has in sight (5.6)"
    )


def _railways(field: SnsField, state: SnsState, values: StartValues) -> None:
    """Set how far railways have been laid; HexwrightError where none is played."""
    if values.railheads is None and not values.railway and not values.cuts:
        return
    if not field.on("railroads"):
        raise HexwrightError("a start sets railheads, railways or cuts: turn the option railroads on")
    hexes = field.hexes_of(tuple(values.railway))
    laid = railways.potential(field.ground, hexes)
    if len(hexes) > 1 and not laid:
        raise HexwrightError("the start has a railway between hexes where the map has no potential line")
    extras, told = state.extras, values.model_fields_set
    heads = extras.railheads if values.railheads is None else field.hexes_of(tuple(values.railheads))
    state.extras = replace(
        extras,
        laid=laid if "railway" in told else extras.laid,
        railheads=frozenset(heads),
        cuts=frozenset(field.hexes_of(tuple(values.cuts))) if "cuts" in told else extras.cuts,
    )


def _sieges(field: SnsField, state: SnsState, given: Mapping[str, PlaceNames]) -> frozenset[tuple[int, int]]:
    """The sieges of a start; HexwrightError where a fortress or its besiegers are not there."""
    found = set()
    for name, hexes in given.items():
        fortress = field.grid.parse(name)
        for origin in field.hexes_of(tuple(hexes)):
            held = [side for side in range(2) if field.units_at(state, fortress, side)]
            if not field.on("sieges"):
                raise HexwrightError("a start sets sieges: turn the option sieges on")
            if not field.ground.fortress[fortress] or not held:
                raise HexwrightError(f"no unit can be besieged in {name}: there is no fortress with a garrison")
            if fortress not in field.ground.open[origin]:
                raise HexwrightError(f"{name} cannot be besieged from {field.place(origin)}: it is not adjacent")
            if not field.units_at(state, origin, 1 - held[0]):
                raise HexwrightError(f"{name} cannot be besieged from {field.place(origin)}: no enemy is there")
            found.add((origin, fortress))
    return frozenset(found)


def apply(field: SnsField, state: SnsState, start: Start) -> None:
    """Set what a start says beside its units. Raises HexwrightError for names that do not fit."""
    values = fit(StartValues, start.set, "set", Setting(field.sides, field.scenario.map))
    find, player = field.roster.find, field.roster.player
    for side, number in values.points.items():
        state.points[player(side)] = number
    for side, nations in values.factors.items():
        for nation, kinds in nations.items():
            for kind, number in kinds.items():
                key = (player(side), nation, kind)
                if key not in field.factor_keys:
                    raise HexwrightError(f"the scenario has no replacement factors for {nation} {kind} of {side}")
                state.factors[field.factor_keys.index(key)] = number
    state.factors[-1] = values.any_factors
    for name, units in values.columns.items():
        column = column_number(name)
        if not column:
            raise HexwrightError(f"{name!r} is not a column; they are c1 to c24")
        for key_of_unit in units:
            state.column[find(key_of_unit)] = column
    for side, hexes in values.fieldworks.items():
        state.fieldworks.update(dict.fromkeys(field.hexes_of(tuple(hexes)), player(side)))
    state.atrocities = frozenset(field.hexes_of(tuple(values.atrocities)))
    state.extras = replace(state.extras, fair_play=frozenset(field.hexes_of(tuple(values.fair_play))))
    _railways(field, state, values)
    if "sieges" in values.model_fields_set:
        state.extras = replace(state.extras, sieges=_sieges(field, state, values.sieges))
    _events(field, state, values, player(start.side) if start.side else 0)
    _afloat(field, state, values)
    for side, units in values.known.items():
        state.known[player(side)] = mask_of(find(unit) for unit in units)


def _events(field: SnsField, state: SnsState, values: StartValues, side: int) -> None:
    """Set what events have brought and still last, and which have come; HexwrightError for what is no event."""
    lasting: dict[str, effects.Lasts] = dict.fromkeys(map(passage.honors_of, field.roles), "next_player_turn")
    lasting |= event_tables().lasting
    for known, given in ((lasting, values.effects), ({*lasting, *campaigns.of(field).once}, values.happened)):
        for key in given:
            if key not in known:
                hint = did_you_mean(key, sorted(known))
                raise HexwrightError(f"there is no event {key}" + (f" ({hint})" if hint else ""))
    for key, one in values.effects.items():
        units = tuple(field.roster.find(unit) for unit in one.units)
        if one.turn is None and one.side is None:
            effects.lay(state, side, key, lasting[key], units)
        else:
            last = field.roster.player(one.side) if one.side else 1
            over = last == 1 and (one.turn or 0) >= field.scenario.turns.count
            effects.hold(state, Effect(key, effects.FOR_EVER if over else one.turn or state.turn, last, units))
    state.happened = tuple(values.happened)


def _afloat(field: SnsField, state: SnsState, values: StartValues) -> None:
    """Where boats lie, and what they carry (27.11, 27.4). Raises HexwrightError for what cannot be."""
    find, called = field.roster.find, field.roster.called
    for key, name in values.banks.items():
        boat, side = find(key), field.grid.parse_side(name)
        if side not in field.waters.shores.get(state.where[boat], ()):
            raise HexwrightError(f"{called(key)} is not adjacent to {name}, or no boat lies there")
        cargo.moor(state, boat, side)
    for key, boats in values.aboard.items():
        unit, carriers = find(key), mask_of(find(boat) for boat in boats)
        own = field.roster.afloat & field.roster.of_side[field.roster.side[unit]]
        if carriers & ~own or not carriers:
            raise HexwrightError(f"{called(key)} can be carried only by boats or fleets of its side")
        if any(state.where[boat] != state.where[unit] or state.where[unit] < 0 for boat in bits(carriers)):
            raise HexwrightError(f"{called(key)} is not in the hex of its boats")
        if not afloat.fits(field, state, unit, carriers):
            raise HexwrightError(f"there is no room for {called(key)} aboard")
        cargo.load(state, unit, carriers)
