"""Where the shipped maps, scenarios, resources and the guide are: in a checkout, or in an installed wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def root() -> Path:
    """The folder that holds ``maps/``, ``scenarios/``, ``resources/`` and ``docs/``."""
    checkout = Path(__file__).resolve().parent.parent
    installed = checkout / "hexwright_data"
    return installed if installed.is_dir() else checkout


def maps() -> Path:
    """The folder of shipped maps."""
    return root() / "maps"


def scenarios() -> Path:
    """The folder of shipped scenarios."""
    return root() / "scenarios"


def resources() -> Path:
    """The folder of shipped resources: palettes, systems, symbols, templates."""
    return root() / "resources"


def docs() -> Path:
    """The folder of what is written for users: ``guide/`` and the pages beside it."""
    return root() / "docs"
