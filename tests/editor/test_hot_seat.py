"""Two people share the screen under rules that keep secrets: what lines of play tell depends on who sits there."""

from __future__ import annotations

from campaigning import at_campaign, take_up
from pytestqt.qtbot import QtBot

from editor.dialogs.compare_lines import CompareLines
from editor.preview.seats import HUMAN

PEOPLE = {"british": HUMAN, "zangari": HUMAN}
PLACES = {"br-1": "T0303", "za-khan": "T1106", "za-1": {"at": "T1106", "steps": 1}}


def compared(dialog: CompareLines) -> dict[str, list[str]]:
    """The rows of the table by heading."""
    table = dialog.table
    found = {}
    for row in range(table.rowCount()):
        heading = table.verticalHeaderItem(row)
        items = [table.item(row, column) for column in range(table.columnCount())]
        found[heading.text() if heading is not None else ""] = [item.text() for item in items if item is not None]
    return found


def test_lines_compared_do_not_tell_one_side_of_the_others_hidden_losses(qtbot: QtBot) -> None:
    with at_campaign(qtbot) as bench:
        take_up(bench, PLACES, "rally", side="zangari", seats=PEOPLE, dice=(6, 6, 6))
        preview = bench.desk.preview
        preview.sit_down()
        assert preview.eyes == "zangari"
        rally = next(choice.text for choice in preview.choices() if choice.text.startswith("rally za-1"))
        assert preview.act(rally)
        mine = CompareLines(preview)
        qtbot.addWidget(mine)
        assert compared(mine)["Zangari: lost"] == ["-1 steps, 0 units"]
        preview.show(0)
        preview.play_otherwise()
        while not preview.handing_over:
            assert preview.act("end phase")
        preview.sit_down()
        assert preview.eyes == "british"
        theirs = CompareLines(preview)
        qtbot.addWidget(theirs)
        assert compared(theirs)["Zangari: lost"] == ["0 steps, 0 units"] * 2
        preview.close()
