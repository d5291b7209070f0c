"""Documents of Qt without the moment of their making, so that the same contents give the same bytes."""

from __future__ import annotations

import re


def dateless(pdf: bytes) -> bytes:
    """A PDF with fixed dates and marks of itself, of the same length, so that the same pages give the same bytes."""
    pdf = re.sub(rb"D:\d{14}", b"D:20000101000000", pdf)
    pdf = re.sub(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", b"2000-01-01T00:00:00", pdf)
    pdf = re.sub(rb"(uuid:)[0-9a-fA-F-]{36}", rb"\g<1>00000000-0000-0000-0000-000000000000", pdf)
    return re.sub(rb"(?<=/ID \[)[^\]]*(?=\])", lambda found: re.sub(rb"[0-9a-fA-F]", b"0", found[0]), pdf)
