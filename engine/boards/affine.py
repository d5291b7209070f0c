"""Affine maps between a picture, paper and the globe."""

from __future__ import annotations

Point = tuple[float, float]
"""A point on paper, or of a picture."""
Affine = tuple[float, float, float, float, float, float]
"""``X = a x + c y + e`` and ``Y = b x + d y + f``, as ``(a, b, c, d, e, f)``."""


def applied(matrix: Affine, x: float, y: float) -> Point:
    """A point under a matrix."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def inverse(matrix: Affine) -> Affine:
    """The matrix that takes points back. Raises ZeroDivisionError for one that leaves no area."""
    a, b, c, d, e, f = matrix
    size = a * d - b * c
    ra, rb, rc, rd = d / size, -b / size, -c / size, a / size
    return ra, rb, rc, rd, -(ra * e + rc * f), -(rb * e + rd * f)
