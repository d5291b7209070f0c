"""Actions as text and back: ``move cw-7 J0502 J0503``, ``attack J0604 with cw-7 cw-8``, ``bombard J0604 with 2``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.board.grid import NOWHERE
from engine.errors import ActionError
from engine.mechanics import ways
from engine.mechanics.notation import Reader, ending, hex_name, hex_of, need, read, text_of_end, unit_of
from engine.mechanics.turns import phase_of
from engine.play import Action
from engine.systems.fire_and_movement import aftermath, assault, sequence
from engine.systems.fire_and_movement.field import FmField
from engine.systems.fire_and_movement.moving import MARCH
from engine.systems.fire_and_movement.state import FmState


def text_of(field: FmField, action: Action) -> str:
    """The one text form of an action."""
    verb, args = action
    keys = field.roster.keys
    if verb == "end":
        return text_of_end(action)
    if verb in ("move", "enter", "retreat", "displace", "advance"):
        return " ".join([verb, keys[args[0]], *(hex_name(field.grid, h) for h in args[1:])])
    if verb in ("attack", "bombard"):
        return _text_of_combat(field, verb, args[:1], args[1] if verb == "attack" else args[1:])
    if verb in ("go", "stop"):
        return " ".join([verb, *(hex_name(field.grid, h) for h in args)])
    if verb == assault.SEVERAL:
        return _text_of_combat(field, *args)
    if verb == "support":
        return f"support +{args[0]}" if args else "support"
    if verb in ("with", "reduce", "stand", "stay"):
        return f"{verb} {keys[args[0]]}"
    return verb


def _text_of_combat(field: FmField, verb: str, targets: tuple[int, ...], how: tuple[int, ...]) -> str:
    words = [verb, *(hex_name(field.grid, h) for h in targets)]
    if verb == "attack":
        behind = [field.roster.keys[u] for u in how]
    else:
        behind = [f"+{value}" for value in how[1:]] or [str(how[0])]
    return " ".join([*words, "with", *behind] if behind else words)


def parse(field: FmField, state: FmState, text: str) -> Action:
    """The action of a text; raises ActionError."""
    return read(_READERS, field, state, text)


def _hexes(field: FmField, words: list[str]) -> list[int]:
    return [hex_of(field.grid, word) for word in words]


def _read_end(field: FmField, state: FmState, words: list[str]) -> Action:
    return ending(words, sequence.PHASES, phase_of(state)[1])


def _read_move(field: FmField, state: FmState, words: list[str]) -> Action:
    need(words, 2, "move UNIT HEX [HEX ...]")
    unit = unit_of(field.roster, words[0])
    way = _hexes(field, words[1:])
    start = state.where[unit]
    if start >= 0 and field.spelled_out(start, way):
        return Action("move", (unit, *way[1:]))
    if len(way) > 1 and way[0] == start:
        del way[0]
    return ways.action("move", unit, field.grid, start, MARCH.routed(field, state, unit, way))


def _read_enter(field: FmField, state: FmState, words: list[str]) -> Action:
    need(words, 2, "enter UNIT ENTRY-HEX [HEX ...]")
    unit = unit_of(field.roster, words[0])
    entry, *given = _hexes(field, words[1:])
    return ways.action("enter", unit, field.grid, entry, MARCH.routed_entry(field, state, unit, entry, given), (entry,))


def _read_go(field: FmField, state: FmState, words: list[str]) -> Action:
    need(words, 1, "go HEX [HEX ...]")
    return MARCH.read_on(field, state, _hexes(field, words))


def _read_attack(field: FmField, state: FmState, words: list[str]) -> Action:
    (target, *others), behind = _targets(field, state, words, "attack HEX with UNIT [UNIT ...]")
    attackers = tuple(sorted({unit_of(field.roster, word) for word in behind}))
    return (
        Action(assault.SEVERAL, ("attack", (target, *others), attackers))
        if others
        else Action("attack", (target, attackers))
    )


def _targets(field: FmField, state: FmState, words: list[str], form: str) -> tuple[list[int], list[str]]:
    """The hexes before the word ``with`` and the words behind it; without that word, the hexes and all other words."""
    low = [word.lower() for word in words]
    if "with" in low:
        split = low.index("with")
    else:
        split = next((i for i, word in enumerate(words) if i and field.grid.find(word) == NOWHERE), len(words))
    need(words[:split], 1, form)
    targets = list(dict.fromkeys(_target(field, state, word) for word in words[:split]))
    return targets, [word for word in words[split:] if word.lower() != "with"]


def _target(field: FmField, state: FmState, word: str) -> int:
    number = field.roster.number.get(word.lower())
    if number is not None and state.where[number] >= 0:
        return state.where[number]
    return hex_of(field.grid, word)


def _read_bombard(field: FmField, state: FmState, words: list[str]) -> Action:
    form = "bombard HEX with 1, bombard HEX with 2, or bombard HEX with +3 +2"
    (target, *others), rest = _targets(field, state, words, form)
    values = sorted(_strength(word, form) for word in rest if word.startswith("+"))
    if len(rest) > 1 and len(values) < len(rest):
        raise ActionError(f"the action is written {form}")
    how = (len(values), *values) if values else (_strength(rest[0], form) if rest else 1,)
    return Action(assault.SEVERAL, ("bombard", (target, *others), how)) if others else Action("bombard", (target, *how))


def _strength(word: str, form: str) -> int:
    if not word.removeprefix("+").isdecimal():
        raise ActionError(f"{word!r} is no number; the action is written {form}")
    return int(word.removeprefix("+"))


def _read_support(field: FmField, state: FmState, words: list[str]) -> Action:
    return Action("support", (_strength(words[0], "support, or support +3"),) if words else ())


def _read_fall_back(field: FmField, state: FmState, words: list[str]) -> Action:
    return Action("fall back")


def _word_reader(verb: str) -> Reader[FmField, FmState]:
    return lambda field, state, words: Action(verb)


def _unit_reader(verb: str) -> Reader[FmField, FmState]:
    def read_unit(field: FmField, state: FmState, words: list[str]) -> Action:
        need(words, 1, f"{verb} UNIT")
        return Action(verb, (unit_of(field.roster, words[0]),))

    return read_unit


def _way_reader(verb: str) -> Callable[[FmField, FmState, list[str]], Action]:
    def read_way(field: FmField, state: FmState, words: list[str]) -> Action:
        need(words, 2, f"{verb} UNIT HEX")
        way = _hexes(field, words[1:])
        unit = unit_of(field.roster, words[0])
        if verb == "retreat" and len(way) > 1 and way[0] == state.where[unit] != NOWHERE:
            del way[0]
        if verb == "retreat":
            return ways.action(
                verb, unit, field.grid, state.where[unit], aftermath.retreat_path(field, state, unit, way)
            )
        return Action(verb, (unit, *way))

    return read_way


_READERS: Final[dict[str, Reader[FmField, FmState]]] = {
    "end": _read_end,
    "move": _read_move,
    "enter": _read_enter,
    "go": _read_go,
    "stop": _word_reader("stop"),
    "attack": _read_attack,
    "bombard": _read_bombard,
    "support": _read_support,
    "pass": _word_reader("pass"),
    "fight": _word_reader("fight"),
    "hold": _word_reader("hold"),
    "fall": _read_fall_back,
    "with": _unit_reader("with"),
    "reduce": _unit_reader("reduce"),
    "stand": _unit_reader("stand"),
    "stay": _unit_reader("stay"),
    "retreat": _way_reader("retreat"),
    "displace": _way_reader("displace"),
    "advance": _way_reader("advance"),
}
