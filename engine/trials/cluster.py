"""A cluster of dask.distributed as an executor: a scheduler at an address, and workers that know this program."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Final

from engine.errors import HexwrightError

PATIENCE: Final = 15
"""Seconds that are waited for the scheduler, and for its first worker."""


@contextmanager
def on_cluster(address: str) -> Iterator[Executor]:
    """An executor whose work is done by the workers of the scheduler at ``address`` (``tcp://host:8786``).

    What a worker had in hand when it was lost is done again by another one. Raises HexwrightError when
    dask.distributed is not installed, or nobody answers at the address, or there is no worker.
    """
    try:
        from distributed import Client
    except ImportError:
        needs = "games on a cluster need dask.distributed, which is not installed"
        raise HexwrightError(f"{needs}: pip install 'hexwright[cluster]'") from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise HexwrightError(f"no scheduler answers at {address}: {error}") from error
    try:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise HexwrightError(f"the scheduler at {address} has no workers") from None
        executor: Executor = client.get_executor()
        yield executor
    finally:
        client.close()
