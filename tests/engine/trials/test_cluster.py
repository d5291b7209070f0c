"""A real scheduler and two workers on this machine; one of them is killed while it works."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from engine.errors import HexwrightError
from engine.formats import load_scenario
from engine.trials import TrialSpec, run_games
from engine.trials.cluster import on_cluster

HOUSE = Path(__file__).parents[3]


class Cluster:
    """Processes of dask.distributed, as somebody would begin them on several machines."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[str]] = []
        scheduler = self._begin("scheduler", "--host", "127.0.0.1", "--port", "0", stderr=subprocess.PIPE)
        assert scheduler.stderr is not None
        self.address = next(line.split()[-1] for line in scheduler.stderr if "Scheduler at:" in line)
        self._told = scheduler.stderr

    def _begin(self, what: str, *words: str, stderr: int = subprocess.DEVNULL) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{what}", "--no-dashboard", *words]
        process = subprocess.Popen(command, cwd=HOUSE, stdout=subprocess.DEVNULL, stderr=stderr, text=True)
        self.processes.append(process)
        return process

    def worker(self, name: str) -> subprocess.Popen[str]:
        """One more worker, in one process with one thread, that nobody begins again when it is gone."""
        options = ("--name", name, "--nthreads", "1", "--no-nanny", "--local-directory", str(self.folder))
        return self._begin("worker", self.address, *options)

    def close(self) -> None:
        for process in reversed(self.processes):
            process.kill()
            process.wait()
        self._told.close()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    pytest.importorskip("distributed", reason="needs the extra `cluster`: pip install 'hexwright[cluster]'")
    made = Cluster(tmp_path)
    yield made
    made.close()


def spec(games: int) -> TrialSpec:
    scenario = load_scenario("first_steps")
    return TrialSpec(scenario, dict.fromkeys(scenario.sides, "greedy"), games, first_seed=11)


@pytest.mark.logs
def test_a_worker_that_is_killed_changes_nothing(cluster: Cluster) -> None:
    from distributed import Client

    trial = spec(48)
    with Client(cluster.address, set_as_default=False) as client, ExitStack() as open_there:
        workers = {name: cluster.worker(name) for name in ("one", "two")}
        client.wait_for_workers(2)
        executor = open_there.enter_context(on_cluster(cluster.address))
        games = run_games(trial, executor=executor)
        played = [next(games)]
        in_hand = {
            str(info["name"]): len(client.processing()[at]) for at, info in client.scheduler_info()["workers"].items()
        }
        assert in_hand["one"] > 0
        assert in_hand["two"] > 0
        workers["two"].kill()
        workers["two"].wait()
        played += games
        left = [info["name"] for info in client.scheduler_info()["workers"].values()]
        assert left == ["one"]
        assert [game.seed for game in played] == list(trial.seeds)
        assert played == list(run_games(trial))
        again = list(run_games(spec(8), executor=executor))
    assert again == played[:8]


@pytest.mark.logs
def test_the_last_worker_that_is_killed_ends_the_trial(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.trials.cluster.LOOKS", 0.2)
    worker = cluster.worker("one")
    with on_cluster(cluster.address) as executor:
        games = run_games(spec(4_000), executor=executor)
        next(games)
        worker.kill()
        worker.wait()
        with pytest.raises(HexwrightError, match=f"the scheduler at {cluster.address} has no workers any more"):
            list(games)


@pytest.mark.logs
def test_a_scheduler_that_is_killed_ends_the_trial(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.trials.cluster.LOOKS", 0.2)
    cluster.worker("one")
    with on_cluster(cluster.address) as executor:
        games = run_games(spec(4_000), executor=executor)
        next(games)
        cluster.processes[0].kill()
        with pytest.raises(HexwrightError):
            list(games)


@pytest.mark.logs
def test_a_scheduler_without_workers_is_told_of(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.trials.cluster.PATIENCE", 0.5)
    with (
        pytest.raises(HexwrightError, match=f"the scheduler at {cluster.address} has no workers"),
        on_cluster(cluster.address),
    ):
        pass


@pytest.mark.logs
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "here:1", "nonsense://1"])
def test_an_address_where_nobody_answers_is_told_of(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="needs the extra `cluster`: pip install 'hexwright[cluster]'")
    monkeypatch.setattr("engine.trials.cluster.PATIENCE", 0.5)
    with pytest.raises(HexwrightError, match=f"no scheduler answers at {address}"), on_cluster(address):
        pass


def test_without_the_extra_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(HexwrightError, match=r"pip install 'hexwright\[cluster\]'"), on_cluster("tcp://127.0.0.1:1"):
        pass
