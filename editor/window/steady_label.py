"""A label whose text may change many times a second."""

from __future__ import annotations

from editor.plain import PlainLabel


class SteadyLabel(PlainLabel):
    """Keeps its size while its text fits into it: it is as wide as the widest text so far.

    Each change of an ordinary label's text has the whole window laid out again, docks and all, even where nothing
    moves.
    """

    def setText(self, text: str) -> None:
        """Show another text."""
        super().setText(text)
        wanted = self.sizeHint().expandedTo(self.minimumSize())
        if wanted != self.maximumSize():
            self.setFixedSize(wanted)
