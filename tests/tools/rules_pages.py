"""Pictures of every page of the rules desk in a whole window, and of its form with all of it unfolded, to be looked at.

``python tests/tools/rules_pages.py FOLDER [--dark] [--pages KEY,KEY] RULES.yaml ...``;
QT_SCALE_FACTOR=2 makes them twice as large.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import camera

if TYPE_CHECKING:
    from editor.rules.rules_view import RulesView

SIZE: Final = (1280, 800)
ROUNDS: Final = 6
"""Levels of entries that are unfolded."""


def _settled(view: RulesView) -> None:
    from PySide6.QtWidgets import QApplication

    QApplication.processEvents()
    while view.example.busy:
        QApplication.processEvents()
        time.sleep(0.005)


def _unfold(view: RulesView) -> None:
    """Show all that is folded away on the page in front."""
    for _ in range(ROUNDS):
        folded = {row.ident for row in view.form.rows if row.folds and not row.open}
        if not folded:
            return
        view.form.opened |= folded
        view.form.refresh()


def pages(folder: Path, rules: Path, wanted: set[str]) -> None:
    """Take the pictures of one rules file: ``NAME-PAGE.png`` and ``NAME-PAGE-form.png``."""
    from editor.rules.pages import FILE
    from editor.window.app import make_window

    window = make_window(str(rules))
    window.resize(*SIZE)
    window.show()
    camera.settle(window)
    view = window.rules.view
    assert view.document is not None
    for number, key in enumerate([str(view.list.item(row).data(0x0100)) for row in range(view.list.count())]):
        if wanted and key not in wanted:
            continue
        view.show_page(key)
        _settled(view)
        name = f"{rules.stem}-{number:02}-{key.replace(' ', '_')}"
        camera.take(window, folder / f"{name}.png")
        if key != FILE:
            _unfold(view)
            _settled(view)
            camera.take(view.form, folder / f"{name}-form.png")
    window.close()


def main() -> None:
    """Take the pictures that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("rules", type=Path, nargs="+")
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--pages", default="")
    asked = parser.parse_args()
    camera.begin()
    from PySide6.QtWidgets import QApplication

    from editor.look.style import set_dark

    app = QApplication.instance()
    assert isinstance(app, QApplication)
    set_dark(app, asked.dark)
    for rules in asked.rules:
        pages(asked.folder, rules.resolve(), {key for key in asked.pages.split(",") if key})


if __name__ == "__main__":
    main()
