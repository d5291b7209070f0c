"""What the text leaves open, and what a designer may set otherwise."""

from __future__ import annotations

from typing import Final

from engine.play.options import Option

OPTIONS: Final[dict[str, Option]] = {}
