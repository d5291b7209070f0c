"""What test turns report: the findings of a game in progress."""

from __future__ import annotations

from engine.umpire.checks.registry import reported_in_play

reported_in_play(
    "PLAY101",
    "Nobody can go on",
    "A side is asked for a decision and no action is legal: rules and scenario have run into a dead end.",
)
reported_in_play(
    "PLAY102",
    "The state of the game is not sound",
    "After an action the game breaks one of its own invariants, such as two units where one may be.",
)
reported_in_play(
    "PLAY103",
    "A game without end",
    "So many actions were taken that the game seems never to end.",
)
reported_in_play(
    "PLAY104",
    "A player without an answer",
    "A player of the test chose something illegal, or had nothing to say.",
)
