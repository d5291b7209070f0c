"""Learning from a few examples: how far rows are from classes, and how surely a row belongs to one class."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Reals = NDArray[np.float64]
Places = NDArray[np.intp]

_FLOOR: Final = 0.004
"""The least spread of a trait, as a part of its spread over all rows."""
_NEAREST: Final = 40
"""Examples of a class that each row is compared with one by one."""
_STEPS: Final = 8
_RIDGE: Final = 3.0


def distances(rows: Reals, weights: Reals, taught: Places, of: Places) -> Reals:
    """How far each row is from each class: from its mean and from the nearest example, half each. ``weights`` says how
    much each row counts for the mean of each class; the rows ``taught`` are examples of the classes ``of``."""
    total = weights.sum(axis=0)
    means = (weights.T @ rows) / total[:, None]
    spread = np.zeros((rows.shape[1], rows.shape[1]))
    for number in range(weights.shape[1]):
        away = rows - means[number]
        spread += (away * weights[:, number : number + 1]).T @ away
    count = max(1.0, float(total.sum()) - weights.shape[1])
    spread /= count
    keep = min(0.9, count / (count + 2 * rows.shape[1]))
    spread = keep * spread + (1 - keep) * np.diag(np.diag(spread))
    spread += np.diag(_FLOOR * rows.var(axis=0) + 0.5)
    whitened = np.linalg.solve(np.linalg.cholesky(spread), rows.T).T
    middles = np.linalg.solve(np.linalg.cholesky(spread), means.T).T
    to_mean = ((whitened[:, None, :] - middles) ** 2).sum(axis=2)
    nearest = np.full_like(to_mean, np.inf)
    count_of = np.zeros(len(means), int)
    for at, number in zip(taught, of, strict=True):
        if count_of[number] >= _NEAREST:
            continue
        count_of[number] += 1
        nearest[:, number] = np.minimum(nearest[:, number], ((whitened - whitened[at]) ** 2).sum(axis=1))
    found: Reals = (to_mean + 0.5 * nearest) / (1.5 * rows.shape[1])
    return found


def shares(scores: Reals) -> Reals:
    """Scores of classes as chances that add up to 1 in each row."""
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    found: Reals = powers / powers.sum(axis=1, keepdims=True)
    return found


def chance(scores: NDArray[np.floating[Any]]) -> Reals:
    """Scores as chances, from 0 to 1; a score of 0 is even."""
    found: Reals = 1 / (1 + np.exp(-np.clip(scores, -30, 30)))
    return found


def scored(rows: Reals, weights: Reals, right: Reals, taught: Places) -> tuple[Reals, Reals]:
    """How surely each row belongs to a class that the rows with ``right`` 1 belong to and those with 0 do not; and the
    same of the rows ``taught``, each as if it had not been an example."""
    table = np.column_stack([rows, np.ones(len(rows))])
    ridge = np.diag(np.append(np.full(rows.shape[1], _RIDGE), 1e-3))
    factors = np.zeros(table.shape[1])
    for _ in range(_STEPS):
        likely = chance(table @ factors)
        step = np.linalg.solve(
            (table * (weights * likely * (1 - likely))[:, None]).T @ table + ridge,
            table.T @ (weights * (right - likely)) - ridge @ factors,
        )
        factors += step
        if np.abs(step).max() < 1e-3:
            break
    scores = table @ factors
    likely = chance(scores)
    bent = (table * (weights * likely * (1 - likely))[:, None]).T @ table + ridge
    lever = (table[taught] * np.linalg.solve(bent, table[taught].T).T).sum(axis=1)
    own = np.minimum(0.95, weights[taught] * likely[taught] * (1 - likely[taught]) * lever)
    without: Reals = scores[taught] - weights[taught] * (1 - likely[taught]) * lever / (1 - own)
    return scores, without
