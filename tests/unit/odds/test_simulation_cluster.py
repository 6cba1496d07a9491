"""Orders flown by a cluster of Dask on this machine: two workers, of which one is lost."""

import os

import pytest
from distributed import Client, LocalCluster
from tests.simulated import fly_many

from combatbox.odds import simulation
from combatbox.odds.worker import fly_chunk
from combatbox.play.batch import SimulationRequest

ORDER = SimulationRequest("twentyfive", 600, "cluster")


@pytest.mark.thorough
def test_a_cluster_counts_what_one_process_does_even_when_it_loses_a_worker(monkeypatch):
    monkeypatch.setattr(simulation, "CHUNK", 60)
    killed = []
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, protocol="tcp") as cluster,
        Client(cluster) as client,
    ):

        def kill(done, whole):
            if not killed:
                killed.append(next(iter(client.nthreads())))
                client.run(os._exit, 1, workers=killed, on_error="ignore")

        counted = fly_many(ORDER, jobs=2, progress=kill, executor=client.get_executor())
        assert killed[0] not in client.nthreads()
    assert counted == fly_chunk(ORDER, 0, 600)
