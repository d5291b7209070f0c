"""Events in one line, for logs and messages: by their fields as files have them, or as a sentence with names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from engine.play import Event
from engine.play.parts import Parts, Word, WordKind, joined
from engine.play.registry import system
from engine.play.words import Caption, Names, Sentence
from engine.scenario import Scenario


class Words(Names):
    """Says the events of one scenario's games in sentences: ``9th Infantry retreats from L2406 to L2407``."""

    def __init__(self, scenario: Scenario, *, whole: bool = False) -> None:
        super().__init__(scenario, whole=whole)
        self.sentences: Mapping[str, Sentence] = system(scenario.system).sentences
        """Kind of event to its sentence."""
        self.captions = system(scenario.system).captions
        """Verb to what its actions are called."""
        self._captions_for_others = system(scenario.system).captions_for_others

    @cached_property
    def _keys(self) -> re.Pattern[str] | None:
        """A key of a unit."""
        keys = sorted(map(re.escape, self.scenario.units), key=len, reverse=True)
        return re.compile(rf"(?<![\w-])({'|'.join(keys)})(?![\w-])") if keys else None

    def spoken(self, text: str) -> str:
        """The text of an action with the names of units in place of their keys."""
        return self._keys.sub(lambda found: self.unit(found[0]), text) if self._keys is not None else text

    def action(self, parts: Parts) -> str:
        """What an action is called, for a button or a list: ``March from Peshawar (K3508)``."""
        return self._called(self.captions, parts)

    def visible_action(self, text: str) -> str:
        """What another side is told of an action, by its text as far as that side may know it: ``March from Peshawar
        (K3508)``. Words that are neither verb nor place stay."""
        verb, *rest = text.split()
        find = self.scenario.map.find
        places = [Word(WordKind.PLACE if find(word) is not None else WordKind.WORD, word) for word in rest]
        return self._called(self._captions_for_others, Parts(verb, (Word(WordKind.WORD, verb), *places)))

    def _called(self, captions: Mapping[str, Caption], parts: Parts) -> str:
        caption = captions.get(parts.verb)
        said = caption(self, parts) if caption is not None else joined(map(self.word, parts.words))
        return said[:1].upper() + said[1:]

    def event(self, event: Event) -> str:
        """An event as a sentence; by its fields where the rules system has no sentence for its kind.

        Raises KeyError for data that an event of its kind never lacks.
        """
        sentence = self.sentences.get(event.kind)
        return self.opened(sentence(self, event.data)) if sentence else event_line(event)

    def line(self, event: Event) -> str:
        """An event as a sentence with its paragraph: ``9th Infantry retreats from L2406 to L2407 [tlg2:6.12]``."""
        said = self.event(event)
        return f"{said} [{event.rule}]" if event.kind in self.sentences and event.rule else said


def place_of(event: Event) -> str:
    """The hex where an event happened, if its data say one."""
    for key in ("to", "at", "target", "from"):
        value = event.data.get(key)
        if isinstance(value, str) and value:
            return value
    return ""


def event_line(event: Event) -> str:
    """``retreat unit ac-1, to L2207 [tlg2:6.12]``: kind, data and paragraph."""
    data = {key: value for key, value in event.data.items() if not _empty(value)}
    # A turn event with its turn first reads "turn 3, label 8:00 pm", not "turn turn 3".
    first = [_value(data.pop(event.kind))] if event.kind in data else []
    parts = ", ".join([*first, *(f"{key} {_value(value)}" for key, value in data.items())])
    rule = f" [{event.rule}]" if event.rule else ""
    return f"{event.kind}{' ' if parts else ''}{parts}{rule}"


def _empty(value: Any) -> bool:
    return value is None or value == "" or (isinstance(value, (list, tuple, dict)) and not value)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return "(" + ", ".join(f"{key} {_value(item)}" for key, item in value.items()) + ")"
    if isinstance(value, (list, tuple)):
        return " ".join(_value(item) for item in value)
    return str(value)
