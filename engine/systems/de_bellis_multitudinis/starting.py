"""Where a game begins: the scenario's set-up, or the position of a start."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.errors import ActionError, HexwrightError
from engine.formats.documents import Text
from engine.play import Start
from engine.systems.de_bellis_multitudinis.deploying import flank_edge, send_off
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.special import Weather
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag
from engine.tables.places import BasePlace, parse, place

Die = Annotated[int, Field(ge=0, le=99)]
Triple = Annotated[list[float], Field(min_length=3, max_length=3)]


class Model(BaseModel):
    """A part of a start."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class DbmStart(Model):
    """What a start sets besides elements."""

    pips: dict[Text, Die] = {}
    """Points of initiative by command, or by side for all of its commands."""
    bound: Annotated[int, Field(ge=1, le=999)] | None = None
    weather: Weather | None = None
    demoralised: list[Text] = []
    """Demoralised commands."""
    arriving: dict[Text, Literal["bottom", "top", "left", "right"]] = {}
    """Commands on flank marches, with the table edge by which each comes."""
    columns: list[list[Text]] = []
    """Columns that have wheeled and are still columns, from head to tail (12.4)."""


class UnitStart(Model):
    """Where an element begins, and what it has done."""

    at: Triple | Text | None = None
    dead: bool = False
    steps: Annotated[int, Field(ge=0, le=1)] = 1
    dismounted: bool = False
    mounts: Literal["kept", "left"] = "kept"
    holders: Triple | Text | None = None
    ambush: bool = False
    marches: Annotated[int, Field(ge=0, le=9)] = 0
    moved: bool = False


def place_of(value: Any) -> BasePlace:
    """The place of a text or of a list of three; raises HexwrightError."""
    if isinstance(value, list | tuple):
        return place(*value)
    return parse(str(value))


def set_up(field: DbmField, state: DbmState) -> None:
    """Put down the elements that the scenario places, hidden where they are in ambush (7.1); commands on flank marches
    are off the table (8)."""
    hidden = {field.roster.find(key) for key in field.special.ambush}
    for key, where in field.scenario.setup.items():
        unit = field.roster.find(key)
        state.put(unit, place_of(where))
        state.mark(unit, Flag.SET_UP)
        if unit in hidden:
            state.mark(unit, Flag.HIDDEN)
    for key, way in field.special.flank.items():
        number = field.roster.find_command(key)
        edge = flank_edge(field, field.commands[number].side, ("left", "right").index(way))
        send_off(field, state, number, edge)


def begin(field: DbmField, state: DbmState, start: Start) -> None:
    """Put elements where a start has them, and set what else it sets. Raises HexwrightError for what cannot be."""
    state.turn = start.turn
    for key, how in start.units.items():
        _begin_unit(field, state, field.roster.find(key), how)
    given = DbmStart.model_validate(dict(start.set))
    state.pips = [_pips(given.pips, field, number) for number in range(len(field.commands))]
    state.dice = state.pips.copy()
    for word in given.demoralised:
        state.demoralised |= 1 << field.roster.find_command(word)
    arriving = {field.roster.find_command(word): edge for word, edge in given.arriving.items()}
    state.edges = {**state.edges, **arriving}
    for command in arriving:
        state.arrived |= 1 << command
        for unit in field.commands[command].units:
            if state.at[unit] is None and not state.has(unit, Flag.LOST):
                state.mark(unit, Flag.FLANKING)
    state.columns = tuple(tuple(field.roster.find(key) for key in column) for column in given.columns)
    if given.weather is not None:
        state.weather = weather_of(given.weather)
    side = field.roster.player(start.side) if start.side else 0
    state.bound = given.bound if given.bound is not None else 2 * start.turn - 1 + side
    if given.bound is not None:
        state.turn = (given.bound + 1) // 2


def weather_of(weather: Weather) -> tuple[str, int]:
    """The weather as a state keeps it."""
    return weather.kind, round(weather.towards * 10)


def _pips(given: Mapping[str, int], field: DbmField, number: int) -> int:
    """The points of a command: its own, those of its side, or six."""
    command = field.commands[number]
    return given.get(command.key, given.get(field.roster.sides[command.side], 6))


def _begin_unit(field: DbmField, state: DbmState, unit: int, how: Any) -> None:
    try:
        given = UnitStart.model_validate(how if isinstance(how, Mapping) else {"at": how})
        where = None if given.at in (None, "", "off") else place_of(given.at)
        holders = None if given.holders is None else place_of(given.holders)
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        place_in = ".".join(map(str, problem["loc"]))
        raise HexwrightError(f"{field.name(unit)}: {place_in}: {problem['msg']}") from error
    except ActionError as error:
        raise HexwrightError(f"{field.name(unit)}: {error}") from error
    if given.dead or not given.steps:
        state.put(unit, None)
        state.mark(unit, Flag.LOST)
        return
    if isinstance(how, Mapping) and "at" not in how and state.at[unit] is not None:
        where = state.at[unit]  # where the set-up has it
    state.put(unit, where)
    flags = Flag.SET_UP
    flags |= Flag.DISMOUNTED if given.dismounted else 0
    flags |= Flag.MOUNTS_LEFT if given.mounts == "left" else 0
    flags |= Flag.HIDDEN if given.ambush else 0
    flags |= Flag.MOVED if given.moved or given.marches else 0
    flags |= Flag.MARCHED if given.marches else 0
    if given.dismounted and field.roster.dismounted[unit] is None:
        raise HexwrightError(f"{field.name(unit)} cannot dismount: it has no `dismounts`")
    state.flags[unit] = int(flags)
    state.marches[unit] = given.marches
    if holders is not None:
        state.hold(unit, holders)
