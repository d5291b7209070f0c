"""What a kind of map shows in the Inspector beside units."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget


class KindPage(QWidget):
    """A page of the Inspector for what lies on one kind of map."""

    def show_selected(self) -> bool:
        """Show what is selected; False where that is nothing of the map itself."""
        raise NotImplementedError
