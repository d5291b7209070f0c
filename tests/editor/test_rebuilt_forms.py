"""Forms that build themselves again on a change: nothing that is chosen in them crashes."""

from __future__ import annotations

import gc
import weakref
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from bench import Bench, at_bench
from filling_in import carry_out, each_and_back, fields_of, steps_of
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget
from pytestqt.qtbot import QtBot
from settling import free, settle
from sweeps import SWEEP

from editor.dialogs.edit_unit import EditUnitDialog
from editor.dialogs.studio.window import CounterStudio
from editor.document.document import Document
from editor.hexes.dialogs.join_maps import JoinMapsDialog
from editor.look.rebuilding import let_go
from editor.panels.arrivals_panel import ArrivalsPanel
from editor.panels.inspector_panel import InspectorPanel
from editor.panels.options_page import OptionsPage
from editor.panels.place_field import PlaceField
from editor.panels.preview_panel import PreviewPanel
from editor.panels.setup_page import SetupPage
from editor.panels.special_page import SpecialPage
from editor.panels.trials_panel import TrialsPanel
from editor.panels.victory_page import VictoryPage
from editor.stage.tool_settings import BIGGEST
from editor.window.window import Window

SHIPPED: Final = sorted((Path(__file__).resolve().parents[2] / "scenarios").glob("*.yaml"))
SYSTEMS: Final = ("lundys_lane", "fm_first_steps", "sns_first_steps")
"""A scenario for each system."""
MORE: Final = ("juno", "dahomey")
"""Those whose forms have what the others lack: groups of every kind, pools, fortresses."""
TRIED_ON: Final = [path for path in SHIPPED if SWEEP or path.stem in (*SYSTEMS, *MORE)]
FEW: Final = 5
"""Of boxes with more entries than these the first two and the last are tried."""
ENTRIES: Final = 1000 if SWEEP else FEW
"""The same where changes are tried one by one."""
ROWS: Final = 1000 if SWEEP else 1
"""Of how many rows with the same fields the form is tried."""
PAIRS: Final = 100_000 if SWEEP else 4
"""How many pairs of changes are tried in a form."""


