"""What the text leaves open, and what a designer may set otherwise."""

from __future__ import annotations

from typing import Final

from engine.play.options import Option

OPTIONS: Final[dict[str, Option]] = {
    "equal_scores": Option(
        "losses",
        ("losses", "draw"),
        "losses: of two equal scores the army wins that has lost the smaller part of its equivalents; draw: nobody "
        "wins",
        "dbm:24.1",
    ),
}
