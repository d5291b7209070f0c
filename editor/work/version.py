"""Which version this is."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed


def version() -> str:
    """The version of the installed package, or ``(checkout)`` where it runs without being installed."""
    try:
        return installed("hexwright")
    except PackageNotFoundError:
        return "(checkout)"
