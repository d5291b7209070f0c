"""What a turn of the wheel means, or two fingers on a touchpad: closer, farther, or along."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QInputDevice, QWheelEvent

from editor.work.settings import settings

SETTING: Final = "canvas/wheel"
TOUCHPAD: Final = "canvas/touchpad"
ZOOMS: Final = "zoom"
SCROLLS: Final = "scroll"
NOTCH: Final = 120
"""A notch of the wheel, in eighths of a degree."""
ALONG: Final = 60
"""Pixels that a notch moves the map."""


@dataclass(frozen=True, slots=True)
class Turned:
    """What is meant by a turn."""

    notches: float = 0.0
    """How far to zoom in, in notches of the wheel; less than 0 zooms out."""
    along: QPoint = field(default_factory=QPoint)
    """How far to move the view over the map, in pixels."""


def wheel_does() -> str:
    """What the wheel of a mouse does by itself: ``ZOOMS`` or ``SCROLLS``."""
    return SCROLLS if settings().value(SETTING, ZOOMS) == SCROLLS else ZOOMS


def touchpad_does() -> str:
    """What two fingers on a touchpad do by themselves: ``ZOOMS`` or ``SCROLLS``."""
    return ZOOMS if settings().value(TOUCHPAD, SCROLLS) == ZOOMS else SCROLLS


def is_touchpad(event: QWheelEvent) -> bool:
    """Whether fingers on a touchpad turned, and not the wheel of a mouse."""
    device = event.device()
    touched = device is not None and device.type() == QInputDevice.DeviceType.TouchPad
    return touched or not event.pixelDelta().isNull() or event.phase() != Qt.ScrollPhase.NoScrollPhase


def read_turn(event: QWheelEvent) -> Turned:
    """What a turn means: with Ctrl it zooms, with Shift or Alt and by tilting it moves the map; otherwise a touchpad
    and a wheel each do as the preferences say."""
    held, angle = event.modifiers(), event.angleDelta()
    if held & Qt.KeyboardModifier.ControlModifier:
        return Turned(notches=angle.y() / NOTCH)
    touchpad = is_touchpad(event)
    aside = bool(held & (Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.AltModifier))
    does = touchpad_does() if touchpad else wheel_does()
    if not aside and angle.y() and does == ZOOMS:
        return Turned(notches=angle.y() / NOTCH)
    pixels = event.pixelDelta()
    if pixels.isNull():
        pixels = QPoint(round(angle.x() * ALONG / NOTCH), round(angle.y() * ALONG / NOTCH))
    if aside and not touchpad and not pixels.x():
        # Some desktops turn the wheel to the side themselves while Alt is held.
        pixels = QPoint(pixels.y(), 0)
    return Turned(along=-pixels)
