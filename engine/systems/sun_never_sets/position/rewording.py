"""Actions that may be written in another order than theirs: ``march br-1``, ``spy S0403 by br-hq``; and events that an
example of play may call otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

from engine.errors import IllegalAction
from engine.hexes.board.grid import NOWHERE
from engine.mechanics.hexes.verbs import UNIT, Args, Made, Part, Verb
from engine.play import Action
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.position import organising

_OF_A_FORCE: Final = ("units", "leader", "points")
"""What of a march its owner alone is told, by an event of its own."""

_BY: Final = ("by", "with")
"""The small words before those who do something."""

Rewording = Callable[[SnsField, SnsState, list[str]], list[str]]
"""The words behind a verb in the order that its parts have."""


class Reworded(Verb[SnsField, SnsState]):
    """A verb whose words are put in order before they are read."""

    def __init__(
        self,
        word: str,
        *parts: Part[SnsField, SnsState, Any],
        reworded: Rewording,
        made: Made[SnsField, SnsState] | None = None,
        form: str = "",
    ) -> None:
        super().__init__(word, *parts, made=made, form=form)
        self.reworded = reworded

    def read(self, field: SnsField, state: SnsState, words: Sequence[str]) -> Action:
        """The action of the words behind the verb; raises ActionError."""
        return super().read(field, state, self.reworded(field, state, list(words)))


@dataclass(frozen=True)
class Lender(Part[SnsField, SnsState, int]):
    """The one headquarters that lends its value; a text with several is refused under ``rules``."""

    rules: tuple[str, ...] = ()

    def takes(self, field: SnsField, state: SnsState, taken: int, word: str) -> bool:
        """Whether it takes up another word: every headquarters that is named."""
        return taken == 0 or word.lower() in field.roster.number

    def values(self, field: SnsField, state: SnsState, words: Sequence[str], form: str) -> Args:
        """The headquarters, or that there is none; raises IllegalAction for several."""
        if len(words) > 1:
            rule, *also = map(field.cite, self.rules)
            raise IllegalAction(rule, "one headquarters lends its value, not several", tuple(also))
        return super().values(field, state, words, form)


def lender(*rules: str) -> Lender:
    """``by HQ``, which may be left out; ``rules`` bar a second one."""
    part = UNIT.behind("by").optional(NOWHERE)
    return Lender(**{one.name: getattr(part, one.name) for one in fields(part)}, rules=rules)


def from_where_they_stand(field: SnsField, state: SnsState, words: list[str]) -> list[str]:
    """``S0303 by br-1`` as ``S0303 from S0403``, the hex of the units that are named."""
    at = next((n for n, word in enumerate(words) if word.lower() in _BY), len(words))
    h = _hex_of(field, state, words[at + 1 :])
    if h == NOWHERE:
        return words
    return words[:at] if at > 1 else [*words[:at], field.grid.name(h)]


def in_their_hex(field: SnsField, state: SnsState, words: list[str]) -> list[str]:
    """``br-1``, ``by br-1`` and ``S0303 by br-1`` as the hex alone."""
    at = next((n for n, word in enumerate(words) if word.lower() in _BY), 0)
    if words and (found := field.grid.find(words[0])) != NOWHERE and words[0].lower() not in field.roster.number:
        return [field.grid.name(found)] if at else words
    h = _hex_of(field, state, words[at + 1 :] if words[:1] and words[0].lower() in _BY else words)
    return words if h == NOWHERE else [field.grid.name(h)]


def without_their_hex(field: SnsField, state: SnsState, words: list[str]) -> list[str]:
    """``S0303 with br-1 br-2`` as the units alone."""
    return words[2:] if len(words) > 2 and is_hex(field, words[0]) and words[1].lower() == "with" else words


def _hex_of(field: SnsField, state: SnsState, words: Sequence[str]) -> int:
    """The hex of the first of some units; NOWHERE where that is no unit, or one that is not on the map."""
    unit = field.roster.number.get(words[0].lower(), NOWHERE) if words else NOWHERE
    return NOWHERE if unit == NOWHERE else max(NOWHERE, state.where[unit])


def from_units(field: SnsField, state: SnsState, words: list[str]) -> list[str]:
    """Units without the hex that they stand in, such as ``march br-1 br-2 by br-hq``: the hex is put before them; and a
    column with it, ``march S0303 with c1``: the column alone says where it is. What else is done in steps may be said
    at once as well: ``led by br-hq``, ``roll``."""
    words = [word for word, after in zip(words, [*words[1:], ""], strict=False) if not _leads(word, after)]
    if len(words) > 2 and words[1].lower() == "with" and organising.column_number(words[2]):
        return words[2:]
    first = words[1] if words[:1] == ["with"] and len(words) > 1 else words[0] if words else ""
    unit = field.roster.number.get(first.lower(), NOWHERE)
    if unit == NOWHERE or state.where[unit] < 0:
        return words
    rest = words[1:] if words[0] == "with" else words
    return [field.grid.name(state.where[unit]), "with", *rest]


def without_commander(words: Sequence[str]) -> tuple[list[str], str]:
    """The words of an attack without ``led by br-hq``, and who commands; an empty text where nobody is named."""
    at = next((n for n, word in enumerate(words[:-2]) if _leads(word, words[n + 1])), -1)
    return (list(words), "") if at < 0 else ([*words[:at], *words[at + 3 :]], words[at + 2])


def fed_by(words: list[str]) -> list[str]:
    """``S0303 S0304 by br-train`` as ``br-train to S0303 S0304``."""
    return [words[-1], "to", *words[:-2]] if len(words) > 2 and words[-2].lower() in _BY else words


def where_they_lie(field: SnsField, state: SnsState, words: list[str]) -> list[str]:
    """``br-boat S0303 S0403/S0404`` without the hex, or the hexside, at which the first boat lies, where another place
    follows it."""
    at = next((n for n, word in enumerate(words) if word.lower() not in field.roster.number), len(words))
    here, there = ([field.grid.find(part) for part in word.split("/")] for word in [*words[at : at + 2], "", ""][:2])
    goes_on = NOWHERE not in (*here, *there) and not set(there) <= set(here)
    return [*words[:at], *words[at + 1 :]] if goes_on and _hex_of(field, state, words) in here else words


def _leads(word: str, after: str) -> bool:
    """Whether a word says nothing more where a march is put into one line: ``led`` before ``by``, a last ``roll``."""
    return (word.lower(), after.lower()) in (("led", "by"), ("roll", ""))


def by_whom(field: SnsField, state: SnsState, words: list[str]) -> list[str]:
    """``S0403 by br-hq`` and ``on S0403 by br-hq`` as ``br-hq on S0403``."""
    words = words[1:] if len(words) > 3 and words[0].lower() == "on" else words
    if len(words) == 3 and words[1].lower() in ("by", "with"):
        return [words[2], "on", words[0]]
    return words


def by_rail(field: SnsField, state: SnsState, words: list[str]) -> list[str]:
    """As ``from_units``; and a hex behind those who go is where they go to: ``rail br-1 S0503``, also after the one in
    which they are."""
    words = from_units(field, state, words)
    words = [*words[:1], *(word for word in words[1:] if not is_hex(field, word) or not _same(field, word, words[0]))]
    at = next((n for n in range(len(words) - 1, 0, -1) if is_hex(field, words[n])), 0)
    return [*words[:at], "to", *words[at:]] if at else words


def _same(field: SnsField, one: str, other: str) -> bool:
    """Whether two words name one hex."""
    return field.grid.find(one) == field.grid.find(other)


def is_hex(field: SnsField, word: str) -> bool:
    """Whether a word is a hex of the map, and not a unit."""
    return word.lower() not in field.roster.number and field.grid.find(word) != NOWHERE


def events(wanted: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """An expected event in our words: of a march the units, leader and points, which its owner is told before the die
    is."""
    private = {name: wanted[name] for name in _OF_A_FORCE if name in wanted}
    if wanted.get("event") == "march" and private:
        return [{"event": "force", **private}, {name: wanted[name] for name in wanted if name not in private}]
    return [wanted]


def other_words(event: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """An event as an example of play may call it otherwise: ``move`` for ``moves``, the ``class`` of a volley, the row
    of an event as it is printed (41-42), a supply unit that is eliminated by attrition rather than spent (6.22)."""
    kind, rule = event["event"], str(event["rule"])
    if kind == "moves":
        return [{**event, "event": "move"}]
    if kind == "volley":
        return [{**event, "class": event["volley"]}]
    if kind == "event":
        return [{**event, "row": rule.rpartition(":")[2]}]
    if kind == "spent" and rule.endswith(":6.22"):
        return [{**event, "event": "eliminated"}]
    return []
