"""Groups that players set up, and pools: from the data of a scenario file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.formats.documents import DeploymentDoc, PoolDoc
from engine.scenario import Deployment, Pool


def deployments(docs: Iterable[DeploymentDoc]) -> tuple[Deployment, ...]:
    """The groups that players set up."""
    return tuple(
        Deployment(
            doc.side,
            tuple(doc.area),
            tuple(doc.units),
            doc.source,
            doc.kinds,
            doc.most,
            doc.together,
            doc.draw,
            doc.by,
            doc.name,
            doc.hidden,
        )
        for doc in docs
    )


def pools(docs: Mapping[str, PoolDoc]) -> dict[str, Pool]:
    """The pools, by key."""
    return {key: Pool(doc.side, tuple(doc.units), doc.draw, doc.back) for key, doc in docs.items()}
