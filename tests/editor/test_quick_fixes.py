"""Quick fixes, each on the bad file of its check: the finding is gone, undo brings it back, and the file loads."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from bench import at_bench
from fields import document as fields_document
from hand import Hand
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from editor.desk.desk import Desk
from editor.document.document import Document
from editor.panels.fixes import _ASKING, _COMMANDS, apply_fix, can_fix, place_all, placed_together
from engine import formats
from engine.findings import Finding, Fix, Severity
from engine.scenario.counters import CounterDesign, CounterText
from engine.scenario.model import Arrival, Deployment, Pool, Scoring, Victory, VictoryCondition, Win
from engine.umpire.checks.place_fixes import drop
from engine.umpire.checks.run import check_map, check_scenario

CHECKS = Path("tests/broken/checks")
OF_OTHERS = {"rename_option", "rename_at", "set_option", "mend_rules"}
"""Fixes whose bad file is not among those of the checks: test_problems_panel.py and the cases below try them."""


def found(document: Document) -> list[Finding]:
    battle_map, scenario = document.snapshot()
    path = document.path
    folder = str(path.parent) if path is not None else ""
    return check_map(battle_map) if scenario is None else check_scenario(scenario, folder=folder)


def offers(document: Document) -> list[Finding]:
    return [finding for finding in found(document) if finding.fix is not None]


def same(one: Finding, other: Finding) -> bool:
    return (one.code, one.fix, one.place.path) == (other.code, other.fix, other.place.path)


def documents(folder: Path) -> Iterator[Document]:
    shutil.copytree(CHECKS, folder)
    for path in sorted(folder.glob("*.yaml")):
        if not formats.load(path).errors:
            yield Document.open(path)


def test_each_fix_takes_its_finding_away(tmp_path: Path, qapp: QApplication) -> None:
    tried: set[str] = set()
    wrong: list[str] = []
    for document in documents(tmp_path / "checks"):
        offered = {(finding.code, finding.fix.verb): finding for finding in offers(document) if finding.fix}
        for (code, verb), finding in offered.items():
            assert can_fix(finding.fix), (code, verb)
            tried.add(verb)
            if verb in _ASKING or finding.fix is None:
                continue
            where = f"{code}: {finding.fix.title}"
            said: list[str] = []
            if not apply_fix(cast(Desk, SimpleNamespace(document=document, status=said.append)), finding.fix):
                wrong.append(f"{where}: {said}")
                continue
            if any(same(finding, left) for left in offers(document)):
                wrong.append(f"{where}: it is still found")
            assert document.path is not None
            document.save()
            again = formats.load(document.path)
            assert not again.errors, (where, again.errors)
            document.stack.undo()
            assert any(same(finding, back) for back in offers(document)), where
    assert wrong == []
    assert set(_COMMANDS) - tried == OF_OTHERS


def test_units_that_never_enter_play_are_placed_by_one_click() -> None:
    def unplaced(key: str, verb: str = "place_unit") -> Finding:
        return Finding("UNIT102", Severity.WARNING, "", fix=Fix("Place", verb, {"unit": key}))

    found = [unplaced("us-1"), unplaced("us-2"), unplaced("us-1")]
    assert placed_together(found, "UNIT102") == ["us-1", "us-2"]
    assert placed_together([*found, unplaced("us-3", "remove_setup")], "UNIT102") == []
    assert placed_together(found, "UNIT101") == []


def test_all_of_them_come_into_the_hex_that_is_clicked(qtbot: QtBot) -> None:
    with at_bench(qtbot, fields_document(setup={}, arrivals=())) as bench:
        place_all(bench.desk, ["us-9", "us-towson"])
        assert "2 units" in bench.said[-1]
        Hand(qtbot, bench.desk).click("L0304")
        assert bench.document.require_scenario().setup == {"us-9": "L0304", "us-towson": "L0304"}
        assert bench.desk.selection.units == ["us-9", "us-towson"]
        bench.document.stack.undo()
        assert bench.document.require_scenario().setup == {}


# -- fixes by the place in the file -------------------------------------------------------------------------------


def line(**changes: object) -> Scoring:
    return replace(Scoring("hold", points=1, side="us", hexes=("L0304",)), **changes)  # type: ignore[arg-type]


BROKEN = {
    "a group of the set-up goes to the side that is meant": (
        {"deployments": (Deployment("usa", ("L0101",), ("us-9",)),), "setup": {}},
        ("SETUP109", "Give it to"),
        lambda made: made.deployments[0].side == "us",
    ),
    "a unit of the enemy leaves the group": (
        {"deployments": (Deployment("us", ("L0101",), ("us-9", "ac-1")),), "setup": {}},
        ("SETUP109", "Leave it out here"),
        lambda made: made.deployments[0].units == ("us-9",),
    ),
    "a group with units takes none from the pool": (
        {"deployments": (Deployment("us", ("L0101",), ("us-9",), "all"),), "pools": {"all": Pool("us", ())}},
        ("SETUP112", "Take none"),
        lambda made: made.deployments[0].source == "",
    ),
    "a pool that is spelled wrong": (
        {"deployments": (Deployment("us", ("L0101",), (), "reserv"),), "pools": {"reserve": Pool("us", ("us-9",))}},
        ("SETUP113", "Change it to reserve"),
        lambda made: made.deployments[0].source == "reserve",
    ),
    "a pool that is missing is made": (
        {"arrivals": (Arrival(2, "us", ("spare",), ("us-9",), how="pool"),), "setup": {}},
        ("REINF113", "Make this pool"),
        lambda made: made.pools == {"spare": Pool("us", ())},
    ),
    "an area of a side that is spelled wrong": (
        {"setup_areas": {"uss": ("L0101",)}},
        ("SETUP106", "Change it to us"),
        lambda made: made.setup_areas == {"us": ("L0101",)},
    ),
    "a place that is none leaves an area": (
        {"setup_areas": {"us": ("nowhere", "L0101")}},
        ("SETUP106", "Leave it out"),
        lambda made: made.setup_areas == {"us": ("L0101",)},
    ),
    "reinforcements come in time": (
        {"arrivals": (Arrival(99, "us", ("L0101",), ("us-9",)),), "setup": {}},
        ("REINF102", "Bring them on turn"),
        lambda made: made.arrivals[0].turn == made.turns.count,
    ),
    "reinforcements of another side": (
        {"arrivals": (Arrival(2, "them", ("L0101",), ("us-9",)),), "setup": {}},
        ("REINF107", "Give it to"),
        lambda made: made.arrivals[0].side == "us",
    ),
    "ties of no side": (
        {"victory": Victory((line(),), tie="nobody")},
        ("WIN105", "Make ties a draw"),
        lambda made: made.victory.tie == "",
    ),
    "points at the start of no side": (
        {"victory": Victory((line(),), tie="us", handicap={"uss": 3})},
        ("WIN105", "Change it to us"),
        lambda made: made.victory.handicap == {"us": 3},
    ),
    "a line for no side": (
        {"victory": Victory((line(side="nobody"), line()), tie="us")},
        ("WIN105", "Remove the line"),
        lambda made: made.victory.scoring == (line(),),
    ),
    "a way to win of no side": (
        {"victory": Victory((line(),), tie="us", wins=(Win("nobody", VictoryCondition("turn", count=1)),))},
        ("WIN105", "Remove the way to win"),
        lambda made: made.victory.wins == (),
    ),
    "a kind of line that is spelled wrong": (
        {"victory": Victory((line(kind="holds"),), tie="us")},
        ("WIN106", "Change it to hold"),
        lambda made: made.victory.scoring == (line(),),
    ),
    "a condition on a turn that never comes": (
        {"victory": Victory((line(),), tie="us", wins=(Win("us", VictoryCondition("turn", count=99)),))},
        ("WIN111", "Ask for turn"),
        lambda made: made.victory.wins[0].condition.count == made.turns.count,
    ),
    "an empty condition among others": (
        {
            "victory": Victory(
                (line(),),
                tie="us",
                wins=(
                    Win(
                        "us",
                        VictoryCondition(
                            "all",
                            of=(
                                VictoryCondition("any", of=(VictoryCondition("hold"),)),
                                VictoryCondition("turn", count=1),
                            ),
                        ),
                    ),
                ),
            )
        },
        ("WIN111", "Remove the condition"),
        lambda made: made.victory.wins[0].condition.of == (VictoryCondition("turn", count=1),),
    ),
    "a text of counters that is spelled wrong": (
        {"counters": CounterDesign(back=(CounterText("top", "a {strenght}"),))},
        ("UNIT124", "Ask for {strength}"),
        lambda made: made.counters.back[0].show == "a {strength}",
    ),
    "a text of counters that asks for nothing there is": (
        {"counters": CounterDesign(back=(CounterText("top", "{qqq}"),))},
        ("UNIT124", "Remove the text"),
        lambda made: made.counters.back == (),
    ),
    "an exclusive rule that there is none of": (
        {"special": {"zzz": True}},
        ("RULE107", "Remove it"),
        lambda made: made.special == {},
    ),
}
"""What is wrong with the scenario, the finding with the beginning of its button, and how it is afterwards."""


@pytest.mark.parametrize("case", BROKEN.values(), ids=BROKEN)
def test_what_has_one_obvious_mend_has_its_button(case: tuple[Any, tuple[str, str], Any]) -> None:
    wrong, (code, title), right = case
    document = fields_document(**wrong)
    before = document.require_scenario()
    finding = next(one for one in found(document) if one.code == code and one.fix and one.fix.title.startswith(title))
    said: list[str] = []
    assert finding.fix is not None
    assert apply_fix(cast(Desk, SimpleNamespace(document=document, status=said.append)), finding.fix), said
    assert right(document.require_scenario())
    assert not any(same(finding, left) for left in found(document))
    document.stack.undo()
    assert document.require_scenario() == before


def test_an_entry_hex_is_chosen_by_a_click(qtbot: QtBot) -> None:
    arrivals = (Arrival(2, "us", ("nowhere", "L0101"), ("us-9",)),)
    with at_bench(qtbot, fields_document(setup={}, arrivals=arrivals)) as bench:
        finding = next(one for one in found(bench.document) if one.code == "REINF103")
        assert finding.fix is not None
        apply_fix(bench.desk, finding.fix)
        Hand(qtbot, bench.desk).click("L0103")
        assert bench.document.require_scenario().arrivals[0].entry == ("L0103", "L0101")
        bench.document.stack.undo()
        assert bench.document.require_scenario().arrivals == arrivals


def test_a_group_without_an_entry_hex_gets_one_by_a_click(qtbot: QtBot) -> None:
    with at_bench(qtbot, fields_document(setup={}, arrivals=(Arrival(2, "us", (), ("us-9",)),))) as bench:
        finding = next(one for one in found(bench.document) if one.code == "REINF112")
        assert finding.fix is not None
        apply_fix(bench.desk, finding.fix)
        Hand(qtbot, bench.desk).click("L0103")
        assert bench.document.require_scenario().arrivals[0].entry == ("L0103",)


def test_a_mend_of_what_has_gone_meanwhile_is_refused() -> None:
    document = fields_document()
    said: list[str] = []
    desk = cast(Desk, SimpleNamespace(document=document, status=said.append))
    for path in (["deployment", 7, "side"], ["victory", "nothing"], ["nothing"], ["units", "us-9", "side"]):
        assert not apply_fix(desk, drop("Remove it", tuple(path))), path
    assert len(said) == 4
    assert document.stack.isClean()
