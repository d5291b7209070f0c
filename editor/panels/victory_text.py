"""The victory conditions written out as rules text, which can be copied, saved and printed."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Final

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from editor.controls.save_door import Wanted, ask_where
from editor.desk.desk import Desk
from editor.output.text_pages import print_text
from editor.panels.buttons import PanelButton
from editor.plain import Html, TextPage
from engine.errors import HexwrightError
from engine.scenario import Scenario
from engine.scenario.victory_rules import victory_rules, victory_text
from engine.writing import write_text

WANTED: Final = Wanted(
    "Save victory conditions", "PDF to print (*.pdf);;Web page (*.html);;Text (*.txt)", (".pdf", ".html", ".txt")
)


class VictoryText(QWidget):
    """Shows the section of the rules on victory as it is now."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.page = TextPage()
        self.page.setAccessibleName("Victory conditions in sentences")
        self.page.setOpenLinks(False)
        self.copy_button, self.save_button = PanelButton(), PanelButton()
        self.copy_button.setText("Copy text")
        self.copy_button.setToolTip("Copy the sentences to the clipboard")
        self.copy_button.clicked.connect(lambda _on=False: self.copy())
        self.save_button.setText("Print or save…")
        self.save_button.setToolTip("Write the sentences to a PDF file for printing, a web page or a text file")
        self.save_button.clicked.connect(lambda _on=False: self._ask())
        row = QHBoxLayout()
        row.addWidget(self.copy_button)
        row.addWidget(self.save_button)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.page, 1)
        layout.addLayout(row)

    def show_scenario(self, scenario: Scenario | None) -> None:
        """Write the sentences again; where the text stands is kept."""
        html = victory_html(scenario) if scenario is not None else ""
        if html != self.page.property("shown"):
            bar = self.page.verticalScrollBar()
            at = bar.value()
            self.page.setProperty("shown", html)
            self.page.setHtml(html)
            bar.setValue(at)
        self.setEnabled(scenario is not None)

    def copy(self) -> None:
        """Copy the sentences."""
        scenario = self.desk.document.scenario
        if scenario is not None:
            QGuiApplication.clipboard().setText(victory_text(scenario))
            self.desk.status("Copied the victory conditions.")

    def _ask(self) -> None:
        scenario = self.desk.document.require_scenario()
        path = ask_where(self.desk, WANTED, Path(f"{scenario.key}-victory.pdf"), parent=self)
        if path is not None:
            self.save(path)

    def save(self, path: Path) -> bool:
        """Write the sentences to a file of the kind that its name ends in; says so where that fails."""
        scenario = self.desk.document.require_scenario()
        title = f"{scenario.name}: victory"
        try:
            if path.suffix.lower() == ".pdf":
                print_text(path, title, victory_html(scenario))
            elif path.suffix.lower() == ".html":
                write_text(path, _web_page(title, victory_html(scenario)))
            else:
                write_text(path, victory_text(scenario))
        except HexwrightError as error:
            self.desk.status(f"Could not save {path.name}: {error}. Try another folder.")
            return False
        self.desk.status(f"Saved the victory conditions as {path.name}.")
        return True


def _web_page(title: str, body: Html) -> Html:
    head = f'<meta charset="utf-8"><title>{escape(title)}</title>'
    return f"<!doctype html>\n<html><head>{head}</head><body>{body}</body></html>\n"


def victory_html(scenario: Scenario) -> Html:
    """The section as rich text."""
    parts = [f"<h3>{escape(scenario.name)}: victory</h3>"]
    for part in victory_rules(scenario):
        if part.heading:
            items = "".join(f"<li>{escape(sentence)}</li>" for sentence in part.sentences)
            parts.append(f"<h4>{escape(part.heading)}</h4><ul>{items}</ul>")
        else:
            parts += [f"<p>{escape(sentence)}</p>" for sentence in part.sentences]
    return "".join(parts)
