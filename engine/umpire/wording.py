"""Events in one line, for logs and messages."""

from __future__ import annotations

from typing import Any

from engine.play import Event


def event_line(event: Event) -> str:
    """``retreat unit ac-1, to L2207 [tlg2:6.12]``: kind, data and paragraph."""
    data = {key: value for key, value in event.data.items() if not _empty(value)}
    # A turn event with its turn first reads "turn 3, label 8:00 pm", not "turn turn 3".
    first = [_value(data.pop(event.kind))] if event.kind in data else []
    parts = ", ".join([*first, *(f"{key} {_value(value)}" for key, value in data.items())])
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
