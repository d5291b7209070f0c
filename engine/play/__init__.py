"""The game in motion: state, decisions, actions in text, events, dice, undo and replay."""

from engine.play.frame import Frame
from engine.play.game import Game, LegalActions
from engine.play.model import (
    LEGAL,
    Action,
    Decision,
    Event,
    Filled,
    Illegal,
    Judgement,
    Legal,
    Outcome,
    Start,
    Verdict,
)
from engine.play.rules import Rules
from engine.play.state import State
from engine.play.step import Step

__all__ = [
    "LEGAL",
    "Action",
    "Decision",
    "Event",
    "Filled",
    "Frame",
    "Game",
    "Illegal",
    "Judgement",
    "Legal",
    "LegalActions",
    "Outcome",
    "Rules",
    "Start",
    "State",
    "Step",
    "Verdict",
]
