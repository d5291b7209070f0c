"""Actions as text and back: ``move us-9 L2712``, ``attack L2306 with us-9 us-11``, ``end phase``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.board.grid import NOWHERE
from engine.errors import ActionError
from engine.mechanics import ways
from engine.mechanics.marching import STOP
from engine.mechanics.notation import Reader, ending, hex_name, hex_of, need, read, text_of_end, unit_of
from engine.mechanics.odds import ladder_name, ladder_step
from engine.mechanics.turns import phase_of
from engine.play import Action
from engine.systems.twilights_last_gleaming import sequence
from engine.systems.twilights_last_gleaming.entering import MARCH
from engine.systems.twilights_last_gleaming.field import TlgField
from engine.systems.twilights_last_gleaming.state import TlgState


def text_of(field: TlgField, action: Action) -> str:
    """The one text form of an action."""
    verb, args = action
    unit, hexname = field.roster.keys, _hex_namer(field)
    if verb == "end":
        return text_of_end(action)
    if verb in ("go", "stop"):
        return " ".join([verb, *(hexname(h) for h in args)])
    if verb in ("move", "enter"):
        return " ".join([verb, unit[args[0]], *(hexname(h) for h in args[1:])])
    if verb == "attack":
        targets, attackers, lowered = args
        words = ["attack", *(hexname(h) for h in targets)]
        if attackers:
            words += ["with", *(unit[u] for u in attackers)]
        if lowered != NOWHERE:
            words += ["at", field.crt.columns[lowered]]
        return " ".join(words)
    if verb == "also":
        return f"also {hexname(args[0])}"
    if verb == "fight":
        return f"fight at {field.crt.columns[args[0]]}" if args else "fight"
    if verb in ("with", "lose"):
        return f"{verb} {unit[args[0]]}"
    return f"{verb} {unit[args[0]]} {hexname(args[1])}"


def parse(field: TlgField, state: TlgState, text: str) -> Action:
    """The action of a text; raises ActionError."""
    return read(_READERS, field, state, text)


def _hex_namer(field: TlgField) -> Callable[[int], str]:
    return lambda h: hex_name(field.grid, h)


def _unit(field: TlgField, word: str) -> int:
    return unit_of(field.roster, word)


def _hex(field: TlgField, word: str) -> int:
    return hex_of(field.grid, word)


def _read_end(field: TlgField, state: TlgState, words: list[str]) -> Action:
    return ending(words, sequence.PHASES, phase_of(state)[1])


def _read_move(field: TlgField, state: TlgState, words: list[str]) -> Action:
    need(words, 2, "move UNIT HEX [HEX ...]")
    unit = _unit(field, words[0])
    way = [_hex(field, word) for word in words[1:]]
    start = state.where[unit]
    if start >= 0 and field.spelled_out(start, way):
        return Action("move", (unit, *way[1:]))
    if len(way) > 1 and way[0] == start:
        del way[0]
    return ways.action("move", unit, field.grid, start, MARCH.routed(field, state, unit, way))


def _read_enter(field: TlgField, state: TlgState, words: list[str]) -> Action:
    need(words, 2, "enter UNIT ENTRY-HEX [HEX ...]")
    unit = _unit(field, words[0])
    way = [_hex(field, word) for word in words[1:]]
    if way[1:2] == way[:1]:  # entry hex and goal are the same
        del way[1]
    entry, given = way[0], way[1:]
    return ways.action("enter", unit, field.grid, entry, MARCH.routed_entry(field, state, unit, entry, given), (entry,))


def _read_go(field: TlgField, state: TlgState, words: list[str]) -> Action:
    need(words, 1, "go HEX [HEX ...]")
    return MARCH.read_on(field, state, [_hex(field, word) for word in words])


def _read_stop(field: TlgField, state: TlgState, words: list[str]) -> Action:
    return STOP


def _read_attack(field: TlgField, state: TlgState, words: list[str]) -> Action:
    targets: list[int] = []
    attackers: list[int] = []
    lowered = NOWHERE
    mode = "hexes"
    for word in words:
        low = word.lower()
        if low in ("with", "at"):
            mode = low
        elif mode == "hexes" and targets and _is_friend(field, state, low):
            attackers.append(_unit(field, word))
        elif mode == "hexes":
            targets.append(_target(field, state, word))
        elif mode == "with":
            attackers.append(_unit(field, word))
        else:
            lowered = _column(field, word)
    if not targets:
        raise ActionError("the action is written attack HEX [HEX ...] with UNIT [UNIT ...] [at ODDS]")
    return Action("attack", (tuple(sorted(set(targets))), tuple(sorted(set(attackers))), lowered))


def _is_friend(field: TlgField, state: TlgState, word: str) -> bool:
    number, decision = field.roster.number.get(word), state.top.decision(field, state)
    return (
        number is not None and decision is not None and field.roster.sides[field.roster.side[number]] == decision.side
    )


def _target(field: TlgField, state: TlgState, word: str) -> int:
    number = field.roster.number.get(word.lower())
    if number is not None and state.where[number] >= 0:
        return state.where[number]
    return _hex(field, word)


def _column(field: TlgField, word: str) -> int:
    step = ladder_step(word)
    if step is None or ladder_name(step) not in field.crt.columns:
        raise ActionError(f"{word!r} is no odds column; they are {', '.join(field.crt.columns)}")
    return field.crt.columns.index(ladder_name(step))


def _read_also(field: TlgField, state: TlgState, words: list[str]) -> Action:
    need(words, 1, "also HEX")
    return Action("also", (_target(field, state, words[0]),))


def _read_fight(field: TlgField, state: TlgState, words: list[str]) -> Action:
    rest = [word for word in words if word.lower() != "at"]
    return Action("fight", (_column(field, rest[0]),) if rest else ())


def _unit_reader(verb: str) -> Callable[[TlgField, TlgState, list[str]], Action]:
    def read(field: TlgField, state: TlgState, words: list[str]) -> Action:
        need(words, 1, f"{verb} UNIT")
        return Action(verb, (_unit(field, words[0]),))

    return read


def _unit_hex_reader(verb: str) -> Callable[[TlgField, TlgState, list[str]], Action]:
    def read(field: TlgField, state: TlgState, words: list[str]) -> Action:
        need(words, 2, f"{verb} UNIT HEX")
        return Action(verb, (_unit(field, words[0]), _hex(field, words[-1])))

    return read


_READERS: Final[dict[str, Reader[TlgField, TlgState]]] = {
    "end": _read_end,
    "move": _read_move,
    "enter": _read_enter,
    "go": _read_go,
    "stop": _read_stop,
    "attack": _read_attack,
    "bombard": _read_attack,
    "also": _read_also,
    "fight": _read_fight,
    "with": _unit_reader("with"),
    "lose": _unit_reader("lose"),
    "retreat": _unit_hex_reader("retreat"),
    "displace": _unit_hex_reader("displace"),
    "advance": _unit_hex_reader("advance"),
}
