"""What test turns report: the findings of a game in progress."""

from __future__ import annotations

from engine.findings import Severity
from engine.umpire.checks.registry import reported_in_play

reported_in_play(
    "PLAY101",
    "No legal action",
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
    "After very many actions the game still has not ended.",
)
reported_in_play(
    "PLAY104",
    "A player without an answer",
    "A computer player chose an illegal action, or no action.",
)
reported_in_play(
    "PLAY105",
    "A unit that can never move",
    "A unit stood on the map for two turns or more and had nowhere to go in any of them: hemmed in by the ground, by "
    "its own side or by the enemy.",
    Severity.WARNING,
)
reported_in_play(
    "PLAY106",
    "A side with nothing to do on a turn",
    "A side that still has units could only pass on a turn.",
    Severity.WARNING,
)
reported_in_play(
    "PLAY107",
    "Reinforcements that could not enter",
    "A group was due but was still off the map more than a turn later: its entry hex was held, or no player "
    "brought it on.",
    Severity.WARNING,
)
reported_in_play(
    "PLAY108",
    "No combat for several turns",
    "In three turns or more there was no fight at all: the sides may be too far apart, or have no reason to meet.",
    Severity.INFO,
)
reported_in_play(
    "PLAY109",
    "A turn on which nothing happens",
    "In a whole game turn no unit moved or fought: the battle has come to a standstill, or the game is too long.",
    Severity.WARNING,
)
