"""The sentences of this system's events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.mechanics.words import COMMON
from engine.play.words import Sentence

SENTENCES: Final[Mapping[str, Sentence]] = {**COMMON}
"""Kind of event to its sentence."""
