"""Documents of Qt without the moment of their making, so that the same contents give the same bytes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from PySide6.QtCore import QHashSeed

_FIXED: Final = rb"D:20000101000000"
_ZONE: Final = re.compile(_FIXED + rb"[+-]\d\d'\d\d'?")
"""A date with the hours by which the clock of its maker differs."""
_OFFSET: Final = re.compile(rb"(\d{10})(?= \d{5} n)")
_START: Final = re.compile(rb"(?<=startxref\n)\d+")


@contextmanager
def in_one_order() -> Iterator[None]:
    """Within the block Qt keeps what it makes in one order: else each process writes fonts in an order of its own."""
    QHashSeed.setDeterministicGlobalSeed()
    try:
        yield
    finally:
        QHashSeed.resetRandomGlobalSeed()


def dateless(pdf: bytes) -> bytes:
    """A PDF of Qt with fixed dates and marks of itself, so that the same pages give the same bytes, whoever prints them
    and wherever."""
    pdf = re.sub(rb"D:\d{14}", _FIXED, pdf)
    pdf = re.sub(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d", b"2000-01-01T00:00:00+00:00", pdf)
    pdf = re.sub(rb"(uuid:)[0-9a-fA-F-]{36}", rb"\g<1>00000000-0000-0000-0000-000000000000", pdf)
    pdf = re.sub(rb"(?<=/ID \[)[^\]]*(?=\])", lambda found: re.sub(rb"[0-9a-fA-F]", b"0", found[0]), pdf)
    return _zoneless(pdf)


def _zoneless(pdf: bytes) -> bytes:
    """The same with dates of no time zone. That makes it shorter, so its table of where things begin is moved too."""
    zones = list(_ZONE.finditer(pdf))
    if not zones:
        return pdf
    short = len(_FIXED) + 1

    def moved(found: re.Match[bytes]) -> bytes:
        at = int(found[0])
        return str(at - sum(len(zone[0]) - short for zone in zones if zone.end() <= at)).encode().zfill(len(found[0]))

    table = pdf.rindex(b"\nxref\n")
    behind = _START.sub(lambda found: moved(found).lstrip(b"0"), _OFFSET.sub(moved, pdf[table:]))
    return _ZONE.sub(_FIXED + b"Z", pdf[:table]) + behind
