"""Events in one line, for logs and messages."""

from __future__ import annotations

from typing import Any

from engine.play import Event


def event_line(event: Event) -> str:
    """``retreat unit ac-1, to L2207 [tlg2:6.12]``: kind, data and paragraph."""
    parts = ", ".join(f"{key} {_value(value)}" for key, value in event.data.items() if not _empty(value))
    rule = f" [{event.rule}]" if event.rule else ""
    return f"{event.kind}{' ' if parts else ''}{parts}{rule}"


def _empty(value: Any) -> bool:
    return value is None or value == "" or (isinstance(value, (list, tuple, dict)) and not value)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return "(" + ", ".join(f"{key} {_value(item)}" for key, item in value.items()) + ")"
    if isinstance(value, (list, tuple)):
        return " ".join(_value(item) for item in value)
    return str(value)
