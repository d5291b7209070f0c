"""Rows of tables by their keys."""

from __future__ import annotations

from engine.kit.bound.subject import Number


def row_ends(key: str) -> tuple[float, float]:
    """The least and the most total of a row: ``3``, ``2-4``, ``11+``, ``1-``."""
    if key.endswith("+"):
        return float(key[:-1]), float("inf")
    if key.endswith("-"):
        return float("-inf"), float(key[:-1])
    first, dash, last = key[1:].partition("-")
    first = key[:1] + first
    return (float(first), float(last)) if dash else (float(key), float(key))


def in_row(key: str, total: Number) -> bool:
    """Whether a total is one of a row."""
    least, most = row_ends(key)
    return least <= total <= most
