"""Saved games of VASSAL: where the pieces are, as a text of commands.

A saved game is an archive whose entry ``savedGame`` has the commands, each byte as two hexadecimal digits behind a key.
The pieces of a saved game have all their traits; they use no prototypes.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from engine.errors import HexwrightError
from engine.exchange.archives import Archive, packed
from engine.exchange.trees import read_tree
from engine.exchange.vassal.pieces import DrawPile, Trait, definition, pixel, read_definition
from engine.exchange.vassal.sequences import joined, parted

ENTRY: Final = "savedGame"
MOST_BYTES: Final = 64_000_000
MOST_COMMANDS: Final = 200_000
DEEPEST: Final = 60
"""Commands within commands, at most."""
_HEAD: Final = b"!VCSK"
_MARK: Final = "\x1b"
_DECK: Final = "deck"
_DECK_SHUFFLE: Final = 6
"""The field of a deck that says whether it is shuffled before each draw, its kind counted."""
_DECK_NAME: Final = 13


class SavedPiece(NamedTuple):
    """A piece of a saved game, with the window and pixel where it is."""

    traits: list[Trait]
    window: str
    x: float
    y: float
    pile: DrawPile | None = None
    """The draw pile that it lies in, where it does."""


class SavedStack(NamedTuple):
    """Pieces in one place, the lowest first, each with all its traits."""

    window: str
    x: int
    y: int
    pieces: Sequence[Sequence[Trait]]


# -- out ------------------------------------------------------------------------------------------------------------


def saved_game(stacks: Iterable[SavedStack], boards: Iterable[str], about: bytes, facts: bytes) -> bytes:
    """A saved game as the bytes of its file. ``boards`` are the commands that lay out each window's board, ``about``
    and ``facts`` the entries ``moduledata`` and ``savedata``."""
    commands, number = ["begin_save"], 1000
    for stack in stacks:
        names = []
        for traits in stack.pieces:
            number += 1
            names.append(str(number))
            place = ";".join((joined((stack.window,), ";"), str(stack.x), str(stack.y)))
            inner = traits[0]._replace(state=place + traits[0].state[len("null;0;0") :])
            commands.append(definition([inner, *traits[1:]], names[-1]))
        number += 1
        state = joined((stack.window, str(stack.x), str(stack.y), *names, "@@0"), ";")
        commands.append("+/" + joined((str(number), "stack", state), "/"))
    text = joined([*commands, *boards, "end_save"], _MARK)
    data = _HEAD + b"00" + text.encode("utf-8", "replace").hex().encode("ascii")
    return packed([(ENTRY, data), ("moduledata", about), ("savedata", facts)])


# -- in -------------------------------------------------------------------------------------------------------------


def recognise(head: bytes, path: Path) -> bool:
    """Whether a file is a saved game of VASSAL."""
    if not head.startswith(b"PK\x03\x04"):
        return False
    try:
        with zipfile.ZipFile(path) as archive:
            return ENTRY in archive.namelist()
    except (OSError, ValueError, zipfile.BadZipFile, NotImplementedError):
        return False


def module_named(archive: Archive) -> str:
    """The name of the module that a saved game belongs to; empty where it does not say so."""
    if "moduledata" not in archive:
        return ""
    name = read_tree(archive.read("moduledata"), f"{archive.path}, entry moduledata").first("name")
    return name.text.strip() if name is not None else ""


def read_pieces(archive: Archive) -> tuple[list[SavedPiece], int]:
    """The pieces of a saved game, those of a stack from the lowest on, and the number of those that cannot be read.
    Raises HexwrightError."""
    pieces: dict[str, SavedPiece] = {}
    piles: list[tuple[list[str], DrawPile | None]] = []
    broken = 0
    for command in _commands(_text(archive), str(archive.path)):
        if not command.startswith("+/"):
            continue
        parts = parted(command[2:], "/")
        kind = parts[1].partition(";")[0] if len(parts) > 2 else ""
        if kind == "stack":
            piles.append((parted(parts[2], ";")[3:], None))
            continue
        if kind == _DECK:
            piles.append(_deck(parts[1], parts[2]))
            continue
        try:
            pieces[parts[0]] = _piece(command)
        except HexwrightError:
            broken += 1
    held = {key: pile for keys, pile in piles for key in keys if key in pieces}
    return [pieces[key]._replace(pile=held.get(key)) for key in dict.fromkeys([*held, *pieces])], broken


def _deck(kind: str, state: str) -> tuple[list[str], DrawPile]:
    """The pieces of a deck, and what it is called. Its state holds map, place, whether it is face down, pieces."""
    fields, parts = parted(kind, ";") + [""] * _DECK_NAME, parted(state, ";")
    keys = parted(parts[4], ",") if len(parts) > 4 else []
    return keys, DrawPile(fields[_DECK_NAME].strip() or "pool", fields[_DECK_SHUFFLE] != "Never")


def _piece(command: str) -> SavedPiece:
    traits = read_definition(command)
    state = parted(traits[0].state, ";") + [""] * 3
    return SavedPiece(traits, state[0], pixel(state[1]), pixel(state[2]))


def _text(archive: Archive) -> str:
    """The commands in clear."""
    data = archive.read(ENTRY, MOST_BYTES)
    if not data.startswith(_HEAD):
        return data.decode("utf-8", "replace")
    try:
        clear = bytes.fromhex(data[len(_HEAD) :].decode("ascii"))
    except ValueError:
        raise HexwrightError(f"{archive.path}, entry {ENTRY}: it is broken") from None
    key = clear[0] if clear else 0
    return clear[1:].translate(bytes(byte ^ key for byte in range(256))).decode("utf-8", "replace")


def _commands(text: str, where: str) -> Iterator[str]:
    """All commands, those within others too. Raises HexwrightError for too many, or too many within each other."""
    waiting, count = [(text, 0)], 0
    while waiting:
        command, depth = waiting.pop()
        first, *rest = parted(command, _MARK) if _MARK in command else [command]
        yield first
        count += 1
        if count > MOST_COMMANDS or depth > DEEPEST:
            raise HexwrightError(f"{where}, entry {ENTRY}: it has too many commands")
        waiting.extend((inner, depth + 1) for inner in reversed(rest))
