"""The actions there are: ``move cw-7 J0502 J0503``, ``attack J0604 with cw-7 cw-8``, ``bombard J0604 with 2``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.errors import ActionError
from engine.mechanics.hexes import deploying
from engine.mechanics.hexes.turns import phase_of
from engine.mechanics.hexes.verbs import (
    ENTRY,
    TARGETS,
    UNIT,
    UNITS,
    WAY,
    Args,
    Ending,
    Made,
    Number,
    Part,
    Verb,
    Verbs,
    from_its_entry,
    on_the_way,
)
from engine.play import Action
from engine.play.parts import Word, WordKind
from engine.systems.fire_and_movement import aftermath, assault, sequence
from engine.systems.fire_and_movement.field import FmField
from engine.systems.fire_and_movement.moving import MARCH
from engine.systems.fire_and_movement.state import FmState

FmVerb = Verb[FmField, FmState]


def _strength(field: FmField, state: FmState, word: str) -> int:
    if not word.removeprefix("+").isdecimal():
        raise ActionError(f"{word!r} is not a strength of support fire; strengths are written +3")
    return int(word.removeprefix("+"))


STRENGTH: Final[Part[FmField, FmState, int]] = Part(
    WordKind.NUMBER, "+STRENGTH", _strength, lambda field, strength: f"+{strength}"
)
"""The strength of a support fire marker."""


class Markers(Part[FmField, FmState, int]):
    """Support fire markers, by their strengths where those are known and else by their number; one when not said.

    The arguments are their number and the strengths that were named.
    """

    def values(self, field: FmField, state: FmState, words: Sequence[str], form: str) -> Args:
        words = [word for word in words if word.lower() not in ("marker", "markers")]
        strengths = sorted(self.read(field, state, word) for word in words if word.startswith("+"))
        if len(words) > 1 and len(strengths) < len(words):
            raise ActionError(f"the action is written {form}")
        if strengths:
            return (len(strengths), *strengths)
        return (self.read(field, state, words[0]) if words else 1,)

    def words(self, field: FmField, args: Args) -> tuple[list[Word], Args]:
        count, *strengths = args
        said = [f"+{strength}" for strength in strengths] or [str(count)]
        return [Word(WordKind.WORD, self.after), *(Word(self.kind, text) for text in said)], ()


MARKERS: Final = Markers(
    WordKind.NUMBER, "+STRENGTH", STRENGTH.read, STRENGTH.write, Number.WAY, after="with", needed=False
)


def _at_one_hex(verb: str) -> Made[FmField, FmState]:
    """The action against one hex; with several hexes one that the rules refuse."""

    def made(field: FmField, state: FmState, args: Args) -> Action:
        targets, *how = args
        if len(targets) == 1:
            return Action(verb, (targets[0], *how))
        return Action(assault.SEVERAL, (verb, targets, *(how if verb == "attack" else [tuple(how)])))

    return made


class FmVerbs(Verbs[FmField, FmState]):
    """The verbs of Fire & Movement, in which an attack is on one hex."""

    def laid(self, action: Action) -> tuple[str, Args]:
        verb, args = action
        if verb == assault.SEVERAL:
            verb, targets, how = args
            return verb, (targets, how) if verb == "attack" else (targets, *how)
        if verb in ("attack", "bombard"):
            return verb, (args[:1], *args[1:])
        return action


VERBS: Final = FmVerbs(
    *deploying.VERBS,
    Ending[FmField, FmState](sequence.PHASES, lambda state: phase_of(state)[1]),
    FmVerb("move", UNIT, WAY, made=on_the_way("move", MARCH.routed)),
    FmVerb("enter", UNIT, ENTRY, WAY.optional(), made=from_its_entry("enter", MARCH.routed_entry)),
    FmVerb("go", WAY, made=MARCH.made_whole),
    FmVerb("stop"),
    FmVerb("exit", UNIT),
    FmVerb("attack", TARGETS, UNITS.behind("with").optional(), made=_at_one_hex("attack")),
    FmVerb(
        "bombard",
        TARGETS,
        MARKERS,
        made=_at_one_hex("bombard"),
        form="bombard HEX with 1, bombard HEX with 2, or bombard HEX with +3 +2",
    ),
    FmVerb("support", STRENGTH.optional()),
    FmVerb("pass"),
    FmVerb("with", UNIT),
    FmVerb("fight"),
    FmVerb("hold"),
    FmVerb("fall back"),
    FmVerb("reduce", UNIT),
    FmVerb("stand", UNIT),
    FmVerb("stay", UNIT),
    FmVerb("retreat", UNIT, WAY, made=on_the_way("retreat", aftermath.retreat_path)),
    FmVerb("displace", UNIT, WAY),
    FmVerb("advance", UNIT, WAY, made=aftermath.along_the_path),
)
