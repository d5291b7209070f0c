"""The palette marks the kinds that the rules of the open scenario do not know."""

from __future__ import annotations

from bench import at_bench, one_window
from fields import document as fields_document
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from settling import settle

from editor.hexes.panels.palette_panel import PalettePanel
from engine import data
from engine.boards.palette import Layer
from engine.play.registry import system


def test_kinds_without_rules_are_marked(qapp: QApplication) -> None:
    with one_window(data.scenarios() / "lundys_lane.yaml") as window:
        # They are marked where somebody looks at the palette.
        window.workspaces.switch("draw")
        settle()
        panel, rules = window.docks.panel("palette"), system("tlg2")
        kinds = window.desk.document.battle_map.palette.kinds
        shown = {(layer, key): panel.swatch(layer, key) for layer in Layer if layer in kinds for key in kinds[layer]}
        assert shown
        strange = [swatch for swatch in shown.values() if not rules.knows(swatch.kind)]
        assert strange, "the palette has kinds of other wars"
        assert [swatch for swatch in shown.values() if not swatch.known] == strange
        assert strange[0].accessibleDescription() == f"{rules.title} has no rules for it"
        assert not window.grab().isNull()
        # A map by itself has no rules.
        window.files.open_path(data.maps() / "lundys_lane.yaml")
        kinds = window.desk.document.battle_map.palette.kinds
        assert all(panel.swatch(Layer.TERRAIN, key).known for key in kinds[Layer.TERRAIN])
        assert "no rules" not in panel.swatch(Layer.TERRAIN, next(iter(kinds[Layer.TERRAIN]))).toolTip()


def test_swatches_have_their_colour_at_once_and_their_picture_soon(qtbot: QtBot) -> None:
    with at_bench(qtbot, fields_document()) as bench:
        panel = PalettePanel(bench.desk)
        qtbot.addWidget(panel)
        forest = panel.swatch(Layer.TERRAIN, "forest")
        plain = forest.grab().toImage()
        assert plain.pixelColor(40, 20) == QColor(forest.kind.colour)
        qtbot.waitUntil(lambda: forest.grab().toImage() != plain)
        # A palette that goes while pictures are waiting takes them with it.
        gone, left = panel.swatch(Layer.TERRAIN, "clear"), panel.swatch(Layer.FEATURE, "building")
        gone.grab()
        gone.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        left.grab()
        qtbot.waitUntil(lambda: not left._picture.isNull())
