"""Writes actions as text, word by word."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from engine.play import Action
from engine.play.parts import Parts, Word, WordKind
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.notation import (
    EDGES,
    NOTHING,
    PHASES,
    STRAIGHT,
    TURNING,
    TURNS,
    Part,
    PartKind,
    angle_text,
)
from engine.tables.places import BasePlace, paces, spell


def parts_of(field: DbmField, action: Action) -> Parts:
    """An action word by word, in its one text form."""
    return Parts(action.verb, tuple(_words(field, action)))


def _word(text: str) -> Word:
    return Word(WordKind.WORD, text)


def _number(value: int) -> Word:
    return Word(WordKind.NUMBER, str(value))


def _part_words(part: Part) -> Iterator[Word]:
    """The words of a part of a move."""
    kind = PartKind(part[0])
    for name, straight in STRAIGHT.items():
        if kind is straight:
            yield from (_word(name), _number(part[1]))
    for (name, way), turning in TURNING.items():
        if kind is turning:
            yield from (_word(name), _word(way), Word(WordKind.NUMBER, angle_text(part[1])))
    for name, turn in TURNS.items():
        if kind is turn:
            yield from (_word("turn"), _word(name))
    if kind is PartKind.TO:
        yield from (_word("to"), Word(WordKind.PLACE, spell(BasePlace(*part[1:4]))))
        if part[4:]:
            yield _word("by")
            points = zip(part[4::2], part[5::2], strict=True)
            yield from (_word(f"{paces(x)},{paces(y)}") for x, y in points)
    if kind is PartKind.DISMOUNT:
        yield _word("dismount")


def _parts_words(parts: Sequence[Part]) -> Iterator[Word]:
    """The words of the parts of a move, with ``;`` between them."""
    for number, part in enumerate(parts):
        if number:
            yield _word(";")
        yield from _part_words(part)


def _words(field: DbmField, action: Action) -> Iterator[Word]:
    verb, args = action
    yield _word(verb)
    yield from _WRITE.get(verb, _write_units)(field, args)


def _unit(field: DbmField, unit: int) -> Word:
    return Word(WordKind.UNIT, field.roster.keys[unit])


def _write_units(field: DbmField, args: tuple[Any, ...]) -> Iterator[Word]:
    for units in args:
        yield from (_unit(field, unit) for unit in (units if isinstance(units, tuple) else (units,)))


def _write_placed(field: DbmField, args: tuple[Any, ...]) -> Iterator[Word]:
    units, where, wide = args
    yield from _write_units(field, (units,))
    yield from (_word("at"), Word(WordKind.PLACE, spell(BasePlace(*where))))
    if wide > 1:
        yield from (_word("wide"), _number(wide))


def _write_move(field: DbmField, args: tuple[Any, ...]) -> Iterator[Word]:
    units, parts = args
    yield from _write_units(field, (units,))
    yield _word(":")
    yield from _parts_words(parts)


def _write_flank(field: DbmField, args: tuple[Any, ...]) -> Iterator[Word]:
    yield from (_word(field.commands[args[0]].key), _word(("left", "right")[args[1]]))


def _write_assign(field: DbmField, args: tuple[Any, ...]) -> Iterator[Word]:
    yield from (_number(args[0]), _word("to"), _word(field.commands[args[1]].key))


def _write_expand(field: DbmField, args: tuple[Any, ...]) -> Iterator[Word]:
    yield from _write_units(field, args[:1])
    yield from (_word(("left", "right")[args[1]]), _number(args[2]))


def _write_halt(field: DbmField, args: tuple[Any, ...]) -> Iterator[Word]:
    yield from _write_units(field, args[:1])
    if args[1] != NOTHING:
        yield from (_word("facing"), Word(WordKind.NUMBER, angle_text(args[1])))


def _write_dismount(field: DbmField, args: tuple[Any, ...]) -> Iterator[Word]:
    units, holders, form, half = args
    yield from _write_units(field, (units,))
    if holders != NOTHING:
        yield from (_word(("without", "with")[holders]), _word("holders"))
    if form != NOTHING:
        yield from (_word("as"), _word(("singles", "double")[form]))
    if half != NOTHING:
        yield _word(("front", "rear")[half])


def _write_mount(field: DbmField, args: tuple[Any, ...]) -> Iterator[Word]:
    yield from _write_units(field, args[:1])
    if args[1:]:
        yield _word(("front", "rear")[args[1]])


def _write_shoot(field: DbmField, args: tuple[Any, ...]) -> Iterator[Word]:
    unit, target, holders, edge, helpers = args
    yield from (_unit(field, unit), _word("at"))
    if holders:
        yield _word("holders")
    yield _unit(field, target)
    if edge != NOTHING:
        yield from (_word("edge"), _word(EDGES[edge]))
    if helpers:
        yield _word("with")
        yield from _write_units(field, (helpers,))


def _write_aim(field: DbmField, args: tuple[Any, ...]) -> Iterator[Word]:
    yield from (_unit(field, args[0]), _word("at"), _unit(field, args[1]))


def _write_flee(field: DbmField, args: tuple[Any, ...]) -> Iterator[Word]:
    yield from (_unit(field, args[0]), _word(("left", "right")[args[1]]))


def _write_end(field: DbmField, args: tuple[Any, ...]) -> Iterator[Word]:
    yield _word(PHASES[args[0]] if args else "phase")


_WRITE: Final[dict[str, Callable[[DbmField, tuple[Any, ...]], Iterator[Word]]]] = {
    **dict.fromkeys(("deploy", "ambush", "arrive"), _write_placed),
    **dict.fromkeys(("move", "march", "column"), _write_move),
    "go": lambda field, args: _parts_words(args[0]),
    "flank": _write_flank,
    "assign": _write_assign,
    "expand": _write_expand,
    "halt": _write_halt,
    "dismount": _write_dismount,
    "mount": _write_mount,
    "shoot": _write_shoot,
    "aim": _write_aim,
    "flee": _write_flee,
    "end": _write_end,
}
