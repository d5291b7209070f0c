"""The word list that the fields offer their choices from."""

from __future__ import annotations

from engine.kit.wordlist import WordList

__all__ = ["WordList"]
