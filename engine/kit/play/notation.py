"""The actions of a rules file in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from engine.errors import ActionError, HexwrightError
from engine.kit.bound.words import spelled
from engine.kit.play.carrying import LOAD, UNLOAD
from engine.kit.play.rallying import RALLY
from engine.kit.play.replacing import REPLACE
from engine.kit.play.state import KitState
from engine.kit.play.turning import turn_frame
from engine.kit.play.turns import is_turn, towards, turn_to
from engine.mechanics.acts import walk_of
from engine.mechanics.hexes import deploying
from engine.mechanics.hexes.hexstate import HexState
from engine.mechanics.hexes.verbs import ENTRY, HEX, UNIT, WAY, Ending, Part, Verb, from_its_entry, on_the_way
from engine.play import Action
from engine.play.parts import Parts, Word, WordKind

KitVerb = Verb[Any, KitState]


def verbs(field: Any) -> list[Verb[Any, Any]]:
    """The actions of all blocks but combat."""
    march = field.marches[field.moving_phase]
    way = WAY if field.arcs is None else replace(WAY, read=_read_step, write=_write_step, valid=_is_step)
    found: list[Verb[Any, Any]] = [
        *deploying.VERBS,
        Ending[Any, KitState](
            [spelled(phase.title) for phase in field.phases], lambda state: spelled(title_now(field, state))
        ),
        KitVerb("move", UNIT, way, made=_moved(march)),
        KitVerb("enter", UNIT, ENTRY, way.optional(), made=from_its_entry("enter", march.routed_entry)),
        KitVerb("go", way, made=march.made_whole),
        KitVerb("stop"),
        KitVerb("exit", UNIT),
    ]
    if field.arcs is not None:
        found.append(KitVerb("face", UNIT, _DIRECTION))
    if field.model.transport:
        found += [LOAD, UNLOAD]
    if any("replace" in phase.does for phase in field.phases):
        found.append(REPLACE)
    if any("rally" in phase.does for phase in field.phases):
        found.append(RALLY)
    if field.model.events or field.model.sequence.order == "chits":
        found.append(KitVerb("draw"))
    if field.activating is not None:
        found.append(_activate(field.activating))
    if field.activating is not None or field.model.reaction or any(_in_rounds(kind) for kind in field.model.combat):
        found.append(KitVerb("pass"))
    return found


def _in_rounds(kind: Any) -> bool:
    """Whether a kind of combat is fought in several rounds."""
    return kind.buckets is not None and kind.buckets.rounds > 1


def _activate(activating: Any) -> KitVerb:
    """The activation of a unit, a hex or a formation."""
    if activating.of == "formation":
        return ActivateFormation(activating)
    return KitVerb("activate", HEX if activating.of == "stack" else UNIT)


class ActivateFormation(Verb[Any, KitState]):
    """The activation of a formation, whose name may have several words."""

    def __init__(self, activating: Any) -> None:
        formation: Part[Any, KitState, int] = Part(
            WordKind.WORD,
            "FORMATION",
            lambda field, state, word: activating.formation(word),
            lambda field, number: activating.name(number),
            valid=lambda field, number: 0 <= number < len(activating.formations),
        )
        super().__init__("activate", formation)
        self.activating = activating

    def words(self, field: Any, args: Any) -> Parts:
        """The verb, and the name of the formation."""
        return Parts("activate", (Word(WordKind.WORD, "activate"), Word(WordKind.WORD, self.activating.name(args[0]))))

    def read(self, field: Any, state: KitState, words: Sequence[str]) -> Action:
        """The formation that the words name; raises ActionError."""
        decision = state.top.decision(field, state) if state.stack else None
        side = -1 if decision is None else field.roster.sides.index(decision.side)
        try:
            return Action("activate", (self.activating.formation(" ".join(words), side),))
        except HexwrightError as problem:
            raise ActionError(str(problem)) from problem


def _moved(march: Any) -> Any:
    """The action of a unit and its way; a turn alone is `face`."""
    whole = on_the_way("move", march.routed)

    def made(field: Any, state: KitState, args: Any) -> Action:
        action = whole(field, state, args)
        unit, path = walk_of(action)
        turns_alone = len(path) == 1 and is_turn(path[0])
        return march.made_action("move", unit, path) if turns_alone else action

    return made


def _direction(field: Any, state: KitState, word: str) -> int:
    """The number of a direction; raises ActionError."""
    number = field.arcs.number(word)
    if number < 0:
        raise ActionError(f"{word!r} is not a direction here; they are {', '.join(field.arcs.names)}")
    return int(number)


def _read_step(field: Any, state: HexState, word: str) -> int:
    """A hex of a way, or a turn in it."""
    number = field.arcs.number(word)
    return turn_to(number) if number >= 0 else WAY.read(field, state, word)


def _is_step(field: Any, step: int) -> bool:
    return is_turn(step) or bool(WAY.valid and WAY.valid(field, step))


def _write_step(field: Any, step: int) -> str:
    return field.direction_name(towards(step)) if is_turn(step) else WAY.write(field, step)


_DIRECTION: Final[Part[Any, KitState, int]] = Part(
    WordKind.WORD, "DIRECTION", _direction, lambda field, direction: field.direction_name(direction)
)


def title_now(field: Any, state: KitState) -> str:
    """The title of the phase in progress."""
    number = turn_frame(state)[1]
    return field.phases[number].title if number >= 0 else ""
