"""Letters of menus and dialogs: written ones stand, the rest are dealt, none twice."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QCheckBox, QDialogButtonBox, QMenu, QVBoxLayout
from pytestqt.qtbot import QtBot

from editor.look.mnemonics import LetteredDialog, bare, deal_menu, dealt, letter_of


def test_what_somebody_wrote_stands_where_it_is_free() -> None:
    assert dealt(["&Undo", "&Redo", "Re&name"]) == ["&Undo", "&Redo", "Re&name"]


def test_the_later_one_gives_way_and_those_without_get_one() -> None:
    assert dealt(["&Resize", "&Rotate left", "Reset"]) == ["&Resize", "Rotate &left", "R&eset"]


def test_letters_of_others_are_kept_free() -> None:
    assert dealt(["Open"], taken="o") == ["O&pen"]


@pytest.mark.parametrize("text", ["Fire && Movement", "100 && 7", "…"])
def test_an_ampersand_that_is_meant_stays(text: str) -> None:
    assert bare(text) == text
    given = dealt([text])[0]
    assert bare(given) == text
    assert letter_of(given) in ("F", "")


def test_more_entries_than_letters_are_no_trouble() -> None:
    given = dealt(["ab"] * 5)
    assert [letter_of(text) for text in given] == ["A", "B", "", "", ""]


def test_a_menu_that_grows_is_dealt_again_when_it_opens(qtbot: QtBot) -> None:
    menu = QMenu("Map")
    qtbot.addWidget(menu)
    menu.addAction("&Resize")
    deal_menu(menu)
    late = menu.addAction("&Repair")
    menu.aboutToShow.emit()
    assert letter_of(late.text()) == "E"


def test_a_dialog_is_dealt_when_it_comes_up(qtbot: QtBot) -> None:
    dialog = LetteredDialog()
    qtbot.addWidget(dialog)
    layout = QVBoxLayout(dialog)
    boxes = [QCheckBox("&Colour"), QCheckBox("&Contours"), QCheckBox("&Crop marks")]
    for box in boxes:
        layout.addWidget(box)
    layout.addWidget(QDialogButtonBox(QDialogButtonBox.StandardButton.Ok))
    with qtbot.waitExposed(dialog):
        dialog.show()
    letters = [letter_of(box.text()) for box in boxes]
    assert letters[0] == "C"
    assert len(set(letters)) == 3
