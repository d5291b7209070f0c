"""The engine's errors: one small ladder, all of them ``ValueError``, so that callers may catch as wide as they like."""

from __future__ import annotations


class HexwrightError(ValueError):
    """Something the user gave us is wrong; the message says what, in words meant for the user."""


class NameNotKnown(HexwrightError):
    """A name (of a hex, hexside, unit, side, map ...) that does not exist."""


class ActionError(HexwrightError):
    """An action's text does not parse, or names things that do not exist."""


class IllegalAction(HexwrightError):
    """The action parses, but the rules do not allow it now.

    ``rule`` is the paragraph (``tlg2:4.1``), ``reason`` the sentence for the player, ``also`` the further paragraphs
    that say so. A text that says more than the rules ever let an action say is refused so as it is read.
    """

    def __init__(self, rule: str, reason: str, also: tuple[str, ...] = ()) -> None:
        super().__init__(f"{reason} [{rule}]")
        self.rule = rule
        self.reason = reason
        self.also = also
