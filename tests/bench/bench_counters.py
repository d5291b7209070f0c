"""What it is to design and print counters: a step of a drag in the studio, a sheet of 500 counters."""

from __future__ import annotations

from harness import Took, Watch, bench, median
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from editor.canvas.drawing.counters import draw_counter
from editor.canvas.drawing.faces import look_in
from editor.dialogs.studio.canvas import CanvasDrag
from editor.dialogs.studio.window import CounterStudio
from engine.formats import load_scenario

STEPS = 40
COUNTERS = 500


@bench("a step of a drag in the counter studio", 12)
def drag_step() -> Took:
    studio = CounterStudio(load_scenario("juno"))
    studio.show()
    QApplication.processEvents()
    studio.model.select(3)
    current = studio.model.current
    if current is None:
        raise RuntimeError("no element is selected")
    studio.canvas.dragged = CanvasDrag(QPointF(), current, None)
    taken = []
    for number in range(STEPS):
        watch = Watch()
        studio.canvas.drag_to(0.1 * (number % 9), 0.07 * (number % 11), snap=True)
        studio.canvas.repaint()
        taken.append(watch.took())
    studio.close()
    studio.deleteLater()
    return median(taken)


@bench("draw a sheet of 500 counters", 1.0, "s")
def sheet_of_counters() -> Took:
    scenario = load_scenario("afghan")
    units = list(scenario.units.values())
    image = QImage(25 * 96, 20 * 96, QImage.Format.Format_RGB32)
    taken = []
    for _ in range(3):
        look = look_in(scenario)
        painter = QPainter(image)
        watch = Watch()
        for number in range(COUNTERS):
            unit = units[number % len(units)]
            place = QRectF(96 * (number % 25), 96 * (number // 25), 94, 94)
            draw_counter(painter, place, unit, scenario.sides[unit.side], look=look, pixels=1000, cut=True)
        taken.append(watch.took())
        painter.end()
    return median(taken)
