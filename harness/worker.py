"""A worker process: plays one game after another for the pool."""

from __future__ import annotations

import os
import signal
from multiprocessing.connection import Connection

import msgspec

from gtp_rules.engines.processes import leave
from harness.config import Config
from harness.recording import Orphaned, play
from harness.schedule import Task
from harness.signals import FROM_TERMINAL


def serve(connection: Connection, config_pack: bytes) -> None:
    """Takes tasks and sends records, each as msgpack, until the other end closes.

    Ctrl-C and the end of the terminal reach its whole group and are left to the parent; SIGTERM ends the process at once,
    and its engines with it. If the parent is gone, the game at hand is dropped: nobody would store it.
    """
    for number in FROM_TERMINAL:
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, leave)  # at once: a hanging engine would not answer to ``quit``
    if hasattr(signal, "pthread_sigmask"):  # the parent started us with these held back
        signal.pthread_sigmask(signal.SIG_UNBLOCK, FROM_TERMINAL)
    config = msgspec.msgpack.decode(config_pack, type=Config)
    parent = os.getppid()

    def alive() -> None:
        if os.getppid() != parent:
            raise Orphaned

    while True:
        try:
            task = msgspec.msgpack.decode(connection.recv_bytes(), type=Task)
            connection.send_bytes(msgspec.msgpack.encode(play(config, task, alive)))
        except (EOFError, OSError, Orphaned):
            break
    # No engine is left, and leaving in the midst of the interpreter's end is noisy.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
