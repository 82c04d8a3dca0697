"""From what the user names to a client of its scheduler."""

from __future__ import annotations

import contextlib
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path

from dask import config
from distributed import Client, LocalCluster
from distributed.deploy.cluster import Cluster

from harness.errors import HarnessError
from harness.signals import terminal_held_back

Where = str | Client | Cluster
"""``HOST:PORT`` or ``tcp://HOST:PORT``, the path of a scheduler file, ``local:N``; or what the caller has made."""

_DEATHS_BEFORE_LAST = 2
"""A task is given up when more than so many workers have died of it."""
_LOCAL = {"distributed.scheduler.allowed-failures": _DEATHS_BEFORE_LAST}


@contextlib.contextmanager
def connected(where: Where) -> Iterator[Client]:
    """A client of the cluster that is meant. What is made here ends with the ``with`` block, what is given stays.

    Args:
        where: see `Where`. A ``Cluster`` is any object of dask that starts workers, such as dask-jobqueue's.

    Raises:
        HarnessError: the text means no cluster, or no scheduler answers there.
    """
    if isinstance(where, Client):
        yield where
    elif isinstance(where, Cluster):
        with Client(where, set_as_default=False) as client:
            yield client
    elif where.startswith("local:"):
        with _local(where) as client:
            yield client
    else:
        with _client(address(where)) as client:
            yield client


def address(where: str) -> str:
    """The address of a scheduler, which a text or the scheduler file of this path names.

    Raises:
        HarnessError: neither.
    """
    if "://" in where:
        return where
    if Path(where).is_file():
        try:
            return str(json.loads(Path(where).read_bytes())["address"])
        except (OSError, ValueError, KeyError, TypeError):
            raise HarnessError(f"--cluster: {where} is no scheduler file") from None
    if re.fullmatch(r"[\w.-]+:\d+", where):
        return f"tcp://{where}"
    raise HarnessError(f"--cluster: {where!r} is no address (tcp://HOST:PORT), no scheduler file that exists, and not local:N")


def local_workers(where: str) -> int:
    """How many workers ``local:N`` means.

    Raises:
        HarnessError: it means nothing.
    """
    number = where.removeprefix("local:")
    if not re.fullmatch(r"[1-9]\d{0,3}", number):
        raise HarnessError(f"--cluster: a number of processes from 1 to 9999 is needed after local:, not {number!r}")
    return int(number)


def _client(scheduler: str) -> Client:
    try:
        return Client(scheduler, set_as_default=False)
    except (OSError, ValueError) as error:
        raise HarnessError(f"no scheduler answers at {scheduler}: {error or type(error).__name__}") from None


@contextlib.contextmanager
def _local(where: str) -> Iterator[Client]:
    """Workers on this machine. Ctrl-C at our terminal is for us alone: we end them."""
    number = local_workers(where)
    with config.set(_LOCAL), contextlib.ExitStack() as stack:
        with terminal_held_back():
            cluster = LocalCluster(
                n_workers=number, threads_per_worker=1, memory_limit=0, dashboard_address=None, silence_logs=logging.CRITICAL
            )
            stack.callback(cluster.close)
            client = stack.enter_context(Client(cluster, set_as_default=False))
        yield client
