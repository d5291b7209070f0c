"""A page with a list above and the fields of the chosen row below."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QVBoxLayout, QWidget

from editor.commands.undo_stack import new_stroke
from editor.desk.desk import Desk
from editor.look.rebuilding import rebuilt, taken_out
from editor.panels.fields import Fields


class FormPage(QWidget):
    """Keeps the form of the chosen row: it is made again only where what it was made for is another."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.form: Fields | None = None
        self._shown: tuple[Any, ...] = ()
        """What the form was made for: the row and its kind."""
        self._stroke = 0
        """What is typed into one form, one field after the other, is one step of undo."""
        self.holder = QWidget()
        """Where the form stands."""
        self._body = QVBoxLayout(self.holder)
        self._body.addStretch(1)

    def _edited(self, name: str, value: Any, stroke: int) -> None:
        """A field of the form was changed by hand."""
        raise NotImplementedError

    def _show(self, values: dict[str, Any]) -> None:
        if self.form is not None:
            self.form.show_values(values)

    def _show_form(self, fields: Fields | None, made: tuple[Any, ...]) -> None:
        with rebuilt(self.holder, scroll=made[:1] == self._shown[:1]):
            if self.form is not None:
                self.form.stop()
                taken_out(self._body, self.form)
            self.form, self._shown, self._stroke = fields, made, new_stroke()
            if fields is not None:
                fields.edited.connect(self._edited)
                self._body.insertWidget(0, fields)
