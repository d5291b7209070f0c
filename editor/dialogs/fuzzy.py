"""Fuzzy search: letters of the query in order, anywhere in the text; beginnings of words and runs count more."""

from __future__ import annotations

from engine.spelling import folded


def score(query: str, text: str) -> float | None:
    """How well a text answers a query, higher is better; None when neither its letters are in it in order nor
    its words in any order.

    >>> score("zin", "Zoom in") is not None, score("xyz", "Zoom in"), score("in zoom", "Zoom in") is not None
    (True, None, True)
    """
    wanted, found = folded(query).replace(" ", ""), folded(text)
    if not wanted:
        return 0.0
    words = folded(query).split()
    # A full match but for the order is worth as much as letters that all begin words or follow each other.
    apart = 4.0 if len(words) > 1 and all(word in found for word in words) else None
    total = _in_order(wanted, found)
    if total is None:
        return None if apart is None else apart - len(text) / 500
    whole = found.find(folded(query).strip())
    if whole >= 0:
        total += 6.0 if whole == 0 else 3.0
    return max(total / len(wanted), apart or 0.0) - len(text) / 500


def _in_order(wanted: str, found: str) -> float | None:
    """Letters that begin a word, or go on from one, count 4; other runs 2."""
    total, at, last, worth = 0.0, 0, -2, 1.0
    for letter in wanted:
        at = found.find(letter, at)
        if at < 0:
            return None
        starts_word = at == 0 or not found[at - 1].isalnum()
        worth = 4.0 if starts_word else max(worth, 2.0) if at == last + 1 else 1.0
        total += worth
        last, at = at, at + 1
    return total
