"""What can be added to a condition by typing: offers made from the word list, and a reader of what was typed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from engine.formats.reading import resolve
from engine.kit.condition_text import written_names
from engine.kit.requirement_kinds import KINDS, RequirementKind
from engine.kit.wordlist import WordList

NOT: Final = "not "
_NAMED: Final = ("Fits", "SideFits", "Texts")
_RANGE: Final = re.compile(r"(?P<least>\S+?)\s*(?:-|to|\.\.)\s*(?P<most>\S+)")
_BEGUN: Final[dict[str, Any]] = {
    "Listed[Condition]": [{}, {}],
    "Condition": {},
    "Near": {},
    "Members": {"any": {}},
    "Crossed": {"any": ""},
    "Strengths": {"attacker": {"least": 1}},
    "HeldCount": {"place": "", "side": "own"},
    "Between": {"least": 1},
    "Steps": {"least": 1},
    "TurnNumbers": 1,
}
"""What requirements begin with that are more than a name."""


@dataclass(frozen=True, slots=True)
class RequirementOffer:
    """A requirement that can be added."""

    text: str
    """How it is offered: ``terrain: woods``."""
    key: str
    value: Any
    whole: bool = True
    """Whether nothing is left to be said."""


def number_of(text: str) -> Any:
    """What a figure that was typed is in a file: a number, or the text as it is."""
    text = text.strip()
    return resolve(text) if text else ""


def range_of(text: str) -> Any:
    """A RANGE that was typed: ``3``, ``3+``, ``at least 3``, ``<= 3``, ``1 to 3``."""
    text = text.strip()
    for sign, end in (("at least ", "least"), ("at most ", "most"), (">=", "least"), ("<=", "most")):
        if text.startswith(sign):
            return {end: number_of(text[len(sign) :])}
    if text.endswith("+"):
        return {"least": number_of(text[:-1])}
    match = _RANGE.fullmatch(text)
    if match is not None:
        return {"least": number_of(match["least"]), "most": number_of(match["most"])}
    return number_of(text)


class RequirementOffers:
    """All that can be added where these subjects are; None stands for all subjects. ``inside`` says that the condition
    is in an ``any`` or ``not``, where there are no others of them."""

    def __init__(self, words: WordList, subjects: frozenset[str] | None, *, inside: bool) -> None:
        self.words = words
        self.kinds = [
            kind
            for kind in KINDS.values()
            if (subjects is None or kind.fits(subjects)) and not (inside and kind.key in ("any", "not"))
        ]
        self.all = [offer for kind in self.kinds for offer in self._of(kind)]

    def texts(self, *, negative: bool = False) -> list[str]:
        """The texts of all offers; or of those that can be asked with ``not``."""
        if not negative:
            return [offer.text for offer in self.all]
        return [f"{NOT}{offer.text}" for offer in self.all if KINDS[offer.key].shape in _NAMED]

    def _of(self, kind: RequirementKind) -> Iterator[RequirementOffer]:
        label = kind.label
        names = self.words.names(kind.domains) if kind.domains else {}
        if kind.shape == "SideFits":
            sloping = [(name, title) for name, title in names.items() if self.words.directional(name)]
            names = names | {f"{name} {way}": f"{title} {way}" for name, title in sloping for way in ("up", "down")}
        if kind.shape == "bool" or kind.shape == "Edges":
            yield RequirementOffer(f"{label}: yes", kind.key, True)
            yield RequirementOffer(f"{label}: no", kind.key, False)
        if kind.shape in (*_NAMED, "Name", "Literal", "Deeds", "Edges"):
            for name, title in names.items():
                yield RequirementOffer(f"{label}: {title}", kind.key, name)
            if kind.shape in _NAMED and not names:
                yield RequirementOffer(label, kind.key, "", whole=False)
        elif kind.shape == "dict[Name, Between]":
            for name, title in names.items():
                yield RequirementOffer(f"{label}: {title}", kind.key, {name: {"least": 1}}, whole=False)
        elif kind.shape == "dict[Name, Any]":
            yield from self._chosen(kind)
        elif kind.shape == "Steps":
            yield RequirementOffer(f"{label}: full", kind.key, "full")
            yield RequirementOffer(f"{label}: reduced", kind.key, "reduced")
            yield RequirementOffer(f"{label}: a number", kind.key, {"least": 1}, whole=False)
        elif kind.shape in _BEGUN:
            begun = {"hexes": 2} if kind.key == "within" else _BEGUN[kind.shape]
            yield RequirementOffer(label, kind.key, begun, whole=False)

    def _chosen(self, kind: RequirementKind) -> Iterator[RequirementOffer]:
        for name, title in self.words.names(kind.domains).items():
            choices = self.words.choices(name) if kind.key == "option" else self.words.setting_choices(name)
            for choice in choices:
                yield RequirementOffer(f"{kind.label}: {title} is {choice}", kind.key, {name: resolve(choice)})
            if not choices:
                yield RequirementOffer(f"{kind.label}: {title}", kind.key, {name: ""}, whole=False)

    # -- what was typed ---------------------------------------------------------------------------------------

    def read(self, typed: str) -> RequirementOffer | None:
        """The requirement that was typed; None where it says none."""
        text = " ".join(typed.split())
        negative = text.casefold().startswith(NOT) or text.startswith("!")
        bare = text[len(NOT) if text.casefold().startswith(NOT) else 1 :].strip() if negative else text
        if not bare:
            return next((one for one in self.all if one.key == "not"), None) if text else None
        found = self._exactly(bare) or self._named(bare) or self._by_kind(bare)
        if found is None or not negative:
            return found
        if KINDS[found.key].shape not in _NAMED:
            return None
        names = [f"!{name}" for name in written_names(KINDS[found.key], found.value)]
        return RequirementOffer(f"{NOT}{found.text}", found.key, " ".join(names), found.whole)

    def _exactly(self, text: str) -> RequirementOffer | None:
        return next((one for one in self.all if one.text.casefold() == text.casefold()), None)

    def _named(self, text: str) -> RequirementOffer | None:
        """The offer of a bare name or title: ``woods``."""
        wanted = text.casefold()
        return next(
            (
                one
                for one in self.all
                if isinstance(one.value, str)
                and wanted in (one.value.casefold(), one.text.partition(": ")[2].casefold())
            ),
            None,
        )

    def _by_kind(self, text: str) -> RequirementOffer | None:
        """A requirement by its kind and what follows: ``terrain woods swamp``, ``elevation at least 2``."""
        folded = text.casefold()
        for kind in sorted(self.kinds, key=lambda one: -len(one.label)):
            for called in (kind.label, kind.key):
                if folded == called or folded.startswith((f"{called} ", f"{called}:")):
                    return self._valued(kind, text[len(called) :].strip(" :"))
        return None

    def _valued(self, kind: RequirementKind, text: str) -> RequirementOffer | None:
        if not text:
            return next((one for one in self.all if one.key == kind.key and not one.whole), None)
        if kind.shape in ("Between", "Steps"):
            return RequirementOffer(text, kind.key, range_of(text))
        if kind.shape == "dict[Name, Between]":
            name, _, figure = text.partition(" ")
            return RequirementOffer(
                text, kind.key, {name: range_of(figure) if figure else {"least": 1}}, whole=bool(figure)
            )
        if kind.shape in (*_NAMED, "Name", "Literal", "Deeds", "Edges"):
            return RequirementOffer(text, kind.key, text)
        return RequirementOffer(text, kind.key, number_of(text)) if kind.shape == "TurnNumbers" else None
