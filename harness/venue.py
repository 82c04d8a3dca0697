"""Where games are played: in worker processes on this machine, or on a cluster."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Protocol

from harness.config import Config
from harness.endings import Record
from harness.errors import HarnessError
from harness.pool import play_all
from harness.schedule import Task

if TYPE_CHECKING:
    from harness.cluster.connecting import Where


class Play(Protocol):
    """Plays tasks and yields their records as the games end, see `harness.pool.play_all`."""

    def __call__(
        self, config: Config, tasks: Iterable[Task], *, stopping: Callable[[], bool], look: Callable[[int], None]
    ) -> Generator[Record]:
        """Plays."""


@contextlib.contextmanager
def venue(cluster: Where | None, workers: int, say: Callable[[str], None]) -> Iterator[Play]:
    """What plays, as long as the ``with`` block runs.

    Args:
        cluster: where it is, or None for this machine.
        workers: games at a time on this machine.
        say: gets one line at a time for people.

    Raises:
        HarnessError: distributed is not installed, or there is no such cluster.
    """
    if cluster is None:
        yield partial(play_all, workers=workers)
        return
    try:
        from harness.cluster import connected, play_on
    except ImportError as error:
        raise HarnessError(f"--cluster needs the package distributed ({error}); pip install 'gtp-rules[cluster]'") from error
    with connected(cluster) as client:
        yield partial(play_on, client, say=say)
