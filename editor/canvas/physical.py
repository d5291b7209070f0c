"""Keys by their place on the keyboard, for layouts whose signs are no letters of ours, or no digits without Shift."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent

_ROWS: Final = {2: "1234567890", 16: "QWERTYUIOP", 30: "ASDFGHJKL", 44: "ZXCVBNM"}
"""The number of the first key of each row, as the kernel and Windows count keys, and what is printed on them."""
_LETTERS: Final = {first + place: ord(sign) for first, row in _ROWS.items() for place, sign in enumerate(row)}
_COUNTED_FROM: Final = {"xcb": 8, "wayland": 8, "offscreen": 8, "windows": 0}
"""By platform, what the number of a key is larger by."""
_SPECIAL: Final = 0x01000000
"""From here on keys are no signs: arrows, Esc, F1."""


def key_meant(event: QKeyEvent) -> int:
    """The key of an event. Where it types a letter of another script, the letter that is printed on most keyboards
    there; in the row of digits the digit, though the layout wants Shift for it."""
    key, shift = event.key(), bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
    counted = _COUNTED_FROM.get(QGuiApplication.platformName())
    if counted is None or key >= _SPECIAL or event.modifiers() & Qt.KeyboardModifier.KeypadModifier:
        return key
    printed = _LETTERS.get(event.nativeScanCode() - counted, key)
    if ord("0") <= printed <= ord("9"):
        return key if shift or ord("0") <= key <= ord("9") else printed
    return key if key < 0x80 else printed
