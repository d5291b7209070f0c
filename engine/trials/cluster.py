"""A cluster of dask.distributed as an executor: a scheduler at an address, and workers that know this program."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any, Final

from engine.errors import HexwrightError

PATIENCE: Final = 15
"""Seconds that are waited for the scheduler, and for its first worker."""
LOOKS: Final = 1.0
"""Seconds between two looks at whether there are workers."""
PATIENT_LOOKS: Final = 5
"""Looks in a row without a worker after which none is expected to come back."""


@contextmanager
def on_cluster(address: str) -> Iterator[Executor]:
    """An executor whose work is done by the workers of the scheduler at ``address`` (``tcp://host:8786``).

    What a worker had in hand when it was lost is done again by another one; when the last one is lost, or the
    scheduler, what is still to be done raises HexwrightError a few seconds later. Raises HexwrightError when
    dask.distributed is not installed, when no scheduler answers at the address, and when it has no worker.
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
        with _Watched(client.get_executor(), lambda: len(client.nthreads()), address) as executor:
            yield executor
    finally:
        client.close()


class _Watched(Executor):
    """An executor of a cluster whose work fails, instead of waiting for ever, once no worker is left."""

    def __init__(self, inner: Executor, workers: Callable[[], int], address: str) -> None:
        """``workers`` counts them; it may raise where the scheduler does not answer."""
        self._inner, self._workers, self._address = inner, workers, address
        self._open: set[Future[Any]] = set()
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._lost = False
        threading.Thread(target=self._watch, name="watch on the cluster", daemon=True).start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Have something done there."""
        outer: Future[Any] = Future()
        with self._lock:
            lost = self._lost
            self._open.add(outer)
        if lost:
            self._fail()
            return outer
        inner = self._inner.submit(fn, *args, **kwargs)
        inner.add_done_callback(lambda done: self._hand_on(done, outer))
        outer.add_done_callback(lambda _outer: inner.cancel())
        return outer

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Nothing more is watched."""
        self._over.set()

    def _hand_on(self, done: Future[Any], outer: Future[Any]) -> None:
        with self._lock:
            if outer not in self._open:
                return
            self._open.discard(outer)
        if done.cancelled():
            outer.cancel()
        elif (error := done.exception()) is not None:
            outer.set_exception(error)
        else:
            outer.set_result(done.result())

    def _watch(self) -> None:
        """Look for workers; after too many looks in a row without any, all that is open fails."""
        without = 0
        while without < PATIENT_LOOKS and not self._over.wait(LOOKS):
            try:
                without = 0 if self._workers() else without + 1
            except Exception:
                without += 1
        if not self._over.is_set():
            self._fail()

    def _fail(self) -> None:
        with self._lock:
            lost, self._open, self._lost = self._open, set(), True
        said = f"the scheduler at {self._address} has no workers any more; the games that were left are not played"
        for future in lost:
            if not future.done():
                future.set_exception(HexwrightError(said))
