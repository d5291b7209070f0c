"""The rules that the dialog for a new scenario offers: files that are open, files of the project, systems by name."""

from __future__ import annotations

from pathlib import Path

import pytest
from answering import answer
from kit_files import HERE
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from editor.dialogs.new_scenario import NewScenarioDialog
from editor.dialogs.rules_offers import RulesOffer, offers
from editor.document.rules_document import RulesDocument
from editor.window.app import make_window
from engine import formats
from engine.formats.locate import shipped
from engine.play import registry
from engine.scenario.system_name import file_of

BANKS = (HERE / "two_banks.yaml").read_text(encoding="utf-8")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with a rules file, one in ``systems/``, a broken one and other files."""
    folder = tmp_path / "project"
    (folder / "systems" / "deep").mkdir(parents=True)
    (folder / "scenarios").mkdir()
    (folder / "rules.yaml").write_text(BANKS, encoding="utf-8")
    (folder / "systems" / "deep" / "system.yaml").write_text(BANKS.replace("Two Banks", "Deep Water"), encoding="utf-8")
    (folder / "broken.yaml").write_text("format: hexwright-system 1\nname: broken\n", encoding="utf-8")
    (folder / "notes.yaml").write_text("a: 1\n", encoding="utf-8")
    (folder / "field.yaml").write_bytes((shipped("map") / "first_steps.yaml").read_bytes())
    return folder


def titles(found: list[RulesOffer]) -> list[str]:
    return [one.title for one in found if not one.wrong]


def test_files_that_are_open_come_first_then_the_project_then_names(project: Path) -> None:
    found = offers([project / "rules.yaml"], [project / "scenarios" / "any.yaml"])
    assert titles(found)[:2] == ["Two Banks (open now)", "Deep Water (system.yaml)"]
    assert {"tlg2", "bladensburg"} <= {one.system for one in found}
    broken = next(one for one in found if one.title == "broken.yaml")
    assert "has errors" in broken.wrong
    assert not [one for one in found if "notes" in one.title or "field" in one.title]


def test_a_scenario_with_rules_of_the_project_opens_again(qtbot: QtBot, project: Path) -> None:
    window = make_window(str(project / "field.yaml"))
    qtbot.addWidget(window)
    offered = window.files.making.rules_offered()
    dialog = NewScenarioDialog("Field", {}, offered, kind="hexes")
    qtbot.addWidget(dialog)
    assert dialog.system_box.currentText() == "Two Banks (rules.yaml)"
    dialog.system_box.setCurrentIndex(dialog.system_box.findText("Deep Water (system.yaml)"))
    assert dialog.ok.isEnabled()
    window.files.making.make_scenario(dialog)
    document = window.desk.document
    path = project / "scenarios" / "deep.yaml"
    document.save_as(path)
    assert "../systems/deep/system.yaml" in path.read_text(encoding="utf-8")
    again = formats.load_scenario(path)
    assert registry.system(again.system).title == "Deep Water"


def test_any_rules_file_can_be_chosen(
    qtbot: QtBot, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = NewScenarioDialog("Field", {}, offers([], []), kind="hexes")
    qtbot.addWidget(dialog)
    chosen = {"path": ""}
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_args: (chosen["path"], ""))
    browse = dialog.system_box.count() - 1
    assert dialog.system_box.itemText(browse) == "Choose a rules file…"

    def choose(path: Path | None) -> None:
        chosen["path"] = str(path) if path else ""
        last = dialog.system_box.count() - 1
        dialog.system_box.setCurrentIndex(last)
        dialog.system_box.activated.emit(last)

    choose(None)
    assert dialog.system == "tlg2"
    choose(project / "rules.yaml")
    assert dialog.system_box.currentText() == "Two Banks (rules.yaml)"
    assert (dialog.system, file_of(dialog.system)) == ("./rules.yaml", str(project / "rules.yaml"))
    assert dialog.ok.isEnabled()
    choose(project / "broken.yaml")
    assert not dialog.ok.isEnabled()
    assert "has errors" in dialog.complaint.text()
    choose(project / "notes.yaml")
    assert dialog.complaint.text() == "notes.yaml holds no rules."


def test_rules_in_a_tab_are_chosen_first(qtbot: QtBot, project: Path) -> None:
    window = make_window(str(project / "rules.yaml"), str(project / "field.yaml"))
    qtbot.addWidget(window)
    dialog = NewScenarioDialog("Field", {}, window.files.making.rules_offered(), kind="hexes")
    qtbot.addWidget(dialog)
    assert dialog.system_box.currentText() == "Two Banks (open now)"
    assert file_of(dialog.system) == str(project / "rules.yaml")


def test_a_map_in_another_tab_is_offered_and_goes_on_as_the_scenario(qtbot: QtBot, project: Path) -> None:
    window = make_window(str(project / "field.yaml"))
    qtbot.addWidget(window)
    window.show()
    assert window.files.open_path(project / "rules.yaml")
    tabs = window.desk.tabs
    rules = next(tab for tab in tabs if isinstance(tab.document, RulesDocument))
    field = next(tab for tab in tabs if tab is not rules)
    board = field.document.board
    tabs.show(rules)
    shown: list[str] = []
    answer(
        NewScenarioDialog,
        lambda dialog: shown.append(dialog.map_box.currentText()),
        window.rules.new_scenario,
    )
    assert shown == [f"{board.name} (open in another tab)"]
    made = window.desk.document
    assert made.scenario is not None
    assert made.board is board
    assert len(list(tabs)) == 2
    assert file_of(made.scenario.system) == str(project / "rules.yaml")
    for tab in tabs:
        tab.document.mark_saved()
