"""Two people share the screen under rules that keep secrets: what lines of play tell depends on who sits there."""

from __future__ import annotations

from bench import Bench
from campaigning import at_campaign, take_up
from pytestqt.qtbot import QtBot

from editor.dialogs.compare_lines import CompareLines
from editor.panels.preview_panel import PreviewPanel
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


def told(bench: Bench) -> str:
    """What the log, the position shown and the tips of its actions tell whoever sits at the screen."""
    preview = bench.desk.preview
    panel = PreviewPanel(bench.desk)
    tips = [panel.list.item(row).toolTip() for row in range(panel.list.count())]
    panel.deleteLater()
    events = [event.kind for position in preview.positions for event in position.events]
    return "\n".join([*(line.text for line in bench.desk.log.lines), *tips, *events])


def test_what_foraging_gave_is_told_to_the_side_that_foraged_and_to_nobody_else(qtbot: QtBot) -> None:
    with at_campaign(qtbot) as bench:
        take_up(bench, {"br-1": "T0606", "br-2": "T0707", "za-1": "T1106"}, "logistics", seats=PEOPLE, dice=(3,))
        preview = bench.desk.preview
        panel = PreviewPanel(bench.desk)
        qtbot.addWidget(panel)
        assert preview.eyes == "british"
        forage = next(choice.text for choice in preview.choices() if choice.text.startswith("forage"))
        assert bench.desk.controls.game.act(forage)
        assert "units fed" in bench.said[-1], "who foraged is told at once"
        assert "units fed" in told(bench)
        assert any("units fed" in panel.list.item(row).toolTip() for row in range(panel.list.count()))
        while not preview.handing_over:
            assert preview.act(preview.choices().of()[0].text)
        assert "units fed" not in told(bench), "nobody knows who looks now"
        preview.sit_down()
        assert preview.eyes == "zangari"
        assert "units fed" not in told(bench)
        assert "forage" not in [event.kind for position in preview.positions for event in position.events]
        assert not any("units fed" in panel.list.item(row).toolTip() for row in range(panel.list.count()))
        assert "units fed" not in bench.said[-1], "and the status line is wiped"
        assert "You alone know" not in bench.said[-1]
        while not preview.handing_over:
            assert preview.act(preview.choices().of()[0].text)
        preview.sit_down()
        assert preview.eyes == "british"
        assert "units fed" in told(bench), "it is still told to the side that foraged when it sits there again"


def test_what_one_side_alone_is_told_in_the_last_moment_is_said_when_it_sits_there_again(qtbot: QtBot) -> None:
    with at_campaign(qtbot) as bench:
        take_up(bench, {"br-1": "T0606", "za-1": "T1106"}, "logistics", seats=PEOPLE, dice=(3,))
        preview = bench.desk.preview
        forage = next(choice.text for choice in preview.choices() if choice.text.startswith("forage"))
        assert bench.desk.controls.game.act(forage)
        for sitter in ("zangari", "british"):
            while not preview.handing_over:
                assert preview.act(preview.choices().of()[0].text)
            preview.sit_down()
            assert preview.eyes == sitter
            assert ("units fed" in bench.said[-1]) == (sitter == "british")
        assert bench.said[-1].startswith("Only you know: ")
        preview.close()
