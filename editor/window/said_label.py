"""The label of what was said last: the paragraph that it cites is a link."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from PySide6.QtCore import Qt

from editor.panels.links import rule_link
from editor.plain import RichLabel
from engine.kit.citing import in_words


class SaidLabel(RichLabel):
    """Shows a text; ``asked`` is called with the paragraph whose link is pressed, by mouse or by keyboard."""

    def __init__(self, asked: Callable[[str], None]) -> None:
        super().__init__()
        self._said, self._asked = "", asked
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        # When the click is over: another text comes at once, and Qt is still at work on the one that was clicked.
        self.linkActivated.connect(self._ask, Qt.ConnectionType.QueuedConnection)

    def _ask(self, link: str) -> None:
        self._asked(link.partition(":")[2])

    def say(self, text: str, rule: str = "") -> None:
        """Show a text. Where it has ``rule`` in words in brackets, that is a link."""
        self._said = text
        cited = escape(f"[{in_words(rule)}]")
        self.setHtml(escape(text).replace(cited, f"[{rule_link(rule)}]", 1) if rule else escape(text))
        # Tab stops here only where there is something to press.
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if rule else Qt.FocusPolicy.NoFocus)

    def setText(self, text: str) -> None:
        """Show this as it is written."""
        self.say(text)

    def clear(self) -> None:
        """Show nothing."""
        self.say("")

    def text(self) -> str:
        """What is shown, as it was said."""
        return self._said
