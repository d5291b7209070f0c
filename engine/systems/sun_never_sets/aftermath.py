"""Paragraphs 8.7 to 8.9: who won a battle, retreats and advances."""

from __future__ import annotations

from typing import Final

from engine.mechanics.verbs import Verb
from engine.systems.sun_never_sets.field import SnsField
from engine.systems.sun_never_sets.state import SnsState

VERBS: Final[tuple[Verb[SnsField, SnsState], ...]] = ()
