"""What stands on the map: the units of a set-up or of a position, with their places and their tips."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from html import escape

from editor.canvas.concealed import said_of, unknown_unit
from editor.canvas.drawing.faces import USUAL_LOOK, CounterLook
from editor.plain import Html
from engine.boards.board import Spot
from engine.errors import HexwrightError, NameNotKnown
from engine.hexes.board.battlemap import hexes_of
from engine.hexes.board.grid import NOWHERE
from engine.play import registry
from engine.play.display import ConcealedHex
from engine.play.system import Moorings
from engine.scenario import Scenario, Side, Unit
from engine.scenario.words import factors, full_steps


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit as it stands on the map, at a place of it. ``steps`` None is full strength."""

    unit: Unit
    side: Side
    spot: Spot
    steps: int | None = None
    spent: bool = False
    look: CounterLook = USUAL_LOOK
    along: int = NOWHERE
    """The hexside that it lies on, beside its hex; NOWHERE for a unit in the middle of it."""
    aboard: tuple[str, ...] = ()
    """The names of the units that carry it."""
    load: tuple[str, ...] = ()
    """The names of the units that it carries, as far as they are known."""
    unknown: str = ""
    """What is told of it where it stands for units that are not known; empty for a unit."""

    @property
    def hex(self) -> int:
        """Its place on a map of hexes."""
        return int(self.spot)


def pieces_of_setup(scenario: Scenario, look: CounterLook = USUAL_LOOK) -> list[Piece]:
    """The pieces of a scenario's set-up; units whose place or side does not exist are left out."""
    board = scenario.map
    found, along = [], hexsides_of_units(scenario)
    for key, name in scenario.setup.items():
        unit = scenario.units.get(key)
        side = scenario.sides.get(unit.side) if unit else None
        spot = board.find(name)
        if unit is not None and side is not None and spot is not None:
            found.append(Piece(unit, side, spot, look=look, along=along.get(key, NOWHERE)))
    return found


def moorings_of(scenario: Scenario) -> Moorings | None:
    """Which units lie along hexsides under the scenario's rules; None where none do."""
    try:
        return registry.system(scenario.system).moorings
    except HexwrightError:
        return None


def hexsides_of_units(scenario: Scenario) -> dict[str, int]:
    """The hexside that each unit lies along at the beginning, of those that lie so; what cannot be read is left out."""
    moorings = moorings_of(scenario)
    found: dict[str, int] = {}
    if moorings is None:
        return found
    said, grid = scenario.special.get(moorings.rule), hexes_of(scenario.map).grid
    for key, name in said.items() if isinstance(said, Mapping) else ():
        with suppress(NameNotKnown):
            found[str(key)] = grid.parse_side(str(name))
    return found


def pieces_of_position(
    scenario: Scenario,
    units: Mapping[str, Mapping[str, object]],
    look: CounterLook = USUAL_LOOK,
    concealed: Mapping[str, ConcealedHex] | None = None,
) -> list[Piece]:
    """The pieces of a position of play, as `Rules.units` tells it; ``concealed`` are the places with units that are not
    known, as `ConcealedAnswer` has them, each of which has one piece that stands for them."""
    board = scenario.map
    found = []
    for name, told in (concealed or {}).items():
        side, spot = scenario.sides.get(told.side), board.find(name)
        if side is not None and spot is not None:
            found.append(Piece(unknown_unit(side.key), side, spot, unknown=said_of(told, side)))
    for key, how in units.items():
        unit = scenario.units.get(key)
        side = scenario.sides.get(unit.side) if unit else None
        spot = board.find(str(how.get("at") or ""))
        if unit is None or side is None or spot is None:
            continue
        found.append(piece_in_play(scenario, units, unit, side, spot, look))
    return found


def piece_in_play(
    scenario: Scenario,
    units: Mapping[str, Mapping[str, object]],
    unit: Unit,
    side: Side,
    spot: Spot,
    look: CounterLook = USUAL_LOOK,
) -> Piece:
    """A unit as a position of play has it, which `Rules.units` tells: on its hexside, carried, with what it carries."""
    how = units.get(unit.key, {})
    carriers = _keys(how.get("aboard"))
    along = str(next((units.get(key, {}).get("along") for key in carriers), how.get("along")) or "")
    load = tuple(key for key, other in units.items() if unit.key in _keys(other.get("aboard")))
    names = {key: one.called for key, one in scenario.units.items()}
    steps = how.get("steps")
    return Piece(
        unit,
        side,
        spot,
        steps if isinstance(steps, int) else None,
        look=look,
        along=hexes_of(scenario.map).grid.parse_side(along) if along else NOWHERE,
        aboard=tuple(names.get(key, key) for key in carriers),
        load=tuple(names.get(key, key) for key in load),
    )


def _keys(given: object) -> list[str]:
    return [str(key) for key in given] if isinstance(given, list | tuple) else []


def kind_of(unit: Unit) -> str:
    """What a unit is, in words: ``company railroad engineer``, ``battalion anti-tank``."""
    return " ".join(_in_words(part) for part in (unit.size, unit.type) if part)


def figures_of(unit: Unit) -> list[tuple[str, str]]:
    """What a counter prints, in words: the name of each figure and its value, which is empty for a plain yes."""
    return [
        (_in_words(key), "" if value is True else _in_words(str(value)))
        for key, value in unit.values.items()
        if value not in (None, "", False)
    ]


def _in_words(key: str) -> str:
    """A key of a rules system as people read it."""
    return key.replace("anti_", "anti-").replace("_", " ").replace("no zoc", "no zone of control")


def describe(piece: Piece, at: str, place: str = "") -> Html:
    """All that there is to know of a unit, as rich text for a tooltip."""
    unit = piece.unit
    if piece.unknown:
        return f"<b>{escape(unit.name)}</b><br>{escape(piece.unknown)}<br>{escape(at)}"
    shown = factors(unit, piece.steps)
    lines = [f"<b>{escape(unit.name)}</b>", f"{escape(piece.side.name)}, {escape(kind_of(unit))}"]
    whole = full_steps(unit)
    if whole > 1:
        steps = whole if piece.steps is None else piece.steps
        lines.append(
            f"{steps:d} of {whole:d} steps" + (f", strength now {escape(shown.left)}" if shown.reduced else "")
        )
    lines += [escape(f"{name}: {value}" if value else name) for name, value in figures_of(unit)]
    if piece.load:
        lines.append(f"carries {escape(', '.join(piece.load))}")
    if piece.aboard:
        lines.append(f"aboard {escape(', '.join(piece.aboard))}")
    lines.append(escape(at + (f", {place}" if place else "")))
    return "<br>".join(lines)
