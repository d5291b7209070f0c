"""What the text leaves to exclusive rules, and what a designer may set."""

from __future__ import annotations

from typing import Final

from engine.mechanics.hexes.groups import set_up_option
from engine.play.options import Option

OPTIONS: Final[dict[str, Option]] = {
    "set_up": set_up_option("fm:3.0"),
    "support_draw": Option(
        "when_allocated",
        ("when_allocated", "each_turn"),
        "when_allocated: a marker is drawn from the pool as it is placed and seen by nobody until both have placed; "
        "each_turn: the allotment is drawn when the turn begins, its owner sees it and chooses",
        "fm:7.2",
    ),
    "displacement": Option(
        True,
        (True, False),
        "whether a retreating unit may displace a friendly one",
        "fm:8.3.1",
    ),
    "displaced_into_path": Option(
        False,
        (False, True),
        "whether a displaced unit may step into a hex that the unit displacing it has come through on its retreat; "
        "never into the hex where that retreat began",
        "fm:8.3.1",
    ),
}