@pytest.fixture(autouse=True)
def _no_file_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry that asks for a file is answered by Cancel: the dialog of files would wait for somebody."""
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_args, **_kwargs: ("", ""))


def rows_of_tree(page: VictoryPage | SetupPage) -> list[Callable[[], None]]:
    scenario = page.scenario
    assert scenario is not None
    if isinstance(page, SetupPage):
        groups = [("group", number) for number in range(len(scenario.deployments))]
        paths = [*groups, *(("pool", key) for key in scenario.pools), *(("free", key) for key in scenario.setup_areas)]
    else:
        lines = [("line", number) for number in range(len(scenario.victory.scoring))]
        paths = [*lines, *(("win", number) for number in range(len(scenario.victory.wins))), ("end",)]
    return [partial(page.refresh, path) for path in paths]


def rows_of_arrivals(panel: ArrivalsPanel) -> list[Callable[[], None]]:
    scenario = panel.scenario
    assert scenario is not None
    return [partial(panel.choose, number) for number in range(len(scenario.arrivals))]


def rows_of_inspector(panel: InspectorPanel) -> list[Callable[[], None]]:
    """A unit of each type, and three together; of the types the first few."""
    scenario = panel.desk.document.require_scenario()
    first = {unit.type: unit.key for unit in reversed(scenario.units.values())}
    chosen = [*([key] for key in list(first.values())[:ROWS]), list(scenario.units)[:3]]
    return [partial(panel.desk.selection.set, [], keys) for keys in chosen]


def one_form(_panel: QWidget) -> list[Callable[[], None]]:
    return [lambda: None]


FORMS: Final[dict[Any, Any]] = {
    ArrivalsPanel: rows_of_arrivals,
    VictoryPage: rows_of_tree,
    SetupPage: rows_of_tree,
    InspectorPanel: rows_of_inspector,
    SpecialPage: one_form,
    OptionsPage: one_form,
    TrialsPanel: one_form,
    PreviewPanel: one_form,
}
"""Every panel with a form, and what gives for such a panel what shows each of its forms."""


@contextmanager
def at_forms(bench: Bench) -> Iterator[Iterator[tuple[QWidget, Callable[[], None]]]]:
    """Every form of a scenario, with its panel and what shows it; a panel is freed before the next one is made."""
    # Nothing is to be painted but the forms.
    bench.window.hide()

    def forms() -> Iterator[tuple[QWidget, Callable[[], None]]]:
        for kind, rows in FORMS.items():
            panel = kind(bench.desk)
            panel.resize(420, 900)
            panel.show()
            settle()
            for show in rows(panel):
                show()
                settle()
                yield panel, show
            let_go(panel)
            free()

    yield forms()


TRIED: Final[Counter[tuple[str, ...]]] = Counter()
"""How many forms with the same fields have been tried, of each system."""


def is_new(bench: Bench, panel: QWidget) -> bool:
    """Whether a form has fields that few forms of the same rules had."""
    fields = [type(panel).__name__] if FORMS[type(panel)] is one_form else fields_of(panel)
    shape = (bench.document.require_scenario().system, *fields)
    TRIED[shape] += 1
    return TRIED[shape] <= ROWS


def take_back(bench: Bench, steps: int, show: Callable[[], None]) -> None:
    """The document as it was, and the same form in sight."""
    free()
    if bench.document.stack.index() > steps:
        bench.document.stack.setIndex(steps)
        show()
        settle()


@pytest.mark.parametrize(
    "path", [path for path in SHIPPED if SWEEP or path.stem in SYSTEMS + MORE], ids=lambda path: path.stem
)
def test_every_choice_of_every_form_can_be_made(qtbot: QtBot, path: Path) -> None:
    with at_bench(qtbot, Document.open(path)) as bench, at_forms(bench) as forms:
        for panel, show in forms:
            if is_new(bench, panel):
                each_and_back(panel, ENTRIES, partial(take_back, bench, bench.document.stack.index(), show))


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_pair_of_changes_in_a_form_can_be_made(qtbot: QtBot, name: str) -> None:
    TRIED.clear()
    path = next(path for path in SHIPPED if path.stem == name)
    with at_bench(qtbot, Document.open(path)) as bench, at_forms(bench) as forms:
        for panel, show in forms:
            if not is_new(bench, panel):
                continue
            steps = bench.document.stack.index()
            changes = list(steps_of(panel, FEW))
            pairs = [(a, b) for a, b in product(changes, changes) if a.field != b.field]
            for pair in Random(7).sample(pairs, min(PAIRS, len(pairs))):
                for step in pair:
                    carry_out(panel, step)
                take_back(bench, steps, show)


def dialogs(document: Document) -> Iterator[QDialog]:
    """The dialogs whose forms are built again, ready to be filled in."""
    scenario = document.require_scenario()
    yield EditUnitDialog(scenario, next(iter(scenario.units.values())))
    yield CounterStudio(scenario)
    join = JoinMapsDialog(document.battle_map, scenario, SHIPPED[0].parent)
    for other in ("chippewa", "juno"):
        join.set_other(SHIPPED[0].parent.parent / "maps" / f"{other}.yaml")
    yield join


def test_every_choice_of_a_dialog_can_be_made(qtbot: QtBot) -> None:
    document = Document.open(next(path for path in SHIPPED if path.stem == "lundys_lane"))
    for dialog in dialogs(document):
        qtbot.addWidget(dialog)
        dialog.show()
        settle()
        assert each_and_back(dialog, ENTRIES, free)
        dialog.hide()


def test_what_a_form_let_go_hears_of_nothing_more(window: Window) -> None:
    field = PlaceField(window.desk, "the hexes to hold")
    rows = [weakref.ref(row) for row in field.how]
    let_go(field)
    del field
    free()
    settings = window.desk.settings
    settings.set("size", settings.size % BIGGEST + 1)
    gc.collect()
    assert [row() for row in rows] == [None, None]
