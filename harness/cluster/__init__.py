"""The games of an experiment on the workers of a Dask cluster; needs the package `distributed`.

`connected` finds the cluster and `play_on` plays on it as `harness.pool.play_all` does on this machine. On each worker a
`bench.Bench` keeps the processes that play; `fitness` says whether a worker can play at all.
"""

from harness.cluster.connecting import connected
from harness.cluster.fleet import play_on

__all__ = ["connected", "play_on"]
